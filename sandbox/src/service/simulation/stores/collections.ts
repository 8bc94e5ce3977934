import type { Receipt } from '../../domain/basics/app-stores.ts';
import type { StoreState } from '../../domain/records/stores.ts';
import type { Tx } from '../../domain/records/tx.ts';
import type { Period } from '../../model/fields.ts';
import type { StoreType } from '../../model/statuses.ts';
import { define } from '../../state/collection.ts';
import type { Collections } from '../../state/state.ts';

/** One paid period or trial of a subscription, as the store booked it. Instants are epoch milliseconds. */
export interface StorePurchase {
  /** The store's id of the transaction. */
  readonly Id: string;
  readonly ProductId: string;
  readonly From: number;
  readonly Until: number;
  readonly Trial: boolean;
  /** When the store canceled it. */
  readonly CanceledAt?: number;
  /** Whether it was canceled because the customer changed to another product. */
  readonly Upgraded?: boolean;
}

/** A subscription in the books of a store. Instants are epoch milliseconds. */
export interface StoreSubscription {
  /** The external subscription id: original transaction, purchase token, or receipt id. */
  readonly Id: string;
  readonly Type: StoreType;
  /** The token or receipt for queries; a receipt of AppleIap covers several subscriptions. */
  readonly Receipt: Receipt;
  /** Bundle or package of the app that sold it. */
  readonly App: string;
  readonly Environment: 'Sandbox' | 'Production';
  readonly ProductId: string;
  readonly Period: Period;
  readonly Status: StoreState;
  readonly InTrial: boolean;
  readonly StartedAt: number;
  /** The paid periods are counted from here, to keep the day of the month. */
  readonly Anchor: number;
  /** Number of paid periods since the anchor. */
  readonly Periods: number;
  /** End of the last paid period. */
  readonly PaidUntil: number;
  /** The customer wants it to renew. */
  readonly AutoRenew: boolean;
  /** The next renewals cannot be charged. */
  readonly RenewalFails: boolean;
  /** The product from the next renewal on. */
  readonly NextProductId?: string;
  /** End of the grace period, kept after it has passed. */
  readonly GraceUntil?: number;
  /** The end of a grace period, of the store's retries, or of a pause. */
  readonly WaitsUntil?: number;
  /** When it ended, or when the customer canceled it. */
  readonly CanceledAt?: number;
  /** The app has confirmed the purchase; the store revokes an unconfirmed one after three days. */
  readonly Acknowledged: boolean;
  /** Ids of the purchase that this one replaced, and of the one that replaced it. */
  readonly Replaces?: string;
  readonly ReplacedBy?: string;
  /** Oldest first. */
  readonly Purchases: readonly StorePurchase[];
}

/** A simulated failure of a store. */
export interface StoreFault {
  /** The store's type. */
  readonly Id: StoreType;
  readonly Fault: 'Down' | 'Unreachable' | 'Slow' | 'Malformed' | 'TooManyRequests';
  /** Delay of a slow store in milliseconds of real time. */
  readonly DelayMs: number;
  /** Remaining number of requests; if omitted, until it is removed. */
  readonly Times?: number;
}

/** The text that identifies a receipt in an index: the part that the store looks up. */
export function receiptKey(receipt: Receipt): string {
  switch (receipt.Type) {
    case 'AppleIap':
      return `AppleIap/${receipt.AppleIapReceipt}`;
    case 'GoogleIap':
      return `GoogleIap/${receipt.GoogleIapToken}`;
    case 'AmazonIap':
      return `AmazonIap/${receipt.AmazonIapReceiptId}`;
  }
}

export const storeCollections = {
  storeSubscriptions: define<StoreSubscription>()({
    indexes: {
      Type: (subscription) => subscription.Type,
      Receipt: (subscription) => receiptKey(subscription.Receipt),
    },
  }),
  storeFaults: define<StoreFault>()({}),
} as const;

/** The service's documents and the stores' own. */
export type StoreTx = Tx & Collections<typeof storeCollections>;
