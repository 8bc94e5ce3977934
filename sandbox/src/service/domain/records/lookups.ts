import { conflict, notFound } from '../basics/problem.ts';
import type { ContractRecord } from './contracts.ts';
import type { OrderRecord } from './orders.ts';
import type { Tx } from './tx.ts';
import type { WebhookRecord } from './webhooks.ts';

/** @throws Problem NotFound */
export function getContract(tx: Tx, id: string): ContractRecord {
  const contract = tx.contracts.get(id);
  if (contract === undefined) throw notFound('contract', id);
  return contract;
}

/** @throws Problem NotFound */
export function getOrder(tx: Tx, id: string): OrderRecord {
  const order = tx.orders.get(id);
  if (order === undefined) throw notFound('order', id);
  return order;
}

/** @throws Problem NotFound */
export function getWebhook(tx: Tx, id: string): WebhookRecord {
  const webhook = tx.webhooks.get(id);
  if (webhook === undefined) throw notFound('webhook', id);
  return webhook;
}

/** @throws Problem (409) if a contract is annulled, because it can no longer change */
export function refuseAnnulled({ Id, LifecycleStatus }: ContractRecord): void {
  if (LifecycleStatus === 'Annulled') throw conflict(`Contract ${Id} is annulled.`);
}
