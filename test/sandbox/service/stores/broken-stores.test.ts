import { describe, expect, it } from 'vitest';
import { appShop, type Json, stores } from './shop.ts';

const breaks = (type: string, body: object) => ['PUT', `/sandbox/stores/${type}/fault`, body] as const;

describe.each(stores)('a broken %s', (type) => {
  it.each([
    { Fault: 'Down' },
    { Fault: 'Unreachable' },
    { Fault: 'Malformed' },
    { Fault: 'TooManyRequests' },
    { Fault: 'Slow', DelayMs: 20_000 },
  ])('$Fault: check, order and commit respond with 503 and can be repeated', async (fault) => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    const order = await shop.ok(shop.rest('POST', 'orders', { Customer: {}, ...receipt }));
    await shop.ok(shop.call(...breaks(type, fault)));
    for (const answer of [
      await shop.check(receipt),
      await shop.rest('POST', 'orders', { Customer: {}, ...receipt }),
      await shop.rest('POST', `orders/${order.Id}/commit`, {}),
    ]) {
      expect(answer).toMatchObject({ status: 503, body: { Code: 'StoreUnavailable' } });
      expect(answer.headers.get('Retry-After')).toBe('60');
      expect(answer.body.Message).toContain(type);
    }
    expect((await shop.ok(shop.rest('GET', 'orders'))).length).toBe(1);
    expect((await shop.call('DELETE', `/sandbox/stores/${type}/fault`)).status).toBe(204);
    expect((await shop.ok(shop.rest('POST', `orders/${order.Id}/commit`, {}))).LifecycleStatus).toBe(
      'Active',
    );
  });

  it('lasts for as many requests as configured', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    await shop.ok(shop.call(...breaks(type, { Fault: 'Down', Times: 2 })));
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await shop.check(receipt)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('Slow within the timeout is a normal response', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    await shop.ok(shop.call(...breaks(type, { Fault: 'Slow', DelayMs: 9000 })));
    expect((await shop.check(receipt)).status).toBe(200);
  });

  it('does not change contracts, and the re-check catches up within the hour', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    const before = await shop.order(receipt);
    const [{ Id }] = (await shop.check(receipt)).body.Subscriptions;
    await shop.patch(type, Id, { Status: 'Expired' });
    await shop.ok(shop.call(...breaks(type, { Fault: 'Down' })));
    await shop.sandbox.clock.advance('P5D');
    expect(await shop.contract(before.Id)).toEqual(before);
    await shop.ok(shop.call('DELETE', `/sandbox/stores/${type}/fault`));
    await shop.sandbox.clock.advance('PT1H');
    expect((await shop.contract(before.Id)).LifecycleStatus).toBe('Ended');
  });
});

describe('the control API of the stores', () => {
  it('returns exactly the fields of the check request', async () => {
    const shop = await appShop({ strict: true });
    for (const type of stores) expect((await shop.check(await shop.receipt(type))).status).toBe(200);
  });

  it('accepts the store in any casing, and names the known ones', async () => {
    const shop = await appShop();
    expect((await shop.receipt('appleiap')).Type).toBe('AppleIap');
    const { status, body } = await shop.call('POST', '/sandbox/stores/OtherIap/receipts', {});
    expect(status).toBe(404);
    expect(body.Message).toContain('AppleIap, GoogleIap, AmazonIap');
  });

  it('lists products, faults and subscriptions, newest first', async () => {
    const shop = await appShop();
    const first = await shop.receipt('GoogleIap');
    const second = await shop.receipt('GoogleIap');
    await shop.ok(shop.call(...breaks('GoogleIap', { Fault: 'Malformed', Times: 3 })));
    const list: Json[] = await shop.ok(shop.call('GET', '/sandbox/stores/GoogleIap/subscriptions'));
    expect(list.map(({ Receipt }) => Receipt)).toEqual([second, first]);
    const shown: Json[] = await shop.ok(shop.call('GET', '/sandbox/stores'));
    expect(shown.map(({ Type }) => Type)).toEqual([...stores]);
    expect(shown[1]).toMatchObject({ Subscriptions: 2, Fault: { Fault: 'Malformed', Times: 3 } });
    expect(shown[1].Products).toContainEqual({
      ProductId: 'com.merchant.google.monthly',
      PlanVariantId: 'b00000000000000000000012',
    });
    expect((await shop.call('GET', '/sandbox/stores/AppleIap/subscriptions/x')).status).toBe(404);
  });

  it.each([
    ['AppleIap', { Status: 'Paused' }, 'Status'],
    ['AmazonIap', { Status: 'BillingRetry' }, 'Status'],
    ['GoogleIap', { Status: 'Upgraded' }, 'Status'],
    ['GoogleIap', { Status: 'Trial' }, 'Status'],
    ['GoogleIap', { Status: 'Paused', Until: '2025-01-01T00:00:00Z' }, 'Until'],
    ['AppleIap', { Status: 'Gone' }, 'Status'],
  ])('%s rejects %j', async (type, change, field) => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    const [{ Id }] = (await shop.check(receipt)).body.Subscriptions;
    const { status, body } = await shop.call('PATCH', `/sandbox/stores/${type}/subscriptions/${Id}`, change);
    expect([status, body.Errors[0].Field]).toEqual([422, field]);
    expect((await shop.stored(type, Id)).Status).toBe('Active');
  });

  it('does not change what has ended, except by buying it again', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AmazonIap', { Status: 'Refunded' });
    const path = `/sandbox/stores/AmazonIap/subscriptions/${receipt.AmazonIapReceiptId}`;
    for (const change of [
      { Status: 'Canceled' },
      { Status: 'Expired' },
      { ProductId: 'com.merchant.amazon.yearly' },
    ]) {
      expect((await shop.call('PATCH', path, change)).status).toBe(422);
    }
    expect((await shop.ok(shop.call('PATCH', path, { Status: 'Active' }))).Status).toBe('Active');
  });

  it('the examples of the catalog respond as described', async () => {
    const shop = await appShop();
    const { Receipts } = await shop.ok(shop.call('GET', '/sandbox/catalog'));
    for (const { Name, Type, Expect, Request } of Receipts) {
      const { status, body } = await shop.check(Request);
      expect([Type, Name, status === 200 ? '200' : `422 ${body.Code}`]).toEqual([
        Type,
        Name,
        Expect.split(',')[0],
      ]);
      if (status === 200) expect(body.Subscriptions).toHaveLength(1);
    }
    for (const type of stores) {
      const names = Receipts.filter((one: Json) => one.Type === type).map((one: Json) => one.Name);
      expect(names).toEqual(
        expect.arrayContaining([
          'Active',
          'Trial',
          'Canceled',
          'Expired',
          'Unknown',
          'Malformed',
          'WrongEnvironment',
          'ForeignApp',
        ]),
      );
    }
  });

  it('an example can be ordered, and lives on like any other purchase', async () => {
    const shop = await appShop();
    const { Receipts } = await shop.ok(shop.call('GET', '/sandbox/catalog'));
    const trial = Receipts.find((one: Json) => one.Type === 'AmazonIap' && one.Name === 'Trial');
    const contract = await shop.order(trial.Request);
    expect(contract.LifecycleStatus).toBe('InTrial');
    await shop.sandbox.clock.advance('P15D');
    expect((await shop.contract(contract.Id)).LifecycleStatus).toBe('Active');
  });

  it('is part of a snapshot: receipts, subscriptions and due tasks', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap', { Status: 'Canceled' });
    const contract = await shop.order(receipt);
    const snapshot = JSON.parse(JSON.stringify(shop.sandbox.snapshot()));
    await shop.ok(shop.call('POST', '/sandbox/reset'));
    expect(await shop.ok(shop.call('GET', '/sandbox/stores/AppleIap/subscriptions'))).toEqual([]);
    shop.sandbox.restore(snapshot);
    await shop.sandbox.clock.advance('P2M');
    expect((await shop.contract(contract.Id)).LifecycleStatus).toBe('Ended');
  });

  it('same seed, same script, same receipts', async () => {
    const [one, other] = await Promise.all([appShop(), appShop()]);
    for (const type of stores) expect(await one.receipt(type)).toEqual(await other.receipt(type));
    expect(await (await appShop({ seed: 'another' })).receipt('GoogleIap')).not.toEqual(
      await one.receipt('GoogleIap'),
    );
  });
});

it('a fault of a store is shown with its delay, which is 2 seconds if none is named, until it is mended', async () => {
  const shop = await appShop();
  const path = '/sandbox/stores/AppleIap/fault';
  const shown = async () => (await shop.ok(shop.call('GET', '/sandbox/stores')))[0].Fault;
  expect(await shown()).toBeUndefined();
  for (const [input, fault] of [
    [{ Fault: 'Slow' }, { Fault: 'Slow', DelayMs: 2_000 }],
    [
      { Fault: 'Slow', DelayMs: 0 },
      { Fault: 'Slow', DelayMs: 0 },
    ],
    [
      { Fault: 'Down', Times: 2 },
      { Fault: 'Down', DelayMs: 2_000, Times: 2 },
    ],
  ] as const) {
    expect(await shop.ok(shop.call('PUT', path, input))).toEqual(fault);
    expect(await shown()).toEqual(fault);
  }
  expect((await shop.call('DELETE', path)).status).toBe(204);
  expect(await shown()).toBeUndefined();
  shop.sandbox.close();
});
