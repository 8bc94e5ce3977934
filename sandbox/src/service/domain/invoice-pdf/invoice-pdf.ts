import type { Dunning, Invoice, LineItem } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';
import { documentTexts } from './document-texts.ts';
import { addressLines, type Column, PdfPage } from './pdf-page.ts';
import { type Writing, writingFor } from './writing.ts';

/**
 * Returns an invoice or credit note as a PDF document. Import this file lazily, because it loads the PDF library. The
 * same invoice always produces the same bytes. Long texts are truncated with an ellipsis.
 */
export async function invoicePdf(tx: Tx, invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const writing = writingFor(tx.account, tx.customers.get(invoice.CustomerId), invoice.Currency);
  const texts = documentTexts(writing.locale);
  const title = invoice.IsInvoice ? texts.invoice : texts.creditNote;
  const page = new PdfPage(`${title} ${invoice.InvoiceNumber}`, instant(invoice.Created));
  const foot = footerText(tx, writing);
  page.head(
    tx.account,
    recipientLines(invoice),
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
  await page.table(
    columns,
    invoice.ItemList.map((line, at) => [
      String(at + 1),
      lineDescription(line, writing),
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
  page.foot(foot, texts);
  return page.bytes();
}

/** A payment reminder as a PDF document. */
export async function dunningPdf(tx: Tx, dunning: Dunning): Promise<Uint8Array<ArrayBuffer>> {
  const writing = writingFor(tx.account, tx.customers.get(dunning.CustomerId), dunning.Currency);
  const texts = documentTexts(writing.locale);
  const page = new PdfPage(`${texts.reminder} ${dunning.DunningNumber}`, instant(dunning.CreationTime));
  const foot = footerText(tx, writing);
  page.head(
    tx.account,
    recipientLines(dunning),
    [
      [texts.number, dunning.DunningNumber],
      [texts.date, writing.date(dunning.SentAt)],
      [texts.dueDate, writing.date(dunning.DueDate)],
    ],
    texts.reminder,
  );
  page.paragraph(texts.reminderText);
  await page.table(
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
  page.foot(foot, texts);
  return page.bytes();
}

/** The merchant, read before drawing starts, because other requests may run meanwhile. */
function footerText({ account }: Tx, { locale }: Writing): string {
  const vatId = account.VatId === undefined ? '' : ` · ${documentTexts(locale).ourVatId} ${account.VatId}`;
  return `${account.Name}${vatId}`;
}

function recipientLines(
  document: Pick<Invoice, 'RecipientName' | 'RecipientAddress'> & { RecipientSubName?: string | undefined },
): string[] {
  return [
    document.RecipientName,
    document.RecipientSubName ?? '',
    ...addressLines(document.RecipientAddress),
  ].filter((line) => line !== '');
}

/** The product, the days that it is for, and how many fee periods they are where that is not one. */
function lineDescription(line: LineItem, writing: Writing): string {
  if (line.PeriodStart === undefined || line.PeriodEnd === undefined || line.PeriodStart === line.PeriodEnd) {
    return line.Description;
  }
  const periods = line.PeriodMultiplier ?? 1;
  const share = periods === 1 ? '' : ` (× ${writing.number(periods)})`;
  return `${line.Description}\n${writing.date(line.PeriodStart)} – ${writing.date(line.PeriodEnd)}${share}`;
}
