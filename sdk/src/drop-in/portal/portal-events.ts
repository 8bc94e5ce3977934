import type { ClientLibError, ContractDetails } from 'clientlib';

/** What listeners of `<clientlib-portal>` receive as `event.detail`. */
export interface PortalDetails {
  /** The contract is shown. */
  readonly ready: { readonly details: ContractDetails };
  /** The customer has changed something: the contract as it is now. */
  readonly changed: { readonly details: ContractDetails };
  /** The customer has canceled: when the contract ends, and the reason, if the customer wrote one. */
  readonly canceled: { readonly EndDate: string; readonly Reason?: string };
  /** What went wrong: field, reason for the customer, whether to try again. The element shows a sentence itself. */
  readonly error: ClientLibError;
}

/** The events of `<clientlib-portal>`, each with what its `detail` is. */
export type PortalEvents = { [event in keyof PortalDetails]: CustomEvent<PortalDetails[event]> };
