import { type Api, newContract } from './service.ts';

const metered = 'd00000000000000000000003';
const PlanGroupId = 'a10000000000000000000001';
const customerCart = {
  Customer: { FirstName: 'Ada', Address: { Country: 'DE' } },
  Cart: { PlanVariantId: 'b00000000000000000000001' },
};
const named = (at: number) => ({ PlanGroupId, InternalName: `Nr. ${at}` });
const ratedItem = (at: number) => ({
  Description: `${at}`,
  Quantity: 1,
  PricePerUnit: 1,
  PeriodStart: '2026-01-15',
  PeriodEnd: '2026-01-16',
});
/** A contract without documents, which can be deleted. */
const free = { Cart: { PlanVariantId: 'b00000000000000000000006' }, Customer: undefined };

export interface DeletableEntry {
  /** The body of a new entry, or what makes it. */
  readonly made: (at: number, api: Api, customerId: string) => object | Promise<{ readonly Id: string }>;
  /** Lists of these entries. The first one takes the POST. */
  readonly lists: readonly string[];
}

/** What can be deleted, by the path of its DELETE. */
export const deletable: { readonly [path: string]: DeletableEntry } = {
  'orders/{id}': { made: () => customerCart, lists: ['orders'] },
  'customers/{id}': { made: () => ({}), lists: ['customers'] },
  'contracts/{id}': {
    made: (_, api, CustomerId) => newContract(api, { ...free, CustomerId }),
    lists: ['contracts', 'customers/{customer}/contracts', 'subscriptions'],
  },
  'contracts/{id}/usage/{usageId}': {
    made: (at) => ({ ComponentId: metered, Quantity: 1, Key: `${at}` }),
    lists: ['contracts/{contract}/usage'],
  },
  'ratedItems/{id}': { made: ratedItem, lists: ['contracts/{contract}/ratedItems'] },
  'webhooks/{id}': {
    made: (at) => ({ Url: `https://merchant.test/${at}`, Events: [] }),
    lists: ['webhooks', '/sandbox/webhooks'],
  },
  'planGroups/{id}': { made: (at) => ({ Name: { _c: `${at}` }, Currency: 'EUR' }), lists: ['planGroups'] },
  'plans/{id}': { made: (at) => ({ PlanGroupId, Name: { _c: `${at}` } }), lists: ['plans'] },
  'planVariants/{id}': {
    made: (at) => ({ PlanId: 'b10000000000000000000001', InternalName: `${at}`, RecurringFee: at }),
    lists: ['planVariants', 'plans/b10000000000000000000001/planVariants'],
  },
  'components/{id}': {
    made: (at) => ({ ...named(at), Name: { _c: `${at}` }, ComponentType: 'Metered', PricePerUnit: 1 }),
    lists: ['components'],
  },
  'discounts/{id}': {
    made: (at) => ({ ...named(at), Effect: { Type: 'Relative', ReductionPercent: 5 } }),
    lists: ['discounts'],
  },
  'coupons/{id}': {
    made: (at) => ({ ...named(at), CouponCode: `CODE${at}`, DiscountId: 'f10000000000000000000001' }),
    lists: ['coupons', `planGroups/${PlanGroupId}/coupons`],
  },
  'priceLists/{id}': { made: named, lists: ['priceLists'] },
  'taxPolicies/{id}': {
    made: (at) => ({ Name: `${at}`, Entries: [{ Country: 'DE', Rate: 19 }] }),
    lists: ['taxPolicies'],
  },
};
