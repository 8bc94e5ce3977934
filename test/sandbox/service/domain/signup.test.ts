import { describe, expect, test } from 'vitest';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import { completeOrder, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import type { OrderCart, OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, card, day, ids, onAccount, Shop } from './billing-kit.ts';

const now = '2026-04-01T09:00:00Z';
const time = (of: string) => `${of}T09:00:00.0000000Z`;
const seats = { ComponentId: ids.seat, Quantity: 2 };
const customer = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };
const proTrialPlan = 'b10000000000000000000003';

/** A contract that was ordered on 1 April. */
function ordered(
  variant: string,
  cart: OrderCart = {},
  more: Partial<OrderInput> = {},
  catalogue: CatalogueChange = {},
) {
  const shop = new Shop(now, { catalogue });
  const { Id } = shop.order({ Customer: customer, Cart: { PlanVariantId: variant, ...cart }, ...more });
  return { shop, id: Id, contract: shop.contract(Id), documents: () => shop.documents(Id) };
}

describe('spec: What the service does 1 — the contract of a signup', () => {
  test.each([
    ['2026-03-20T09:00:00Z', '2026-04-03T08:00:00.0000000Z'],
    ['2026-10-20T09:00:00Z', '2026-11-03T10:00:00.0000000Z'],
    ['2026-06-01T09:00:00Z', '2026-06-15T09:00:00.0000000Z'],
  ])("has a trial of 14 days of the account's calendar, from %s to %s", (from, to) => {
    const shop = new Shop(from);
    const { Id } = shop.signup(ids.proTrial);
    expect(shop.contract(Id).Phases[1]?.StartDate).toBe(to);
  });

  test('is active from now on, with all fields of a new contract', () => {
    const { shop, contract } = ordered(ids.proMonthly, { Quantity: 3 });
    expect(contract).toMatchObject({
      CustomerName: 'Ada Lovelace',
      CustomerIsLocked: false,
      PlanId: 'b10000000000000000000002',
      PlanVariantId: ids.proMonthly,
      LifecycleStatus: 'Active',
      StartDate: time('2026-04-01'),
      Currency: 'EUR',
      EscalationSuspended: false,
      RecurringPaymentsPaused: false,
      BillingSuspended: false,
      ThresholdBillingDisabled: false,
      CustomFields: {},
      OnAccountDueAfter: shop.tx.account.OnAccountDueAfter,
    });
    expect(contract.Phases).toEqual([
      {
        Type: 'Normal',
        StartDate: time('2026-04-01'),
        PlanVariantId: ids.proMonthly,
        PlanId: 'b10000000000000000000002',
        Quantity: 3,
        InheritStartDate: false,
      },
    ]);
    expect(contract).not.toHaveProperty('EndDate');
  });

  test('supports refunds if its payment method does, and not without one', () => {
    const shop = new Shop(now);
    expect(shop.signup(ids.free, {}, customer, card).PaymentProviderSupportRefunds).toBe(true);
    const free = shop.core.transaction((tx) => {
      const order = createOrder(
        tx,
        { Customer: customer, Cart: { PlanVariantId: ids.free } },
        { bySelfService: false },
      );
      return completeOrder(tx, order.Id, {});
    });
    expect(free.PaymentProviderSupportRefunds).toBe(false);
  });

  test('ends on the ordered date, with a phase for it', async () => {
    const { shop, id, contract, documents } = ordered(
      ids.proMonthly,
      { Quantity: 2 },
      { EndDate: '2026-04-16T11:00:00+02:00' },
    );
    expect(contract.EndDate).toBe(time('2026-04-16'));
    expect(contract.Phases[1]).toEqual({
      Type: 'Inactive',
      StartDate: time('2026-04-16'),
      Quantity: 2,
      InheritStartDate: false,
    });
    // Half of April, two times 29.00; the setup fee once.
    expect(
      documents()[0]
        ?.slice(1)
        .map((line) => line?.[3]),
    ).toEqual([29, 49]);
    await shop.advanceTo('2026-04-17T00:00:00Z');
    expect(shop.contract(id).LifecycleStatus).toBe('Ended');
  });

  test('has no end by its first term where it has no term', () => {
    const { contract } = ordered(
      ids.basicMonthly,
      {},
      {},
      {
        variants: { [ids.basicMonthly]: { EndAfterFirstContractPeriod: true, ContractPeriod: undefined } },
      },
    );
    expect(contract).toMatchObject({ LifecycleStatus: 'Active' });
  });
});

describe('the trial of a signup', () => {
  test('comes before the paid time', () => {
    const { contract } = ordered(ids.proTrial);
    expect(contract.Phases).toEqual([
      {
        Type: 'Trial',
        StartDate: time('2026-04-01'),
        PlanId: proTrialPlan,
        Quantity: 1,
        InheritStartDate: false,
      },
      {
        Type: 'Normal',
        StartDate: time('2026-04-15'),
        PlanVariantId: ids.proTrial,
        PlanId: proTrialPlan,
        Quantity: 1,
        InheritStartDate: false,
      },
    ]);
  });

  test('is skipped by the cart: the fee is due at once', () => {
    const { contract, documents } = ordered(ids.proTrial, { EnableTrial: false });
    expect(contract).toMatchObject({ LifecycleStatus: 'Active', PlanVariantId: ids.proTrial });
    expect(contract.Phases.map(({ Type }) => Type)).toEqual(['Normal']);
    expect(documents()).toEqual([['2026-04-01', ['Pro trial', '2026-04-01', '2026-05-01', 29]]]);
    expect(ordered(ids.proTrial, { EnableTrial: true }).contract.LifecycleStatus).toBe('InTrial');
  });

  test('is followed by the setup fee, if there still is one', async () => {
    const setup = (fee: number) => ({ variants: { [ids.proTrial]: { SetupFee: fee } } });
    const kept = ordered(ids.proTrial, {}, {}, setup(49));
    await kept.shop.advanceTo('2026-04-16T00:00:00Z');
    expect(kept.shop.invoices(kept.id)[0]?.ItemList.map((line) => [line.ProductType, line.TotalNet])).toEqual(
      [
        ['RecurringFee', 29],
        ['SetupFee', 49],
      ],
    );
    const { shop, id, documents } = ordered(ids.proTrial, {}, {}, setup(49));
    shop.core.transaction((tx) => tx.planVariants.update(ids.proTrial, { SetupFee: 0 }));
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(documents()).toEqual([['2026-04-15', ['Pro trial', '2026-04-15', '2026-05-15', 29]]]);
    expect(shop.tx.contracts.get(id)).not.toHaveProperty('SetupFeeDue');
  });

  test('is not followed by a setup fee that did not exist when it was ordered', async () => {
    const { shop, id, documents } = ordered(ids.proTrial);
    shop.core.transaction((tx) => tx.planVariants.update(ids.proTrial, { SetupFee: 49 }));
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(documents()).toEqual([['2026-04-15', ['Pro trial', '2026-04-15', '2026-05-15', 29]]]);
    expect(shop.tx.contracts.get(id)).not.toHaveProperty('SetupFeeDue');
  });
});

describe('spec: What the service does 1 — what a signup books', () => {
  test('components with their own dates, memo and price; none with quantity 0', () => {
    const { shop, id } = ordered(ids.basicMonthly, {
      ComponentSubscriptions: [
        { ComponentId: ids.support, Quantity: 0 },
        { ...seats },
        {
          ComponentId: ids.seat,
          Quantity: 1,
          StartDate: '2026-04-11T11:00:00+02:00',
          EndDate: '2026-04-21T11:00:00+02:00',
          Memo: 'Ada',
          ProductOverride: { PricePerUnit: 3 },
        },
      ],
    });
    const ofContract = { Id: expect.any(String), ContractId: id, CustomerId: expect.any(String) };
    expect(shop.tx.componentSubscriptions.where('ContractId', id)).toEqual([
      { ...ofContract, ...seats, StartDate: time('2026-04-01'), BilledUntil: time('2026-05-01') },
      {
        ...ofContract,
        ComponentId: ids.seat,
        Quantity: 1,
        StartDate: time('2026-04-11'),
        EndDate: time('2026-04-21'),
        BilledUntil: time('2026-04-21'),
        Memo: 'Ada',
        ProductOverride: { PricePerUnit: 3 },
      },
    ]);
    // 9.90; 2 × 4.50; 10 of 30 days of 3.00.
    expect(
      shop
        .documents(id)[0]
        ?.slice(1)
        .map((line) => line?.[3]),
    ).toEqual([9.9, 9, 1]);
  });

  test('components from its start on, at the earliest', () => {
    const { shop } = ordered(ids.basicMonthly);
    const early = (StartDate: string) => () =>
      shop.signup(ids.basicMonthly, { ComponentSubscriptions: [{ ...seats }, { ...seats, StartDate }] });
    expect(shop.refusal(early('2026-04-01T08:59:59Z')).fields[0]?.Field).toBe(
      'Cart.ComponentSubscriptions[1].StartDate',
    );
    expect(early(now)).not.toThrow();
  });

  test('usage and items with their dates', () => {
    const { shop, id } = ordered(ids.basicMonthly, {
      MeteredUsages: [
        { ComponentId: ids.apiCalls, Quantity: 1 },
        {
          ComponentId: ids.storage,
          Quantity: 2,
          Key: 'k',
          Memo: 'm',
          DueDate: '2026-04-11T11:00:00+02:00',
          ProductOverride: { Name: 'Disk' },
        },
      ],
      RatedItems: [
        { Description: 'Travel', Quantity: 1, PricePerUnit: 5 },
        {
          Description: 'Training',
          Quantity: 1,
          PricePerUnit: 80,
          PeriodStart: '2026-04-01T11:00:00+02:00',
          PeriodEnd: '2026-04-02T11:00:00+02:00',
        },
      ],
    });
    const [calls, disk] = shop.tx.meteredUsages.where('ContractId', id);
    expect(calls).toMatchObject({ Key: '', Quantity: 1, DueDate: time('2026-04-01') });
    expect(disk).toMatchObject({
      Key: 'k',
      Memo: 'm',
      Quantity: 2,
      DueDate: time('2026-04-11'),
      ProductOverride: { Name: 'Disk' },
    });
    const [travel, training] = shop.tx.ratedItems.where('ContractId', id);
    for (const field of ['PeriodStart', 'PeriodEnd']) expect(travel).not.toHaveProperty(field);
    expect(training).toMatchObject({ PeriodStart: time('2026-04-01'), PeriodEnd: time('2026-04-02') });
  });

  test('discounts from its first paid day, or from a later one', async () => {
    const shop = new Shop(now);
    const discount = [...shop.tx.discounts][0]?.Id as string;
    const { Id } = shop.signup(ids.proTrial, {
      DiscountSubscriptions: [
        { DiscountId: discount },
        { DiscountId: discount, StartDate: '2026-05-15T11:00:00+02:00' },
      ],
    });
    expect(shop.tx.discountSubscriptions.where('ContractId', Id).map(({ StartDate }) => StartDate)).toEqual([
      time('2026-04-15'),
      time('2026-05-15'),
    ]);
  });
});

test("a coupon reduces the plan's products, not items with their own price", () => {
  const { documents } = ordered(ids.basicMonthly, {
    CouponCode: 'WELCOME20',
    RatedItems: [{ Description: 'Training', Quantity: 2, PricePerUnit: 50 }],
  });
  expect(documents()).toEqual([
    [
      '2026-04-01',
      ['Basic', '2026-04-01', '2026-05-01', 9.9],
      ['Basic: −20 %', '2026-04-01', '2026-05-01', -1.98],
      ['Training', undefined, undefined, 100],
    ],
  ]);
});

test('a component without prorating costs its whole price for a part of a period', async () => {
  const { shop, documents } = ordered(
    ids.basicMonthly,
    { ComponentSubscriptions: [{ ...seats, StartDate: time('2026-04-21') }] },
    {},
    { components: { [ids.seat]: { Prorate: false } } },
  );
  await shop.advanceTo('2026-04-22T00:00:00Z');
  expect(documents().flatMap(([, ...lines]) => lines)).toEqual([
    ['Basic', '2026-04-01', '2026-05-01', 9.9],
    ['Seat', '2026-04-21', '2026-05-01', 9],
  ]);
});

test.each([
  [{}, 'SnailMail'],
  [{ EmailAddress: 'ada@example.com' }, 'Email'],
  [{ EmailAddress: 'ada@example.com', DefaultBearerMedium: 'ArchiveOnly' as const }, 'ArchiveOnly'],
])('a customer who signs up with %j gets documents by %s', (more, medium) => {
  const shop = new Shop(now);
  const { CustomerId } = shop.signup(ids.basicMonthly, {}, { ...customer, ...more });
  expect(shop.tx.customers.get(CustomerId)?.DefaultBearerMedium).toBe(medium);
});

test('an order is stamped when it is completed, not when it was created', async () => {
  const shop = new Shop(now);
  const { Id } = shop.core.transaction((tx) =>
    createOrder(
      tx,
      { Customer: customer, Cart: { PlanVariantId: ids.basicMonthly } },
      { bySelfService: false },
    ),
  );
  await shop.advanceTo('2026-04-02T09:00:00Z');
  shop.core.transaction((tx) => completeOrder(tx, Id, { method: onAccount }));
  expect(shop.tx.orders.get(Id)).toMatchObject({
    Status: 'Completed',
    CompletedAt: time('2026-04-02'),
  });
});

describe('a signup for a later date', () => {
  const inTrial: CatalogueChange = { components: { [ids.seat]: { BillInTrial: true } } };

  test('costs nothing until it starts, with everything in the cart', async () => {
    const { shop, documents } = ordered(
      ids.proTrial,
      { ComponentSubscriptions: [seats] },
      { StartDate: time('2026-04-08') },
      inTrial,
    );
    await shop.advanceTo('2026-04-08T08:59:59Z');
    expect(documents()).toEqual([]);
    await shop.advanceTo('2026-04-08T09:00:00Z');
    // Until 22 April, of the 31 days from 22 March: 9.00 − 9.00 × 17 / 31 = 9.00 − 4.94.
    expect(documents()).toEqual([['2026-04-08', ['Seat', '2026-04-08', '2026-04-22', 4.06]]]);
    await shop.advanceTo('2026-04-23T00:00:00Z');
    expect(documents()[1]).toEqual([
      '2026-04-22',
      ['Pro trial', '2026-04-22', '2026-05-22', 29],
      ['Seat', '2026-04-22', '2026-05-22', 9],
    ]);
  });

  test('whose trial is billed elsewhere at first bills the rest of it, also if the contract ends in it', async () => {
    const { shop, documents, contract } = ordered(
      ids.proTrial,
      { ComponentSubscriptions: [seats] },
      { BilledUntil: time('2026-04-03') },
      inTrial,
    );
    // Until 15 April, of the 31 days from 15 March: 9.00 − 9.00 × 19 / 31 = 9.00 − 5.52.
    const rest = ['2026-04-01', ['Seat', '2026-04-03', '2026-04-15', 3.48]];
    expect(documents()).toEqual([rest]);
    await shop.advanceTo('2026-04-10T09:00:00Z');
    shop.core.transaction((tx) => endContract(tx, contract.Id, undefined));
    expect(documents()).toEqual([rest]);
    shop.core.transaction((tx) => endContract(tx, contract.Id, time('2026-04-10')));
    // Five of the twelve days: 3.48 × 5 / 12.
    expect(documents().slice(1)).toEqual([
      ['2026-04-10', ['Credit: Seat', '2026-04-10', '2026-04-15', -1.45]],
    ]);
  });

  test('whose fee is billed elsewhere until later bills from there on', async () => {
    const { shop, documents, contract } = ordered(ids.proMonthly, {}, { BilledUntil: time('2026-04-16') });
    expect([day(contract.BilledUntil), day(contract.NextBillingDate)]).toEqual(['2026-04-16', '2026-04-16']);
    expect(documents()).toEqual([]);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    // Half of April, and no setup fee.
    expect(documents()).toEqual([
      ['2026-04-16', ['Pro', '2026-04-16', '2026-05-01', 14.5]],
      ['2026-05-01', ['Pro', '2026-05-01', '2026-06-01', 29]],
    ]);
  });

  test('whose components are also billed elsewhere pays nothing twice', async () => {
    const { shop, id, documents } = ordered(
      ids.proMonthly,
      {
        ComponentSubscriptions: [
          seats,
          { ...seats, StartDate: time('2026-06-11') },
          { ...seats, EndDate: time('2026-05-01') },
        ],
      },
      { BilledUntil: time('2026-06-01') },
    );
    const until = shop.tx.componentSubscriptions.where('ContractId', id).map((one) => day(one.BilledUntil));
    expect(until).toEqual(['2026-06-01', undefined, '2026-05-01']);
    await shop.advanceTo('2026-07-02T00:00:00Z');
    expect(documents()).toEqual([
      [
        '2026-06-01',
        ['Pro', '2026-06-01', '2026-07-01', 29],
        ['Seat', '2026-06-01', '2026-07-01', 9],
        ['Seat', '2026-06-11', '2026-07-01', 6],
      ],
      [
        '2026-07-01',
        ['Pro', '2026-07-01', '2026-08-01', 29],
        ['Seat', '2026-07-01', '2026-08-01', 9],
        ['Seat', '2026-07-01', '2026-08-01', 9],
      ],
    ]);
  });

  test('that another system has billed up to a past date bills the time since, with its components', () => {
    const { documents } = ordered(
      ids.proMonthly,
      { ComponentSubscriptions: [seats] },
      { StartDate: time('2026-01-01'), BilledUntil: time('2026-03-01') },
    );
    expect(documents()).toEqual([
      [
        '2026-04-01',
        ['Pro', '2026-03-01', '2026-04-01', 29],
        ['Pro', '2026-04-01', '2026-05-01', 29],
        ['Seat', '2026-03-01', '2026-04-01', 9],
        ['Seat', '2026-04-01', '2026-05-01', 9],
      ],
    ]);
  });
});
