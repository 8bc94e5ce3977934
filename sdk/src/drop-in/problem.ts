import { ClientLibError } from 'clientlib';
import type { Texts } from './texts/texts.ts';

type TextByCode = { readonly [code: string]: keyof Omit<Texts, 'fields'> };

/** Of a payment that was refused; every other code is `declined`. */
const refusals: TextByCode = {
  Aborted: 'canceled',
  BearerExpired: 'expired',
  InsufficientBalance: 'noFunds',
  '3DsProblem': 'notConfirmed',
  RateLimit: 'providerDown',
  InternalError: 'failed',
  InternalProviderError: 'providerDown',
  AcquirerServerError: 'providerDown',
  PspServerError: 'providerDown',
  PSPConnectionProblem: 'providerDown',
  PSPConnectionTimeout: 'providerDown',
};

/** Of everything else; the same codes can mean something else there. */
const textByCode: TextByCode = {
  ...refusals,
  RateLimit: 'failed',
  AuthorizationRejected: 'declined',
  BearerInvalid: 'declined',
  BearerRejected: 'declined',
  Rejected: 'declined',
  LimitExceeded: 'declined',
  AmountLimitExceeded: 'declined',
  InvalidPaymentData: 'declined',
  InvalidCardType: 'declined',
  InvalidCouponCode: 'couponWrong',
  InvalidVatId: 'wrong',
  InvalidCountry: 'wrong',
  InvalidConfiguration: 'notSetUp',
  InvalidKey: 'notSetUp',
  LoginError: 'signedOut',
  PermissionDenied: 'forbidden',
};

/** The customer's message for an error: what happened and what to do, never a code. */
export function sentenceFor(error: unknown, texts: Texts): string {
  const code = firstCode(error);
  if (globalThis.navigator?.onLine === false && isUncertain(error)) return texts.offline;
  return texts[isRefusal(error) ? (refusals[code] ?? 'declined') : (textByCode[code] ?? 'failed')];
}

/** The order is paid already: by a call whose answer was lost, or in another tab. Providers refuse by the same code. */
export const isPaid = (error: unknown): boolean =>
  firstCode(error) === 'AlreadyExecuted' &&
  ((error as ClientLibError).order?.OrderStatus ?? 'Completed') === 'Completed';

/** A provider refused, whatever the code: nothing is charged. */
export const isRefusal = (error: unknown): boolean =>
  isError(error) && !isPaid(error) && (error.order !== undefined || error.status === 200);

/** The data of a card was refused: its code is typed anew. A confirmation that failed refuses none. */
export const needsNewCode = (error: unknown): boolean =>
  isRefusal(error) && !['Aborted', '3DsProblem'].includes(firstCode(error));

/** The order cannot be paid any more: it expired, its price is outdated, or the service does not know it. */
export const isOver = (error: unknown): boolean =>
  ['InvalidPreconditions', 'NotFound'].includes(firstCode(error)) && !isRefusal(error);

/** The first code of an error; of what is no error of ClientLib, none. */
export const firstCode = (error: unknown): string => (isError(error) ? error.errorCode[0] : '');

/** By shape: another copy of the library may stand in the page. */
export const isError = (error: unknown): error is ClientLibError =>
  error instanceof ClientLibError || Array.isArray((error as ClientLibError | undefined)?.errorCode);

/** Nobody knows whether it was done: the same call may be made again. */
export const isUncertain = (error: unknown): boolean =>
  !isError(error) || (error.retryable && !isRefusal(error));

/** The error for the page: always a ClientLib error with the field, a reason for customers, and whether a retry can succeed. */
export const reported = (error: unknown): ClientLibError =>
  isError(error)
    ? error
    : new ClientLibError(['ServerError', 'NetworkDown'], `${(error as Error)?.message ?? error}`, {}, error);
