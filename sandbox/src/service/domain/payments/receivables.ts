import type { LedgerEntry } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import { addAmounts, subtractAmount } from '../pricing/money.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** The open amount of a receivable. */
export interface OpenReceivable {
  readonly entry: LedgerEntry;
  readonly open: number;
}

/**
 * Returns the receivables in a contract's balance, oldest first. A payment registered for an invoice settles that one
 * first; all others settle the oldest, so the newest remain open.
 */
export function openReceivables(
  tx: Tx,
  contract: Pick<ContractRecord, 'Id' | 'Balance' | 'Currency'>,
): OpenReceivable[] {
  const found: OpenReceivable[] = [];
  const settled = new Map<string, number>();
  let rest = contract.Balance;
  if (rest <= 0) return found;
  for (const entry of tx.ledgerEntries.list({
    where: { ContractId: contract.Id },
    newestFirst: true,
  })) {
    const { Amount, InvoiceId = '' } = entry;
    if (Amount <= 0) {
      if (isForInvoice(entry))
        settled.set(InvoiceId, subtractAmount(contract.Currency, settled.get(InvoiceId) ?? 0, Amount));
      continue;
    }
    const own = entry.Type === 'Receivable' ? (settled.get(InvoiceId) ?? 0) : 0;
    const open = Math.min(rest, Math.max(0, subtractAmount(contract.Currency, Amount, own)));
    if (open === 0) continue;
    found.push({ entry, open });
    rest = addAmounts(contract.Currency, [rest, -open]);
    if (rest <= 0) break;
  }
  return found.reverse();
}

/**
 * Returns whether an entry was registered for an invoice. A provider's payment names the newest invoice, and settles
 * all that is open.
 */
const isForInvoice = ({ Type, InvoiceId, PaymentTransactionId }: LedgerEntry) =>
  Type === 'Payment' && InvoiceId !== undefined && PaymentTransactionId === undefined;

/** Returns the part of the balance for which no payment is in progress; negative is credit. */
export const uncollected = (
  tx: Tx,
  { Id, Balance, Currency }: Pick<ContractRecord, 'Id' | 'Balance' | 'Currency'>,
): number =>
  addAmounts(Currency, [
    Balance,
    ...tx.paymentTransactions.where('UnderWay', Id).map(({ Amount }) => -Amount),
  ]);

/** Due date of the oldest open receivable in epoch milliseconds. */
export function oldestDueDate(tx: Tx, contract: ContractRecord): number | undefined {
  const dates = openReceivables(tx, contract).map(({ entry }) => instant(entry.DueDate ?? entry.Timestamp));
  return dates.length === 0 ? undefined : Math.min(...dates);
}
