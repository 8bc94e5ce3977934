export type { WebhookEvent, WebhookEventName, WebhookFields } from './events.ts';
export { verifyWebhook, type WebhookOptions, type WebhookRequest } from './verify-webhook.ts';
export { type WebhookErrorReason, WebhookVerificationError } from './webhook-verification-error.ts';
