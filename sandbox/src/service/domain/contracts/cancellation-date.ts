import type { Phase } from '../../model/contract.ts';
import type { Period } from '../../model/fields.ts';
import { Problem } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import { getVariant } from '../catalogue/catalogue.ts';
import { phaseAt, termStart } from '../contract-facts/contract-phases.ts';
import { type ZoneCalendar, zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

const NO_NOTICE: Period = { Unit: 'Day', Quantity: 0 };

/** The end of a contract if it is canceled, and the deadline for that cancellation. Epoch milliseconds. */
export interface Cancellation {
  readonly endDate: number;
  readonly noticeDate: number;
}

/**
 * The earliest term end whose notice date has not passed (field notes 3.3). The first term begins after the trial;
 * later terms follow one after the other, each with the later notice.
 */
export function nextCancellation(tx: Tx, contract: ContractRecord, at: number): Cancellation {
  const calendar = zoneCalendar(tx.account.TimeZone);
  const Phases = plannedPhases(contract);
  const start = termStart({ Phases }, at) ?? instant(contract.StartDate);
  const normal = Phases.filter((phase) => phase.Type === 'Normal');
  const phase = phaseAt(contract, at);
  // During a pause, the previous plan applies; during a trial, the first one: a plan that starts later is not binding
  // yet.
  const holds = normal.findLast(({ StartDate }) => instant(StartDate) <= at) ?? normal[0];
  const variantId = holds?.PlanVariantId;
  if (variantId === undefined) return { endDate: at, noticeDate: at };
  const variant = getVariant(tx, variantId);
  const firstNotice = variant.CancellationPeriod ?? NO_NOTICE;
  const laterNotice = variant.LaterCancellationPeriod ?? firstNotice;
  const first = variant.ContractPeriod;
  if (first === undefined) {
    const endDate = Math.max(calendar.add(at, firstNotice), start);
    return { endDate, noticeDate: at };
  }
  const later = variant.LaterContractPeriod ?? first;
  const cancellationAfter = (term: number): Cancellation => {
    const endDate = termEnd(calendar, start, first, later, term);
    return { endDate, noticeDate: calendar.add(endDate, term === 0 ? firstNotice : laterNotice, -1) };
  };
  const inFirst = cancellationAfter(0);
  // A trial precedes the contract period: a contract canceled in its trial ends with its first term.
  if (phase?.Type === 'Trial' || inFirst.noticeDate >= at) return inFirst;
  return cancellationAfter(firstTerm((term) => isKept(() => cancellationAfter(term), at)));
}

/** The phases of a contract, including those after its end if it ends before the paid period. */
function plannedPhases({ Phases, PhasesPastEnd = [] }: ContractRecord): Phase[] {
  return Phases.some((phase) => phase.Type === 'Normal') ? Phases : [...Phases, ...PhasesPastEnd];
}

/** Returns whether the notice period of a term can still be met. Dates beyond the calendar are in the future. */
function isKept(end: () => Cancellation, at: number): boolean {
  try {
    return end().noticeDate >= at;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

/** The first valid later term, assuming that all after it are valid: a binary search, because terms may last only seconds. */
function firstTerm(fits: (term: number) => boolean): number {
  let high = 1;
  while (!fits(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Returns the end of the first term (0) or of a later one, counted from the start to keep the day of the month.
 */
function termEnd(calendar: ZoneCalendar, start: number, first: Period, later: Period, term: number): number {
  if (first.Unit === later.Unit) {
    return calendar.add(start, { Unit: first.Unit, Quantity: first.Quantity + term * later.Quantity });
  }
  return calendar.add(calendar.add(start, first), later, term);
}
