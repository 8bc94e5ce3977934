import { verifyWebhook } from 'clientlib/webhooks';

/** Signs what it has made of the body, and not what came. */
export async function receive(request, secret, onEvent) {
  const body = JSON.stringify(await request.json());
  const copy = new Request(request.url, { method: 'POST', headers: request.headers, body });
  try {
    onEvent(await verifyWebhook(copy, secret));
    return new Response(null, { status: 204 });
  } catch {
    return new Response(null, { status: 401 });
  }
}
