import { Webhook } from 'standardwebhooks';
import type { WebhookRecord } from '../domain/records/webhooks.ts';

/**
 * The headers of Standard Webhooks. During a rotation both secrets sign, so that a receiver can change over at any
 * moment.
 *
 * @param message id of the message, the same over all attempts
 * @param sentAt real time in epoch milliseconds: receivers refuse what is older than minutes, whatever the sandbox's
 *   clock says
 * @param now simulated instant in epoch milliseconds, which decides whether the previous secret still signs
 */
export function signatureHeaders(
  webhook: WebhookRecord,
  message: string,
  body: string,
  sentAt: number,
  now: number,
): Record<string, string> {
  const seconds = Math.floor(sentAt / 1000);
  const identity = { 'webhook-id': message, 'webhook-timestamp': String(seconds) };
  if (!webhook.Signed) return identity;
  const previous = webhook.PreviousSecret;
  const secrets = [
    webhook.Secret,
    ...(previous !== undefined && previous.ValidUntil > now ? [previous.Secret] : []),
  ];
  const signatures = secrets.map((secret) =>
    new Webhook(secret).sign(message, new Date(seconds * 1000), body),
  );
  return { ...identity, 'webhook-signature': signatures.join(' ') };
}
