import type { ContractDetails } from 'clientlib';

/** What listeners of `<clientlib-portal>` receive as `event.detail`. */
export interface PortalDetails {
  /** The contract is shown. */
  readonly ready: { readonly details: ContractDetails };
  /** The customer has changed something: the contract as it is now. */
  readonly changed: { readonly details: ContractDetails };
  /** What went wrong; the customer reads a sentence in the element. */
  readonly error: unknown;
}

/** The events of `<clientlib-portal>`, each with what its `detail` is. */
export type PortalEvents = { [event in keyof PortalDetails]: CustomEvent<PortalDetails[event]> };
