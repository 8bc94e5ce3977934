import { billDuePeriod } from './contract-billing.ts';
import type { DomainTaskHandler } from './service.ts';

/** Everything of the domain that happens by itself, by task type. */
export const taskHandlers: { readonly [type: string]: DomainTaskHandler } = {
  'order-expiry': (tx, { key }) => {
    const order = tx.orders.get(key);
    if (order !== undefined && order.Status !== 'Completed')
      tx.orders.replace({ ...order, Status: 'Expired' });
    return undefined;
  },
  lifecycle: (tx, { key }) => {
    const contract = tx.contracts.get(key);
    if (contract !== undefined) billDuePeriod(tx, contract);
    return undefined;
  },
};
