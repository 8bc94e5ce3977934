import type { OrderResult } from '../types/order.ts';
import { type ErrorCode, type ErrorCodes, isRetryable } from './codes.ts';
import { payerSentence } from './sentences.ts';

/** Facts about an error in addition to its codes and its message. */
export interface ErrorFacts {
  /** A sentence for customers; by default, the one for the code. */
  readonly customerMessage?: string | undefined;
  /** The reason, for customers, in the words of the service. */
  readonly details?: string | undefined;
  readonly field?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly answer?: unknown;
  readonly order?: OrderResult | undefined;
  readonly referenceId?: string | undefined;
  readonly referenceUrl?: string | undefined;
}

/**
 * The one error of this library: what error callbacks receive and what promises reject with. Every code is explained in
 * dist/docs/errors.md.
 */
export class ClientLibError extends Error {
  /** From general to specific, at least one: `['InsufficientBalance']`, `['ServerError', 'NetworkDown']`. */
  readonly errorCode: ErrorCodes;
  /** A sentence for customers, in their language: show it unchanged. */
  readonly errorMessage: string;
  /** Why a payment was declined, for customers ("Your card was declined."), or `''`. */
  readonly details!: string;
  /**
   * Identifies the request in the service's logs: the service's reference, or the call's idempotency key,
   * or `''`.
   */
  readonly referenceId!: string;
  /** A page about the error, if the service provides one, or `''`. */
  readonly referenceUrl!: string;
  /** Repeating the call unchanged can succeed. Pass `idempotencyKey` again, so that nothing happens twice. */
  readonly retryable: boolean;
  /** The invalid field or argument, as spelled in the documentation. */
  readonly field?: string | undefined;
  /** HTTP status of the response. */
  readonly status?: number | undefined;
  /** Milliseconds to wait before a retry, as requested by the service. */
  readonly retryAfterMs?: number | undefined;
  /** The call's idempotency key: repeat the call with it, and nothing happens twice. */
  readonly idempotencyKey?: string | undefined;
  /** The unchanged error response of the service or the provider. */
  readonly answer?: unknown;
  /**
   * The order that a call could not pay: `subscribe`, `paySignupInteractive` and `finalize` after a declined
   * payment. It can still be paid, unless its `OrderStatus` is `Completed`.
   */
  order?: OrderResult | undefined;
  /** The underlying error, if there is one. */
  override readonly cause?: unknown;

  /** Created by the library; public so that you can test pages. */
  constructor(errorCode: ErrorCodes, developerMessage: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(developerMessage);
    this.name = 'ClientLibError';
    this.errorCode = errorCode;
    this.errorMessage = facts.customerMessage || payerSentence(errorCode[0]);
    this.retryable = isRetryable(errorCode);
    if (cause) this.cause = cause;
    const { field, status, retryAfterMs, idempotencyKey, answer, order } = facts;
    const { details = '', referenceId = idempotencyKey ?? '', referenceUrl = '' } = facts;
    const all = {
      details,
      referenceId,
      referenceUrl,
      field,
      status,
      retryAfterMs,
      idempotencyKey,
      answer,
      order,
    };
    Object.assign(this, all);
    // Node prints the enumerable fields of an uncaught error; unset, long or repeated ones would hide the message.
    for (const key in this)
      if (!this[key] || ['answer', 'field'].includes(key))
        Object.defineProperty(this, key, { enumerable: false });
  }

  /** The received and the expected value, and the solution. The same as `message`, which consoles show. */
  get developerMessage(): string {
    return this.message;
  }
}

/** An argument or field is not what was expected. Never pass `came` where it can be payment data. */
export function invalid(
  codes: ErrorCode | ErrorCodes,
  field: string,
  expected: string,
  came?: unknown,
): ClientLibError {
  const got = came === undefined ? '' : `, got ${describeKind(came)}`;
  const list: ErrorCodes = typeof codes === 'string' ? [codes] : codes;
  return new ClientLibError(list, `${field}: expected ${expected}${got}.`, { field });
}

/** A plain value unchanged; an object by the names of its fields, never by their values. */
function describeKind(value: unknown): string {
  if (Object(value) !== value) return `${value}`;
  if (Array.isArray(value)) return 'a list';
  const names = Object.keys(value as object).join(', ');
  return names ? `{ ${names} }` : typeof value;
}

/** The page uses the library in a way that cannot work. */
export const misuse = (detail: ErrorCode, message: string): ClientLibError =>
  new ClientLibError(['InvalidConfiguration', detail], message);
