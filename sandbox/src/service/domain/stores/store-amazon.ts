import type { Receipt } from '../basics/app-stores.ts';
import type { StoreState } from '../records/stores.ts';
import {
  instantIfAny,
  instantIn,
  type Json,
  refused,
  type SeenSubscription,
  textIn,
  unavailable,
  type Verdict,
} from './store-verdict.ts';

type AmazonReceipt = Extract<Receipt, { Type: 'AmazonIap' }>;

/** Parses the response for a receipt of AmazonIap. The receipt id is the external subscription id. */
export function readAmazonAnswer(
  status: number,
  json: Json,
  receipt: AmazonReceipt,
  production: boolean,
  now: number,
): Verdict {
  if (status !== 200) return verdictOfStatus(status);
  if (production === (json['testTransaction'] === true)) {
    return refused(
      'WrongEnvironment',
      production
        ? 'it is a test transaction, the account is in production'
        : 'it is a real transaction, the account is in the sandbox',
    );
  }
  const started = instantIn(json, 'purchaseDate');
  const renewal = instantIn(json, 'renewalDate');
  const grace = instantIfAny(json, 'gracePeriodEndDate');
  const canceled = instantIfAny(json, 'cancelDate');
  const trialEnd = instantIfAny(json, 'freeTrialEndDate');
  const over = canceled !== undefined && canceled <= now;
  const InTrial = !over && trialEnd !== undefined && trialEnd > now;
  const State = readState();
  const seen: SeenSubscription = {
    Id: textIn(json, 'receiptId'),
    ProductId: textIn(json, 'termSku'),
    State,
    InTrial,
    StartedAt: started,
    // The response contains the start of the current period only for the first period.
    Since: over ? canceled : State === 'Expired' ? renewal : InTrial ? started : undefined,
    ExpiresAt: over ? canceled : Math.max(renewal, grace ?? 0),
    Receipt: receipt,
  };
  return { Kind: 'Valid', Subscriptions: [seen] };

  function readState(): StoreState {
    if (over) return json['cancelReason'] === 2 ? 'Refunded' : 'Expired';
    if (grace !== undefined && grace > now) return 'Grace';
    if (renewal <= now) return 'Expired';
    if (json['autoRenewing'] === false) return 'Canceled';
    return InTrial ? 'Trial' : 'Active';
  }
}

function verdictOfStatus(status: number): Verdict {
  const said = `HTTP ${status}`;
  if (status === 429 || status >= 500) return unavailable(`it is unavailable (${said})`);
  switch (status) {
    case 410:
      return { Kind: 'Gone', Why: `the purchase is no longer valid (${said})` };
    case 496:
      return refused(
        'ForeignApp',
        `the shared secret of the account does not match the app of the receipt (${said})`,
      );
    case 497:
      return refused('InvalidReceipt', `the user id does not belong to the receipt (${said})`);
    default:
      return refused('InvalidReceipt', `the receipt id is not valid (${said})`);
  }
}
