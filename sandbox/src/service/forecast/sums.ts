import { sumOf } from '../domain/pricing/money.ts';
import type { ForecastInvoice, ForecastSum } from '../model/forecast.ts';

/** Returns the totals billed, by currency and month. */
export function sumsOf(invoices: readonly ForecastInvoice[]): ForecastSum[] {
  return [...groupedBy(invoices, ({ Currency }) => Currency)].map(([Currency, own]) => ({
    Currency,
    ...totalsOf(Currency, own),
    Months: [...groupedBy(own, (invoice) => invoice.Date.slice(0, 7))].map(([Month, ofMonth]) => ({
      Month,
      ...totalsOf(Currency, ofMonth),
    })),
  }));
}

function totalsOf(currency: string, invoices: readonly ForecastInvoice[]) {
  const total = (field: 'TotalNet' | 'TotalVat' | 'TotalGross') =>
    sumOf(
      currency,
      invoices.map((invoice) => invoice[field]),
    );
  return {
    Invoices: invoices.length,
    TotalNet: total('TotalNet'),
    TotalVat: total('TotalVat'),
    TotalGross: total('TotalGross'),
  };
}

/** Groups entries by a key; the groups are sorted by key. */
export function groupedBy<T>(entries: readonly T[], keyOf: (entry: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}
