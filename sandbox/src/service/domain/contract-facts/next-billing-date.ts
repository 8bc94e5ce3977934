import { instant } from '../basics/time.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { isBilledElsewhere } from './billed-elsewhere.ts';
import { billedUntil, endOf, phaseAt } from './contract-phases.ts';

/** When a contract is billed next by itself, in epoch milliseconds. */
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
  const renewal = from >= endOf(contract) ? undefined : firstRenewal(contract, from);
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

/** When the first phase that is paid for begins after an instant. */
function firstNormal({ Phases }: ContractRecord, after: number): number | undefined {
  const phase = Phases.find(({ Type, StartDate }) => Type === 'Normal' && instant(StartDate) > after);
  return phase === undefined ? undefined : instant(phase.StartDate);
}
