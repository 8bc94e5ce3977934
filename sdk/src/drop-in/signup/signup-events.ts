import type { Cart, ClientLibError, Consent, OrderPreview, OrderResult, SignupOffer } from 'clientlib';

/** A step of the way to a signup, for analytics. It has no personal data. */
export type SignupStep =
  /** The customer has chosen a plan. */
  | { readonly step: 'plan'; readonly planVariantId: string }
  /** All details that are asked for are filled in, for the first time. */
  | { readonly step: 'details' }
  /** The customer has chosen a way to pay. */
  | { readonly step: 'method'; readonly bearer: string }
  /** A coupon code was applied, or refused. */
  | { readonly step: 'coupon'; readonly isAccepted: boolean }
  /** The button was pressed, and nothing is missing. */
  | { readonly step: 'attempt'; readonly planVariantId: string; readonly isFree: boolean }
  /** The payment was declined. */
  | { readonly step: 'declined'; readonly errorCode: string };

export type SignupSteps = (step: SignupStep) => void;

/** The `event.detail` for listeners of `<clientlib-signup>`. */
export interface SignupDetails {
  /** The customer can choose and type. */
  readonly ready: { readonly offer: SignupOffer };
  /** Cart or price have changed. */
  readonly change: { readonly cart: Cart; readonly order: OrderPreview };
  /** A step of the customer, for analytics. */
  readonly step: SignupStep;
  /** The order is made and paid. Only the webhook confirms it. `Consent`: what the customer agreed to. */
  readonly signedup: OrderResult & { readonly Consent?: Consent };
  /** The error: field, reason for the customer, whether a retry can succeed. The element already shows a message. */
  readonly error: ClientLibError;
}

/** The events of `<clientlib-signup>`, each with what its `detail` is. */
export type SignupEvents = { [event in keyof SignupDetails]: CustomEvent<SignupDetails[event]> };
