import type { Pause } from '../../model/contract.ts';
import { billedUpTo } from '../contract-facts/billed-elsewhere.ts';
import { endOf } from '../contract-facts/contract-phases.ts';
import { nextBilling } from '../contract-facts/next-billing-date.ts';
import { pausedPhases, resumedPhases } from '../contract-facts/pause-phases.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { type Bill, billPrepaid, joined, periodEnd, type Subject } from './billing.ts';
import { billPhaseStart } from './phase-billing.ts';
import { billRecurring, settleComponents } from './recurring-billing.ts';

/** A bill that will come by itself. */
export interface NextBill {
  readonly date: string;
  readonly bill: Bill;
}

/**
 * The next bill as far as it is known now: of a renewal, of a planned change, or of the end of a pause, whichever comes
 * first. Nothing when none follows, as in a pause without an end.
 */
export function nextBill(tx: Tx, subject: Subject): NextBill | undefined {
  const { contract } = subject;
  const next = nextBilling(contract, tx.now);
  const pause = pauseBefore(contract, next?.at ?? Number.POSITIVE_INFINITY);
  if (pause !== undefined) return resumed(tx, subject, pause);
  if (next === undefined) return undefined;
  const bill = next.isChange
    ? joined(billPhaseStart(tx, subject, next.at), (after) => settleComponents(tx, after, next.at))
    : billRecurring(tx, subject, next.at);
  return { date: timestamp(next.at), bill };
}

/** The pause that a contract is in, or that begins before a bill. */
function pauseBefore(contract: ContractRecord, at: number): Pause | undefined {
  const { CurrentPause, NextPause } = contract;
  if (contract.LifecycleStatus === 'Paused') {
    const ends = CurrentPause?.EndDate === undefined ? undefined : instant(CurrentPause.EndDate);
    return ends !== undefined && ends <= at ? CurrentPause : undefined;
  }
  return NextPause !== undefined && instant(NextPause.StartDate) <= at ? NextPause : undefined;
}

/** What the end of a pause bills: from there to the end of the period that runs. */
function resumed(tx: Tx, subject: Subject, { StartDate, EndDate }: Pause): NextBill | undefined {
  if (EndDate === undefined) return undefined;
  const at = instant(EndDate);
  const contract = billedUpTo(
    { ...subject.contract, Phases: pausedPhases(subject.contract, instant(StartDate)) },
    at,
  );
  const Phases = resumedPhases(contract, at);
  if (Phases === undefined || at >= endOf(contract)) return undefined;
  const running: Subject = {
    ...subject,
    contract: { ...contract, Phases },
    components: subject.components.map((one) =>
      one.BilledUntil === undefined ? one : { ...one, BilledUntil: EndDate },
    ),
  };
  return { date: EndDate, bill: billPrepaid(tx, running, periodEnd(tx, running, at) ?? at) };
}
