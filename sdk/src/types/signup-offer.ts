import type { Products } from './contract.ts';

/** A field of `customerData` in the signup form. */
export interface SignupField {
  /** `LastName`, `Address.City`, `CustomFields.size`. */
  Name: string;
  Required: boolean;
}

/** The result of `Signup.offer`. */
export interface SignupOffer {
  /** The merchant. */
  Name: string;
  /** Country of the merchant, ISO 3166-1 (`DE`). */
  Country: string;
  /** Time zone of the account, IANA name (`Europe/Berlin`). Days of invoices and contracts are days in this zone. */
  TimeZone: string;
  /** Countries where customers can live, ISO 3166-1. `Intl.DisplayNames` knows their names. */
  Countries: string[];
  /** The data that new customers enter, in this order. */
  Fields: SignupField[];
  /** All plans and components that are available in self-service. */
  Products: Products;
}
