import type { LedgerEntry } from '../model/invoice.ts';
import { sumOf } from './money.ts';
import { timestamp } from './time.ts';
import type { Tx } from './tx.ts';

/** Books an amount (payments negative) and brings the contract's balance up to date. */
export function book(tx: Tx, entry: Omit<LedgerEntry, 'Id' | 'Timestamp'>): LedgerEntry {
  const booked = tx.ledgerEntries.insert({ Id: tx.newId(), ...entry, Timestamp: timestamp(tx.now) });
  const contract = tx.contracts.get(entry.ContractId);
  if (contract !== undefined) {
    const Balance = sumOf(entry.Currency, [contract.Balance, entry.Amount]);
    tx.contracts.replace({ ...contract, Balance });
  }
  return booked;
}
