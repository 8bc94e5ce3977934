import type { Phase } from '../../model/contract.ts';
import { changedBy } from '../basics/defined.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getSubject, type Subject } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import { dueBill, turnsAt } from '../billing/recurring-billing.ts';
import { emitChange, recordChange } from '../contract-facts/change-history.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { settleCredit } from '../payments/credit-balance.ts';
import { getContract } from '../records/lookups.ts';
import type { DomainTaskHandlers } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { beginDuePause } from './contract-pause.ts';

/** Automatic tasks of a contract: phases begin, periods are billed and paid, and the merchant is notified in advance. */
export const lifecycleTasks: DomainTaskHandlers = {
  lifecycle: (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract === undefined || contract.LifecycleStatus === 'Annulled') return undefined;
    const phase = phaseAt(contract, tx.now);
    const begins = phase !== undefined && phase.StartDate !== contract.StartedPhase;
    // If a pause begins at the same instant, there is nothing to renew, and its event names the components that turn.
    if (beginDuePause(tx, contract)) return undefined;
    const subject = getSubject(tx, contract);
    const invoice = applyBill(tx, dueBill(tx, subject, begins ? phase : undefined));
    if (begins) emitPhase(tx, subject, phase);
    // Also the event of a pause that ends at this instant names them.
    else if (contract.LifecycleStatus !== 'Ended' && contract.CurrentPause?.EndDate !== timestamp(tx.now))
      emitComponents(tx, subject);
    if (begins) settleCredit(tx, getContract(tx, key));
    // What providers report at this instant counts first.
    if (invoice !== undefined) scheduleCollection(tx, key);
    return undefined;
  },
  approaching: (tx, { key, data }) => {
    const contract = tx.contracts.get(key);
    if (contract === undefined || contract.Store !== undefined) return undefined;
    // One event per date, even if the contract changes before it.
    tx.contracts.replace(changedBy(contract, { NoticeGiven: timestamp(Number(data['date'])) }));
    tx.emit({
      Event: contract.LifecycleStatus === 'InTrial' ? 'TrialEndApproaching' : 'RecurringBillingApproaching',
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
    });
    return undefined;
  },
};

/** Emits the event for a phase that has begun: that of the planned change, or else that of the regular phase. */
function emitPhase(tx: Tx, before: Subject, { Type, StartDate }: Phase): void {
  const { contract } = before;
  const planned =
    Type === 'Inactive'
      ? undefined
      : tx.contractChanges.find({
          where: { ContractId: contract.Id },
          match: (one) => one.ChangeDate === StartDate && one.Type !== 'End',
          newestFirst: true,
        });
  const change =
    planned ?? recordChange(tx, contract.Id, before, { Type: 'Timebased', ChangeDate: StartDate });
  emitChange(tx, contract, change);
}

/** Emits the event of components that began or ended by their dates. */
function emitComponents(tx: Tx, before: Subject): void {
  const { contract } = before;
  const turning = before.components.filter((one) => turnsAt(one, tx.now));
  if (turning.length === 0) return;
  // If an order ended a component immediately, the order sent the event.
  const newest = tx.contractChanges.find({ where: { ContractId: contract.Id }, newestFirst: true });
  const isOfNow = newest !== undefined && instant(newest.Timestamp) >= tx.now;
  const sent = isOfNow ? newest.Changed.ComponentSubscriptions : [];
  if (turning.every(({ Id }) => sent.some((one) => one.Id === Id))) return;
  emitChange(tx, contract, recordChange(tx, contract.Id, before, { Type: 'Timebased' }));
}
