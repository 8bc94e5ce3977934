import type { ComponentSubscription } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { billedUntil, phaseAfter, phaseAt } from '../contracts/contract-phases.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import {
  type Bill,
  billPrepaid,
  billUsage,
  joined,
  nothing,
  periodEnd,
  type Subject,
  setupLines,
} from './billing.ts';
import { componentCredits } from './credits.ts';

/**
 * One recurring billing: the period that `at` lies in, components that began or ended in between, the setup fee once,
 * usage and rated items that are due.
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

/** Credits what components were paid for beyond their end. */
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
  return (
    one.EndDate !== undefined &&
    one.BilledUntil !== undefined &&
    instant(one.BilledUntil) > instant(one.EndDate)
  );
}

/** Bills components that began in a period that is paid already, and credits those that ended in it. */
export function settleComponents(tx: Tx, subject: Subject, at: number): Bill {
  return joined(settleEndedComponents(tx, subject, at), (settled) => {
    const until = billedUntil(settled.contract);
    const started = settled.components.filter((one) => instant(one.StartDate) <= at);
    if (until === undefined) return nothing(settled);
    const bill = billPrepaid(tx, { ...settled, components: started }, until);
    const waiting = settled.components.filter((one) => !started.includes(one));
    return { ...bill, subject: { ...bill.subject, components: [...bill.subject.components, ...waiting] } };
  });
}

/** The next recurring bill as far as it is known now, with its date; nothing when no billing follows. */
export function nextBill(
  tx: Tx,
  subject: Subject,
): { readonly date: string; readonly bill: Bill } | undefined {
  const { contract } = subject;
  if (contract.Store !== undefined || contract.LifecycleStatus === 'Annulled') return undefined;
  const from = contract.BilledUntil ?? contract.Phases.find((phase) => phase.Type === 'Normal')?.StartDate;
  if (from === undefined) return undefined;
  const at = instant(from);
  const date = phaseAt(contract, at)?.Type === 'Inactive' ? phaseAfter(contract, at)?.StartDate : from;
  return date === undefined ? undefined : { date, bill: billRecurring(tx, subject, instant(date)) };
}
