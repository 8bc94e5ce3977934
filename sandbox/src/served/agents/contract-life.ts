import * as z from 'zod';
import type { Contract } from '../../service/model/contract.ts';
import { minorDigits } from '../../service/model/currencies.ts';
import type {
  ShownInvoice as Invoice,
  ShownLedgerEntry as LedgerEntry,
} from '../../service/model/invoice.ts';
import type { PaymentTransaction } from '../../service/model/payment.ts';
import { type Line, line, own, quoted, shortTime } from './answer.ts';
import type { Json, Service } from './service.ts';

/** All documents of a contract, in REST format. */
export interface Life {
  readonly contract: Contract;
  readonly invoices: readonly Invoice[];
  readonly transactions: readonly PaymentTransaction[];
  readonly ledger: readonly LedgerEntry[];
}

/** The page size, and the maximum number of pages to read. */
const TAKE = 500;
const MAX_PAGES = 40;

/** All entries of a list of the REST API. */
async function readAll(service: Service, path: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let at = 0; at < MAX_PAGES; at += 1) {
    const last = all.at(-1)?.Id;
    const from = last === undefined ? '' : `&from=${last}`;
    const entries: Json[] = await service.rest(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}take=${TAKE}${from}`,
    );
    // The cursor is inclusive.
    all.push(...(last !== undefined && entries[0]?.Id === last ? entries.slice(1) : entries));
    if (entries.length < TAKE) break;
  }
  return all;
}

export async function readLife(service: Service, id: string): Promise<Life> {
  const [contract, invoices, transactions, ledger] = await Promise.all([
    service.rest('GET', `/contracts/${id}`),
    readAll(service, `/invoices?contractId=${id}`),
    readAll(service, `/paymentTransactions?contractId=${id}`),
    readAll(service, `/contracts/${id}/ledgerEntries`),
  ]);
  return { contract, invoices: newestFirst(invoices), transactions: newestFirst(transactions), ledger };
}

/** Sorted by id, and so by creation. */
const newestFirst = (documents: readonly Json[]): Json[] =>
  [...documents].sort(({ Id: one }, { Id: other }) => (one < other ? 1 : -1));

const isId = (text: string) => /^[0-9a-f]{24}$/i.test(text);

/** The arguments of a tool that select contracts. */
export const whose = {
  contractId: z.string().optional(),
  customer: z.string().optional().describe('Id, e-mail or external id'),
};

/** Contracts by id, by customer, or all; newest first. */
export async function findContracts(
  service: Service,
  {
    contractId,
    customer,
  }: { readonly contractId?: string | undefined; readonly customer?: string | undefined },
): Promise<Contract[]> {
  if (contractId !== undefined)
    return [await service.rest('GET', `/contracts/${encodeURIComponent(contractId)}`)];
  if (customer === undefined) return newestFirst(await readAll(service, '/contracts'));
  const ofCustomer = (id: string) => readAll(service, `/customers/${id}/contracts`);
  if (isId(customer)) return newestFirst(await ofCustomer(customer));
  for (const field of ['emailAddress', 'externalId']) {
    const customers = await readAll(service, `/customers?${field}=${encodeURIComponent(customer)}`);
    if (customers.length === 0) continue;
    return newestFirst((await Promise.all(customers.map(({ Id }) => ofCustomer(Id)))).flat());
  }
  return [];
}

/** A contract as one line of a list. */
export const contractLine = ({ Id, CustomerName, LifecycleStatus, Balance, Currency }: Contract): Line =>
  line`${Id} ${quoted(CustomerName)}: ${LifecycleStatus}, owed ${moneyIn(Currency)(Balance)} ${Currency}`;

export const moneyIn = (currency: string) => (amount: number) => amount.toFixed(minorDigits(currency));

/** Every phase, document and payment, newest first, one line each. */
export function lifeLines({ contract, invoices, transactions, ledger }: Life): Line[] {
  const money = moneyIn(contract.Currency);
  const rows = [
    ...contract.Phases.map(({ Type, StartDate }) => [StartDate, line`phase ${Type}`]),
    ...invoices
      .toReversed()
      .map(({ Created, InvoiceNumber, TotalGross, Currency, IsInvoice, Id }) => [
        Created,
        line`${own(IsInvoice ? 'invoice' : 'credit note')} ${InvoiceNumber} ${money(TotalGross)} ${Currency} (${Id})`,
      ]),
    ...transactions
      .toReversed()
      .flatMap(({ Id, Type, Amount, PaymentProvider, StatusHistory }) =>
        StatusHistory.map(({ Timestamp, Status, ErrorCode }) => [
          Timestamp,
          line`${own(Type.toLowerCase())} ${money(Amount)} by ${PaymentProvider}: ${Status}${ErrorCode === undefined ? undefined : line` ${ErrorCode}`} (${Id})`,
        ]),
      ),
    ...ledger.map(({ Timestamp, Type, Amount, Balance }) => [
      Timestamp,
      line`booking ${Type} ${money(Amount)}, balance ${money(Balance)}`,
    ]),
  ] as [string, Line][];
  return rows
    .sort(([one], [other]) => Date.parse(one) - Date.parse(other))
    .reverse()
    .map(([at, text]) => line`${shortTime(at)} ${text}`);
}

/** Summarizes a contract and its known future. */
export async function summarize(service: Service, contract: Contract): Promise<Line[]> {
  const { Id, LifecycleStatus, CustomerName, CustomerId, PlanVariantId, PaymentProvider, EndDate } = contract;
  const money = moneyIn(contract.Currency);
  const next: Json = await service
    .rest('GET', `/contracts/${Id}/previewNextRecurring`)
    .catch(() => undefined);
  const afterCredit = (total: number) =>
    contract.Balance < 0
      ? line`, ${money(Math.max(0, total + contract.Balance))} after the credit`
      : undefined;
  const due =
    next?.Invoice === undefined
      ? undefined
      : line` for ${money(next.Invoice.TotalGross)}${afterCredit(next.Invoice.TotalGross)}`;
  return [
    line`Contract ${Id}: ${LifecycleStatus}, plan variant ${PlanVariantId ?? own('none (trial)')}, pays by ${PaymentProvider ?? 'nothing'}.`,
    line`Customer ${CustomerId}: ${quoted(CustomerName)}.`,
    line`Owed ${money(contract.Balance)} ${contract.Currency}.${contract.CurrentDunning === undefined ? undefined : line` Reminders: ${contract.CurrentDunning.Level}.`}`,
    contract.NextBillingDate === undefined
      ? line`No billing ahead.`
      : line`Next billing ${shortTime(contract.NextBillingDate)}${due}.`,
    ...(EndDate === undefined ? [] : [line`Ends ${shortTime(EndDate)}.`]),
  ];
}
