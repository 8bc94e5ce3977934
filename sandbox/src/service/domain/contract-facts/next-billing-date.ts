import type { Pause } from '../../model/contract.ts';
import { instant, timestamp } from '../basics/time.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { elsewhereAfter, isBilledElsewhere } from './billed-elsewhere.ts';
import { billedUntil, contractEnd, phaseAt } from './contract-phases.ts';

/** The next automatic billing of a contract, in epoch milliseconds. */
export interface NextBilling {
  readonly at: number;
  /** A planned change begins in time that is paid already: the rest of that is credited. */
  readonly isChange: boolean;
}

/** The next renewal or planned change, whichever comes first; nothing when there is none. */
export function nextBilling(contract: ContractRecord, now: number): NextBilling | undefined {
  if (contract.Store !== undefined || contract.LifecycleStatus === 'Annulled') return undefined;
  const from = billedUntil(contract);
  if (from === undefined) return undefined;
  const renewal = from >= contractEnd(contract) ? undefined : firstRenewal(contract, from);
  const change =
    contract.BilledUntil === undefined || isBilledElsewhere(contract)
      ? undefined
      : firstNormal(contract, now);
  if (change !== undefined && (renewal === undefined || change < renewal))
    return { at: change, isChange: true };
  return renewal === undefined ? undefined : { at: renewal, isChange: false };
}

function firstRenewal(contract: ContractRecord, from: number): number | undefined {
  return phaseAt(contract, from)?.Type === 'Normal' ? from : firstNormal(contract, from);
}

/** Returns the start of the first paid phase after an instant. */
function firstNormal({ Phases }: ContractRecord, after: number): number | undefined {
  const phase = Phases.find(({ Type, StartDate }) => Type === 'Normal' && instant(StartDate) > after);
  return phase === undefined ? undefined : instant(phase.StartDate);
}

/** Returns the next automatic billing of a contract, as all views show it: the date of the preview. */
export function nextBillingShown(contract: ContractRecord, now: number): string | undefined {
  const { NextBillingDate: next } = contract;
  const pause = pauseBefore(contract, next === undefined ? Number.POSITIVE_INFINITY : instant(next));
  if (pause === undefined) return next ?? (isPaidUntilEnd(contract, now) ? contract.EndDate : undefined);
  const { EndDate } = pause;
  const end = contractEnd(contract);
  if (EndDate === undefined || instant(EndDate) >= end) return undefined;
  const elsewhere = elsewhereAfter(contract, instant(EndDate));
  return elsewhere === undefined ? EndDate : timestamp(Math.min(elsewhere, end));
}

/**
 * Returns whether a contract is paid until its end, here or by another system. It is billed once more at the end, for
 * its usage.
 */
export function isPaidUntilEnd(contract: ContractRecord, now: number): boolean {
  const { BilledUntil, LifecycleStatus } = contract;
  if (BilledUntil === undefined || LifecycleStatus === 'Annulled') return false;
  const end = contractEnd(contract);
  // A planned change may end a pause before the contract ends.
  if (phaseAt(contract, end - 1)?.Type === 'Inactive') return false;
  return instant(BilledUntil) >= end && end > now;
}

/** The pause that a contract is in, or that begins before a bill. */
export function pauseBefore(contract: ContractRecord, at: number): Pause | undefined {
  const { CurrentPause, NextPause } = contract;
  if (contract.LifecycleStatus === 'Paused') {
    const ends = CurrentPause?.EndDate === undefined ? undefined : instant(CurrentPause.EndDate);
    return ends !== undefined && ends <= at ? CurrentPause : undefined;
  }
  return NextPause !== undefined && instant(NextPause.StartDate) <= at ? NextPause : undefined;
}
