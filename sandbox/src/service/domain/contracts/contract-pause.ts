import type { Pause } from '../../model/contract.ts';
import { changedBy, defined } from '../basics/defined.ts';
import { conflict, invalid } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { type Bill, getSubject, nothing } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import { componentsCreditedFrom, feeCredits } from '../billing/credited-days.ts';
import { billPhaseStart } from '../billing/phase-billing.ts';
import { billedUpToAtMost } from '../contract-facts/billed-elsewhere.ts';
import { emitChange, recordChange, stateBefore } from '../contract-facts/change-history.ts';
import { contractEnd, refuseManyPhases } from '../contract-facts/contract-phases.ts';
import { pausedPhases, resumedPhases } from '../contract-facts/pause-phases.ts';
import { refuseObserved } from '../contract-facts/store-separation.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { DomainTaskHandlers } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { granular } from './granularity.ts';

/** The start and end of a pause. Missing dates default to now. */
export interface PauseDates {
  readonly StartDate?: string | undefined;
  readonly EndDate?: string | undefined;
}

/**
 * Pauses a contract: prepaid amounts are credited by the day, and nothing is billed until it is resumed, at the
 * end of the pause or by request. A planned pause replaces an earlier planned one.
 *
 * @throws Problem Invalid if it ends before it begins, Conflict if the contract is not active
 */
export function pauseContract(tx: Tx, contractId: string, dates: PauseDates = {}): ContractRecord {
  const contract = pausable(tx, contractId);
  const start =
    dates.StartDate === undefined
      ? tx.now
      : Math.max(granular(tx, contract, instant(dates.StartDate)), tx.now);
  const end = dates.EndDate === undefined ? undefined : granular(tx, contract, instant(dates.EndDate));
  if (end !== undefined && end <= start) {
    throw invalid('EndDate', `"${dates.EndDate}" is not after the start of the pause, ${timestamp(start)}.`);
  }
  const pause: Pause = {
    Id: tx.newId(),
    StartDate: timestamp(start),
    ...(end === undefined ? {} : { EndDate: timestamp(end) }),
  };
  if (start <= tx.now) return beginPause(tx, contract, pause);
  tx.schedule('pause', contractId, start);
  return tx.contracts.replace({ ...contract, NextPause: pause });
}

function pausable(tx: Tx, contractId: string): ContractRecord {
  const contract = getContract(tx, contractId);
  refuseManyPhases(contract);
  if (contract.LifecycleStatus !== 'Active') {
    throw conflict(
      `Contract ${contractId} is ${contract.LifecycleStatus}; only an active contract can be paused.`,
    );
  }
  if (contract.Store !== undefined) throw conflict(`Contract ${contractId} is billed by its store.`);
  return contract;
}

function beginPause(
  tx: Tx,
  { NextPause, PhasesPastEnd, ...contract }: ContractRecord,
  CurrentPause: Pause,
): ContractRecord {
  const { Id: contractId } = contract;
  const before = stateBefore(tx, getContract(tx, contractId));
  const at = granular(tx, contract, tx.now);
  const now = timestamp(at);
  const subject = getSubject(tx, contract);
  const { Cancellation } = contract;
  const paused: ContractRecord = {
    ...contract,
    // A later change of the end must not charge again what the pause credited.
    ...defined({ Cancellation: Cancellation && changedBy(Cancellation, { StandingComponents: undefined }) }),
    CurrentPause,
    Phases: pausedPhases(contract, at),
  };
  const { components, lines } = componentsCreditedFrom(tx, subject, at);
  const bill: Bill = {
    ...nothing({ ...subject, contract: billedUpToAtMost(paused, at), components }),
    lines: [...feeCredits(tx, subject, at), ...lines],
  };
  const isOwed = applyBill(tx, bill) !== undefined && getContract(tx, contractId).Balance > 0;
  if (isOwed) scheduleCollection(tx, contractId);
  tx.unschedule('pause', contractId);
  if (CurrentPause.EndDate === undefined) tx.unschedule('pause-end', contractId);
  else tx.schedule('pause-end', contractId, instant(CurrentPause.EndDate));
  emitChange(tx, contract, recordChange(tx, contractId, before, { Type: 'Pause', ChangeDate: now }));
  return getContract(tx, contractId);
}

/**
 * Resumes a paused contract and bills it from now to the end of the current billing period. A planned pause is
 * dropped.
 */
export function resumeContract(tx: Tx, contractId: string): ContractRecord {
  const contract = getContract(tx, contractId);
  refuseObserved(contract, 'It is resumed there.');
  if (contract.LifecycleStatus !== 'Paused') {
    const { NextPause, ...unpaused } = contract;
    if (NextPause === undefined) throw conflict(`Contract ${contractId} is not paused.`);
    tx.unschedule('pause', contractId);
    return tx.contracts.replace(unpaused);
  }
  const at = granular(tx, contract, tx.now);
  const Phases = resumedPhases(contract, at);
  if (Phases === undefined) throw conflict(`Contract ${contractId} has no plan to resume with.`);
  const before = stateBefore(tx, contract);
  const subject = getSubject(tx, contract);
  const bill = billPhaseStart(tx, { ...subject, contract: { ...contract, Phases } }, at);
  if (applyBill(tx, bill) !== undefined) scheduleCollection(tx, contractId);
  tx.unschedule('pause-end', contractId);
  const facts = { Type: 'Resume', ChangeDate: timestamp(at) };
  emitChange(tx, contract, recordChange(tx, contractId, before, facts));
  return getContract(tx, contractId);
}

/**
 * Begins the pause planned for this instant or earlier, if any; nothing else is billed then. An end at the
 * same instant takes precedence.
 * @returns whether there was one
 */
export function beginDuePause(tx: Tx, contract: ContractRecord): boolean {
  const { NextPause, LifecycleStatus } = contract;
  const isDue = NextPause !== undefined && instant(NextPause.StartDate) <= tx.now;
  if (!isDue || LifecycleStatus !== 'Active' || contractEnd(contract) <= tx.now) return false;
  beginPause(tx, contract, NextPause);
  return true;
}

/** Starts and ends pauses on their dates. A pause is void if the contract has changed in the meantime. */
export const pauseTasks: DomainTaskHandlers = {
  pause: (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract === undefined || beginDuePause(tx, contract)) return undefined;
    tx.contracts.replace(changedBy(contract, { NextPause: undefined }));
    return undefined;
  },
  'pause-end': (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract?.LifecycleStatus === 'Paused' && contractEnd(contract) > tx.now) resumeContract(tx, key);
    return undefined;
  },
};
