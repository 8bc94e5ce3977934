import type { ComponentSubscription, Phase } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import { elsewhereAfter } from '../contract-facts/billed-elsewhere.ts';
import { billedUntil, billingStart, contractEnd } from '../contract-facts/contract-phases.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, joined, nothing, periodEnd, type Subject } from './bill.ts';
import { componentCredits } from './credited-days.ts';
import { billPhaseStart } from './phase-billing.ts';
import { billPrepaid, setupLines } from './prepaid-billing.ts';
import { billUsage } from './usage-billing.ts';

/**
 * The bill that is due now, when a phase may begin. A renewal, the first billing after a trial and a change at the end of a
 * period are recurring: they bill usage too.
 */
export function dueBill(tx: Tx, subject: Subject, begun: Phase | undefined): Bill {
  const { contract } = subject;
  const isPaidTimeOver = (billedUntil(contract) ?? Number.POSITIVE_INFINITY) <= tx.now;
  // During a pause, a component may end before the next billing.
  const isNext = contract.NextBillingDate !== undefined && instant(contract.NextBillingDate) <= tx.now;
  const renews = isNext && !contract.BillingSuspended && isPaidTimeOver;
  if (begun?.Type === 'Inactive')
    return contractEnd(contract) <= tx.now ? lastBill(tx, subject) : nothing(subject);
  if (begun?.Type === 'Normal' && contract.BilledUntil !== undefined && !isBilledOutside(contract, tx.now)) {
    const bill = joined(billPhaseStart(tx, subject, instant(begun.StartDate)), (after) =>
      settleComponents(tx, after, tx.now),
    );
    return renews ? joined(bill, (after) => billUsage(tx, after, tx.now)) : bill;
  }
  if (renews) return billRecurring(tx, subject, tx.now);
  return leavesComponents(contract, tx.now) ? nothing(subject) : settleComponents(tx, subject, tx.now);
}

/** Returns whether a store bills it, or another system already has: then nothing is due when a phase begins. */
function isBilledOutside(contract: ContractRecord, at: number): boolean {
  return contract.Store !== undefined || elsewhereAfter(contract, at) !== undefined;
}

/**
 * One recurring billing: the period that contains `at`, components that began or ended in between, the setup fee once,
 * due usage and rated items.
 */
export function billRecurring(tx: Tx, subject: Subject, at: number): Bill {
  const until = periodEnd(tx, subject, at) ?? at;
  return joined(
    joined(settleEndedComponents(tx, subject, at), (settled) => billPeriodAndSetup(tx, settled, until, at)),
    (after) => billUsage(tx, after, at),
  );
}

function billPeriodAndSetup(tx: Tx, subject: Subject, until: number, at: number): Bill {
  const prepaid = billPrepaid(tx, subject, until);
  if (prepaid.subject.contract.SetupFeeDue !== true) return prepaid;
  const { SetupFeeDue, ...contract } = prepaid.subject.contract;
  const variantId = contract.Phases.find((phase) => phase.Type === 'Normal')?.PlanVariantId;
  const setup = variantId === undefined ? [] : setupLines(tx, subject, variantId, at);
  return { ...prepaid, subject: { ...prepaid.subject, contract }, lines: [...prepaid.lines, ...setup] };
}

/** Credits the amounts paid for components beyond their end. */
export function settleEndedComponents(tx: Tx, subject: Subject, at: number): Bill {
  const lines: LineItem[] = [];
  const components = subject.components.map((one) => {
    if (!isOverpaid(one) || instant(one.EndDate) > at) return one;
    lines.push(...componentCredits(tx, subject, one, instant(one.EndDate)));
    return { ...one, BilledUntil: one.EndDate };
  });
  return { ...nothing({ ...subject, components }), lines };
}

/** Billed beyond its end. */
export function isOverpaid(
  one: ComponentSubscription,
): one is ComponentSubscription & { readonly EndDate: string } {
  return one.EndDate !== undefined && isBeyond(one.BilledUntil, instant(one.EndDate));
}

/**
 * Bills components that begin or end in a period that is already paid, and credits those that ended in it. Bills all of
 * them when a contract starts later than its order, and when a trial ends in time that another system bills.
 */
export function settleComponents(tx: Tx, subject: Subject, at: number): Bill {
  const { contract } = subject;
  const begins = [billingStart(contract), instant(contract.StartDate)].includes(at);
  // A component that a pause credited before it starts waits for the next billing.
  const turns = (one: ComponentSubscription) =>
    turnsAt(one, at) && (one.BilledUntil === undefined || instant(one.StartDate) < at);
  return joined(settleEndedComponents(tx, subject, at), (settled) =>
    billComponents(tx, settled, at, (one) => begins || turns(one)),
  );
}

/**
 * Returns whether components are left unbilled: a store bills the contract, or its billing is suspended and the paid
 * period is over, so they wait for the end of the suspension, like the fee.
 */
export function leavesComponents(contract: ContractRecord, at: number): boolean {
  if (contract.Store !== undefined) return true;
  return contract.BillingSuspended && (billedUntil(contract) ?? Number.POSITIVE_INFINITY) <= at;
}

/** Returns whether a component begins or ends by its dates at this very instant. */
export function turnsAt({ StartDate, EndDate }: ComponentSubscription, at: number): boolean {
  return instant(StartDate) === at || (EndDate !== undefined && instant(EndDate) === at);
}

/**
 * Bills some of the components up to the date to which the contract is billed, or in a trial up to its end. The others wait
 * for the next billed period.
 */
export function billComponents(
  tx: Tx,
  subject: Subject,
  at: number,
  isBilled: (one: ComponentSubscription) => boolean,
): Bill {
  const start = billingStart(subject.contract);
  if (start === undefined) return nothing(subject);
  const until = at < start ? start : (billedUntil(subject.contract) ?? start);
  const bill = billPrepaid(tx, { ...subject, components: subject.components.filter(isBilled) }, until);
  const waiting = subject.components.filter((one) => !isBilled(one));
  return { ...bill, subject: { ...bill.subject, components: [...waiting, ...bill.subject.components] } };
}

/** Returns the final bill of an ended contract: usage that no renewal will bill. Its components end with it. */
export function lastBill(tx: Tx, subject: Subject, at = tx.now): Bill {
  const EndDate = subject.contract.EndDate as string;
  const end = instant(EndDate);
  const components = subject.components.map((one) =>
    one.EndDate !== undefined && instant(one.EndDate) <= end
      ? one
      : { ...one, EndDate, ...(isBeyond(one.BilledUntil, end) ? { BilledUntil: EndDate } : {}) },
  );
  // Usage that was posted without an order would wait for a renewal that never happens.
  const bill = billComponents(tx, { ...subject, components }, at, (one) => one.BilledUntil === undefined);
  return joined(bill, (after) => billUsage(tx, after, at));
}

const isBeyond = (at: string | undefined, end: number) => at !== undefined && instant(at) > end;
