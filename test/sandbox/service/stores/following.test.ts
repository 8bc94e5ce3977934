// A contract follows its subscription: where it begins, how it ends, and when the store is asked.
import { describe, expect, it } from 'vitest';
import type { StoreAnswer } from '../../../../sandbox/src/service/domain/basics/app-stores.ts';
import { annulContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import {
  checkSubscriptions,
  commitReceiptOrder,
  previewReceiptOrder,
} from '../../../../sandbox/src/service/domain/stores/receipt-orders.ts';
import { ada, at, DAY, HOUR, MINUTE, monthly, NOW, receipt, Store, stamp, yearly } from './scripted-store.ts';

describe('a contract that follows a subscription', () => {
  it('starts where it was bought, whatever dates the order names, and costs nothing', async () => {
    const store = new Store({ id: '1' });
    const dates = {
      StartDate: '2026-05-01T00:00:00Z',
      EndDate: '2026-06-01T00:00:00Z',
      BilledUntil: '2026-05-15T00:00:00Z',
      ChangeDate: '2026-05-01T00:00:00Z',
    };
    expect(await previewReceiptOrder(store.core, { Customer: ada, ...receipt })).toMatchObject({
      PlanVariantId: 'b00000000000000000000011',
      TotalGross: 0,
    });
    const order = await store.create(dates);
    expect(order).toMatchObject({ OrderType: 'Signup', StartDate: stamp(NOW - 10 * DAY) });
    for (const field of ['EndDate', 'BilledUntil', 'ChangeDate']) expect(order).not.toHaveProperty(field);
    const contract = await commitReceiptOrder(store.core, order.Id);
    expect(contract).toMatchObject({
      StartDate: stamp(NOW - 10 * DAY),
      Phases: [
        {
          Type: 'Normal',
          StartDate: stamp(NOW - 10 * DAY),
          PlanVariantId: 'b00000000000000000000011',
          PlanId: 'b10000000000000000000011',
          Quantity: 1,
          InheritStartDate: false,
        },
      ],
      Balance: 0,
      LifecycleStatus: 'Active',
    });
    for (const field of ['EndDate', 'BilledUntil', 'NextBillingDate'])
      expect(contract).not.toHaveProperty(field);
    expect(store.link('1')).toEqual({
      Id: 'AppleIap/1',
      Type: 'AppleIap',
      ExternalId: '1',
      ContractId: contract.Id,
      ProductId: monthly,
      Receipt: receipt,
      State: 'Active',
      CheckedAt: NOW,
    });
    expect(store.changes()).toEqual(['Signup']);
    expect([...store.shop.tx.contractChanges]).toMatchObject([
      { Type: 'Signup', ChangeDate: stamp(NOW - 10 * DAY) },
    ]);
  });

  it('is announced with the order, the customer and its tag', async () => {
    const store = new Store({ id: '1' });
    const contract = await store.order();
    const order = await store.create();
    // The order is for the contract that there is, from the beginning.
    expect(order).toMatchObject({ OrderType: 'Upgrade', ContractId: contract.Id });
    expect(order).not.toHaveProperty('StartDate');
    const again = await commitReceiptOrder(store.core, order.Id);
    expect(again.Id).toBe(contract.Id);
    expect([...store.shop.tx.events].at(-1)?.Payload).toEqual({
      Event: 'OrderSucceeded',
      EntityId: store.shop.tx.account.Id,
      OrderId: order.Id,
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      Tag: 'ada-1',
    });
    expect(store.shop.tx.orders.get(order.Id)).toMatchObject({
      Status: 'Completed',
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      CompletedAt: stamp(NOW),
    });
  });

  it('in a trial is followed by the paid phase; canceled, by the end', async () => {
    const trial = new Store({ id: '1', trial: true });
    expect((await trial.order()).Phases.map(({ Type, StartDate }) => [Type, StartDate])).toEqual([
      ['Trial', stamp(NOW - 10 * DAY)],
      ['Normal', stamp(NOW + 20 * DAY)],
    ]);
    expect([...trial.shop.tx.contracts][0]?.Phases[0]).toEqual({
      Type: 'Trial',
      StartDate: stamp(NOW - 10 * DAY),
      PlanId: 'b10000000000000000000011',
      Quantity: 1,
      InheritStartDate: false,
    });
    const canceled = new Store({ id: '1', trial: true, renews: false });
    const contract = await canceled.order();
    expect(contract.EndDate).toBe(stamp(NOW + 20 * DAY));
    expect(contract.Phases).toMatchObject([
      { Type: 'Trial' },
      { Type: 'Inactive', StartDate: contract.EndDate, Quantity: 1, InheritStartDate: false },
    ]);
  });

  it('starts with the first purchase, however often it was renewed', async () => {
    const store = new Store({ id: '1', first: NOW - 40 * DAY });
    const { StartDate, Phases } = await store.order();
    expect([StartDate, Phases.map((phase) => phase.StartDate)]).toEqual([
      stamp(NOW - 40 * DAY),
      [stamp(NOW - 40 * DAY)],
    ]);
  });

  it('starts at the second of its purchase even where periods begin at midnight', async () => {
    const store = new Store({ id: '1' });
    store.core.transaction((tx) => {
      for (const group of [...tx.planGroups]) tx.planGroups.replace({ ...group, TimeGranularity: 'Daily' });
    });
    const { StartDate, Phases } = await store.order();
    expect([StartDate, Phases.map((phase) => phase.StartDate)]).toEqual([
      stamp(NOW - 10 * DAY),
      [stamp(NOW - 10 * DAY)],
    ]);
  });

  it("keeps its plan if the store's product is not a plan variant", async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.sells({ id: '1', product: 'com.merchant.hat', since: NOW });
    await checkSubscriptions(store.core, receipt);
    expect(store.contract(Id)).toMatchObject({ PlanVariantId: 'b00000000000000000000011' });
    expect(store.contract(Id).Phases).toHaveLength(1);
    expect([store.link('1')?.ProductId, store.changes()]).toEqual(['com.merchant.hat', ['Signup']]);
  });

  it('follows a change of product, with its change and its events', async () => {
    const store = new Store({ id: '1' });
    const { Id, CustomerId } = await store.order();
    store.sells({ id: '1', product: yearly, since: NOW - DAY, until: NOW + 364 * DAY });
    await checkSubscriptions(store.core, receipt);
    expect(
      store.contract(Id).Phases.map(({ PlanVariantId, StartDate }) => [PlanVariantId, StartDate]),
    ).toEqual([
      ['b00000000000000000000011', stamp(NOW - 10 * DAY)],
      ['b00000000000000000000021', stamp(NOW - DAY)],
    ]);
    const change = store.shop.tx.contractChanges.list({ where: { ContractId: Id } }).at(-1);
    expect(change).toMatchObject({
      Type: 'Upgrade',
      ChangeDate: stamp(NOW - DAY),
      NewPlanVariantId: 'b00000000000000000000021',
      NewPlanId: 'b10000000000000000000011',
    });
    expect([...store.shop.tx.events].at(-1)?.Payload).toEqual({
      Event: 'ContractChanged',
      EntityId: store.shop.tx.account.Id,
      ContractId: Id,
      CustomerId,
      ContractChangeId: change?.Id,
      ContractChangeType: 'Upgrade',
    });
    expect([...store.shop.tx.invoices]).toEqual([]);
  });

  it('ends with its subscription, at once and with one event each; what ended before is unchanged', async () => {
    const store = new Store({ id: '1' });
    const { Id, CustomerId } = await store.order();
    store.sells({ id: '1', canceled: NOW - DAY });
    for (let times = 0; times < 2; times += 1) await checkSubscriptions(store.core, receipt);
    expect(store.contract(Id)).toMatchObject({ LifecycleStatus: 'Ended', EndDate: stamp(NOW - DAY) });
    const change = store.shop.tx.contractChanges.list({ where: { ContractId: Id } }).at(-1);
    expect(change).toMatchObject({ Type: 'End', ChangeDate: stamp(NOW - DAY) });
    expect(change).not.toHaveProperty('NewPlanId');
    const told = { EntityId: store.shop.tx.account.Id, ContractId: Id, CustomerId };
    expect([...store.shop.tx.events].slice(-2).map(({ Payload }) => Payload)).toEqual([
      { Event: 'ContractCancelled', ...told },
      { Event: 'ContractChanged', ...told, ContractChangeId: change?.Id, ContractChangeType: 'End' },
    ]);
    expect(store.link('1')).toMatchObject({ State: 'Refunded', OverSince: NOW });
  });

  it('ends now if the store reports only the end, or at its end date', async () => {
    const gone = new Store({ id: '1' });
    const { Id } = await gone.order();
    const link = gone.shop.tx.externalSubscriptions.first();
    gone.answer = gone.answered({ status: 21010 });
    await gone.shop.advanceTo(at(NOW + DAY));
    expect(gone.asked.at(-1)).toEqual(link?.Receipt);
    expect(gone.contract(Id)).toMatchObject({ LifecycleStatus: 'Ended', EndDate: stamp(NOW + DAY) });
    expect(gone.link('1')).toMatchObject({ State: 'Revoked', ProductId: monthly, OverSince: NOW + DAY });
    const ended = new Store({ id: '1' });
    const contract = await ended.order();
    ended.sells({ id: '1', canceled: NOW - 2 * DAY });
    await checkSubscriptions(ended.core, receipt);
    ended.answer = ended.answered({ status: 21010 });
    await ended.shop.advanceTo(at(NOW + 3 * DAY));
    expect(ended.contract(contract.Id).EndDate).toBe(stamp(NOW - 2 * DAY));
    expect(ended.changes()).toEqual(['Signup', 'End']);
  });
});

describe('the store is asked', () => {
  it('once a day, and five minutes after the expected renewal', async () => {
    const store = new Store({ id: '1', until: NOW + 2 * DAY + HOUR });
    const { Id } = await store.order();
    expect(store.nextCheck(Id)).toBe(DAY);
    await store.shop.advanceTo(at(NOW + DAY));
    expect([store.nextCheck(Id), store.asked.length]).toEqual([2 * DAY, 3]);
    await store.shop.advanceTo(at(NOW + 2 * DAY));
    expect(store.nextCheck(Id)).toBe(2 * DAY + HOUR + 5 * MINUTE);
    expect(store.link('1')?.CheckedAt).toBe(NOW + 2 * DAY);
  });

  it.each([
    [DAY, DAY + 5 * MINUTE],
    [DAY + 1, DAY],
    [1, 5 * MINUTE + 1],
    [0, DAY],
  ])('where it runs %d ms more, in %d ms', async (left, next) => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.sells({ id: '1', until: NOW + left });
    await checkSubscriptions(store.core, receipt);
    expect(store.nextCheck(Id)).toBe(next);
  });

  it('after an hour if it is down, after a day if it rejects or has forgotten', async () => {
    const store = new Store({ id: '1' });
    const before = await store.order();
    const next = async (answer: StoreAnswer) => {
      store.answer = answer;
      await store.shop.advanceTo(at(NOW + (store.nextCheck(before.Id) as number)));
      return (store.nextCheck(before.Id) as number) - (store.shop.tx.now - NOW);
    };
    expect(await next(store.answered({ status: 21005 }))).toBe(HOUR);
    expect(await next({ Outcome: 'TimedOut' })).toBe(HOUR);
    expect(await next(store.answered({ status: 21003 }))).toBe(DAY);
    store.sells({ id: '2', product: yearly, since: NOW - DAY });
    expect(await next(store.answer)).toBe(DAY);
    expect(store.contract(before.Id).Phases).toEqual(before.Phases);
  });

  it('for sixty days after the end, in which it can come back, and then no longer', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.sells({ id: '1', canceled: NOW });
    await store.shop.advanceTo(at(NOW + DAY));
    expect(store.link('1')?.OverSince).toBe(NOW + DAY);
    await store.shop.advanceTo(at(NOW + 60 * DAY));
    expect(store.nextCheck(Id)).toBe(61 * DAY);
    await store.shop.advanceTo(at(NOW + 61 * DAY));
    expect(store.nextCheck(Id)).toBeUndefined();
    const asked = store.asked.length;
    await store.shop.advanceTo(at(NOW + 90 * DAY));
    expect(store.asked).toHaveLength(asked);
    // What its receipt says is taken over all the same.
    store.sells({ id: '1', since: NOW + 85 * DAY, until: NOW + 115 * DAY });
    await checkSubscriptions(store.core, receipt);
    expect(store.contract(Id)).toMatchObject({ LifecycleStatus: 'Active' });
    expect(store.link('1')).not.toHaveProperty('OverSince');
    expect(store.nextCheck(Id)).toBe(91 * DAY);
    expect(store.changes().at(-1)).toBe('Resume');
  });

  it('with the receipt of each contract for that contract only', async () => {
    const store = new Store({ id: '1' }, { id: '2', product: yearly });
    const [one, two] = [await store.order(), await store.order()];
    store.sells({ id: '1' }, { id: '2', product: yearly, canceled: NOW + HOUR });
    await store.shop.advanceTo(at(NOW + DAY));
    expect(store.contract(one.Id)).toMatchObject({ LifecycleStatus: 'Active', Phases: one.Phases });
    expect(store.contract(two.Id)).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: stamp(NOW + HOUR),
    });
    expect([store.nextCheck(one.Id), store.nextCheck(two.Id)]).toEqual([2 * DAY, 2 * DAY]);
  });

  it('no longer for an annulled contract', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.core.transaction((tx) => annulContract(tx, Id));
    await store.shop.advanceTo(at(NOW + 2 * DAY));
    expect(store.nextCheck(Id)).toBeUndefined();
    expect(store.contract(Id).LifecycleStatus).toBe('Annulled');
  });
});
