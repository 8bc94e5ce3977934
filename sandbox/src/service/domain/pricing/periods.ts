import { Temporal } from 'temporal-polyfill';
import type { Period } from '../../model/fields.ts';
import { isKnownInstant } from '../../model/iso-8601.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../model/milliseconds.ts';
import { Problem } from '../basics/problem.ts';
import { dateText } from '../basics/time.ts';
import type { Ratio } from './money.ts';

const UNIT_MILLISECONDS: { readonly [unit: string]: number } = {
  Second: SECOND_MS,
  Minute: MINUTE_MS,
  Hour: HOUR_MS,
};
/** Typical lengths, to estimate the number of periods between two instants. */
const TYPICAL_DAYS: { readonly [unit: string]: number } = {
  Day: 1,
  Week: 7,
  Month: 30.436875,
  Year: 365.2425,
};
const CACHED = 50_000;

/** A day of the zone: its start, and whether it has 24 hours (no clock change). */
interface LocalDay {
  readonly start: number;
  readonly year: number;
  readonly regular: boolean;
}

/** Consecutive periods from an anchor: the nth begins at the anchor plus n periods. */
export interface Grid {
  /** Epoch milliseconds. */
  readonly anchor: number;
  readonly period: Period;
  /** Day of the month on which periods of months begin. Default: the anchor's. In shorter months, the last day. */
  readonly day?: number | undefined;
}

/** A half-open range of epoch milliseconds: the end belongs to the next span. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Calendar arithmetic in a time zone. Wall-clock time stays the same over a clock change; the end of a month is clamped
 * (field notes 3.3). Days are numbered from 1970-01-01. Temporal is called once for each day and each sum of months,
 * because ten years of renewals repeat the same calculations.
 */
export class ZoneCalendar {
  readonly #zone: string;
  readonly #days = new Map<number, LocalDay>();
  readonly #monthSums = new Map<string, number>();
  #offset = 0;
  /** The last period, cached because a bill reads the same one several times. */
  #last:
    | { readonly grid: Grid; readonly n: number; readonly start: number; readonly end: number }
    | undefined;

  constructor(zone: string) {
    this.#zone = zone;
  }

  /** The number of the instant's local day. */
  dayAt(instant: number): number {
    let day = Math.floor((instant + this.#offset) / DAY_MS);
    while (this.#day(day).start > instant) day -= 1;
    while (this.#day(day + 1).start <= instant) day += 1;
    this.#offset = day * DAY_MS - this.#day(day).start;
    return day;
  }

  /** The local date, `2026-01-31`. */
  dateAt(instant: number): string {
    return dateText(this.dayAt(instant));
  }

  startOfDay(instant: number): number {
    return this.dayStart(this.dayAt(instant));
  }

  /** Returns the start of a day by its number. */
  dayStart(day: number): number {
    return this.#day(day).start;
  }

  /** Local midnights between the two instants. */
  daysBetween(from: number, to: number): number {
    return this.dayAt(to) - this.dayAt(from);
  }

  /** The instant `count` periods later (or earlier). @throws Problem Invalid if its year has more than four digits */
  add(instant: number, period: Period, count = 1, wantedDay?: number): number {
    const amount = period.Quantity * count;
    if (amount === 0) return instant;
    const milliseconds = UNIT_MILLISECONDS[period.Unit];
    if (milliseconds !== undefined) return known(instant + amount * milliseconds);
    const day = this.dayAt(instant);
    const sum = this.#addToDay(day, period.Unit, amount, wantedDay);
    return known(this.#at(sum, this.#timeOfDay(instant, day)));
  }

  /** Returns the start of the nth period of the grid. */
  boundary(grid: Grid, n: number): number {
    const last = this.#last;
    if (last !== undefined && sameGrid(last.grid, grid)) {
      if (n === last.n) return last.start;
      if (n === last.n + 1) return last.end;
    }
    return this.add(grid.anchor, grid.period, n, grid.day);
  }

  /** Returns the index of the grid period that contains the instant (negative before the anchor). */
  indexAt(grid: Grid, instant: number): number {
    const last = this.#last;
    if (last !== undefined && instant >= last.start && instant < last.end && sameGrid(last.grid, grid))
      return last.n;
    const { Unit, Quantity } = grid.period;
    if (Quantity < 1) throw new RangeError('A grid of empty periods has no index.');
    const typical = (UNIT_MILLISECONDS[Unit] ?? (TYPICAL_DAYS[Unit] as number) * DAY_MS) * Quantity;
    let n = Math.floor((instant - grid.anchor) / typical);
    const boundary = (index: number) => this.add(grid.anchor, grid.period, index, grid.day);
    let start = boundary(n);
    while (start > instant) {
      n -= 1;
      start = boundary(n);
    }
    let end = boundary(n + 1);
    while (end <= instant) {
      n += 1;
      start = end;
      end = boundary(n + 1);
    }
    this.#last = { grid, n, start, end };
    return n;
  }

  /** The period of the grid that contains the instant. */
  periodAt(grid: Grid, instant: number): Span {
    const n = this.indexAt(grid, instant);
    return { start: this.boundary(grid, n), end: this.boundary(grid, n + 1) };
  }

  /** The first start of a period after the instant. */
  nextBoundary(grid: Grid, instant: number): number {
    return this.boundary(grid, this.indexAt(grid, instant) + 1);
  }

  /** The part of a span before the instant: by local days; a span within one day, by time. */
  shareBefore(span: Span, instant: number): Ratio {
    const days = this.daysBetween(span.start, span.end);
    if (days > 0) return { numerator: this.daysBetween(span.start, instant), denominator: days };
    return { numerator: instant - span.start, denominator: span.end - span.start };
  }

  /**
   * Returns the number of fee periods in a billed period. Months and years convert exactly, and so do units up to
   * weeks; between the two kinds, days are counted.
   */
  feePeriodsIn(billed: Span, billing: Grid, fee: Period): Ratio {
    const inBilling = commonUnits(billing.period);
    const inFee = commonUnits(fee);
    if (inBilling.kind === inFee.kind) return { numerator: inBilling.count, denominator: inFee.count };
    const grid = { ...billing, period: fee };
    const first = this.indexAt(grid, billed.start);
    const last = this.indexAt(grid, billed.end);
    const before = this.shareBefore(this.periodAt(grid, billed.start), billed.start);
    const after = this.shareBefore(this.periodAt(grid, billed.end), billed.end);
    return {
      numerator:
        (last - first) * before.denominator * after.denominator +
        after.numerator * before.denominator -
        before.numerator * after.denominator,
      denominator: before.denominator * after.denominator,
    };
  }

  /**
   * Periods that begin at local midnight on this day of the month (`---31`) or of the year (`--01-31`): the anchor is the
   * latest such midnight that is not after `instant`. In a month without that day, it is the last day.
   */
  alignedGrid(instant: number, alignment: string, period: Period): Grid {
    const [month, day] = /^--(\d\d)?-(\d\d)$/.exec(alignment)?.slice(1).map(Number) ?? [];
    const local = dateOfDay(this.dayAt(instant));
    const monthly = Number.isNaN(month);
    const first = local.with(monthly ? { day: 1 } : { month: month as number, day: 1 });
    const onDay = (date: Temporal.PlainDate) => this.#at(numberOfDay(date.with({ day: day as number })), 0);
    const aligned = onDay(first);
    const anchor = aligned <= instant ? aligned : onDay(first.subtract({ months: monthly ? 1 : 12 }));
    return { anchor: known(anchor), period, day };
  }

  yearAt(instant: number): number {
    return this.#day(this.dayAt(instant)).year;
  }

  #day(day: number): LocalDay {
    let found = this.#days.get(day);
    if (found === undefined) {
      const date = dateOfDay(day);
      const start = date.toZonedDateTime(this.#zone).epochMilliseconds;
      const end = date.add({ days: 1 }).toZonedDateTime(this.#zone).epochMilliseconds;
      found = { start, year: date.year, regular: end - start === DAY_MS };
      if (this.#days.size >= CACHED) this.#days.clear();
      this.#days.set(day, found);
    }
    return found;
  }

  #timeOfDay(instant: number, day: number): number {
    const { start, regular } = this.#day(day);
    if (regular) return instant - start;
    const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(this.#zone).toPlainTime();
    return wall.since(MIDNIGHT).total('milliseconds');
  }

  #at(day: number, timeOfDay: number): number {
    const { start, regular } = this.#day(day);
    if (regular || timeOfDay === 0) return start + timeOfDay;
    const plainTime = MIDNIGHT.add({ milliseconds: timeOfDay });
    return dateOfDay(day).toZonedDateTime({ timeZone: this.#zone, plainTime }).epochMilliseconds;
  }

  #addToDay(day: number, unit: Period['Unit'], amount: number, wantedDay?: number): number {
    if (unit === 'Day') return day + amount;
    if (unit === 'Week') return day + amount * 7;
    const months = unit === 'Year' ? amount * 12 : amount;
    const key = `${day}+${months} ${wantedDay}`;
    let sum = this.#monthSums.get(key);
    if (sum === undefined) {
      const date = dateOfDay(day).add({ months });
      sum = numberOfDay(wantedDay === undefined ? date : date.with({ day: wantedDay }));
      if (this.#monthSums.size >= CACHED) this.#monthSums.clear();
      this.#monthSums.set(key, sum);
    }
    return sum;
  }
}

/** The instant, which must be one of the years 0001 to 9999. */
function known(instant: number): number {
  if (isKnownInstant(instant)) return instant;
  throw new Problem(
    'Invalid',
    'InvalidData',
    'The dates and periods of the request are outside the years 0001 to 9999; choose other dates or shorter periods.',
  );
}

function sameGrid(a: Grid, b: Grid): boolean {
  return (
    a.anchor === b.anchor &&
    a.day === b.day &&
    a.period.Unit === b.period.Unit &&
    a.period.Quantity === b.period.Quantity
  );
}

const calendars = new Map<string, ZoneCalendar>();

/** The calendar of a time zone (IANA name). */
export function zoneCalendar(zone: string): ZoneCalendar {
  let calendar = calendars.get(zone);
  if (calendar === undefined) {
    calendar = new ZoneCalendar(zone);
    calendars.set(zone, calendar);
  }
  return calendar;
}

const EPOCH = new Temporal.PlainDate(1970, 1, 1);
const MIDNIGHT = new Temporal.PlainTime();

function dateOfDay(day: number): Temporal.PlainDate {
  return EPOCH.add({ days: day });
}

function numberOfDay(date: Temporal.PlainDate): number {
  return EPOCH.until(date).days;
}

function commonUnits(period: Period): { readonly kind: 'months' | 'time'; readonly count: number } {
  switch (period.Unit) {
    case 'Year':
      return { kind: 'months', count: period.Quantity * 12 };
    case 'Month':
      return { kind: 'months', count: period.Quantity };
    case 'Week':
      return { kind: 'time', count: period.Quantity * 7 * DAY_MS };
    case 'Day':
      return { kind: 'time', count: period.Quantity * DAY_MS };
    default:
      return { kind: 'time', count: period.Quantity * (UNIT_MILLISECONDS[period.Unit] as number) };
  }
}
