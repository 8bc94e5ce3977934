import type { ClientLibError, SignupOffer } from 'clientlib';

/** What listeners of `<clientlib-pricing>` receive as `event.detail`. */
export interface PricingDetails {
  /** The plans are shown. */
  readonly ready: { readonly offer: SignupOffer };
  /** The customer has chosen a plan. */
  readonly choose: { readonly PlanVariantId: string; readonly CouponCode?: string };
  /** What went wrong. The element shows a sentence itself. */
  readonly error: ClientLibError;
}

/** The events of `<clientlib-pricing>`, each with what its `detail` is. */
export type PricingEvents = { [event in keyof PricingDetails]: CustomEvent<PricingDetails[event]> };
