import { startSandbox } from 'clientlib-sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { createAppBackend, startAppBackend } from '../../examples/app-backend/server.mjs';
import { appShop, type Json, stores } from '../sandbox/service/stores/shop.ts';

/** The app on two phones, its back end, the service and the stores, in one process. */
async function story() {
  const shop = await appShop();
  const backend = createAppBackend({
    sandboxUrl: 'http://sandbox',
    fetch: (input: Request | string | URL, init?: RequestInit) => shop.sandbox.fetch(input, init),
  });
  const app = async (user: string, method: string, path: string, body?: object) => {
    const response = await backend.fetch(
      new Request(`http://backend${path}`, {
        method,
        headers: { 'X-User': user },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
  };
  return {
    shop,
    send: (user: string, receipt: object) => app(user, 'POST', '/purchases', receipt),
    look: async (user: string) => (await app(user, 'GET', '/entitlement')).body,
    app,
  };
}

describe('the app back end', () => {
  it.each(stores)('%s: buy, lose the phone, restore, cancel, run out', async (type) => {
    const { shop, send, look } = await story();
    expect(await look('ada')).toEqual({ User: 'ada', Access: false, Contracts: [] });

    const receipt = await shop.receipt(type, { Trial: { Unit: 'Day', Quantity: 14 } });
    const bought = await send('ada', receipt);
    expect(bought).toMatchObject({ status: 200, body: { Access: true, Contracts: [{ Status: 'InTrial' }] } });

    // A new phone a month later: the store gives the app the same receipt.
    await shop.sandbox.clock.advance('P1M');
    const restored = await send('ada', receipt);
    expect(restored.body).toMatchObject({
      Access: true,
      Contracts: [{ Id: bought.body.Contracts[0].Id, Status: 'Active' }],
    });
    expect(await shop.ok(shop.rest('GET', 'contracts'))).toHaveLength(1);

    const [{ Id }] = (await shop.check(receipt)).body.Subscriptions;
    await shop.patch(type, Id, { Status: 'Canceled' });
    await shop.sandbox.clock.advance('P1D');
    const until = (await shop.stored(type, Id)).ExpiryDate;
    expect(await look('ada')).toMatchObject({
      Access: true,
      Contracts: [{ Status: 'Active', EndDate: until }],
    });
    await shop.sandbox.clock.advance('P1M');
    expect(await look('ada')).toMatchObject({
      Access: false,
      Contracts: [{ Status: 'Ended', EndDate: until }],
    });
    for (const list of ['invoices', 'paymentTransactions'])
      expect(await shop.ok(shop.rest('GET', list))).toEqual([]);
  });

  it('both phones at once make one contract', async () => {
    const { shop, send } = await story();
    const receipt = await shop.receipt('AppleIap');
    const answers = await Promise.all([send('ada', receipt), send('ada', receipt)]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.Contracts).toHaveLength(1);
    }
    expect(await shop.ok(shop.rest('GET', 'contracts'))).toHaveLength(1);
  });

  it('a user with subscriptions in two stores is one customer with two contracts', async () => {
    const { shop, send } = await story();
    await send('ada', await shop.receipt('AppleIap'));
    const { body } = await send('ada', await shop.receipt('AmazonIap'));
    expect(body.Contracts).toHaveLength(2);
    expect(await shop.ok(shop.rest('GET', 'customers'))).toHaveLength(1);
  });

  it('all subscriptions of a receipt are added, except those that ended before', async () => {
    const { shop, send } = await story();
    const receipt = await shop.receipt('AppleIap', {
      ProductIds: ['com.merchant.apple.monthly', 'com.merchant.apple.yearly'],
    });
    expect((await send('ada', receipt)).body.Contracts).toHaveLength(2);
    const old = await send('bob', await shop.receipt('AppleIap', { Status: 'Expired' }));
    expect(old).toMatchObject({ status: 200, body: { Access: false, Contracts: [] } });
  });

  it("an id that looks like a query is a user of its own, without anybody else's purchase", async () => {
    const { shop, send, look } = await story();
    await send('ada', await shop.receipt('AppleIap'));
    for (const user of ['x&externalId=ada', 'ada#', 'ada%00', 'ada&take=0'])
      expect(await look(user)).toEqual({ User: user, Access: false, Contracts: [] });
  });

  it("another user's receipt is rejected", async () => {
    const { shop, send, look } = await story();
    const receipt = await shop.receipt('GoogleIap');
    await send('ada', receipt);
    expect((await send('eve', receipt)).status).toBe(409);
    expect((await look('eve')).Access).toBe(false);
  });

  it('a store that is down can be tried again later; access stays', async () => {
    const { shop, send, look } = await story();
    const receipt = await shop.receipt('AmazonIap');
    await send('ada', receipt);
    await shop.ok(shop.call('PUT', '/sandbox/stores/AmazonIap/fault', { Fault: 'Down' }));
    const { status, headers } = await send('ada', receipt);
    expect([status, headers.get('Retry-After')]).toEqual([503, '60']);
    await shop.sandbox.clock.advance('P3M');
    expect((await look('ada')).Access).toBe(true);
  });

  it('invalid input is rejected with its field', async () => {
    const { send, app } = await story();
    expect(await send('ada', { Type: 'AppleIap' })).toMatchObject({
      status: 422,
      body: { Message: expect.stringContaining('AppleIapReceipt') },
    });
    expect((await app('ada', 'GET', '/')).status).toBe(404);
  });
});

describe('on a port', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('runs against a started sandbox', async () => {
    const sandbox = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'app' });
    open.push(sandbox);
    const backend = await startAppBackend({ port: 0, sandboxUrl: sandbox.url });
    open.push(backend);
    const catalog = (await (await fetch(`${sandbox.url}/sandbox/catalog`)).json()) as Json;
    const { Request } = catalog.Receipts.find(
      (one: Json) => one.Type === 'GoogleIap' && one.Name === 'Active',
    );
    const answer = await fetch(`${backend.url}/purchases`, {
      method: 'POST',
      headers: { 'X-User': 'ada' },
      body: JSON.stringify(Request),
    });
    expect(await answer.json()).toMatchObject({ User: 'ada', Access: true });
    expect((await fetch(`${backend.url}/entitlement`)).status).toBe(401);
  });
});
