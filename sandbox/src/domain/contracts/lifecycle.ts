import type { Phase } from '../../model/contract.ts';
import { type Bill, billUsage, joined, nothing, subjectOf } from '../billing/billing.ts';
import { applyBill } from '../billing/contract-billing.ts';
import { billRecurring, settleComponents } from '../billing/recurring-billing.ts';
import { collect } from '../payments/collection-of-payments.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import type { DomainTaskHandler } from '../service.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import { recordChange, settleCredit, tellChange } from './change-history.ts';
import { billPhaseStart } from './contract-change.ts';
import { lastBill } from './contract-end.ts';
import { endOf, phaseAt } from './contract-phases.ts';

/** What a contract does by itself: phases begin, periods are billed and paid, and the merchant is told before. */
export const lifecycleTasks: { readonly [type: string]: DomainTaskHandler } = {
  lifecycle: (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract === undefined || contract.LifecycleStatus === 'Annulled') return undefined;
    const phase = phaseAt(contract, tx.now);
    const begins = phase !== undefined && phase.StartDate !== contract.StartedPhase;
    const invoice = applyBill(tx, dueBill(tx, contract, begins ? phase : undefined));
    if (begins) tellPhase(tx, contract, phase);
    if (begins) settleCredit(tx, key);
    if (invoice === undefined) return undefined;
    return collect(tx, tx.contracts.get(key) as ContractRecord, 'Recurring', invoice.Id);
  },
  approaching: (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract === undefined || contract.Store !== undefined) return undefined;
    tx.emit({
      Event: contract.LifecycleStatus === 'InTrial' ? 'TrialEndApproaching' : 'RecurringBillingApproaching',
      EntityId: tx.account.Id,
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
    });
    return undefined;
  },
};

function dueBill(tx: Tx, contract: ContractRecord, begun: Phase | undefined): Bill {
  const subject = subjectOf(tx, contract);
  const renews =
    contract.NextBillingDate !== undefined &&
    !contract.BillingSuspended &&
    instant(contract.NextBillingDate) <= tx.now;
  if (begun?.Type === 'Inactive') return endOf(contract) <= tx.now ? lastBill(tx, subject) : nothing(subject);
  if (begun?.Type === 'Normal' && contract.BilledUntil !== undefined && contract.Store === undefined) {
    const bill = joined(billPhaseStart(tx, subject, instant(begun.StartDate)), (after) =>
      settleComponents(tx, after, tx.now),
    );
    return renews ? joined(bill, (after) => billUsage(tx, after, tx.now)) : bill;
  }
  if (renews) return billRecurring(tx, subject, tx.now);
  return contract.Store === undefined ? settleComponents(tx, subject, tx.now) : nothing(subject);
}

function tellPhase(tx: Tx, contract: ContractRecord, phase: Phase): void {
  const planned = tx.contractChanges.find({
    where: { ContractId: contract.Id },
    // A cancellation that was taken back leaves its record behind.
    match: (one) =>
      one.ChangeDate === phase.StartDate && (one.Type === 'End') === (phase.Type === 'Inactive'),
    newestFirst: true,
  });
  const ofTrial = contract.LifecycleStatus === 'InTrial' && phase.Type === 'Normal';
  const change =
    planned ?? recordChange(tx, contract, ofTrial ? 'TrialEnd' : 'End', instant(phase.StartDate));
  tellChange(tx, contract, change);
}
