// Which subscription of a receipt an order is for, and what its commit does.
import { describe, expect, it } from 'vitest';
import { annulContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { declineOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import {
  checkSubscriptions,
  commitReceiptOrder,
} from '../../../../sandbox/src/service/domain/stores/receipt-orders.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { ids } from '../domain/billing-kit.ts';
import { DAY, NOW, purchase, receipt, Store, stamp, yearly } from './scripted-store.ts';

describe('the subscription that an order uses from a receipt', () => {
  const external = async (store: Store, input: OrderInput = {}) =>
    (await store.create(input)).Ordered.Receipt?.ExternalId;
  const refusal = (work: Promise<unknown>) => expect(work).rejects;

  it('is the one it names', async () => {
    const store = new Store({ id: '1' }, { id: '2', product: yearly });
    expect(await external(store, { ExternalSubscriptionId: '2' })).toBe('2');
    await refusal(store.create({ ExternalSubscriptionId: '3' })).toMatchObject({
      kind: 'Invalid',
      fields: [
        {
          Field: 'ExternalSubscriptionId',
          Message: 'the receipt does not contain the subscription "3"; it contains 1, 2.',
        },
      ],
    });
  });

  it('is the first active one that is sold here and has no contract yet', async () => {
    const store = new Store(
      { id: '1', canceled: NOW - DAY },
      { id: '2', product: 'com.merchant.hat' },
      { id: '3', since: NOW - 9 * DAY },
      { id: '4', since: NOW - 8 * DAY, product: yearly },
    );
    expect(await external(store)).toBe('3');
    await store.order();
    expect(await external(store)).toBe('4');
  });

  it('is otherwise the newest active one with a contract, before expired ones', async () => {
    const store = new Store(
      { id: '1' },
      { id: '2', since: NOW - 5 * DAY },
      { id: '3', since: NOW - 2 * DAY },
    );
    const contracts = [await store.order(), await store.order(), await store.order()];
    expect(new Set(contracts.map(({ Id }) => Id)).size).toBe(3);
    expect(await external(store)).toBe('3');
    const newest = (...over: string[]) => {
      const canceled = (id: string) => (over.includes(id) ? { id, canceled: NOW } : { id });
      store.sells(
        canceled('1'),
        { ...canceled('2'), since: NOW - 5 * DAY },
        { ...canceled('3'), since: NOW - 2 * DAY },
      );
      return external(store);
    };
    expect(await newest('3')).toBe('2');
    expect(await newest('2')).toBe('3');
    expect(await newest('1')).toBe('3');
    expect(await newest('2', '3')).toBe('1');
    expect(await newest('1', '2', '3')).toBe('3');
  });

  it('can have a plan that is not open to self-service', async () => {
    const store = new Store({ id: '1' });
    store.core.transaction((tx) => tx.planVariants.update('b00000000000000000000011', { Hidden: true }));
    expect(await external(store)).toBe('1');
  });

  it('cannot have ended without a contract', async () => {
    const over = { id: '1', canceled: NOW - DAY };
    for (const input of [{}, { ExternalSubscriptionId: '1' }]) {
      await refusal(new Store(over).create(input)).toMatchObject({
        kind: 'Invalid',
        code: 'SubscriptionOver',
        message: `AppleIapReceipt: the subscription "1" has been Refunded since ${stamp(NOW - DAY)}; a contract requires a subscription that has not ended.`,
        fields: [{ Field: 'AppleIapReceipt', Code: 'SubscriptionOver' }],
      });
    }
    const known = new Store({ id: '1' });
    const { Id } = await known.order();
    known.sells(over);
    expect((await known.order({ ExternalSubscriptionId: '1' })).Id).toBe(Id);
  });

  it('must be sold as a plan variant', async () => {
    await refusal(new Store({ id: '1', product: 'com.merchant.hat' }).create()).toMatchObject({
      kind: 'Invalid',
      code: 'UnknownProduct',
      fields: [{ Field: 'AppleIapReceipt', Code: 'UnknownProduct' }],
    });
    // Another store's product of the same name is another product.
    await refusal(new Store({ id: '1', product: 'com.merchant.google.monthly' }).create()).toMatchObject({
      code: 'UnknownProduct',
    });
  });

  it('belongs to the contract that the order names: of this store, and without another subscription', async () => {
    const store = new Store({ id: '1' });
    const own = await store.order();
    const other = store.shop.signup(ids.basicMonthly);
    await refusal(store.create({ ContractId: 'ff0000000000000000000001' })).toMatchObject({
      kind: 'Invalid',
      fields: [{ Field: 'ContractId', Message: 'there is no contract "ff0000000000000000000001".' }],
    });
    await refusal(store.create({ ContractId: other.Id })).toMatchObject({
      kind: 'Invalid',
      code: 'InvalidPreconditions',
      fields: [
        {
          Field: 'ContractId',
          Message: `contract ${other.Id} has no store subscription and cannot be changed to one of the store AppleIap.`,
        },
      ],
    });
    store.holds();
    await refusal(store.create({ ContractId: own.Id }, purchase('p1'))).toMatchObject({
      code: 'InvalidPreconditions',
      fields: [
        {
          Field: 'ContractId',
          Message: `contract ${own.Id} has a subscription of the store AppleIap and cannot be changed to one of the store GoogleIap; omit ContractId to create a separate contract.`,
        },
      ],
    });
    store.sells({ id: '1' }, { id: '2' });
    const second = await store.order();
    await refusal(store.create({ ContractId: own.Id, ExternalSubscriptionId: '2' })).toMatchObject({
      fields: [
        {
          Field: 'ContractId',
          Message: `the subscription of the receipt already belongs to contract ${second.Id}.`,
        },
      ],
    });
  });
});

describe('a commit', () => {
  it('asks the store again: a subscription that has ended meanwhile creates no contract', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.create();
    store.sells({ id: '1', canceled: NOW });
    await expect(commitReceiptOrder(store.core, Id)).rejects.toMatchObject({ code: 'SubscriptionOver' });
    store.sells({ id: '2' });
    await expect(commitReceiptOrder(store.core, Id)).rejects.toMatchObject({
      kind: 'Invalid',
      code: 'InvalidReceipt',
      fields: [{ Field: 'AppleIapReceipt', Code: 'InvalidReceipt' }],
    });
    expect([store.shop.tx.contracts.size, store.shop.tx.orders.get(Id)?.Status]).toEqual([0, 'InProgress']);
  });

  it('is rejected for a closed order, before the store is asked', async () => {
    const store = new Store({ id: '1' });
    store.core.transaction((tx) =>
      tx.plans.update('b10000000000000000000011', { RequiresOrderApproval: true }),
    );
    const { Id } = await store.create();
    const asked = store.asked.length;
    await expect(commitReceiptOrder(store.core, Id)).rejects.toMatchObject({ kind: 'Conflict' });
    store.core.transaction((tx) => declineOrder(tx, Id));
    await expect(commitReceiptOrder(store.core, Id)).rejects.toMatchObject({ kind: 'Conflict' });
    expect(store.asked).toHaveLength(asked);
  });

  it('begins no earlier than its contract with a purchase from before that', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.sells({ id: '1', canceled: NOW }, { id: '2', product: yearly, since: NOW - 20 * DAY });
    const { StartDate, Phases } = await store.order({ ContractId: Id, ExternalSubscriptionId: '2' });
    expect([StartDate, Phases.map((one) => [one.PlanVariantId, one.StartDate])]).toEqual([
      stamp(NOW - 10 * DAY),
      [['b00000000000000000000021', stamp(NOW - 10 * DAY)]],
    ]);
  });

  it('resumes an ended contract with a new purchase, which it then follows', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.sells({ id: '1', canceled: NOW });
    await checkSubscriptions(store.core, receipt);
    store.sells({ id: '1', canceled: NOW }, { id: '2', product: yearly, since: NOW, until: NOW + 365 * DAY });
    const contract = await store.order({ ContractId: Id });
    expect(contract).toMatchObject({
      Id,
      LifecycleStatus: 'Active',
      PlanVariantId: 'b00000000000000000000021',
    });
    expect(contract).not.toHaveProperty('EndDate');
    expect(contract.Phases.map(({ Type, StartDate }) => [Type, StartDate])).toEqual([
      ['Normal', stamp(NOW - 10 * DAY)],
      ['Normal', stamp(NOW)],
    ]);
    expect(store.link('1')?.ReplacedBy).toBe('AppleIap/2');
    expect(store.link('2')).toMatchObject({ ContractId: Id, State: 'Active' });
    // What happens to the old purchase is of no interest any more.
    store.sells({ id: '1' }, { id: '2', product: yearly, since: NOW, canceled: NOW });
    await checkSubscriptions(store.core, receipt);
    store.sells({ id: '1' });
    await checkSubscriptions(store.core, receipt);
    expect(store.contract(Id).LifecycleStatus).toBe('Ended');
    expect(store.link('1')).toMatchObject({ State: 'Refunded', ReplacedBy: 'AppleIap/2' });
  });

  it('is rejected for a contract that was annulled meanwhile', async () => {
    const store = new Store({ id: '1' });
    const { Id: ContractId } = await store.order();
    store.sells({ id: '1' }, { id: '2' });
    const { Id } = await store.create({ ContractId });
    store.core.transaction((tx) => annulContract(tx, ContractId));
    await expect(commitReceiptOrder(store.core, Id)).rejects.toMatchObject({
      kind: 'Conflict',
      message: `Contract ${ContractId} is annulled.`,
    });
  });
});
