import type { RatedItem } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import { getTaxPolicy } from '../catalogue/catalogue.ts';
import { itemLines, type Product, singleLines, type Terms } from '../pricing/pricing.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, getTerms, nothing, type Subject, withNewId } from './bill.ts';

/** Bills all rated items that wait: each is due with the next billing, recurring or interim. Discounts do not apply to them. */
export function billRatedItems(tx: Tx, subject: Subject, at: number): Bill {
  if (subject.ratedItems.length === 0) return nothing(subject);
  const terms = getTerms(tx, subject);
  const lines: LineItem[] = [];
  const billedItems = subject.ratedItems.map((item) => {
    const made = ratedLines(terms, subject, item, at);
    lines.push(...made);
    return { ...item, LineItemId: withNewId(tx, made) };
  });
  return { ...nothing({ ...subject, ratedItems: [] }), lines, billedItems };
}

/** A rated item has the VAT of its period; without a period, that of the billing day. */
function ratedLines(terms: Terms, { prices }: Subject, item: RatedItem, billedAt: number): LineItem[] {
  const { Id: id, Description: name, Quantity, PricePerUnit: pricePerUnit, PeriodStart, PeriodEnd } = item;
  const policy = getTaxPolicy(prices, item.TaxPolicyId);
  const product: Product = { type: 'RatedItem', id, name, policy, pricePerUnit };
  return PeriodStart === undefined || PeriodEnd === undefined
    ? singleLines(terms, product, Quantity, billedAt, [])
    : itemLines(terms, product, Quantity, { start: instant(PeriodStart), end: instant(PeriodEnd) });
}
