import type { ComponentSubscription } from '../../model/contract.ts';
import type { InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { instant, timestamp } from '../basics/time.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { billedUpTo, componentsOfSignup } from '../contract-facts/billed-elsewhere.ts';
import { creditLine, type Standing, standingIn } from '../pricing/credit-lines.ts';
import type { Tx } from '../records/tx.ts';
import { getTerms, type Subject } from './bill.ts';

/** Credits the recurring fee that was charged beyond an instant. */
export function feeCredits(tx: Tx, subject: Subject, from: number): LineItem[] {
  return creditLines(tx, subject, (line) => (line.ProductType === 'RecurringFee' ? from : undefined));
}

/** Credits what was charged for a component beyond an instant. Fees that are not prorated are not credited. */
export function componentCredits(
  tx: Tx,
  subject: Subject,
  { Id, ComponentId }: ComponentSubscription,
  from: number,
): LineItem[] {
  if (!componentNamed(subject.prices, ComponentId, 'ComponentId').Prorate) return [];
  return creditLines(tx, subject, (line) => (line.ComponentSubscriptionId === Id ? from : undefined));
}

/**
 * Credits what was charged for components beyond an instant. Billing continues from that instant, or from where another
 * system stops.
 */
export function componentsCreditedFrom(
  tx: Tx,
  subject: Subject,
  at: number,
  isCredited: (one: ComponentSubscription) => boolean = () => true,
): { readonly components: readonly ComponentSubscription[]; readonly lines: readonly LineItem[] } {
  const lines: LineItem[] = [];
  const { Id, BilledUntil } = billedUpTo(subject.contract, at);
  const isOfSignup = componentsOfSignup(tx, Id);
  const components = subject.components.map((one) => {
    const credits = isCredited(one) ? componentCredits(tx, subject, one, at) : [];
    lines.push(...credits);
    if (credits.length === 0) return one;
    return { ...one, BilledUntil: isOfSignup(one) ? BilledUntil : timestamp(at) };
  });
  return { components, lines };
}

/** The ends to which line items still apply after an end credited the rest: instants by id. */
export interface StandingLines {
  readonly [lineItemId: string]: string;
}

/** Returns the ends to which the credited lines still apply. */
export function standingAfter(credits: readonly LineItem[]): StandingLines {
  return Object.fromEntries(
    credits.map(({ CreditedLineItemId, PeriodStart }) => [CreditedLineItemId, PeriodStart]),
  );
}

/** The previous ends of these lines before the credits; of several credits, those before the first. */
export function stoodBefore(credits: readonly LineItem[], known: StandingLines = {}): StandingLines {
  const stood = credits.map(({ CreditedLineItemId: id = '', PeriodEnd = '' }): [string, string] => {
    const before = known[id];
    return [id, before === undefined || instant(PeriodEnd) > instant(before) ? PeriodEnd : before];
  });
  return { ...known, ...Object.fromEntries(stood) };
}

/** Days that are charged again. */
export interface ChargedAgain {
  readonly lines: readonly LineItem[];
  /** The end up to which they are charged again, in epoch milliseconds; 0 if nothing was credited. */
  readonly until: number;
  /** The new ends of the lines that had lost these days. */
  readonly standing: StandingLines;
}

/**
 * Charges again, at their price, days that were credited because of an end that no longer applies. A time span without a
 * midnight costs nothing and has no line.
 *
 * @param standing the current end of the lines
 * @param stood their previous end
 * @param end the new end
 * @param componentSubscriptionId the component; if omitted, the recurring fee
 */
export function takenBackCredits(
  tx: Tx,
  subject: Subject,
  { standing, stood }: { readonly standing: StandingLines; readonly stood: StandingLines },
  end: number,
  componentSubscriptionId?: string,
): ChargedAgain {
  const terms = getTerms(tx, subject);
  const { lines, standingFor } = billedLines(tx, subject);
  const charged: LineItem[] = [];
  const after: { [lineItemId: string]: string } = {};
  let until = 0;
  // A line with nothing left to credit has no credit on a document, although its days were billed.
  for (const { Id = '', ComponentSubscriptionId } of lines) {
    if (standing[Id] === undefined || ComponentSubscriptionId !== componentSubscriptionId) continue;
    until = Math.max(until, Math.min(end, instant(stood[Id] ?? standing[Id])));
  }
  for (const credit of lines) {
    const id = credit.CreditedLineItemId;
    const stands = id === undefined ? undefined : standing[id];
    const credited = standingFor(credit);
    if (id === undefined || stands === undefined || credited.span === undefined) continue;
    if (credit.ComponentSubscriptionId !== componentSubscriptionId) continue;
    const start = instant(stands);
    const to = Math.min(end, credited.span.end, stood[id] === undefined ? end : instant(stood[id]));
    if (to <= start) continue;
    const again = withoutId(creditLine(terms, credit, credited, { start, end: to }, 'Reversal'));
    charged.push(...again);
    if (again.length > 0 && to > instant(after[id] ?? stands)) after[id] = timestamp(to);
  }
  return { lines: charged, until, standing: after };
}

/** Returns all lines of a contract's documents, including drafts, with their remaining amounts. */
export function billedLines(
  tx: Tx,
  { contract }: Subject,
): {
  readonly documents: readonly (readonly LineItem[])[];
  readonly lines: readonly LineItem[];
  readonly standingFor: (line: LineItem) => Standing;
} {
  const where = { ContractId: contract.Id };
  const all: InvoiceDraft[] = [...tx.invoices.list({ where }), ...tx.invoiceDrafts.list({ where })];
  const documents = all.map(({ ItemList }) => ItemList);
  const lines = documents.flat();
  return { documents, lines, standingFor: standingIn(contract.Currency, lines) };
}

/** Credits for the lines of the contract's documents that have an instant in `from`. */
function creditLines(tx: Tx, subject: Subject, from: (line: LineItem) => number | undefined): LineItem[] {
  const terms = getTerms(tx, subject);
  const { lines, standingFor } = billedLines(tx, subject);
  return lines.flatMap((line) => {
    const start = line.CreditedLineItemId === undefined ? from(line) : undefined;
    if (start === undefined || line.Id === undefined) return [];
    const span = { start, end: Number.POSITIVE_INFINITY };
    return withoutId(creditLine(terms, line, standingFor(line), span, 'Credit'));
  });
}

/** A copy of a line for another document, with a new id. */
export function withoutId(line: LineItem | undefined): LineItem[] {
  if (line === undefined) return [];
  const { Id, ...fields } = line;
  return [fields];
}
