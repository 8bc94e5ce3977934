import { addAmounts } from '../domain/pricing/money.ts';
import type { ForecastInvoice, ForecastSum } from '../model/forecast.ts';

/** Returns the totals billed, by currency and month. */
export function sumByCurrency(invoices: readonly ForecastInvoice[]): ForecastSum[] {
  return [...groupedBy(invoices, ({ Currency }) => Currency)].map(([Currency, own]) => ({
    Currency,
    ...sumTotals(Currency, own),
    Months: [...groupedBy(own, (invoice) => invoice.Date.slice(0, 7))].map(([Month, ofMonth]) => ({
      Month,
      ...sumTotals(Currency, ofMonth),
    })),
  }));
}

function sumTotals(currency: string, invoices: readonly ForecastInvoice[]) {
  const total = (field: 'TotalNet' | 'TotalVat' | 'TotalGross') =>
    addAmounts(
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
export function groupedBy<T>(entries: readonly T[], entryKey: (entry: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = entryKey(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}
