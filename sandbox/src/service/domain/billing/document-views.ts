import type {
  Dunning,
  Invoice,
  InvoiceDraft,
  InvoiceDraftSummary,
  InvoicePreview,
  InvoiceSummary,
  Letter,
  LineItem,
  ShownDunning,
  ShownInvoice,
  ShownInvoiceDraft,
} from '../../model/invoice.ts';
import { defined } from '../basics/defined.ts';
import { instant, timestamp } from '../basics/time.ts';
import { documentTexts } from '../invoice-pdf/document-texts.ts';
import type { Tx } from '../records/tx.ts';

/** A sandbox has one template per kind of letter, and one sequence of invoice numbers. */
export const letterIds = {
  InvoiceTemplateId: 'e00000000000000000000001',
  DunningTemplateId: 'e00000000000000000000002',
  SequenceId: 'e10000000000000000000001',
} as const;

/** An invoice with its sender and its service period. */
export function invoiceView(tx: Tx, invoice: Invoice): ShownInvoice {
  return { ...invoice, ...toLetter(tx, invoice), ...deliveryPeriod(invoice) };
}

/** Returns an invoice in list format. */
export function toInvoiceSummary(invoice: Invoice): InvoiceSummary {
  const { ItemList, VatDescriptors, ReverseCharge, RecipientVatId, OriginalInvoiceId, ...summary } = invoice;
  return summary;
}

export function draftView(tx: Tx, draft: InvoiceDraft): ShownInvoiceDraft {
  return {
    ...draft,
    ...toLetter(tx, draft),
    ...deliveryPeriod(draft),
    Language: customerLanguage(tx, draft.CustomerId),
    InvoiceTemplateId: letterIds.InvoiceTemplateId,
    SequenceId: letterIds.SequenceId,
  };
}

/** Returns a draft in list format. */
export function toDraftSummary(draft: InvoiceDraft): InvoiceDraftSummary {
  const { Id, Currency, Created, IsInvoice } = draft;
  const { CustomerId, ContractId, ExternalCustomerId, RecipientName, RecipientSubName } = draft;
  const { TotalNet, TotalVat, TotalGross } = draft;
  return defined({
    Id,
    CustomerId,
    ContractId,
    ExternalCustomerId,
    RecipientName,
    RecipientSubName,
    Currency,
    Created,
    TotalNet,
    TotalVat,
    TotalGross,
    IsInvoice,
  });
}

/** Returns the preview of a document that is not stored. */
export function toInvoicePreview(document: InvoiceDraft): InvoicePreview {
  const { CustomerId, ContractId, ExternalCustomerId, RecipientName, RecipientSubName } = document;
  const { Currency, TotalNet, TotalVat, TotalGross, ReverseCharge, ItemList, VatDescriptors } = document;
  return defined({
    CustomerId,
    ContractId,
    ExternalCustomerId,
    RecipientName,
    RecipientSubName,
    RecipientAddress: document.RecipientAddress ?? {},
    Currency,
    TotalNet,
    TotalVat,
    TotalGross,
    ReverseCharge,
    ItemList,
    VatDescriptors,
  });
}

export function dunningView(tx: Tx, dunning: Dunning): ShownDunning {
  const { reminderText } = documentTexts(customerLanguage(tx, dunning.CustomerId));
  return { ...dunning, ...toLetter(tx, dunning), Prologue: reminderText };
}

/** Sender, texts and medium of a letter. */
function toLetter(
  tx: Tx,
  letter: { readonly CustomerId: string; readonly ReverseCharge?: boolean | undefined },
): Letter {
  const { Name, VatId, TaxNumber, Address, Country } = tx.account;
  const { reverseCharge } = documentTexts(customerLanguage(tx, letter.CustomerId));
  return {
    SenderName: Name,
    SenderAddress: { ...Address, Country },
    Prologue: '',
    Epilogue: letter.ReverseCharge === true ? reverseCharge : '',
    BearerMedium: tx.customers.get(letter.CustomerId)?.DefaultBearerMedium ?? 'Email',
    ...defined({ SenderVatId: VatId, SenderTaxNumber: TaxNumber }),
  };
}

function customerLanguage(tx: Tx, customerId: string): string {
  const customer = tx.customers.get(customerId);
  return customer?.Language ?? customer?.Locale ?? tx.account.Locale;
}

/** Returns the first to the last instant that the lines cover, or the date of the document if no line has a period. */
function deliveryPeriod({ ItemList, Created }: { readonly ItemList: LineItem[]; readonly Created: string }) {
  const starts = ItemList.flatMap(({ PeriodStart }) => PeriodStart ?? []).map(instant);
  const ends = ItemList.flatMap(({ PeriodEnd }) => PeriodEnd ?? []).map(instant);
  const day = timestamp(instant(Created));
  return {
    DeliveryPeriodStart: starts.length === 0 ? day : timestamp(Math.min(...starts)),
    DeliveryPeriodEnd: ends.length === 0 ? day : timestamp(Math.max(...ends)),
  };
}
