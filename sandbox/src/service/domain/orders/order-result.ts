import type { OrderResult } from '../../model/order.ts';
import type { OrderRecord } from '../records/orders.ts';

/** The order in ClientLib's format: created and waiting for its payment. */
export const orderResult = (order: OrderRecord): OrderResult => ({
  OrderId: order.Id,
  ContractId: order.ContractId,
  CustomerId: order.CustomerId,
  GrossTotal: order.TotalGross,
  Currency: order.Currency,
  OrderStatus: order.Status,
});

/**
 * Returns the result of a pay call: `PaymentPending` even if the payment has just succeeded, because the webhook
 * reports the outcome (spec: Order status values).
 */
export const payResult = (order: OrderRecord): OrderResult => ({
  ...orderResult(order),
  OrderStatus: 'PaymentPending',
});
