import { conflict, invalid } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getSubject, nothing } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import { getVariant } from '../catalogue/catalogue.ts';
import { refuseObserved } from '../contract-facts/store-separation.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { granular } from './granularity.ts';
import { movedDiscounts } from './moved-discounts.ts';

/**
 * Moves the end of a trial. The dates that depend on it also move: the paid period, its discounts, and an end that the
 * plan defines relative to it.
 *
 * @throws Problem Conflict if the contract is not in a trial, Invalid if the date has passed
 */
export function moveTrialEnd(tx: Tx, contractId: string, trialEndDate: string): ContractRecord {
  const contract = getContract(tx, contractId);
  refuseObserved(contract, 'Its trial ends there.');
  const [trial, next, ...later] = contract.Phases;
  if (contract.LifecycleStatus !== 'InTrial' || trial === undefined || next === undefined)
    throw conflict(`Contract ${contractId} is ${contract.LifecycleStatus}; it is not in a trial.`);
  const end = granular(tx, contract, instant(trialEndDate));
  if (end <= tx.now) throw invalid('TrialEndDate', `"${trialEndDate}" has passed.`);
  const StartDate = timestamp(end);
  const EndDate = endAfter(tx, contract, next.StartDate, end);
  const moved = { ...next, StartDate };
  const rest = later.map((phase) =>
    EndDate !== undefined && phase.StartDate === contract.EndDate ? { ...phase, StartDate: EndDate } : phase,
  );
  const beyond = rest.find((phase) => instant(phase.StartDate) <= end);
  if (beyond !== undefined) {
    throw invalid('TrialEndDate', `is after a scheduled change of the contract at ${beyond.StartDate}.`);
  }
  const changed: ContractRecord = {
    ...contract,
    Phases: [trial, moved, ...rest],
    ...(EndDate === undefined ? {} : { EndDate }),
  };
  const subject = getSubject(tx, changed);
  const discounts = movedDiscounts(tx, subject, contract, changed);
  applyBill(tx, nothing({ ...subject, discounts }));
  tx.emit({
    Event: 'ContractDataChanged',
    ContractId: contractId,
    CustomerId: contract.CustomerId,
  });
  return getContract(tx, contractId);
}

/** The end to move: of a contract that ends with its trial, or with its first term. */
function endAfter(tx: Tx, contract: ContractRecord, trialEnd: string, end: number): string | undefined {
  if (contract.EndDate === trialEnd) return timestamp(end);
  const variant = contract.Phases.find(({ PlanVariantId }) => PlanVariantId !== undefined)?.PlanVariantId;
  const term = variant === undefined ? undefined : getVariant(tx, variant).ContractPeriod;
  if (contract.EndDate === undefined || term === undefined) return undefined;
  const calendar = zoneCalendar(tx.account.TimeZone);
  const isOfTerm = timestamp(calendar.add(instant(trialEnd), term)) === contract.EndDate;
  return isOfTerm ? timestamp(calendar.add(end, term)) : undefined;
}
