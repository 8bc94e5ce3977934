/** A receipt with all the fields that its store wants. */
export type Receipt =
  | { readonly Type: 'AppleIap'; readonly AppleIapReceipt: string }
  | {
      readonly Type: 'GoogleIap';
      readonly GoogleIapPackageName: string;
      readonly GoogleIapSubscriptionId: string;
      readonly GoogleIapToken: string;
    }
  | { readonly Type: 'AmazonIap'; readonly AmazonIapReceiptId: string; readonly AmazonIapUserId: string };

/** The unparsed response of a store, or the lack of one. */
export type StoreAnswer =
  | { readonly Outcome: 'Answered'; readonly Status: number; readonly Body: string }
  | { readonly Outcome: 'Unreachable' | 'TimedOut' };

/**
 * The stores, as the service sees them: each verifies receipts and responds in its own format. A call may respond at
 * once or later.
 */
export interface AppStores {
  verify(receipt: Receipt): StoreAnswer | Promise<StoreAnswer>;
}
