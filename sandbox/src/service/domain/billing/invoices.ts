import type { Invoice, InvoiceDraft, LedgerEntry, LineItem, VatDescriptor } from '../../model/invoice.ts';
import { notFound } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { book } from '../payments/ledger.ts';
import { addAmounts } from '../pricing/money.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import type { Subject } from './bill.ts';
import { byTaxFacts, type TaxFacts, taxFactsNow } from './tax-facts.ts';

const NO_TIME = { Unit: 'Day', Quantity: 0 } as const;

/** The next number of a series, `2026-000001`; the counter is part of the transaction, so there are no gaps. */
export function nextNumber(tx: Tx, series: string): string {
  const year = zoneCalendar(tx.account.TimeZone).yearAt(tx.now);
  const id = `${series}-${year}`;
  const Value = (tx.counters.get(id)?.Value ?? 0) + 1;
  if (Value === 1) tx.counters.insert({ Id: id, Value });
  else tx.counters.replace({ Id: id, Value });
  return `${year}-${String(Value).padStart(6, '0')}`;
}

/** Sums of lines: totals always add up. */
export function totalsOfLines(
  currency: string,
  lines: readonly Pick<LineItem, 'TotalNet' | 'TotalVat' | 'TotalGross'>[],
): { readonly TotalNet: number; readonly TotalVat: number; readonly TotalGross: number } {
  const [first, second] = lines;
  if (first === undefined) return { TotalNet: 0, TotalVat: 0, TotalGross: 0 };
  if (second === undefined)
    return { TotalNet: first.TotalNet, TotalVat: first.TotalVat, TotalGross: first.TotalGross };
  const total = (field: 'TotalNet' | 'TotalVat' | 'TotalGross') =>
    addAmounts(
      currency,
      lines.map((line) => line[field]),
    );
  return { TotalNet: total('TotalNet'), TotalVat: total('TotalVat'), TotalGross: total('TotalGross') };
}

/** Net, VAT and gross of each rate on a document, highest rate first. */
export function vatDescriptors(currency: string, lines: readonly LineItem[]): VatDescriptor[] {
  const [first] = lines;
  if (first !== undefined && lines.every((line) => line.VatPercentage === first.VatPercentage))
    return [{ VatPercentage: first.VatPercentage, ...totalsOfLines(currency, lines) }];
  const rates = [...new Set(lines.map((line) => line.VatPercentage))].sort((a, b) => b - a);
  return rates.map((VatPercentage) => {
    const ofRate = lines.filter((line) => line.VatPercentage === VatPercentage);
    return { VatPercentage, ...totalsOfLines(currency, ofRate) };
  });
}

/** Returns the due date of a document: its date, or for payment on account after the contract's payment term. */
function dueDate(tx: Tx, contract: ContractRecord, at: number): string {
  const term = contract.PaymentBearer?.Type === 'InvoicePayment' ? contract.OnAccountDueAfter : NO_TIME;
  return timestamp(zoneCalendar(tx.account.TimeZone).add(at, term));
}

/**
 * The document with these lines, without a number, for a preview or a draft.
 *
 * @param at its creation time; now, except for a preview of a later document
 * @param made the creation time that the document shows
 * @param facts tax facts of the document that it corrects; by default, the customer's
 */
export function draftInvoice(
  tx: Tx,
  subject: Subject,
  lines: readonly LineItem[],
  at = tx.now,
  made = timestamp(at),
  facts: TaxFacts = taxFactsNow(tx, subject),
): Omit<Invoice, 'InvoiceNumber' | 'SentAt'> {
  const { contract } = subject;
  const stored = tx.customers.get(contract.CustomerId);
  const currency = contract.Currency;
  const { TotalNet, TotalVat, TotalGross } = totalsOfLines(currency, lines);
  const document: Omit<Invoice, 'InvoiceNumber' | 'SentAt'> = {
    Id: tx.newId(),
    CustomerId: contract.CustomerId,
    ContractId: contract.Id,
    DueDate: dueDate(tx, contract, at),
    Created: made,
    DocumentDate: zoneCalendar(tx.account.TimeZone).dateAt(at),
    RecipientName: stored?.CustomerName ?? contract.CustomerName,
    Currency: currency,
    IsInvoice: TotalGross >= 0,
    ItemList: lines.map((line) => (line.Id === undefined ? { Id: tx.newId(), ...line } : line)),
    VatDescriptors: vatDescriptors(currency, lines),
    ReverseCharge: facts.ReverseCharge,
    TotalNet,
    TotalVat,
    TotalGross,
  };
  const { ExternalCustomerId, DebitorAccount, CustomerSubName } = stored ?? {};
  if (ExternalCustomerId !== undefined) document.ExternalCustomerId = ExternalCustomerId;
  if (DebitorAccount !== undefined) document.DebitorAccount = DebitorAccount;
  if (CustomerSubName !== undefined) document.RecipientSubName = CustomerSubName;
  if (facts.RecipientAddress !== undefined) document.RecipientAddress = facts.RecipientAddress;
  if (facts.RecipientVatId !== undefined) document.RecipientVatId = facts.RecipientVatId;
  return document;
}

/**
 * Creates an invoice (or, if negative, a credit note) and books its receivable (or credit), which stores the contract.
 * Credits for amounts invoiced under other taxes get their own document.
 *
 * @returns the invoice of the charges; `undefined` if nothing was booked: all amounts are zero, or it is still a draft
 */
export function issueInvoice(tx: Tx, subject: Subject, lines: readonly LineItem[]): Invoice | undefined {
  let issued: Invoice | undefined;
  for (const { facts, lines: own } of byTaxFacts(tx, subject, lines)) {
    if (own.every((line) => line.TotalGross === 0)) continue;
    const document = draftInvoice(tx, subject, own, tx.now, tx.stamp(), facts);
    if (tx.account.InvoiceDrafts) tx.invoiceDrafts.insert(document);
    else issued = sendInvoice(tx, document, issued === undefined ? subject.contract : undefined);
  }
  return issued;
}

/** The credit note of an invoice with these lines: with the invoice's taxes, even if the customer has changed. */
export function draftCorrection(
  tx: Tx,
  subject: Subject,
  invoice: Invoice,
  lines: readonly LineItem[],
): InvoiceDraft {
  return { ...draftInvoice(tx, subject, lines, tx.now, tx.stamp(), invoice), OriginalInvoiceId: invoice.Id };
}

/**
 * Assigns a number to a document, books it and emits its event.
 *
 * @param contract the contract to store, if more than its balance changes
 */
export function sendInvoice(
  tx: Tx,
  document: Omit<Invoice, 'InvoiceNumber' | 'SentAt'>,
  contract?: ContractRecord,
): Invoice {
  const numbered = { Id: document.Id, InvoiceNumber: nextNumber(tx, 'invoice'), SentAt: timestamp(tx.now) };
  const invoice = tx.invoices.insert(Object.assign(numbered, document));
  const receivable: Omit<LedgerEntry, 'Id' | 'Timestamp' | 'Balance'> = {
    Type: invoice.IsInvoice ? 'Receivable' : 'Credit',
    ContractId: invoice.ContractId,
    CustomerId: invoice.CustomerId,
    Description: `${invoice.IsInvoice ? 'Invoice' : 'Credit note'}: ${invoice.InvoiceNumber}`,
    Currency: invoice.Currency,
    Amount: invoice.TotalGross,
    InvoiceId: invoice.Id,
    DueDate: invoice.DueDate,
  };
  book(tx, receivable, contract);
  tx.emit({
    Event: 'InvoiceCreated',
    ContractId: invoice.ContractId,
    CustomerId: invoice.CustomerId,
    InvoiceId: invoice.Id,
  });
  return invoice;
}

/** Sends the credit note of an invoice, and the event of the correction. */
export function correctInvoice(
  tx: Tx,
  invoice: Invoice,
  document: Omit<Invoice, 'InvoiceNumber' | 'SentAt'>,
): Invoice {
  const note = sendInvoice(tx, document);
  tx.emit({
    Event: 'InvoiceCorrected',
    ContractId: invoice.ContractId,
    CustomerId: invoice.CustomerId,
    InvoiceId: invoice.Id,
    OldInvoiceId: invoice.Id,
    NewInvoiceId: note.Id,
    // A draft keeps its id when it is sent.
    OldInvoiceDraftId: invoice.Id,
    NewInvoiceDraftId: note.Id,
    NewInvoiceDraftIds: [note.Id],
  });
  return note;
}

/** Sends a draft: it becomes an invoice, with a number and the current date (POST invoiceDrafts/{id}). */
export function sendDraft(tx: Tx, id: string): Invoice {
  const draft = tx.invoiceDrafts.get(id);
  if (draft === undefined) throw notFound('invoice draft', id);
  tx.invoiceDrafts.delete(id);
  const document = {
    ...draft,
    DocumentDate: zoneCalendar(tx.account.TimeZone).dateAt(tx.now),
    DueDate: dueDate(tx, getContract(tx, draft.ContractId), tx.now),
  };
  const original = tx.invoices.get(draft.OriginalInvoiceId);
  const invoice = original === undefined ? sendInvoice(tx, document) : correctInvoice(tx, original, document);
  scheduleCollection(tx, invoice.ContractId);
  return invoice;
}
