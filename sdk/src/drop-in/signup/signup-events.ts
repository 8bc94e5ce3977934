import type { Cart, OrderPreview, OrderResult, SignupOffer } from 'clientlib';

/** What listeners of `<clientlib-signup>` receive as `event.detail`. */
export interface SignupDetails {
  /** The customer can choose and type. */
  readonly ready: { readonly offer: SignupOffer };
  /** Cart or price have changed. */
  readonly change: { readonly cart: Cart; readonly order: OrderPreview };
  /** The order is made and paid. Only the webhook confirms it. */
  readonly signedup: OrderResult;
  /** What went wrong; the customer reads a sentence in the element. */
  readonly error: unknown;
}

/** The events of `<clientlib-signup>`, each with what its `detail` is. */
export type SignupEvents = { [event in keyof SignupDetails]: CustomEvent<SignupDetails[event]> };
