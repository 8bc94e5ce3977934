import type { StoreType } from '../../model/statuses.ts';
import { findStoreLink } from '../records/store-links.ts';
import type { ExternalSubscription } from '../records/stores.ts';
import type { Tx } from '../records/tx.ts';
import { attach, followStore } from './store-contracts.ts';
import type { SeenSubscription } from './store-verdict.ts';

/** The link of a subscription to its contract, or that of the one that it replaced. */
export function followedLink(
  tx: Tx,
  type: StoreType,
  seen: SeenSubscription,
): ExternalSubscription | undefined {
  return (
    findStoreLink(tx, type, seen.Id) ??
    (seen.Replaces === undefined ? undefined : findStoreLink(tx, type, seen.Replaces))
  );
}

/**
 * Updates the contract of a subscription. A purchase that replaces another one continues the contract of that one.
 *
 * @returns the link of the subscription; `undefined` if no contract follows it
 */
export function takeOver(tx: Tx, type: StoreType, seen: SeenSubscription): ExternalSubscription | undefined {
  const own = findStoreLink(tx, type, seen.Id);
  if (own !== undefined) {
    if (own.ReplacedBy === undefined) followStore(tx, own, seen);
    return findStoreLink(tx, type, seen.Id);
  }
  const replaced = followedLink(tx, type, seen);
  if (replaced === undefined || replaced.ReplacedBy !== undefined) return undefined;
  attach(tx, replaced.ContractId, type, seen);
  // The replacing purchase belongs to the contract from the moment of the purchase.
  const link = findStoreLink(tx, type, seen.Id) as ExternalSubscription;
  followStore(tx, link, { ...seen, Since: seen.Since ?? seen.StartedAt });
  return link;
}
