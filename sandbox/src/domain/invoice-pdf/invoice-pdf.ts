import { jsPDF } from 'jspdf';
import type { Dunning, Invoice, LineItem } from '../../model/invoice.ts';
import { instant } from '../time.ts';
import type { Tx } from '../tx.ts';
import { documentTexts } from './document-texts.ts';
import { addressLines, type Column, PdfPage } from './pdf-page.ts';
import { type Writing, writingFor } from './writing.ts';

/**
 * An invoice or credit note as a PDF document. Import this file lazily: it brings the library that draws.
 * The same invoice always gives the same bytes.
 */
export async function invoicePdf(tx: Tx, invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const writing = writingFor(tx, invoice.CustomerId, invoice.Currency);
  const texts = documentTexts(writing.locale);
  const title = invoice.IsInvoice ? texts.invoice : texts.creditNote;
  const pdf = newPdf(`${title} ${invoice.InvoiceNumber}`, invoice.Created, invoice.Id);
  const page = new PdfPage(pdf);
  page.head(
    tx.account,
    recipientOf(invoice),
    [
      [texts.number, invoice.InvoiceNumber],
      [texts.date, writing.date(invoice.SentAt ?? invoice.Created)],
      [texts.dueDate, writing.date(invoice.DueDate)],
      [texts.customer, invoice.ExternalCustomerId ?? invoice.CustomerId],
      ...(invoice.RecipientVatId === undefined ? [] : [[texts.yourVatId, invoice.RecipientVatId] as const]),
    ],
    `${title} ${invoice.InvoiceNumber}`,
  );
  const columns: Column[] = [
    { title: texts.position, x: 20, align: 'left', width: 10 },
    { title: texts.description, x: 31, align: 'left', width: 72 },
    { title: texts.quantity, x: 120, align: 'right', width: 20 },
    { title: texts.unitPrice, x: 146, align: 'right', width: 26 },
    { title: texts.vat, x: 162, align: 'right', width: 16 },
    { title: texts.net, x: 190, align: 'right', width: 28 },
  ];
  page.table(
    columns,
    invoice.ItemList.map((line, at) => [
      String(at + 1),
      descriptionOf(line, writing),
      writing.number(line.Quantity),
      writing.price(line.PricePerUnit),
      `${writing.number(line.VatPercentage)} %`,
      writing.money(line.TotalNet),
    ]),
  );
  page.sums(
    [
      [texts.totalNet, writing.money(invoice.TotalNet)],
      ...invoice.VatDescriptors.map(
        ({ VatPercentage, TotalNet, TotalVat }) =>
          [
            `${texts.totalVat} ${writing.number(VatPercentage)} % (${writing.money(TotalNet)})`,
            writing.money(TotalVat),
          ] as const,
      ),
    ],
    [texts.totalGross, writing.money(invoice.TotalGross)],
  );
  if (invoice.ReverseCharge) page.paragraph(texts.reverseCharge);
  return finished(tx, pdf, page, writing);
}

/** A payment reminder as a PDF document. */
export async function dunningPdf(tx: Tx, dunning: Dunning): Promise<Uint8Array<ArrayBuffer>> {
  const writing = writingFor(tx, dunning.CustomerId, dunning.Currency);
  const texts = documentTexts(writing.locale);
  const pdf = newPdf(`${texts.reminder} ${dunning.DunningNumber}`, dunning.CreationTime, dunning.Id);
  const page = new PdfPage(pdf);
  page.head(
    tx.account,
    recipientOf(dunning),
    [
      [texts.number, dunning.DunningNumber],
      [texts.date, writing.date(dunning.SentAt)],
      [texts.dueDate, writing.date(dunning.DueDate)],
    ],
    texts.reminder,
  );
  page.paragraph(texts.reminderText);
  page.table(
    [
      { title: texts.invoice, x: 20, align: 'left', width: 60 },
      { title: texts.dueDate, x: 110, align: 'left', width: 40 },
      { title: texts.totalGross, x: 190, align: 'right', width: 40 },
    ],
    dunning.Items.map((item) => [
      item.InvoiceNumber,
      writing.date(item.DueDate),
      writing.money(item.Remaining),
    ]),
  );
  page.sums([], [texts.openAmount, writing.money(dunning.Total)]);
  return finished(tx, pdf, page, writing);
}

function newPdf(title: string, created: string, id: string): jsPDF {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4' });
  pdf.setProperties({ title });
  pdf.setCreationDate(new Date(instant(created)));
  // The library would make one at random.
  pdf.setFileId(id.toUpperCase().padEnd(32, '0'));
  return pdf;
}

function finished(tx: Tx, pdf: jsPDF, page: PdfPage, writing: Writing): Uint8Array<ArrayBuffer> {
  const texts = documentTexts(writing.locale);
  const { account } = tx;
  const vatId = account.VatId === undefined ? '' : ` · ${texts.ourVatId} ${account.VatId}`;
  page.foot(`${account.Name}${vatId}`, texts.page);
  return new Uint8Array(pdf.output('arraybuffer'));
}

function recipientOf(
  document: Pick<Invoice, 'RecipientName' | 'RecipientAddress'> & { RecipientSubName?: string | undefined },
): string[] {
  return [
    document.RecipientName,
    document.RecipientSubName ?? '',
    ...addressLines(document.RecipientAddress),
  ].filter((line) => line !== '');
}

/** The product, the days that it is for, and how many fee periods they are where that is not one. */
function descriptionOf(line: LineItem, writing: Writing): string {
  if (line.PeriodStart === undefined || line.PeriodEnd === undefined || line.PeriodStart === line.PeriodEnd) {
    return line.Description;
  }
  const periods = line.PeriodMultiplier ?? 1;
  const share = periods === 1 ? '' : ` (× ${writing.number(periods)})`;
  return `${line.Description}\n${writing.date(line.PeriodStart)} – ${writing.date(line.PeriodEnd)}${share}`;
}
