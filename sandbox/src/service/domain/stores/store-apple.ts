import type { Receipt } from '../basics/app-stores.ts';
import type { StoreState } from '../records/stores.ts';
import {
  instantIfAny,
  instantIn,
  type Json,
  listIn,
  refused,
  type SeenSubscription,
  textIn,
  UnreadableAnswer,
  unavailable,
  type Verdict,
} from './store-verdict.ts';

type AppleReceipt = Extract<Receipt, { Type: 'AppleIap' }>;

/**
 * Parses the response for a receipt of AppleIap. A receipt covers everything the customer ever bought in the app. An
 * expired subscription does not change its status (0), so each subscription is judged by its newest transaction.
 */
export function readAppleAnswer(json: Json, receipt: AppleReceipt, app: string, now: number): Verdict {
  const { status } = json;
  if (typeof status !== 'number') throw new UnreadableAnswer('its field status is missing');
  if (status !== 0) return verdictOfStatus(status, json['is-retryable']);
  const bundle = (json['receipt'] as Json | undefined)?.['bundle_id'];
  if (bundle !== app) return refused('ForeignApp', `it belongs to the app ${String(bundle)}, not to ${app}`);
  const byId = new Map<string, Json[]>();
  for (const transaction of listIn(json, 'latest_receipt_info')) {
    const id = textIn(transaction, 'original_transaction_id');
    byId.set(id, [...(byId.get(id) ?? []), transaction]);
  }
  const renewals = listIn(json, 'pending_renewal_info');
  const latest =
    typeof json['latest_receipt'] === 'string' ? json['latest_receipt'] : receipt.AppleIapReceipt;
  const Subscriptions = [...byId].map(([id, transactions]) =>
    toSubscription(
      id,
      transactions,
      renewals.find((one) => one['original_transaction_id'] === id) ?? {},
      { Type: 'AppleIap', AppleIapReceipt: latest },
      now,
    ),
  );
  if (Subscriptions.length === 0) return refused('InvalidReceipt', 'it contains no subscription');
  return { Kind: 'Valid', Subscriptions: Subscriptions.sort((a, b) => a.StartedAt - b.StartedAt) };
}

function toSubscription(
  Id: string,
  transactions: readonly Json[],
  renewal: Json,
  receipt: AppleReceipt,
  now: number,
): SeenSubscription {
  const [newest] = transactions.toSorted(
    (a, b) => instantIn(b, 'purchase_date_ms') - instantIn(a, 'purchase_date_ms'),
  );
  const transaction = newest as Json;
  const expires = instantIn(transaction, 'expires_date_ms');
  const access = Math.max(expires, instantIfAny(renewal, 'grace_period_expires_date_ms') ?? 0);
  const canceled = instantIfAny(transaction, 'cancellation_date_ms');
  const isTrial = transaction['is_trial_period'] === 'true';
  const InTrial = isTrial && expires > now;
  // The grace days after a trial are the first days of the paid phase.
  const began = isTrial && !InTrial ? expires : instantIn(transaction, 'purchase_date_ms');
  const State = readState();
  return {
    Id,
    ProductId: textIn(transaction, 'product_id'),
    State,
    InTrial,
    StartedAt: instantIn(transaction, 'original_purchase_date_ms'),
    Since: canceled ?? (State === 'BillingRetry' || State === 'Expired' ? access : began),
    ExpiresAt: canceled ?? access,
    Receipt: receipt,
  };

  function readState(): StoreState {
    if (canceled !== undefined) {
      return transaction['in_app_ownership_type'] === 'FAMILY_SHARED' ? 'Revoked' : 'Refunded';
    }
    if (expires > now)
      return renewal['auto_renew_status'] === '0' ? 'Canceled' : InTrial ? 'Trial' : 'Active';
    if (access > now) return 'Grace';
    return renewal['is_in_billing_retry_period'] === '1' ? 'BillingRetry' : 'Expired';
  }
}

function verdictOfStatus(status: number, retryable: unknown): Verdict {
  const said = `status ${status}`;
  if (status >= 21100 && status <= 21199) {
    return retryable === true || retryable === 1 || retryable === '1'
      ? unavailable(`a temporary internal error (${said})`)
      : refused('InvalidReceipt', `a permanent internal error (${said})`);
  }
  switch (status) {
    case 21002:
      return refused('InvalidReceipt', `the receipt is malformed (${said})`);
    case 21003:
      return refused('InvalidReceipt', `the receipt could not be authenticated (${said})`);
    case 21004:
      return refused(
        'StoreConfiguration',
        `the shared secret of the account does not match the app (${said})`,
      );
    case 21005:
      return unavailable(`its receipt server is not available (${said})`);
    case 21006:
      return { Kind: 'Gone', Why: `the subscription has expired (${said})` };
    case 21007:
      return refused(
        'WrongEnvironment',
        `the receipt is from the test environment, the account is in production (${said})`,
      );
    case 21008:
      return refused(
        'WrongEnvironment',
        `the receipt is from production, the account is in the sandbox (${said})`,
      );
    case 21009:
      return unavailable(`an internal error (${said})`);
    case 21010:
      return { Kind: 'Gone', Why: `the customer's store account cannot be found or was deleted (${said})` };
    default:
      return refused('InvalidReceipt', `an unknown status (${said})`);
  }
}
