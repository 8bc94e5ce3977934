import type { ComponentSubscription } from '../../model/contract.ts';
import type { InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { creditLine, type Standing, spanOf, standingIn } from '../pricing/credit-lines.ts';
import type { Span } from '../pricing/periods.ts';
import type { Tx } from '../tx.ts';
import { type Subject, termsOf } from './billing.ts';

/** What was charged of the recurring fee beyond an instant, as credits. */
export function feeCredits(tx: Tx, subject: Subject, from: number): LineItem[] {
  return creditsOf(tx, subject, (line) => (line.ProductType === 'RecurringFee' ? from : undefined));
}

/** What was charged of a component beyond an instant, as credits. Fees that are not prorated are not credited. */
export function componentCredits(
  tx: Tx,
  subject: Subject,
  { Id, ComponentId }: ComponentSubscription,
  from: number,
): LineItem[] {
  if (!componentNamed(subject.prices, ComponentId, 'ComponentId').Prorate) return [];
  return creditsOf(tx, subject, (line) => (line.ComponentSubscriptionId === Id ? from : undefined));
}

/** Days that are charged again. */
export interface ChargedAgain {
  readonly lines: readonly LineItem[];
  /** Up to where they are paid again, in epoch milliseconds; nothing when there was nothing to take back. */
  readonly until: number | undefined;
}

/**
 * Charges again, at their price, days that were credited because of an end that no longer applies.
 *
 * @param span from the end that was known up to where the days are wanted; lines that stand up to that end lost theirs
 *   by it. A span without a midnight in it costs nothing and has no line.
 */
export function takenBackCredits(
  tx: Tx,
  subject: Subject,
  span: Span,
  wanted: (line: LineItem) => boolean,
): ChargedAgain {
  const terms = termsOf(tx, subject);
  const { documents, lines, standingOf } = linesOf(tx, subject);
  const charged = documents.flatMap((document) => {
    const charges = document.filter((line) => line.CreditedLineItemId === undefined && wanted(line));
    const cut = charges.filter((line) => standingOf(line).span?.end === span.start);
    // A period with a discount for a part of it has several lines: those after the end have lost all of their days.
    const whole = charges.filter((line) => {
      const start = spanOf(line)?.start ?? 0;
      return start > span.start && standingOf(line).span?.end === start;
    });
    return cut.length === 0 ? [] : [...cut, ...whole];
  });
  const ids = new Set(charged.map((line) => line.Id));
  const credits = lines.filter(
    (line) => line.CreditedLineItemId !== undefined && ids.has(line.CreditedLineItemId),
  );
  const ends = credits
    .map((credit) => Math.min(span.end, standingOf(credit).span?.end ?? span.start))
    .filter((end) => end > span.start);
  return {
    lines: credits.flatMap((credit) =>
      withoutId(creditLine(terms, credit, standingOf(credit), span, 'Reversal')),
    ),
    until: ends.length === 0 ? undefined : Math.max(...ends),
  };
}

/** All lines of a contract's documents, drafts included, and what stands of them. */
export function linesOf(
  tx: Tx,
  { contract }: Subject,
): {
  readonly documents: readonly (readonly LineItem[])[];
  readonly lines: readonly LineItem[];
  readonly standingOf: (line: LineItem) => Standing;
} {
  const where = { ContractId: contract.Id };
  const all: InvoiceDraft[] = [...tx.invoices.list({ where }), ...tx.invoiceDrafts.list({ where })];
  const documents = all.map(({ ItemList }) => ItemList);
  const lines = documents.flat();
  return { documents, lines, standingOf: standingIn(contract.Currency, lines) };
}

/** Credits for the lines of the contract's documents that `from` gives an instant for. */
function creditsOf(tx: Tx, subject: Subject, from: (line: LineItem) => number | undefined): LineItem[] {
  const terms = termsOf(tx, subject);
  const { lines, standingOf } = linesOf(tx, subject);
  return lines.flatMap((line) => {
    const start = line.CreditedLineItemId === undefined ? from(line) : undefined;
    if (start === undefined || line.Id === undefined) return [];
    const span = { start, end: Number.POSITIVE_INFINITY };
    return withoutId(creditLine(terms, line, standingOf(line), span, 'Credit'));
  });
}

/** A line for another document, which gives it an id of its own. */
export function withoutId(line: LineItem | undefined): LineItem[] {
  if (line === undefined) return [];
  const { Id, ...fields } = line;
  return [fields];
}
