import type { Run } from '../operation.ts';
import type { CallOptions } from '../types/call.ts';
import type { PaymentConfig } from '../types/payment-config.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';

/**
 * What happens in the form. Listeners get plain facts, nothing secret:
 * - `ready`: `{ title, methods, bearer, ignoredStyles }`, lists as text separated by spaces
 * - `change`: `{ bearer, field?, complete, cardType? }`
 * - `focus`, `blur`: `{ field }`
 * - `submit`: `{ bearer }`; the customer pressed Enter
 * - `error`: a `ClientLibError`; of a field (`details.field`), of a method that is not configured, or of the loading
 */
export type PaymentFormEvent = 'ready' | 'change' | 'focus' | 'blur' | 'submit' | 'error';

/** Configuration of `createElement('paymentForm', …)` (field notes 1.6). */
export interface PaymentFormConfig {
  /** Public key that identifies the account. */
  publicApiKey: string;
  /** Bearers to offer, `['CreditCard:…', 'Debit:…']`; with one only that one shows. Default: all of the account. */
  paymentMethods?: string[] | undefined;
  /** Language, or language and region, of labels and messages (`de-DE`). Default: the browser's, else English. */
  locale?: string | undefined;
  /** As in `PaymentConfig`: the page that a redirecting provider sends the customer back to. */
  providerReturnUrl?: string | undefined;
  /** As in `PaymentConfig`: shows the 3-D Secure challenge, in the page. */
  popupCreate?: PaymentConfig['popupCreate'];
  /** As in `PaymentConfig`. */
  popupClose?: PaymentConfig['popupClose'];
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
  /** Settles when the customer can type; rejects with the error that the error callback receives. */
  readonly ready: Promise<void>;
  /** Listens to an event of the form. */
  on(event: PaymentFormEvent, listener: (detail: unknown) => void): void;
  /** Stops listening. */
  off(event: PaymentFormEvent, listener: (detail: unknown) => void): void;
  /** Checks what is typed, shows what is wrong, and tells whether all is right. */
  validate(options?: CallOptions): Promise<boolean>;
  /**
   * Gives what is typed to the payment provider, and what stands for it to the page. The pay calls do this themselves.
   * Errors: as `Payment.processPaymentData`.
   */
  submit(options?: CallOptions): Promise<ProcessedPaymentData>;
  /** Puts the cursor into the first field that needs attention. */
  focus(): void;
  /** Loads the form anew, after it could not be loaded. What was typed is lost. */
  reload(): Promise<void>;
  /** Removes the form. Every use afterwards is the error `InvalidConfiguration` with `Destroyed`. */
  destroy(): void;
  /**
   * Tokenises what is typed, within the deadline and signal of the call that needs it.
   * @internal
   */
  process(data: unknown, amount: PaymentAmount, run: Run): Promise<ProcessedPaymentData>;
  /** @internal */
  readonly publicApiKey: string;
  /** Absolute. @internal */
  readonly providerReturnUrl?: string | undefined;
}
