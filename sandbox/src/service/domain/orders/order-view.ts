import type { Order } from '../../model/order.ts';
import { defined } from '../basics/defined.ts';
import { contractView } from '../contracts/contract-view.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';

/** Returns the order as the API shows it: with its contract, and the new customer as entered. */
export function orderView(tx: Tx, record: OrderRecord): Order {
  const { Status, ContractId, Ordered } = record;
  const contract = Status === 'Completed' ? tx.contracts.get(ContractId) : Ordered.Contract;
  return Object.assign({}, record, {
    // JSON omits undefined values.
    Ordered: undefined,
    Customer: Ordered.Customer === undefined ? undefined : { ...usual, ...defined(Ordered.Customer) },
    Contract: contract === undefined ? undefined : contractView(tx, contract),
  });
}

/** Fields that clients read without checking whether they are present. */
const usual = {
  CustomFields: {},
  DefaultBearerMedium: 'Email',
  CustomerType: 'Consumer',
  Hidden: false,
} as const;
