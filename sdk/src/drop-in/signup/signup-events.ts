import type { Cart, ClientLibError, OrderPreview, OrderResult, SignupOffer } from 'clientlib';

/** What listeners of `<clientlib-signup>` receive as `event.detail`. */
export interface SignupDetails {
  /** The customer can choose and type. */
  readonly ready: { readonly offer: SignupOffer };
  /** Cart or price have changed. */
  readonly change: { readonly cart: Cart; readonly order: OrderPreview };
  /** The order is made and paid. Only the webhook confirms it. */
  readonly signedup: OrderResult;
  /** What went wrong: field, reason for the customer, whether to try again. The element shows a sentence itself. */
  readonly error: ClientLibError;
}

/** The events of `<clientlib-signup>`, each with what its `detail` is. */
export type SignupEvents = { [event in keyof SignupDetails]: CustomEvent<SignupDetails[event]> };
