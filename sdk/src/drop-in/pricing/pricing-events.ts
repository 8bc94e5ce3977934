import type { ClientLibError, SignupOffer } from 'clientlib';

/** The `event.detail` for listeners of `<clientlib-pricing>`. */
export interface PricingDetails {
  /** The plans are shown. */
  readonly ready: { readonly offer: SignupOffer };
  /** The customer has chosen a plan. */
  readonly choose: { readonly PlanVariantId: string; readonly CouponCode?: string };
  /** The error. The element already shows the customer a message. */
  readonly error: ClientLibError;
}

/** The events of `<clientlib-pricing>`, each with what its `detail` is. */
export type PricingEvents = { [event in keyof PricingDetails]: CustomEvent<PricingDetails[event]> };
