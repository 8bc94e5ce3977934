import type { Invoice, InvoiceDraft, LineItem } from '../../model/invoice.ts';
import { owesTax, taxSituation } from '../pricing/tax.ts';
import type { Tx } from '../records/tx.ts';
import type { Subject } from './bill.ts';

/** The facts that determine a document's taxes. A correction has those of the corrected document. */
export type TaxFacts = Pick<Invoice, 'ReverseCharge' | 'RecipientAddress' | 'RecipientVatId'>;

/** Returns the customer's current tax facts. */
export function taxFactsNow(tx: Tx, { customer }: Subject): TaxFacts {
  const ReverseCharge = owesTax(tx.account, customer);
  return { ReverseCharge, RecipientAddress: customer.Address, RecipientVatId: customer.VatId };
}

/** Lines with the same tax facts. */
interface LinesOfFacts {
  readonly facts: TaxFacts;
  readonly lines: readonly LineItem[];
}

/** Groups lines by their tax facts: credits first, with those of the credited lines; all others with the current ones. */
export function byTaxFacts(tx: Tx, subject: Subject, lines: readonly LineItem[]): LinesOfFacts[] {
  if (lines.length === 0) return [];
  const facts = taxFactsNow(tx, subject);
  const wanted = new Set(lines.flatMap(({ CreditedLineItemId }) => CreditedLineItemId ?? []));
  if (wanted.size === 0) return [{ facts, lines }];
  const documents = documentsWith(tx, subject.contract.Id, wanted);
  const now = taxKey(tx, facts);
  const groups = new Map<string, { readonly facts: TaxFacts; readonly lines: LineItem[] }>();
  const ofNow: LineItem[] = [];
  for (const line of lines) {
    const credited =
      line.CreditedLineItemId === undefined ? undefined : documents.get(line.CreditedLineItemId);
    const key = credited === undefined ? now : taxKey(tx, credited);
    const group = groups.get(key);
    if (credited === undefined || key === now) ofNow.push(line);
    else if (group === undefined) groups.set(key, { facts: credited, lines: [line] });
    else group.lines.push(line);
  }
  return [...groups.values(), ...(ofNow.length === 0 ? [] : [{ facts, lines: ofNow }])];
}

/** Returns the documents of these lines, searching the newest first, because most credits are for recent bills. */
function documentsWith(
  tx: Tx,
  contractId: string,
  lineItemIds: ReadonlySet<string>,
): ReadonlyMap<string, TaxFacts> {
  const found = new Map<string, TaxFacts>();
  const where = { ContractId: contractId };
  const documents: InvoiceDraft[] = [
    ...tx.invoiceDrafts.list({ where }),
    ...tx.invoices.list({ where, newestFirst: true }),
  ];
  for (const document of documents) {
    for (const { Id = '' } of document.ItemList) if (lineItemIds.has(Id)) found.set(Id, document);
    if (found.size === lineItemIds.size) break;
  }
  return found;
}

/** Equal for documents that can be combined. */
function taxKey(tx: Tx, { ReverseCharge, RecipientAddress, RecipientVatId }: TaxFacts): string {
  const { Country } = taxSituation(tx.account, { Address: RecipientAddress, VatId: RecipientVatId });
  return `${Country} ${ReverseCharge}`;
}
