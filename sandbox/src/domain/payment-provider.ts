import type { PaymentBearer } from '../model/payment.ts';
import type { PaymentMethod } from './payment-method.ts';

/** How bad a failure is, which decides the retries: minor after hours, medium twice a day, severe never. */
export type FailureSeverity = 'Minor' | 'Medium' | 'Severe';

/** What the service asks of a provider. Amounts are in major units. */
export interface ChargeRequest {
  readonly TransactionId: string;
  readonly Method: PaymentMethod;
  readonly Amount: number;
  readonly Currency: string;
  /** Reserve only; nothing is captured. */
  readonly Preauth: boolean;
  /** Without the customer: a renewal, a retry, a collection of the open balance. */
  readonly Recurring: boolean;
  readonly Description: string;
}

/** What a charge came to. */
export type ChargeAnswer =
  | {
      readonly Outcome: 'Succeeded';
      readonly ProviderTransactionId: string;
      /** What the provider tells of the payer once it knows (wallet e-mail, card brand). */
      readonly Shown?: PaymentBearer;
      /** A token for later charges that replaces the one of the request. */
      readonly Token?: string;
    }
  /** The outcome follows by the provider's own notification, hours or days later. */
  | { readonly Outcome: 'Pending'; readonly ProviderTransactionId: string; readonly Shown?: PaymentBearer }
  /** The customer must go to a page of the provider. */
  | { readonly Outcome: 'Redirect'; readonly ProviderTransactionId: string; readonly Url: string }
  | {
      readonly Outcome: 'Failed';
      readonly ProviderTransactionId?: string;
      readonly ErrorCode: string;
      readonly ErrorMessage: string;
      readonly Severity: FailureSeverity;
    };

/** The outside world of payment, as the service knows it. A call may answer at once or later. */
export interface PaymentProviders {
  charge(request: ChargeRequest): ChargeAnswer | Promise<ChargeAnswer>;
  /** Gives back (a part of) a charge. */
  refund(request: {
    readonly Provider: string;
    readonly ProviderTransactionId: string;
    readonly Amount: number;
    readonly Currency: string;
  }): { readonly Outcome: 'Succeeded' | 'Failed' } | Promise<{ readonly Outcome: 'Succeeded' | 'Failed' }>;
}
