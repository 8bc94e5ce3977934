// What a cart may hold: every rule by the field that breaks it.
import { describe, expect, test } from 'vitest';
import {
  bookableComponents,
  checkCart,
  resolveComponentId,
} from '../../../../sandbox/src/service/domain/catalogue/cart.ts';
import type { OrderCart } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const group = 'a10000000000000000000001';
const storeGroup = 'a10000000000000000000011';
const basic = 'b10000000000000000000001';
const storeVariant = 'b00000000000000000000011';
const nobody = '0123456789abcdef01234567';
const basicMonthly = { PlanVariantId: ids.basicMonthly };
const catalogue: CatalogueChange = {
  components: { [ids.storage]: { ExternalId: 'gb' }, [ids.support]: { AllowSelfService: false } },
};
const byMerchant = { bySelfService: false };
const byCustomer = { bySelfService: true };
const seats = (entry: object) => ({
  ...basicMonthly,
  ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1, ...entry }],
});
const usage = (entry: object) => ({
  ...basicMonthly,
  MeteredUsages: [{ ComponentId: ids.apiCalls, Quantity: 1, ...entry }],
});
const item = (entry: object) => ({
  ...basicMonthly,
  RatedItems: [{ Description: 'x', Quantity: 1, PricePerUnit: 1, ...entry }],
});
const component = 'Cart.ComponentSubscriptions[0]';
const metered = 'Cart.MeteredUsages[0]';

describe('spec: cart, cart PlanVariantId, ComponentSubscriptions, MeteredUsages, element — a cart is refused by the field', () => {
  test.each([
    [{}, undefined, 'Cart.PlanVariantId', 'a signup requires'],
    [{ PlanVariantId: nobody }, undefined, 'Cart.PlanVariantId', `no plan variant "${nobody}"`],
    [{ PlanVariantId: storeVariant }, group, 'Cart.PlanVariantId', 'cannot change its plan group'],
    [{ ...basicMonthly, PlanId: nobody }, undefined, 'Cart.PlanId', `belongs to plan ${basic}`],
    [{ ...basicMonthly, Quantity: 0 }, undefined, 'Cart.Quantity', 'units of the plan, got 0.'],
    [{ ...basicMonthly, Quantity: 0 }, group, 'Cart.Quantity', 'end the contract'],
    [{ ...basicMonthly, Quantity: -1 }, undefined, 'Cart.Quantity', 'got -1'],
    [
      { ...basicMonthly, Quantity: 2 },
      undefined,
      'Cart.Quantity',
      'is not quantity-based; expected 1, got 2',
    ],
    [
      { PlanVariantId: ids.proMonthly, Quantity: 1e12 + 1 },
      undefined,
      'Cart.Quantity',
      'from 0 to 1000000000000',
    ],
    [{ PlanVariantId: ids.proMonthly, Quantity: Number.NaN }, undefined, 'Cart.Quantity', 'got NaN'],
    [seats({ ComponentId: nobody }), undefined, `${component}.ComponentId`, `no component "${nobody}"`],
    [seats({ ComponentId: ids.apiCalls }), undefined, `${component}.ComponentId`, 'is metered'],
    [
      seats({ ComponentId: ids.support, Quantity: 2 }),
      undefined,
      `${component}.Quantity`,
      'expected 0 or 1, got 2',
    ],
    [seats({ Quantity: -1 }), undefined, `${component}.Quantity`, 'got -1'],
    [
      seats({ StartDate: '2026-03-01', EndDate: '2026-03-01' }),
      undefined,
      `${component}.EndDate`,
      'is not after',
    ],
    [
      { ...seats({}), PlanVariantId: storeVariant },
      undefined,
      `${component}.ComponentId`,
      'does not belong to this plan group',
    ],
    [usage({ ComponentId: ids.seat }), undefined, `${metered}.ComponentId`, 'is not metered'],
    [
      usage({ ComponentId: ids.storage, ProductOverride: { PricePerUnit: 1 } }),
      undefined,
      `${metered}.ProductOverride`,
      'has a price scale',
    ],
    [usage({ ComponentId: '' }), undefined, `${metered}.ComponentId`, 'is missing'],
    [
      usage({ ComponentId: '', ExternalComponentId: 'x' }),
      undefined,
      `${metered}.ExternalComponentId`,
      'the ExternalId "x"',
    ],
    [item({ Quantity: -1 }), undefined, 'Cart.RatedItems[0].Quantity', 'got -1'],
    [
      item({ PeriodStart: '2026-03-02', PeriodEnd: '2026-03-01' }),
      undefined,
      'Cart.RatedItems[0].PeriodEnd',
      'is before the start',
    ],
    [item({ TaxPolicyId: nobody }), undefined, 'Cart.RatedItems[0].TaxPolicyId', `no tax policy "${nobody}"`],
    [
      { ...basicMonthly, DiscountSubscriptions: [{ DiscountId: nobody }] },
      undefined,
      'Cart.DiscountSubscriptions[0].DiscountId',
      `no discount "${nobody}"`,
    ],
    [
      { PlanVariantId: storeVariant, DiscountSubscriptions: [{ DiscountId: 'f10000000000000000000001' }] },
      undefined,
      'Cart.DiscountSubscriptions[0].DiscountId',
      'does not belong to this plan group',
    ],
  ] as readonly (readonly [OrderCart, string | undefined, string, string])[])(
    '%j in a contract of %s: %s, %s',
    (cart, of, Field, words) => {
      const shop = new Shop(now, { catalogue });
      const refused = shop.refusal(() => checkCart(shop.tx, cart, of, byMerchant));
      expect(refused).toMatchObject({ kind: 'Invalid', code: 'InvalidData', fields: [{ Field }] });
      expect(refused.message).toContain(words);
    },
  );

  test.each([
    [basicMonthly, { variants: { [ids.basicMonthly]: { AllowSelfService: false } } }, 'Cart.PlanVariantId'],
    [basicMonthly, { variants: { [ids.basicMonthly]: { Hidden: true } } }, 'Cart.PlanVariantId'],
    [basicMonthly, { plans: { [basic]: { Hidden: true } } }, 'Cart.PlanVariantId'],
    [seats({}), { components: { [ids.seat]: { AllowSelfService: false } } }, `${component}.ComponentId`],
    [seats({}), { components: { [ids.seat]: { Hidden: true } } }, `${component}.ComponentId`],
  ] as readonly (readonly [OrderCart, CatalogueChange, string])[])(
    'that is not open to self-service, and open to the merchant: %# %j',
    (cart, change, Field) => {
      const shop = new Shop(now, { catalogue: change });
      const refused = shop.refusal(() => checkCart(shop.tx, cart, undefined, byCustomer));
      expect(refused).toMatchObject({ kind: 'Invalid', fields: [{ Field }] });
      expect(refused.message).toContain('not available in self-service');
      expect(checkCart(shop.tx, cart, undefined, byMerchant).planGroupId).toBe(group);
      const open = new Shop(now);
      expect(checkCart(open.tx, cart, undefined, byCustomer).planGroupId).toBe(group);
    },
  );
});

describe('spec: cart, cart ComponentSubscriptions, MeteredUsages, element — a cart is taken', () => {
  test.each([
    [{ ...basicMonthly, PlanId: basic, Quantity: 1 }],
    [{ PlanVariantId: ids.proMonthly, Quantity: 2.5 }],
    [{ PlanVariantId: ids.proMonthly, Quantity: 1e12 }],
    [seats({ Quantity: 0, StartDate: '2026-03-01', EndDate: '2026-03-02' })],
    [seats({ ComponentId: ids.support, Quantity: 0 })],
    [seats({ ComponentId: ids.support, Quantity: 1, ProductOverride: { PricePerUnit: 1 } })],
    [usage({ ComponentId: ids.storage, ProductOverride: { Name: 'x' } })],
    [item({ PeriodStart: '2026-03-01', PeriodEnd: '2026-03-01', TaxPolicyId: 'e00000000000000000000001' })],
    [{ ...basicMonthly, DiscountSubscriptions: [{ DiscountId: 'f10000000000000000000001' }] }],
  ] as readonly (readonly [OrderCart])[])('as it came: %j', (cart) => {
    const shop = new Shop(now, { catalogue });
    const variant = shop.tx.planVariants.get(cart.PlanVariantId);
    expect(checkCart(shop.tx, cart, undefined, byMerchant)).toEqual({
      cart,
      variant,
      plan: shop.tx.plans.get(variant?.PlanId),
      planGroupId: group,
    });
  });

  test('needs no plan variant in a contract that has one; a quantity then applies to any plan', () => {
    const shop = new Shop(now);
    expect(checkCart(shop.tx, { Quantity: 2 }, group, byCustomer)).toEqual({
      cart: { Quantity: 2 },
      variant: undefined,
      plan: undefined,
      planGroupId: group,
    });
  });

  test('accepts the merchant’s own ids of components, but not those of another group', () => {
    const shop = new Shop(now, { catalogue });
    const own = { ComponentId: '', ExternalComponentId: 'gb' };
    expect(checkCart(shop.tx, usage(own), undefined, byMerchant).cart.MeteredUsages).toEqual([
      { ComponentId: ids.storage, Quantity: 1 },
    ]);
    expect(resolveComponentId(shop.tx, { ComponentId: ids.seat, ExternalComponentId: 'gb' }, group, '')).toBe(
      ids.seat,
    );
    expect(shop.refusal(() => resolveComponentId(shop.tx, own, storeGroup, ''))).toMatchObject({
      fields: [{ Field: 'ExternalComponentId' }],
    });
  });
});

test('lists bookable components of the group, not metered or hidden ones, and for customers only available ones', () => {
  const shop = new Shop(now, { catalogue });
  const booked = (cart: OrderCart, options: { readonly bySelfService: boolean }) =>
    bookableComponents(shop.tx, checkCart(shop.tx, cart, group, byMerchant), options).map(({ Id }) => Id);
  expect(booked(basicMonthly, byMerchant)).toEqual([ids.seat, ids.support]);
  expect(booked(basicMonthly, byCustomer)).toEqual([ids.seat]);
  expect(booked({}, byMerchant)).toEqual([]);
  const hidden = new Shop(now, { catalogue: { components: { [ids.seat]: { Hidden: true } } } });
  const cart = checkCart(hidden.tx, basicMonthly, undefined, byMerchant);
  expect(bookableComponents(hidden.tx, cart, byMerchant).map(({ Id }) => Id)).toEqual([ids.support]);
});
