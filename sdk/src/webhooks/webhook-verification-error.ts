/** Why a request is not taken for a webhook. */
export type WebhookErrorReason =
  | 'InvalidBody'
  | 'InvalidSecret'
  | 'InvalidTimestamp'
  | 'MissingHeader'
  | 'TooNew'
  | 'TooOld'
  | 'WrongSignature';

/** Thrown by `verifyWebhook`. Neither the message nor the error holds the secret or the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookErrorReason;

  constructor(reason: WebhookErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
