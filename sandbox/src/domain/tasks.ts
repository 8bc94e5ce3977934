import { collectionTasks } from './collection-of-payments.ts';
import { escalationTasks } from './dunning.ts';
import { lifecycleTasks } from './lifecycle.ts';
import { orderTasks } from './order-decisions.ts';
import { cardExpiryTasks } from './payment-methods.ts';
import type { DomainTaskHandler } from './service.ts';
import { storeTasks } from './store-contracts.ts';

/** Everything of the domain that happens by itself, by task type. */
export const taskHandlers: { readonly [type: string]: DomainTaskHandler } = {
  ...lifecycleTasks,
  ...orderTasks,
  ...collectionTasks,
  ...escalationTasks,
  ...cardExpiryTasks,
  ...storeTasks,
};
