import type { OrderCart } from '../../model/order.ts';
import type { StoreType } from '../../model/statuses.ts';
import { conflict, invalid, type Problem } from '../basics/problem.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

// spec: IAP orders 3: subscriptions of different stores, and non-store ones, are kept in separate contracts.

/**
 * Refuses an order with a cart that concerns a store: its subscriptions are bought, changed and extended there.
 *
 * @throws Problem Invalid with the reason
 */
export function refuseStoreByCart(tx: Tx, cart: OrderCart, contract: ContractRecord | undefined): void {
  if (contract?.Store !== undefined) {
    throw separated(
      'ContractId',
      `contract ${contract.Id} has a subscription of the store ${contract.Store}. It cannot be changed to ` +
        'a plan outside this store, or get components; the customer changes it in the store, and the contract follows.',
    );
  }
  const variant = tx.planVariants.get(cart.PlanVariantId);
  const store = variant === undefined ? undefined : tx.planGroups.get(variant.PlanGroupId)?.Store;
  if (store === undefined) return;
  if (contract === undefined) {
    throw separated(
      'Cart.PlanVariantId',
      `subscriptions of the store ${store} are ordered with a receipt, not with a cart.`,
    );
  }
  throw separated(
    'Cart.PlanVariantId',
    `contract ${contract.Id} has no store subscription and cannot be changed to one of the store ${store}; ` +
      'order it with its receipt, as a separate contract.',
  );
}

/**
 * Rejects a receipt for a contract with subscriptions of another store, or of none.
 *
 * @throws Problem Invalid with the reason
 */
export function refuseOtherStore(contract: ContractRecord, type: StoreType): void {
  if (contract.Store === type) return;
  throw separated(
    'ContractId',
    contract.Store === undefined
      ? `contract ${contract.Id} has no store subscription and cannot be changed to one of the store ${type}.`
      : `contract ${contract.Id} has a subscription of the store ${contract.Store} and cannot be changed to ` +
          `one of the store ${type}; omit ContractId to create a separate contract.`,
  );
}

/**
 * Refuses what only makes sense where the service bills: contracts of a store are observed.
 *
 * @param instead what to do instead, as a sentence
 * @throws Problem Conflict
 */
export function refuseObserved(contract: ContractRecord, instead: string): void {
  if (contract.Store === undefined) return;
  throw conflict(
    `Contract ${contract.Id} is a subscription of the store ${contract.Store}, which bills it. ${instead}`,
  );
}

const separated = (field: string, message: string): Problem =>
  invalid(field, message, 'InvalidPreconditions');
