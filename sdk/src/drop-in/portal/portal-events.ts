import type { ClientLibError, ContractDetails } from 'clientlib';

/** The `event.detail` for listeners of `<clientlib-portal>`. */
export interface PortalDetails {
  /** The contract is shown. */
  readonly ready: { readonly details: ContractDetails };
  /** The customer has changed something: the contract as it is now. */
  readonly changed: { readonly details: ContractDetails };
  /** The customer has canceled: when the contract ends, and the reason, if the customer wrote one. */
  readonly canceled: { readonly EndDate: string; readonly Reason?: string };
  /** The error: field, reason for the customer, whether a retry can succeed. The element already shows a message. */
  readonly error: ClientLibError;
}

/** The events of `<clientlib-portal>`, each with what its `detail` is. */
export type PortalEvents = { [event in keyof PortalDetails]: CustomEvent<PortalDetails[event]> };
