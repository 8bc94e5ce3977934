import type { PaymentTransaction } from '../../model/payment.ts';
import { conflict, notFound } from '../basics/problem.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { collect, type Follow } from './collection-of-payments.ts';

/**
 * Charges the open balance of a contract immediately instead of at its scheduled retry.
 *
 * @param transactionId the payment that failed
 * @throws Problem 409 if nothing can be charged
 * @returns a function that calls the provider and applies its response, to be run after the transaction
 */
export function retryNow(tx: Tx, transactionId: string): Follow {
  const { ContractId, InvoiceId, Status } = found(tx.paymentTransactions.get(transactionId), transactionId);
  if (Status.Status !== 'Failed')
    throw conflict(`The payment is ${Status.Status}: only a failed payment can be retried.`);
  const contract = getContract(tx, ContractId);
  if (contract.RecurringPaymentsPaused)
    throw conflict(
      `The retries of contract ${contract.ReferenceCode} are used up and its recurring payments are paused. ` +
        `To charge it again, PATCH /api/v1/contracts/${contract.Id} {"RecurringPaymentsPaused": false}.`,
    );
  const follow = collect(tx, contract, 'Recurring', InvoiceId);
  if (follow === undefined)
    throw conflict(
      `Nothing can be charged for contract ${contract.ReferenceCode}: its balance is ${contract.Balance} ${contract.Currency}, ` +
        'and a payment method with a provider, no payment in progress and an unlocked customer are required.',
    );
  tx.unschedule('payment-retry', contract.Id);
  return follow;
}

function found(transaction: PaymentTransaction | undefined, id: string): PaymentTransaction {
  if (transaction === undefined) throw notFound('payment transaction', id);
  return transaction;
}
