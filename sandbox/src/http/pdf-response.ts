import type { Tx } from '../domain/tx.ts';
import type { Dunning, Invoice } from '../model/invoice.ts';

/** The PDF of an invoice. The library is loaded when the first one is asked for. */
export async function pdfResponse(tx: Tx, invoice: Invoice): Promise<Response> {
  const { invoicePdf } = await import('../domain/invoice-pdf/invoice-pdf.ts');
  return pdf(await invoicePdf(tx, invoice), invoice.InvoiceNumber);
}

/** The PDF of a dunning document. */
export async function dunningPdfResponse(tx: Tx, dunning: Dunning): Promise<Response> {
  const { dunningPdf } = await import('../domain/invoice-pdf/invoice-pdf.ts');
  return pdf(await dunningPdf(tx, dunning), dunning.DunningNumber);
}

function pdf(bytes: Uint8Array, name: string): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
