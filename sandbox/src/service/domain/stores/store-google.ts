import type { Receipt } from '../basics/app-stores.ts';
import type { StoreState } from '../records/stores.ts';
import {
  instantIfAny,
  instantIn,
  type Json,
  refused,
  type SeenSubscription,
  unavailable,
  type Verdict,
} from './store-verdict.ts';

export type GoogleReceipt = Extract<Receipt, { Type: 'GoogleIap' }>;

/** Parses the response for a purchase token of GoogleIap. The token is the external subscription id. */
export function readGoogleAnswer(
  status: number,
  json: Json,
  receipt: GoogleReceipt,
  production: boolean,
  now: number,
): Verdict {
  if (status !== 200) return verdictOfStatus(status, json);
  if (production !== (json['purchaseType'] === undefined)) {
    return refused(
      'WrongEnvironment',
      production
        ? 'it is a test purchase, the account is in production'
        : 'it is a real purchase, the account is in the sandbox',
    );
  }
  const expires = instantIn(json, 'expiryTimeMillis');
  const started = instantIn(json, 'startTimeMillis');
  const State = readState(json, expires, now);
  const InTrial = expires > now && json['paymentState'] === 2;
  const linked = json['linkedPurchaseToken'];
  const seen: SeenSubscription = {
    Id: receipt.GoogleIapToken,
    ProductId: receipt.GoogleIapSubscriptionId,
    State,
    InTrial,
    StartedAt: started,
    // The response contains the start of the current period only for the first period.
    Since: expires <= now ? expires : InTrial ? started : undefined,
    ExpiresAt: expires,
    Receipt: receipt,
    ...(typeof linked === 'string' ? { Replaces: linked } : {}),
  };
  return { Kind: 'Valid', Subscriptions: [seen] };
}

function readState(json: Json, expires: number, now: number): StoreState {
  const { autoRenewing, paymentState, cancelReason } = json;
  if (expires <= now) {
    if (autoRenewing === true) {
      if (instantIfAny(json, 'autoResumeTimeMillis') !== undefined) return 'Paused';
      // Without a failed payment, the renewal is in progress.
      return paymentState === 0 ? 'BillingRetry' : 'Active';
    }
    if (cancelReason === 2) return 'Upgraded';
    return cancelReason === 3 ? 'Revoked' : 'Expired';
  }
  if (autoRenewing === false) return 'Canceled';
  if (paymentState === 0) return 'Grace';
  return paymentState === 2 ? 'Trial' : 'Active';
}

function verdictOfStatus(status: number, json: Json): Verdict {
  const error = json['error'] as Json | undefined;
  const said = `HTTP ${status}${typeof error?.['message'] === 'string' ? `, "${error['message']}"` : ''}`;
  if (status === 429 || status >= 500) return unavailable(`it is unavailable (${said})`);
  switch (status) {
    case 401:
      return refused('StoreConfiguration', `the account's access to the store is not set up (${said})`);
    case 403:
      return refused('ForeignApp', `the account has no access to this package (${said})`);
    case 410:
      return { Kind: 'Gone', Why: `the purchase ended long ago (${said})` };
    default:
      return refused('InvalidReceipt', `the purchase token is not valid (${said})`);
  }
}
