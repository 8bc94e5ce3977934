import { ClientLibError, type ErrorFacts } from '../errors/client-lib-error.ts';
import { type ErrorCode, isServiceCode, withGeneral } from '../errors/codes.ts';
import { isObject, text } from '../input/record.ts';
import type { OrderResult } from '../types/order.ts';

/** The error envelope `{"Error": {"Code", "Message", "Details"}}`, or what is in it; anything can be missing. */
interface Envelope {
  readonly Error?: Envelope;
  readonly Code?: string;
  /** For customers, like `Details`, which is the reason. */
  readonly Message?: string;
  readonly Details?: string;
  readonly DeveloperMessage?: string;
  readonly Field?: string;
  readonly Order?: unknown;
  readonly ReferenceId?: string;
  readonly ReferenceUrl?: string;
}

/** Whose failure it is where the answer does not name one. */
export type Server = 'ServerError' | 'PspServerError';

/** The error envelope of the service or a provider as an error of ours. */
export function refusal(answer: unknown, server: Server, facts: ErrorFacts = {}): ClientLibError {
  const { status = 0 } = facts;
  const envelope: Envelope = isObject(answer) ? answer : {};
  const { Code, Message, Details, DeveloperMessage, Field, Order, ReferenceId, ReferenceUrl } =
    envelope.Error ?? envelope;
  const customerMessage = text(Message);
  const code = isServiceCode(Code)
    ? Code
    : status >= 500
      ? server
      : (codeByStatus[status] ?? 'UnmappedError');
  return new ClientLibError(
    withGeneral(code),
    text(DeveloperMessage) || customerMessage || `HTTP ${status}.`,
    {
      ...facts,
      answer,
      customerMessage,
      field: text(Field) || undefined,
      details: text(Details),
      order: isObject(Order) ? (Order as unknown as OrderResult) : undefined,
      referenceId: ReferenceId,
      referenceUrl: ReferenceUrl,
    },
  );
}

const codeByStatus: { readonly [status: number]: ErrorCode } = {
  400: 'InvalidData',
  401: 'LoginError',
  403: 'PermissionDenied',
  404: 'NotFound',
  409: 'InvalidPreconditions',
  422: 'InvalidData',
  429: 'RateLimit',
};
