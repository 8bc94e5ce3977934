import type { Receipt } from '../../domain/basics/app-stores.ts';
import { isOver } from '../../domain/records/stores.ts';
import { DAY_MS } from '../../model/milliseconds.ts';
import type { StoreSubscription, StoreTx } from './collections.ts';
import { accessUntil } from './subscription-life.ts';

type GoogleReceipt = Extract<Receipt, { Type: 'GoogleIap' }>;

/** Milliseconds after which the store forgets an ended purchase. */
const FORGOTTEN_AFTER = 60 * DAY_MS;

/** The store's response to a purchase token: a status and a body. */
export function googleAnswer(
  tx: StoreTx,
  receipt: GoogleReceipt,
  subscription: StoreSubscription | undefined,
): { readonly status: number; readonly body: object } {
  if (receipt.GoogleIapPackageName !== tx.account.StoreApp) {
    return failure(
      403,
      'permissionDenied',
      'The current user has insufficient permissions to perform the requested operation.',
    );
  }
  if (!/^[A-Za-z0-9._-]+$/.test(receipt.GoogleIapToken)) return failure(400, 'invalid', 'Invalid Value');
  if (subscription === undefined) {
    return failure(404, 'purchaseTokenNotFound', 'The purchase token was not found.');
  }
  if (subscription.ProductId !== receipt.GoogleIapSubscriptionId) {
    return failure(
      400,
      'purchaseTokenDoesNotMatchSubscriptionId',
      'The purchase token does not match the subscription ID.',
    );
  }
  const expiry = expiryTime(subscription);
  if (isOver(subscription.Status) && expiry + FORGOTTEN_AFTER <= tx.now) {
    return failure(
      410,
      'subscriptionPurchaseNoLongerAvailable',
      'The subscription purchase is no longer available for query because it has been expired for too long.',
    );
  }
  return {
    status: 200,
    body: {
      kind: 'subscriptionPurchase',
      startTimeMillis: String(subscription.StartedAt),
      expiryTimeMillis: String(expiry),
      autoRenewing: subscription.AutoRenew && !isOver(subscription.Status),
      priceCurrencyCode: tx.account.Currency,
      countryCode: tx.account.Country,
      orderId: `ORDER-${subscription.Purchases[0]?.Id}${subscription.Purchases.length > 1 ? `..${subscription.Purchases.length - 2}` : ''}`,
      acknowledgementState: subscription.Acknowledged ? 1 : 0,
      ...(subscription.Environment === 'Sandbox' ? { purchaseType: 0 } : {}),
      ...paymentState(subscription),
      ...cancellation(subscription),
      ...(subscription.Status === 'Paused' ? { autoResumeTimeMillis: String(subscription.WaitsUntil) } : {}),
      ...(subscription.Replaces === undefined ? {} : { linkedPurchaseToken: subscription.Replaces }),
    },
  };
}

/** In the grace period, the store itself extends the expiry. */
function expiryTime(subscription: StoreSubscription): number {
  return isOver(subscription.Status) && subscription.CanceledAt !== undefined
    ? Math.min(accessUntil(subscription), subscription.CanceledAt)
    : accessUntil(subscription);
}

/** Absent in a canceled or ended subscription, as in the store's real responses. */
function paymentState({ Status, NextProductId }: StoreSubscription): { paymentState?: number } {
  if (Status === 'Trial') return { paymentState: 2 };
  if (Status === 'Grace' || Status === 'BillingRetry') return { paymentState: 0 };
  if (Status === 'Active' && NextProductId !== undefined) return { paymentState: 3 };
  return Status === 'Active' || Status === 'Paused' ? { paymentState: 1 } : {};
}

function cancellation(subscription: StoreSubscription): object {
  switch (subscription.Status) {
    case 'Canceled':
      return { cancelReason: 0, userCancellationTimeMillis: String(subscription.CanceledAt) };
    case 'Expired':
      return { cancelReason: subscription.RenewalFails ? 1 : 0 };
    case 'Refunded':
      return { cancelReason: 3 };
    case 'Revoked':
      return { cancelReason: 3 };
    case 'Upgraded':
      return { cancelReason: 2 };
    default:
      return {};
  }
}

function failure(status: number, reason: string, message: string): { status: number; body: object } {
  return {
    status,
    body: { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } },
  };
}
