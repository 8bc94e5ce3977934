/**
 * Custom fields by key. Only those that the account grants to ClientLib have an effect. Omitted fields do not change;
 * `null` removes a field.
 */
export type CustomFields = Record<string, unknown>;

/** A postal address. The price can depend on the country. */
export interface Address {
  /** Second line: company part, building, c/o. */
  AddressLine1?: string | undefined;
  /** Third line. */
  AddressLine2?: string | undefined;
  Street?: string | undefined;
  HouseNumber?: string | undefined;
  PostalCode?: string | undefined;
  City?: string | undefined;
  /** Federal state, province or region. */
  State?: string | undefined;
  /** Two-letter country code, ISO 3166-1 (`DE`). */
  Country?: string | undefined;
}

/** Data of the end customer. Name, address and VAT id are used at signup. */
export interface CustomerData {
  EmailAddress?: string | undefined;
  FirstName?: string | undefined;
  LastName?: string | undefined;
  /** The merchant's own reference for this customer; included in the signup webhook. */
  Tag?: string | undefined;
  CompanyName?: string | undefined;
  /** VAT id with its country prefix (`DE123456789`). The price can depend on it. */
  VatId?: string | undefined;
  PhoneNumber?: string | undefined;
  Address?: Address | undefined;
  /** Language and region, `de-DE`. */
  Locale?: string | undefined;
  /** Custom fields of the customer. */
  CustomFields?: CustomFields | undefined;
  /** One custom field by its dotted name; `null` removes it. */
  [customField: `customFields.${string}`]: string | number | boolean | null | undefined;
}

/** A stored customer: the result of `Portal.customerChange`, and part of `ContractDetails`. */
export interface Customer extends CustomerData {
  /** 24 hex digits. */
  Id: string;
  /** The company's name, else first and last name. */
  CustomerName?: string;
  /** The person's name, if there is a company. */
  CustomerSubName?: string;
  /** The merchant's id of the customer, set through the REST API. */
  ExternalCustomerId?: string;
  Language?: string;
  /** `Consumer` or `Business`. */
  CustomerType?: string;
}
