import { describe, expect, it } from 'vitest';
import { appShop, type Json, stores } from './shop.ts';

const CUSTOMER = { FirstName: 'Ada', LastName: 'App', Tag: 'ada-1' };

it('a contract of a store pays nothing to the service, no setup fee either', async () => {
  const shop = await appShop();
  await shop.ok(shop.rest('PATCH', 'planVariants/b00000000000000000000011', { SetupFee: 49 }));
  const contract = await shop.order(await shop.receipt('AppleIap'));
  expect(contract.PlanVariantId).toBe('b00000000000000000000011');
  expect([contract.Balance, await shop.ok(shop.rest('GET', 'invoices'))]).toEqual([0, []]);
  const [order] = await shop.ok(shop.rest('GET', 'orders'));
  expect([order.Total, order.LineItems]).toEqual([0, []]);
});

describe('spec: Check rules 3, IAP orders 1, 2 — the same receipt again', () => {
  it.each(stores)(
    '%s: a second order returns the existing contract, and no second customer',
    async (type) => {
      const shop = await appShop();
      const receipt = await shop.receipt(type);
      const first = await shop.order(receipt);
      const second = await shop.order(receipt, { Customer: { LastName: 'Other' } });
      expect(second).toEqual(first);
      expect(await shop.ok(shop.rest('GET', 'contracts'))).toHaveLength(1);
      expect(await shop.ok(shop.rest('GET', 'customers'))).toHaveLength(1);
      expect(await shop.events('ContractCreated')).toHaveLength(1);
      expect(await shop.events('OrderSucceeded')).toHaveLength(2);
    },
  );

  it.each(stores)('%s: two orders created before either is committed create one contract', async (type) => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    const orders = await Promise.all(
      [1, 2, 3].map(() => shop.ok(shop.rest('POST', 'orders', { Customer: CUSTOMER, ...receipt }))),
    );
    const contracts = await Promise.all(
      orders.map(({ Id }) => shop.ok(shop.rest('POST', `orders/${Id}/commit`, {}))),
    );
    // None of them is left to expire.
    const tasks = (shop.sandbox.snapshot().Collections as unknown as { tasks: Json[] }).tasks;
    expect(tasks.filter(({ Type }) => Type === 'order-expiry')).toEqual([]);
    expect(new Set(contracts.map(({ Id }) => Id)).size).toBe(1);
    expect(await shop.ok(shop.rest('GET', 'contracts'))).toHaveLength(1);
    expect(await shop.ok(shop.rest('GET', 'customers'))).toHaveLength(1);
    for (const { Id } of orders) {
      expect(await shop.ok(shop.rest('GET', `orders/${Id}`))).toMatchObject({
        Status: 'Completed',
        ContractId: contracts[0].Id,
        CustomerId: contracts[0].CustomerId,
      });
    }
  });

  it('one order committed twice at once creates one contract and one rejection', async () => {
    const shop = await appShop();
    const order = await shop.ok(
      shop.rest('POST', 'orders', { Customer: CUSTOMER, ...(await shop.receipt('AppleIap')) }),
    );
    const answers = await Promise.all([1, 2].map(() => shop.rest('POST', `orders/${order.Id}/commit`, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await shop.ok(shop.rest('GET', 'contracts'))).toHaveLength(1);
  });

  it('with a cart is rejected, and creates no order', async () => {
    const shop = await appShop();
    const Cart = { PlanVariantId: 'b00000000000000000000001' };
    const receipt = await shop.receipt('AppleIap');
    const { status, body } = await shop.rest('POST', 'orders', { Customer: CUSTOMER, Cart, ...receipt });
    expect([status, body.Errors]).toMatchObject([422, [{ Field: 'Cart' }]]);
    expect(await shop.ok(shop.rest('GET', 'orders'))).toEqual([]);
  });

  it('for another customer is rejected: the subscription belongs to one', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap');
    const contract = await shop.order(receipt);
    const other = await shop.ok(shop.rest('POST', 'customers', { LastName: 'Other' }));
    const { status, body } = await shop.rest('POST', 'orders', { CustomerId: other.Id, ...receipt });
    expect(status).toBe(422);
    expect(body.Message).toContain(contract.CustomerId);
  });

  it.each(['annulate', 'delete'])(
    'after the contract was taken back (%s) it makes a new one',
    async (way) => {
      const shop = await appShop();
      const receipt = await shop.receipt('AppleIap');
      const first = await shop.order(receipt);
      await shop.ok(
        way === 'delete'
          ? shop.rest('DELETE', `contracts/${first.Id}`)
          : shop.rest('POST', `contracts/${first.Id}/annulate`),
      );
      await shop.sandbox.clock.advance('P3D');
      expect((await shop.check(receipt)).body.Subscriptions[0]).not.toHaveProperty('Contract');
      const second = await shop.order(receipt);
      expect(second.Id).not.toBe(first.Id);
      expect((await shop.check(receipt)).body.Subscriptions[0].Contract.Id).toBe(second.Id);
    },
  );

  it('a restored subscription shows what has happened meanwhile', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('GoogleIap');
    await shop.order(receipt);
    await shop.patch('GoogleIap', receipt.GoogleIapToken, { Status: 'Refunded' });
    expect((await shop.order(receipt)).LifecycleStatus).toBe('Ended');
  });
});

describe('spec: Check rules 1, IAP orders 1 — a receipt with several subscriptions', () => {
  const both = { ProductIds: ['com.merchant.apple.monthly', 'com.merchant.apple.yearly'] };

  it('each order adds the next one without a contract', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap', both);
    const first = await shop.order(receipt);
    const checked = (await shop.check(receipt)).body.Subscriptions;
    expect(checked.filter((one: Json) => one.Contract !== undefined)).toHaveLength(1);
    const second = await shop.order(receipt, { CustomerId: first.CustomerId, Customer: undefined });
    expect(second.PlanVariantId).not.toBe(first.PlanVariantId);
    expect(
      (await shop.check(receipt)).body.Subscriptions.every((one: Json) => one.Contract !== undefined),
    ).toBe(true);
    expect([first.Id, second.Id]).toContain((await shop.order(receipt)).Id);
  });

  it('ExternalSubscriptionId selects one', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap', both);
    const [, second] = (await shop.check(receipt)).body.Subscriptions;
    const contract = await shop.order(receipt, { ExternalSubscriptionId: second.Id });
    expect((await shop.check(receipt)).body.Subscriptions[1].Contract.Id).toBe(contract.Id);
    const { status, body } = await shop.rest('POST', 'orders', {
      Customer: {},
      ...receipt,
      ExternalSubscriptionId: 'x',
    });
    expect([status, body.Errors[0].Field]).toEqual([422, 'ExternalSubscriptionId']);
  });

  it('a later purchase of the same customer joins the receipt', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap');
    await shop.order(receipt);
    expect(
      await shop.receipt('AppleIap', {
        ...receipt,
        Type: undefined,
        ProductIds: ['com.merchant.apple.yearly'],
      }),
    ).toEqual(receipt);
    const subscriptions = (await shop.check(receipt)).body.Subscriptions;
    expect(subscriptions.map((one: Json) => 'Contract' in one)).toEqual([true, false]);
  });

  it('a product without a plan variant is named', async () => {
    const shop = await appShop();
    const made = await shop.call('POST', '/sandbox/stores/AppleIap/receipts', {
      ProductIds: ['com.merchant.hat'],
    });
    expect(made.headers.get('X-Sandbox-Warnings')).toContain('com.merchant.hat');
    const { status, body } = await shop.rest('POST', 'orders', { Customer: {}, ...made.body });
    expect([status, body.Code]).toEqual([422, 'UnknownProduct']);
  });
});

describe('spec: IAP orders 2 — what the store has, the contract has', () => {
  it('a subscription bought long ago starts where it was bought, without a bill', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap');
    await shop.sandbox.clock.advance('P100D');
    const contract = await shop.order(receipt);
    expect(contract).toMatchObject({
      StartDate: '2026-01-15T10:00:00.0000000Z',
      LifecycleStatus: 'Active',
      Balance: 0,
    });
    expect(await shop.ok(shop.rest('GET', 'invoices'))).toEqual([]);
  });

  it('one that is canceled or paused at the order is so in the contract', async () => {
    const shop = await appShop();
    const canceled = await shop.order(await shop.receipt('AmazonIap', { Status: 'Canceled' }));
    expect(canceled).toMatchObject({ LifecycleStatus: 'Active', EndDate: '2026-02-15T10:00:00.0000000Z' });
    const paused = await shop.order(await shop.receipt('GoogleIap', { Status: 'Paused' }));
    expect(paused.LifecycleStatus).toBe('Paused');
    expect(paused).not.toHaveProperty('EndDate');
  });

  it('the preview costs nothing and keeps nothing', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap', { Trial: { Unit: 'Day', Quantity: 7 } });
    const { Order } = await shop.ok(shop.rest('POST', 'orders/preview', { Customer: CUSTOMER, ...receipt }));
    expect(Order).toMatchObject({
      TotalGross: 0,
      PlanVariantId: 'b00000000000000000000011',
      Status: 'InProgress',
    });
    expect(await shop.ok(shop.rest('GET', 'orders'))).toEqual([]);
  });
});

describe('spec: IAP orders 2 — observer', () => {
  it('operations for contracts billed by the service are rejected with a reason', async () => {
    const shop = await appShop();
    const { Id } = await shop.order(await shop.receipt('AppleIap'));
    const refused = [
      ['POST', `contracts/${Id}/payment`, { Amount: 5 }],
      ['POST', `contracts/${Id}/bill`, {}],
      ['POST', `contracts/${Id}/end`, { EndDate: '2026-05-01T00:00:00Z' }],
      ['POST', `contracts/${Id}/ratedItems`, { Description: 'x', Quantity: 1, PricePerUnit: 1 }],
      ['POST', `contracts/${Id}/usage`, { ComponentId: 'd00000000000000000000003', Quantity: 1 }],
      [
        'POST',
        `contracts/${Id}/componentSubscriptions`,
        { ComponentId: 'd00000000000000000000001', Quantity: 1 },
      ],
    ] as const;
    for (const [method, path, body] of refused) {
      const answer = await shop.rest(method, path, body);
      expect([path, answer.status]).toEqual([path, 409]);
      expect(answer.body.Message).toMatch(/store/);
    }
    expect(await shop.ok(shop.rest('GET', `contracts/${Id}/ledgerEntries`))).toEqual([]);
  });

  it('an order with a receipt is not paid with ClientLib', async () => {
    const shop = await appShop();
    const order = await shop.ok(
      shop.rest('POST', 'orders', { Customer: CUSTOMER, ...(await shop.receipt('AppleIap')) }),
    );
    const { status, body } = await shop.call('POST', '/api/v1/CustomerSelfService/signup/pay', {
      PublicApiKey: 'a00000000000000000000001',
      OrderId: order.Id,
      TetheredPaymentInformation: { bearer: 'InvoicePayment' },
    });
    expect([status, body.Code]).toEqual([409, 'InvalidPreconditions']);
    expect(JSON.stringify(body)).toContain('store');
  });
});
