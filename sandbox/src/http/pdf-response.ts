import type { Tx } from '../domain/tx.ts';
import type { Invoice } from '../model/invoice.ts';

/** The PDF of an invoice. The library is loaded when the first one is asked for. */
export async function pdfResponse(tx: Tx, invoice: Invoice): Promise<Response> {
  const { invoicePdf } = await import('../domain/invoice-pdf.ts');
  return new Response((await invoicePdf(tx, invoice)) as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${invoice.InvoiceNumber}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
