// The management of the catalogue: usual values, what never changes, what is in use, events; and prices that are kept.
import { describe, expect, test } from 'vitest';
import {
  type CatalogueKind,
  catalogueView,
  componentKind,
  couponKind,
  createInCatalogue,
  deleteFromCatalogue,
  discountKind,
  inCatalogue,
  patchInCatalogue,
  planGroupKind,
  planKind,
  planVariantKind,
  replaceInCatalogue,
  taxPolicyKind,
  toProductInfo,
} from '../../../../sandbox/src/service/domain/catalogue/catalogue-management.ts';
import { checkCoupon } from '../../../../sandbox/src/service/domain/catalogue/coupons.ts';
import {
  getPrices,
  priceListKind,
  priceListNamed,
} from '../../../../sandbox/src/service/domain/catalogue/named-price-lists.ts';
import { taxDefinitions } from '../../../../sandbox/src/service/domain/catalogue/tax-definitions.ts';
import { completeOrder, createOrder } from '../../../../sandbox/src/service/domain/orders/orders.ts';
import { keptPrices, notedPrices } from '../../../../sandbox/src/service/domain/records/kept-prices.ts';
import { ids, onAccount, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const group = 'a10000000000000000000001';
const storeGroup = 'a10000000000000000000011';
const policy = 'e00000000000000000000001';
const basic = 'b10000000000000000000001';
const discount = 'f10000000000000000000001';
const month = { Unit: 'Month', Quantity: 1 } as const;
const year = { Unit: 'Year', Quantity: 1 } as const;
const Name = { _c: 'x' };

// biome-ignore lint/suspicious/noExplicitAny: kinds of every document
type Kind = CatalogueKind<any, any>;

/** A least input of each kind, and the document that it makes, apart from its id. */
const kinds: readonly (readonly [string, Kind, object, object])[] = [
  [
    'plan group',
    planGroupKind,
    { Name },
    { Name, Currency: 'EUR', PriceTaxType: 'Net', TaxPolicyId: policy, TimeGranularity: 'Precise' },
  ],
  [
    'plan',
    planKind,
    { PlanGroupId: group, Name },
    {
      PlanGroupId: group,
      Name,
      SetupDescription: {},
      PlanDescription: {},
      TrialEndPolicy: 'NoTrial',
      IsQuantityBased: false,
      Hidden: false,
      RequiresOrderApproval: false,
      CustomFields: {},
      IsDeletable: true,
    },
  ],
  [
    'plan variant',
    planVariantKind,
    { PlanId: basic, InternalName: 'x', RecurringFee: 1, FeePeriod: year },
    {
      PlanId: basic,
      PlanGroupId: group,
      InternalName: 'x',
      RecurringFee: 1,
      Description: {},
      SetupFee: 0,
      FeePeriod: year,
      BillingPeriod: year,
      PaymentPeriodMode: 'PrePaid',
      EndAfterFirstContractPeriod: false,
      AllowSelfService: true,
      AllowWithoutPaymentData: false,
      Quota: [],
      Hidden: false,
      IsDeletable: true,
    },
  ],
  [
    'component',
    componentKind,
    { PlanGroupId: group, ComponentType: 'QuantityBased', Name, PricePerUnit: 2 },
    {
      PlanGroupId: group,
      ComponentType: 'QuantityBased',
      Name,
      PricePerUnit: 2,
      Description: {},
      FeePeriod: month,
      Prorate: true,
      TaxPolicyId: policy,
      AllowSelfService: true,
      ShowSelfService: true,
      IncludeInInterimBilling: false,
      BillInTrial: false,
      Hidden: false,
      IsDeletable: true,
    },
  ],
  [
    'metered component',
    componentKind,
    { PlanGroupId: group, ComponentType: 'Metered', Name, PricePerUnit: 2 },
    {
      PlanGroupId: group,
      ComponentType: 'Metered',
      Name,
      PricePerUnit: 2,
      Description: {},
      Prorate: false,
      TaxPolicyId: policy,
      AllowSelfService: true,
      ShowSelfService: true,
      IncludeInInterimBilling: true,
      BillInTrial: false,
      Hidden: false,
      IsDeletable: true,
    },
  ],
  [
    'discount',
    discountKind,
    { PlanGroupId: group, InternalName: 'x', Effect: { Type: 'Relative', ReductionPercent: 5 } },
    {
      PlanGroupId: group,
      InternalName: 'x',
      Effect: { Type: 'Relative', ReductionPercent: 5 },
      Targets: {},
      Description: {},
      IncludeSetup: false,
      CreateSeparateLineItem: true,
      Hidden: false,
      IsDeletable: true,
    },
  ],
  [
    'coupon',
    couponKind,
    { CouponCode: 'NEW', DiscountId: discount },
    {
      PlanGroupId: group,
      InternalName: 'NEW',
      Codes: ['NEW'],
      DiscountId: discount,
      Description: {},
      Enabled: true,
      IsSingleUse: false,
      Hidden: false,
    },
  ],
  [
    'tax policy',
    taxPolicyKind,
    { Name: 'x', Entries: [{ Country: 'de', Rate: 7, TaxDefinitionId: 't', ValidFrom: '2026-02-01' }] },
    {
      Name: 'x',
      IsMossApplicable: false,
      SplitOnTaxChange: false,
      Entries: [{ Country: 'DE', Rate: 7, TaxDefinitionId: 't', ValidFrom: '2026-01-31T23:00:00.0000000Z' }],
    },
  ],
  [
    'price list',
    priceListKind,
    { PlanGroupId: group, InternalName: 'x' },
    {
      PlanGroupId: group,
      InternalName: 'x',
      Description: {},
      PlanVariants: [],
      Components: [],
      Hidden: false,
      IsDeletable: true,
    },
  ],
];

function shopWithEvents() {
  const shop = new Shop(now);
  const events: unknown[] = [];
  shop.core.feed.on('event', ({ Payload }) => void events.push(Payload));
  return { shop, events, EntityId: shop.tx.account.Id };
}

describe.each(kinds)('a %s', (_name, kind, input, made) => {
  test('has defaults for missing fields, and does not change with an empty change', () => {
    const shop = new Shop(now);
    const document = shop.core.transaction((tx) => createInCatalogue(tx, kind, input));
    expect(document).toEqual({ ...made, Id: document.Id });
    expect(shop.core.transaction((tx) => patchInCatalogue(tx, kind, document.Id, {}))).toEqual(document);
    expect(shop.core.transaction((tx) => replaceInCatalogue(tx, kind, document.Id, input))).toEqual(document);
    shop.core.transaction((tx) => deleteFromCatalogue(tx, kind, document.Id));
    const refused = shop.refusal(() => inCatalogue(shop.tx, kind, document.Id));
    expect(refused).toMatchObject({ kind: 'NotFound' });
    expect(refused.message).toContain(kind.name);
  });
});

describe('what is in the catalogue', () => {
  test.each([
    ['Plan', planKind, { PlanGroupId: group, Name }],
    ['PlanVariant', planVariantKind, { PlanId: basic, InternalName: 'x', RecurringFee: 1 }],
    ['Component', componentKind, { PlanGroupId: group, ComponentType: 'OnOff', Name, PricePerUnit: 1 }],
  ] as readonly (readonly [string, Kind, object])[])(
    'is announced by events with its id: %s',
    (what, kind, input) => {
      const { shop, events, EntityId } = shopWithEvents();
      const { Id } = shop.core.transaction((tx) => createInCatalogue(tx, kind, input));
      shop.core.transaction((tx) => patchInCatalogue(tx, kind, Id, { Hidden: true }));
      shop.core.transaction((tx) => deleteFromCatalogue(tx, kind, Id));
      expect(events).toEqual(
        ['Created', 'Changed', 'Deleted'].map((did) => ({
          Event: `${what}${did}`,
          EntityId,
          [`${what}Id`]: Id,
        })),
      );
    },
  );

  test.each([
    [planGroupKind, group, { Currency: 'USD' }, 'Currency'],
    [planGroupKind, group, { Store: 'AppleIap' }, 'Store'],
    [planKind, basic, { PlanGroupId: storeGroup }, 'PlanGroupId'],
    [planVariantKind, ids.basicMonthly, { PlanId: 'b10000000000000000000002' }, 'PlanId'],
    [componentKind, ids.seat, { PlanGroupId: storeGroup }, 'PlanGroupId'],
    [componentKind, ids.seat, { ComponentType: 'OnOff' }, 'ComponentType'],
    [discountKind, discount, { PlanGroupId: storeGroup }, 'PlanGroupId'],
  ] as readonly (readonly [Kind, string, object, string])[])(
    '%# never changes %s by %j',
    (kind, id, change, field) => {
      const shop = new Shop(now);
      const refused = shop.refusal(() => patchInCatalogue(shop.tx, kind, id, change));
      expect(refused).toMatchObject({ kind: 'Conflict' });
      expect(refused.message).toMatch(new RegExp(`^${field} of a ${kind.name} cannot be changed`));
    },
  );

  test.each([
    [planGroupKind, group, { Name: undefined }, 'Name'],
    [planKind, basic, { Name: undefined }, 'Name'],
    [planVariantKind, ids.basicMonthly, { InternalName: undefined }, 'InternalName'],
    [planVariantKind, ids.basicMonthly, { RecurringFee: undefined }, 'RecurringFee'],
    [componentKind, ids.seat, { Name: undefined }, 'Name'],
    [discountKind, discount, { Effect: undefined }, 'Effect'],
    [couponKind, 'f00000000000000000000001', { DiscountId: undefined }, 'DiscountId'],
    [taxPolicyKind, policy, { Entries: undefined }, 'Entries'],
  ] as readonly (readonly [Kind, string, object, string])[])(
    '%# is never without a field: %s %j',
    (kind, id, change, field) => {
      const shop = new Shop(now);
      const refused = shop.refusal(() => patchInCatalogue(shop.tx, kind, id, change));
      expect(refused).toMatchObject({ kind: 'Invalid', fields: [{ Field: field }] });
    },
  );

  test.each([
    [planVariantKind, ids.basicMonthly, { FeePeriod: { Unit: 'Month', Quantity: 0 } }, 'FeePeriod.Quantity'],
    [componentKind, ids.seat, { FeePeriod: { Unit: 'Month', Quantity: 0 } }, 'FeePeriod.Quantity'],
    [discountKind, discount, { Targets: { [discount]: true } }, `Targets.${discount}`],
    [couponKind, 'f00000000000000000000001', { Codes: ['A1', '-'] }, 'Codes[1]'],
  ] as readonly (readonly [Kind, string, object, string])[])(
    '%# is held to the rules of its kind by a change too: %s %j',
    (kind, id, change, field) => {
      const shop = new Shop(now);
      const refused = { kind: 'Invalid', fields: [{ Field: field }] };
      const whole = { ...inCatalogue(shop.tx, kind, id), ...change };
      expect(shop.refusal(() => patchInCatalogue(shop.tx, kind, id, change))).toMatchObject(refused);
      expect(shop.refusal(() => replaceInCatalogue(shop.tx, kind, id, whole))).toMatchObject(refused);
    },
  );

  test('cannot be deleted while something uses it, and the message names it', () => {
    const shop = new Shop(now);
    const user = (kind: Kind, id: string) => {
      const refused = shop.refusal(() => deleteFromCatalogue(shop.tx, kind, id));
      expect(refused.kind).toBe('Conflict');
      expect(catalogueView(shop.tx, kind, inCatalogue(shop.tx, kind, id)).IsDeletable ?? false).toBe(false);
      return / is used by (.+ "\w+")/.exec(refused.message)?.[1];
    };
    const unused = catalogueView(
      shop.tx,
      planVariantKind,
      inCatalogue(shop.tx, planVariantKind, ids.proMonthly),
    );
    expect(unused.IsDeletable).toBe(true);
    expect(user(planGroupKind, group)).toBe(`plan "${basic}"`);
    expect(user(planKind, basic)).toBe(`plan variant "${ids.basicMonthly}"`);
    expect(user(discountKind, discount)).toBe('coupon "f00000000000000000000001"');
    expect(user(taxPolicyKind, policy)).toBe(`plan group "${group}"`);
    const contract = shop.signup(ids.proMonthly, {
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
      MeteredUsages: [{ ComponentId: ids.apiCalls, Quantity: 1 }],
      CouponCode: 'WELCOME20',
    });
    expect(user(planVariantKind, ids.proMonthly)).toBe(`contract "${contract.Id}"`);
    const [subscription] = shop.tx.componentSubscriptions.where('ContractId', contract.Id);
    expect(user(componentKind, ids.seat)).toBe(`component subscription "${subscription?.Id}"`);
    const [usage] = [...shop.tx.meteredUsages];
    expect(user(componentKind, ids.apiCalls)).toBe(`usage "${usage?.Id}"`);
    const [reduced] = [...shop.tx.discountSubscriptions];
    expect(user(couponKind, 'f00000000000000000000001')).toBe(`discount subscription "${reduced?.Id}"`);
  });
});

describe('the trial end policy', () => {
  const plan = { PlanGroupId: group, Name, TrialPeriod: { Unit: 'Day', Quantity: 14 } } as const;

  test('comes and goes with the trial, and stays when its length changes', () => {
    const shop = new Shop(now);
    const { Id, TrialEndPolicy } = shop.core.transaction((tx) => createInCatalogue(tx, planKind, plan));
    expect(TrialEndPolicy).toBe('RequestPayment');
    const patched = (change: object) =>
      shop.core.transaction((tx) => patchInCatalogue(tx, planKind, Id, change)).TrialEndPolicy;
    expect(patched({ TrialEndPolicy: 'DeactivateAccount' })).toBe('DeactivateAccount');
    expect(patched({ TrialPeriod: { Unit: 'Day', Quantity: 7 } })).toBe('DeactivateAccount');
    expect(patched({ TrialPeriod: undefined })).toBe('NoTrial');
    expect(patched({ TrialPeriod: plan.TrialPeriod })).toBe('RequestPayment');
  });
});

describe('a discount', () => {
  const input = {
    PlanGroupId: group,
    InternalName: 'x',
    Effect: { Type: 'Relative', ReductionPercent: 5 },
  } as const;
  const targets = (shop: Shop, Targets: { [id: string]: boolean }) =>
    shop.core.transaction((tx) => createInCatalogue(tx, discountKind, { ...input, Targets }));

  test('keeps its targets; without targets it applies to the whole group, including later products', () => {
    const shop = new Shop(now);
    expect(targets(shop, { [ids.seat]: true, [ids.proMonthly]: false }).Targets).toEqual({
      [ids.seat]: true,
    });
    const shown = catalogueView(shop.tx, discountKind, targets(shop, {})).Targets;
    const products = [...shop.tx.planVariants, ...shop.tx.components].filter(
      (one) => one.PlanGroupId === group,
    );
    expect(shown).toEqual(Object.fromEntries(products.map(({ Id }) => [Id, true])));
    expect(targets(shop, shown).Targets).toEqual({});
  });

  test('of another group’s product is rejected', () => {
    const shop = new Shop(now);
    const other = 'b00000000000000000000011';
    for (const id of [other, discount])
      expect(shop.refusal(() => targets(shop, { [id]: true }))).toMatchObject({
        fields: [{ Field: `Targets.${id}` }],
      });
  });
});

describe('spec: cart CouponCode — a coupon', () => {
  const made = (shop: Shop, change: object) =>
    shop.core.transaction((tx) => createInCatalogue(tx, couponKind, { DiscountId: discount, ...change }));

  test('has each of its codes once, and is named by the first', () => {
    const shop = new Shop(now);
    expect(made(shop, { Codes: ['A1', 'B2', 'A1'], CouponCode: 'C3' })).toMatchObject({
      Codes: ['A1', 'B2', 'C3'],
      InternalName: 'C3',
    });
    expect(made(shop, { Codes: ['D4', 'E5'] }).InternalName).toBe('D4');
    expect(made(shop, {})).toMatchObject({ Codes: [], InternalName: '' });
  });

  test.each(['Summer-26', 'SUMMER 26', 'summer26'])('with the code Summer-26 is found by %j', (code) => {
    const shop = new Shop(now);
    const coupon = made(shop, { Codes: ['Summer-26'] });
    expect(checkCoupon(shop.tx, code, group)).toEqual({ coupon });
  });

  test.each([
    [{ Enabled: false }, /is disabled/],
    [{ ValidFrom: '2026-01-15T09:00:01Z' }, /is valid from 2026-01-15T09:00:01/],
    [{ ValidUntil: '2026-01-15T08:59:59Z' }, /was valid until 2026-01-15T08:59:59/],
    [{ ValidFrom: now, ValidUntil: now }, undefined],
  ])('with %j: %s', (change, refusal) => {
    const shop = new Shop(now);
    const coupon = made(shop, { CouponCode: 'NEW', ...change });
    const check = checkCoupon(shop.tx, 'n-e-w', group);
    if (refusal === undefined) expect(check).toEqual({ coupon });
    else expect(check.refusal).toMatch(refusal);
    expect(catalogueView(shop.tx, couponKind, coupon).Active).toBe(refusal === undefined);
  });

  test('belongs to plans of its group, and must exist', () => {
    const shop = new Shop(now);
    expect(checkCoupon(shop.tx, 'WELCOME20', storeGroup).refusal).toMatch(
      /does not belong to this plan group/,
    );
    expect(checkCoupon(shop.tx, 'NOBODY', group).refusal).toMatch(/There is no coupon "NOBODY"/);
    shop.core.transaction((tx) => tx.discounts.delete(discount));
    expect(checkCoupon(shop.tx, 'WELCOME20', group).refusal).toMatch(/has no discount/);
  });

  test('for single use is reserved by the order that names it, until it is used', () => {
    const shop = new Shop(now);
    expect(checkCoupon(shop.tx, 'SINGLE10', group).refusal).toBeUndefined();
    shop.signup(ids.basicMonthly, { CouponCode: 'SINGLE10' });
    expect(checkCoupon(shop.tx, 'single-10', group).refusal).toMatch(/has already been used/);
    expect(checkCoupon(shop.tx, 'WELCOME20', group).coupon).toBeDefined();
  });
});

describe('an unpaid order', () => {
  const orderWith = (shop: Shop, more: { Cart?: object; PriceListId?: string }) =>
    shop.core.transaction((tx) =>
      createOrder(
        tx,
        {
          Customer: { LastName: 'Lovelace' },
          ...more,
          Cart: { PlanVariantId: ids.basicMonthly, ...more.Cart },
        },
        { bySelfService: false },
      ),
    );

  test('reserves its single-use coupon against other orders, until it is closed', () => {
    const shop = new Shop(now);
    const { Id } = orderWith(shop, { Cart: { CouponCode: 'SINGLE10' } });
    expect(checkCoupon(shop.tx, 'single-10', group).refusal).toMatch(
      new RegExp(`is reserved by order ${Id}`),
    );
    expect(checkCoupon(shop.tx, 'SINGLE10', group, Id).refusal).toBeUndefined();
    const open = [
      'InProgress',
      'PaymentPending',
      'ApprovalPending',
      'Approved',
      'Failed',
      'Aborted',
    ] as const;
    for (const Status of [...open, 'Expired', 'Declined'] as const) {
      shop.core.transaction((tx) => tx.orders.update(Id, { Status }));
      const isHeld = checkCoupon(shop.tx, 'SINGLE10', group).refusal !== undefined;
      expect([Status, isHeld]).toEqual([Status, open.some((one) => one === Status)]);
    }
  });

  test('uses the price list that it names, and so does its contract', () => {
    const shop = new Shop(now);
    const list = () =>
      shop.core.transaction((tx) =>
        createInCatalogue(tx, priceListKind, { PlanGroupId: group, InternalName: 'x' }),
      ).Id;
    const [used, other] = [list(), list()];
    const order = orderWith(shop, { PriceListId: used });
    const user = (id: string) => priceListKind.usedBy(shop.tx, id);
    expect([user(used), user(other)]).toEqual([`order "${order.Id}"`, undefined]);
    const contract = shop.core.transaction((tx) => completeOrder(tx, order.Id, { method: onAccount }));
    expect([user(used), user(other)]).toEqual([`contract "${contract.Id}"`, undefined]);
  });
});

describe('a price list', () => {
  test('replaces the prices that it names: fee and setup fee separately', () => {
    const shop = new Shop(now);
    const scale = { IsCumulative: true, Items: [{ From: 0, Value: 3, IsBucketPrice: false }] };
    const { Id } = shop.core.transaction((tx) =>
      createInCatalogue(tx, priceListKind, {
        PlanGroupId: group,
        InternalName: 'Partner',
        PlanVariants: [
          { PlanVariantId: ids.proMonthly, RecurringFee: 20 },
          { PlanVariantId: ids.basicMonthly, SetupFee: 5 },
        ],
        Components: [
          { ComponentId: ids.seat, PriceScale: scale },
          { ComponentId: ids.storage, PricePerUnit: 0.07 },
          { ComponentId: ids.support },
        ],
      }),
    );
    const prices = getPrices(shop.tx, Id);
    const fees = (id: string) => {
      const { RecurringFee, SetupFee } = prices.planVariants.get(id) ?? {};
      return [RecurringFee, SetupFee];
    };
    expect([ids.proMonthly, ids.basicMonthly, ids.basicYearly].map(fees)).toEqual([
      [20, 49],
      [9.9, 5],
      [99, 0],
    ]);
    expect(prices.components.get(ids.seat)).toMatchObject({ PriceScale: scale });
    const storage = prices.components.get(ids.storage);
    expect(storage?.PricePerUnit).toBe(0.07);
    expect(storage).not.toHaveProperty('PriceScale');
    for (const id of [ids.support, ids.apiCalls])
      expect(prices.components.get(id)).toBe(shop.tx.components.get(id));
    expect(prices.planVariants.get('x')).toBeUndefined();
    expect(prices.components.get('x')).toBeUndefined();
    expect(getPrices(shop.tx, undefined)).toBe(shop.tx);
    expect(getPrices(shop.tx, Id).plans.get(basic)).toBe(shop.tx.plans.get(basic));
    for (const kind of ['planGroups', 'discounts', 'taxPolicies'] as const)
      expect([kind, prices[kind]]).toEqual([kind, shop.tx[kind]]);
  });

  test.each([
    [
      { PlanVariants: [{ PlanVariantId: 'b00000000000000000000011' }] },
      'PlanVariants[0].PlanVariantId',
      'does not belong to the plan group',
    ],
    [
      { PlanVariants: [{ PlanVariantId: basic }] },
      'PlanVariants[0].PlanVariantId',
      'listed at GET /api/v1/planVariants',
    ],
    [
      { Components: [{ ComponentId: basic }] },
      'Components[0].ComponentId',
      'listed at GET /api/v1/components',
    ],
    [
      { Components: [{ ComponentId: ids.seat }, { ComponentId: ids.seat }] },
      'Components[1].ComponentId',
      'two entries',
    ],
    [
      {
        Components: [
          { ComponentId: ids.seat, PricePerUnit: 1, PriceScale: { IsCumulative: true, Items: [] } },
        ],
      },
      'Components[0]',
      'got both',
    ],
    [
      {
        Components: [
          {
            ComponentId: ids.seat,
            PriceScale: { IsCumulative: true, Items: [{ From: 1, Value: 1, IsBucketPrice: false }] },
          },
        ],
      },
      'PriceScale.Items[0].From',
      'must start at 0',
    ],
    [{ PlanGroupId: basic }, 'PlanGroupId', 'no plan group'],
  ])('is rejected with %j', (change, Field, words) => {
    const shop = new Shop(now);
    const refused = shop.refusal(() =>
      createInCatalogue(shop.tx, priceListKind, { PlanGroupId: group, InternalName: 'x', ...change }),
    );
    expect(refused).toMatchObject({ kind: 'Invalid', fields: [{ Field }] });
    expect(refused.message).toContain(words);
  });

  test('can be named by an order of its group, unless it is hidden', () => {
    const shop = new Shop(now);
    const list = shop.core.transaction((tx) =>
      createInCatalogue(tx, priceListKind, { PlanGroupId: group, InternalName: 'x' }),
    );
    expect(priceListNamed(shop.tx, list.Id, group)).toEqual(list);
    const refusals = [
      shop.refusal(() => priceListNamed(shop.tx, basic, group)),
      shop.refusal(() => priceListNamed(shop.tx, list.Id, storeGroup)),
    ];
    shop.core.transaction((tx) => patchInCatalogue(tx, priceListKind, list.Id, { Hidden: true }));
    refusals.push(shop.refusal(() => priceListNamed(shop.tx, list.Id, group)));
    expect(refusals.map(({ fields }) => fields[0]?.Field)).toEqual([
      'PriceListId',
      'PriceListId',
      'PriceListId',
    ]);
    expect(
      refusals.map(({ message }) => /no price list|belongs to the plan group|is hidden/.exec(message)?.[0]),
    ).toEqual(['no price list', 'belongs to the plan group', 'is hidden']);
  });
});

test('reserved prices are kept beside the current ones', () => {
  const shop = new Shop(now);
  const { prices, kept } = notedPrices(shop.tx);
  const asked = {
    planGroups: group,
    plans: basic,
    planVariants: ids.basicMonthly,
    components: ids.seat,
    discounts: discount,
    taxPolicies: policy,
  } as const;
  const before = Object.entries(asked).map(([kind, id]) => [
    kind,
    [prices[kind as keyof typeof asked].get(id)],
  ]);
  prices.plans.get('nobody');
  prices.plans.get(basic);
  expect(kept()).toEqual(Object.fromEntries(before));
  const inKeeping = kept();
  shop.core.transaction((tx) => {
    patchInCatalogue(tx, planVariantKind, ids.basicMonthly, { RecurringFee: 77 });
    patchInCatalogue(tx, planVariantKind, ids.proMonthly, { RecurringFee: 88 });
  });
  const then = keptPrices(inKeeping, shop.tx);
  const fee = (id: string) => then.planVariants.get(id)?.RecurringFee;
  expect([fee(ids.basicMonthly), fee(ids.proMonthly)]).toEqual([9.9, 88]);
  for (const [kind, id] of Object.entries(asked))
    expect(then[kind as keyof typeof asked].get(id)).toBe(inKeeping[kind as keyof typeof asked][0]);
  expect(keptPrices(undefined, shop.tx)).toBe(shop.tx);
});

describe('the product information', () => {
  test('contains the whole catalogue, or what one plan group sells with its tax policies', () => {
    const shop = new Shop(now);
    const other = shop.core.transaction((tx) =>
      createInCatalogue(tx, taxPolicyKind, { Name: 'Reduced', Entries: [{ Country: 'DE', Rate: 7 }] }),
    );
    const counted = (id?: string) =>
      Object.entries(toProductInfo(shop.tx, id)).map(([kind, all]) => [kind, all.length]);
    expect(counted()).toEqual([
      ['PlanGroups', 4],
      ['Plans', 7],
      ['PlanVariants', 12],
      ['Components', 4],
      ['Discounts', 3],
      ['Coupons', [...shop.tx.coupons].length],
      ['TaxPolicies', 2],
    ]);
    expect(counted(storeGroup)).toEqual([
      ['PlanGroups', 1],
      ['Plans', 1],
      ['PlanVariants', 2],
      ['Components', 0],
      ['Discounts', 0],
      ['Coupons', 0],
      ['TaxPolicies', 1],
    ]);
    shop.core.transaction((tx) => patchInCatalogue(tx, componentKind, ids.seat, { TaxPolicyId: other.Id }));
    expect(toProductInfo(shop.tx, group).TaxPolicies.map(({ Id }) => Id)).toEqual([policy, other.Id]);
  });
});

test('tax definitions are the rates of the policies, and the booking of reverse charge', () => {
  const shop = new Shop(now);
  const definitions = taxDefinitions(shop.tx);
  expect(definitions).toHaveLength(10);
  expect(definitions[0]).toEqual({
    Id: 'e10000000000000000000001',
    Name: 'Standard rate DE 19 %',
    Country: 'DE',
    Rate: 19,
    IsReverseCharge: false,
    TaxPolicyId: policy,
  });
  expect(definitions.at(-1)).toEqual({
    Id: 'e10000000000000000000099',
    Name: 'Standard rate reverse charge',
    Rate: 0,
    IsReverseCharge: true,
    TaxPolicyId: policy,
  });
});
