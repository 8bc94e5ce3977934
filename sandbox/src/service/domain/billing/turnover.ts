import { instantOf } from '../../model/iso-8601.ts';
import { timestamp } from '../basics/time.ts';
import { sumOf } from '../pricing/money.ts';
import type { Tx } from '../records/tx.ts';

/** What was billed and paid in one month and currency, gross. */
export interface Turnover {
  /** `2026-02`, UTC. */
  readonly Month: string;
  readonly Currency: string;
  readonly Billed: number;
  readonly Paid: number;
}

/** The month of so many months ago, or later: `-1` is the next one. */
function monthBefore(now: number, months: number): string {
  const date = new Date(now);
  return timestamp(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)).slice(0, 7);
}

/** Billed and paid of the latest months, oldest first, with months in which there was nothing. */
export function monthlyTurnover(tx: Tx, months: number): Turnover[] {
  const names = Array.from({ length: months }, (_, at) => monthBefore(tx.now, months - 1 - at));
  const since = `${names[0]}-01T00:00:00Z`;
  const sums = new Map<string, { billed: number[]; paid: number[] }>();
  const sumAt = (month: string, currency: string) => {
    const key = `${currency} ${month}`;
    const sum = sums.get(key) ?? { billed: [], paid: [] };
    sums.set(key, sum);
    return sum;
  };
  const currencies = new Set<string>();
  for (const { Created, Currency, TotalGross } of tx.invoices.list({ min: instantOf(since) })) {
    currencies.add(Currency);
    sumAt(Created.slice(0, 7), Currency).billed.push(TotalGross);
  }
  for (const { Timestamp, Currency, Type, Amount } of tx.ledgerEntries) {
    if (Timestamp < since || !PAID.has(Type)) continue;
    currencies.add(Currency);
    sumAt(Timestamp.slice(0, 7), Currency).paid.push(-Amount);
  }
  return [...currencies].sort().flatMap((Currency) =>
    names.map((Month) => {
      const { billed, paid } = sumAt(Month, Currency);
      return { Month, Currency, Billed: sumOf(Currency, billed), Paid: sumOf(Currency, paid) };
    }),
  );
}

/** Bookings that money moved for. */
const PAID: ReadonlySet<string> = new Set(['Payment', 'Refund', 'Chargeback']);
