import type { PaymentRefund, PaymentTransaction } from '../../model/payment.ts';
import { defined } from '../defined.ts';
import { differenceOf, minorDigits, sumOf } from '../pricing/money.ts';
import { conflict, invalid, notFound } from '../problem.ts';
import type { Service } from '../service.ts';
import { timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { pauseRecurringPayments } from './collection-of-payments.ts';
import { book } from './ledger.ts';
import { setTransactionStatus } from './payment-transactions.ts';

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
    Description: `Chargeback by ${transaction.PaymentProvider}`,
    Currency: transaction.Currency,
    Amount: taken,
    ...defined({ InvoiceId: transaction.InvoiceId }),
    PaymentTransactionId: transactionId,
    DueDate: timestamp(tx.now),
  });
  const ids = {
    EntityId: tx.account.Id,
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

/** Gives a payment back through its provider, in full or in part. */
export async function refund(
  service: Service,
  transactionId: string,
  amount?: number,
): Promise<PaymentRefund> {
  const begun = service.transaction((tx) => openRefund(tx, transactionId, amount));
  const answer = await service.providers.refund({
    Provider: begun.transaction.PaymentProvider,
    ProviderTransactionId: begun.transaction.ProviderTransactionId ?? '',
    Amount: begun.refund.Amount,
    Currency: begun.refund.Currency,
  });
  return service.transaction((tx) => applyRefundOutcome(tx, begun.refund.Id, answer.Outcome));
}

function openRefund(
  tx: Tx,
  transactionId: string,
  amount: number | undefined,
): { readonly transaction: PaymentTransaction; readonly refund: PaymentRefund } {
  const transaction = paidTransaction(tx, transactionId);
  const method = tx.paymentMethods.get(transaction.ContractId);
  if (method !== undefined && method.Provider === transaction.PaymentProvider && !method.SupportsRefunds) {
    throw conflict(
      `${transaction.PaymentProvider} does not support refunds; pay the customer back another way.`,
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
    TimeStamp: timestamp(tx.now),
  });
  return { transaction, refund: refunded };
}

/** Books a refund that went through. */
export function applyRefundOutcome(tx: Tx, refundId: string, outcome: 'Succeeded' | 'Failed'): PaymentRefund {
  const before = tx.paymentRefunds.get(refundId);
  if (before === undefined) throw notFound('refund', refundId);
  const after = tx.paymentRefunds.replace({ ...before, Status: outcome, TimeStamp: timestamp(tx.now) });
  if (outcome === 'Failed') return after;
  const transaction = tx.paymentTransactions.get(before.PaymentTransactionId) as PaymentTransaction;
  book(tx, {
    Type: 'Refund',
    ContractId: transaction.ContractId,
    CustomerId: transaction.CustomerId,
    Description: `Refund by ${transaction.PaymentProvider}`,
    Currency: transaction.Currency,
    Amount: after.Amount,
    ...defined({ InvoiceId: transaction.InvoiceId }),
    PaymentTransactionId: transaction.Id,
    DueDate: timestamp(tx.now),
  });
  setTransactionStatus(
    tx,
    transaction.Id,
    amountLeft(tx, transaction) === 0 ? 'Refunded' : 'PartiallyRefunded',
    {
      Amount: after.Amount,
    },
  );
  return after;
}

const PAID: readonly string[] = ['Succeeded', 'PartiallyRefunded', 'PartialChargeback', 'InDispute'];

function paidTransaction(tx: Tx, id: string): PaymentTransaction {
  const transaction = tx.paymentTransactions.get(id);
  if (transaction === undefined) throw notFound('payment transaction', id);
  if (transaction.Preauth || !PAID.includes(transaction.Status.Status)) {
    throw conflict(
      `Payment transaction ${id} is ${transaction.Status.Status}; only what was paid can be given back.`,
    );
  }
  return transaction;
}

/** What was neither refunded nor charged back, refunds under way included. */
function amountLeft(tx: Tx, transaction: PaymentTransaction): number {
  const booked = tx.ledgerEntries
    .where('PaymentTransactionId', transaction.Id)
    .filter((entry) => entry.Type !== 'Payment')
    .map((entry) => entry.Amount);
  const underWay = tx.paymentRefunds
    .where('PaymentTransactionId', transaction.Id)
    .filter((one) => one.Status === 'Created')
    .map((one) => one.Amount);
  return differenceOf(
    transaction.Currency,
    transaction.Amount,
    sumOf(transaction.Currency, [...booked, ...underWay]),
  );
}

function checkedAmount(transaction: PaymentTransaction, amount: number, left: number): number {
  const unit = 10 ** minorDigits(transaction.Currency);
  const whole = Math.abs(Math.round(amount * unit) - amount * unit) < 1e-6;
  if (Number.isFinite(amount) && amount > 0 && amount <= left && whole) return amount;
  throw invalid(
    'Amount',
    `expected an amount above 0 and at most ${left} ${transaction.Currency}, got ${amount}.`,
  );
}
