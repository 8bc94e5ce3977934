import type { Invoice } from '../../model/invoice.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { notFound } from '../problem.ts';
import type { Tx } from '../tx.ts';
import { sendInvoice } from './invoices.ts';

/** Sends a draft: it gets its number, is booked, and is collected as any invoice (POST invoiceDrafts/{id}). */
export function sendInvoiceDraft(tx: Tx, id: string): Invoice {
  const draft = tx.invoiceDrafts.get(id);
  if (draft === undefined) throw notFound('invoice draft', id);
  tx.invoiceDrafts.delete(id);
  const invoice = sendInvoice(tx, draft);
  scheduleCollection(tx, invoice.ContractId);
  return invoice;
}
