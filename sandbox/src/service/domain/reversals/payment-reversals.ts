import { isInMinorUnits } from '../../model/currencies.ts';
import type { Invoice } from '../../model/invoice.ts';
import type { PaymentRefund, PaymentTransaction } from '../../model/payment.ts';
import { paidStatuses } from '../../model/statuses.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { checkCreditNote, creditInvoice } from '../billing/credit-notes.ts';
import { book } from '../payments/ledger.ts';
import { setTransactionStatus } from '../payments/payment-transactions.ts';
import { pauseRecurringPayments } from '../payments/retry-schedule.ts';
import { addAmounts, subtractAmount } from '../pricing/money.ts';
import type { Service } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';

/**
 * The payer took a payment back, weeks later (a returned direct debit, a disputed card charge). The debt is open again;
 * it is not collected again before there is new payment data.
 * @param amount a part; everything that is left without it
 */
export function chargeback(tx: Tx, transactionId: string, amount?: number): PaymentTransaction {
  const transaction = paidTransaction(tx, transactionId);
  const left = amountLeft(tx, transaction);
  const taken = checkedAmount(transaction, amount ?? left, left);
  const after = setTransactionStatus(tx, transactionId, taken === left ? 'Chargeback' : 'PartialChargeback', {
    Amount: taken,
  });
  book(tx, {
    Type: 'Chargeback',
    ContractId: transaction.ContractId,
    CustomerId: transaction.CustomerId,
    Description: `Transaction: ${transactionId}`,
    Currency: transaction.Currency,
    Amount: taken,
    ...defined({ InvoiceId: transaction.InvoiceId }),
    PaymentTransactionId: transactionId,
    DueDate: timestamp(tx.now),
  });
  const ids = {
    ContractId: transaction.ContractId,
    CustomerId: transaction.CustomerId,
  };
  tx.emit({
    Event: 'PaymentFailed',
    ...ids,
    PaymentTransactionId: transactionId,
    PaymentTransactionType: transaction.Type,
  });
  if (transaction.PaymentProviderRole === 'Debit') {
    tx.emit({ Event: 'DebitAuthCancelled', ...ids, PaymentProvider: transaction.PaymentProvider });
  }
  pauseRecurringPayments(tx, transaction.ContractId);
  return after;
}

/**
 * Gives a payment back through its provider, in full or in part. Without a credit note the invoice is open again by what
 * is not the customer's credit.
 *
 * @param creditNote reason on a credit note over the same amount of the invoice that was paid
 */
export async function refund(
  service: Service,
  transactionId: string,
  amount?: number,
  creditNote?: string,
): Promise<PaymentRefund> {
  const begun = service.transaction((tx) => {
    const opened = openRefund(tx, transactionId, amount);
    if (creditNote !== undefined)
      checkCreditNote(tx, opened.transaction.InvoiceId, opened.refund.Amount, 'Amount');
    return opened;
  });
  const answer = await service.providers.refund({
    Provider: begun.transaction.PaymentProvider,
    ProviderTransactionId: begun.transaction.ProviderTransactionId ?? '',
    Amount: begun.refund.Amount,
    Currency: begun.refund.Currency,
  });
  return service.transaction((tx) => applyRefundOutcome(tx, begun.refund, answer.Outcome, creditNote));
}

function openRefund(
  tx: Tx,
  transactionId: string,
  amount: number | undefined,
): { readonly transaction: PaymentTransaction; readonly refund: PaymentRefund } {
  const transaction = paidTransaction(tx, transactionId);
  const method = tx.paymentMethods.get(transaction.ContractId);
  if (method?.Provider === transaction.PaymentProvider && !method.SupportsRefunds) {
    throw conflict(
      `${transaction.PaymentProvider} does not support refunds; refund the customer in another way.`,
    );
  }
  const left = amountLeft(tx, transaction);
  const Amount = checkedAmount(transaction, amount ?? left, left);
  const refunded = tx.paymentRefunds.insert({
    Id: tx.newId(),
    PaymentTransactionId: transactionId,
    Status: 'Created',
    Amount,
    Currency: transaction.Currency,
    TimeStamp: tx.stamp(),
  });
  return { transaction, refund: refunded };
}

/** Books a refund that went through. */
function applyRefundOutcome(
  tx: Tx,
  before: PaymentRefund,
  outcome: 'Succeeded' | 'Failed',
  creditNote?: string,
): PaymentRefund {
  const after = tx.paymentRefunds.replace({ ...before, Status: outcome, TimeStamp: tx.stamp() });
  if (outcome === 'Failed') return after;
  const transaction = tx.paymentTransactions.get(before.PaymentTransactionId) as PaymentTransaction;
  book(tx, {
    Type: 'Refund',
    ContractId: transaction.ContractId,
    CustomerId: transaction.CustomerId,
    Description: `Transaction: ${transaction.Id}`,
    Currency: transaction.Currency,
    Amount: after.Amount,
    ...defined({ InvoiceId: transaction.InvoiceId }),
    PaymentTransactionId: transaction.Id,
    DueDate: timestamp(tx.now),
  });
  const status = amountLeft(tx, transaction) === 0 ? 'Refunded' : 'PartiallyRefunded';
  setTransactionStatus(tx, transaction.Id, status, { Amount: after.Amount });
  if (creditNote === undefined) return after;
  const note = creditInvoice(tx, tx.invoices.get(transaction.InvoiceId) as Invoice, after.Amount, creditNote);
  return tx.paymentRefunds.replace({ ...after, CreditNoteId: note.Id });
}

function paidTransaction(tx: Tx, id: string): PaymentTransaction {
  const transaction = tx.paymentTransactions.get(id);
  if (transaction === undefined) throw notFound('payment transaction', id);
  if (transaction.Preauth || !paidStatuses.includes(transaction.Status.Status)) {
    throw conflict(
      `Payment transaction ${id} is ${transaction.Status.Status}; only successful payments can be refunded.`,
    );
  }
  return transaction;
}

/** Returns the amount that was neither refunded nor charged back, also not by a refund in progress. */
export function amountLeft(tx: Tx, transaction: PaymentTransaction): number {
  const booked = tx.ledgerEntries
    .where('PaymentTransactionId', transaction.Id)
    .filter((entry) => entry.Type !== 'Payment')
    .map((entry) => entry.Amount);
  const underWay = tx.paymentRefunds
    .where('PaymentTransactionId', transaction.Id)
    .filter((one) => one.Status === 'Created')
    .map((one) => one.Amount);
  return subtractAmount(
    transaction.Currency,
    transaction.Amount,
    addAmounts(transaction.Currency, [...booked, ...underWay]),
  );
}

function checkedAmount(transaction: PaymentTransaction, amount: number, left: number): number {
  if (amount > 0 && amount <= left && isInMinorUnits(amount, transaction.Currency)) return amount;
  throw invalid(
    'Amount',
    `expected an amount above 0 and at most ${left} ${transaction.Currency}, got ${amount}.`,
  );
}
