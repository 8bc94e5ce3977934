import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  type Grid,
  ZoneCalendar,
  zoneCalendar,
} from '../../../../sandbox/src/service/domain/pricing/periods.ts';
import type { Period } from '../../../../sandbox/src/service/model/fields.ts';
import { examples, fc } from '../../../properties.ts';
import { caught } from '../../caught.ts';

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
    const days = [0, 1, 2, 3, 4, 12].map((n) => berlin.dateAt(berlin.boundary(grid, n)));
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
    const days = [1, 2, 3, 4].map((n) => berlin.dateAt(berlin.boundary(grid, n)));
    expect(days).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  });

  test('wall-clock time stays over a clock change, so the UTC hour moves', () => {
    const grid: Grid = { anchor: at('2026-03-01T09:00:00Z'), period: month };
    expect(iso(berlin.boundary(grid, 1))).toBe('2026-04-01T08:00:00.000Z');
    expect(iso(berlin.boundary(grid, 8))).toBe('2026-11-01T09:00:00.000Z');
  });

  test('a time skipped by the clock change moves on by the change, and returns the next month', () => {
    const grid: Grid = { anchor: at('2026-02-28T01:30:00Z'), period: { Unit: 'Day', Quantity: 29 } };
    expect(iso(berlin.boundary(grid, 1))).toBe('2026-03-29T01:30:00.000Z');
    expect(iso(berlin.boundary(grid, 2))).toBe('2026-04-27T00:30:00.000Z');
  });

  test('property: every sum matches the calendar library', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        period,
        fc.integer({ min: -30, max: 130 }),
        (zoneName, start, length, count) => {
          expect(iso(zoneCalendar(zoneName).add(start, length, count))).toBe(
            iso(byLibrary(zoneName, start, length, count)),
          );
        },
      ),
      { numRuns: examples(400) },
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
          const calendar = zoneCalendar(zoneName);
          const grid = { anchor, period: length };
          const n = calendar.indexAt(grid, anchor + later);
          expect(calendar.boundary(grid, n)).toBeLessThanOrEqual(anchor + later);
          expect(calendar.boundary(grid, n + 1)).toBeGreaterThan(anchor + later);
          expect(byLibrary(zoneName, anchor, length, n + 1)).toBe(calendar.boundary(grid, n + 1));
        },
      ),
      { numRuns: examples(400) },
    );
  });

  test('property: local days match the calendar library', () => {
    fc.assert(
      fc.property(zone, instant, (zoneName, moment) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zoneName);
        const calendar = zoneCalendar(zoneName);
        expect(calendar.dateAt(moment)).toBe(zoned.toPlainDate().toString());
        expect(calendar.startOfDay(moment)).toBe(zoned.startOfDay().epochMilliseconds);
        expect(calendar.yearAt(moment)).toBe(zoned.year);
      }),
      { numRuns: examples(400) },
    );
  });
});

describe('a calendar of its own', () => {
  const own = () => new ZoneCalendar('Europe/Berlin');

  test('returns the day of each instant, in any order', () => {
    const calendar = own();
    const days = [
      '2026-03-29T00:30:00Z',
      '2026-03-28T22:59:59Z',
      '2026-03-28T23:00:00Z',
      '1969-12-31T23:00:00Z',
    ];
    expect(days.map((text) => calendar.dayAt(at(text)))).toEqual([20541, 20540, 20541, 0]);
    expect(days.map((text) => calendar.dateAt(at(text)))).toEqual([
      '2026-03-29',
      '2026-03-28',
      '2026-03-29',
      '1970-01-01',
    ]);
    expect(calendar.daysBetween(at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'))).toBe(1);
    expect(calendar.daysBetween(at('2026-03-28T23:00:00Z'), at('2026-03-29T21:59:59Z'))).toBe(0);
    expect(calendar.dateAt(at('2026-03-28T23:00:00Z'))).toBe('2026-03-29');
    expect(calendar.yearAt(at('2026-12-31T23:00:00Z'))).toBe(2027);
  });

  test('keeps the time of day on and around the days of a clock change', () => {
    const day = { Unit: 'Day', Quantity: 1 } as const;
    const moved = (text: string, count: number) => iso(own().add(at(text), day, count));
    expect(moved('2026-03-28T10:00:00Z', 1)).toBe('2026-03-29T09:00:00.000Z');
    expect(moved('2026-03-29T09:00:00Z', 1)).toBe('2026-03-30T09:00:00.000Z');
    expect(moved('2026-03-29T09:00:00Z', -1)).toBe('2026-03-28T10:00:00.000Z');
    expect(moved('2026-03-29T00:30:00Z', 1)).toBe('2026-03-29T23:30:00.000Z');
    expect(moved('2026-10-25T10:00:00Z', -1)).toBe('2026-10-24T09:00:00.000Z');
    expect(moved('2026-10-23T22:00:00Z', 1)).toBe('2026-10-24T22:00:00.000Z');
    expect(moved('2026-10-24T22:00:00Z', 1)).toBe('2026-10-25T23:00:00.000Z');
  });

  test('adds each unit, and nothing for an empty duration', () => {
    const moved = (Unit: Period['Unit'], Quantity: number, count?: number) =>
      iso(own().add(at('2026-01-31T10:00:00Z'), { Unit, Quantity }, count));
    expect(moved('Second', 2)).toBe('2026-01-31T10:00:02.000Z');
    expect(moved('Minute', 2)).toBe('2026-01-31T10:02:00.000Z');
    expect(moved('Hour', 2)).toBe('2026-01-31T12:00:00.000Z');
    expect(moved('Day', 2)).toBe('2026-02-02T10:00:00.000Z');
    expect(moved('Week', 2)).toBe('2026-02-14T10:00:00.000Z');
    expect(moved('Month', 1)).toBe('2026-02-28T10:00:00.000Z');
    expect(moved('Year', 1, 2)).toBe('2028-01-31T10:00:00.000Z');
    expect(moved('Month', 1, 0)).toBe('2026-01-31T10:00:00.000Z');
  });

  test('rejects dates outside of the supported years', () => {
    const refused = {
      kind: 'Invalid',
      code: 'InvalidData',
      message: expect.stringContaining('the years 0001 to 9999'),
    };
    const beyond = (Unit: Period['Unit'], Quantity: number) =>
      caught(() => own().add(at('9999-06-01T00:00:00Z'), { Unit, Quantity }));
    expect(beyond('Year', 1)).toMatchObject(refused);
    expect(beyond('Hour', 24 * 365)).toMatchObject(refused);
    expect(iso(own().add(at('9999-06-01T00:00:00Z'), month))).toBe('9999-07-01T00:00:00.000Z');
  });

  test('numbers the periods of a grid, before its anchor too, and caches one grid only', () => {
    const calendar = own();
    const anchor = at('2026-01-31T10:00:00Z');
    const monthly: Grid = { anchor, period: month };
    expect(calendar.indexAt(monthly, anchor)).toBe(0);
    expect(calendar.indexAt(monthly, at('2026-02-28T10:00:00Z') - 1)).toBe(0);
    expect(calendar.indexAt(monthly, at('2026-02-28T10:00:00Z'))).toBe(1);
    expect(iso(calendar.boundary(monthly, 1))).toBe('2026-02-28T10:00:00.000Z');
    expect(iso(calendar.boundary(monthly, 2))).toBe('2026-03-31T09:00:00.000Z');
    expect(iso(calendar.boundary(monthly, 3))).toBe('2026-04-30T09:00:00.000Z');
    expect(calendar.indexAt(monthly, at('2025-12-31T10:00:00Z') - 1)).toBe(-2);
    const grids: Grid[] = [
      { anchor, period: { Unit: 'Month', Quantity: 2 } },
      { anchor, period: { Unit: 'Week', Quantity: 1 } },
      { anchor: anchor - 86_400_000, period: month },
      { anchor, period: month, day: 5 },
      monthly,
    ];
    expect(calendar.indexAt(monthly, at('2026-05-15T00:00:00Z'))).toBe(3);
    expect(grids.map((grid) => iso(calendar.boundary(grid, 3)))).toEqual([
      '2026-07-31T09:00:00.000Z',
      '2026-02-21T10:00:00.000Z',
      '2026-04-30T09:00:00.000Z',
      '2026-04-05T09:00:00.000Z',
      '2026-04-30T09:00:00.000Z',
    ]);
    expect(
      grids.map((grid) => {
        calendar.indexAt(monthly, at('2026-05-15T00:00:00Z'));
        return calendar.indexAt(grid, at('2026-05-15T00:00:00Z'));
      }),
    ).toEqual([1, 14, 3, 4, 3]);
    expect(calendar.periodAt(monthly, anchor)).toEqual({ start: anchor, end: at('2026-02-28T10:00:00Z') });
    expect(iso(calendar.nextBoundary(monthly, anchor))).toBe('2026-02-28T10:00:00.000Z');
    expect(() => calendar.indexAt({ anchor, period: { Unit: 'Day', Quantity: 0 } }, anchor)).toThrow(
      RangeError,
    );
  });

  test('divides a span by local days, and one within a day by time', () => {
    const span = { start: at('2026-01-01T10:00:00Z'), end: at('2026-01-11T09:00:00Z') };
    expect(own().shareBefore(span, at('2026-01-04T22:00:00Z'))).toEqual({ numerator: 3, denominator: 10 });
    const brief = { start: at('2026-01-01T10:00:00Z'), end: at('2026-01-01T12:00:00Z') };
    expect(own().shareBefore(brief, at('2026-01-01T10:30:00Z'))).toEqual({
      numerator: 1_800_000,
      denominator: 7_200_000,
    });
  });

  test('aligns by a date without a year only', () => {
    const aligned = (text: string, day: string) => iso(own().alignedGrid(at(text), day, month).anchor);
    expect(aligned('2026-05-17T10:00:00Z', '---17')).toBe('2026-05-16T22:00:00.000Z');
    expect(aligned('2026-05-16T22:00:00Z', '---17')).toBe('2026-05-16T22:00:00.000Z');
    expect(aligned('2026-05-16T21:59:59Z', '---17')).toBe('2026-04-16T22:00:00.000Z');
    expect(aligned('2026-05-16T21:59:59Z', '--05-17')).toBe('2025-05-16T22:00:00.000Z');
  });
});

describe('fee periods in a billed period', () => {
  test('of one kind of unit convert exactly', () => {
    const ratio = (billing: Period, fee: Period) =>
      new ZoneCalendar('UTC').feePeriodsIn({ start: 0, end: 1 }, { anchor: 0, period: billing }, fee);
    const of = (Unit: Period['Unit'], Quantity: number): Period => ({ Unit, Quantity });
    expect(ratio(of('Year', 1), of('Month', 3))).toEqual({ numerator: 12, denominator: 3 });
    expect(ratio(of('Week', 2), of('Day', 3))).toEqual({
      numerator: 14 * 86_400_000,
      denominator: 3 * 86_400_000,
    });
    expect(ratio(of('Day', 1), of('Hour', 6))).toEqual({ numerator: 86_400_000, denominator: 21_600_000 });
    expect(ratio(of('Minute', 1), of('Second', 5))).toEqual({ numerator: 60_000, denominator: 5000 });
  });

  test('of two kinds count the days, including whole periods in between', () => {
    const calendar = new ZoneCalendar('UTC');
    const billed = { start: at('2026-01-11T00:00:00Z'), end: at('2026-03-15T00:00:00Z') };
    const ratio = calendar.feePeriodsIn(
      billed,
      { anchor: at('2026-01-01T00:00:00Z'), period: { Unit: 'Day', Quantity: 63 } },
      month,
    );
    // 21 of 31 days of January, February, 14 of 31 days of March.
    expect(ratio).toEqual({ numerator: 2 * 31 * 31 + 14 * 31 - 10 * 31, denominator: 31 * 31 });
  });

  const span = (start: string, end: string) => ({ start: at(start), end: at(end) });

  test('a fee for 12 months billed monthly is a twelfth, whatever the month', () => {
    const february = span('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
    const ratio = berlin.feePeriodsIn(
      february,
      { anchor: february.start, period: month },
      { Unit: 'Year', Quantity: 1 },
    );
    expect(ratio).toEqual({ numerator: 1, denominator: 12 });
  });

  test('a monthly fee billed by the week counts days', () => {
    const week = span('2026-02-02T00:00:00Z', '2026-02-09T00:00:00Z');
    const ratio = berlin.feePeriodsIn(
      week,
      { anchor: at('2026-02-01T00:00:00Z'), period: { Unit: 'Week', Quantity: 1 } },
      month,
    );
    expect(ratio.numerator / ratio.denominator).toBeCloseTo(7 / 28, 12);
  });
});

describe('billing date alignment', () => {
  const aligned = (text: string, day: string) =>
    berlin.dateAt(berlin.alignedGrid(at(text), day, month).anchor);

  test('the aligned day before an instant, clamped in short months', () => {
    expect(aligned('2026-05-17T10:00:00Z', '---01')).toBe('2026-05-01');
    expect(aligned('2026-05-17T10:00:00Z', '---20')).toBe('2026-04-20');
    expect(aligned('2026-03-10T10:00:00Z', '---31')).toBe('2026-02-28');
  });

  test('a day of the year', () => {
    expect(aligned('2026-05-17T10:00:00Z', '--07-01')).toBe('2025-07-01');
    expect(aligned('2026-07-01T10:00:00Z', '--07-01')).toBe('2026-07-01');
  });
});
