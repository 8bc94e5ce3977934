import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Service, startService } from './service.ts';

let service: Service;

beforeEach(() => {
  service = startService({ deliver: async () => new Response(null, { status: 204 }) });
});
afterEach(() => service.sandbox.close());

const post = (body: object) => service.rest('POST', '/webhooks', body);

describe('the registration of a webhook', () => {
  it('returns the secret once; list and endpoint do not', async () => {
    const { status, body } = await post({
      url: 'https://merchant.test/hooks',
      EVENTS: ['ordersucceeded', 'PaymentFailed'],
      BasicAuth: { Username: 'a', Password: 'hidden' },
      Headers: { 'X-Key': 'hidden' },
    });
    expect(status).toBe(200);
    const { Secret, ...shown } = body;
    expect(Secret).toMatch(/^whsec_/);
    expect(shown).toEqual({
      Id: expect.stringMatching(/^[0-9a-f]{24}$/),
      Url: 'https://merchant.test/hooks',
      Events: ['OrderSucceeded', 'PaymentFailed'],
      Signed: true,
      Headers: { 'X-Key': '***' },
      CreatedAt: '2026-01-15T10:00:00.0000000Z',
    });
    expect((await service.rest('GET', '/webhooks')).body).toEqual([shown]);
    expect((await service.rest('GET', `/webhooks/${shown.Id}`)).body).toEqual(shown);
  });

  it('tells the control API the current secret, but neither the previous one nor the basic authentication', async () => {
    const BasicAuth = { Username: 'hidden-name', Password: 'hidden-word' };
    const { Id, Secret } = await service.register('https://merchant.test/hooks', { BasicAuth });
    const { body } = await service.rest('POST', `/webhooks/${Id}/rotateSecret`);
    const [listed] = await service.control('GET', '/webhooks');
    for (const shown of [listed, await service.control('PATCH', `/webhooks/${Id}`, {})]) {
      expect(shown.Secret).toBe(body.Secret);
      for (const secret of [Secret, 'hidden-name', 'hidden-word'])
        expect(JSON.stringify(shown)).not.toContain(secret);
    }
  });

  it.each([
    ['/hooks', 'expected an absolute URL'],
    ['ftp://merchant.test/', 'expected http or https'],
    ['javascript:alert(1)', 'expected http or https'],
    ['https://user:word@merchant.test/', 'BasicAuth'],
    ['https://merchant.test/#top', 'fragment'],
  ])('rejects the address %s', async (Url, reason) => {
    const { status, body } = await post({ Url });
    expect(status).toBe(422);
    expect(body.Errors).toMatchObject([{ Field: 'Url', Message: expect.stringContaining(reason) }]);
  });

  it('rejects an unknown event and names the nearest', async () => {
    const { status, body } = await post({
      Url: 'https://merchant.test/',
      Events: ['PaymentFailed', 'OrderSuceeded'],
    });
    expect(status).toBe(422);
    expect(body.Errors).toMatchObject([
      { Field: 'Events[1]', Message: expect.stringContaining('did you mean OrderSucceeded?') },
    ]);
  });

  it('rejects an event that is named twice', async () => {
    const { status, body } = await post({
      Url: 'https://merchant.test/',
      Events: ['PaymentFailed', 'paymentfailed'],
    });
    expect([status, body.Errors[0].Field, body.Errors[0].Code]).toEqual([422, 'Events[1]', 'Duplicate']);
  });

  it('rejects a second registration of the same address for the same event', async () => {
    const { body: first } = await post({ Url: 'https://merchant.test/hooks', Events: ['PaymentFailed'] });
    const again = await post({
      Url: 'https://MERCHANT.test/hooks',
      Events: ['PaymentFailed', 'OrderSucceeded'],
    });
    expect([again.status, again.body.Code]).toEqual([409, 'Duplicate']);
    expect(again.body.Message).toContain(first.Id);
    expect((await post({ Url: 'https://merchant.test/hooks' })).status).toBe(409);
    expect((await post({ Url: 'https://merchant.test/hooks', Events: ['OrderSucceeded'] })).status).toBe(200);
    expect((await post({ Url: 'https://merchant.test/others' })).status).toBe(200);
  });

  it.each([
    [{ Secret: 'whsec_short' }, 'Secret'],
    [{ Secret: 'plain' }, 'Secret'],
    [{ Headers: { 'webhook-id': 'mine' } }, 'Headers.webhook-id'],
    [{ Headers: { 'Bad Name': 'x' } }, 'Headers.Bad Name'],
    [
      { Headers: { Authorization: 'x' }, BasicAuth: { Username: 'a', Password: 'b' } },
      'Headers.Authorization',
    ],
    [{ BasicAuth: { Username: 'a:b', Password: 'c' } }, 'BasicAuth.Username'],
  ])('rejects %j', async (input, field) => {
    const { status, body } = await post({ Url: 'https://merchant.test/', ...input });
    expect([status, body.Errors[0].Field]).toEqual([422, field]);
  });

  it('subscribes to all events with an empty list, otherwise to the named ones', async () => {
    const all = await service.register('https://merchant.test/all', { Events: [] });
    const some = await service.register('https://merchant.test/some', { Events: ['PaymentFailed'] });
    await service.emit('PaymentFailed');
    await service.emit('CustomerCreated');
    const eventsOf = async (id: string) =>
      (await service.deliveries(`&webhookId=${id}`)).map(({ Event }) => Event);
    expect(await eventsOf(all.Id)).toEqual(['PaymentFailed', 'CustomerCreated']);
    expect(await eventsOf(some.Id)).toEqual(['PaymentFailed']);
  });

  it('ends with DELETE', async () => {
    const { Id } = await service.register('https://merchant.test/');
    expect((await service.rest('DELETE', `/webhooks/${Id}`)).status).toBe(204);
    expect((await service.rest('DELETE', `/webhooks/${Id}`)).status).toBe(404);
    expect((await service.rest('GET', '/webhooks')).body).toEqual([]);
  });

  it('ends with DELETE while an attempt is under way, which is broken off', async () => {
    service.sandbox.close();
    let signal: AbortSignal | undefined;
    service = startService({
      deliver: (request) => {
        signal = request.signal;
        return new Promise(() => {});
      },
    });
    const { Id } = await service.register('https://merchant.test/');
    await service.emit('CustomerCreated');
    await vi.waitFor(() => expect(signal).toBeDefined());
    expect(signal?.aborted).toBe(false);
    expect((await service.rest('DELETE', `/webhooks/${Id}`)).status).toBe(204);
    expect(signal?.aborted).toBe(true);
  });

  it('can be part of the options of the sandbox', async () => {
    const one = startService({
      webhooks: ['http://a.test/', { Url: 'http://b.test/', Events: ['PaymentFailed'] }],
    });
    expect(await one.control('GET', '/webhooks')).toMatchObject([
      { Url: 'http://a.test/', Events: [] },
      { Url: 'http://b.test/', Events: ['PaymentFailed'] },
    ]);
    one.sandbox.close();
  });
});
