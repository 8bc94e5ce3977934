import type { Receipt } from '../../domain/basics/app-stores.ts';
import { invalid } from '../../domain/basics/problem.ts';
import { zoneCalendar } from '../../domain/pricing/periods.ts';
import { isOver, isRunning, possibleStates, type StoreState } from '../../domain/records/stores.ts';
import type { Period } from '../../model/fields.ts';
import type { StoreType } from '../../model/statuses.ts';
import type { StorePurchase, StoreSubscription, StoreTx } from './collections.ts';

/** The type of the task that runs the life of a subscription; its key is the subscription's id. */
export const STORE_LIFE = 'store-subscription';

/** The automatic tasks of subscriptions. */
export const storeLifeTasks = {
  [STORE_LIFE]: (tx: StoreTx, { key }: { readonly key: string }): undefined => {
    liveOn(tx, key);
  },
};

/** How the stores treat a renewal that cannot be charged. */
const failedRenewal: {
  readonly [type in StoreType]: { readonly Grace: Period; readonly Retry: Period };
} = {
  AppleIap: { Grace: { Unit: 'Day', Quantity: 16 }, Retry: { Unit: 'Day', Quantity: 44 } },
  GoogleIap: { Grace: { Unit: 'Day', Quantity: 7 }, Retry: { Unit: 'Day', Quantity: 30 } },
  AmazonIap: { Grace: { Unit: 'Day', Quantity: 7 }, Retry: { Unit: 'Day', Quantity: 0 } },
};

const PAUSE: Period = { Unit: 'Month', Quantity: 1 };
/** GoogleIap revokes a purchase that no app has acknowledged. */
const ACKNOWLEDGE_WITHIN: Period = { Unit: 'Day', Quantity: 3 };
const MONTH: Period = { Unit: 'Month', Quantity: 1 };
/** The stores include only the newest purchases in their responses. */
const PURCHASES_KEPT = 100;

/** The stores use universal time. */
const calendar = zoneCalendar('UTC');

/** A purchase in the app. */
export interface Purchase {
  readonly Receipt: Receipt;
  readonly App: string;
  readonly Environment: 'Sandbox' | 'Production';
  readonly ProductId: string;
  /** Length of the period. Default: that of the plan variant with this store product. */
  readonly Period?: Period | undefined;
  readonly Trial?: Period | undefined;
  readonly Acknowledged?: boolean | undefined;
  readonly Replaces?: string | undefined;
}

/** Buys a subscription now. @returns the subscription, with its tasks scheduled */
export function buySubscription(tx: StoreTx, purchase: Purchase): StoreSubscription {
  const { Receipt: receipt, Trial, ProductId } = purchase;
  // A single instant for all steps, even while the clock runs.
  const { now } = tx;
  const Period = purchase.Period ?? productPeriod(tx, ProductId);
  const PaidUntil = calendar.add(now, Trial ?? Period);
  const subscription: StoreSubscription = {
    Id: purchaseId(tx, receipt),
    Type: receipt.Type,
    Receipt: receipt,
    App: purchase.App,
    Environment: purchase.Environment,
    ProductId,
    Period,
    Status: Trial === undefined ? 'Active' : 'Trial',
    InTrial: Trial !== undefined,
    StartedAt: now,
    Anchor: Trial === undefined ? now : PaidUntil,
    Periods: Trial === undefined ? 1 : 0,
    PaidUntil,
    AutoRenew: true,
    RenewalFails: false,
    Acknowledged: receipt.Type !== 'GoogleIap' || (purchase.Acknowledged ?? true),
    ...(purchase.Replaces === undefined ? {} : { Replaces: purchase.Replaces }),
    Purchases: [purchased(tx, ProductId, now, PaidUntil, Trial !== undefined)],
  };
  tx.storeSubscriptions.insert(subscription);
  plan(tx, subscription);
  return subscription;
}

/** The period of a store product: that of its plan variant, or a month. */
function productPeriod(tx: StoreTx, productId: string): Period {
  return tx.planVariants.find({ where: { StoreProductId: productId } })?.BillingPeriod ?? MONTH;
}

function purchaseId(tx: StoreTx, receipt: Receipt): string {
  if (receipt.Type === 'GoogleIap') return receipt.GoogleIapToken;
  if (receipt.Type === 'AmazonIap') return receipt.AmazonIapReceiptId;
  return transactionId(tx);
}

function transactionId(tx: StoreTx): string {
  return `2000000${String(tx.random.below(1_000_000_000)).padStart(9, '0')}`;
}

function purchased(
  tx: StoreTx,
  ProductId: string,
  From: number,
  Until: number,
  Trial: boolean,
): StorePurchase {
  return { Id: transactionId(tx), ProductId, From, Until, Trial };
}

/** The end of the customer's access. */
export function accessUntil(subscription: StoreSubscription): number {
  return Math.max(subscription.PaidUntil, subscription.GraceUntil ?? 0);
}

/** Performs what is due for a subscription: a renewal, or the end of a grace period, of the retries or of a pause. */
export function liveOn(tx: StoreTx, id: string): void {
  const subscription = tx.storeSubscriptions.get(id);
  if (subscription === undefined || isOver(subscription.Status)) return;
  const confirmBy = acknowledgeBy(subscription);
  if (confirmBy !== undefined && confirmBy <= tx.now) {
    end(tx, subscription, 'Refunded', tx.now);
    return;
  }
  if (subscription.Status === 'Canceled') end(tx, subscription, 'Expired', subscription.PaidUntil);
  else if (subscription.Status === 'Paused') renew(tx, subscription, tx.now);
  else if (subscription.Status === 'BillingRetry')
    end(tx, subscription, 'Expired', accessUntil(subscription));
  else if (subscription.Status === 'Grace') loseAccess(tx, subscription);
  else if (subscription.RenewalFails) fail(tx, subscription);
  else renew(tx, subscription, subscription.PaidUntil);
}

/** Charges the next period, for the next product if one is selected. */
function renew(tx: StoreTx, subscription: StoreSubscription, from: number): StoreSubscription {
  const { NextProductId, WaitsUntil, GraceUntil, CanceledAt, ...rest } = subscription;
  if (NextProductId !== undefined && subscription.Type === 'GoogleIap') {
    return replacePurchase(tx, subscription, NextProductId);
  }
  const ProductId = NextProductId ?? rest.ProductId;
  const Period = NextProductId === undefined ? rest.Period : productPeriod(tx, NextProductId);
  const runsOn = from === rest.PaidUntil && !rest.InTrial && NextProductId === undefined;
  const Anchor = runsOn ? rest.Anchor : from;
  const Periods = runsOn ? rest.Periods + 1 : 1;
  const PaidUntil = calendar.boundary({ anchor: Anchor, period: Period }, Periods);
  return keep(tx, {
    ...rest,
    ProductId,
    Period,
    Status: 'Active',
    InTrial: false,
    AutoRenew: true,
    RenewalFails: false,
    Anchor,
    Periods,
    PaidUntil,
    Purchases: [...rest.Purchases, purchased(tx, ProductId, from, PaidUntil, false)].slice(-PURCHASES_KEPT),
  });
}

/** Handles a failed renewal: the customer keeps access for the grace period. */
function fail(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  const until = calendar.add(subscription.PaidUntil, failedRenewal[subscription.Type].Grace);
  return keep(tx, {
    ...subscription,
    Status: 'Grace',
    InTrial: false,
    RenewalFails: true,
    GraceUntil: until,
    WaitsUntil: until,
  });
}

/** Ends the grace period: the store retries for a while, or ends the subscription. */
function loseAccess(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  const from = accessUntil(subscription);
  if (!possibleStates(subscription.Type).includes('BillingRetry'))
    return end(tx, subscription, 'Expired', from);
  const WaitsUntil = calendar.add(from, failedRenewal[subscription.Type].Retry);
  return keep(tx, {
    ...subscription,
    Status: 'BillingRetry',
    InTrial: false,
    RenewalFails: true,
    WaitsUntil,
  });
}

function end(
  tx: StoreTx,
  subscription: StoreSubscription,
  status: StoreState,
  at: number,
): StoreSubscription {
  const { WaitsUntil, NextProductId, ...rest } = subscription;
  const taken = status === 'Refunded' || status === 'Revoked';
  return keep(tx, {
    ...rest,
    Status: status,
    InTrial: false,
    AutoRenew: false,
    CanceledAt: at,
    ...(taken ? { Purchases: changedLast(rest.Purchases, { CanceledAt: at }) } : {}),
  });
}

function changedLast(purchases: readonly StorePurchase[], change: Partial<StorePurchase>): StorePurchase[] {
  const last = purchases.at(-1) as StorePurchase;
  return [...purchases.slice(0, -1), { ...last, ...change }];
}

/** Ends access now, which shortens the paid period. */
function cut(subscription: StoreSubscription, at: number): StoreSubscription {
  const { GraceUntil } = subscription;
  const last = subscription.Purchases.at(-1) as StorePurchase;
  return {
    ...subscription,
    PaidUntil: Math.min(subscription.PaidUntil, at),
    ...(GraceUntil === undefined ? {} : { GraceUntil: Math.min(GraceUntil, at) }),
    Purchases: changedLast(subscription.Purchases, { Until: Math.min(last.Until, at) }),
  };
}

/**
 * Sets the state of a subscription now, as the customer, the merchant or the store would.
 *
 * @param until end of a grace period, of the store's retries, or of a pause
 * @throws Problem Invalid for a state that the store does not have or that cannot be reached from the current one
 */
export function forceState(
  tx: StoreTx,
  subscription: StoreSubscription,
  state: StoreState,
  until?: number | undefined,
): StoreSubscription {
  const { Type, Status } = subscription;
  if (!possibleStates(Type).includes(state)) {
    throw invalid('Status', `${Type} has no state ${state}; expected ${possibleStates(Type).join(', ')}.`);
  }
  if (Status === 'Upgraded') {
    throw invalid('Status', `the purchase was replaced by ${subscription.ReplacedBy}; change that one.`);
  }
  if (state !== 'Active' && state !== Status && isOver(Status)) {
    throw invalid(
      'Status',
      `the subscription has ended (${Status}); set Active first, which makes a new purchase.`,
    );
  }
  switch (state) {
    case 'Active':
      return activate(tx, subscription);
    case 'Trial':
      if (Status === 'Trial') return subscription;
      if (subscription.InTrial) return keep(tx, { ...withoutCancellation(subscription), Status: 'Trial' });
      throw invalid('Status', 'a trial starts with the purchase: create a receipt with Trial.');
    case 'Canceled':
      if (Status === 'Canceled') return subscription;
      if (!isRunning(Status))
        throw invalid('Status', `the subscription is ${Status}; only an active one can be canceled.`);
      if (Status === 'Grace') return end(tx, cut(subscription, tx.now), 'Expired', tx.now);
      return keep(tx, { ...subscription, Status: 'Canceled', AutoRenew: false, CanceledAt: tx.now });
    case 'Grace':
      if (!isRunning(Status))
        throw invalid('Status', `the subscription is ${Status}; only an active one can have a grace period.`);
      return waiting(tx, fail(tx, interrupted(tx, subscription)), until);
    case 'BillingRetry':
      return waiting(tx, loseAccess(tx, interrupted(tx, subscription)), until);
    case 'Paused':
      return waiting(
        tx,
        keep(tx, {
          ...interrupted(tx, subscription),
          Status: 'Paused',
          InTrial: false,
          WaitsUntil: calendar.add(tx.now, PAUSE),
        }),
        until,
      );
    case 'Expired':
      return isOver(Status)
        ? subscription
        : end(tx, cut(subscription, tx.now), 'Expired', accessAt(tx, subscription));
    case 'Upgraded':
      throw invalid('Status', 'an upgrade requires ProductId.');
    default:
      return isOver(Status) ? subscription : end(tx, subscription, state, tx.now);
  }
}

/** Returns when access ended, or now if it ends now. */
function accessAt(tx: StoreTx, subscription: StoreSubscription): number {
  return Math.min(accessUntil(subscription), tx.now);
}

function waiting(tx: StoreTx, subscription: StoreSubscription, until: number | undefined): StoreSubscription {
  if (until === undefined || subscription.WaitsUntil === undefined) return subscription;
  if (until <= tx.now) throw invalid('Until', 'expected a time in the future.');
  return keep(tx, {
    ...subscription,
    WaitsUntil: until,
    ...(subscription.Status === 'Grace' ? { GraceUntil: until } : {}),
  });
}

/** Interrupts access now; a waiting subscription continues later. */
function interrupted(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  return cut(withoutCancellation(subscription), tx.now);
}

function withoutCancellation(subscription: StoreSubscription): StoreSubscription {
  const { CanceledAt, ...rest } = subscription;
  return { ...rest, AutoRenew: true };
}

/** Reactivates it from any state: the cancellation is revoked, the payment succeeds, or it is bought again. */
function activate(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  switch (subscription.Status) {
    case 'Active':
      return keep(tx, { ...subscription, RenewalFails: false });
    case 'Canceled':
      return keep(tx, {
        ...withoutCancellation(subscription),
        Status: subscription.InTrial ? 'Trial' : 'Active',
      });
    case 'Grace':
      // Paid late, within the grace period: the period continues as if it had been paid in time.
      return renew(tx, subscription, subscription.PaidUntil);
    default:
      return renew(tx, subscription.Status === 'Trial' ? cut(subscription, tx.now) : subscription, tx.now);
  }
}

/** Makes the next renewals fail, or the customer's payment data work again. */
export function setRenewalFails(
  tx: StoreTx,
  subscription: StoreSubscription,
  fails: boolean,
): StoreSubscription {
  const waits = subscription.Status === 'Grace' || subscription.Status === 'BillingRetry';
  if (!fails && waits) return activate(tx, subscription);
  return keep(tx, { ...subscription, RenewalFails: fails });
}

/** The customer changes to another product of the app, now or with the next renewal. */
export function changeProduct(
  tx: StoreTx,
  subscription: StoreSubscription,
  productId: string,
  atRenewal: boolean,
): StoreSubscription {
  if (!isRunning(subscription.Status)) {
    throw invalid(
      'ProductId',
      `the subscription is ${subscription.Status}; only an active one can be changed.`,
    );
  }
  if (atRenewal) return keep(tx, { ...subscription, NextProductId: productId });
  if (subscription.Type === 'GoogleIap') return replacePurchase(tx, subscription, productId);
  const stopped = cut(subscription, tx.now);
  return renew(
    tx,
    {
      ...stopped,
      NextProductId: productId,
      Purchases: changedLast(stopped.Purchases, { CanceledAt: tx.now, Upgraded: true }),
    },
    tx.now,
  );
}

/** GoogleIap sells a change as a new purchase, linked to the one that it replaces. */
function replacePurchase(tx: StoreTx, subscription: StoreSubscription, productId: string): StoreSubscription {
  const bought = buySubscription(tx, {
    Receipt: {
      ...(subscription.Receipt as Extract<Receipt, { Type: 'GoogleIap' }>),
      GoogleIapSubscriptionId: productId,
      GoogleIapToken: tx.random.base64url(36),
    },
    App: subscription.App,
    Environment: subscription.Environment,
    ProductId: productId,
    Replaces: subscription.Id,
  });
  end(tx, { ...cut(subscription, tx.now), ReplacedBy: bought.Id }, 'Upgraded', tx.now);
  return bought;
}

/** Confirms the purchase, so that the store does not revoke it. */
export function acknowledge(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  return keep(tx, { ...subscription, Acknowledged: true });
}

function acknowledgeBy(subscription: StoreSubscription): number | undefined {
  if (subscription.Acknowledged) return undefined;
  return calendar.add(subscription.StartedAt, ACKNOWLEDGE_WITHIN);
}

function keep(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  tx.storeSubscriptions.replace(subscription);
  plan(tx, subscription);
  return subscription;
}

function plan(tx: StoreTx, subscription: StoreSubscription): void {
  if (isOver(subscription.Status)) {
    tx.unschedule(STORE_LIFE, subscription.Id);
    return;
  }
  tx.schedule(STORE_LIFE, subscription.Id, nextMoment(subscription));
}

/** Returns when the next automatic task is due. */
function nextMoment(subscription: StoreSubscription): number {
  const next = subscription.WaitsUntil ?? subscription.PaidUntil;
  return Math.min(next, acknowledgeBy(subscription) ?? next);
}

/** Maximum number of events of one subscription to process at once. Only a snapshot contains more, which its task processes. */
const MAX_AT_ONCE = 100;

/** The subscription in its current state, including everything due at this very instant. */
export function upToDate(tx: StoreTx, subscription: StoreSubscription): StoreSubscription {
  let present = subscription;
  for (let done = 0; done < MAX_AT_ONCE; done += 1) {
    if (isOver(present.Status) || nextMoment(present) > tx.now) break;
    liveOn(tx, present.Id);
    present = tx.storeSubscriptions.get(present.Id) as StoreSubscription;
  }
  return present;
}
