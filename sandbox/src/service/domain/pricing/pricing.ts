import { budgets } from '../../model/budgets.ts';
import type { PriceScale, TaxPolicy } from '../../model/catalogue.ts';
import type { Period } from '../../model/fields.ts';
import type { LineItem } from '../../model/invoice.ts';
import { changedBy } from '../basics/defined.ts';
import { invalid, type Problem } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { changesAt, type Reduction, reductionAt } from './discounts.ts';
import {
  addAmounts,
  NOTHING,
  type Ratio,
  roundedAmount,
  subtractAmount,
  sumOfQuantities,
  toDecimal,
  WHOLE,
} from './money.ts';
import type { Grid, Span, ZoneCalendar } from './periods.ts';
import { rateChanges, type TaxSituation, vatRate } from './tax.ts';

/** Maximum number of billing periods per document, to limit the work of a request. */
export const MAX_PERIODS = 2_000;

function tooManyPeriods(): Problem {
  return invalid(
    'StartDate',
    `the time to bill has more than ${MAX_PERIODS} billing periods; start later or use a longer billing period`,
  );
}

/** Counts the lines of a cart entry: one per billing period and interval of its scale. @throws Problem beyond the budget */
function countLines({ count }: Terms, added: number): void {
  if (count === undefined) return;
  count.lines += added;
  if (count.lines > budgets.documentLines)
    throw invalid(
      'StartDate',
      `the time to bill has more than ${budgets.documentLines} lines; start later, order fewer components or use a longer billing period`,
    );
}

export interface Terms {
  readonly currency: string;
  /** Whether prices include VAT. */
  readonly gross: boolean;
  readonly situation: TaxSituation;
  readonly calendar: ZoneCalendar;
  /** Lines of recurring fees and components of the document until now. */
  readonly count?: { lines: number };
}

/** A product with the fields that lines of a document contain. */
export interface Product {
  readonly type: NonNullable<LineItem['ProductType']>;
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly policy: TaxPolicy;
  readonly pricePerUnit: number;
  readonly scale?: PriceScale | undefined;
  /** The unit of the quantity. */
  readonly unit?: string | undefined;
  readonly componentSubscriptionId?: string | undefined;
}

/** A part of a quantity at one price. */
interface Tier {
  readonly quantity: number;
  readonly price: number;
}

/**
 * Splits a quantity by the price model (field notes 3.4): per unit; scale (all units at the reached scale's price);
 * cumulative intervals per unit; a bucket price per reached interval. `From` is the lower bound of an interval; a
 * quantity that equals it has reached it.
 */
export function priceTiers(quantity: number, pricePerUnit: number, scale: PriceScale | undefined): Tier[] {
  if (scale === undefined) return [{ quantity, price: pricePerUnit }];
  const items = [...scale.Items].sort((a, b) => a.From - b.From);
  const reached = items.filter((item, at) => at === 0 || item.From <= quantity);
  if (quantity === 0) return [{ quantity: 0, price: items[0]?.Value ?? pricePerUnit }];
  if (!scale.IsCumulative) {
    const last = reached.at(-1);
    if (last === undefined) return [];
    return [{ quantity: last.IsBucketPrice ? 1 : quantity, price: last.Value }];
  }
  const tiers = reached.map((item, at) => {
    if (item.IsBucketPrice) return { quantity: 1, price: item.Value };
    const from = at === 0 ? 0 : item.From;
    const to = reached[at + 1]?.From ?? quantity;
    return { quantity: sumOfQuantities([to, -from]), price: item.Value };
  });
  return tiers.filter((tier) => tier.quantity > 0);
}

/** The reductions that apply to a product. */
export function reductionsFor(product: Product, all: readonly Reduction[]): readonly Reduction[] {
  return all.every(({ targets }) => targets === undefined)
    ? all
    : all.filter(({ targets }) => targets?.has(product.id) ?? true);
}

/** A recurring fee: the part `span` of the billing periods in the grid. */
export interface RecurringCharge {
  readonly product: Product;
  readonly quantity: number;
  readonly feePeriod: Period;
  readonly grid: Grid;
  readonly span: Span;
  /** Whether a partial billing period costs a proportional price. */
  readonly prorate: boolean;
}

/**
 * The lines of a recurring fee. Each billing period has its own lines; a period is split where the VAT rate or the
 * reduction changes, and its parts always add up to the whole: a part costs the period's rounded price up to its end
 * less the same up to its start, both rounded.
 */
export function recurringLines(terms: Terms, charge: RecurringCharge, all: readonly Reduction[]): LineItem[] {
  const { calendar } = terms;
  const { grid, span, product } = charge;
  const reductions = reductionsFor(product, all);
  const lines: LineItem[] = [];
  let start = span.start;
  let n = start < span.end ? calendar.indexAt(grid, start) : 0;
  const last = n + MAX_PERIODS;
  while (start < span.end) {
    if (n >= last) throw tooManyPeriods();
    const period = { start: calendar.boundary(grid, n), end: calendar.boundary(grid, n + 1) };
    const end = Math.min(period.end, span.end);
    const multiplier = calendar.feePeriodsIn(period, grid, charge.feePeriod);
    const measured = charge.prorate ? period : { start, end };
    const cuts = cutsIn(terms, product, reductions, start, end);
    let from = start;
    for (const to of cuts) {
      const whole = from === measured.start && to === measured.end;
      const before = whole ? NOTHING : calendar.shareBefore(measured, from);
      const after = whole ? WHOLE : calendar.shareBefore(measured, to);
      const reduction = reductionAt(reductions, from, false);
      for (const tier of priceTiers(charge.quantity, product.pricePerUnit, product.scale)) {
        const made = tierLines(terms, product, reduction, tier, charge.quantity, {
          start: from,
          end: to,
          rateAt: from,
          multiplier,
          before,
          after,
        });
        countLines(terms, made.length);
        lines.push(...made);
      }
      from = to;
    }
    start = end;
    n += 1;
  }
  return lines;
}

/** The lines of a one-time charge: a setup fee, metered usage, a rated item without a period. */
export function singleLines(
  terms: Terms,
  product: Product,
  quantity: number,
  at: number,
  reductions: readonly Reduction[],
  span?: Span,
): LineItem[] {
  const reduction = reductionAt(reductionsFor(product, reductions), at, product.type === 'SetupFee');
  return priceTiers(quantity, product.pricePerUnit, product.scale).flatMap((tier) =>
    tierLines(terms, product, reduction, tier, quantity, {
      start: span?.start,
      end: span?.end,
      rateAt: at,
      multiplier: undefined,
      before: NOTHING,
      after: WHOLE,
    }),
  );
}

/** The lines of a one-time charge for a period: split where the VAT rate changes, if its policy splits. */
export function itemLines(terms: Terms, product: Product, quantity: number, span: Span): LineItem[] {
  const cuts = cutsIn(terms, product, [], span.start, span.end);
  return cuts.flatMap((end, at) => {
    const start = cuts[at - 1] ?? span.start;
    const isWhole = cuts.length === 1;
    const tier = { quantity, price: product.pricePerUnit };
    return tierLines(terms, product, undefined, tier, quantity, {
      start,
      end,
      rateAt: start,
      multiplier: isWhole ? undefined : WHOLE,
      before: isWhole ? NOTHING : terms.calendar.shareBefore(span, start),
      after: isWhole ? WHOLE : terms.calendar.shareBefore(span, end),
    });
  });
}

/** The share of a period that a line covers: the share up to `after` less the share up to `before`. */
interface Portion {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly rateAt: number;
  readonly multiplier: Ratio | undefined;
  readonly before: Ratio;
  readonly after: Ratio;
}

function tierLines(
  terms: Terms,
  product: Product,
  reduction: Reduction | undefined,
  tier: Tier,
  scaleAmount: number,
  portion: Portion,
): LineItem[] {
  const percent = reduction?.percent ?? 0;
  const inPrice = reduction !== undefined && !reduction.separateLine;
  const price = inPrice ? reduced(tier.price, percent) : tier.price;
  const rate = vatRate(product.policy, terms.situation, portion.rateAt);
  const ratios = portion.multiplier === undefined ? [] : [portion.multiplier];
  const amount = amountUpTo(terms.currency, [price, tier.quantity], ratios, portion.before, portion.after);
  const { TotalNet, TotalVat, TotalGross } = lineTotals(terms, amount, rate);
  const line: LineItem = {
    Description: inPrice ? `${product.name} (−${percent} %)` : product.name,
    Quantity: tier.quantity,
    PricePerUnit: price,
    VatPercentage: rate,
    ProductId: product.id,
    ProductType: product.type,
    TotalNet,
    TotalVat,
    TotalGross,
  };
  if (portion.start !== undefined) line.PeriodStart = timestamp(portion.start);
  if (portion.end !== undefined) line.PeriodEnd = timestamp(portion.end);
  if (product.description) line.ProductDescription = product.description;
  if (product.componentSubscriptionId !== undefined)
    line.ComponentSubscriptionId = product.componentSubscriptionId;
  const lines = [line];
  if (reduction !== undefined && !inPrice) lines.push(discountLine(terms, line, amount, percent));
  // Not in the line of the discount.
  if (portion.multiplier !== undefined)
    line.PeriodMultiplier = toDecimal(portion.multiplier, shareWithin(portion.before, portion.after));
  if (product.scale !== undefined || product.type === 'RecurringFee') line.ScaleAmount = scaleAmount;
  if (product.unit !== undefined) line.Unit = product.unit;
  return lines;
}

/** The discount line, which takes a percentage off another line. */
function discountLine(terms: Terms, line: LineItem, amount: number, percent: number): LineItem {
  const off = -roundedAmount(terms.currency, [amount, percent], [HUNDREDTH]) + 0;
  return changedBy(line, {
    Description: `${line.Description}: −${percent} %`,
    Quantity: 1,
    PricePerUnit: off,
    ...lineTotals(terms, off, line.VatPercentage),
  });
}

const HUNDREDTH: Ratio = { numerator: 1, denominator: 100 };

/** Net, VAT and gross of an amount, which is net or gross by the plan group. Net and VAT always add up to the gross. */
export function lineTotals(
  terms: Pick<Terms, 'currency' | 'gross'>,
  amount: number,
  rate: number,
): Pick<LineItem, 'TotalNet' | 'TotalVat' | 'TotalGross'> {
  if (terms.gross) {
    const TotalVat = vatInside(terms.currency, amount, rate);
    return { TotalNet: subtractAmount(terms.currency, amount, TotalVat), TotalVat, TotalGross: amount };
  }
  const TotalVat = rate === 0 ? 0 : roundedAmount(terms.currency, [amount, rate], [HUNDREDTH]);
  return { TotalNet: amount, TotalVat, TotalGross: addAmounts(terms.currency, [amount, TotalVat]) };
}

function vatInside(currency: string, gross: number, rate: number): number {
  if (rate === 0) return 0;
  // The rate may have decimals (8.1 %), so both sides of the fraction are multiplied by a million.
  const parts = Math.round(rate * 1e6);
  return roundedAmount(currency, [gross], [{ numerator: parts, denominator: 100e6 + parts }]);
}

/** A price less a percentage, exact. */
function reduced(price: number, percent: number): number {
  return roundedAmount('', [price, 100 - percent], [HUNDREDTH], 8);
}

/** The rounded amount of a period up to a share of it, rounded, less the same up to an earlier share. */
export function amountUpTo(
  currency: string,
  factors: readonly number[],
  ratios: readonly Ratio[],
  before: Ratio,
  after: Ratio,
): number {
  const whole = roundedAmount(currency, factors, ratios);
  const upTo = (share: Ratio) => (share === WHOLE ? whole : roundedAmount(currency, [whole], [share]));
  return before.numerator === 0 ? upTo(after) : subtractAmount(currency, upTo(after), upTo(before));
}

/** Returns the difference of two shares. */
export function shareWithin(before: Ratio, after: Ratio): Ratio {
  if (before.numerator === 0) return after;
  return {
    numerator: after.numerator * before.denominator - before.numerator * after.denominator,
    denominator: after.denominator * before.denominator,
  };
}

/** Returns where a period must be split, including its end, in order. */
function cutsIn(
  terms: Terms,
  product: Product,
  reductions: readonly Reduction[],
  start: number,
  end: number,
): number[] {
  // A change during a day applies from the next day: no line has zero days.
  const { calendar } = terms;
  const cuts = rateChanges(product.policy, terms.situation, start, end)
    .map((at) => (calendar.startOfDay(at) === at ? at : calendar.dayStart(calendar.dayAt(at) + 1)))
    .filter((at) => calendar.daysBetween(start, at) > 0 && calendar.daysBetween(at, end) > 0);
  for (const at of reductions.flatMap((one) => [one.start, one.end]))
    if (at > start && at < end && changesAt(reductions, at)) cuts.push(at);
  cuts.push(end);
  return cuts.length === 1 ? cuts : [...new Set(cuts)].sort((a, b) => a - b);
}
