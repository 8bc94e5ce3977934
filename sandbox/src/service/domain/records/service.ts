import type { AppStores } from '../basics/app-stores.ts';
import type { PaymentProviders } from './payment-provider.ts';
import type { TaskType } from './tasks.ts';
import type { Tx } from './tx.ts';

/**
 * The dependencies of flows that wait for the outside world: a transaction before, one after, and the provider or store
 * to call in between.
 */
export interface Service {
  transaction<R>(work: (tx: Tx) => R): R;
  readonly providers: PaymentProviders;
  readonly stores: AppStores;
}

/**
 * Handles a due task: the work runs in the task's own transaction; a returned function runs after it, may call the
 * outside world, and is awaited before the next task.
 */
export type DomainTaskHandlers = { readonly [type in TaskType]?: DomainTaskHandler };

export type DomainTaskHandler = (
  tx: Tx,
  task: { readonly key: string; readonly data: { readonly [field: string]: string | number | boolean } },
) => undefined | ((service: Service) => Promise<void>);
