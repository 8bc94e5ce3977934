import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';

/** The contract billed up to a moment, or to where another system has billed it: that time is never billed here. */
export function billedUpTo(contract: ContractRecord, at: number): ContractRecord {
  const elsewhere = contract.BilledElsewhereUntil;
  const isLater = elsewhere !== undefined && instant(elsewhere) > at;
  return { ...contract, BilledUntil: isLater ? elsewhere : timestamp(at) };
}
