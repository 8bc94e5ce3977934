import type { LedgerEntry } from '../../model/invoice.ts';
import { changedBy } from '../basics/defined.ts';
import { timestamp } from '../basics/time.ts';
import { addAmounts } from '../pricing/money.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { settleCredit } from './credit-balance.ts';

/**
 * Books an amount (payments negative) and stores the contract with its new balance. A separate task handles
 * the consequences of the balance (dunning).
 *
 * @param contract the contract to store, if more than its balance changes
 * @param at the booking time
 */
export function book(
  tx: Tx,
  entry: Omit<LedgerEntry, 'Id' | 'Timestamp' | 'Balance'>,
  contract = getContract(tx, entry.ContractId),
  at = tx.now,
): LedgerEntry {
  const Balance = addAmounts(entry.Currency, [contract.Balance, entry.Amount]);
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
