import { createSandbox } from 'clientlib-sandbox';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EventPayload } from '../../../sandbox/src/service/model/event-catalogue.ts';
import {
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '../../../sdk/src/webhooks/index.ts';

const secret = `whsec_${btoa('a secret of twenty-four b')}`;
const other = `whsec_${btoa('another secret of 24 bytes')}`;
const now = Date.UTC(2026, 0, 15, 10);
const text = '{"Event":"CustomerChanged","EntityId":"a1","CustomerId":"c1"}';

/** A request as the service sends it, signed by an independent implementation. */
function signed(body = text, { by = [secret], sentAt = now } = {}): Request {
  const signatures = by.map((one) => new Webhook(one).sign('m1', new Date(sentAt), body));
  return posted(body, {
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(sentAt / 1000)),
    'webhook-signature': signatures.join(' '),
  });
}

const posted = (body: string, headers: Record<string, string>) =>
  new Request('https://shop.test/webhooks', { method: 'POST', body, headers });

/** The signed request with one of its parts replaced. */
async function changed(part: 'body' | `webhook-${string}`, value: string): Promise<Request> {
  const request = signed();
  const headers = Object.fromEntries(request.headers);
  if (part === 'body') return posted(value, headers);
  return posted(await request.text(), { ...headers, [part]: value });
}

const reasonOf = (request: Request, key: string | string[] = secret) =>
  verifyWebhook(request, key, { now }).catch((error) =>
    error instanceof WebhookVerificationError ? error.reason : error,
  );

describe('verifyWebhook', () => {
  it('reads what the sandbox delivers, and the type follows from Event', async () => {
    const received: WebhookEvent[] = [];
    const sandbox = createSandbox({
      webhooks: [{ Url: 'https://shop.test/webhooks', Events: ['CustomerCreated'], Secret: secret }],
      deliver: async (request) => {
        received.push(await verifyWebhook(request, secret));
        return new Response(null, { status: 204 });
      },
    });
    const send = await sandbox.fetch(
      new Request('http://sandbox.test/sandbox/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ Event: 'CustomerCreated', CustomerId: 'c1' }),
      }),
    );
    expect(send.status).toBeLessThan(300);
    await sandbox.settle();
    const [event] = received;
    if (event?.Event !== 'CustomerCreated') throw new Error(`not delivered: ${JSON.stringify(received)}`);
    expect(event.CustomerId).toBe('c1');
    expectTypeOf(event.Tag).toEqualTypeOf<string | undefined>();
    // @ts-expect-error A customer has no order.
    expect(event.OrderId).toBeUndefined();
  });

  it('accepts either secret during a rotation', async () => {
    const event = { Event: 'CustomerChanged', EntityId: 'a1', CustomerId: 'c1' };
    expect(await verifyWebhook(signed(text, { by: [other, secret] }), secret, { now })).toEqual(event);
    expect(await verifyWebhook(signed(), [other, secret], { now })).toEqual(event);
  });

  it('rejects another secret, another body, another message, another time', async () => {
    expect(await reasonOf(signed(), other)).toBe('WrongSignature');
    expect(await reasonOf(signed(), [])).toBe('WrongSignature');
    expect(await reasonOf(await changed('body', text.replace('c1', 'c2')))).toBe('WrongSignature');
    expect(await reasonOf(await changed('webhook-id', 'm2'))).toBe('WrongSignature');
    expect(await reasonOf(await changed('webhook-timestamp', String(now / 1000 - 1)))).toBe('WrongSignature');
  });

  it('rejects invalid signatures', async () => {
    const signature = signed().headers.get('webhook-signature') as string;
    for (const value of [signature.replace('v1,', 'v1a,'), 'v1,', 'v1,%%%', 'v1', signature.slice(0, -8)]) {
      expect(await reasonOf(await changed('webhook-signature', value))).toBe('WrongSignature');
    }
  });

  it('accepts what was sent within five minutes and nothing else', async () => {
    const at = (seconds: number) => reasonOf(signed(text, { sentAt: now + seconds * 1000 }));
    expect(await at(-300)).toMatchObject({ CustomerId: 'c1' });
    expect(await at(300)).toMatchObject({ CustomerId: 'c1' });
    expect(await at(-301)).toBe('TooOld');
    expect(await at(301)).toBe('TooNew');
    const late = signed(text, { sentAt: now - 900_000 });
    expect(await verifyWebhook(late, secret, { now, toleranceSeconds: 900 })).toMatchObject({
      EntityId: 'a1',
    });
    const early = (toleranceSeconds: number) =>
      verifyWebhook(signed(text, { sentAt: now + 400_000 }), secret, { now, toleranceSeconds });
    expect(await early(400)).toMatchObject({ EntityId: 'a1' });
    await expect(early(399)).rejects.toMatchObject({ reason: 'TooNew' });
    for (const value of ['soon', '1e9', '-5', '1768471200.5']) {
      expect(await reasonOf(await changed('webhook-timestamp', value))).toBe('InvalidTimestamp');
    }
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('needs the header %s', async (name) => {
    const request = signed();
    request.headers.delete(name);
    await expect(verifyWebhook(request, secret, { now })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      reason: 'MissingHeader',
      message: `${name}: missing. Pass the headers on unchanged.`,
    });
  });

  it('requires a valid secret, and never shows it', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_not base64!', `abcd${secret}`]) {
      expect(await reasonOf(signed(), wrong)).toBe('InvalidSecret');
    }
    const error = await verifyWebhook(signed(), other, { now }).catch((problem) => problem);
    expect(JSON.stringify([error, error.message])).not.toContain(other.slice(6));
  });

  it.each(['', 'no JSON', 'null', '[]', '{"Event":"CustomerChanged"}', '{"Event":7,"EntityId":"a1"}'])(
    'refuses the signed body %j',
    async (body) => expect(await reasonOf(signed(body))).toBe('InvalidBody'),
  );

  it('has the events and fields of the service', () => {
    type Keys<Of extends { Event: string }> = { [One in Of as One['Event']]: keyof One };
    expectTypeOf<Keys<WebhookEvent>>().toEqualTypeOf<Keys<EventPayload>>();
    expectTypeOf<EventPayload>().toExtend<WebhookEvent>();
    expectTypeOf<WebhookEvent>().toExtend<EventPayload>();
  });
});

describe('verifyWebhook without a Request', () => {
  const parts = () => ({ headers: Object.fromEntries(signed().headers), body: text });

  it('takes headers as an object in any case, and the body as a string or bytes', async () => {
    const { headers, body } = parts();
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const bytes = new TextEncoder().encode(body);
    // Frameworks have classes of their own for headers.
    const own = { get: (name: string) => headers[name] ?? null };
    for (const request of [
      parts(),
      { headers: capitals, body: bytes },
      // A buffer of Node can be a view of a larger memory, as any array of bytes can.
      { headers, body: Buffer.from(body) },
      { headers, body: new TextEncoder().encode(`before${body}after`).subarray(6, 6 + bytes.length) },
      { headers, text: async () => body },
      { headers: own, body },
    ])
      expect(await verifyWebhook(request, secret, { now })).toEqual(JSON.parse(text));
  });

  it.each([
    ['MissingHeader', 'no headers', { headers: {}, body: text }, secret],
    ['MissingHeader', 'headers that are undefined', { headers: undefined, body: text }, secret],
    ['InvalidBody', 'a body that was parsed', { ...parts(), body: JSON.parse(text) }, secret],
    ['InvalidSecret', 'no secret', parts(), undefined],
    ['InvalidSecret', 'a secret without its beginning', parts(), 'nope'],
    ['InvalidSecret', 'an empty secret', parts(), ''],
    ['InvalidSecret', 'one secret of two that is none', parts(), [secret, undefined]],
  ])('fails with %s for %s', async (reason, _, request, key) => {
    await expect(verifyWebhook(request as never, key as never, { now })).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      reason,
    });
  });
});
