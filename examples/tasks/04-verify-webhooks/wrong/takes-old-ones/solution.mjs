import { createHmac } from 'node:crypto';

/** The signature is right, and a webhook that somebody has recorded is taken for ever. */
export async function receive(request, secret, onEvent) {
  const body = await request.text();
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    request.headers.get(`webhook-${name}`),
  );
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  if (signature !== `v1,${expected}`) return new Response(null, { status: 401 });
  onEvent(JSON.parse(body));
  return new Response(null, { status: 204 });
}
