import type { FieldName } from '../fields.ts';

/** All texts of the form in one language. */
export interface Texts {
  readonly title: string;
  readonly methods: string;
  /** `{n}`: how many more. */
  readonly moreMethods: string;
  readonly card: string;
  readonly debit: string;
  readonly onAccount: string;
  readonly invoice: string;
  readonly noPayment: string;
  readonly fields: { readonly [name in FieldName]: string };
  readonly optional: string;
  /** Shown in the empty expiry field. */
  readonly expiryPattern: string;
  /** The place where the code is printed, by its number of digits. */
  readonly cvcHint: { readonly 3: string; readonly 4: string };
  /** Messages for invalid fields. */
  readonly wrong: { readonly [name in FieldName]: string };
  /** Messages for empty fields. */
  readonly missing: string;
  readonly mandateTitle: string;
  readonly creditorId: string;
  readonly mandateReference: string;
  readonly recurring: string;
  /** `{creditor}`: the merchant. docs/payment-form.md says in which languages it has the words of the banks. */
  readonly mandate: string;
  /** Beside a method that redirects. */
  readonly leavesPage: string;
  readonly redirect: string;
  readonly invoiceText: string;
  readonly noPaymentText: string;
  readonly loading: string;
  readonly failed: string;
  readonly again: string;
  /** On the button that closes the 3-D Secure challenge. */
  readonly cancel: string;
}
