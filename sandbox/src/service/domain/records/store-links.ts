import type { StoreType } from '../../model/statuses.ts';
import { type ExternalSubscription, externalId } from './stores.ts';
import type { Tx } from './tx.ts';

/** The type of the store check task; its key is the id of the contract. */
export const STORE_CHECK = 'store-check';

/** The subscription that a contract follows now. */
export function followedBy(tx: Tx, contractId: string): ExternalSubscription | undefined {
  return tx.externalSubscriptions.find({
    where: { ContractId: contractId },
    match: (one) => one.ReplacedBy === undefined,
  });
}

/** The stored subscription, if a contract exists for it. An annulled contract counts as nonexistent. */
export function findStoreLink(tx: Tx, type: StoreType, id: string): ExternalSubscription | undefined {
  const link = tx.externalSubscriptions.get(externalId(type, id));
  const contract = tx.contracts.get(link?.ContractId);
  return contract === undefined || contract.LifecycleStatus === 'Annulled' ? undefined : link;
}
