import { Payment, Portal, Signup, type SignupOffer } from 'clientlib';
import { expect, it } from 'vitest';
import { termSentences } from '../../../sdk/src/drop-in/signup/order-terms.ts';
import { nextNotes, type Priced, summaryRows } from '../../../sdk/src/drop-in/signup/summary.ts';
import { en } from '../../../sdk/src/drop-in/texts/en.ts';
import { Formats } from '../../../sdk/src/drop-in/view/formats.ts';
import { planRows } from '../../../sdk/src/drop-in/view/plan-rows.ts';
import { examples, fc } from '../../properties.ts';
import { basic, free, key, Page, pro, trial, yearly } from './page.ts';

/* What a customer reads before the button is what is invoiced afterwards, now and next, and when the contract can end. */

interface Invoice {
  readonly TotalGross: number;
  readonly TotalVat: number;
}

const billedMonthly = 'b00000000000000000000004';
const seat = 'd00000000000000000000001';
const support = 'd00000000000000000000002';

const cartOf = fc.record({
  plan: fc.constantFrom(basic, yearly, pro, billedMonthly, trial, free),
  seats: fc.integer({ min: 0, max: 9 }),
  hasSupport: fc.boolean(),
  coupon: fc.constantFrom(undefined, 'WELCOME20', 'HALF1', 'SINGLE10', 'EXPIRED'),
  country: fc.constantFrom('DE', 'AT', 'FR', 'CH', 'US'),
  isBusiness: fc.boolean(),
  day: fc.integer({ min: 1, max: 365 }),
});

type Choice = typeof cartOf extends fc.Arbitrary<infer T> ? T : never;

const formats = new Formats('en');
const scene = { texts: en, formats } as never;
const money = (amount: number) => formats.money(amount, 'EUR');

const year = { Unit: 'Year', Quantity: 1 };
const month = { Unit: 'Month', Quantity: 1 };

async function invoicesOf(page: Page, contractId: string): Promise<Invoice[]> {
  const invoices = await page.rest<(Invoice & { Id: string })[]>(
    `invoices?contractId=${contractId}&take=100`,
  );
  return invoices.reverse();
}

async function check(page: Page, offer: SignupOffer, choice: Choice): Promise<void> {
  const { plan, seats, hasSupport, coupon, country, isBusiness } = choice;
  const cart = {
    PlanVariantId: plan,
    ComponentSubscriptions: [
      { ComponentId: seat, Quantity: seats },
      { ComponentId: support, Quantity: Number(hasSupport) },
    ].filter(({ Quantity }) => Quantity > 0),
    ...(coupon && { CouponCode: coupon }),
  };
  const customer = {
    LastName: 'Byron',
    Address: { Country: country },
    ...(isBusiness && { CompanyName: 'Engines', VatId: `${country}123456789` }),
  };
  const { Order: tried } = await new Signup().preview(cart, customer);
  if (tried.Coupon?.ErrorCode) Reflect.deleteProperty(cart, 'CouponCode');
  const { Order: order, Terms: terms = {} } = await new Signup().preview(cart, customer);
  const { CouponCode: _, ...without } = cart as typeof cart & { CouponCode?: string };
  const regular = order.Coupon?.AppliesToCart
    ? (await new Signup().preview(without, customer)).Order
    : undefined;
  const [row] = planRows(offer.Products, [plan], formats);
  const priced = { order, terms, regular, plan: row, hasUse: true } as Priced;
  const rows = summaryRows(priced, scene);

  const payment = new Payment({ publicApiKey: key });
  const isFree = order.AllowWithoutPaymentData && order.TotalGross === 0 && !order.NextTotalGross;
  const data = { bearer: isFree ? 'None:None' : 'InvoicePayment' };
  const { ContractId = '' } = await new Signup().subscribe(payment, cart, customer, data);
  const [first = { TotalGross: 0, TotalVat: 0 }] = await invoicesOf(page, ContractId);
  expect(rows.find(([, , kind]) => kind === 'total')?.[1]).toBe(money(first.TotalGross));
  const vat = rows.filter(([, , kind]) => kind === 'quiet').map(([, amount]) => amount);
  expect(vat).toEqual(first.TotalVat === 0 ? [] : [money(first.TotalVat)]);
  expect(termSentences(priced, offer.Name, scene).at(-1)).toContain(
    `Due today: ${money(first.TotalGross)}${first.TotalVat === 0 ? '' : ', incl. VAT'}`,
  );

  const { Token } = await page.rest<{ Token: string }>(`contracts/${ContractId}/selfServiceToken`);
  const details = await new Portal(Token).contractDetails();
  expect([terms.EndDateIfCancelledNow, terms.LastPossibleCancellationDate]).toEqual([
    details.EndDateIfCancelledNow,
    details.LastPossibleCancellationDate,
  ]);

  const next = order.NextTotalGrossDate;
  if (!next || !order.NextTotalGross) return;
  const before = (await invoicesOf(page, ContractId)).length;
  await page.sandbox.clock.set(new Date(Date.parse(next) + 60_000).toISOString());
  const renewed = (await invoicesOf(page, ContractId))[before];
  const [note = '', later] = nextNotes(priced, scene);
  expect(note).toContain(`Then ${money(renewed?.TotalGross ?? 0)} on ${formats.date(next)}`);
  if (!later) return;
  const end = Date.parse(terms.Discount?.EndDate ?? '');
  await page.sandbox.clock.set(new Date(end + 366 * 86_400_000).toISOString());
  const last = (await invoicesOf(page, ContractId)).at(-1);
  expect(later).toContain(`: ${money(last?.TotalGross ?? 0)}`);
}

it('the price and the terms of 300 random carts are those of the invoices and of the contract', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(cartOf, async (choice) => {
      const clock = new Date(Date.UTC(2026, 0, choice.day, 10)).toISOString();
      const page = new Page({ clock });
      try {
        const offer = await new Signup().offer(key);
        formats.timeZone = offer.TimeZone;
        await check(page, offer, choice);
      } finally {
        page.close();
      }
    }),
    { numRuns: examples(300) },
  );
});

it.each([
  [{}, 'Runs until you cancel.'],
  [{ ContractPeriod: year }, 'Runs for 1 year, until January 15, 2027. Then it renews for 1 year at a time.'],
  [
    { ContractPeriod: year, LaterContractPeriod: month },
    'Runs for 1 year, until January 15, 2027. Then it renews for 1 month at a time.',
  ],
  [
    { ContractPeriod: year, LaterContractPeriod: month, EndAfterFirstContractPeriod: true },
    'Runs for 1 year, until January 15, 2027. It then ends by itself.',
  ],
])('the renewal of a plan with %j', (periods, expected) => {
  const priced = {
    order: { TotalGross: 0, TotalVat: 0, Currency: 'EUR' },
    terms: { EndDateIfCancelledNow: '2027-01-15T10:00:00Z' },
    plan: { variant: periods, features: [], name: 'Pro' },
    hasUse: false,
  } as unknown as Priced;
  expect(termSentences(priced, 'Shop', scene)[1]).toBe(expected);
});

it('a plan whose end the service does not say runs until it is canceled', () => {
  const priced = {
    order: { TotalGross: 0, TotalVat: 0, Currency: 'EUR' },
    terms: {},
    plan: { variant: { ContractPeriod: year }, features: [], name: 'Pro' },
    hasUse: false,
  } as unknown as Priced;
  expect(termSentences(priced, 'Shop', scene)).toEqual([
    'Sold by Shop · Pro',
    'Runs until you cancel.',
    'Due today: €0.00',
  ]);
});

it.each([
  [
    { Discount: { ReductionPercent: 12.5, EndDate: '2026-04-15T12:00:00Z' } },
    '−12.5% · TEN · until April 15, 2026',
  ],
  [{ Discount: { ReductionPercent: 20 } }, '−20% · TEN'],
  [{}, 'Discount · TEN'],
])(
  'what a coupon takes off has its percentage and its end, where the terms of %j say them',
  (terms, name) => {
    const fee = { Name: 'Pro', Quantity: 1, TotalNet: 10, TotalVat: 0, LineItems: [] };
    const order = {
      RecurringFee: fee,
      ComponentSubscriptions: [],
      Total: 10,
      TotalGross: 10,
      Currency: 'EUR',
    };
    const reduced = { ...order, Total: 9, TotalGross: 9, CouponCode: 'TEN' };
    const plan = { group: { PriceTaxType: 'Net' } };
    const rows = summaryRows({ order: reduced, regular: order, terms, plan, hasUse: false } as never, scene);
    expect(rows).toEqual([
      ['Pro', '€10.00', ''],
      [name, '−€1.00', 'good'],
      ['Due today', '€9.00', 'total'],
    ]);
    // What takes nothing off has no line.
    expect(summaryRows({ order, regular: order, terms, plan, hasUse: false } as never, scene)).toHaveLength(
      2,
    );
  },
);

it('a plan without a term has no last day to cancel by, whatever the service says', () => {
  const priced = {
    order: { TotalGross: 0, TotalVat: 0, Currency: 'EUR' },
    terms: {
      EndDateIfCancelledNow: '2026-02-15T12:00:00Z',
      LastPossibleCancellationDate: '2026-02-14T12:00:00Z',
    },
    plan: { variant: {}, features: [], name: 'Pro' },
    hasUse: false,
  } as unknown as Priced;
  expect(termSentences(priced, 'Shop', scene)[1]).toBe('Runs until you cancel.');
});

it.each(['Net', 'Gross'])('VAT stands by rate, of each position, where prices are %s', (PriceTaxType) => {
  const part = (Name: string, ...rates: readonly (readonly [rate: number, net: number])[]) => {
    const LineItems = rates.map(([rate, net]) => ({ VatPercentage: rate, TotalVat: (net * rate) / 100 }));
    const TotalNet = rates.reduce((sum, [, net]) => sum + net, 0);
    const TotalVat = LineItems.reduce((sum, line) => sum + line.TotalVat, 0);
    return { Name, Quantity: 1, TotalNet, TotalVat, LineItems };
  };
  const order = {
    RecurringFee: part('Book', [7, 100]),
    SetupFee: part('Setup', [19, 50]),
    ComponentSubscriptions: [part('Seat', [19, 10], [0, 5])],
    MeteredComponents: [part('Calls', [19, 20])],
    TotalGross: 207.2,
    Currency: 'EUR',
  };
  const priced = { order, terms: {}, plan: { group: { PriceTaxType } }, hasUse: false };
  const rows = summaryRows(priced as unknown as Priced, scene);
  expect(rows.filter(([, , kind]) => kind === 'quiet').map(([name, amount]) => `${name}: ${amount}`)).toEqual(
    PriceTaxType === 'Net'
      ? ['VAT 7%: €7.00', 'VAT 19%: €15.20']
      : ['incl. VAT 7%: €7.00', 'incl. VAT 19%: €15.20'],
  );
});
