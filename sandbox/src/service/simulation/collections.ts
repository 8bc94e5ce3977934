import type { ServiceCode } from '../../../../sdk/src/errors/codes.ts';
import type { ChargeAnswer, FailureSeverity } from '../domain/records/payment-provider.ts';
import type { PaymentBearer, PaymentProviderRole } from '../model/payment.ts';
import { define } from '../state/collection.ts';
import type { Charge } from './charge-answers.ts';
import { storeCollections } from './stores/collections.ts';

/** A provider's record of a card, account or wallet, without its number (only `readCard` and `readDebit` see it). */
export interface ProviderToken {
  /** The token. */
  readonly Id: string;
  readonly Provider: string;
  readonly Role: PaymentProviderRole;
  readonly Shown: PaymentBearer;
  /** The id of the row of test data that determines the behavior; absent for data that simply works. */
  readonly TestData?: string;
  /** Number of charges without the customer so far. */
  readonly Renewals: number;
  /** Set on the test provider's page: this many charges succeed, all later ones fail. */
  readonly Script?: { readonly ChargesLeft: number; readonly Severity: FailureSeverity };
  /** A challenge that must be passed before the first charge. */
  readonly ChallengeId?: string;
  /** Epoch milliseconds. If nothing is paid with it by then, the provider deletes it. */
  readonly ExpiresAt?: number;
}

/** A 3-D Secure challenge. */
export interface ProviderChallenge {
  readonly Id: string;
  readonly Provider: string;
  readonly TokenId: string;
  readonly State: 'Open' | 'Passed' | 'Failed' | 'Canceled';
  /** The exact origin of the page that opened it; only that page gets the outcome. */
  readonly OpenerOrigin?: string;
  readonly Amount?: number;
  readonly Currency?: string;
  /** The charge that waits for it; absent if it was opened before any payment was due. */
  readonly Charge?: Charge;
  /** The result, once the customer is done. */
  readonly Answer?: ChargeAnswer;
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}

/** The states of a checkout page. The last two are derived from the payment, and never stored. */
export const checkoutStates = [
  'Open',
  'Confirming',
  'Paid',
  'Declined',
  'Canceled',
  'Expired',
  'Replaced',
  'AlreadyPaid',
] as const;
export type CheckoutState = (typeof checkoutStates)[number];

/** A customer's visit to a page of a provider. */
export interface ProviderCheckout {
  /** Unguessable, because it is part of the page's URL. */
  readonly Id: string;
  /** The provider's own id of the payment. */
  readonly Reference: string;
  readonly Provider: string;
  readonly Role: PaymentProviderRole;
  /** The service's payment transaction. */
  readonly TransactionId: string;
  readonly Amount: number;
  readonly Currency: string;
  readonly Preauth: boolean;
  readonly Description: string;
  readonly ReturnUrl: string;
  readonly EmailAddress?: string;
  /** `Confirming`: the customer has named a phone and must now confirm on it. */
  readonly State: CheckoutState;
  /** Derived from the customer's input; the input itself is not stored. */
  readonly TokenId?: string;
  /** The result of the visit; absent while it is open. */
  readonly Answer?: ChargeAnswer;
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}

/** The data with which a provider checks that the service signed a call. */
export interface ProviderKey {
  /** Name of the provider. */
  readonly Id: string;
  readonly Key: string;
}

/** Token requests in the current window, for a provider that limits them. */
export interface ProviderCalls {
  /** Name of the provider. */
  readonly Id: string;
  /** Epoch milliseconds. */
  readonly WindowStart: number;
  readonly Count: number;
}

/** The outcome of a payment that was decided in advance. */
export interface DecidedOutcome {
  /** Declines the payment with this code. */
  readonly Code?: ServiceCode | undefined;
  /** The severity, which determines the retries. Default: that of the code. */
  readonly Severity?: FailureSeverity | undefined;
  /** The provider takes this many real milliseconds. */
  readonly DelayMs?: number | undefined;
  /** The payment stays pending: for an ISO 8601 duration, or forever. */
  readonly Pending?: true | string | undefined;
  /** The payment succeeds, and the payer reverses it after this ISO 8601 duration. */
  readonly ReturnAfter?: string | undefined;
  /** The provider requires 3-D Secure: the customer decides, or passes or fails without seeing a page. */
  readonly Challenge?: true | 'Passed' | 'Failed' | undefined;
  /** The provider's response is lost. */
  readonly Lose?: true | undefined;
}

/** A decision on the next payments. Without a contract, customer or provider, it applies to any payment. */
export interface PaymentDecision {
  readonly Id: string;
  readonly ContractId?: string | undefined;
  readonly CustomerId?: string | undefined;
  /** Name of the provider. */
  readonly Provider?: string | undefined;
  /** Remaining number of payments that it decides. */
  readonly Times: number;
  readonly Outcome: DecidedOutcome;
}

/** A payment whose outcome was decided in advance. */
export interface DecidedPayment {
  readonly Id: string;
  readonly DecisionId: string;
  /** Epoch milliseconds. */
  readonly At: number;
  readonly Provider: string;
  /** Absent if it was decided when a token was created, before the payment began. */
  readonly PaymentTransactionId?: string;
  readonly ContractId?: string;
  readonly CustomerId?: string;
  readonly Outcome: DecidedOutcome;
}

/** Maximum number of challenges; each can be answered for some minutes. */
const KEYS = 10_000;

/** Maximum number of decided payments that are kept. */
const KEPT = 1_000;

/** The state of the simulated world outside the service. */
export const simulationCollections = {
  providerTokens: define<ProviderToken>()({
    // Tokens without a payment expire; those that pay for a contract are kept.
    indexes: { Waiting: (token) => (token.ExpiresAt === undefined ? undefined : 'yes') },
    orderBy: (token) => token.ExpiresAt ?? Infinity,
  }),
  providerChallenges: define<ProviderChallenge>()({
    indexes: { Reference: (challenge) => challenge.Charge?.Reference },
    keep: KEYS,
  }),
  providerCheckouts: define<ProviderCheckout>()({
    indexes: {
      Reference: (checkout) => checkout.Reference,
      TransactionId: (checkout) => checkout.TransactionId,
    },
    unique: ['Reference'],
  }),
  providerKeys: define<ProviderKey>()({}),
  providerCalls: define<ProviderCalls>()({}),
  paymentDecisions: define<PaymentDecision>()({ observed: 'Ids' }),
  decidedPayments: define<DecidedPayment>()({ keep: KEPT }),
  ...storeCollections,
} as const;

export type SimulationCollections = typeof simulationCollections;
