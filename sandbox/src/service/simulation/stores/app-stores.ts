import type { Receipt, StoreAnswer } from '../../domain/basics/app-stores.ts';
import { invalid, notFound } from '../../domain/basics/problem.ts';
import type { StoreState } from '../../domain/records/stores.ts';
import type { Period } from '../../model/fields.ts';
import type { StoreType } from '../../model/statuses.ts';
import { amazonAnswer } from './amazon-answer.ts';
import { appleAnswer, appleReceipt } from './apple-answer.ts';
import { receiptKey, type StoreFault, type StoreSubscription, type StoreTx } from './collections.ts';
import { defaultProduct, exampleReceipts } from './example-receipts.ts';
import { googleAnswer } from './google-answer.ts';
import {
  acknowledge,
  buySubscription,
  changeProduct,
  forceState,
  setRenewalFails,
  upToDate,
} from './subscription-life.ts';

/** Timeout of a store's callers in milliseconds of real time. */
export const STORE_TIME_LIMIT = 10_000;

/** The content of a new receipt. */
export interface ReceiptRequest {
  /** One subscription per entry; only AppleIap allows several. Default: the default product of the store. */
  readonly ProductIds?: readonly string[] | undefined;
  readonly Trial?: Period | undefined;
  readonly Period?: Period | undefined;
  readonly Status?: StoreState | undefined;
  /** Bundle or package of the app. */
  readonly App?: string | undefined;
  readonly Environment?: 'Sandbox' | 'Production' | undefined;
  readonly UserId?: string | undefined;
  readonly Acknowledged?: boolean | undefined;
  /** The AppleIap receipt to which the purchases are added: a customer has only one. */
  readonly AppleIapReceipt?: string | undefined;
}

export interface SubscriptionChange {
  readonly Status?: StoreState | undefined;
  /** Epoch milliseconds: end of the grace period, the retries or the pause. */
  readonly Until?: number | undefined;
  readonly RenewalFails?: boolean | undefined;
  readonly Acknowledged?: boolean | undefined;
  readonly ProductId?: string | undefined;
  /** The new product applies from the next renewal, not from now. */
  readonly AtRenewal?: boolean | undefined;
}

/** The parts of the host that the stores use. */
export interface StoresOutside {
  transaction<R>(work: (tx: StoreTx) => R): R;
  /** Waits in real time while the clock follows the wall clock; returns immediately if the clock is stopped. */
  wait(milliseconds: number): Promise<void> | undefined;
}

/** Returns a store's response to a receipt: the outside world, behind the interface that the service uses. */
export async function verifyReceipt(
  { transaction, wait }: StoresOutside,
  receipt: Receipt,
): Promise<StoreAnswer> {
  const fault = transaction((tx) => takeFault(tx, receipt.Type));
  if (fault?.Fault === 'Unreachable') return { Outcome: 'Unreachable' };
  if (fault?.Fault === 'Slow') {
    await wait(Math.min(fault.DelayMs, STORE_TIME_LIMIT));
    if (fault.DelayMs >= STORE_TIME_LIMIT) return { Outcome: 'TimedOut' };
  }
  const { status, body } = transaction((tx) => brokenAnswer(receipt.Type, fault) ?? answerTo(tx, receipt));
  return {
    Outcome: 'Answered',
    Status: status,
    Body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

function takeFault(tx: StoreTx, type: StoreType): StoreFault | undefined {
  const fault = tx.storeFaults.get(type);
  if (fault?.Times === undefined) return fault;
  if (fault.Times <= 1) tx.storeFaults.delete(type);
  else tx.storeFaults.replace({ ...fault, Times: fault.Times - 1 });
  return fault;
}

/** Returns the response of a failing store; `undefined` if it works. */
function brokenAnswer(
  type: StoreType,
  fault: StoreFault | undefined,
): { readonly status: number; readonly body: object | string } | undefined {
  switch (fault?.Fault) {
    case 'Down':
      if (type === 'AppleIap') return { status: 200, body: { status: 21005 } };
      return {
        status: type === 'GoogleIap' ? 503 : 500,
        body: { error: { code: 503, message: 'Backend Error' } },
      };
    case 'TooManyRequests':
      return { status: 429, body: {} };
    case 'Malformed':
      return { status: 200, body: '<html><body>Service temporarily unavailable</body></html>' };
    default:
      return undefined;
  }
}

function answerTo(tx: StoreTx, receipt: Receipt): { readonly status: number; readonly body: object } {
  const known = knownBy(tx, receipt);
  switch (receipt.Type) {
    case 'AppleIap':
      return { status: 200, body: appleAnswer(tx, receipt.AppleIapReceipt, known) };
    case 'GoogleIap':
      return googleAnswer(tx, receipt, known[0]);
    case 'AmazonIap':
      return amazonAnswer(tx, receipt, known[0]);
  }
}

/** The subscriptions of a receipt. Those of an example are created when it is first used. */
function knownBy(tx: StoreTx, receipt: Receipt): StoreSubscription[] {
  const key = receiptKey(receipt);
  const known = tx.storeSubscriptions.where('Receipt', key);
  if (known.length > 0) return known.map((subscription) => upToDate(tx, subscription));
  const example = exampleReceipts(tx.account).find(({ Request }) => receiptKey(Request) === key);
  if (example?.Bought === undefined) return [];
  const { App, Environment, Trial, Status } = example.Bought;
  const bought = buySubscription(tx, {
    Receipt: example.Request,
    App: App ?? tx.account.StoreApp,
    Environment: Environment ?? tx.account.Environment,
    ProductId: defaultProduct[receipt.Type],
    Trial,
  });
  return [Status === undefined ? bought : forceState(tx, bought, Status)];
}

/** Creates a receipt: the customer buys in the app. @throws Problem Invalid */
export function makeReceipt(tx: StoreTx, type: StoreType, request: ReceiptRequest): Receipt {
  const products = request.ProductIds ?? [defaultProduct[type]];
  const App = request.App ?? tx.account.StoreApp;
  const Environment = request.Environment ?? tx.account.Environment;
  if (products.length === 0) throw invalid('ProductIds', 'expected at least one store product.');
  if (type !== 'AppleIap' && products.length > 1) {
    throw invalid(
      'ProductIds',
      `a receipt of ${type} contains exactly one subscription, got ${products.length}.`,
    );
  }
  if (request.AppleIapReceipt !== undefined && type !== 'AppleIap') {
    throw invalid(
      'AppleIapReceipt',
      `does not belong to ${type}, which has a separate receipt for each purchase.`,
    );
  }
  const receipt =
    request.AppleIapReceipt === undefined
      ? newReceipt(tx, type, request)
      : knownReceipt(tx, request.AppleIapReceipt);
  for (const ProductId of products) {
    const bought = buySubscription(tx, {
      Receipt: receipt,
      App,
      Environment,
      ProductId,
      Period: request.Period,
      Trial: request.Trial,
      Acknowledged: request.Acknowledged,
    });
    if (request.Status !== undefined) forceState(tx, bought, request.Status);
  }
  return receipt;
}

function newReceipt(tx: StoreTx, type: StoreType, request: ReceiptRequest): Receipt {
  const App = request.App ?? tx.account.StoreApp;
  switch (type) {
    case 'AppleIap':
      return {
        Type: type,
        AppleIapReceipt: appleReceipt({
          Account: request.UserId ?? tx.random.base64url(12),
          BundleId: App,
          Environment: request.Environment ?? tx.account.Environment,
        }),
      };
    case 'GoogleIap':
      return {
        Type: type,
        GoogleIapPackageName: App,
        GoogleIapSubscriptionId: request.ProductIds?.[0] ?? defaultProduct.GoogleIap,
        GoogleIapToken: tx.random.base64url(36),
      };
    case 'AmazonIap':
      return {
        Type: type,
        AmazonIapReceiptId: `${tx.random.base64url(24)}:1:11`,
        AmazonIapUserId: request.UserId ?? tx.random.base64url(18),
      };
  }
}

function knownReceipt(tx: StoreTx, text: string): Receipt {
  const receipt: Receipt = { Type: 'AppleIap', AppleIapReceipt: text };
  if (knownBy(tx, receipt).length === 0)
    throw invalid('AppleIapReceipt', 'the store does not know this receipt.');
  return receipt;
}

/** @throws Problem NotFound */
export function storeSubscription(tx: StoreTx, type: StoreType, id: string): StoreSubscription {
  const subscription = tx.storeSubscriptions.get(id);
  if (subscription?.Type !== type) throw notFound(`subscription of ${type}`, id);
  return subscription;
}

/** Changes a subscription as the customer, the merchant or the store would. @throws Problem */
export function changeSubscription(
  tx: StoreTx,
  type: StoreType,
  id: string,
  change: SubscriptionChange,
): StoreSubscription {
  let subscription = upToDate(tx, storeSubscription(tx, type, id));
  if (change.Acknowledged === true) subscription = acknowledge(tx, subscription);
  if (change.ProductId !== undefined) {
    subscription = changeProduct(tx, subscription, change.ProductId, change.AtRenewal ?? false);
  }
  if (change.Status !== undefined) subscription = forceState(tx, subscription, change.Status, change.Until);
  if (change.RenewalFails !== undefined) setRenewalFails(tx, subscription, change.RenewalFails);
  return storeSubscription(tx, type, id);
}
