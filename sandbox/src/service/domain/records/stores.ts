import type { Contract } from '../../model/contract.ts';
import type { StoreType } from '../../model/statuses.ts';
import type { Receipt } from '../basics/app-stores.ts';

/** A store's subscription that a contract follows. */
export interface ExternalSubscription {
  /** Store and external subscription id, `AppleIap/2000000123456789`: unique, so that one purchase creates one contract. */
  readonly Id: string;
  readonly Type: StoreType;
  readonly ExternalId: string;
  readonly ContractId: string;
  readonly ProductId: string;
  /** The receipt for further requests to the store. */
  readonly Receipt: Receipt;
  /** The last state that the store reported. */
  readonly State: StoreState;
  /** Epoch milliseconds of the store's last response. */
  readonly CheckedAt: number;
  /** Epoch milliseconds since when it has been over. */
  readonly OverSince?: number;
  /** Id of the subscription that replaced it in the contract. */
  readonly ReplacedBy?: string;
}

export function externalId(type: StoreType, id: string): string {
  return `${type}/${id}`;
}

/** The effect of a store subscription's state on the contract that follows it. */
export interface StoreStateMeaning {
  readonly Meaning: string;
  /** The contract's LifecycleStatus; the second one applies in a trial. */
  readonly LifecycleStatus: readonly Contract['LifecycleStatus'][];
  readonly EndDate: 'unset' | 'paid until' | 'when it ended';
  /** The response fields by which each store reports the state; absent if the store does not have this state. */
  readonly Said: { readonly [type in StoreType]?: string };
}

/**
 * The states of a subscription in the three stores, and their effect on a contract. This table is the single source for
 * response parsing, the checks of the control API, dist/docs/in-app-purchase.md and the tests.
 */
export const storeStates = {
  Trial: {
    Meaning: 'free or introductory period',
    LifecycleStatus: ['InTrial'],
    EndDate: 'unset',
    Said: {
      AppleIap: '`is_trial_period` is `"true"`, `expires_date_ms` is in the future',
      GoogleIap: '`paymentState` is 2',
      AmazonIap: '`freeTrialEndDate` is in the future',
    },
  },
  Active: {
    Meaning: 'paid for, renews',
    LifecycleStatus: ['Active'],
    EndDate: 'unset',
    Said: {
      AppleIap: '`expires_date_ms` is in the future, `auto_renew_status` is `"1"`',
      GoogleIap: '`expiryTimeMillis` is in the future, `paymentState` is 1',
      AmazonIap: '`autoRenewing`, `cancelDate` is null',
    },
  },
  Canceled: {
    Meaning: 'canceled by the customer, runs until the end of the paid period',
    LifecycleStatus: ['Active', 'InTrial'],
    EndDate: 'paid until',
    Said: {
      AppleIap: '`auto_renew_status` is `"0"`, `expires_date_ms` is in the future',
      GoogleIap: '`autoRenewing` is false, `expiryTimeMillis` is in the future',
      AmazonIap: '`autoRenewing` is false, `cancelDate` is null',
    },
  },
  Grace: {
    Meaning: 'the renewal could not be charged, the customer keeps access for a few days',
    LifecycleStatus: ['Active'],
    EndDate: 'unset',
    Said: {
      AppleIap: '`grace_period_expires_date_ms` is in the future',
      GoogleIap: '`paymentState` is 0, `expiryTimeMillis` is in the future',
      AmazonIap: '`gracePeriodEndDate` is in the future',
    },
  },
  BillingRetry: {
    Meaning: 'the renewal could not be charged, no access while the store retries',
    LifecycleStatus: ['Paused'],
    EndDate: 'unset',
    Said: {
      AppleIap: '`is_in_billing_retry_period` is `"1"`',
      GoogleIap: '`paymentState` is 0, `expiryTimeMillis` has passed, `autoRenewing`',
    },
  },
  Paused: {
    Meaning: 'paused by the customer',
    LifecycleStatus: ['Paused'],
    EndDate: 'unset',
    Said: { GoogleIap: '`autoResumeTimeMillis` is set, `expiryTimeMillis` has passed' },
  },
  Expired: {
    Meaning: 'over',
    LifecycleStatus: ['Ended'],
    EndDate: 'when it ended',
    Said: {
      AppleIap: '`expires_date_ms` has passed (the `status` of the receipt is still 0)',
      GoogleIap: '`expiryTimeMillis` has passed, `autoRenewing` is false',
      AmazonIap: '`cancelDate` has passed, `cancelReason` is 0 or 1',
    },
  },
  Refunded: {
    Meaning: 'refunded and ended by the store',
    LifecycleStatus: ['Ended'],
    EndDate: 'when it ended',
    Said: {
      AppleIap: '`cancellation_date_ms` of the newest transaction',
      GoogleIap: '`cancelReason` is 3, as in `Revoked`',
      AmazonIap: '`cancelDate` has passed, `cancelReason` is 2',
    },
  },
  Revoked: {
    Meaning: 'revoked by the merchant, the store or the family',
    LifecycleStatus: ['Ended'],
    EndDate: 'when it ended',
    Said: {
      AppleIap: '`cancellation_date_ms`, and `in_app_ownership_type` is `FAMILY_SHARED`',
      GoogleIap: '`cancelReason` is 3, `expiryTimeMillis` was set to that time',
      AmazonIap: 'HTTP 410',
    },
  },
  Upgraded: {
    Meaning: 'replaced by another purchase, whose receipt the app must send',
    LifecycleStatus: ['Ended'],
    EndDate: 'when it ended',
    Said: { GoogleIap: '`cancelReason` is 2; the new purchase carries `linkedPurchaseToken`' },
  },
} as const satisfies { readonly [state: string]: StoreStateMeaning };

/** A state of a subscription in a store. */
export type StoreState = keyof typeof storeStates;

/** The states that a store can report for a subscription. */
export function possibleStates(type: StoreType): StoreState[] {
  return (Object.keys(storeStates) as StoreState[]).filter((state) => type in storeStates[state].Said);
}

/** Returns whether the customer has access in this state. */
export function isRunning(state: StoreState): boolean {
  return state === 'Trial' || state === 'Active' || state === 'Canceled' || state === 'Grace';
}

/** Returns whether the subscription is over in this state. */
export function isOver(state: StoreState): boolean {
  return storeStates[state].EndDate === 'when it ended';
}
