import { pauseTasks } from './contracts/contract-pause.ts';
import { escalationTasks } from './contracts/dunning.ts';
import { lifecycleTasks } from './contracts/lifecycle.ts';
import { orderTasks } from './orders/order-decisions.ts';
import { collectionTasks } from './payments/collection-of-payments.ts';
import { cardExpiryTasks } from './payments/payment-methods.ts';
import { preauthorizationTasks } from './payments/preauthorizations.ts';
import type { DomainTaskHandlers } from './records/service.ts';
import { STORE_CHECK } from './records/store-links.ts';
import { payOutTasks } from './reversals/credit-payout.ts';

/** Everything of the domain that happens by itself, by task type. */
export const taskHandlers: DomainTaskHandlers = {
  ...lifecycleTasks,
  ...pauseTasks,
  ...orderTasks,
  ...collectionTasks,
  ...escalationTasks,
  ...cardExpiryTasks,
  ...payOutTasks,
  ...preauthorizationTasks,
  // Loaded with the first check of an app store's contract.
  [STORE_CHECK]:
    (_tx, { key }) =>
    async (service) => {
      const { recheck } = await import('./stores/store-contracts.ts');
      await recheck(service, key);
    },
};
