import { Temporal } from 'temporal-polyfill';
import { instant } from '../basics/time.ts';
import { dayBounds } from '../pricing/date-window.ts';
import { addAmounts } from '../pricing/money.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { Tx } from '../records/tx.ts';

/** The gross amounts billed and paid in one month and currency. */
export interface Turnover {
  /** `2026-02`, in the time zone of the account. */
  readonly Month: string;
  readonly Currency: string;
  readonly Billed: number;
  readonly Paid: number;
}

/** Returns the month that is a number of months earlier. */
function monthBefore(month: string, months: number): string {
  return Temporal.PlainYearMonth.from(month).subtract({ months }).toString();
}

/** Billed and paid amounts of the latest months, oldest first, including months without any. */
export function monthlyTurnover(tx: Tx, months: number): Turnover[] {
  const calendar = zoneCalendar(tx.account.TimeZone);
  const calendarMonth = (time: number) => calendar.dateAt(time).slice(0, 7);
  const names = Array.from({ length: months }, (_, at) =>
    monthBefore(calendarMonth(tx.now), months - 1 - at),
  );
  const [since] = dayBounds(tx, `${names[0]}-01`);
  const sums = new Map<string, { billed: number[]; paid: number[] }>();
  const sumAt = (month: string, currency: string) => {
    const key = `${currency} ${month}`;
    const sum = sums.get(key) ?? { billed: [], paid: [] };
    sums.set(key, sum);
    return sum;
  };
  const currencies = new Set<string>();
  for (const { Created, Currency, TotalGross } of tx.invoices.list({ min: since })) {
    currencies.add(Currency);
    sumAt(calendarMonth(instant(Created)), Currency).billed.push(TotalGross);
  }
  for (const { Timestamp, Currency, Type, Amount } of tx.ledgerEntries) {
    if (instant(Timestamp) < since || !PAID.has(Type)) continue;
    currencies.add(Currency);
    sumAt(calendarMonth(instant(Timestamp)), Currency).paid.push(-Amount);
  }
  return [...currencies].sort().flatMap((Currency) =>
    names.map((Month) => {
      const { billed, paid } = sumAt(Month, Currency);
      return { Month, Currency, Billed: addAmounts(Currency, billed), Paid: addAmounts(Currency, paid) };
    }),
  );
}

/** Bookings of transferred money. */
const PAID: ReadonlySet<string> = new Set(['Payment', 'Refund', 'Chargeback']);
