import { isContractOver } from '../../model/statuses.ts';
import { instant } from '../basics/time.ts';
import { getSubject, nothing } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { reviewEscalation } from './dunning.ts';

/**
 * Continues a contract that another service has managed so far: schedules its automatic tasks. Its customer,
 * subscriptions, usage and documents are already stored.
 */
export function takeOverContract(tx: Tx, contract: ContractRecord): void {
  const { Id, CurrentPause, NextPause } = tx.contracts.insert(contract);
  applyBill(tx, nothing(getSubject(tx, contract)));
  const { LifecycleStatus } = getContract(tx, Id);
  if (isContractOver(LifecycleStatus)) return;
  // Past phases are over, even if the contract still shows them.
  const plan = (type: 'pause' | 'pause-end', date = '') => {
    if (instant(date) > tx.now) tx.schedule(type, Id, instant(date));
  };
  plan('pause', NextPause?.StartDate);
  plan('pause-end', CurrentPause?.EndDate);
  reviewEscalation(tx, Id);
}
