import type { ContractChange } from '../../model/contract.ts';
import { contractOf } from '../lookups.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';

/** Writes down that the phases of a contract change, now or later. @param at epoch milliseconds */
export function recordChange(tx: Tx, contract: ContractRecord, Type: string, at: number): ContractChange {
  return tx.contractChanges.insert({
    Id: tx.newId(),
    Type,
    Timestamp: timestamp(tx.now),
    ContractId: contract.Id,
    ChangeDate: timestamp(at),
  });
}

/** Tells of a change whose time has come. */
export function tellChange(tx: Tx, contract: ContractRecord, change: ContractChange): void {
  tx.emit({
    Event: 'ContractChanged',
    EntityId: tx.account.Id,
    ContractId: contract.Id,
    CustomerId: contract.CustomerId,
    ContractChangeId: change.Id,
    ContractChangeType: change.Type,
  });
}

/** Pays out the credit of a contract that is over, where the account wants it (setting PayOutCredit). */
export function settleCredit(tx: Tx, contractId: string): void {
  const isOver = ['Ended', 'Annulled'].includes(contractOf(tx, contractId).LifecycleStatus);
  if (isOver && tx.account.PayOutCredit === 'AtEnd') tx.schedule('pay-out', contractId, tx.now);
}
