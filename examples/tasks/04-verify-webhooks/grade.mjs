import { createHmac } from 'node:crypto';
import { failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sent = [];
  const deliver = async (request) => {
    sent.push({ headers: [...request.headers], body: await request.text() });
    return new Response(null, { status: 204 });
  };
  const sandbox = newSandbox({ deliver });
  const service = await serviceOf(sandbox);
  const { Secret } = await service('POST', '/webhooks', { Url: 'https://shop.example.com/webhooks' });
  await signUp(sandbox);
  await sandbox.settle();
  const { receive } = await load();
  const events = [];
  const post = async ({ headers, body }, change = {}) => {
    const request = new Request('https://shop.example.com/webhooks', {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), ...change.headers },
      body: change.body ?? body,
    });
    return (await receive(request, Secret, (event) => events.push(event))).status;
  };
  const [webhook] = sent;
  const real = await post(webhook);
  const taken = events.length;
  const forged = await post(webhook, { body: webhook.body.replace('"Event"', ' "Event"') });
  const unsigned = await post(webhook, { headers: { 'webhook-signature': 'v1,AAAA' } });
  const old = await post(webhook, { headers: signedLongAgo(webhook, Secret) });
  return failed({
    'A webhook of the service must get 204.': real === 204,
    'Its event must be handed over.': taken === 1 && typeof events[0]?.Event === 'string',
    'A changed body must get 401.': forged === 401,
    'A wrong signature must get 401.': unsigned === 401,
    'An old webhook must get 401.': old === 401,
    'Nothing but the real one must be handed over.': events.length === 1,
  });
}

/** The headers of the webhook, signed by the service in 2023: somebody has recorded it. */
function signedLongAgo({ headers, body }, secret) {
  const timestamp = '1700000000';
  const content = `${new Headers(headers).get('webhook-id')}.${timestamp}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(content).digest('base64');
  return { 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
