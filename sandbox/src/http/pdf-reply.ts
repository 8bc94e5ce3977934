import type { Tx } from '../domain/tx.ts';
import type { Dunning, Invoice } from '../model/invoice.ts';
import type { Reply } from './reply.ts';

/** The PDF of an invoice. The library is loaded when the first one is asked for. */
export async function pdfReply(tx: Tx, invoice: Invoice): Promise<Reply> {
  const { invoicePdf } = await import('../domain/invoice-pdf/invoice-pdf.ts');
  return pdf(await invoicePdf(tx, invoice), invoice.InvoiceNumber);
}

/** The PDF of a dunning document. */
export async function dunningPdfReply(tx: Tx, dunning: Dunning): Promise<Reply> {
  const { dunningPdf } = await import('../domain/invoice-pdf/invoice-pdf.ts');
  return pdf(await dunningPdf(tx, dunning), dunning.DunningNumber);
}

function pdf(bytes: Uint8Array, name: string): Reply {
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
    content: bytes,
  };
}
