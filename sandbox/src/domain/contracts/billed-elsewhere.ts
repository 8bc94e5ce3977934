import type { ComponentSubscription } from '../../model/contract.ts';
import { changedBy } from '../defined.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';

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

/** What another system has billed of the contract it has billed of its components too. */
export function billedElsewhere(
  one: ComponentSubscription,
  until: string | undefined,
): ComponentSubscription {
  if (until === undefined || instant(until) <= instant(one.StartDate)) return one;
  const isOver = one.EndDate !== undefined && instant(one.EndDate) < instant(until);
  return { ...one, BilledUntil: isOver ? one.EndDate : until };
}
