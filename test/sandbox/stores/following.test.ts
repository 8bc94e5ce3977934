import { describe, expect, it } from 'vitest';
import type { Receipt, StoreAnswer } from '../../../sandbox/src/domain/app-stores.ts';
import { annulContract } from '../../../sandbox/src/domain/contracts/contracts.ts';
import { declineOrder } from '../../../sandbox/src/domain/orders/orders.ts';
import {
  checkSubscriptions,
  commitReceiptOrder,
  createReceiptOrder,
  previewReceiptOrder,
} from '../../../sandbox/src/domain/stores/external-subscriptions.ts';
import type { OrderInput, StoreReceipt } from '../../../sandbox/src/model/order.ts';
import { ids, Shop } from '../domain/billing-kit.ts';

const NOW = Date.parse('2026-01-15T10:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (instant: number) => new Date(instant).toISOString();
const stamp = (instant: number) => at(instant).replace('Z', '0000Z');
const ada = { FirstName: 'Ada', LastName: 'App', Tag: 'ada-1' };
const monthly = 'com.merchant.apple.monthly';
const yearly = 'com.merchant.apple.yearly';
const receipt = { Type: 'AppleIap', AppleIapReceipt: 'r1' } as const;
const purchase = (GoogleIapToken: string) =>
  ({
    Type: 'GoogleIap',
    GoogleIapPackageName: 'com.merchant.app',
    GoogleIapSubscriptionId: 'com.merchant.google.monthly',
    GoogleIapToken,
  }) as const;
const amazonReceipt = { Type: 'AmazonIap', AmazonIapReceiptId: 'a1', AmazonIapUserId: 'u1' } as const;

/** A subscription in a store: what of it differs from one that was bought ten days ago and runs for twenty more. */
interface Bought {
  readonly id: string;
  readonly product?: string;
  readonly since?: number;
  /** When it was bought first, where it has been renewed since. */
  readonly first?: number;
  readonly until?: number;
  readonly renews?: boolean;
  readonly canceled?: number;
  readonly trial?: boolean;
}

/** The service with a store of the test's own, which says what the test lets it say. */
class Store {
  readonly shop = new Shop(at(NOW));
  readonly asked: Receipt[] = [];
  answer: StoreAnswer;

  constructor(...bought: Bought[]) {
    this.answer = this.answered({ status: 21009 });
    this.sells(...bought);
    Object.assign(this.shop.core, {
      stores: {
        verify: (asked: Receipt) => {
          this.asked.push(asked);
          return this.answer;
        },
      },
    });
  }

  get core() {
    return this.shop.core;
  }

  answered(body: object): StoreAnswer {
    return { Outcome: 'Answered', Status: 200, Body: JSON.stringify(body) };
  }

  sells(...bought: Bought[]): void {
    const transactions = bought.map(
      ({
        id,
        product = monthly,
        since = NOW - 10 * DAY,
        first = since,
        until = NOW + 20 * DAY,
        canceled,
        trial = false,
      }) => ({
        product_id: product,
        original_transaction_id: id,
        purchase_date_ms: since,
        original_purchase_date_ms: first,
        expires_date_ms: until,
        is_trial_period: String(trial),
        ...(canceled === undefined ? {} : { cancellation_date_ms: canceled }),
      }),
    );
    const renewals = bought.map(({ id, renews = true }) => ({
      original_transaction_id: id,
      auto_renew_status: renews ? '1' : '0',
    }));
    this.answer = this.answered({
      status: 0,
      receipt: { bundle_id: 'com.merchant.app' },
      latest_receipt_info: transactions,
      pending_renewal_info: renewals,
    });
  }

  /** The same of GoogleIap, which answers for one purchase. */
  holds(bought: object = {}): void {
    this.answer = this.answered({
      startTimeMillis: NOW - 10 * DAY,
      expiryTimeMillis: NOW + 20 * DAY,
      autoRenewing: true,
      paymentState: 1,
      purchaseType: 0,
      ...bought,
    });
  }

  /** And of AmazonIap. */
  holdsAmazon(): void {
    this.answer = this.answered({
      receiptId: amazonReceipt.AmazonIapReceiptId,
      termSku: 'com.merchant.amazon.monthly',
      purchaseDate: NOW - 10 * DAY,
      renewalDate: NOW + 20 * DAY,
      testTransaction: true,
    });
  }

  /** The store knows of the subscription, and says no more than that it is over. */
  isGone(): void {
    this.answer = { Outcome: 'Answered', Status: 410, Body: '{}' };
  }

  create(input: OrderInput = {}, by: StoreReceipt = receipt) {
    return createReceiptOrder(this.core, {
      ...(input.CustomerId === undefined && input.ContractId === undefined ? { Customer: ada } : {}),
      ...by,
      ...input,
    });
  }

  async order(input: OrderInput = {}, by: StoreReceipt = receipt) {
    return commitReceiptOrder(this.core, (await this.create(input, by)).Id);
  }

  contract(id: string) {
    return this.shop.contract(id);
  }

  /** When the store is asked next, in milliseconds from the start of the test. */
  nextCheck(contractId: string): number | undefined {
    const due = this.core.schedule.get('store-check', contractId)?.DueAt;
    return due === undefined ? undefined : due - NOW;
  }

  link(id: string, type: Receipt['Type'] = 'AppleIap') {
    return this.shop.tx.externalSubscriptions.get(`${type}/${id}`);
  }

  changes() {
    return [...this.shop.tx.events].flatMap(({ Payload }) =>
      Payload.Event === 'ContractChanged' ? [Payload.ContractChangeType] : [],
    );
  }
}

describe('a contract that follows a subscription', () => {
  it('begins where it was bought, whatever dates the order names, and costs nothing', async () => {
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

  it('in a trial has the paid phase behind it; canceled, the end instead', async () => {
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

  it('begins with the first purchase, however often that was renewed', async () => {
    const store = new Store({ id: '1', first: NOW - 40 * DAY });
    const { StartDate, Phases } = await store.order();
    expect([StartDate, Phases.map((phase) => phase.StartDate)]).toEqual([
      stamp(NOW - 40 * DAY),
      [stamp(NOW - 40 * DAY)],
    ]);
  });

  it('keeps its plan where the store sells something that no plan variant is', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.sells({ id: '1', product: 'com.merchant.hat', since: NOW });
    await checkSubscriptions(store.core, receipt);
    expect(store.contract(Id)).toMatchObject({ PlanVariantId: 'b00000000000000000000011' });
    expect(store.contract(Id).Phases).toHaveLength(1);
    expect([store.link('1')?.ProductId, store.changes()]).toEqual(['com.merchant.hat', ['Signup']]);
  });

  it('takes over a change of product, with its change and its events', async () => {
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

  it('ends with its subscription, at once and with one event each; what ended before is left alone', async () => {
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

  it('ends now where the store says no more than that it is over, or when it has ended', async () => {
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

describe('a change that the store reports', () => {
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

  it('of a trial that was paid before its end is Timebased, from when it was paid', async () => {
    const { phases, change, events } = await changed({ trial: true }, { since: NOW - DAY });
    expect(phases).toEqual([
      ['Trial', -10],
      ['Normal', -1],
    ]);
    expect(change).toMatchObject({ Type: 'Timebased', ChangeDate: stamp(NOW - DAY) });
    expect(change).not.toHaveProperty('NewPlanId');
    expect(events).toEqual(['ContractChanged']);
  });

  it('of a trial that was made longer is no event: its end is announced when it comes', async () => {
    const { phases, change, events } = await changed({ trial: true }, { trial: true, until: NOW + 25 * DAY });
    expect(phases).toEqual([
      ['Trial', -10],
      ['Normal', 25],
    ]);
    expect([change, events]).toEqual([undefined, []]);
  });

  it('of the plan of a trial is an Upgrade of the plan alone', async () => {
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

  it('of an end that is taken back is an event of its own, at the instant at which it was seen', async () => {
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

  it('of a subscription that was bought again is Resume, with the plan that it had', async () => {
    const { phases, change } = await changed({}, { canceled: NOW - 2 * DAY }, { since: NOW - DAY });
    expect(phases).toEqual([
      ['Normal', -10],
      ['Inactive', -2],
      ['Normal', -1],
    ]);
    expect(change).toMatchObject({ Type: 'End', ChangeDate: stamp(NOW - 2 * DAY) });
  });

  it('takes the place of what it said before of the same time, or later', async () => {
    for (const since of [NOW - 3 * DAY, NOW - 5 * DAY]) {
      const { phases, contract } = await changed({}, { product: yearly, since: NOW - 3 * DAY }, { since });
      expect([phases, contract.PlanVariantId]).toEqual([[['Normal', -10]], 'b00000000000000000000011']);
    }
  });

  it('of its end leaves the plans that it had', async () => {
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

describe('a receipt of which the store says no more than that it is over', () => {
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

  it('ends nothing where there is no contract, or another purchase took its place', async () => {
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

  it('that the store refuses for another reason leaves its contract alone', async () => {
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

describe('a purchase that took the place of another', () => {
  it('goes on with the contract from the moment at which it was made', async () => {
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

  it('has no contract where another one took that place before', async () => {
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

describe('the store is asked', () => {
  it('once a day, and five minutes after the moment at which the subscription must have been renewed', async () => {
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

  it('again after an hour where it is out of order, after a day where it refuses or has forgotten', async () => {
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

  it('for sixty days after its end, in which it can come back, and then no more', async () => {
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

  it('by the receipt of each contract for that contract alone', async () => {
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

  it('no more for a contract that was annulled', async () => {
    const store = new Store({ id: '1' });
    const { Id } = await store.order();
    store.core.transaction((tx) => annulContract(tx, Id));
    await store.shop.advanceTo(at(NOW + 2 * DAY));
    expect(store.nextCheck(Id)).toBeUndefined();
    expect(store.contract(Id).LifecycleStatus).toBe('Annulled');
  });
});

describe('the subscription of a receipt that an order is for', () => {
  const external = async (store: Store, input: OrderInput = {}) =>
    (await store.create(input)).Ordered.Receipt?.ExternalId;
  const refusal = (work: Promise<unknown>) => expect(work).rejects;

  it('is the one it names', async () => {
    const store = new Store({ id: '1' }, { id: '2', product: yearly });
    expect(await external(store, { ExternalSubscriptionId: '2' })).toBe('2');
    await refusal(store.create({ ExternalSubscriptionId: '3' })).toMatchObject({
      kind: 'Invalid',
      fields: [
        { Field: 'ExternalSubscriptionId', Message: 'the receipt holds no subscription "3", but 1, 2.' },
      ],
    });
  });

  it('is the first that runs, is sold here and has no contract yet', async () => {
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

  it('is else the newest that runs and has one, before those that are over', async () => {
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

  it('may be of a plan that is not open to self-service', async () => {
    const store = new Store({ id: '1' });
    store.core.transaction((tx) => tx.planVariants.update('b00000000000000000000011', { Hidden: true }));
    expect(await external(store)).toBe('1');
  });

  it('is none that is over and has no contract', async () => {
    const over = { id: '1', canceled: NOW - DAY };
    for (const input of [{}, { ExternalSubscriptionId: '1' }]) {
      await refusal(new Store(over).create(input)).toMatchObject({
        kind: 'Invalid',
        code: 'SubscriptionOver',
        message: `AppleIapReceipt: the subscription "1" is Refunded since ${stamp(NOW - DAY)}; a contract follows a subscription that is not over.`,
        fields: [{ Field: 'AppleIapReceipt', Code: 'SubscriptionOver' }],
      });
    }
    const known = new Store({ id: '1' });
    const { Id } = await known.order();
    known.sells(over);
    expect((await known.order({ ExternalSubscriptionId: '1' })).Id).toBe(Id);
  });

  it('is none that no plan variant is sold as', async () => {
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

  it('is for the contract that the order names: of this store, and with no other subscription', async () => {
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
          Message: `contract ${other.Id} holds no store subscription and cannot be up- or downgraded to one of the store AppleIap.`,
        },
      ],
    });
    store.holds();
    await refusal(store.create({ ContractId: own.Id }, purchase('p1'))).toMatchObject({
      code: 'InvalidPreconditions',
      fields: [
        {
          Field: 'ContractId',
          Message: `contract ${own.Id} holds a subscription of the store AppleIap and cannot be up- or downgraded to one of the store GoogleIap; order without ContractId for a contract of its own.`,
        },
      ],
    });
    store.sells({ id: '1' }, { id: '2' });
    const second = await store.order();
    await refusal(store.create({ ContractId: own.Id, ExternalSubscriptionId: '2' })).toMatchObject({
      fields: [
        {
          Field: 'ContractId',
          Message: `the subscription of the receipt belongs to contract ${second.Id} already.`,
        },
      ],
    });
  });
});

describe('a commit', () => {
  it('asks the store again: a subscription that is over meanwhile makes no contract', async () => {
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

  it('is refused for an order that is closed, before the store is asked', async () => {
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

  it('lets a contract that has ended go on with a new purchase, which it then follows', async () => {
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

  it('is refused for a contract that was annulled meanwhile', async () => {
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
