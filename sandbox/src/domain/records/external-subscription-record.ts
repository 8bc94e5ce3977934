import type { Receipt, StoreType } from '../app-stores.ts';
import type { StoreState } from './store-states.ts';

/** A store's subscription that a contract follows. */
export interface ExternalSubscription {
  /** Store and external subscription id, `AppleIap/2000000123456789`: unique, so that one purchase makes one contract. */
  readonly Id: string;
  readonly Type: StoreType;
  readonly ExternalId: string;
  readonly ContractId: string;
  readonly ProductId: string;
  /** With what the store is asked again. */
  readonly Receipt: Receipt;
  /** What the store said last. */
  readonly State: StoreState;
  /** Epoch milliseconds of the last answer of the store. */
  readonly CheckedAt: number;
  /** Epoch milliseconds since when it has been over. */
  readonly OverSince?: number;
  /** Id of the one that took its place in the contract. */
  readonly ReplacedBy?: string;
}

export function externalId(type: StoreType, id: string): string {
  return `${type}/${id}`;
}
