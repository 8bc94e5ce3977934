import type { LedgerEntry, ShownLedgerEntry } from '../../model/invoice.ts';
import type { PaymentTransaction } from '../../model/payment.ts';
import type { Tx } from '../records/tx.ts';

/** Returns a booking with the current state of its document and payment. */
export function ledgerEntryView(tx: Tx, entry: LedgerEntry): ShownLedgerEntry {
  const status = tx.paymentTransactions.get(entry.PaymentTransactionId)?.Status.Status;
  const isPayment = entry.Type === 'Payment';
  const invoice = isPayment ? undefined : tx.invoices.get(entry.InvoiceId);
  const rates = invoice?.VatDescriptors ?? [];
  const isDocument = entry.Type === 'Receivable' || entry.Type === 'Credit';
  return {
    ...entry,
    AmountType: isDocument && invoice?.ReverseCharge === true ? 'ReverseChargeNetAmount' : 'GrossAmount',
    VatPercentage: rates.length === 1 && rates[0] !== undefined ? rates[0].VatPercentage : 0,
    ...(status === undefined ? {} : { PaymentTransactionStatus: status }),
    ...(isPayment ? { PaymentStatus: 'Confirmed' as const } : {}),
  };
}

/** A payment transaction with the code by which a bank transfer names its invoice. */
export function transactionView(transaction: PaymentTransaction): PaymentTransaction {
  const { InvoiceId } = transaction;
  return InvoiceId === undefined
    ? transaction
    : { ...transaction, InvoiceReferenceCode: referenceCode(InvoiceId) };
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Three groups of five letters derived from the id of an invoice. */
function referenceCode(invoiceId: string): string {
  let rest = BigInt(`0x${invoiceId}`);
  let code = '';
  for (let at = 0; at < 15; at += 1) {
    code += LETTERS[Number(rest % BigInt(LETTERS.length))];
    rest /= BigInt(LETTERS.length);
  }
  return `${code.slice(0, 5)}-${code.slice(5, 10)}-${code.slice(10)}`;
}
