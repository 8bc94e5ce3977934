// Fifty differences in ten classes, planted into the answers of a service.
import type { Environment } from '../../../../sandbox/src/clients/account/account-client.ts';
import type { AcceptedDifference } from '../../../../sandbox/src/clients/account/verify-report.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of all kinds
type Json = any;

interface Parts {
  status: number;
  readonly headers: Headers;
  body: Json;
}

export interface Planted {
  readonly kind: string;
  /** Where it is planted. */
  readonly at: (request: string, body: Json) => boolean;
  readonly change: (answer: Parts) => void;
  /** What must be reported. */
  readonly found: AcceptedDifference;
}

const API = '/api/v1';
const NO_ID = 'f'.repeat(24);

/** The places: the operation as it is reported, and the request that it is. */
const list = (name: string) => ({
  operation: `GET ${API}/${name}`,
  at: (request: string) => request === `GET ${API}/${name}?take=500`,
});
const one = (name: string) => ({
  operation: `GET ${API}/${name}/{id}`,
  at: (request: string) =>
    request.startsWith(`GET ${API}/${name}/`) && /^[0-9a-e]\w{23}$/.test(request.split('/').at(-1) ?? ''),
});
const unknown = (name: string) => ({
  operation: `GET ${API}/${name}/{unknown id}`,
  at: (request: string) => request === `GET ${API}/${name}/${NO_ID}`,
});
const exact = (operation: string, path: string) => ({
  operation,
  at: (request: string) => request === `GET ${API}/${path}`,
});
const matching = (operation: string, path: RegExp) => ({
  operation,
  at: (request: string) => path.test(request.replace(`GET ${API}/`, '')),
});
const preview = (what: string, is: (cart: Json, customer: Json) => boolean) => ({
  operation: `POST ${API}/orders/preview ${what}`.trim(),
  at: (request: string, body: Json) =>
    request === `POST ${API}/orders/preview` && is(body.Cart, body.Customer.Address.Country),
});
const isPlain = ({ PlanVariantId = NO_ID, ...rest }: Json, country: string) =>
  PlanVariantId !== NO_ID && Object.keys(rest).length === 0 && country === 'DE';
const plain = preview('', isPlain);
const ofOtherCountry = preview('of another country', (_cart, country) => country !== 'DE');
const withComponent = preview(
  'with a component',
  (cart) => cart.ComponentSubscriptions !== undefined || cart.MeteredUsages !== undefined,
);
const withCoupon = preview(
  'with a coupon',
  ({ CouponCode }) => CouponCode !== undefined && CouponCode !== 'NO-SUCH-CODE',
);

type Place = Pick<ReturnType<typeof list>, 'operation'> & { readonly at: Planted['at'] };

function plant(
  kind: string,
  Class: AcceptedDifference['Class'],
  place: Place,
  Path: string,
  change: Planted['change'],
): Planted {
  return { kind, at: place.at, change, found: { Class, Operation: place.operation, Path } };
}

function each(answer: Parts, change: (entry: Json) => void): void {
  for (const entry of answer.body) change(entry);
}
const linesOf = ({ LineItems }: Json): Json[] => LineItems;
const cent = (amount: number) => Math.round(amount * 100 + 1) / 100;
const later = (time: string, hours: number) =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString().replace('Z', '0000Z');

const fieldMissing = [
  plant('field missing', 'field', list('planVariants'), '[].Description', (answer) =>
    each(answer, (entry) => delete entry.Description),
  ),
  plant('field missing', 'field', list('plans'), '[].TrialEndPolicy', (answer) =>
    each(answer, (entry) => delete entry.TrialEndPolicy),
  ),
  plant('field missing', 'field', one('components'), 'Prorate', ({ body }) => delete body.Prorate),
  plant(
    'field missing',
    'field',
    exact(`GET ${API}/productInfo`, 'productInfo'),
    'TaxPolicies',
    ({ body }) => delete body.TaxPolicies,
  ),
  plant('field missing', 'field', plain, 'Order.Status', ({ body }) => delete body.Order.Status),
];

const otherType = [
  plant('type', 'type', list('planGroups'), '[].TimeGranularity', (answer) =>
    each(answer, (entry) => {
      entry.TimeGranularity = 1;
    }),
  ),
  plant('type', 'type', list('discounts'), '[].IncludeSetup', (answer) =>
    each(answer, (entry) => {
      entry.IncludeSetup = String(entry.IncludeSetup);
    }),
  ),
  plant('type', 'type', one('planVariants'), 'RecurringFee', ({ body }) => {
    body.RecurringFee = String(body.RecurringFee);
  }),
  plant('type', 'type', plain, 'Order.Quantity', ({ body }) => {
    body.Order.Quantity = String(body.Order.Quantity);
  }),
  plant('type', 'type', list('coupons'), '[].Codes', (answer) =>
    each(answer, (entry) => {
      entry.Codes = entry.Codes.join();
    }),
  ),
];

const anonymous = {
  operation: `GET ${API}/planVariants without a token`,
  at: (request: string) => request === `GET ${API}/planVariants?take=1`,
};

const otherStatus = [
  plant('status', 'status', unknown('planVariants'), '', (answer) => {
    answer.status = 400;
  }),
  plant('status', 'status', exact(`GET ${API}/{unknown path}`, 'nowhere'), '', (answer) => {
    answer.status = 410;
  }),
  plant('status', 'status', anonymous, '', (answer) => {
    answer.status = 403;
  }),
  plant(
    'status',
    'status',
    exact(`GET ${API}/planVariants?take too large`, 'planVariants?take=501'),
    '',
    (answer) => {
      answer.status = 400;
    },
  ),
  plant('status', 'status', unknown('plans'), '', (answer) => {
    answer.status = 410;
  }),
];

const amounts = [
  plant('amount', 'amount', plain, 'Order.TotalGross', ({ body }) => {
    body.Order.TotalGross = cent(body.Order.TotalGross);
  }),
  plant('amount', 'amount', withCoupon, 'Order.TotalVat', ({ body }) => {
    body.Order.TotalVat = cent(body.Order.TotalVat);
  }),
  plant('amount', 'amount', withComponent, 'Order.Total', ({ body }) => {
    body.Order.Total = cent(body.Order.Total);
  }),
  plant('amount', 'amount', list('planVariants'), '[].SetupFee', (answer) =>
    each(answer, (entry) => {
      entry.SetupFee = cent(entry.SetupFee);
    }),
  ),
  plant('amount', 'amount', list('priceLists'), '[].PlanVariants[].RecurringFee', (answer) =>
    each(answer, (entry) => {
      entry.PlanVariants[0].RecurringFee = cent(entry.PlanVariants[0].RecurringFee);
    }),
  ),
];

const orders = [
  plant('order', 'order', list('planGroups'), '', ({ body }) => body.reverse()),
  plant('order', 'order', list('components'), '', ({ body }) => body.reverse()),
  plant('order', 'order', list('discounts'), '', ({ body }) => body.reverse()),
  plant(
    'order',
    'order',
    matching(`GET ${API}/plans/{id}/planVariants`, /^plans\/\w+\/planVariants/),
    '',
    ({ body }) => body.reverse(),
  ),
  plant('order', 'order', exact(`GET ${API}/productInfo`, 'productInfo'), 'Plans', ({ body }) =>
    body.Plans.reverse(),
  ),
];

const enums = [
  plant('enum', 'enum', list('planGroups'), '[].PriceTaxType', (answer) =>
    each(answer, (entry) => {
      entry.PriceTaxType = 'Mixed';
    }),
  ),
  plant('enum', 'enum', list('components'), '[].ComponentType', (answer) =>
    each(answer, (entry) => {
      entry.ComponentType = 'Tiered';
    }),
  ),
  plant('enum', 'enum', list('planVariants'), '[].PaymentPeriodMode', (answer) =>
    each(answer, (entry) => {
      entry.PaymentPeriodMode = 'Weekly';
    }),
  ),
  plant('enum', 'enum', one('plans'), 'TrialEndPolicy', ({ body }) => {
    body.TrialEndPolicy = 'Extend';
  }),
  plant('enum', 'enum', plain, 'Order.TrialEndPolicy', ({ body }) => {
    body.Order.TrialEndPolicy = 'Extend';
  }),
];

const otherCode = (answer: Parts) => {
  answer.body.Code = 'Unexpected';
};
const codes = [
  plant('code', 'code', unknown('components'), 'Code', otherCode),
  plant('code', 'code', unknown('discounts'), 'Code', otherCode),
  plant(
    'code',
    'code',
    exact(`GET ${API}/planVariants?take not a number`, 'planVariants?take=x'),
    'Code',
    otherCode,
  ),
  plant(
    'code',
    'code',
    preview('of an unknown plan variant', ({ PlanVariantId }) => PlanVariantId === NO_ID),
    'Code',
    otherCode,
  ),
  plant(
    'code',
    'code',
    preview('of nothing', (cart) => Object.keys(cart).length === 0),
    'Code',
    otherCode,
  ),
];

const headers = [
  plant('header', 'header', list('taxPolicies'), 'Content-Type', ({ headers }) =>
    headers.set('Content-Type', 'text/json'),
  ),
  plant('header', 'header', one('plans'), 'ETag', ({ headers }) => headers.delete('ETag')),
  plant('header', 'header', list('coupons'), 'X-RateLimit-Limit', ({ headers }) =>
    headers.delete('X-RateLimit-Limit'),
  ),
  plant('header', 'header', unknown('coupons'), 'Content-Type', ({ headers }) =>
    headers.set('Content-Type', 'application/json'),
  ),
  plant(
    'header',
    'header',
    exact(`GET ${API}/productInfo`, 'productInfo'),
    'X-RateLimit-Remaining',
    ({ headers }) => headers.delete('X-RateLimit-Remaining'),
  ),
];

const paging = [
  plant('paging', 'paging', exact(`GET ${API}/planVariants?take`, 'planVariants?take=2'), '[]', ({ body }) =>
    body.pop(),
  ),
  plant(
    'paging',
    'paging',
    exact(`GET ${API}/coupons?take&skip`, 'coupons?take=2&skip=1'),
    '[]',
    ({ body }) => body.shift(),
  ),
  plant(
    'paging',
    'paging',
    matching(`GET ${API}/discounts?take&from`, /^discounts\?take=2&from/),
    '[]',
    ({ body }) => body.shift(),
  ),
  plant('paging', 'paging', exact(`GET ${API}/components?take`, 'components?take=2'), '', ({ body }) =>
    body.reverse(),
  ),
  plant('paging', 'paging', exact(`GET ${API}/plans?take`, 'plans?take=2'), '[]', ({ body }) =>
    body.push({ ...body[0], Id: 'a'.repeat(24) }),
  ),
];

const moved = (hours: number) => (entries: readonly Json[], field: string) => {
  for (const entry of entries) if (entry[field]) entry[field] = later(entry[field], hours);
};
const [hourLater, dayLater, earlier] = [moved(1), moved(24), moved(-2)];
const times = [
  plant('time', 'time', plain, 'Order.NextTotalGrossDate', ({ body }) =>
    hourLater([body.Order], 'NextTotalGrossDate'),
  ),
  plant('time', 'time', ofOtherCountry, 'Order.NextTotalGrossDate', ({ body }) =>
    earlier([body.Order], 'NextTotalGrossDate'),
  ),
  plant('time', 'time', withCoupon, 'Order.RecurringFee.LineItems[].PeriodEnd', ({ body }) =>
    dayLater(linesOf(body.Order.RecurringFee), 'PeriodEnd'),
  ),
  plant('time', 'time', withComponent, 'Order.ComponentSubscriptions[].LineItems[].PeriodEnd', ({ body }) =>
    hourLater(body.Order.ComponentSubscriptions.flatMap(linesOf), 'PeriodEnd'),
  ),
  plant('time', 'time', list('coupons'), '[].ValidUntil', ({ body }) => dayLater(body, 'ValidUntil')),
];

export const plantedDifferences: readonly Planted[] = [
  ...fieldMissing,
  ...otherType,
  ...otherStatus,
  ...amounts,
  ...orders,
  ...enums,
  ...codes,
  ...headers,
  ...paging,
  ...times,
];

/** The service with these differences. */
export function planted(fetch: Environment['fetch'], differences: readonly Planted[]): Environment['fetch'] {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input);
    const request = `${init.method} ${url.pathname}${url.search}`;
    const body =
      typeof init.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : undefined;
    const own = differences.filter(({ at }) => at(request, body));
    if (own.length === 0) return response;
    const answer: Parts = {
      status: response.status,
      headers: new Headers(response.headers),
      body: await response.json(),
    };
    for (const { change } of own) change(answer);
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers: answer.headers });
  };
}
