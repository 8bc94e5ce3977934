import { addAmounts } from '../domain/pricing/money.ts';
import type { ForecastChangeSum, ForecastContractChange, ForecastInvoice } from '../model/forecast.ts';
import { groupedBy } from './sums.ts';

/** Returns contracts that are billed differently: other amounts, or the same on other days. Largest difference first. */
export function changesBetween(
  before: readonly ForecastInvoice[],
  after: readonly ForecastInvoice[],
): ForecastContractChange[] {
  const changeKey = ({ ContractId, Currency }: ForecastInvoice) => `${ContractId}/${Currency}`;
  const was = new Map(groupedBy(before, changeKey));
  const will = new Map(groupedBy(after, changeKey));
  const changes: ForecastContractChange[] = [];
  for (const key of new Set([...was.keys(), ...will.keys()])) {
    const [old = [], own = []] = [was.get(key), will.get(key)];
    const invoice = own[0] ?? old[0];
    if (invoice === undefined || billsText(old) === billsText(own)) continue;
    const { ContractId, CustomerId, CustomerName, Currency } = invoice;
    const Before = sumGross(Currency, old);
    const After = sumGross(Currency, own);
    const Difference = addAmounts(Currency, [After, -Before]);
    changes.push({ ContractId, CustomerId, CustomerName, Currency, Before, After, Difference });
  }
  return changes.sort(
    (one, other) =>
      Math.abs(other.Difference) - Math.abs(one.Difference) || (one.ContractId < other.ContractId ? -1 : 1),
  );
}

/** Returns the totals of the changes, by currency. */
export function sumChanges(changes: readonly ForecastContractChange[]): ForecastChangeSum[] {
  return groupedBy(changes, ({ Currency }) => Currency).map(([Currency, own]) => {
    const total = (field: 'Before' | 'After' | 'Difference') =>
      addAmounts(
        Currency,
        own.map((change) => change[field]),
      );
    const Contracts = new Set(own.map(({ ContractId }) => ContractId)).size;
    return {
      Currency,
      Contracts,
      Before: total('Before'),
      After: total('After'),
      Difference: total('Difference'),
    };
  });
}

const billsText = (invoices: readonly ForecastInvoice[]) =>
  invoices.map((invoice) => `${invoice.Date} ${invoice.TotalNet} ${invoice.TotalGross}`).join();

const sumGross = (currency: string, invoices: readonly ForecastInvoice[]) =>
  addAmounts(
    currency,
    invoices.map(({ TotalGross }) => TotalGross),
  );
