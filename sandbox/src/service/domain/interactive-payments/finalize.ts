import type { OrderResult } from '../../model/order.ts';
import { timingSafeEqual } from '../basics/constant-time.ts';
import { conflict, invalid, Problem } from '../basics/problem.ts';
import { readKeys } from '../payments/return-url.ts';
import type { Service } from '../records/service.ts';
import { getResult, type PaymentChangeResult, settle } from './payment-outcome.ts';

/**
 * Completes what the customer has paid at a provider's page (spec: Behaviour rules 10). Where that has been done before,
 * by the provider or by this page, it changes nothing and answers the same.
 *
 * @param returnUrl the whole address of the page that the provider has sent the customer back to
 * @throws Problem Forbidden when the address was not made for this payment, Conflict when the customer
 *   is not done, Declined when the payment failed or was canceled
 */
export async function finalizePayment(
  service: Service,
  returnUrl: string,
): Promise<OrderResult | PaymentChangeResult> {
  const { transactionId, secret } = readKeys(returnUrl);
  if (transactionId === undefined || secret === undefined) {
    throw invalid(
      'returnUrl',
      'has no transactionId and secret. Call finalize on the page that the provider returns to (providerReturnUrl), with its query unchanged.',
    );
  }
  const { state, reference } = service.transaction((tx) => {
    const payment = tx.interactivePayments.get(transactionId);
    const right = timingSafeEqual(secret, payment?.Secret ?? 'no such payment: never equal');
    if (payment?.Secret === undefined || !right) {
      throw new Problem(
        'Forbidden',
        'PermissionDenied',
        'transactionId and secret of this URL do not match. Use the URL exactly as the provider sent it.',
      );
    }
    return {
      state: payment.State,
      reference: tx.paymentTransactions.get(payment.Id)?.ProviderTransactionId ?? '',
    };
  });
  const answer = state === 'AtProvider' ? service.providers.getResult(reference) : undefined;
  if (state === 'AtProvider' && answer === undefined) {
    throw conflict("The customer has not finished on the provider's page.");
  }
  if (answer !== undefined) await settle(service, transactionId, answer);
  return service.transaction((tx) => getResult(tx, transactionId));
}
