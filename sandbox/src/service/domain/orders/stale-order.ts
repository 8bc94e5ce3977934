import { getContract } from '../records/lookups.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { pricedAt, pricedChange, pricedSignup } from './order-price.ts';
import { refuseChanged } from './stale-contract.ts';

/** Rejects a payment for an order that could not be billed as shown. @throws Problem Conflict */
export function refuseOutdated(tx: Tx, order: OrderRecord): void {
  if (order.OrderType === 'Upgrade') refuseChanged(tx, order, getContract(tx, order.ContractId));
  if (order.TotalGross <= 0 || pricedAt(tx, order) >= tx.now) return;
  if (order.OrderType === 'Upgrade') pricedChange(tx, order);
  else pricedSignup(tx, order);
}
