import type { LineItem } from '../../model/invoice.ts';
import { billedUpToAtMost, elsewhereAfter } from '../contract-facts/billed-elsewhere.ts';
import { billedUntil, phaseAt } from '../contract-facts/contract-phases.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, joined, nothing, periodEnd, type Subject } from './bill.ts';
import { feeCredits } from './credited-days.ts';
import { billPrepaid } from './prepaid-billing.ts';
import { billUsage } from './usage-billing.ts';

/** Bills a phase that begins: credits the prepaid rest of its predecessor, and charges the phase. */
export function billPhaseStart(tx: Tx, subject: Subject, begins: number): Bill {
  return billNewPhase(tx, subject, begins, feeCredits(tx, subject, begins), begins);
}

/**
 * Charges a phase and its components from its start to the end of the current billing period, and also earlier periods
 * that were missed while billing was suspended.
 *
 * @param at the billing time
 */
export function billNewPhase(
  tx: Tx,
  subject: Subject,
  begins: number,
  credits: readonly LineItem[],
  at = tx.now,
): Bill {
  const restarted: Subject = { ...subject, contract: billedUpToAtMost(subject.contract, begins) };
  const billed = billedUntil(restarted.contract);
  const period = periodEnd(tx, restarted, at);
  if (billed === undefined || period === undefined) return { ...nothing(restarted), lines: credits };
  // Components are billed to the same date as the contract if another system has billed only the contract.
  const bill = billPrepaid(tx, restarted, elsewhereAfter(restarted.contract, at) ?? Math.max(period, billed));
  const charged = { ...bill, lines: [...credits, ...bill.lines] };
  // Missed periods are billed like their renewals, including usage.
  const isMissed = billed < begins && phaseAt(restarted.contract, billed)?.Type === 'Normal';
  return isMissed ? joined(charged, (after) => billUsage(tx, after, begins)) : charged;
}
