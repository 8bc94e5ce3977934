import type { Invoice } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import { addAmounts } from '../pricing/money.ts';
import type { Tx } from '../records/tx.ts';
import { openReceivables } from './receivables.ts';

/** The payment status of an invoice; a credit note has `Credit`. */
export type InvoicePaymentStatus = 'Paid' | 'Open' | 'Overdue' | 'Credit';

/** The open gross amount of an invoice. */
export interface InvoiceStatus {
  readonly PaymentStatus: InvoicePaymentStatus;
  readonly Open: number;
}

/**
 * The payment status of invoices by the current ledger of their contracts: open receivables make up the balance, and an
 * open one is overdue after its due date.
 *
 * @returns a function for one invoice; it reads the ledger of a contract once
 */
export function invoiceStatuses(tx: Tx): (invoice: Invoice) => InvoiceStatus {
  const openByContract = new Map<string, ReadonlyMap<string, number>>();
  const openOnContract = (contractId: string) => {
    let open = openByContract.get(contractId);
    if (open === undefined) {
      open = openInvoices(tx, contractId);
      openByContract.set(contractId, open);
    }
    return open;
  };
  return (invoice) => {
    if (!invoice.IsInvoice) return { PaymentStatus: 'Credit', Open: 0 };
    const Open = openOnContract(invoice.ContractId).get(invoice.Id) ?? 0;
    if (Open === 0) return { PaymentStatus: 'Paid', Open };
    return { PaymentStatus: instant(invoice.DueDate) < tx.now ? 'Overdue' : 'Open', Open };
  };
}

function openInvoices(tx: Tx, contractId: string): ReadonlyMap<string, number> {
  const contract = tx.contracts.get(contractId);
  const open = new Map<string, number>();
  if (contract === undefined) return open;
  for (const { entry, open: amount } of openReceivables(tx, contract))
    if (entry.InvoiceId !== undefined)
      open.set(entry.InvoiceId, addAmounts(contract.Currency, [open.get(entry.InvoiceId) ?? 0, amount]));
  return open;
}
