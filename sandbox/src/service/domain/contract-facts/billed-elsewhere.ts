import type { ComponentSubscription } from '../../model/contract.ts';
import { changedBy } from '../basics/defined.ts';
import { instant, timestamp } from '../basics/time.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { billedUntil, billingStart } from './contract-phases.ts';

/**
 * The contract billed up to a moment, or to where another system has billed it: that time is never billed here. What its end
 * had cut short before does not come back.
 */
export function billedUpTo(contract: ContractRecord, at: number): ContractRecord {
  const { BilledElsewhereUntil: elsewhere, Cancellation } = contract;
  const isLater = elsewhere !== undefined && instant(elsewhere) > at;
  const billed = { ...contract, BilledUntil: isLater ? elsewhere : timestamp(at) };
  if (Cancellation === undefined) return billed;
  return {
    ...billed,
    Cancellation: changedBy(Cancellation, { BilledBefore: undefined, StandingFees: undefined }),
  };
}

/** The contract billed up to a moment at most. Periods that were missed before it, while billing was suspended, stay missed. */
export function billedUpToAtMost(contract: ContractRecord, at: number): ContractRecord {
  return billedUpTo(contract, Math.min(at, billedUntil(contract) ?? at));
}

/** Marks components as billed by the other system up to the date of the contract. */
export function billedElsewhere(
  one: ComponentSubscription,
  until: string | undefined,
): ComponentSubscription {
  if (until === undefined || instant(until) <= instant(one.StartDate)) return one;
  const isOver = one.EndDate !== undefined && instant(one.EndDate) < instant(until);
  return { ...one, BilledUntil: isOver ? one.EndDate : until };
}

/** Whether the contract had a component at signup: another system bills only those. */
export function componentsOfSignup(tx: Tx, ContractId: string): (one: ComponentSubscription) => boolean {
  const signup = tx.contractChanges.find({ where: { ContractId } })?.Id ?? '';
  // Ids increase; none is lower than that of an unknown signup.
  return ({ Id }) => Id < signup;
}

/** Returns whether all that is billed of the contract was billed by another system. */
export function isBilledElsewhere(contract: ContractRecord): boolean {
  const { BilledElsewhereUntil: elsewhere } = contract;
  return elsewhere !== undefined && (billedUntil(contract) ?? 0) <= instant(elsewhere);
}

/** Up to where another system bills the contract, if that lies after an instant: nothing is billed here until then. */
export function elsewhereAfter(contract: ContractRecord, at: number): number | undefined {
  const billed = billedUntil(contract);
  return billed !== undefined && billed > at && isBilledElsewhere(contract) ? billed : undefined;
}

/** The first instant that is paid for here: after the trial, and after what another system has billed. */
export function firstBilled(contract: ContractRecord): number | undefined {
  const start = billingStart(contract);
  return start && Math.max(start, instant(contract.BilledElsewhereUntil ?? contract.StartDate));
}
