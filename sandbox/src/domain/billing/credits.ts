import type { ComponentSubscription } from '../../model/contract.ts';
import type { InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { creditLine } from '../pricing/pricing.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import { type Subject, termsOf } from './billing.ts';

/** What was charged of the recurring fee beyond an instant, as credits. */
export function feeCredits(tx: Tx, subject: Subject, from: number): LineItem[] {
  return creditsOf(tx, subject, (line) => (line.ProductType === 'RecurringFee' ? from : undefined));
}

/** What was charged of a component beyond its end, as credits. Fees that are not prorated are not given back. */
export function componentCredits(tx: Tx, subject: Subject, subscription: ComponentSubscription): LineItem[] {
  if (subscription.EndDate === undefined) return [];
  if (!componentNamed(tx, subscription.ComponentId, 'ComponentId').Prorate) return [];
  const end = instant(subscription.EndDate);
  return creditsOf(tx, subject, (line) =>
    line.ComponentSubscriptionId === subscription.Id ? end : undefined,
  );
}

/** A contract's documents, drafts included. */
export function documentsOf(tx: Tx, contractId: string): InvoiceDraft[] {
  const where = { ContractId: contractId };
  return [...tx.invoices.list({ where }), ...tx.invoiceDrafts.list({ where })];
}

/** From when on a line has been given back already, by line id. Credits take the end of a line, never its middle. */
export function creditedFrom(documents: readonly InvoiceDraft[]): Map<string, number> {
  const credited = new Map<string, number>();
  for (const document of documents) {
    for (const line of document.ItemList) {
      if (line.CreditedLineItemId === undefined) continue;
      const from = line.PeriodStart === undefined ? Number.NEGATIVE_INFINITY : instant(line.PeriodStart);
      credited.set(line.CreditedLineItemId, Math.min(from, credited.get(line.CreditedLineItemId) ?? from));
    }
  }
  return credited;
}

/** Credits for the lines of the contract's documents that `from` gives an instant for. */
function creditsOf(tx: Tx, subject: Subject, from: (line: LineItem) => number | undefined): LineItem[] {
  const terms = termsOf(tx, subject);
  const documents = documentsOf(tx, subject.contract.Id);
  const credited = creditedFrom(documents);
  const credits: LineItem[] = [];
  for (const document of documents) {
    for (const line of document.ItemList) {
      const start = line.CreditedLineItemId === undefined ? from(line) : undefined;
      if (start === undefined || line.Id === undefined) continue;
      const credit = creditLine(
        terms,
        line,
        start,
        credited.get(line.Id) ?? Number.POSITIVE_INFINITY,
        'Credit',
      );
      if (credit === undefined) continue;
      const { Id, ...fields } = credit;
      credits.push(fields);
    }
  }
  return credits;
}
