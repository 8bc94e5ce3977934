import type { ComponentSubscription, Pause } from '../../model/contract.ts';
import { instant, timestamp } from '../basics/time.ts';
import { billedUpToAtMost, elsewhereAfter } from '../contract-facts/billed-elsewhere.ts';
import { billingStart, contractEnd } from '../contract-facts/contract-phases.ts';
import { isPaidUntilEnd, nextBilling, pauseBefore } from '../contract-facts/next-billing-date.ts';
import { pausedPhases, resumedPhases } from '../contract-facts/pause-phases.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, joined, periodEnd, type Subject } from './bill.ts';
import { componentCredits } from './credited-days.ts';
import { billPhaseStart } from './phase-billing.ts';
import { billPrepaid } from './prepaid-billing.ts';
import { billRecurring, lastBill, settleComponents } from './recurring-billing.ts';

/** A future automatic bill. */
export interface NextBill {
  readonly date: string;
  readonly bill: Bill;
}

/**
 * The next bill as currently known: of a renewal, of a planned change, or of the end of a pause, whichever is
 * first. `undefined` if there is none, as in a pause without an end.
 */
export function nextBill(tx: Tx, planned: Subject): NextBill | undefined {
  const { contract } = planned;
  const next = nextBilling(contract, tx.now);
  const pause = pauseBefore(contract, next?.at ?? Number.POSITIVE_INFINITY);
  if (pause !== undefined) return resumed(tx, planned, pause);
  if (next === undefined) return ofEnd(tx, planned);
  const subject = settledBetween(tx, planned, tx.now, next.at);
  const bill = next.isChange
    ? joined(billPhaseStart(tx, subject, next.at), (after) => settleComponents(tx, after, next.at))
    : billRecurring(tx, subject, next.at);
  return { date: timestamp(next.at), bill };
}

function ofEnd(tx: Tx, planned: Subject): NextBill | undefined {
  const { EndDate } = planned.contract;
  if (EndDate === undefined || !isPaidUntilEnd(planned.contract, tx.now)) return undefined;
  const end = instant(EndDate);
  return { date: EndDate, bill: lastBill(tx, settledBetween(tx, planned, tx.now, end), end) };
}

/** The subject before a bill: components are billed separately when they begin or end, or when the trial ends. */
function settledBetween(tx: Tx, subject: Subject, from: number, to: number): Subject {
  const turns = subject.components
    .flatMap(({ StartDate, EndDate = StartDate }) => [instant(StartDate), instant(EndDate)])
    .concat(billingStart(subject.contract) ?? [])
    .filter((turn) => from < turn && turn < to)
    .sort((one, other) => one - other);
  return turns.reduce((settled, turn) => settleComponents(tx, settled, turn).subject, subject);
}

/** Returns the bill at the end of a pause: from there to the end of the current period. */
function resumed(tx: Tx, planned: Subject, { StartDate, EndDate }: Pause): NextBill | undefined {
  if (EndDate === undefined) return undefined;
  const at = instant(EndDate);
  const start = instant(StartDate);
  const before = settledBetween(tx, planned, tx.now, start);
  // A pause drops the changes that were planned before it; one that is planned in it stays.
  const isPaused = planned.contract.LifecycleStatus === 'Paused';
  const inPause = isPaused
    ? before.contract
    : { ...before.contract, Phases: pausedPhases(before.contract, start) };
  const contract = billedUpToAtMost(inPause, at);
  const components = before.components.map((one) => creditedBy(tx, planned, one, StartDate));
  const paused = settledBetween(tx, { ...before, contract, components }, Math.max(tx.now, start), at);
  const Phases = resumedPhases(contract, at);
  if (Phases === undefined || at >= contractEnd(contract)) return undefined;
  const running: Subject = { ...paused, contract: { ...paused.contract, Phases } };
  const elsewhere = elsewhereAfter(running.contract, at);
  const bill = billPrepaid(tx, running, elsewhere ?? periodEnd(tx, running, at) ?? at);
  if (elsewhere === undefined) return { date: EndDate, bill };
  // The end of the pause was billed elsewhere, but for components: the following bill is the next.
  const { CurrentPause, NextPause, ...unpaused } = bill.subject.contract;
  return nextBill(tx, { ...bill.subject, contract: { ...unpaused, LifecycleStatus: 'Active' } });
}

/** Returns a component after a pause: credited days are billed again. Days that were billed elsewhere stay billed. */
function creditedBy(
  tx: Tx,
  planned: Subject,
  one: ComponentSubscription,
  pauseStart: string,
): ComponentSubscription {
  const start = instant(pauseStart);
  if (one.BilledUntil === undefined || instant(one.BilledUntil) <= start) return one;
  // It is billed separately before the pause.
  const isBilledBefore = !planned.components.includes(one);
  const isCredited = isBilledBefore || componentCredits(tx, planned, one, start).length > 0;
  return isCredited ? { ...one, BilledUntil: pauseStart } : one;
}
