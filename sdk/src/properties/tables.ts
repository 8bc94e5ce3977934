// The properties of each element, once: attributes, properties, their types, and the props of the components for React and
// Vue are made of these tables.

import type { PaymentFormConfig } from 'clientlib';

/**
 * A property in HTML. `key`: a text that must be there; `list`: separated by spaces; `flag`: there or not; `value`: no
 * attribute, only a property.
 */
export type Kind = 'key' | 'text' | 'list' | 'flag' | 'value';

/** Properties by name, each with its kind. */
export interface Table {
  readonly [name: string]: Kind;
}

/** Of `<clientlib-signup>`. */
export const signupTable = {
  /** Identifies the account. */
  publicApiKey: 'key',
  /** The plan, or the one that is selected at first. */
  planVariantId: 'text',
  /** The plans to choose from; all that are open to self-service if both are missing. */
  planVariantIds: 'list',
  /** Plan or plan variant that is marked as recommended. */
  highlightPlan: 'text',
  /** Bearers to offer; all of the account by default. */
  paymentMethods: 'list',
  /** Card schemes that the merchant accepts, shown below the card number. */
  cardTypes: 'list',
  /** The language; by default that of the page, then of the browser. */
  locale: 'text',
  /** The country that is selected at first; by default the merchant's. */
  country: 'text',
  /** A coupon that is applied at first. */
  couponCode: 'text',
  /** Leaves out the coupon. */
  hideCoupon: 'flag',
  /** Leaves out the extras. */
  hideComponents: 'flag',
  /** The page that providers send customers back to; by default this page. */
  providerReturnUrl: 'text',
  /** The page of the merchant's terms, with a link above the button. */
  termsUrl: 'text',
  /** Of the terms, for the order: a date or a number. */
  termsVersion: 'text',
  /** The page about privacy. */
  privacyUrl: 'text',
  /** The page about the right of withdrawal. */
  withdrawalUrl: 'text',
  /** `terms`: a box that must be ticked, for the order. */
  consent: 'text',
  /** The customer's portal, with a link in the thanks. */
  portalUrl: 'text',
  /** Corners: `soft` (by default), `sharp` or `round`. */
  theme: 'text',
  /** `comfortable` (by default) or `compact`. */
  density: 'text',
  /** Known customer data, which prefills the fields; `Tag` is stored with the order. */
  customer: 'value',
  /** Texts in place of the element's, by name: `{ subscribe: 'Join' }`. */
  texts: 'value',
} as const satisfies Table;

/** Of `<clientlib-pricing>`. */
export const pricingTable = {
  /** Identifies the account. */
  publicApiKey: 'key',
  /** The plans to show; all that are open to self-service by default. */
  planVariantIds: 'list',
  /** Plan or plan variant that is marked as recommended. */
  highlightPlan: 'text',
  /** The page of the signup, with `{plan}` and `{coupon}`; by default the signup opens on this page. */
  signupUrl: 'text',
  /** A coupon that goes along; by default `coupon` of the page's address. */
  couponCode: 'text',
  /** The country that a signup on this page has selected at first. */
  country: 'text',
  /** The language; by default that of the page, then of the browser. */
  locale: 'text',
  /** Corners: `soft` (by default), `sharp` or `round`. */
  theme: 'text',
  /** `comfortable` (by default) or `compact`. */
  density: 'text',
  /** Texts in place of the element's, by name. */
  texts: 'value',
} as const satisfies Table;

/** Of `<clientlib-portal>`. */
export const portalTable = {
  /** A self-service token of the REST API. */
  token: 'text',
  /** URL to which a POST returns a new token, `{ Token }`, if there is none or it has expired. */
  tokenUrl: 'text',
  /** Opens one task without the rest: `payment`, `plan`, `cancel` or `invoices`. */
  task: 'text',
  /** The page to go back to. */
  returnUrl: 'text',
  /** Bearers to offer; all of the account by default. */
  paymentMethods: 'list',
  /** Card schemes that the merchant accepts, shown below the card number. */
  cardTypes: 'list',
  /** The language; by default that of the page, then of the browser. */
  locale: 'text',
  /** Corners: `soft` (by default), `sharp` or `round`. */
  theme: 'text',
  /** `comfortable` (by default) or `compact`. */
  density: 'text',
  /** Texts in place of the element's, by name. */
  texts: 'value',
} as const satisfies Table;

/** Of `<clientlib-cancel>` and `<clientlib-withdraw>`. */
export const declarationTable = {
  /** URL of the merchant's back end to which the declaration is posted. */
  declareUrl: 'key',
  /** Shows the form at once, as on a page of its own. */
  open: 'flag',
  /** The language; by default that of the page, then of the browser. */
  locale: 'text',
  /** Corners: `soft` (by default), `sharp` or `round`. */
  theme: 'text',
  /** `comfortable` (by default) or `compact`. */
  density: 'text',
  /** Texts in place of the element's, by name. */
  texts: 'value',
} as const satisfies Table;

/** Of `<clientlib-payment-form>`. */
export const paymentFormTable = {
  /** Identifies the account. */
  publicApiKey: 'key',
  /** Bearers to offer; all of the account by default. */
  paymentMethods: 'list',
  /** Bearer or kind of the method that is selected at first. */
  selectedMethod: 'text',
  /** `accordion` (by default), `tabs`, or `auto`. */
  layout: 'text',
  /** Number of methods that are shown at first. */
  visibleMethods: 'value',
  /** Card schemes that the merchant accepts, shown below the card number. */
  cardTypes: 'list',
  /** The language; by default that of the browser. */
  locale: 'text',
  /** The page that providers send customers back to. */
  providerReturnUrl: 'text',
  /** Texts in place of the form's, by name. */
  texts: 'value',
  /** Web fonts for the style. */
  fonts: 'value',
  /** The style of the form, by part. */
  formStyle: 'value',
  /** Shows the 3-D Secure challenge in a way of the page's own. */
  popupCreate: 'value',
  /** Removes what `popupCreate` has shown. */
  popupClose: 'value',
} as const satisfies Table & { readonly [name in keyof Required<PaymentFormConfig>]: Kind };

interface ValueOf {
  readonly key: string;
  readonly text: string | undefined;
  readonly list: string[] | undefined;
  readonly flag: boolean | undefined;
}

type ValueIn<One extends Table, Own, Name extends keyof One> = Name extends keyof Own
  ? Own[Name] | undefined
  : One[Name] extends keyof ValueOf
    ? ValueOf[One[Name]]
    : unknown;

/** The properties of an element. `Own`: the types of those that are no attributes. */
export type PropertiesOf<One extends Table, Own> = {
  -readonly [Name in keyof One]: ValueIn<One, Own, Name>;
};

/** The props of a component: all may be left out but the key. */
export type PropsOf<One extends Table, Own> = {
  readonly [Name in keyof One as One[Name] extends 'key' ? Name : never]: string;
} & {
  readonly [Name in keyof One as One[Name] extends 'key' ? never : Name]?: ValueIn<One, Own, Name>;
};

type Kebab<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? '-' : ''}${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** The attributes of an element, as templates write them. */
export type AttributesOf<One extends Table> = {
  readonly [Name in keyof One as One[Name] extends 'key' ? Kebab<Name> : never]: string;
} & {
  readonly [Name in keyof One as One[Name] extends 'text' | 'list' ? Kebab<Name> : never]?:
    | string
    | undefined;
} & {
  readonly [Name in keyof One as One[Name] extends 'flag' ? Kebab<Name> : never]?: '' | undefined;
};
