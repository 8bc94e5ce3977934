import type { Contract, Phase } from '../../model/contract.ts';
import { invalid } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';

/** Phases of one contract at most: each invoice looks at all of them. */
const MAX_PHASES = 1_000;

/** @throws Problem 422 when the contract can have no more phases */
export function refuseManyPhases({ Id, Phases }: Pick<Contract, 'Id' | 'Phases'>): void {
  if (Phases.length >= MAX_PHASES)
    throw invalid('', `contract ${Id} has ${MAX_PHASES} phases, the maximum; sign up for a new contract`);
}

/** The phase that the instant lies in; a phase ends where the next begins. */
export function phaseAt(contract: Pick<Contract, 'Phases'>, at: number): Phase | undefined {
  let found: Phase | undefined;
  for (const phase of contract.Phases) {
    if (instant(phase.StartDate) > at) break;
    found = phase;
  }
  return found;
}

/** The first phase that begins after the instant. */
export function phaseAfter(contract: Pick<Contract, 'Phases'>, at: number): Phase | undefined {
  return contract.Phases.find((phase) => instant(phase.StartDate) > at);
}

/** Returns when the contract's terms began: after the trial, or at the last change that restarted them. */
export function termStart(contract: Pick<Contract, 'Phases'>, at: number): number | undefined {
  let start: number | undefined;
  for (const phase of contract.Phases) {
    const begins = instant(phase.StartDate);
    if (phase.Type !== 'Normal' || (begins > at && start !== undefined)) continue;
    if (start === undefined || !phase.InheritStartDate) start = begins;
  }
  return start;
}

/** Returns when billing begins: with the first paid phase. */
export function billingStart(contract: Pick<Contract, 'Phases'>): number | undefined {
  const phase = contract.Phases.find((one) => one.Type === 'Normal');
  return phase === undefined ? undefined : instant(phase.StartDate);
}

/** Returns where billing continues: where it ended, but not before the first paid phase. */
export function billedUntil(contract: Pick<Contract, 'BilledUntil' | 'Phases'>): number | undefined {
  const start = billingStart(contract);
  if (start === undefined || contract.BilledUntil === undefined) return start;
  return Math.max(start, instant(contract.BilledUntil));
}

/** Returns the end of the contract, if known. */
export function contractEnd(contract: Pick<Contract, 'EndDate'>): number {
  return contract.EndDate === undefined ? Number.POSITIVE_INFINITY : instant(contract.EndDate);
}

/** The parts of a time span in which the contract is paid for, each with its phase. */
export function paidParts(
  contract: Pick<Contract, 'Phases'>,
  start: number,
  end: number,
): { readonly phase: Phase; readonly from: number; readonly to: number }[] {
  const parts: { phase: Phase; from: number; to: number }[] = [];
  contract.Phases.forEach((phase, at) => {
    if (phase.Type !== 'Normal') return;
    const next = contract.Phases[at + 1];
    const from = Math.max(start, instant(phase.StartDate));
    const to = Math.min(end, next === undefined ? Number.POSITIVE_INFINITY : instant(next.StartDate));
    if (from < to) parts.push({ phase, from, to });
  });
  return parts;
}
