import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { calendarOf, type Grid, ZoneCalendar } from '../../../sandbox/src/domain/pricing/periods.ts';
import type { Period } from '../../../sandbox/src/model/fields.ts';

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'UTC',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
];
const zone = fc.constantFrom(...zones);
const instant = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2045, 0, 1) });
const period: fc.Arbitrary<Period> = fc.record({
  Unit: fc.constantFrom('Hour', 'Day', 'Week', 'Month', 'Year'),
  Quantity: fc.integer({ min: 1, max: 14 }),
});
// Of its own: the calendar that all share remembers what others have asked.
const berlin = new ZoneCalendar('Europe/Berlin');
const month = { Unit: 'Month', Quantity: 1 } as const;
const at = (text: string) => Date.parse(text);
const iso = (value: number) => new Date(value).toISOString();

/** The same sum by the calendar library, without any memory. */
function byLibrary(zoneName: string, start: number, { Unit, Quantity }: Period, count: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zoneName);
  return zoned.add({ [`${Unit.toLowerCase()}s`]: Quantity * count }).epochMilliseconds;
}

describe('calendar periods', () => {
  test('are anchored to the first day and clamped to the end of the month', () => {
    const grid: Grid = { anchor: at('2026-01-31T09:00:00Z'), period: month };
    const days = [0, 1, 2, 3, 4, 12].map((n) => berlin.dateOf(berlin.boundary(grid, n)));
    expect(days).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2027-01-31',
    ]);
  });

  test('a year from 29 February ends on the 28th, and on the 29th in leap years', () => {
    const grid: Grid = { anchor: at('2024-02-29T09:00:00Z'), period: { Unit: 'Year', Quantity: 1 } };
    const days = [1, 2, 3, 4].map((n) => berlin.dateOf(berlin.boundary(grid, n)));
    expect(days).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  });

  test('wall-clock time stays over a clock change, so the UTC hour moves', () => {
    const grid: Grid = { anchor: at('2026-03-01T09:00:00Z'), period: month };
    expect(iso(berlin.boundary(grid, 1))).toBe('2026-04-01T08:00:00.000Z');
    expect(iso(berlin.boundary(grid, 8))).toBe('2026-11-01T09:00:00.000Z');
  });

  test('a time that the clock change skips moves on by the change, and comes back the next month', () => {
    const grid: Grid = { anchor: at('2026-02-28T01:30:00Z'), period: { Unit: 'Day', Quantity: 29 } };
    expect(iso(berlin.boundary(grid, 1))).toBe('2026-03-29T01:30:00.000Z');
    expect(iso(berlin.boundary(grid, 2))).toBe('2026-04-27T00:30:00.000Z');
  });

  test('property: every sum is the one of the calendar library', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        period,
        fc.integer({ min: -30, max: 130 }),
        (zoneName, start, length, count) => {
          expect(iso(calendarOf(zoneName).add(start, length, count))).toBe(
            iso(byLibrary(zoneName, start, length, count)),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  test('property: every instant lies in exactly one period of a grid', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        period,
        fc.integer({ min: 0, max: 3e11 }),
        (zoneName, anchor, length, later) => {
          const calendar = calendarOf(zoneName);
          const grid = { anchor, period: length };
          const n = calendar.indexAt(grid, anchor + later);
          expect(calendar.boundary(grid, n)).toBeLessThanOrEqual(anchor + later);
          expect(calendar.boundary(grid, n + 1)).toBeGreaterThan(anchor + later);
          expect(byLibrary(zoneName, anchor, length, n + 1)).toBe(calendar.boundary(grid, n + 1));
        },
      ),
      { numRuns: 400 },
    );
  });

  test('property: local days are those of the calendar library', () => {
    fc.assert(
      fc.property(zone, instant, (zoneName, moment) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zoneName);
        const calendar = calendarOf(zoneName);
        expect(calendar.dateOf(moment)).toBe(zoned.toPlainDate().toString());
        expect(calendar.startOfDay(moment)).toBe(zoned.startOfDay().epochMilliseconds);
        expect(calendar.yearOf(moment)).toBe(zoned.year);
      }),
      { numRuns: 400 },
    );
  });
});

describe('fee periods in a billed period', () => {
  const span = (start: string, end: string) => ({ start: at(start), end: at(end) });

  test('a fee for 12 months billed monthly is a twelfth, whatever the month', () => {
    const february = span('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
    const ratio = berlin.feePeriodsIn(february, month, { Unit: 'Year', Quantity: 1 }, february.start);
    expect(ratio).toEqual({ numerator: 1, denominator: 12 });
  });

  test('a monthly fee billed by the week counts days', () => {
    const week = span('2026-02-02T00:00:00Z', '2026-02-09T00:00:00Z');
    const ratio = berlin.feePeriodsIn(week, { Unit: 'Week', Quantity: 1 }, month, at('2026-02-01T00:00:00Z'));
    expect(ratio.numerator / ratio.denominator).toBeCloseTo(7 / 28, 12);
  });
});

describe('billing date alignment', () => {
  test('the aligned day before an instant, clamped in short months', () => {
    const aligned = (text: string, day: string) => berlin.dateOf(berlin.alignedBefore(at(text), day));
    expect(aligned('2026-05-17T10:00:00Z', '---01')).toBe('2026-05-01');
    expect(aligned('2026-05-17T10:00:00Z', '---20')).toBe('2026-04-20');
    expect(aligned('2026-03-10T10:00:00Z', '---31')).toBe('2026-02-28');
  });

  test('a day of the year', () => {
    const alignment = '--07-01';
    expect(berlin.dateOf(berlin.alignedBefore(at('2026-05-17T10:00:00Z'), alignment))).toBe('2025-07-01');
    expect(berlin.dateOf(berlin.alignedBefore(at('2026-07-01T10:00:00Z'), alignment))).toBe('2026-07-01');
  });
});
