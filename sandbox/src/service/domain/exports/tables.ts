import type { Cell, Table } from '../../model/csv.ts';
import type { ReportType } from '../../model/export-file.ts';
import type { LedgerEntry } from '../../model/invoice.ts';
import { localized } from '../basics/localized.ts';
import { instant } from '../basics/time.ts';
import { nextBillingShown } from '../contract-facts/next-billing-date.ts';
import { openReceivables } from '../payments/receivables.ts';
import { type DateWindow, isWithin } from '../pricing/date-window.ts';
import { addAmounts, sumOfQuantities } from '../pricing/money.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { Tx } from '../records/tx.ts';

/** Returns the bookings: documents by VAT rate, and payments. The sum of `Gross` is the change of all balances. */
export function bookings(tx: Tx, window: DateWindow): Table {
  const day = dayFormatter(tx);
  const entries = [...tx.ledgerEntries]
    .filter(({ Timestamp }) => isWithin(window, Timestamp))
    .sort((a, b) => instant(a.Timestamp) - instant(b.Timestamp));
  return {
    columns: [
      'Date',
      'Type',
      'Description',
      'DocumentNumber',
      'DueDate',
      'CustomerId',
      'DebitorAccount',
      'CustomerName',
      'ContractId',
      'Net',
      'VatPercentage',
      'Vat',
      'Gross',
      'Currency',
      'PaymentTransactionId',
    ],
    rows: entries.flatMap((entry) => {
      const customer = tx.customers.get(entry.CustomerId);
      const invoice = tx.invoices.get(entry.InvoiceId);
      return amountCells(tx, entry).map((amounts) => [
        day(entry.Timestamp),
        entry.Type,
        entry.Description,
        invoice?.InvoiceNumber,
        entry.DueDate === undefined ? undefined : day(entry.DueDate),
        entry.CustomerId,
        customer?.DebitorAccount,
        customer?.CustomerName,
        entry.ContractId,
        ...amounts,
        entry.Currency,
        entry.PaymentTransactionId,
      ]);
    }),
  };
}

/** Net, rate, VAT and gross of a booking; a document has one row for each rate. */
function amountCells(tx: Tx, { Type, InvoiceId, Amount }: LedgerEntry): Cell[][] {
  const isDocument = Type === 'Receivable' || Type === 'Credit';
  const rates = isDocument ? tx.invoices.get(InvoiceId)?.VatDescriptors : undefined;
  if (rates === undefined || rates.length === 0) return [[undefined, undefined, undefined, Amount]];
  return rates.map(({ VatPercentage, TotalNet, TotalVat, TotalGross }) => [
    TotalNet,
    VatPercentage,
    TotalVat,
    TotalGross,
  ]);
}

/** Payments by their latest status. */
export function payments(tx: Tx, window: DateWindow): Table {
  const day = dayFormatter(tx);
  return {
    columns: [
      'Date',
      'TransactionId',
      'Type',
      'Status',
      'ErrorCode',
      'Provider',
      'Role',
      'ProviderTransactionId',
      'Amount',
      'Currency',
      'CustomerId',
      'CustomerName',
      'ContractId',
      'InvoiceNumber',
    ],
    rows: tx.paymentTransactions
      .list({ ...window })
      .map((payment) => [
        day(payment.StatusTimestamp),
        payment.Id,
        payment.Type,
        payment.Status.Status,
        payment.Status.ErrorCode,
        payment.PaymentProvider,
        payment.PaymentProviderRole,
        payment.ProviderTransactionId,
        payment.Amount,
        payment.Currency,
        payment.CustomerId,
        payment.CustomerName,
        payment.ContractId,
        tx.invoices.get(payment.InvoiceId)?.InvoiceNumber,
      ]),
  };
}

/** The table of each report. */
export const reports: { readonly [Type in ReportType]: (tx: Tx, window: DateWindow) => Table } = {
  Revenue: revenue,
  OpenItems: openItems,
  Contracts: contracts,
};

/** Invoiced amounts by product and currency; credit notes are subtracted. */
function revenue(tx: Tx, window: DateWindow): Table {
  const lines = tx.invoices
    .list({ ...window })
    .flatMap(({ ItemList, Currency }) => ItemList.map((line) => ({ ...line, Currency })));
  const byProduct = new Map<string, (typeof lines)[number][]>();
  for (const line of lines) {
    const key = JSON.stringify([line.ProductType, line.ProductId ?? line.Description, line.Currency]);
    const same = byProduct.get(key);
    if (same === undefined) byProduct.set(key, [line]);
    else same.push(line);
  }
  return {
    columns: ['ProductType', 'ProductId', 'Description', 'Quantity', 'Net', 'Vat', 'Gross', 'Currency'],
    rows: [...byProduct.values()].map((same) => {
      const [{ ProductType, ProductId, Description, Currency }] = same as [(typeof same)[number]];
      const sum = (of: (line: (typeof same)[number]) => number) => addAmounts(Currency, same.map(of));
      return [
        ProductType,
        ProductId,
        Description,
        sumOfQuantities(same.map((line) => line.Quantity)),
        sum((line) => line.TotalNet),
        sum((line) => line.TotalVat),
        sum((line) => line.TotalGross),
        Currency,
      ];
    }),
  };
}

/** Receivables that are unpaid now, of documents of the span. */
function openItems(tx: Tx, window: DateWindow): Table {
  const day = dayFormatter(tx);
  return {
    columns: [
      'InvoiceNumber',
      'Date',
      'DueDate',
      'CustomerId',
      'CustomerName',
      'ContractId',
      'Total',
      'Open',
      'Currency',
    ],
    rows: [...tx.contracts].flatMap((contract) =>
      openReceivables(tx, contract)
        .filter(({ entry }) => isWithin(window, entry.Timestamp))
        .map(({ entry, open }) => [
          tx.invoices.get(entry.InvoiceId)?.InvoiceNumber,
          day(entry.Timestamp),
          entry.DueDate === undefined ? undefined : day(entry.DueDate),
          entry.CustomerId,
          contract.CustomerName,
          entry.ContractId,
          entry.Amount,
          open,
          entry.Currency,
        ]),
    ),
  };
}

/** Contracts that began in the span, as they are now. */
function contracts(tx: Tx, window: DateWindow): Table {
  const day = dayFormatter(tx);
  const dayIf = (time: string | undefined) => (time === undefined ? undefined : day(time));
  return {
    columns: [
      'ContractId',
      'ReferenceCode',
      'CustomerId',
      'CustomerName',
      'Plan',
      'PlanVariantId',
      'LifecycleStatus',
      'StartDate',
      'EndDate',
      'NextBillingDate',
      'Balance',
      'Currency',
    ],
    rows: tx.contracts
      .list({ ...window })
      .map((contract) => [
        contract.Id,
        contract.ReferenceCode,
        contract.CustomerId,
        contract.CustomerName,
        localized(tx.plans.get(contract.PlanId)?.Name, tx.account.Locale),
        contract.PlanVariantId,
        contract.LifecycleStatus,
        day(contract.StartDate),
        dayIf(contract.EndDate),
        dayIf(nextBillingShown(contract, tx.now)),
        contract.Balance,
        contract.Currency,
      ]),
  };
}

/** The day of an instant in the account's time zone. */
function dayFormatter(tx: Tx): (time: string) => string {
  const calendar = zoneCalendar(tx.account.TimeZone);
  return (time) => calendar.dateAt(instant(time));
}
