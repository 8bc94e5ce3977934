import { verifyWebhook, WebhookVerificationError } from 'clientlib/webhooks';

/** @param {Request} request @param {string} secret @param {(event: object) => void} onEvent */
export async function receive(request, secret, onEvent) {
  try {
    onEvent(await verifyWebhook(request, secret));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(null, { status: 401 });
  }
}
