import type { OrderResult, OrderStatus } from '../model/order.ts';
import type { OrderRecord } from './order-record.ts';
import { amountDue, completeOrder } from './orders.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { ChargeAnswer } from './payment-provider.ts';
import { openTransaction, setTransactionStatus } from './payment-transactions.ts';
import { conflict, notFound, Problem } from './problem.ts';
import type { Service } from './service.ts';
import type { Tx } from './tx.ts';

/** Statuses in which the customer may pay an order. An error leaves it payable (field notes 1.1). */
const PAYABLE: readonly OrderStatus[] = ['InProgress', 'PaymentPending', 'Approved', 'Failed', 'Aborted'];

/** The order, when it can be paid. @throws Problem when it does not exist or is paid, expired or not approved */
export function payableOrder(tx: Tx, orderId: string): OrderRecord {
  const order = tx.orders.get(orderId);
  if (order === undefined) throw notFound('order', orderId);
  if (order.Status === 'Completed') throw conflict(`Order ${orderId} is paid already.`, 'AlreadyExecuted');
  if (order.Status === 'ApprovalPending') {
    throw conflict(`Order ${orderId} waits for the merchant's approval (POST /api/v1/orders/${orderId}/approve).`);
  }
  if (!PAYABLE.includes(order.Status)) throw conflict(`Order ${orderId} is ${order.Status} and cannot be paid.`);
  return order;
}

/**
 * Pays an order with a customer at the screen. The service asks the provider between two transactions; a refusal leaves
 * the order payable.
 *
 * @returns the order result; `OrderStatus` is `PaymentPending` even where the payment has just succeeded: the webhook
 *   tells the outcome (spec: Order status values)
 * @throws Problem `Declined` when the provider refuses
 */
export async function payOrder(
  service: Service,
  orderId: string,
  methodOf: (tx: Tx, order: OrderRecord) => PaymentMethod,
): Promise<OrderResult> {
  const begun = service.transaction((tx) => {
    const order = payableOrder(tx, orderId);
    const method = methodOf(tx, order);
    const { amount, preauth } = amountDue(tx, order, method);
    if (method.Role === 'None' || method.Bearer === 'InvoicePayment' || amount === 0) {
      completeOrder(tx, orderId, { method });
      return { done: resultOf(order) };
    }
    tx.orders.update(orderId, { Status: 'PaymentPending' });
    const transaction = openTransaction(tx, {
      method,
      trigger: order.OrderType === 'Upgrade' ? 'Upgrade' : 'Signup',
      customerId: order.CustomerId,
      customerName: tx.customers.get(order.CustomerId)?.CustomerName ?? nameOf(order),
      contractId: order.ContractId,
      amount,
      currency: order.Currency,
      preauth,
    });
    setTransactionStatus(tx, transaction.Id, 'InProgress');
    return { order, method, transaction };
  });
  if ('done' in begun) return begun.done;

  const { order, method, transaction } = begun;
  const answer = await service.providers.charge({
    TransactionId: transaction.Id,
    Method: method,
    Amount: transaction.Amount,
    Currency: transaction.Currency,
    Preauth: transaction.Preauth,
    Recurring: false,
    Description: `Order ${orderId}`,
  });
  const result = service.transaction((tx) => applyInteractiveAnswer(tx, order, method, transaction.Id, answer));
  // Thrown after the transaction, so that the failed attempt stays recorded.
  if (answer.Outcome === 'Failed') throw new Problem('Declined', answer.ErrorCode, answer.ErrorMessage);
  return result;
}

/** Applies what a provider answered to an interactive payment. */
export function applyInteractiveAnswer(
  tx: Tx,
  order: OrderRecord,
  method: PaymentMethod,
  transactionId: string,
  answer: ChargeAnswer,
): OrderResult {
  const details = { ProviderTransactionId: answer.ProviderTransactionId };
  switch (answer.Outcome) {
    case 'Failed':
      setTransactionStatus(tx, transactionId, 'Failed', {
        ...details,
        ErrorCode: answer.ErrorCode,
        ErrorMessage: answer.ErrorMessage,
      });
      tx.orders.update(order.Id, { Status: 'InProgress' });
      tx.emit({
        Event: 'PaymentFailed',
        EntityId: tx.account.Id,
        OrderId: order.Id,
        PaymentTransactionId: transactionId,
      });
      return { ...resultOf(order), OrderStatus: 'Failed' };
    case 'Redirect':
      setTransactionStatus(tx, transactionId, 'RedirectUrlPrepared', details);
      return { OrderId: order.Id, GrossTotal: order.TotalGross, Currency: order.Currency, OrderStatus: 'PaymentPending', Url: answer.Url };
    default: {
      const transaction = setTransactionStatus(
        tx,
        transactionId,
        answer.Outcome === 'Succeeded' ? 'Succeeded' : 'Pending',
        details,
      );
      const token = answer.Outcome === 'Succeeded' ? answer.Token : undefined;
      completeOrder(tx, order.Id, {
        method: {
          ...method,
          ...(answer.Shown === undefined ? {} : { Shown: answer.Shown }),
          ...(token === undefined ? {} : { Token: token }),
        },
        transaction,
      });
      return resultOf(order);
    }
  }
}

function resultOf(order: OrderRecord): OrderResult {
  return {
    OrderId: order.Id,
    ContractId: order.ContractId,
    CustomerId: order.CustomerId,
    GrossTotal: order.TotalGross,
    Currency: order.Currency,
    OrderStatus: 'PaymentPending',
  };
}

function nameOf(order: OrderRecord): string {
  const customer = order.Ordered.Customer;
  return customer?.CompanyName ?? [customer?.FirstName, customer?.LastName].filter(Boolean).join(' ');
}
