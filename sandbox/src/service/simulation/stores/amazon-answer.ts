import type { Receipt } from '../../domain/basics/app-stores.ts';
import { isOver } from '../../domain/records/stores.ts';
import type { StoreSubscription, StoreTx } from './collections.ts';

type AmazonReceipt = Extract<Receipt, { Type: 'AmazonIap' }>;

/** Format of a receipt id. */
const RECEIPT_ID = /^[A-Za-z0-9:._-]+$/;

/** The store's response to a receipt and user id: a status and a body. */
export function amazonAnswer(
  tx: StoreTx,
  receipt: AmazonReceipt,
  subscription: StoreSubscription | undefined,
): { readonly status: number; readonly body: object } {
  if (!RECEIPT_ID.test(receipt.AmazonIapReceiptId) || subscription === undefined) {
    return failure(400, 'The receipt id is not valid, or no transaction was found for it.');
  }
  if (subscription.App !== tx.account.StoreApp) return failure(496, 'Invalid shared secret.');
  const known = subscription.Receipt as AmazonReceipt;
  if (known.AmazonIapUserId !== receipt.AmazonIapUserId) return failure(497, 'Invalid user id.');
  if (subscription.Status === 'Revoked') return failure(410, 'The transaction is no longer valid.');
  const { Status, GraceUntil, Period } = subscription;
  const trial = subscription.Purchases.find((purchase) => purchase.Trial);
  return {
    status: 200,
    body: {
      autoRenewing: subscription.AutoRenew && !isOver(Status),
      betaProduct: false,
      cancelDate: isOver(Status) ? subscription.CanceledAt : null,
      cancelReason: isOver(Status) ? (Status === 'Refunded' ? 2 : subscription.RenewalFails ? 0 : 1) : null,
      deferredDate: subscription.NextProductId === undefined ? null : subscription.PaidUntil,
      deferredSku: subscription.NextProductId ?? null,
      freeTrialEndDate: trial === undefined ? null : Math.min(trial.Until, trial.CanceledAt ?? trial.Until),
      fulfillmentDate: subscription.StartedAt,
      fulfillmentResult: 'FULFILLED',
      gracePeriodEndDate: GraceUntil ?? null,
      parentProductId: null,
      productId: subscription.ProductId,
      productType: 'SUBSCRIPTION',
      purchaseDate: subscription.StartedAt,
      quantity: 1,
      receiptId: subscription.Id,
      renewalDate: subscription.PaidUntil,
      term: `${Period.Quantity} ${Period.Unit}${Period.Quantity === 1 ? '' : 's'}`,
      termSku: subscription.ProductId,
      testTransaction: subscription.Environment === 'Sandbox',
    },
  };
}

function failure(status: number, message: string): { status: number; body: object } {
  return { status, body: { message, status: false } };
}
