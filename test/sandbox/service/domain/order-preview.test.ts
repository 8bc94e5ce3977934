import { describe, expect, test } from 'vitest';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import {
  createOrder,
  previewOrder,
  previewSignup,
} from '../../../../sandbox/src/service/domain/orders/orders.ts';
import type { Discount, PlanVariant } from '../../../../sandbox/src/service/model/catalogue.ts';
import type { OrderCart, OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const ada = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };
const yearlyPlan = 'b10000000000000000000002';

/** What a cart of Pro monthly (29.00, setup 49.00) shows. */
const previewed = (cart: OrderCart, catalogue: CatalogueChange = {}, more: OrderInput = {}) =>
  new Shop(now, { catalogue }).preview({
    Customer: ada,
    Cart: { PlanVariantId: ids.proMonthly, ...cart },
    ...more,
  });

const lines = (
  shown: { readonly LineItems?: readonly { readonly [field: string]: unknown }[] } | undefined,
) => shown?.LineItems?.map((line) => [line['ProductType'], line['ProductId'], line['TotalNet']]);

describe('spec: Order preview result, Order preview result component — each part of a preview shows its own lines', () => {
  const cart: OrderCart = {
    Quantity: 2,
    CouponCode: 'WELCOME20',
    ComponentSubscriptions: [
      { ComponentId: ids.seat, Quantity: 3 },
      { ComponentId: ids.support, Quantity: 1 },
      { ComponentId: ids.seat, Quantity: 1, ProductOverride: { PricePerUnit: 2, Name: 'Guest' } },
    ],
    MeteredUsages: [
      { ComponentId: ids.storage, Quantity: 10 },
      { ComponentId: ids.apiCalls, Quantity: 2000 },
      { ComponentId: ids.storage, Quantity: 5 },
    ],
    RatedItems: [{ Description: 'Import', Quantity: 2, PricePerUnit: 5 }],
  };

  test('the fee, the setup, components and usage; duplicates show them once', () => {
    const shown = previewed(cart);
    expect(lines(shown.RecurringFee)).toEqual([
      ['RecurringFee', ids.proMonthly, 58],
      ['RecurringFee', ids.proMonthly, -11.6],
    ]);
    expect(shown.RecurringFee).toMatchObject({ Quantity: 2, TotalNet: 46.4, TotalVat: 8.82 });
    expect(lines(shown.SetupFee)).toEqual([['SetupFee', ids.proMonthly, 49]]);
    expect(shown.SetupFee).toEqual({
      PreventModification: false,
      Name: 'Pro',
      Description: 'Pro Einrichtung',
      PricePerUnit: 49,
      Quantity: 1,
      IsQuantityBased: false,
      VatPercentage: 19,
      LineItems: shown.SetupFee?.LineItems,
      TotalNet: 49,
      TotalVat: 9.31,
      ExternalId: '',
    });
    const booked = shown.ComponentSubscriptions.filter(({ Quantity }) => Quantity > 0);
    for (const { ComponentType, IsQuantityBased } of shown.ComponentSubscriptions)
      expect(IsQuantityBased).toBe(ComponentType !== 'OnOff');
    expect(booked.map((one) => [one.Name, one.Quantity, one.TotalNet, lines(one)])).toEqual([
      [
        'Seat',
        3,
        12.4,
        [
          ['Component', ids.seat, 13.5],
          ['Component', ids.seat, -2.7],
          ['Component', ids.seat, 2],
          ['Component', ids.seat, -0.4],
        ],
      ],
      [
        'Priority support',
        1,
        12,
        [
          ['Component', ids.support, 15],
          ['Component', ids.support, -3],
        ],
      ],
      ['Guest', 1, 0, []],
    ]);
    expect(shown.MeteredComponents.map((one) => [one.ComponentId, one.Quantity, lines(one)])).toEqual([
      [
        ids.storage,
        10,
        [
          ['MeteredUsage', ids.storage, 1.5],
          ['MeteredUsage', ids.storage, -0.3],
        ],
      ],
      [
        ids.apiCalls,
        2000,
        [
          ['MeteredUsage', ids.apiCalls, 10],
          ['MeteredUsage', ids.apiCalls, -2],
        ],
      ],
      [ids.storage, 5, []],
    ]);
    expect(shown.RatedItems).toMatchObject([
      { Name: 'Import', PricePerUnit: 5, Quantity: 2, VatPercentage: 19, TotalNet: 10, TotalVat: 1.9 },
    ]);
    expect(lines(shown.RatedItems?.[0])).toMatchObject([['RatedItem', expect.anything(), 10]]);
  });

  test('and none has an id before it is billed', () => {
    const { RecurringFee, SetupFee, ComponentSubscriptions, MeteredComponents, RatedItems } = previewed(cart);
    const all = [
      RecurringFee,
      SetupFee,
      ...ComponentSubscriptions,
      ...MeteredComponents,
      ...(RatedItems ?? []),
    ];
    const shown = all.flatMap((part) => part?.LineItems ?? []);
    expect(shown).toHaveLength(14);
    for (const line of shown) expect(line).not.toHaveProperty('Id');
  });

  test('missing parts are omitted, and lists are always present', () => {
    const shown = previewed({ PlanVariantId: ids.basicMonthly });
    expect(shown.MeteredComponents).toEqual([]);
    for (const field of ['RatedItems', 'Credits', 'CouponCode', 'Coupon', 'TrialPeriod']) {
      expect(shown).not.toHaveProperty(field);
    }
    expect(previewed({ CouponCode: '' })).not.toHaveProperty('Coupon');
    // A setup that costs nothing shows that it does.
    expect(shown.SetupFee).toMatchObject({ PricePerUnit: 0, LineItems: [], TotalNet: 0, VatPercentage: 19 });
  });

  test('credits are not part of the fee', () => {
    const shop = new Shop(now);
    const { Id: ContractId } = shop.signup(ids.basicYearly);
    const shown = shop.preview({ ContractId, Cart: { PlanVariantId: ids.proMonthly } });
    expect(lines(shown.RecurringFee)).toEqual([['RecurringFee', ids.proMonthly, 29]]);
    expect(shown.Credits?.map(({ TotalNet }) => TotalNet)).toEqual([-99]);
    expect(shown).not.toHaveProperty('SetupFee');
  });
});

describe('bookable components', () => {
  const seats = [{ ComponentId: ids.seat, Quantity: 0 }];
  const shown = (cart: OrderCart) =>
    previewed(cart).ComponentSubscriptions.map((one) => [one.ComponentId, one.Quantity]);

  test('follow those of the cart, once, with quantity 0', () => {
    expect(shown({})).toEqual([
      [ids.seat, 0],
      [ids.support, 0],
    ]);
    expect(shown({ ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1 }] })).toEqual([
      [ids.support, 1],
      [ids.seat, 0],
    ]);
    expect(shown({ ComponentSubscriptions: seats })).toEqual([
      [ids.seat, 0],
      [ids.support, 0],
    ]);
  });

  test('are not part of an order: zero quantities are not ordered', () => {
    const shop = new Shop(now);
    const cart = { PlanVariantId: ids.proMonthly, ComponentSubscriptions: seats };
    const order = shop.core.transaction((tx) =>
      createOrder(tx, { Customer: ada, Cart: cart }, { bySelfService: false }),
    );
    expect(order.ComponentSubscriptions).toEqual([]);
  });
});

describe('spec: Order preview result, Order preview result values — a trial', () => {
  const trial = { PlanVariantId: ids.proTrial };

  test.each<[string, OrderCart, OrderInput, boolean]>([
    ['of a plan that has one', trial, {}, true],
    ['that is shown as it will be after it', trial, { PreviewAfterTrial: true }, true],
    ['that the cart wants', { ...trial, EnableTrial: true }, {}, true],
    ['that the cart skips', { ...trial, EnableTrial: false }, {}, false],
    ['of a plan that has none', {}, {}, false],
  ])('%s', (_, cart, more, isTrial) => {
    const { IsTrial, TrialEndPolicy, TrialPeriod } = previewed(cart, {}, more);
    expect({ IsTrial, TrialEndPolicy, TrialPeriod }).toEqual(
      isTrial
        ? { IsTrial, TrialEndPolicy: 'RequestPayment', TrialPeriod: { Unit: 'Day', Quantity: 14 } }
        : { IsTrial: false, TrialEndPolicy: 'NoTrial', TrialPeriod: undefined },
    );
    expect(IsTrial).toBe(isTrial);
  });

  test('stays with the order, also where that has the body of a preview after it', () => {
    const ordered = (more: OrderInput) => {
      const shop = new Shop(now);
      const input = { Customer: ada, Cart: { ...trial, CouponCode: 'WELCOME20' }, ...more };
      return shop.core.transaction((tx) => createOrder(tx, input, { bySelfService: false }));
    };
    expect(ordered({ PreviewAfterTrial: true })).toEqual(ordered({}));
    expect(ordered({})).toMatchObject({ IsTrial: true, Total: 0, PreviewAfterTrial: false });
  });

  test('does not exist for a contract that changes to its plan', () => {
    const shop = new Shop(now);
    const { Id: ContractId } = shop.signup(ids.basicMonthly);
    expect(shop.preview({ ContractId, Cart: trial })).toMatchObject({
      IsTrial: false,
      TrialEndPolicy: 'NoTrial',
      PreviewAfterTrial: false,
    });
  });
});

describe('a coupon applies to the cart', () => {
  const fees = (RecurringFee: number, SetupFee: number): Partial<PlanVariant> => ({ RecurringFee, SetupFee });
  const only = (id: string): Partial<Discount> => ({ Targets: { [id]: true } });
  const seats = (Quantity: number, price?: number): OrderCart => ({
    ComponentSubscriptions: [
      {
        ComponentId: ids.seat,
        Quantity,
        ...(price === undefined ? {} : { ProductOverride: { PricePerUnit: price } }),
      },
    ],
  });
  const usage = (ComponentId: string): OrderCart => ({ MeteredUsages: [{ ComponentId, Quantity: 1 }] });

  test.each<[string, boolean, Partial<Discount>, OrderCart, Partial<PlanVariant>]>([
    ['of everything', true, {}, {}, {}],
    ['of 0 %', false, { Effect: { Type: 'Relative', ReductionPercent: 0 } }, {}, {}],
    ['of its plan variant', true, only(ids.proMonthly), {}, {}],
    ['of another plan variant', false, only(ids.proYearly), {}, {}],
    ['of everything, which costs nothing', false, {}, {}, fees(0, 0)],
    ['of everything but the setup, which alone costs something', false, {}, {}, fees(0, 49)],
    ['of the setup, which alone costs something', true, { IncludeSetup: true }, {}, fees(0, 49)],
    ['of the setup, which costs nothing, as all else', false, { IncludeSetup: true }, {}, fees(0, 0)],
    ['of a component that it has', true, only(ids.seat), seats(1), {}],
    ['of a component that it has not', false, only(ids.seat), {}, {}],
    ['of everything, of which a component costs something', true, {}, seats(1), fees(0, 0)],
    ['of everything, of which a component is free here', false, {}, seats(1, 0), fees(0, 0)],
    ['of a component whose price is its own here', true, only(ids.seat), seats(1, 3), fees(0, 0)],
    ['of usage', true, only(ids.apiCalls), usage(ids.apiCalls), {}],
    ['of usage by a scale', true, only(ids.storage), usage(ids.storage), {}],
    ['of other usage', false, only(ids.storage), usage(ids.apiCalls), fees(0, 0)],
  ])('%s: %s', (_, applies, discounts, cart, variant) => {
    const catalogue = {
      discounts,
      variants: { [ids.proMonthly]: variant },
      components: { [ids.storage]: { PricePerUnit: 0 } },
    };
    expect(previewed({ CouponCode: 'WELCOME20', ...cart }, catalogue).Coupon?.AppliesToCart).toBe(applies);
  });
});

describe('spec: Order preview result — quantity and plan', () => {
  const shopWith = (Quantity: number) => {
    const shop = new Shop(now);
    const { Id: ContractId } = shop.signup(ids.proMonthly, { Quantity });
    return { shop, ContractId };
  };
  const addition = { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }] };

  test('are those of the cart, or of the contract, or one', () => {
    const { shop, ContractId } = shopWith(3);
    const quantity = (input: OrderInput) => shop.preview(input).Quantity;
    expect(quantity({ ContractId, Cart: { PlanVariantId: ids.proMonthly, Quantity: 2 } })).toBe(2);
    expect(quantity({ ContractId, Cart: addition })).toBe(3);
    expect(quantity({ Customer: ada, Cart: { PlanVariantId: ids.proMonthly } })).toBe(1);
    const later = shop.order({
      Customer: ada,
      Cart: { PlanVariantId: ids.proMonthly, Quantity: 4 },
      StartDate: '2026-03-01T00:00:00Z',
    });
    expect(quantity({ ContractId: later.Id, Cart: addition, ChangeDate: '2026-03-01T00:00:00Z' })).toBe(1);
  });

  test('an order of additions only shows no plan variant, and requires payment data', () => {
    const { shop, ContractId } = shopWith(1);
    const shown = shop.preview({ ContractId, Cart: addition });
    for (const field of ['PlanVariantId', 'RecurringFee', 'SetupFee'])
      expect(shown).not.toHaveProperty(field);
    expect(shown.AllowWithoutPaymentData).toBe(false);
    const free = { PlanVariantId: ids.free };
    expect(previewed(free).AllowWithoutPaymentData).toBe(true);
    expect(previewed({ ...free, AllowWithoutPaymentData: false }).AllowWithoutPaymentData).toBe(false);
  });

  test('an order of additions names the plan of the contract, even of one that ends', () => {
    const { shop, ContractId } = shopWith(1);
    shop.core.transaction((tx) => endContract(tx, ContractId, '2026-02-15T09:00:00Z'));
    const order = shop.core.transaction((tx) =>
      createOrder(tx, { ContractId, Cart: addition }, { bySelfService: false }),
    );
    expect(order).toMatchObject({
      PlanVariantId: ids.proMonthly,
      PlanVariantName: 'Pro monthly',
      PlanId: yearlyPlan,
      PlanName: 'Pro',
    });
  });

  test('an order of additions names the newest plan of the contract, also one that is still to come', () => {
    const shop = new Shop(now);
    const { Id: ContractId } = shop.signup(ids.basicMonthly);
    const named = () =>
      shop.core.transaction((tx) => createOrder(tx, { ContractId, Cart: addition }, { bySelfService: false }))
        .PlanVariantId;
    shop.change(ContractId, { PlanVariantId: ids.proMonthly });
    expect(named()).toBe(ids.proMonthly);
    shop.change(ContractId, { PlanVariantId: ids.proYearly }, { ChangeDate: '2026-02-15T09:00:00Z' });
    expect(named()).toBe(ids.proYearly);
  });

  test('in a trial without a following plan names none', () => {
    const shop = new Shop(now, {
      catalogue: { plans: { b10000000000000000000003: { TrialEndPolicy: 'DeactivateAccount' } } },
    });
    const { Id: ContractId } = shop.signup(ids.proTrial);
    const order = shop.core.transaction((tx) =>
      createOrder(tx, { ContractId, Cart: addition }, { bySelfService: false }),
    );
    for (const field of ['PlanVariantId', 'PlanVariantName', 'PlanId', 'PlanName']) {
      expect(order).not.toHaveProperty(field);
    }
  });
});

describe('spec: Order preview result — a change', () => {
  test.each([
    [true, 30],
    [false, 29],
    [undefined, 29],
  ])(
    'with TriggerInterimBilling %s costs %d: usage is billed with it, or later',
    (TriggerInterimBilling, total) => {
      const shop = new Shop(now);
      const { Id: ContractId } = shop.signup(ids.free);
      shop.core.transaction((tx) => reportUsage(tx, ContractId, { ComponentId: ids.storage, Quantity: 10 }));
      const shown = shop.preview({
        ContractId,
        Cart: { PlanVariantId: ids.proMonthly },
        ...(TriggerInterimBilling === undefined ? {} : { TriggerInterimBilling }),
      });
      expect(shown.TriggerInterimBilling).toBe(TriggerInterimBilling ?? false);
      expect(shown.Total).toBe(total);
    },
  );

  test('uses prices of a named list at once, and not for later', () => {
    const shop = new Shop(now);
    const PriceListId = 'ab0000000000000000000001';
    shop.core.transaction((tx) =>
      tx.priceLists.insert({
        Id: PriceListId,
        PlanGroupId: 'a10000000000000000000001',
        InternalName: 'Partners',
        Description: {},
        PlanVariants: [{ PlanVariantId: ids.proMonthly, RecurringFee: 20 }],
        Components: [],
        Hidden: false,
        IsDeletable: true,
      }),
    );
    const { Id: ContractId } = shop.signup(ids.free);
    const change = { ContractId, Cart: { PlanVariantId: ids.proMonthly } };
    expect(shop.preview(change).Total).toBe(29);
    expect(shop.preview({ ...change, PriceListId })).toMatchObject({ PriceListId, Total: 20 });
    expect(shop.preview({ ...change, PriceListId, ChangeDate: now }).Total).toBe(20);
    const later = { ...change, PriceListId, ChangeDate: '2026-01-16T09:00:00Z' };
    expect(shop.refusal(() => previewOrder(shop.tx, later, { bySelfService: false })).fields).toMatchObject([
      { Field: 'PriceListId' },
    ]);
    // From then on they are the contract's.
    shop.order({ ...change, PriceListId });
    expect(shop.contract(ContractId).PriceListId).toBe(PriceListId);
    expect(shop.preview(change)).toMatchObject({ PriceListId, RecurringFee: { PricePerUnit: 20 } });
  });
});

describe('the terms of a signup', () => {
  const terms = (CouponCode: string | undefined, discounts: Partial<Discount> = {}) => {
    const shop = new Shop(now, { catalogue: { discounts } });
    const Cart = { PlanVariantId: ids.proMonthly, ...(CouponCode === undefined ? {} : { CouponCode }) };
    return shop.core.transaction((tx) => previewSignup(tx, { Cart }, { bySelfService: true })).Terms;
  };

  test('have the discount of the coupon with its end, if it has one', () => {
    expect(terms('WELCOME20').Discount).toMatchObject({ ReductionPercent: 20 });
    const Effect = { Type: 'Relative', ReductionPercent: 35 } as const;
    expect(terms('WELCOME20', { Effect, Duration: { Unit: 'Month', Quantity: 3 } }).Discount).toEqual({
      ReductionPercent: 35,
      EndDate: expect.stringMatching(/^2026-/),
    });
  });

  test.each([undefined, 'NOCODE'])('have none with the coupon %s', (code) => {
    expect(terms(code)).not.toHaveProperty('Discount');
  });
});
