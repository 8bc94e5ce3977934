import type { StorePurchase, StoreSubscription, StoreTx } from './collections.ts';

/** The content of an AppleIap receipt; a real one is signed by the store. */
export interface AppleReceiptContent {
  /** The customer's account in the store. */
  readonly Account: string;
  readonly BundleId: string;
  readonly Environment: 'Sandbox' | 'Production';
}

/** A receipt in the app's format: Base64, like a real one. */
export function appleReceipt(content: AppleReceiptContent): string {
  return btoa(asciiJson(content));
}

/** JSON in ASCII, as Base64 requires: every other character is escaped. */
function asciiJson(content: object): string {
  return JSON.stringify(content).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function decodeReceipt(receipt: string): AppleReceiptContent | undefined {
  try {
    const content = JSON.parse(atob(receipt)) as Partial<AppleReceiptContent>;
    return typeof content.Account === 'string' ? (content as AppleReceiptContent) : undefined;
  } catch {
    return undefined;
  }
}

const isBase64 = (text: string) => text !== '' && /^[A-Za-z0-9+/]+=*$/.test(text);

/** The store's response to a receipt: always HTTP 200, with the verdict in `status`. */
export function appleAnswer(
  tx: StoreTx,
  receipt: string,
  subscriptions: readonly StoreSubscription[],
): object {
  if (!isBase64(receipt)) return { status: 21002 };
  const content = decodeReceipt(receipt);
  if (content === undefined) return { status: 21003 };
  if (content.Environment !== tx.account.Environment) {
    return { status: tx.account.Environment === 'Production' ? 21007 : 21008 };
  }
  if (subscriptions.length === 0) return { status: 21010 };
  const transactions = subscriptions
    .flatMap((subscription) =>
      subscription.Purchases.map((purchase) => ({ subscription, purchase })).reverse(),
    )
    .sort((a, b) => b.purchase.From - a.purchase.From)
    .map(({ subscription, purchase }) => transactionShown(subscription, purchase));
  return {
    status: 0,
    environment: content.Environment,
    receipt: {
      receipt_type: content.Environment === 'Production' ? 'Production' : 'ProductionSandbox',
      bundle_id: content.BundleId,
      application_version: '1',
      ...dates('request_date', tx.now),
      in_app: transactions,
    },
    latest_receipt: receipt,
    latest_receipt_info: transactions,
    pending_renewal_info: subscriptions.map((subscription) => renewalShown(subscription)),
  };
}

function transactionShown(subscription: StoreSubscription, purchase: StorePurchase): object {
  return {
    quantity: '1',
    product_id: purchase.ProductId,
    transaction_id: purchase.Id,
    original_transaction_id: subscription.Id,
    ...dates('purchase_date', purchase.From),
    ...dates('original_purchase_date', subscription.StartedAt),
    ...dates('expires_date', purchase.Until),
    is_trial_period: String(purchase.Trial),
    is_in_intro_offer_period: 'false',
    in_app_ownership_type: subscription.Status === 'Revoked' ? 'FAMILY_SHARED' : 'PURCHASED',
    subscription_group_identifier: subscription.Id.slice(-8),
    ...(purchase.CanceledAt === undefined
      ? {}
      : { ...dates('cancellation_date', purchase.CanceledAt), cancellation_reason: '0' }),
    ...(purchase.Upgraded === true ? { is_upgraded: 'true' } : {}),
  };
}

function renewalShown(subscription: StoreSubscription): object {
  const { Status, GraceUntil } = subscription;
  const waits = Status === 'Grace' || Status === 'BillingRetry';
  return {
    original_transaction_id: subscription.Id,
    product_id: subscription.ProductId,
    auto_renew_product_id: subscription.NextProductId ?? subscription.ProductId,
    auto_renew_status: subscription.AutoRenew ? '1' : '0',
    ...(waits || Status === 'Expired' ? { is_in_billing_retry_period: waits ? '1' : '0' } : {}),
    ...(Status === 'Expired' || Status === 'BillingRetry'
      ? { expiration_intent: subscription.RenewalFails ? '2' : '1' }
      : {}),
    ...(GraceUntil === undefined ? {} : dates('grace_period_expires_date', GraceUntil)),
  };
}

/** A date in two of the store's three formats: text and milliseconds. */
function dates(field: string, at: number): { [name: string]: string } {
  const text = new Date(at).toISOString();
  return { [field]: `${text.slice(0, 10)} ${text.slice(11, 19)} Etc/GMT`, [`${field}_ms`]: String(at) };
}
