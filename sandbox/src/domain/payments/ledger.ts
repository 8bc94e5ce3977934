import type { LedgerEntry } from '../../model/invoice.ts';
import { changedBy } from '../defined.ts';
import { contractOf } from '../lookups.ts';
import { sumOf } from '../pricing/money.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';

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
  return booked;
}

/** What is open of a receivable. */
export interface OpenReceivable {
  readonly entry: LedgerEntry;
  readonly open: number;
}

/**
 * The receivables that make up a contract's balance, oldest first. Payments and credits settle the oldest first, so
 * what is open are the newest.
 */
export function openReceivables(
  tx: Tx,
  contract: Pick<ContractRecord, 'Id' | 'Balance' | 'Currency'>,
): OpenReceivable[] {
  const found: OpenReceivable[] = [];
  let rest = contract.Balance;
  if (rest <= 0) return found;
  for (const entry of tx.ledgerEntries.list({
    where: { ContractId: contract.Id },
    match: (one) => one.Amount > 0,
    newestFirst: true,
  })) {
    const open = Math.min(rest, entry.Amount);
    found.push({ entry, open });
    rest = sumOf(contract.Currency, [rest, -open]);
    if (rest <= 0) break;
  }
  return found.reverse();
}

/** Due date of the oldest open receivable in epoch milliseconds. */
export function oldestDueDate(tx: Tx, contract: ContractRecord): number | undefined {
  const dates = openReceivables(tx, contract).map(({ entry }) => instant(entry.DueDate ?? entry.Timestamp));
  return dates.length === 0 ? undefined : Math.min(...dates);
}
