import type { ComponentSubscription } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { billedUpToAtMost, elsewhereAfter } from '../contract-facts/billed-elsewhere.ts';
import { billedUntil, phaseAt } from '../contract-facts/contract-phases.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, billPrepaid, joined, nothing, periodEnd, type Subject } from './billing.ts';
import { feeCredits } from './credits.ts';
import { billComponents } from './recurring-billing.ts';
import { billUsage } from './usage-billing.ts';

/** Bills a phase that begins: credits what its predecessor was paid for beyond it, and charges it. */
export function billPhaseStart(tx: Tx, subject: Subject, begins: number): Bill {
  return billNewPhase(tx, subject, begins, feeCredits(tx, subject, begins), begins);
}

/**
 * Charges a phase from its beginning to the end of the billing period that runs, its components too, and the periods before
 * it that were missed while billing was suspended.
 *
 * @param at when it is billed
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
  // Components that another system has not billed are billed as far as it has billed the contract.
  const bill = billPrepaid(tx, restarted, elsewhereAfter(restarted.contract, at) ?? Math.max(period, billed));
  const charged = { ...bill, lines: [...credits, ...bill.lines] };
  // Periods that were missed are billed as their renewals would have been, with their usage.
  const isMissed = billed < begins && phaseAt(restarted.contract, billed)?.Type === 'Normal';
  return isMissed ? joined(charged, (after) => billUsage(tx, after, begins)) : charged;
}

/** Bills components that an order adds, as far as the contract is billed. */
export function billOrderedComponents(
  tx: Tx,
  subject: Subject,
  ordered: readonly ComponentSubscription[],
  credits: readonly LineItem[],
): Bill {
  const bill = billComponents(tx, subject, tx.now, (one) => ordered.includes(one));
  return { ...bill, lines: [...credits, ...bill.lines] };
}
