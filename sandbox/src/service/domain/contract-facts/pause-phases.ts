import type { Phase } from '../../model/contract.ts';
import { instant, timestamp } from '../basics/time.ts';
import type { ContractRecord } from '../records/contracts.ts';

/** The phases of a contract that is paused at an instant. Changes that were planned for then or later are dropped. */
export function pausedPhases(contract: ContractRecord, at: number): Phase[] {
  const begun = phasesUntil(contract, at).filter(
    ({ StartDate }) => instant(StartDate) < at || StartDate === contract.StartedPhase,
  );
  const Quantity = begun.at(-1)?.Quantity ?? 1;
  const pause: Phase = { Type: 'Inactive', StartDate: timestamp(at), Quantity, InheritStartDate: true };
  const end = contract.Phases.filter((one) => one.Type === 'Inactive' && one.StartDate === contract.EndDate);
  // The plan that is left is the last one before the end.
  return [...begun, pause, ...end.map((one) => ({ ...one, Quantity }))];
}

/**
 * Returns the phases after a pause: the previous plan, until a plan that was ordered for later begins; `undefined` if
 * there was no plan.
 */
export function resumedPhases(contract: ContractRecord, at: number): Phase[] | undefined {
  const last = phasesUntil(contract, at).findLast((phase) => phase.Type === 'Normal');
  if (last === undefined) return undefined;
  const resumed: Phase = { ...last, StartDate: timestamp(at), InheritStartDate: true };
  const ahead = contract.Phases.filter((phase) => instant(phase.StartDate) > at);
  return [...phasesUntil(contract, at), resumed, ...ahead];
}

function phasesUntil(contract: ContractRecord, at: number): Phase[] {
  return contract.Phases.filter((phase) => instant(phase.StartDate) <= at);
}
