import type { ComponentSubscription, Phase } from '../../model/contract.ts';
import type { Invoice } from '../../model/invoice.ts';
import { changedBy, defined } from '../basics/defined.ts';
import { instant, timestamp } from '../basics/time.ts';
import { contractEnd, phaseAfter, phaseAt } from '../contract-facts/contract-phases.ts';
import { nextBilling } from '../contract-facts/next-billing-date.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import type { Bill, Subject } from './bill.ts';
import { issueInvoice } from './invoices.ts';
import { isOverpaid, leavesComponents } from './recurring-billing.ts';

/** Stores the contract as it is after a bill, schedules the next billing, and creates the invoice of its lines. */
export function applyBill(tx: Tx, bill: Bill): Invoice | undefined {
  const { subject } = bill;
  const dated = withBillingDates(tx, subject.contract, bill.lines.length > 0);
  storeSubscriptions(tx, subject);
  for (const one of subject.usages) tx.meteredUsages.put(one);
  for (const one of subject.ratedItems) tx.ratedItems.put(one);
  for (const one of bill.billedItems) tx.ratedItems.put(one);
  const invoice = issueInvoice(tx, { ...subject, contract: dated }, bill.lines);
  for (const one of bill.billedUsages) {
    const billed = { BilledOn: timestamp(tx.now), BilledInvoiceId: invoice?.Id };
    tx.meteredUsages.put({ ...one, ...defined(billed) });
  }
  if (invoice === undefined) tx.contracts.put(dated);
  scheduleLifecycle(tx, dated, subject.components);
  return invoice;
}

/** Stores the planned components and discounts of a contract. */
export function storeSubscriptions(tx: Tx, { components, discounts }: Subject): void {
  for (const one of components) tx.componentSubscriptions.put(one);
  for (const one of discounts) tx.discountSubscriptions.put(one);
}

/** Status, plan and billing dates, derived from the phases at this instant. */
export function withBillingDates(tx: Tx, contract: ContractRecord, billed: boolean): ContractRecord {
  const phase = phaseAt(contract, tx.now);
  const next = nextBilling(contract, tx.now)?.at;
  const LifecycleStatus = lifecycleStatus(contract, phase, tx.now);
  const { CurrentPause } = contract;
  const isPauseOver = CurrentPause !== undefined && phase !== undefined && LifecycleStatus === 'Active';
  return changedBy(contract, {
    PlanId: phase?.PlanId ?? contract.PlanId,
    PlanVariantId: phase?.Type === 'Trial' ? undefined : (phase?.PlanVariantId ?? contract.PlanVariantId),
    NextBillingDate: next === undefined ? undefined : timestamp(next),
    StartedPhase: phase?.StartDate,
    LifecycleStatus,
    // Resumed, or ended by a change.
    ...(isPauseOver
      ? { CurrentPause: undefined, LastPause: { ...CurrentPause, EndDate: phase.StartDate } }
      : {}),
    ...(billed ? { LastBillingDate: timestamp(tx.now) } : {}),
  });
}

/** @param phase the phase at the instant */
function lifecycleStatus(
  contract: ContractRecord,
  phase: Phase | undefined,
  at: number,
): ContractRecord['LifecycleStatus'] {
  if (contract.LifecycleStatus === 'Annulled') return 'Annulled';
  if (phase === undefined) return 'Draft';
  if (phase.Type === 'Trial') return 'InTrial';
  if (phase.Type === 'Normal') return 'Active';
  return contractEnd(contract) <= at ? 'Ended' : 'Paused';
}

/**
 * Schedules the contract's next automatic task: a phase begins, a period is billed, a component begins or
 * ends in a period that is already paid.
 */
function scheduleLifecycle(
  tx: Tx,
  contract: ContractRecord,
  components: readonly ComponentSubscription[],
): void {
  const billing =
    contract.NextBillingDate === undefined || contract.BillingSuspended
      ? Number.POSITIVE_INFINITY
      : instant(contract.NextBillingDate);
  const next = phaseAfter(contract, tx.now);
  const isLeft = leavesComponents(contract, tx.now);
  let due = next === undefined ? billing : Math.min(billing, instant(next.StartDate));
  for (const one of components) {
    for (const date of [one.StartDate, one.EndDate]) {
      const turn = date === undefined ? 0 : instant(date);
      if (turn > tx.now) due = Math.min(due, turn);
    }
    if (isOverpaid(one) && !isLeft) due = Math.min(due, Math.max(instant(one.EndDate), tx.now));
  }
  if (Number.isFinite(due)) tx.schedule('lifecycle', contract.Id, due);
  else tx.unschedule('lifecycle', contract.Id);
  scheduleNotice(tx, contract, billing);
}

/** Schedules the notice of the next billing or of the trial's end. */
function scheduleNotice(tx: Tx, contract: ContractRecord, billing: number): void {
  const trialEnds =
    contract.LifecycleStatus === 'InTrial' ? phaseAfter(contract, tx.now)?.StartDate : undefined;
  const date = trialEnds === undefined ? billing : instant(trialEnds);
  const given = contract.NoticeGiven === undefined ? undefined : instant(contract.NoticeGiven);
  if (!Number.isFinite(date) || date <= tx.now || given === date) {
    tx.unschedule('approaching', contract.Id);
    return;
  }
  const notice = zoneCalendar(tx.account.TimeZone).add(date, tx.account.ApproachingNotice, -1);
  // If the period is shorter than the notice, the event is sent in its middle: its usage can still be posted.
  const at = notice > tx.now ? notice : Math.floor((tx.now + date) / 2);
  tx.schedule('approaching', contract.Id, at, { date });
}
