import type { ComponentSubscription } from '../../model/contract.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';

/** The contract billed up to a moment, or to where another system has billed it: that time is never billed here. */
export function billedUpTo(contract: ContractRecord, at: number): ContractRecord {
  const elsewhere = contract.BilledElsewhereUntil;
  const isLater = elsewhere !== undefined && instant(elsewhere) > at;
  return { ...contract, BilledUntil: isLater ? elsewhere : timestamp(at) };
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
