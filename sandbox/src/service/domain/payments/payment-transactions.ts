import type { PaymentTransaction, PaymentTransactionStatus } from '../../model/payment.ts';
import { changedBy } from '../basics/defined.ts';
import type { PaymentMethod } from '../records/payments.ts';
import type { Tx } from '../records/tx.ts';

/**
 * Opens a payment transaction.
 *
 * @param firstStatus `InProgress` if the payment goes directly to the provider
 */
export function openTransaction(
  tx: Tx,
  payment: {
    readonly method: PaymentMethod;
    readonly trigger: PaymentTransaction['Trigger'];
    readonly customerId: string;
    readonly customerName: string;
    readonly contractId: string;
    readonly invoiceId?: string | undefined;
    readonly amount: number;
    readonly currency: string;
    readonly preauth: boolean;
  },
  firstStatus: 'Created' | 'InProgress' = 'Created',
): PaymentTransaction {
  const created = tx.stamp();
  // `InProgress` replaces `Created` but gets its own stamp: previously recorded sessions have both.
  const now = firstStatus === 'Created' ? created : tx.stamp();
  const status: PaymentTransactionStatus = {
    Status: firstStatus,
    Timestamp: now,
    HttpCode: 0,
    Amount: payment.amount,
    Preauth: payment.preauth,
  };
  const transaction: PaymentTransaction = {
    Id: tx.newId(),
    Type: payment.preauth ? 'Preauthorization' : 'Payment',
    PaymentProvider: payment.method.Provider,
    PaymentProviderRole: payment.method.Role,
    Trigger: payment.trigger,
    CustomerId: payment.customerId,
    CustomerName: payment.customerName,
    ContractId: payment.contractId,
    Amount: payment.amount,
    Currency: payment.currency,
    Preauth: payment.preauth,
    StatusTimestamp: now,
    Status: status,
    StatusHistory: [status],
  };
  if (payment.invoiceId !== undefined) transaction.InvoiceId = payment.invoiceId;
  return tx.paymentTransactions.insert(transaction);
}

/**
 * Changes the status of a payment transaction and keeps the history (oldest first). All payments take the same steps:
 * `Created`, `RedirectUrlPrepared` or `ThreeDSecurePending` while the customer is elsewhere, `InProgress` while the
 * provider decides, `Pending` while a debit settles, and the end.
 *
 * A payment that goes directly to the provider begins as `InProgress`, as in recorded responses of real services. A second
 * `InProgress` replaces the first, with the latest data.
 */
export function setTransactionStatus(
  tx: Tx,
  transactionId: string,
  status: PaymentTransactionStatus['Status'],
  details: {
    readonly ProviderTransactionId?: string | undefined;
    readonly InvoiceId?: string | undefined;
    readonly Amount?: number;
    readonly HttpCode?: number | undefined;
    readonly ErrorCode?: string;
    readonly ErrorMessage?: string;
  } = {},
): PaymentTransaction {
  const before = tx.paymentTransactions.get(transactionId) as PaymentTransaction;
  const { ProviderTransactionId, InvoiceId, HttpCode = 0, Amount = before.Amount, ...failure } = details;
  const last = before.Status.Status;
  const isRepeated = status === 'InProgress' && last === 'InProgress';
  const replacesLast = isRepeated || (status === 'InProgress' && last === 'Created');
  const entry: PaymentTransactionStatus = {
    Status: status,
    Timestamp: isRepeated ? before.Status.Timestamp : tx.stamp(),
    HttpCode,
    Amount,
    Preauth: before.Preauth,
    ...failure,
  };
  return tx.paymentTransactions.replace(
    changedBy(before, {
      ProviderTransactionId: ProviderTransactionId ?? before.ProviderTransactionId,
      InvoiceId: InvoiceId ?? before.InvoiceId,
      StatusTimestamp: entry.Timestamp,
      Status: entry,
      StatusHistory: (replacesLast ? before.StatusHistory.slice(0, -1) : before.StatusHistory).concat([
        entry,
      ]),
    }),
  );
}
