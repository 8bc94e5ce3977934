import type { OrderResult } from '../../model/order.ts';
import type { DeclineCode, RefusalCode } from './problem-codes.ts';

/** Why the service refuses. `http/` maps each kind to a status. */
export type ProblemKind =
  | 'Invalid'
  | 'NotFound'
  | 'Conflict'
  | 'Unauthorized'
  | 'Forbidden'
  | 'PreconditionFailed'
  | 'Unavailable'
  | 'TooManyRequests'
  /** A provider refused the payment: the customer can try again. */
  | 'Declined';

/** An invalid field. */
export interface FieldProblem {
  /** Path of the field, `Cart.ComponentSubscriptions[0].Quantity`. */
  readonly Field: string;
  readonly Code: RefusalCode;
  readonly Message: string;
}

/**
 * A refusal by a rule of the service. It says what was received, what was expected and what to do. It is thrown inside
 * a transaction, so no partial change remains.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  /** One of the codes of dist/docs/errors.md (`InvalidData`, `InvalidCouponCode`, …); empty where a provider gave none. */
  readonly code: DeclineCode;
  readonly fields: readonly FieldProblem[];
  /** Seconds after which a repeat may succeed. */
  readonly retryAfter: number | undefined;
  /** The order that could not be paid. */
  readonly order: OrderResult | undefined;

  constructor(
    kind: ProblemKind,
    code: DeclineCode,
    message: string,
    fields: readonly FieldProblem[] = [],
    retryAfter?: number,
    order?: OrderResult,
  ) {
    super(inOneLine(message));
    this.name = 'Problem';
    this.kind = kind;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.order = order;
    // Node prints all enumerable properties of an uncaught error. These repeat the message.
    for (const key of ['kind', 'code', 'fields', 'retryAfter', 'order'])
      Object.defineProperty(this, key, { enumerable: false });
  }
}

/** Replaces control characters: a message quotes input, in which a line break would start a new line in the log or terminal. */
const inOneLine = (text: string): string => text.replace(/\p{Cc}/gu, '\ufffd');

/** Returns the 422 problem of a field whose value violates a rule. */
export function invalid(field: string, message: string, code: RefusalCode = 'InvalidData'): Problem {
  const [Field, Message] = [inOneLine(field), inOneLine(message)];
  return new Problem('Invalid', code, `${Field}: ${Message}`, [{ Field, Code: code, Message }]);
}

/** No such document: 404. */
export function notFound(what: string, id: string): Problem {
  return new Problem(
    'NotFound',
    'NotFound',
    `There is no ${what} "${id}" in this sandbox. Ids of the default account are listed at /sandbox/catalog.`,
  );
}

/** Like {@link notFound}, for documents identified by a secret key: the message does not repeat it. */
export function keyNotFound(what: string): Problem {
  return new Problem('NotFound', 'NotFound', `There is no such ${what} in this sandbox, or it has ended.`);
}

/** The state does not allow it: 409. */
export function conflict(message: string, code: RefusalCode = 'InvalidPreconditions'): Problem {
  return new Problem('Conflict', code, message);
}
