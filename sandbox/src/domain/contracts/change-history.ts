import type { ContractChange } from '../../model/contract.ts';
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

/** The contract is over: its credit is paid out where the account wants it. */
export function settleCredit(tx: Tx, contractId: string): void {
  if (tx.account.PayOutCredit === 'AtEnd') tx.schedule('pay-out', contractId, tx.now);
}
