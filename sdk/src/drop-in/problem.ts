import { ClientLibError } from 'clientlib';
import type { Texts } from './texts/texts.ts';

const textByCode: { readonly [code: string]: keyof Omit<Texts, 'fields'> } = {
  Aborted: 'canceled',
  AuthorizationRejected: 'declined',
  BearerInvalid: 'declined',
  BearerRejected: 'declined',
  Rejected: 'declined',
  LimitExceeded: 'declined',
  AmountLimitExceeded: 'declined',
  InvalidPaymentData: 'declined',
  BearerExpired: 'expired',
  InsufficientBalance: 'noFunds',
  '3DsProblem': 'notConfirmed',
  InvalidCouponCode: 'couponWrong',
  InvalidVatId: 'wrong',
  InvalidCountry: 'wrong',
  InvalidKey: 'signedOut',
  LoginError: 'signedOut',
  PermissionDenied: 'forbidden',
  PspServerError: 'providerDown',
  PSPConnectionProblem: 'providerDown',
  PSPConnectionTimeout: 'providerDown',
};

/** What a customer reads of an error: what happened and what to do, never a code. */
export function sentenceFor(error: unknown, texts: Texts): string {
  return texts[textByCode[codeOf(error)] ?? 'failed'];
}

/** The first code of an error; of what is no error of ClientLib, none. */
export const codeOf = (error: unknown): string => (isError(error) ? error.errorCode[0] : '');

/** By shape: another copy of the library may stand in the page. */
export const isError = (error: unknown): error is ClientLibError =>
  error instanceof ClientLibError || Array.isArray((error as ClientLibError | undefined)?.errorCode);

/** Nobody knows whether it was done: the same call may be made again. */
export const isUncertain = (error: unknown): boolean => !isError(error) || error.retryable;
