// What a contract makes of a change that its store reports, by a check of the receipt.
import { describe, expect, it } from 'vitest';
import type { StoreAnswer } from '../../../../sandbox/src/service/domain/basics/app-stores.ts';
import {
  checkSubscriptions,
  commitReceiptOrder,
} from '../../../../sandbox/src/service/domain/stores/receipt-orders.ts';
import { recheck } from '../../../../sandbox/src/service/domain/stores/store-contracts.ts';
import type { StoreReceipt } from '../../../../sandbox/src/service/model/order.ts';
import {
  amazonReceipt,
  type Bought,
  DAY,
  NOW,
  purchase,
  receipt,
  Store,
  stamp,
  yearly,
} from './scripted-store.ts';

/** GoogleIap's answer for a purchase that runs. */
const running = JSON.stringify({
  startTimeMillis: NOW - 10 * DAY,
  expiryTimeMillis: NOW + 20 * DAY,
  autoRenewing: true,
  paymentState: 1,
  purchaseType: 0,
});

describe('a change reported by the store', () => {
  /** Orders a subscription, lets the store say something else of it, and looks at what comes of that. */
  async function changed(bought: Partial<Bought>, ...says: Partial<Bought>[]) {
    const store = new Store({ id: '1', ...bought });
    const { Id } = await store.order();
    const before = [...store.shop.tx.events].length;
    for (const said of says) {
      store.sells({ id: '1', ...said });
      await checkSubscriptions(store.core, receipt);
    }
    const [, change] = store.shop.tx.contractChanges.list({ where: { ContractId: Id } });
    return {
      contract: store.contract(Id),
      phases: store
        .contract(Id)
        .Phases.map(({ Type, StartDate }) => [Type, (Date.parse(StartDate) - NOW) / DAY]),
      change,
      events: [...store.shop.tx.events].slice(before).map(({ Payload }) => Payload.Event),
    };
  }

  it('of a trial that was paid before its end is Timebased, from the payment on', async () => {
    const { phases, change, events } = await changed({ trial: true }, { since: NOW - DAY });
    expect(phases).toEqual([
      ['Trial', -10],
      ['Normal', -1],
    ]);
    expect(change).toMatchObject({ Type: 'Timebased', ChangeDate: stamp(NOW - DAY) });
    expect(change).not.toHaveProperty('NewPlanId');
    expect(events).toEqual(['ContractChanged']);
  });

  it('of an extended trial is not an event: its end is announced when it comes', async () => {
    const { phases, change, events } = await changed({ trial: true }, { trial: true, until: NOW + 25 * DAY });
    expect(phases).toEqual([
      ['Trial', -10],
      ['Normal', 25],
    ]);
    expect([change, events]).toEqual([undefined, []]);
  });

  it('of the plan of a trial is an Upgrade of the plan only', async () => {
    const store = new Store({ id: '1', trial: true });
    store.core.transaction((tx) => {
      const plan = tx.plans.get('b10000000000000000000011');
      tx.plans.insert({ ...(plan as NonNullable<typeof plan>), Id: 'b10000000000000000000099' });
      tx.planVariants.update('b00000000000000000000021', { PlanId: 'b10000000000000000000099' });
    });
    await store.order();
    store.sells({ id: '1', trial: true, product: yearly, since: NOW - DAY });
    await checkSubscriptions(store.core, receipt);
    const change = [...store.shop.tx.contractChanges][1];
    expect(change).toMatchObject({ Type: 'Upgrade', NewPlanId: 'b10000000000000000000099' });
    expect(change).not.toHaveProperty('NewPlanVariantId');
  });

  it('of a revoked end is a separate event, at the instant at which it was seen', async () => {
    const { contract, change, events } = await changed({ renews: false }, {});
    expect(contract).not.toHaveProperty('EndDate');
    expect(change).toMatchObject({ Type: 'CancellationRevoked', ChangeDate: stamp(NOW) });
    expect(change).not.toHaveProperty('NewPlanId');
    expect(events).toEqual(['ContractCancellationRevoked']);
  });

  it('of the product of a canceled subscription is an Upgrade; its end stays', async () => {
    const { contract, change, events } = await changed(
      { renews: false },
      { renews: false, product: yearly, since: NOW - DAY },
    );
    expect(contract.EndDate).toBe(stamp(NOW + 20 * DAY));
    expect(change).toMatchObject({ Type: 'Upgrade', ChangeDate: stamp(NOW - DAY) });
    expect(events).toEqual(['ContractChanged']);
  });

  it('of a subscription that was bought again is Resume, with its plan', async () => {
    const { phases, change } = await changed({}, { canceled: NOW - 2 * DAY }, { since: NOW - DAY });
    expect(phases).toEqual([
      ['Normal', -10],
      ['Inactive', -2],
      ['Normal', -1],
    ]);
    expect(change).toMatchObject({ Type: 'End', ChangeDate: stamp(NOW - 2 * DAY) });
  });

  it('replaces what it reported before for the same time, or later', async () => {
    for (const since of [NOW - 3 * DAY, NOW - 5 * DAY]) {
      const { phases, contract } = await changed({}, { product: yearly, since: NOW - 3 * DAY }, { since });
      expect([phases, contract.PlanVariantId]).toEqual([[['Normal', -10]], 'b00000000000000000000011']);
    }
  });

  it('of its end keeps its past plans', async () => {
    const { phases, contract } = await changed(
      {},
      { product: yearly, since: NOW - 3 * DAY },
      { product: yearly, since: NOW - 3 * DAY, canceled: NOW - DAY },
    );
    expect(phases).toEqual([
      ['Normal', -10],
      ['Normal', -3],
      ['Inactive', -1],
    ]);
    expect(contract.EndDate).toBe(stamp(NOW - DAY));
  });

  it('of the end of a pause is one time without access', async () => {
    const store = new Store();
    store.holds();
    const { Id } = await store.order({}, purchase('p1'));
    for (const [since, more] of [
      [NOW - 2 * DAY, { autoResumeTimeMillis: NOW + DAY }],
      [NOW - DAY, { autoRenewing: false }],
    ] as const) {
      store.holds({ expiryTimeMillis: since, ...more });
      await checkSubscriptions(store.core, purchase('p1'));
    }
    expect(store.contract(Id)).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: stamp(NOW - DAY),
      Phases: [{ Type: 'Normal' }, { Type: 'Inactive', StartDate: stamp(NOW - 2 * DAY) }],
    });
    expect(store.contract(Id).Phases).toHaveLength(2);
    expect(store.changes()).toEqual(['Signup', 'Pause', 'End']);
  });
});

describe('a receipt for which the store reports only the end', () => {
  const check = (store: Store, by: StoreReceipt) =>
    expect(checkSubscriptions(store.core, by)).rejects.toMatchObject({ code: 'SubscriptionOver' });

  it.each([
    ['GoogleIap', purchase('p1'), 'p1'],
    ['AmazonIap', amazonReceipt, 'a1'],
  ] as const)('of %s ends its contract, though the check is refused', async (type, by, id) => {
    const store = new Store();
    if (type === 'GoogleIap') store.holds();
    else store.holdsAmazon();
    const { Id } = await store.order({}, by);
    store.isGone();
    await check(store, by);
    expect(store.contract(Id)).toMatchObject({ LifecycleStatus: 'Ended', EndDate: stamp(NOW) });
    expect(store.link(id, type)).toMatchObject({ State: 'Revoked', OverSince: NOW });
    expect(store.changes()).toEqual(['Signup', 'End']);
  });

  it('of AppleIap ends nothing: it does not name the subscription', async () => {
    const store = new Store({ id: 'r1' });
    const { Id } = await store.order();
    store.answer = store.answered({ status: 21006 });
    await check(store, receipt);
    expect(store.contract(Id).LifecycleStatus).toBe('Active');
  });

  it('ends nothing without a contract, or if another purchase replaced it', async () => {
    const store = new Store();
    store.isGone();
    await check(store, purchase('p1'));
    store.holds();
    const { Id } = await store.order({}, purchase('p1'));
    store.holds({ linkedPurchaseToken: 'p1' });
    await checkSubscriptions(store.core, purchase('p2'));
    store.isGone();
    await check(store, purchase('p1'));
    expect(store.contract(Id).LifecycleStatus).toBe('Active');
    expect(store.link('p1', 'GoogleIap')).toMatchObject({ State: 'Active', ReplacedBy: 'GoogleIap/p2' });
  });

  it('that the store rejects for another reason leaves its contract unchanged', async () => {
    const store = new Store();
    store.holds();
    const { Id } = await store.order({}, purchase('p1'));
    store.answer = { Outcome: 'Answered', Status: 404, Body: '{}' };
    await expect(checkSubscriptions(store.core, purchase('p1'))).rejects.toMatchObject({
      code: 'InvalidReceipt',
    });
    expect(store.contract(Id).LifecycleStatus).toBe('Active');
  });
});

describe('a purchase that replaced another', () => {
  it('continues the contract from the moment of the purchase', async () => {
    const store = new Store();
    store.holds();
    const { Id, CustomerId } = await store.order({}, purchase('p1'));
    const since = NOW - 3 * DAY;
    const upgraded = { ...purchase('p2'), GoogleIapSubscriptionId: 'com.merchant.google.yearly' };
    store.holds({ linkedPurchaseToken: 'p1', startTimeMillis: since });
    const order = await store.create({}, upgraded);
    expect(order).toMatchObject({ OrderType: 'Upgrade', ContractId: Id, CustomerId });
    await commitReceiptOrder(store.core, order.Id);
    expect(
      store.contract(Id).Phases.map(({ PlanVariantId, StartDate }) => [PlanVariantId, StartDate]),
    ).toEqual([
      ['b00000000000000000000012', stamp(NOW - 10 * DAY)],
      ['b00000000000000000000022', stamp(since)],
    ]);
    expect(store.link('p2', 'GoogleIap')).toMatchObject({ ContractId: Id, State: 'Active' });
    expect(store.changes()).toEqual(['Signup', 'Upgrade']);
  });

  it.each([
    ['it still runs', { Outcome: 'Answered', Status: 200, Body: running }],
    ['it is gone', { Outcome: 'Answered', Status: 410, Body: '{}' }],
  ] as const)(
    'is followed even if the daily check of the earlier one says afterwards that %s',
    async (_, late) => {
      const store = new Store();
      store.holds();
      const { Id } = await store.order({}, purchase('p1'));
      const { stores } = store.core;
      let answer = (_: StoreAnswer) => {};
      Object.assign(store.core, { stores: { verify: () => new Promise((resolve) => (answer = resolve)) } });
      const checked = recheck(store.core, Id);
      Object.assign(store.core, { stores });
      store.holds({ linkedPurchaseToken: 'p1', startTimeMillis: NOW - 3 * DAY });
      await store.order({}, { ...purchase('p2'), GoogleIapSubscriptionId: 'com.merchant.google.yearly' });
      const before = [store.contract(Id), store.link('p1', 'GoogleIap'), store.link('p2', 'GoogleIap')];
      answer(late);
      await checked;
      expect([store.contract(Id), store.link('p1', 'GoogleIap'), store.link('p2', 'GoogleIap')]).toEqual(
        before,
      );
      expect(store.contract(Id)).not.toHaveProperty('EndDate');
    },
  );

  it('is not sold again while the store cannot say which purchase it goes back to', async () => {
    const store = new Store();
    store.holds();
    const { Id } = await store.order({}, purchase('p1'));
    const { answer } = store;
    const linked = (to: string) => {
      store.holds({ linkedPurchaseToken: to });
      return store.answer;
    };
    const answers = new Map<string, StoreAnswer>([
      ['p1', answer],
      ['p2', { Outcome: 'TimedOut' }],
      ['p3', linked('p2')],
    ]);
    Object.assign(store.core, {
      stores: {
        verify: ({ GoogleIapToken }: { GoogleIapToken: string }) => answers.get(GoogleIapToken),
      },
    });
    const unavailable = { code: 'StoreUnavailable' };
    await expect(checkSubscriptions(store.core, purchase('p3'))).rejects.toMatchObject(unavailable);
    await expect(store.order({}, purchase('p3'))).rejects.toMatchObject(unavailable);
    answers.set('p2', linked('p1'));
    expect((await store.order({}, purchase('p3'))).Id).toBe(Id);
  });

  it('has no contract if an earlier one was replaced', async () => {
    const store = new Store();
    store.holds();
    const { Id } = await store.order({}, purchase('p1'));
    store.holds({ linkedPurchaseToken: 'p1' });
    for (const [token, Contract] of [
      ['p2', { Id }],
      ['p3', undefined],
    ] as const) {
      const { Subscriptions } = await checkSubscriptions(store.core, purchase(token));
      expect(Subscriptions).toMatchObject([{ Id: token, ...(Contract === undefined ? {} : { Contract }) }]);
      expect('Contract' in (Subscriptions[0] ?? {})).toBe(Contract !== undefined);
    }
    expect(store.link('p2', 'GoogleIap')).not.toHaveProperty('ReplacedBy');
    expect(store.link('p3', 'GoogleIap')).toBeUndefined();
  });
});
