import { type ErrorCode, type ErrorCodes, isRetryable, isServiceCode, withGeneral } from './error-codes.ts';
import type { OrderResult } from './types/order.ts';

/** What is known about an error besides its codes and message; which of these are present depends on the error. */
export interface ErrorDetails {
  /** The field or argument that is wrong, as the documentation spells it. */
  readonly field?: string | undefined;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The call's idempotency key: repeat the call with it, and nothing happens twice. */
  readonly idempotencyKey?: string | undefined;
  /** The error answer as the service or the provider gave it, with what it says of single fields. */
  readonly answer?: unknown;
  /** `Signup.subscribe`: the order that was made and could not be paid; it stays payable. */
  readonly order?: OrderResult | undefined;
  readonly referenceId?: string | undefined;
  readonly referenceUrl?: string | undefined;
  readonly [other: string]: unknown;
}

/**
 * The one error of this library: what error callbacks receive and what promises reject with.
 * Every code is explained in docs/errors.md.
 */
export class ClientLibError extends Error {
  /** From general to special, at least one: `['InsufficientBalance']`, `['ServerError', 'NetworkDown']`. */
  readonly errorCode: ErrorCodes;
  /** For developers, not for customers: what came, what was expected, what to do. The same as `message`. */
  readonly errorMessage: string;
  /** Finds the request in the service's logs: its own reference, else the call's idempotency key. */
  readonly referenceId: string | undefined;
  /** A page about the error, where the service names one. */
  readonly referenceUrl: string | undefined;
  readonly details: ErrorDetails;
  /** Repeating the call unchanged can succeed; give `details.idempotencyKey` so that nothing happens twice. */
  readonly retryable: boolean;
  /** The error underneath, where there is one. */
  override readonly cause?: unknown;

  /** Made by the library; public for tests of pages. */
  constructor(errorCode: ErrorCodes, errorMessage: string, details: ErrorDetails = {}, cause?: unknown) {
    super(errorMessage);
    this.name = 'ClientLibError';
    this.errorCode = errorCode;
    this.errorMessage = errorMessage;
    this.details = details;
    this.referenceId = details.referenceId ?? details.idempotencyKey;
    this.referenceUrl = details.referenceUrl;
    this.retryable = isRetryable(errorCode);
    this.cause = cause;
  }
}

/** An argument or field is not what was expected. Never tells what came where that can be payment data. */
export function invalid(
  code: ErrorCode | ErrorCodes,
  field: string,
  expected: string,
  came?: unknown,
): ClientLibError {
  const got = came === undefined ? '' : `, got ${Object(came) === came ? typeof came : came}`;
  return new ClientLibError([code].flat() as unknown as ErrorCodes, `${field}: expected ${expected}${got}.`, {
    field,
  });
}

/** The page uses the library in a way that cannot work. */
export const misuse = (detail: ErrorCode, message: string): ClientLibError =>
  new ClientLibError(['InvalidConfiguration', detail], message);

/** The error envelope of the service or a provider, `{"Error": {"Code", "Message", "Details"}}`, as an error of ours. */
export function refusal(
  answer: Envelope,
  server: 'ServerError' | 'PspServerError',
  details: ErrorDetails = {},
): ClientLibError {
  const { status = 0 } = details;
  const { Code, Message, ReferenceId, ReferenceUrl } = answer.Error ?? answer;
  const code = isServiceCode(Code) ? Code : status >= 500 ? server : (byStatus[status] ?? 'UnmappedError');
  return new ClientLibError(withGeneral(code), Message ?? `HTTP ${status}.`, {
    ...details,
    answer,
    referenceId: ReferenceId,
    referenceUrl: ReferenceUrl,
  });
}

/** As the service sends it; anything can be missing. */
export interface Envelope {
  readonly Error?: Envelope;
  readonly Code?: string;
  readonly Message?: string;
  readonly ReferenceId?: string;
  readonly ReferenceUrl?: string;
}

const byStatus: { readonly [status: number]: ErrorCode } = {
  400: 'InvalidData',
  401: 'LoginError',
  403: 'PermissionDenied',
  404: 'NotFound',
  409: 'InvalidPreconditions',
  422: 'InvalidData',
  429: 'RateLimit',
};
