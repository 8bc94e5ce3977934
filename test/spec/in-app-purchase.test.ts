import { describe, expect, it } from 'vitest';
import { problemReference } from '../../sandbox/src/service/domain/basics/problem-reference.ts';
import { appShop, stores } from '../sandbox/service/stores/shop.ts';

const PRO = 'b00000000000000000000003';
const SEAT = 'd00000000000000000000001';

describe('spec: REST POST ExternalSubscriptions/check, External subscription check', () => {
  it.each(stores)('returns the subscription of a receipt of %s', async (type) => {
    const shop = await appShop();
    const { status, body } = await shop.check(await shop.receipt(type));
    expect(status).toBe(200);
    expect(body).toEqual({ Subscriptions: [{ Id: expect.any(String) }] });
  });

  it('spec: External subscription check Contract — is there only once a contract exists', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('GoogleIap');
    expect((await shop.check(receipt)).body.Subscriptions[0]).not.toHaveProperty('Contract');
    const contract = await shop.order(receipt);
    expect((await shop.check(receipt)).body.Subscriptions[0].Contract).toEqual({
      Id: contract.Id,
      CustomerId: contract.CustomerId,
    });
  });
});

describe('spec: Check request AppleIap, GoogleIap, AmazonIap', () => {
  const fields = {
    AppleIap: ['AppleIapReceipt'],
    GoogleIap: ['GoogleIapPackageName', 'GoogleIapSubscriptionId', 'GoogleIapToken'],
    AmazonIap: ['AmazonIapReceiptId', 'AmazonIapUserId'],
  } as const;

  it.each(stores)('%s accepts exactly its own fields', async (type) => {
    const shop = await appShop();
    const receipt = await shop.receipt(type);
    expect(Object.keys(receipt).sort()).toEqual(['Type', ...fields[type]].sort());
    for (const field of fields[type]) {
      for (const missing of [undefined, '']) {
        const { status, body } = await shop.check({ ...receipt, [field]: missing });
        expect(status).toBe(422);
        expect(body.Errors.map(({ Field }: { Field: string }) => Field)).toEqual([field]);
      }
    }
    for (const other of stores.filter((one) => one !== type)) {
      const { status, body } = await shop.check({ ...receipt, [fields[other][0]]: 'x' });
      expect(status).toBe(422);
      expect(body.Errors[0]).toMatchObject({
        Field: fields[other][0],
        Message: expect.stringContaining(type),
      });
    }
  });

  it('rejects a request without a Type, or with an unknown store', async () => {
    const shop = await appShop();
    for (const Type of [undefined, 'OtherIap']) {
      const { status, body } = await shop.check({ ...(await shop.receipt('AppleIap')), Type });
      expect(status).toBe(422);
      expect(body.Errors[0].Field).toBe('Type');
    }
  });
});

describe('Check rules', () => {
  it('spec: Check rules 1 — one receipt of AppleIap can hold several subscriptions', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AppleIap', {
      ProductIds: ['com.merchant.apple.monthly', 'com.merchant.apple.yearly'],
    });
    const { body } = await shop.check(receipt);
    expect(body.Subscriptions).toHaveLength(2);
    expect(new Set(body.Subscriptions.map(({ Id }: { Id: string }) => Id)).size).toBe(2);
  });

  it.each(['GoogleIap', 'AmazonIap'])(
    'spec: Check rules 2 — %s: the input is that of an order, the result is exactly one subscription',
    async (type) => {
      const shop = await appShop();
      const receipt = await shop.receipt(type);
      await shop.receipt(type);
      expect((await shop.check(receipt)).body.Subscriptions).toHaveLength(1);
      const order = await shop.rest('POST', 'orders', { Customer: { LastName: 'App' }, ...receipt });
      expect(order.status).toBe(200);
      const two = await shop.call('POST', `/sandbox/stores/${type}/receipts`, { ProductIds: ['a', 'b'] });
      expect(two.status).toBe(422);
    },
  );

  it.each(stores)(
    'spec: Check rules 3 — %s: what has no contract is added by an order, and found again',
    async (type) => {
      const shop = await appShop();
      const receipt = await shop.receipt(type);
      const before = (await shop.check(receipt)).body.Subscriptions;
      expect(before[0].Contract).toBeUndefined();
      const contract = await shop.order(receipt);
      // Restoration: another device sends the same receipt.
      expect((await shop.check(receipt)).body.Subscriptions).toEqual([
        { Id: before[0].Id, Contract: { Id: contract.Id, CustomerId: contract.CustomerId } },
      ]);
    },
  );
});

describe('IAP orders', () => {
  it.each(stores)(
    'spec: IAP orders 1 — %s: create and commit with the receipt in place of the cart',
    async (type) => {
      const shop = await appShop();
      const receipt = await shop.receipt(type);
      const order = await shop.ok(shop.rest('POST', 'orders', { Customer: { LastName: 'App' }, ...receipt }));
      expect(order).toMatchObject({ Status: 'InProgress', OrderType: 'Signup', TotalGross: 0, Total: 0 });
      const contract = await shop.ok(shop.rest('POST', `orders/${order.Id}/commit`, {}));
      expect(contract).toMatchObject({
        Id: order.ContractId,
        CustomerId: order.CustomerId,
        LifecycleStatus: 'Active',
      });
      expect((await shop.ok(shop.rest('GET', `orders/${order.Id}`))).Status).toBe('Completed');
    },
  );

  it('spec: IAP orders 1 — a receipt beside a cart is refused', async () => {
    const shop = await appShop();
    const { status, body } = await shop.rest('POST', 'orders', {
      Customer: {},
      Cart: { PlanVariantId: PRO },
      ...(await shop.receipt('AppleIap')),
    });
    expect(status).toBe(422);
    expect(body.Errors[0].Field).toBe('Cart');
  });

  it.each(stores)(
    'spec: IAP orders 2 — %s: verified with the store, customer and contract as usual',
    async (type) => {
      const shop = await appShop();
      const contract = await shop.order(await shop.receipt(type));
      const variant = await shop.ok(shop.rest('GET', `planVariants/${contract.PlanVariantId}`));
      expect(variant.StoreProductId).toMatch(/monthly$/);
      expect(await shop.ok(shop.rest('GET', `customers/${contract.CustomerId}`))).toMatchObject({
        FirstName: 'Ada',
        Tag: 'ada-1',
      });
      const names = (await shop.events()).map(({ Event }) => Event);
      expect(names).toEqual([
        'CustomerCreated',
        'ContractCreated',
        'AccountCreated',
        'ContractChanged',
        'OrderSucceeded',
      ]);
      expect((await shop.events('OrderSucceeded'))[0]).toMatchObject({
        Tag: 'ada-1',
        ContractId: contract.Id,
      });
    },
  );

  it.each(stores)('spec: IAP orders 2 — %s: what the store does not take makes no order', async (type) => {
    for (const Environment of ['Sandbox', 'Production'] as const) {
      const shop = await appShop({ config: { Account: { Environment } } });
      const { Receipts } = await shop.ok(shop.call('GET', '/sandbox/catalog'));
      for (const example of Receipts.filter(
        (one: { Type: string; Expect: string }) => one.Type === type && one.Expect.startsWith('422'),
      )) {
        const { status, body } = await shop.rest('POST', 'orders', { Customer: {}, ...example.Request });
        expect([Environment, example.Name, status, body.Code]).toEqual([
          Environment,
          example.Name,
          422,
          example.Expect.slice(4),
        ]);
        const [, documented] = problemReference[example.Expect.slice(4) as 'InvalidReceipt'];
        expect([body.Code, documented]).toEqual([body.Code, status]);
      }
      expect(await shop.ok(shop.rest('GET', 'orders'))).toEqual([]);
    }
  });

  it('spec: IAP orders 2 — an expired subscription in a valid receipt makes no contract', async () => {
    const shop = await appShop();
    for (const type of stores) {
      const receipt = await shop.receipt(type, { Status: 'Expired' });
      expect((await shop.check(receipt)).status).toBe(200);
      const { status, body } = await shop.rest('POST', 'orders', { Customer: {}, ...receipt });
      expect([type, status, body.Code]).toEqual([type, 422, 'SubscriptionOver']);
    }
  });

  it('spec: IAP orders 2 — a receipt that stops being valid between create and commit is refused', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('GoogleIap');
    const order = await shop.ok(shop.rest('POST', 'orders', { Customer: {}, ...receipt }));
    await shop.patch('GoogleIap', receipt.GoogleIapToken, { Status: 'Refunded' });
    const { status, body } = await shop.rest('POST', `orders/${order.Id}/commit`, {});
    expect([status, body.Code]).toEqual([422, 'SubscriptionOver']);
    expect(await shop.ok(shop.rest('GET', 'contracts'))).toEqual([]);
  });

  it('spec: IAP orders 3 — subscriptions of different stores are separate contracts, also of one customer', async () => {
    const shop = await appShop();
    const first = await shop.order(await shop.receipt('AppleIap'));
    const second = await shop.order(await shop.receipt('GoogleIap'), {
      CustomerId: first.CustomerId,
      Customer: undefined,
    });
    expect(second.CustomerId).toBe(first.CustomerId);
    expect(second.Id).not.toBe(first.Id);
    expect(second.PlanGroupId).not.toBe(first.PlanGroupId);
  });

  it('spec: IAP orders 3 — up- and downgrades across are refused with a reason, component orders too', async () => {
    const shop = await appShop();
    const store = await shop.order(await shop.receipt('AppleIap'));
    const order = await shop.ok(shop.rest('POST', 'orders', { Customer: {}, Cart: { PlanVariantId: PRO } }));
    const plain = await shop.ok(
      shop.rest('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' }),
    );
    const refused = async (input: object, reason: RegExp) => {
      const { status, body } = await shop.rest('POST', 'orders', input);
      expect([status, body.Code]).toEqual([422, 'InvalidPreconditions']);
      expect(body.Message).toMatch(reason);
    };
    await refused(
      { ContractId: store.Id, Cart: { PlanVariantId: PRO } },
      /has a subscription of the store AppleIap/,
    );
    await refused(
      { ContractId: store.Id, Cart: { PlanVariantId: 'b00000000000000000000012' } },
      /store AppleIap/,
    );
    await refused(
      { ContractId: store.Id, Cart: { ComponentSubscriptions: [{ ComponentId: SEAT, Quantity: 1 }] } },
      /or get components/,
    );
    await refused(
      { ContractId: store.Id, ...(await shop.receipt('GoogleIap')) },
      /one of the store GoogleIap/,
    );
    await refused(
      { ContractId: plain.Id, ...(await shop.receipt('GoogleIap')) },
      /has no store subscription/,
    );
    await refused(
      { ContractId: plain.Id, Cart: { PlanVariantId: 'b00000000000000000000011' } },
      /separate contract/,
    );
    await refused({ Customer: {}, Cart: { PlanVariantId: 'b00000000000000000000011' } }, /with a receipt/);
    expect((await shop.contract(store.Id)).Phases).toEqual(store.Phases);
  });

  it('spec: IAP orders 4 — the flat fields of the check stand beside the customer, in any casing', async () => {
    const shop = await appShop();
    const receipt = await shop.receipt('AmazonIap');
    const order = await shop.ok(
      shop.rest('POST', 'orders', {
        customer: { lastName: 'App' },
        type: 'AmazonIap',
        amazonIapReceiptId: receipt.AmazonIapReceiptId,
        AMAZONIAPUSERID: receipt.AmazonIapUserId,
      }),
    );
    expect(order.PlanVariantId).toBe('b00000000000000000000013');
  });
});
