import { describe, expect, test } from 'vitest';
import {
  type ComponentSubscriptionInput,
  changeComponentSubscription,
  createComponentSubscription,
  getComponentSubscription,
  replaceComponentSubscription,
} from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import { annulContract, endContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const now = '2026-04-01T09:00:00Z';
const time = (day: string) => `${day}T09:00:00.0000000Z`;
const seats = { ComponentId: ids.seat, Quantity: 2 };

/** A contract of 9.90 a month since 1 April, and what is done to its components of 4.50 each. */
function running(cart = {}, catalogue: CatalogueChange = {}) {
  const shop = new Shop(now, { catalogue });
  const { Id, CustomerId } = shop.signup(ids.basicMonthly, cart);
  const book = (input: Partial<ComponentSubscriptionInput> = {}) =>
    shop.core.transaction((tx) => createComponentSubscription(tx, Id, { ...seats, ...input }));
  const end = (id: string, EndDate: string) =>
    shop.core.transaction((tx) => changeComponentSubscription(tx, id, { EndDate }));
  const replace = (id: string, input: Parameters<typeof replaceComponentSubscription>[2]) =>
    shop.core.transaction((tx) => replaceComponentSubscription(tx, id, input));
  const booked = () => shop.tx.componentSubscriptions.where('ContractId', Id);
  /** The documents since the signup. */
  const lines = () => shop.documents(Id).slice(1);
  return { shop, id: Id, customer: CustomerId, book, end, replace, booked, lines };
}

const withSeats = { ComponentSubscriptions: [seats] };

describe('a component that ends during a paid period', () => {
  test.each([
    // 9.00 for 30 days of April: 9.00 × 29 / 30 = 8.70.
    [
      'a day before it, is credited that day, on that day',
      '2026-04-30',
      [
        ['2026-04-30', ['Credit: Seat', '2026-04-30', '2026-05-01', -0.3]],
        ['2026-05-01', ['Basic', '2026-05-01', '2026-06-01', 9.9]],
      ],
    ],
    [
      'with it, is neither credited nor charged',
      '2026-05-01',
      [['2026-05-01', ['Basic', '2026-05-01', '2026-06-01', 9.9]]],
    ],
    // 9.00 for 31 days of May: 9.00 / 31 = 0.2903.
    [
      'a day after it, is charged that day',
      '2026-05-02',
      [
        [
          '2026-05-01',
          ['Basic', '2026-05-01', '2026-06-01', 9.9],
          ['Seat', '2026-05-01', '2026-05-02', 0.29],
        ],
      ],
    ],
  ])('%s', async (_, ends, expected) => {
    const { shop, booked, end, lines } = running(withSeats);
    end(booked()[0]?.Id as string, time(ends));
    expect(shop.invoices()).toHaveLength(1);
    await shop.advanceTo('2026-05-20T00:00:00Z');
    expect(lines()).toEqual(expected);
    expect(booked()[0]).toMatchObject({ EndDate: time(ends), BilledUntil: time(ends) });
  });

  test('is credited at once if its end has passed', async () => {
    const { shop, booked, end, lines } = running(withSeats);
    await shop.advanceTo('2026-04-21T09:00:00Z');
    end(booked()[0]?.Id as string, time('2026-04-11'));
    await shop.settle();
    // 10 of 30 days are used: 9.00 − 3.00.
    expect(lines()).toEqual([['2026-04-21', ['Credit: Seat', '2026-04-11', '2026-05-01', -6]]]);
  });

  test('is credited at its end, not with what starts before it', async () => {
    const { shop, booked, book, end, lines } = running(withSeats);
    end(booked()[0]?.Id as string, time('2026-04-26'));
    book({ ComponentId: ids.support, Quantity: 1, StartDate: time('2026-04-16') });
    await shop.advanceTo('2026-04-27T00:00:00Z');
    // Half of 15.00; 9.00 × 5 / 30.
    expect(lines()).toEqual([
      ['2026-04-16', ['Priority support', '2026-04-16', '2026-05-01', 7.5]],
      ['2026-04-26', ['Credit: Seat', '2026-04-26', '2026-05-01', -1.5]],
    ]);
  });

  test('is credited once, whatever other fields change afterwards', async () => {
    const { shop, booked, end, lines } = running(withSeats);
    const id = booked()[0]?.Id as string;
    end(id, time('2026-04-16'));
    end(id, '2026-04-16T11:00:00+02:00');
    shop.core.transaction((tx) => changeComponentSubscription(tx, id, { Memo: 'Ada and Grace' }));
    await shop.advanceTo('2026-04-30T00:00:00Z');
    shop.core.transaction((tx) => changeComponentSubscription(tx, id, { ProductOverride: { Name: 'Desk' } }));
    await shop.settle();
    expect(lines()).toEqual([['2026-04-16', ['Credit: Seat', '2026-04-16', '2026-05-01', -4.5]]]);
    expect(booked()[0]).toMatchObject({
      EndDate: time('2026-04-16'),
      Memo: 'Ada and Grace',
      ProductOverride: { Name: 'Desk' },
    });
  });
});

describe('a component booked without an order', () => {
  test('from now on is charged with the next billing, from its start', async () => {
    const { shop, book, lines } = running();
    await shop.advanceTo('2026-04-16T09:00:00Z');
    expect(book()).toEqual({
      Id: expect.any(String),
      ContractId: expect.any(String),
      CustomerId: expect.any(String),
      ...seats,
      StartDate: time('2026-04-16'),
    });
    await shop.advanceTo('2026-04-30T00:00:00Z');
    expect(lines()).toEqual([]);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    // Half of April, and May.
    expect(lines()).toEqual([
      [
        '2026-05-01',
        ['Basic', '2026-05-01', '2026-06-01', 9.9],
        ['Seat', '2026-04-16', '2026-05-01', 4.5],
        ['Seat', '2026-05-01', '2026-06-01', 9],
      ],
    ]);
  });

  test('for later in a paid period is charged when it starts, up to the end of that period', async () => {
    const { shop, book, lines } = running();
    book({ StartDate: '2026-04-21T11:00:00+02:00', Memo: 'Ada' });
    await shop.advanceTo('2026-04-21T08:59:59Z');
    expect(lines()).toEqual([]);
    await shop.advanceTo('2026-04-21T09:00:00Z');
    // 10 of 30 days: 9.00 / 3.
    expect(lines()).toEqual([['2026-04-21', ['Seat', '2026-04-21', '2026-05-01', 3]]]);
  });

  test('for some days of a paid period is charged when they are over', async () => {
    const { shop, book, lines } = running();
    const made = book({ EndDate: '2026-04-11T11:00:00+02:00' });
    expect(made.EndDate).toBe(time('2026-04-11'));
    await shop.advanceTo('2026-04-12T00:00:00Z');
    expect(lines()).toEqual([['2026-04-11', ['Seat', '2026-04-01', '2026-04-11', 3]]]);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(lines()[1]).toEqual(['2026-05-01', ['Basic', '2026-05-01', '2026-06-01', 9.9]]);
  });

  test('can start with the contract, not before it', () => {
    const { shop, id, book } = running();
    expect(book({ StartDate: now }).StartDate).toBe(time('2026-04-01'));
    expect(
      shop.refusal(() =>
        createComponentSubscription(shop.tx, id, { ...seats, StartDate: '2026-04-01T08:59:59.999Z' }),
      ).fields,
    ).toMatchObject([{ Field: 'StartDate', Code: 'InvalidData' }]);
  });

  test.each<[string, Partial<ComponentSubscriptionInput>, string]>([
    ['usage is reported', { ComponentId: ids.apiCalls }, 'ComponentId'],
    ['a component must be there', { ComponentId: 'd0' }, 'ComponentId'],
    ['nobody books less than nothing', { Quantity: -1 }, 'Quantity'],
    ['what is on or off is booked once', { ComponentId: ids.support, Quantity: 2 }, 'Quantity'],
    ['what is on or off is not half on', { ComponentId: ids.support, Quantity: 0.5 }, 'Quantity'],
    ['it ends after its start', { StartDate: time('2026-04-02'), EndDate: time('2026-04-02') }, 'EndDate'],
  ])('%s', (_, input, field) => {
    const { shop, id } = running();
    const problem = shop.refusal(() => createComponentSubscription(shop.tx, id, { ...seats, ...input }));
    expect([problem.kind, problem.fields.map(({ Field }) => Field)]).toEqual(['Invalid', [field]]);
  });

  test('of a price scale keeps its scale', () => {
    const scaled = {
      PriceScale: { IsCumulative: true, Items: [{ From: 0, Value: 4, IsBucketPrice: false }] },
    };
    const { shop, id } = running({}, { components: { [ids.seat]: scaled } });
    const priced = { ProductOverride: { PricePerUnit: 1 } };
    expect(
      shop.refusal(() => createComponentSubscription(shop.tx, id, { ...seats, ...priced })).fields[0]?.Field,
    ).toBe('ProductOverride');
    const [made] = [shop.core.transaction((tx) => createComponentSubscription(tx, id, seats))];
    expect(shop.refusal(() => changeComponentSubscription(shop.tx, made.Id, priced)).fields[0]?.Field).toBe(
      'ProductOverride',
    );
  });

  test('belongs to the plan group of the contract', () => {
    const { shop, id } = running(
      {},
      { components: { [ids.seat]: { PlanGroupId: 'a10000000000000000000011' } } },
    );
    const problem = shop.refusal(() => createComponentSubscription(shop.tx, id, seats));
    expect(problem.fields[0]?.Field).toBe('ComponentId');
  });

  test('requires an active contract that is billed here', async () => {
    const { shop, id, booked, end } = running(withSeats);
    const one = booked()[0]?.Id as string;
    const works = [
      () => createComponentSubscription(shop.tx, id, seats),
      () => changeComponentSubscription(shop.tx, one, { EndDate: time('2026-04-20') }),
      () => replaceComponentSubscription(shop.tx, one, { Quantity: 1, StartDate: time('2026-04-20') }),
    ];
    const refused = () => works.map((work) => shop.refusal(work)).map(({ kind, message }) => [kind, message]);
    const all = (message: string) => works.map(() => ['Conflict', message]);
    const record = shop.tx.contracts.get(id);
    if (record === undefined) throw new Error('no contract');
    shop.core.transaction((tx) => tx.contracts.replace({ ...record, Store: 'AppleIap' }));
    expect(refused()).toEqual(all(`Contract ${id} is billed by its store.`));
    shop.core.transaction((tx) => tx.contracts.replace(record));
    end(one, time('2026-06-01'));
    shop.core.transaction((tx) => endContract(tx, id, '2026-04-10T09:00:00Z'));
    await shop.advanceTo('2026-04-11T00:00:00Z');
    expect(shop.refusal(works[0] as () => unknown).message).toBe(`Contract ${id} is Ended.`);
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(shop.refusal(works[0] as () => unknown).message).toBe(`Contract ${id} is Annulled.`);
  });

  test('is found by its id, within its contract only', () => {
    const { shop, id, book } = running();
    const made = book();
    expect(getComponentSubscription(shop.tx, made.Id)).toEqual(made);
    expect(getComponentSubscription(shop.tx, made.Id, id)).toEqual(made);
    for (const [one, contract] of [
      [made.Id, 'another'],
      ['another', id],
    ] as const)
      expect(shop.refusal(() => getComponentSubscription(shop.tx, one, contract))).toMatchObject({
        kind: 'NotFound',
        code: 'NotFound',
      });
  });
});

describe('another quantity of a component', () => {
  test('replaces the first from now on: its unused days are credited, the new ones charged', async () => {
    const { shop, booked, replace, lines } = running(withSeats);
    await shop.advanceTo('2026-04-16T09:00:00Z');
    const { Id } = replace(booked()[0]?.Id as string, { Quantity: 4 });
    await shop.settle();
    expect(booked().map((one) => [one.Id === Id, one.Quantity, one.StartDate, one.EndDate])).toEqual([
      [false, 2, time('2026-04-01'), time('2026-04-16')],
      [true, 4, time('2026-04-16'), undefined],
    ]);
    // 15 of 30 days: 9.00 / 2 less, 18.00 / 2 more.
    expect(lines()).toEqual([
      [
        '2026-04-16',
        ['Credit: Seat', '2026-04-16', '2026-05-01', -4.5],
        ['Seat', '2026-04-16', '2026-05-01', 9],
      ],
    ]);
  });

  test('from a later day keeps memo, price and end of the first unless specified', async () => {
    const kept = { Memo: 'Ada', ProductOverride: { PricePerUnit: 3 }, EndDate: time('2026-06-01') };
    const { shop, book, replace, lines } = running();
    const first = book(kept);
    const second = replace(first.Id, { Quantity: 1, StartDate: '2026-04-21T09:00:00Z' });
    expect(second).toMatchObject({ ...kept, Quantity: 1, StartDate: time('2026-04-21') });
    const third = replace(second.Id, {
      Quantity: 3,
      StartDate: time('2026-05-11'),
      Memo: 'Grace',
      EndDate: time('2026-05-21'),
    });
    expect(third).toMatchObject({ Quantity: 3, Memo: 'Grace', EndDate: time('2026-05-21') });
    await shop.advanceTo('2026-07-02T00:00:00Z');
    expect(lines()).toEqual([
      // 2 × 3.00 for 20 of 30 days; then 1 × 3.00 for 10.
      ['2026-04-21', ['Seat', '2026-04-01', '2026-04-21', 4], ['Seat', '2026-04-21', '2026-05-01', 1]],
      // What is planned within May is charged with it: 3.00 × 10 / 31 = 0.9677; then 9.00 × 20 / 31 = 5.8065 up to the 21st
      // less 9.00 × 10 / 31 = 2.9032 up to the 11th, 5.81 − 2.90 = 2.91.
      [
        '2026-05-01',
        ['Basic', '2026-05-01', '2026-06-01', 9.9],
        ['Seat', '2026-05-01', '2026-05-11', 0.97],
        ['Seat', '2026-05-11', '2026-05-21', 2.91],
      ],
      ['2026-06-01', ['Basic', '2026-06-01', '2026-07-01', 9.9]],
      ['2026-07-01', ['Basic', '2026-07-01', '2026-08-01', 9.9]],
    ]);
  });

  test('is rejected before the start of the first, and from its end on', async () => {
    const { shop, book, end } = running();
    const { Id } = book({ StartDate: time('2026-04-11') });
    const refusal = (StartDate?: string) =>
      shop.refusal(() => replaceComponentSubscription(shop.tx, Id, { Quantity: 1, StartDate }));
    expect(refusal(time('2026-04-10')).fields[0]?.Field).toBe('StartDate');
    end(Id, time('2026-04-21'));
    expect(refusal(time('2026-04-21')).kind).toBe('Conflict');
    await shop.advanceTo('2026-04-21T09:00:00Z');
    expect(refusal().kind).toBe('Conflict');
  });
});
