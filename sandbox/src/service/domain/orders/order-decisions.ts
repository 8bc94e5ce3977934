import type { Contract } from '../../model/contract.ts';
import { conflict, invalid } from '../basics/problem.ts';
import { contractView } from '../contracts/contract-view.ts';
import { methodWithoutProvider } from '../payments/bearer.ts';
import { getOrder } from '../records/lookups.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { PaymentProviders } from '../records/payment-provider.ts';
import type { DomainTaskHandlers } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { completeOrder } from './order-completion.ts';
import { moveOrder, refuseStep } from './order-status.ts';

/**
 * Completes an order without the customer: on account, without payment data if the plan variant allows
 * it, or on an existing contract with its own method (field notes 2.5). In the last case the payment follows; the
 * order succeeds even if it fails later. With a provider's method the contract waits for the customer's payment data,
 * and its open amount is collected then.
 */
export function commitOrder(
  tx: Tx,
  orderId: string,
  input: { readonly PaymentMethod?: string | undefined } = {},
  providers?: Pick<PaymentProviders, 'methodWithoutData'>,
): Contract {
  const order = getOrder(tx, orderId);
  refuseStep(order, 'complete');
  // A bearer that is not tied to a medium has two names.
  const bearer = input.PaymentMethod?.replace(/^BlackLabel:/, '') || undefined;
  if (bearer === undefined) {
    if (order.OrderType === 'Upgrade') return contractView(tx, completeOrder(tx, orderId, {}));
    if (!order.AllowWithoutPaymentData) {
      throw invalid(
        'PaymentMethod',
        'a signup is committed with "InvoicePayment", or paid by the customer with ClientLib.',
      );
    }
    return commitOrder(tx, orderId, { PaymentMethod: 'None:None' });
  }
  const present = tx.paymentMethods.get(order.ContractId);
  // The customer's data is kept.
  if (present?.Bearer === bearer) return contractView(tx, completeOrder(tx, orderId, {}));
  const method = methodWithoutProvider(tx, bearer, order) ?? providers?.methodWithoutData(bearer);
  if (method === undefined) {
    throw invalid(
      'PaymentMethod',
      `"${bearer}" is not a payment method of this account; expected "InvoicePayment", "None:None" or one of a configured provider, such as "Debit:<provider>".`,
      'InvalidPaymentMethod',
    );
  }
  return contractView(tx, completeOrder(tx, orderId, { method }));
}

/** Approves an order, so that it can be paid. */
export const approveOrder = (tx: Tx, orderId: string): OrderRecord =>
  moveOrder(tx, getOrder(tx, orderId), 'approve');

export const declineOrder = (tx: Tx, orderId: string): OrderRecord =>
  moveOrder(tx, getOrder(tx, orderId), 'decline');

/** Deletes an order that was not completed. */
export function deleteOrder(tx: Tx, orderId: string): void {
  const order = getOrder(tx, orderId);
  if (order.Status === 'Completed')
    throw conflict(`Order ${orderId} is completed; it belongs to contract ${order.ContractId}.`);
  tx.unschedule('order-expiry', orderId);
  tx.orders.delete(orderId);
}

/** An order can be paid for a limited time only (account setting OrderLifetime). */
export const orderTasks: DomainTaskHandlers = {
  'order-expiry': (tx, { key }) => {
    moveOrder(tx, getOrder(tx, key), 'expire');
    return undefined;
  },
};
