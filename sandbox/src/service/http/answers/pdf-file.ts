import type { Tx } from '../../domain/records/tx.ts';
import type { Dunning, Invoice } from '../../model/invoice.ts';
import { type Attachment, attachment } from '../wire/attachment.ts';

/** A PDF in the form that `c.body` accepts. */
export type PdfFile = Attachment<Uint8Array<ArrayBuffer>>;

/** The PDF of an invoice. The library is loaded with the first one. */
export async function invoiceFile(tx: Tx, invoice: Invoice): Promise<PdfFile> {
  const { invoicePdf } = await import('../../domain/invoice-pdf/invoice-pdf.ts');
  return file(await invoicePdf(tx, invoice), invoice.InvoiceNumber);
}

/** The PDF of a dunning document. */
export async function dunningFile(tx: Tx, dunning: Dunning): Promise<PdfFile> {
  const { dunningPdf } = await import('../../domain/invoice-pdf/invoice-pdf.ts');
  return file(await dunningPdf(tx, dunning), dunning.DunningNumber);
}

const file = (bytes: Uint8Array<ArrayBuffer>, name: string): PdfFile =>
  attachment(bytes, 'application/pdf', `${name}.pdf`);
