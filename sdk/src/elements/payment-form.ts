import type { Run } from '../operation.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';

/** What happens in the form. `error` carries a `ClientLibError`, the others an object; nothing in them is secret. */
export type PaymentFormEvent = 'ready' | 'change' | 'focus' | 'blur' | 'submit' | 'error';

/** Configuration of `createElement('paymentForm', …)` (field notes 1.6). */
export interface PaymentFormConfig {
  /** Public key that identifies the account. */
  publicApiKey: string;
  /** Bearers to offer, `['CreditCard:…', 'Debit:…']`. With one in the list only that one shows. */
  paymentMethods: string[];
  /** Language and region of labels and messages (`de-DE`). Default: the browser's. */
  locale?: string | undefined;
  /** As in `PaymentConfig`: the page that a redirecting provider sends the customer back to. */
  providerReturnUrl?: string | undefined;
}

/** CSS properties by name; those that are not allowed are left out. */
export type PaymentFormRule = Record<string, string>;

/** How the form looks: CSS properties for each part (field notes 1.6). */
export interface PaymentFormStyle {
  body?: PaymentFormRule | undefined;
  label?: PaymentFormRule | undefined;
  input?: PaymentFormRule | undefined;
  inputRequired?: PaymentFormRule | undefined;
  inputInvalid?: PaymentFormRule | undefined;
}

/** What the payment is for, as the provider must know it. Absent for a mere change of payment method. */
export interface PaymentAmount {
  /** Major units, VAT included. */
  readonly Amount?: number | undefined;
  /** ISO 4217. */
  readonly Currency?: string | undefined;
}

/**
 * The embedded payment form, made by `createElement`. Give it to `Signup.paySignupInteractive`,
 * `Portal.upgradePayInteractive` or `Portal.paymentChange`, with `null` in place of the `Payment`.
 */
export interface PaymentForm {
  /** Listens to an event of the form. */
  on(event: PaymentFormEvent, listener: (detail: unknown) => void): void;
  /** Stops listening. */
  off(event: PaymentFormEvent, listener: (detail: unknown) => void): void;
  /** Checks what is typed, shows what is wrong, and tells whether all is right. */
  validate(): Promise<boolean>;
  /** Tokenises what is typed. The pay calls do this themselves. */
  submit(): Promise<ProcessedPaymentData>;
  /** Puts the cursor into the first field that needs attention. */
  focus(): void;
  /** Removes the form. Every use afterwards is a typed error. */
  destroy(): void;
  /**
   * Tokenises what is typed, within the deadline and signal of the call that needs it.
   * @internal
   */
  tokenize(amount: PaymentAmount, run: Run): Promise<ProcessedPaymentData>;
  /** @internal */
  readonly publicApiKey: string;
  /** Absolute. @internal */
  readonly providerReturnUrl?: string | undefined;
}
