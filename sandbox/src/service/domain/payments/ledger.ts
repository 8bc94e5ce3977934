import type { LedgerEntry } from '../../model/invoice.ts';
import { changedBy } from '../basics/defined.ts';
import { instant, timestamp } from '../basics/time.ts';
import { differenceOf, sumOf } from '../pricing/money.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { contractOf } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';

/**
 * Books an amount (payments negative) and stores the contract with its new balance. What depends on the balance
 * (dunning) looks at it in a task of its own.
 *
 * @param contract as it is to be stored, where more than its balance changes
 * @param at the instant that the entry is booked for
 */
export function book(
  tx: Tx,
  entry: Omit<LedgerEntry, 'Id' | 'Timestamp' | 'Balance'>,
  contract = contractOf(tx, entry.ContractId),
  at = tx.now,
): LedgerEntry {
  const Balance = sumOf(entry.Currency, [contract.Balance, entry.Amount]);
  const Timestamp = at === tx.now ? tx.stamp() : timestamp(at);
  const booked = tx.ledgerEntries.insert({ Id: tx.newId(), Balance, Timestamp, ...entry });
  if (contract.PaymentAttempts === undefined || Balance > 0) {
    tx.contracts.put({ ...contract, Balance });
  } else {
    // A failed collection is over once the balance is cleared.
    tx.contracts.put(changedBy(contract, { Balance, PaymentAttempts: undefined }));
    tx.unschedule('payment-retry', contract.Id);
  }
  if (tx.account.Escalation.length > 0) tx.schedule('escalation', contract.Id, tx.now);
  if (entry.Amount < 0 && Balance < 0) settleCredit(tx, contract);
  return booked;
}

/**
 * What the customer has to their credit: what is booked, less what drafts will bill. A credit that is drafted is none before
 * it is sent.
 */
export function creditOf(
  tx: Tx,
  { Id, Balance, Currency }: Pick<ContractRecord, 'Id' | 'Balance' | 'Currency'>,
): number {
  if (Balance >= 0) return 0;
  const drafted = tx.invoiceDrafts.where('ContractId', Id).map(({ TotalGross }) => Math.max(0, TotalGross));
  return Math.max(0, -sumOf(Currency, [Balance, ...drafted]));
}

/** Pays out the credit of a contract that is over, where the account wants it (setting PayOutCredit). */
export function settleCredit(
  tx: Tx,
  { Id, LifecycleStatus }: Pick<ContractRecord, 'Id' | 'LifecycleStatus'>,
): void {
  const isOver = LifecycleStatus === 'Ended' || LifecycleStatus === 'Annulled';
  if (isOver && tx.account.PayOutCredit === 'AtEnd') tx.schedule('pay-out', Id, tx.now);
}

/** What is open of a receivable. */
export interface OpenReceivable {
  readonly entry: LedgerEntry;
  readonly open: number;
}

/**
 * The receivables that make up a contract's balance, oldest first. A payment that is registered for an invoice settles that
 * one first; all else settles the oldest first, so what is open are the newest.
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
      if (isForInvoice(entry)) settled.set(InvoiceId, (settled.get(InvoiceId) ?? 0) - Amount);
      continue;
    }
    const own = entry.Type === 'Receivable' ? (settled.get(InvoiceId) ?? 0) : 0;
    const open = Math.min(rest, Math.max(0, differenceOf(contract.Currency, Amount, own)));
    if (open === 0) continue;
    found.push({ entry, open });
    rest = sumOf(contract.Currency, [rest, -open]);
    if (rest <= 0) break;
  }
  return found.reverse();
}

/** What was registered for an invoice. A provider's payment names the newest invoice, and settles all that is open. */
const isForInvoice = ({ Type, InvoiceId, PaymentTransactionId }: LedgerEntry) =>
  Type === 'Payment' && InvoiceId !== undefined && PaymentTransactionId === undefined;

/** Due date of the oldest open receivable in epoch milliseconds. */
export function oldestDueDate(tx: Tx, contract: ContractRecord): number | undefined {
  const dates = openReceivables(tx, contract).map(({ entry }) => instant(entry.DueDate ?? entry.Timestamp));
  return dates.length === 0 ? undefined : Math.min(...dates);
}
