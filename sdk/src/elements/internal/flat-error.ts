import { ClientLibError } from '../../errors/client-lib-error.ts';
import { withoutTyped } from '../../payment-data/masking.ts';
import type { FlatError } from '../protocol.ts';

/**
 * Converts an error for the page, without payment data. Input of the customer that a provider repeats is removed
 * from the texts; the provider's full response stays in the frame.
 *
 * @param typed the input of the form
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
