import { ClientLibError } from '../../error.ts';
import type { FlatError } from '../protocol.ts';

/** Details that say nothing of the payment data; what else a provider tells stays here. */
const open = ['field', 'status', 'retryAfterMs', 'idempotencyKey'] as const;

/**
 * An error as it goes to the page. What the customer typed is taken out, should a provider have repeated it.
 *
 * @param secrets What is typed into the form.
 */
export function flatten(reason: unknown, secrets: readonly string[]): FlatError {
  const error =
    reason instanceof ClientLibError
      ? reason
      : new ClientLibError(['UnmappedError'], 'The payment form failed.');
  const { errorCode, errorMessage, referenceId, referenceUrl, details } = error;
  const told: { [detail: string]: unknown } = {};
  for (const name of open) {
    const value = details[name];
    if (typeof value === 'string' || typeof value === 'number') told[name] = value;
  }
  return {
    ...told,
    errorCode: errorCode.join(' '),
    errorMessage: withoutSecrets(errorMessage, secrets),
    referenceId,
    referenceUrl,
  };
}

/** A text without what is typed, however it is spaced. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    const characters = secret.replace(/[^a-z0-9]/gi, '').split('');
    if (characters.length < 3) continue;
    clean = clean.replace(new RegExp(characters.join('[^a-z0-9]*'), 'gi'), '•••');
  }
  return clean;
}
