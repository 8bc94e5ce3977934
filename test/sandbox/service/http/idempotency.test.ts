// Idempotency-Key: what is answered once, for how long, and for whom.
import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const keyed = (key: string) => ({ 'Idempotency-Key': key });
const replayed = 'Idempotent-Replayed';

/** The same request twice, under the same key. */
async function twice(api: Api, method: string, path: string, body: object, key = 'k') {
  const first = await api(method, path, body, keyed(key));
  const second = await api(method, path, body, keyed(key));
  return { first, second, isReplayed: second.headers.get(replayed) === 'true' };
}

describe('a request with an Idempotency-Key', () => {
  it('is executed once, and its repeat gets the same status, headers and body', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { first, second } = await twice(api, 'POST', 'customers', { FirstName: 'Ada', Nickname: 'Al' });
    expect([second.status, second.body]).toEqual([201, first.body]);
    for (const name of ['ETag', 'Content-Type'])
      expect([name, second.headers.get(name)]).toEqual([name, expect.any(String)]);
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(first.headers.get(replayed)).toBeNull();
    expect(second.headers.get(replayed)).toBe('true');
    expect((await api('GET', 'customers')).body).toHaveLength(1);
  });

  it('stores nothing of its response that belongs to one request only', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    await twice(api, 'POST', 'customers', { FirstName: 'Ada' });
    const [kept] = sandbox.snapshot().Collections['idempotentAnswers'] as unknown as [
      { Headers: Record<string, string> },
    ];
    expect(Object.keys(kept.Headers)).toContain('etag');
    expect(Object.keys(kept.Headers).join(' ')).not.toMatch(/ratelimit|sandbox|access-control/);
    const second = await api('POST', 'customers', { FirstName: 'Ada' }, keyed('k'));
    // What is counted is counted again.
    expect(second.headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/);
  });

  it.each([
    ['PUT', true],
    ['PATCH', false],
  ])('is identified by %s: %s', async (method, known) => {
    const api = await backEnd(newSandbox());
    const { CustomerId } = await newContract(api);
    const { isReplayed } = await twice(api, method, `customers/${CustomerId}`, { FirstName: 'Grace' });
    expect(isReplayed).toBe(known);
  });

  it('is supported by the API only: the control API executes each request', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { isReplayed, second } = await twice(api, 'POST', '/sandbox/events', { Event: 'PlanCreated' });
    expect([second.status, isReplayed]).toEqual([200, false]);
    expect(sandbox.snapshot().Collections['events']).toHaveLength(2);
  });

  it('has 1 to 255 characters', async () => {
    const api = await backEnd(newSandbox());
    const status = async (key: string) =>
      (await api('POST', 'customers', { FirstName: 'Ada' }, keyed(key))).status;
    expect([await status('k'), await status('k'.repeat(255))]).toEqual([201, 201]);
    expect([await status(''), await status('k'.repeat(256))]).toEqual([400, 400]);
  });

  it('has a body of its own: another one with the same key is rejected, whatever the path of others', async () => {
    const api = await backEnd(newSandbox());
    await api('POST', 'customers', { FirstName: 'Ada' }, keyed('k'));
    const other = await api('POST', 'customers', { FirstName: 'Grace' }, keyed('k'));
    expect([other.status, other.body.Code]).toEqual([422, 'IdempotencyConflict']);
    // Another path and another key are other requests.
    const elsewhere = { Url: 'https://shop.example/hook' };
    expect((await api('POST', 'webhooks', elsewhere, keyed('k'))).status).toBe(200);
    expect((await api('POST', 'customers', { FirstName: 'Grace' }, keyed('l'))).status).toBe(201);
  });

  it('is known for a day, and is new afterwards', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const add = async () =>
      (await api('POST', 'customers', { FirstName: 'Ada' }, keyed('k'))).headers.get(replayed);
    expect(await add()).toBeNull();
    await sandbox.clock.advance('PT23H59M59S');
    expect(await add()).toBe('true');
    await sandbox.clock.advance('PT1S');
    expect(await add()).toBeNull();
    expect(await add()).toBe('true');
    expect((await api('GET', 'customers')).body).toHaveLength(2);
  });

  it('is rejected while the first one is running, and free again if that was rejected', async () => {
    const api = await backEnd(newSandbox());
    const add = (body: object) => api('POST', 'customers', body, keyed('k'));
    const [first, second] = await Promise.all([add({ FirstName: 'Ada' }), add({ FirstName: 'Ada' })]);
    expect(first.status).toBe(201);
    expect([second.status, second.body.Code, second.headers.get('Retry-After')]).toEqual([
      409,
      'AlreadyExecuted',
      '1',
    ]);
    const wrong = await api('POST', 'customers', { VatId: '??' }, keyed('l'));
    const right = await api('POST', 'customers', { VatId: 'DE123456789' }, keyed('l'));
    expect([wrong.status, right.status, right.headers.get(replayed)]).toEqual([422, 201, null]);
  });

  it('is running until its response is stored: whenever it is repeated, it is executed once', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const repeats: Promise<{ status: number }>[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      repeats.push(api('POST', 'customers', { FirstName: 'Ada' }, keyed('k')));
      // Each repeat comes a little later into the first request.
      for (let wait = 0; wait < turn % 7; wait += 1) await Promise.resolve();
    }
    const statuses = new Set((await Promise.all(repeats)).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([201, 409]);
    expect((await api('GET', 'customers')).body).toHaveLength(1);
  });

  it('is a different one for another caller', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const tokens: string[] = [];
    for (const _ of [1, 2]) {
      const { Id } = await newContract(api);
      tokens.push((await api('GET', `contracts/${Id}/selfServiceToken`)).body.Token);
    }
    const cancel = async (token: string | undefined) => {
      const { status, headers } = await api(
        'POST',
        'CustomerSelfService/contract/cancel',
        {},
        {
          ...keyed('k'),
          Authorization: `Bearer ${token}`,
        },
      );
      return [status, headers.get(replayed)];
    };
    expect(await cancel(tokens[0])).toEqual([200, null]);
    expect(await cancel(tokens[1])).toEqual([200, null]);
    expect(await cancel(tokens[0])).toEqual([200, 'true']);
  });

  it('of an anonymous visitor can be repeated as well', async () => {
    const sandbox = newSandbox();
    const order = { Cart: { PlanVariantId: 'b00000000000000000000001' }, Customer: { FirstName: 'Ada' } };
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const answer = await sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/signup/order', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...keyed('k') },
        body: JSON.stringify(order),
      });
      ids.push(((await answer.json()) as { OrderId: string }).OrderId);
    }
    expect(ids[0]).toBe(ids[1]);
  });
});
