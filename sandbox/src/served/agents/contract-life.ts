import type { Contract } from '../../service/model/contract.ts';
import { minorDigits } from '../../service/model/currencies.ts';
import type {
  ShownInvoice as Invoice,
  ShownLedgerEntry as LedgerEntry,
} from '../../service/model/invoice.ts';
import type { PaymentTransaction } from '../../service/model/payment.ts';
import type { Json, Service } from './service.ts';
import { shortTime } from './tool.ts';

/** All documents of a contract, as REST shows them. */
export interface Life {
  readonly contract: Contract;
  readonly invoices: readonly Invoice[];
  readonly transactions: readonly PaymentTransaction[];
  readonly ledger: readonly LedgerEntry[];
}

/** Documents of each kind that are read: years of a monthly contract. */
const TAKE = 100;

export async function lifeOf(service: Service, id: string): Promise<Life> {
  const [contract, invoices, transactions, ledger] = await Promise.all([
    service.rest('GET', `/contracts/${id}`),
    service.rest('GET', `/invoices?contractId=${id}&take=${TAKE}`),
    service.rest('GET', `/paymentTransactions?contractId=${id}&take=${TAKE}`),
    service.rest('GET', `/contracts/${id}/ledgerEntries?take=${TAKE}`),
  ]);
  return { contract, invoices, transactions, ledger };
}

const moneyIn = (currency: string) => (amount: number) => amount.toFixed(minorDigits(currency));

/** Every phase, document and payment in the order of time, a line each. */
export function linesOf({ contract, invoices, transactions, ledger }: Life): string[] {
  const money = moneyIn(contract.Currency);
  const rows = [
    ...contract.Phases.map(({ Type, StartDate }) => [StartDate, `phase ${Type}`]),
    ...invoices.map(({ Created, InvoiceNumber, TotalGross, Currency, IsInvoice, Id }) => [
      Created,
      `${IsInvoice ? 'invoice' : 'credit note'} ${InvoiceNumber} ${money(TotalGross)} ${Currency} (${Id})`,
    ]),
    ...transactions.flatMap(({ Id, Type, Amount, PaymentProvider, StatusHistory }) =>
      StatusHistory.map(({ Timestamp, Status, ErrorCode }) => [
        Timestamp,
        `${Type.toLowerCase()} ${money(Amount)} by ${PaymentProvider}: ${Status}${ErrorCode === undefined ? '' : ` ${ErrorCode}`} (${Id})`,
      ]),
    ),
    ...ledger.map(({ Timestamp, Type, Amount, Balance }) => [
      Timestamp,
      `booking ${Type} ${money(Amount)}, balance ${money(Balance)}`,
    ]),
  ] as [string, string][];
  return rows
    .sort(([one], [other]) => Date.parse(one) - Date.parse(other))
    .map(([at, text]) => `${shortTime(at)} ${text}`);
}

/** What a contract is now, and what is known of what comes. */
export async function summaryOf(service: Service, contract: Contract): Promise<string[]> {
  const { Id, LifecycleStatus, CustomerName, CustomerId, PlanVariantId, PaymentProvider, EndDate } = contract;
  const money = moneyIn(contract.Currency);
  const next: Json = await service
    .rest('GET', `/contracts/${Id}/previewNextRecurring`)
    .catch(() => undefined);
  const due = next?.Invoice === undefined ? '' : ` for ${money(next.Invoice.TotalGross)}`;
  return [
    `Contract ${Id}: ${LifecycleStatus}, plan variant ${PlanVariantId ?? 'none (trial)'}, pays by ${PaymentProvider ?? 'nothing'}.`,
    `Customer ${CustomerId}: ${CustomerName}.`,
    `Owed ${money(contract.Balance)} ${contract.Currency}.${contract.CurrentDunning === undefined ? '' : ` Reminders: ${contract.CurrentDunning.Level}.`}`,
    contract.NextBillingDate === undefined
      ? 'No billing ahead.'
      : `Next billing ${shortTime(contract.NextBillingDate)}${due}.`,
    ...(EndDate === undefined ? [] : [`Ends ${shortTime(EndDate)}.`]),
  ];
}
