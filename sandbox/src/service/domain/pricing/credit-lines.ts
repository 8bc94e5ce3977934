import { minorDigits } from '../../model/currencies.ts';
import type { LineItem } from '../../model/invoice.ts';
import { instant, timestamp } from '../basics/time.ts';
import { addAmounts, NOTHING, type Ratio, subtractAmount, toDecimal, WHOLE } from './money.ts';
import type { Span } from './periods.ts';
import { amountUpTo, lineTotals, shareWithin, type Terms } from './pricing.ts';

/** The remaining amount of a line: charged and not credited, or credited and not charged again. */
export interface Standing {
  /** The remaining days, for a line with a period: a charge loses its last days, a credit its first. */
  readonly span: Span | undefined;
  readonly TotalNet: number;
  readonly TotalVat: number;
}

/** Returns a lookup of the remaining amount of each line, from all lines of a contract's documents. */
export function standingIn(currency: string, lines: Iterable<LineItem>): (line: LineItem) => Standing {
  const credits = new Map<string, LineItem[]>();
  for (const line of lines) {
    if (line.CreditedLineItemId === undefined) continue;
    const known = credits.get(line.CreditedLineItemId);
    if (known === undefined) credits.set(line.CreditedLineItemId, [line]);
    else known.push(line);
  }
  const standingFor = (line: LineItem): Standing => {
    const span = lineSpan(line);
    const taken = (line.Id === undefined ? undefined : credits.get(line.Id))?.map(standingFor) ?? [];
    const length = taken.reduce(
      (sum, one) => sum + (one.span === undefined ? 0 : one.span.end - one.span.start),
      0,
    );
    return {
      span:
        span === undefined
          ? undefined
          : line.CreditedLineItemId === undefined
            ? { start: span.start, end: span.end - length }
            : { start: span.start + length, end: span.end },
      TotalNet: addAmounts(currency, [line.TotalNet, ...taken.map((one) => one.TotalNet)]),
      TotalVat: addAmounts(currency, [line.TotalVat, ...taken.map((one) => one.TotalVat)]),
    };
  };
  return standingFor;
}

/** The amount of a charge that its own document can still credit. */
export type Charge = Pick<Standing, 'TotalNet' | 'TotalVat'>;

/**
 * Returns a lookup of the amount that a line's own document can still credit: the charge, less its credits. Days that
 * are charged again on another document are credited there. A credit has none.
 */
export function chargesIn(
  currency: string,
  lines: readonly LineItem[],
): (line: LineItem) => Charge | undefined {
  const byId = new Map(lines.map((line) => [line.Id, line]));
  const standingFor = standingIn(currency, lines);
  const chain = (line: LineItem): LineItem[] => {
    const credited = line.CreditedLineItemId === undefined ? undefined : byId.get(line.CreditedLineItemId);
    return credited === undefined ? [line] : [line, ...chain(credited)];
  };
  return (line) => {
    const credited = chain(line);
    if (credited.length % 2 === 0) return undefined;
    const own = [line, ...lines.filter(({ CreditedLineItemId }) => CreditedLineItemId === line.Id)];
    const all = standingFor(credited.at(-1) as LineItem);
    // An amount that was negative from the start does not credit another line.
    if (credited.length === 1 && line.TotalGross < 0) return all;
    const least = (field: 'TotalNet' | 'TotalVat') =>
      Math.max(
        0,
        Math.min(
          all[field],
          addAmounts(
            currency,
            own.map((one) => one[field]),
          ),
        ),
      );
    return { TotalNet: least('TotalNet'), TotalVat: least('TotalVat') };
  };
}

/** The period of a line; a period without length is a point in time, which cannot be credited partially. */
export function lineSpan(line: LineItem): Span | undefined {
  if (line.PeriodStart === undefined || line.PeriodEnd === undefined) return undefined;
  const span = { start: instant(line.PeriodStart), end: instant(line.PeriodEnd) };
  return span.start < span.end ? span : undefined;
}

/**
 * Credits the uncredited days of a line from `start` up to `end`: its price up to the end, rounded, less its
 * price up to the start, rounded. Net, VAT and gross add up by the rate as on any line. Crediting all remaining days
 * leaves nothing: if earlier parts were rounded differently, the line includes the difference.
 * @returns `undefined` if no days remain
 */
export function creditLine(
  terms: Terms,
  line: LineItem,
  standing: Standing,
  { start, end }: Span,
  reason: string,
): LineItem | undefined {
  const whole = lineSpan(line);
  if (whole === undefined || standing.span === undefined) return undefined;
  const given = { start: Math.max(start, standing.span.start), end: Math.min(end, standing.span.end) };
  if (given.start >= given.end) return undefined;
  const before = shareUpTo(terms, whole, given.start);
  const after = shareUpTo(terms, whole, given.end);
  const share = shareWithin(before, after);
  // A line loses whole days, so all days of it may be credited at a later hour of the first one.
  const all =
    isSame(before, shareUpTo(terms, whole, standing.span.start)) &&
    isSame(after, shareUpTo(terms, whole, standing.span.end));
  if (share.numerator === 0 && !(all && standsInMoney(standing))) return undefined;
  return {
    ...line,
    ...(all
      ? restLine(terms, line, standing, reason)
      : {
          Description: `${reason}: ${line.Description}`,
          ...partLine(terms, line, standing, whole, before, after),
        }),
    Quantity: -line.Quantity,
    PeriodStart: timestamp(given.start),
    PeriodEnd: timestamp(given.end),
    ...(line.PeriodMultiplier === undefined
      ? {}
      : {
          PeriodMultiplier: toDecimal(
            { numerator: Math.round(line.PeriodMultiplier * 1e8), denominator: 1e8 },
            share,
          ),
        }),
    ...creditedId(line),
  };
}

/** Credits the remaining amount of a line. @returns `undefined` if there is none */
export function reversalLine(
  terms: Terms,
  line: LineItem,
  standing: Standing,
  reason: string,
): LineItem | undefined {
  if (standing.span !== undefined) return creditLine(terms, line, standing, standing.span, reason);
  if (!standsInMoney(standing)) return undefined;
  return {
    ...line,
    ...restLine(terms, line, standing, reason),
    Quantity: -line.Quantity,
    ...creditedId(line),
  };
}

const standsInMoney = ({ TotalNet, TotalVat }: Standing) => TotalNet !== 0 || TotalVat !== 0;

const creditedId = (line: LineItem) => (line.Id === undefined ? {} : { CreditedLineItemId: line.Id });

type Totals = Pick<LineItem, 'TotalNet' | 'TotalVat' | 'TotalGross'>;

function restLine(
  terms: Terms,
  line: LineItem,
  standing: Standing,
  reason: string,
): Totals & Pick<LineItem, 'Description'> {
  const TotalNet = -standing.TotalNet + 0;
  const TotalVat = -standing.TotalVat + 0;
  const TotalGross = addAmounts(terms.currency, [TotalNet, TotalVat]);
  const byRule = lineTotals(terms, terms.gross ? TotalGross : TotalNet, line.VatPercentage).TotalVat;
  const rounding = subtractAmount(terms.currency, TotalVat, byRule);
  const note =
    rounding === 0
      ? ''
      : ` (VAT with a rounding difference of ${rounding.toFixed(minorDigits(terms.currency))})`;
  return { Description: `${reason}: ${line.Description}${note}`, TotalNet, TotalVat, TotalGross };
}

function partLine(
  terms: Terms,
  line: LineItem,
  standing: Standing,
  whole: Span,
  before: Ratio,
  after: Ratio,
): Totals {
  const { currency } = terms;
  const charged = terms.gross ? line.TotalGross : line.TotalNet;
  const stands = terms.gross
    ? addAmounts(currency, [standing.TotalNet, standing.TotalVat])
    : standing.TotalNet;
  const span = standing.span as Span;
  const [start, end] = [shareUpTo(terms, whole, span.start), shareUpTo(terms, whole, span.end)];
  const isByDays = stands === amountUpTo(currency, [charged], [], start, end);
  // If an amount was credited in addition to days, each remaining day is an equal part of the rest.
  const part = isByDays
    ? amountUpTo(currency, [charged], [], before, after)
    : amountUpTo(currency, [stands], [], within(start, end, before), within(start, end, after));
  const totals = lineTotals(terms, -part + 0, line.VatPercentage);
  // Rounding each part up must not credit more VAT than remains.
  const isTooMuch = Math.abs(totals.TotalVat) > Math.abs(standing.TotalVat);
  if (!isTooMuch || terms.gross) return totals;
  const TotalVat = -standing.TotalVat + 0;
  return { ...totals, TotalVat, TotalGross: addAmounts(currency, [totals.TotalNet, TotalVat]) };
}

const isSame = (one: Ratio, other: Ratio) =>
  one.numerator * other.denominator === other.numerator * one.denominator;

/** Returns the position of a share between two others, as a fraction of their distance. */
function within(start: Ratio, end: Ratio, at: Ratio): Ratio {
  const [covered, all] = [shareWithin(start, at), shareWithin(start, end)];
  if (isSame(covered, all)) return WHOLE;
  return {
    numerator: covered.numerator * all.denominator,
    denominator: covered.denominator * all.numerator,
  };
}

/** The part of a line's days up to an instant. */
function shareUpTo(terms: Terms, whole: Span, at: number): Ratio {
  if (at === whole.start) return NOTHING;
  return at === whole.end ? WHOLE : terms.calendar.shareBefore(whole, at);
}
