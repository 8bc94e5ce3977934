import { catalogueLists, type ListName } from './read-catalogue.ts';
import type { Entry } from './read-list.ts';

/** A request that is sent to both sides. */
export interface VerifyRequest {
  /** With ids and texts omitted: `GET /api/v1/planVariants/{id}`. Differences are grouped by it. */
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Without a token. */
  readonly isAnonymous?: boolean;
  /** A part of a list: its entries depend on paging. */
  readonly isPage?: boolean;
  /** The entries belong to each system: only their shape is compared. */
  readonly isShape?: boolean;
  /** Recorded while the merchant's own tests ran: time passes from one request to the next. */
  readonly isRecorded?: boolean;
  /** The token of a customer. */
  readonly token?: string;
  /** The idempotency key. */
  readonly key?: string;
}

export type Lists = { readonly [name in ListName]?: readonly Entry[] };

/** Number of entries of a list that are requested individually. */
const SINGLE = 5;
/** Number of coupons, components and further customers to preview. */
const SOME = 20;

/** The preview of a plan variant only. */
export const PREVIEW = 'POST /api/v1/orders/preview';

const NO_ID = 'ffffffffffffffffffffffff';

const consumer = { Address: { Country: 'DE' } };
/**
 * Customers with different VAT: a consumer in another country, a business with reverse charge, a customer outside the
 * tax area.
 */
const otherCustomers = [
  { Address: { Country: 'AT' } },
  { CompanyName: 'Verify GmbH', VatId: 'ATU12345678', Address: { Country: 'AT' } },
  { Address: { Country: 'US' } },
];

/**
 * Returns the requests sent to both sides: every list, whole and in pages, single entries, invalid requests, and a
 * preview of each plan variant. None of them changes anything.
 */
export function readOnlyRequests(lists: Lists): VerifyRequest[] {
  return [...listRequests(lists), ...refusedRequests(), ...previewRequests(lists)];
}

function listRequests(lists: Lists): VerifyRequest[] {
  const ofLists = (Object.entries(catalogueLists) as [ListName, string][]).flatMap(([name, path]) => {
    const entries = lists[name] ?? [];
    const pages = Array.from({ length: Math.max(1, Math.ceil(entries.length / 500)) }, (_, at) => {
      const from = at === 0 ? '' : `&from=${entries[at * 500]?.Id}`;
      return get(`/api/v1/${path}?take=500${from}`, `GET /api/v1/${path}`);
    });
    const second = entries[1]?.Id;
    return [
      ...pages,
      page(`/api/v1/${path}?take=2`, `GET /api/v1/${path}?take`),
      page(`/api/v1/${path}?take=2&skip=1`, `GET /api/v1/${path}?take&skip`),
      ...(second === undefined
        ? []
        : [page(`/api/v1/${path}?take=2&from=${second}`, `GET /api/v1/${path}?take&from`)]),
      ...entries.slice(0, SINGLE).map(({ Id }) => get(`/api/v1/${path}/${Id}`, `GET /api/v1/${path}/{id}`)),
      get(`/api/v1/${path}/${NO_ID}`, `GET /api/v1/${path}/{unknown id}`),
    ];
  });
  const [group] = lists.PlanGroups ?? [];
  const [plan] = lists.Plans ?? [];
  return [
    ...ofLists,
    get('/api/v1/taxDefinitions?take=500', 'GET /api/v1/taxDefinitions'),
    get('/api/v1/productInfo', 'GET /api/v1/productInfo'),
    ...(group === undefined
      ? []
      : [
          get(`/api/v1/productInfo/${group.Id}`, 'GET /api/v1/productInfo/{id}'),
          get(`/api/v1/planGroups/${group.Id}/coupons?take=500`, 'GET /api/v1/planGroups/{id}/coupons'),
        ]),
    ...(plan === undefined
      ? []
      : [
          get(`/api/v1/plans/${plan.Id}/planVariants?take=500`, 'GET /api/v1/plans/{id}/planVariants'),
          get(`/api/v1/planVariants?take=500&planId=${plan.Id}`, 'GET /api/v1/planVariants?planId'),
        ]),
  ];
}

function refusedRequests(): VerifyRequest[] {
  return [
    { ...get('/api/v1/planVariants?take=1', 'GET /api/v1/planVariants without a token'), isAnonymous: true },
    get('/api/v1/nowhere', 'GET /api/v1/{unknown path}'),
    get('/api/v1/planVariants?take=501', 'GET /api/v1/planVariants?take too large'),
    get('/api/v1/planVariants?take=x', 'GET /api/v1/planVariants?take not a number'),
    preview({ PlanVariantId: NO_ID }, consumer, 'of an unknown plan variant'),
    preview({}, consumer, 'of nothing'),
  ];
}

function previewRequests({
  PlanVariants = [],
  Components = [],
  Coupons = [],
  Plans = [],
  PlanGroups = [],
}: Lists) {
  const planGroup = planGroupLookup(Plans);
  const variants = orderableVariants({ PlanVariants, Plans, PlanGroups });
  const firstVariant = (group: unknown) => variants.find((variant) => planGroup(variant) === group)?.Id;
  const [first] = variants;
  const withComponent = Components.slice(0, SOME).flatMap(({ Id, PlanGroupId, ComponentType }) => {
    const PlanVariantId = firstVariant(PlanGroupId);
    if (PlanVariantId === undefined) return [];
    const list = ComponentType === 'Metered' ? 'MeteredUsages' : 'ComponentSubscriptions';
    const Quantity = ComponentType === 'OnOff' ? 1 : 3;
    return [
      preview({ PlanVariantId, [list]: [{ ComponentId: Id, Quantity }] }, consumer, 'with a component'),
    ];
  });
  const withCoupon = Coupons.slice(0, SOME).flatMap(({ PlanGroupId, Codes }) => {
    const PlanVariantId = firstVariant(PlanGroupId);
    const [CouponCode] = (Codes ?? []) as readonly string[];
    if (PlanVariantId === undefined || CouponCode === undefined) return [];
    return [preview({ PlanVariantId, CouponCode }, consumer, 'with a coupon')];
  });
  return [
    ...variants.map(({ Id }) => preview({ PlanVariantId: Id }, consumer)),
    ...variants
      .slice(0, SOME)
      .flatMap(({ Id }) =>
        otherCustomers.map((customer) => preview({ PlanVariantId: Id }, customer, 'of another country')),
      ),
    ...withComponent,
    ...withCoupon,
    ...(first === undefined
      ? []
      : [
          preview(
            { PlanVariantId: first.Id, CouponCode: 'NO-SUCH-CODE' },
            consumer,
            'with an unknown coupon',
          ),
        ]),
  ];
}

/** The plan variants that can be ordered without an app store. */
export function orderableVariants({
  PlanVariants = [],
  Plans = [],
  PlanGroups = [],
}: Lists): readonly Entry[] {
  const inStores = new Set(PlanGroups.filter(({ Store }) => Store !== undefined).map(({ Id }) => Id));
  const planGroup = planGroupLookup(Plans);
  return PlanVariants.filter((variant) => !inStores.has(String(planGroup(variant))));
}

function planGroupLookup(plans: readonly Entry[]): (variant: Entry) => unknown {
  const groups = new Map(plans.map(({ Id, PlanGroupId }) => [Id, PlanGroupId]));
  return ({ PlanId }) => groups.get(String(PlanId));
}

const get = (path: string, operation: string): VerifyRequest => ({ operation, method: 'GET', path });

const page = (path: string, operation: string): VerifyRequest => ({ ...get(path, operation), isPage: true });

const preview = (cart: object, customer: object, what = ''): VerifyRequest => ({
  operation: `${PREVIEW} ${what}`.trim(),
  method: 'POST',
  path: '/api/v1/orders/preview',
  body: { Cart: cart, Customer: customer },
});
