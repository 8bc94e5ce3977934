import type { Cart } from './cart.ts';
import type { CustomerData, CustomFields } from './customer.ts';

/** An order in one object, including the custom fields of the contract and the order. */
export interface SelfServiceOrder {
  Cart: Cart;
  Customer: CustomerData;
  /** Custom fields of the contract that the order creates. */
  ContractCustomFields?: CustomFields | undefined;
  /** Custom fields of the order itself. */
  CustomFields?: CustomFields | undefined;
  /** The customer's consent, stored in the order as evidence. */
  Consent?: Consent | undefined;
}

/** A customer's consent to the terms of an order. */
export interface Consent {
  /** The text of the checkbox. */
  Text: string;
  /** Version of the terms, as named by the page. */
  Version?: string | undefined;
  /** When the box was ticked, ISO 8601 UTC. */
  GivenAt: string;
}

/**
 * States of an order. A pay call returns `PaymentPending` even if the payment has just succeeded: the webhook reports the
 * outcome.
 */
export type OrderStatus =
  | 'InProgress'
  | 'PaymentPending'
  | 'Completed'
  | 'Failed'
  | 'Aborted'
  | 'Expired'
  | 'ApprovalPending'
  | 'Approved'
  | 'Declined'
  | 'Incomplete';

/** The result of calls that create or pay an order. */
export interface OrderResult {
  /** 24 hex digits. */
  OrderId: string;
  /** Absent when the customer must go to a provider's page first. */
  ContractId?: string;
  /** Absent when the customer must go to a provider's page first. */
  CustomerId?: string;
  /** Amount due, VAT included, in major units (`29.75`). */
  GrossTotal: number;
  /** ISO 4217 (`EUR`). */
  Currency: string;
  OrderStatus: OrderStatus;
  /** URL to redirect the customer to for the payment. The library never navigates: set `location` to it. */
  Url?: string;
}

/** The result of `Portal.upgradePaySync`: an order result without its currency. */
export type SyncOrderResult = Omit<OrderResult, 'Currency' | 'Url'>;

/**
 * An order to pay: the result of `createOrder`, or an object with the values of an order from the REST API.
 */
export interface PayableOrder {
  /** 24 hex digits. */
  OrderId: string;
  /**
   * The amount that the page shows, VAT included, in major units; providers show it in a 3-D Secure challenge.
   * The order's own amount is charged; the sandbox warns if the two differ. Strings are converted to numbers.
   */
  GrossTotal: number | string;
  /** ISO 4217 (`EUR`). */
  Currency: string;
}
