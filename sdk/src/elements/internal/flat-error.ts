import { ClientLibError } from '../../errors/client-lib-error.ts';
import { withoutTyped } from '../../payment-data/masking.ts';
import type { FlatError } from '../protocol.ts';

/**
 * An error as it goes to the page: what says nothing of the payment data. What the customer typed is taken out of the
 * texts, should a provider have repeated it; its whole answer stays here.
 *
 * @param typed What is typed into the form.
 */
export function flatten(reason: unknown, typed: readonly string[]): FlatError {
  const error =
    reason instanceof ClientLibError
      ? reason
      : new ClientLibError(['UnmappedError'], 'The payment form failed.');
  const { field, status, retryAfterMs, idempotencyKey, referenceId, referenceUrl } = error;
  return {
    errorCode: error.errorCode.join(' '),
    errorMessage: withoutTyped(error.errorMessage, typed),
    developerMessage: withoutTyped(error.developerMessage, typed),
    details: withoutTyped(error.details, typed),
    field,
    status,
    retryAfterMs,
    idempotencyKey,
    referenceId,
    referenceUrl,
  };
}
