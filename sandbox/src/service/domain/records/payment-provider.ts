import type { PaymentBearer } from '../../model/payment.ts';
import type { TetheredPaymentInformation } from '../../model/payment-input.ts';
import type { DeclineCode } from '../basics/problem-codes.ts';
import type { PaymentMethod } from './payments.ts';

/** The severity of a failure, which determines the retries: minor after hours, medium twice a day, severe never. */
export type FailureSeverity = 'Minor' | 'Medium' | 'Severe';

/** A charge. Amounts are in major units. */
export interface ChargeRequest {
  readonly TransactionId: string;
  readonly Method: PaymentMethod;
  readonly Amount: number;
  readonly Currency: string;
  /** Only authorized; nothing is captured. */
  readonly Preauth: boolean;
  /** Without the customer: a renewal, a retry, a collection of the open balance. */
  readonly Recurring: boolean;
  readonly Description: string;
  /** Present if the customer is present. */
  readonly Interactive?: {
    /** Where the provider returns the customer to, with its own parameters added; absent if the page gave no URL. */
    readonly ReturnUrl?: string;
    /** The customer's address at a wallet. */
    readonly EmailAddress?: string;
    /** The customer passes the token's challenge now, and the response follows. */
    readonly ChallengeFollows?: boolean;
  };
}

/** The outcome of a charge, with the HTTP status of the response. Without a response, or in a notification, it is absent. */
export type ChargeAnswer = ChargeOutcome & { readonly HttpCode?: number };

type ChargeOutcome =
  | {
      readonly Outcome: 'Succeeded';
      readonly ProviderTransactionId: string;
      /** Facts about the payer that the provider reports later (wallet e-mail, card brand). */
      readonly Shown?: PaymentBearer;
      /** A token for later charges that replaces the one of the request. */
      readonly Token?: string;
    }
  /**
   * The provider sends the outcome in a notification, hours or days later. `Guaranteed` if the provider has
   * accepted the payment and only the transfer is pending (direct debit): the order already counts as paid.
   */
  | {
      readonly Outcome: 'Pending';
      readonly ProviderTransactionId: string;
      readonly Guaranteed?: boolean;
      readonly Shown?: PaymentBearer;
      readonly Token?: string;
    }
  /** The customer must go to a page of the provider. `Url` is relative to the provider's address. */
  /** The customer is in the 3-D Secure challenge of the token. */
  | { readonly Outcome: 'Challenge'; readonly ProviderTransactionId: string }
  | { readonly Outcome: 'Redirect'; readonly ProviderTransactionId: string; readonly Url: string }
  | {
      readonly Outcome: 'Failed';
      readonly ProviderTransactionId?: string;
      readonly ErrorCode: DeclineCode;
      readonly ErrorMessage: string;
      readonly Severity: FailureSeverity;
    };

/** The payment providers, as the service knows them. A call may return immediately or later. */
export interface PaymentProviders {
  /**
   * Returns the payment method for a page's payment information.
   *
   * @throws Problem Invalid if the bearer is not configured, or the token does not belong to its provider
   */
  toMethod(tethered: TetheredPaymentInformation): PaymentMethod;
  /**
   * Returns a configured method for a contract whose customer has entered no payment data: if the provider requires data,
   * it cannot be charged until the customer enters some.
   *
   * @returns `undefined` if the bearer is not configured
   */
  methodWithoutData(bearer: string): PaymentMethod | undefined;
  /**
   * Returns whether a charge of this method redirects the customer to a page of the provider. Such a method is required
   * even if nothing is due, because only the visit yields the token for later charges.
   */
  redirects(bearer: string): boolean;
  charge(request: ChargeRequest): ChargeAnswer | Promise<ChargeAnswer>;
  /**
   * Returns the result of the customer's visit to the provider's page, or of a challenge; `undefined` while it is in
   * progress.
   */
  getResult(providerTransactionId: string): ChargeAnswer | undefined;
  /** Releases an authorization that is no longer needed. */
  void(request: { readonly Provider: string; readonly ProviderTransactionId: string }): void | Promise<void>;
  /** Refunds a charge or a part of it. */
  refund(request: {
    readonly Provider: string;
    readonly ProviderTransactionId: string;
    readonly Amount: number;
    readonly Currency: string;
  }): { readonly Outcome: 'Succeeded' | 'Failed' } | Promise<{ readonly Outcome: 'Succeeded' | 'Failed' }>;
}
