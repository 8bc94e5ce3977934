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
  /** What the customer agreed to, as proof: the order keeps it. */
  Consent?: Consent | undefined;
}

/** What a customer agreed to with an order. */
export interface Consent {
  /** What the box said. */
  Text: string;
  /** Of the terms, as the page names it. */
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

/** The answer of calls that create or pay an order. */
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
  /** Where the customer must go to pay. The library never navigates: set `location` to it. */
  Url?: string;
}

/** The answer of `Portal.upgradePaySync`: an order result without its currency. */
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
