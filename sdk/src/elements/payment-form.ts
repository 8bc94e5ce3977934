import type { CallOptions } from '../calls/completion.ts';
import type { Run } from '../calls/run.ts';
import type { ClientLibError } from '../errors/client-lib-error.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { CustomerData } from '../types/customer.ts';
import type { PaymentConfig } from '../types/payment-config.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';

/** What listeners of a `PaymentForm` receive, by event: plain facts, nothing secret. */
export interface PaymentFormDetails {
  /** The customer can type; again after a reload. Lists are texts separated by spaces. */
  readonly ready: { title: string; methods: string; bearer: string; ignoredStyles: string };
  /** Something was typed, or another method was chosen. `complete`: all is right. */
  readonly change: {
    bearer: string;
    field?: string | undefined;
    complete: boolean;
    cardType?: string | undefined;
  };
  /** The cursor came into a field. */
  readonly focus: { field: string };
  /** The cursor left a field. */
  readonly blur: { field: string };
  /** The customer pressed Enter: do what your button does. */
  readonly submit: { bearer: string };
  /** A field turned out wrong: `field` and `errorCode[0]`. The form shows it, in the customer's language. */
  readonly invalid: ClientLibError;
  /** The form could not be loaded, or one of its methods is not configured. */
  readonly error: ClientLibError;
}

/** What happens in the form; see `PaymentFormDetails`. */
export type PaymentFormEvent = keyof PaymentFormDetails;

/** Configuration of `createElement('paymentForm', …)`. */
export interface PaymentFormConfig {
  /** Public key that identifies the account. */
  publicApiKey: string;
  /** Bearers to offer, `['CreditCard:…', 'Debit:…']`; with one only that one shows. Default: all of the account. */
  paymentMethods?: string[] | undefined;
  /** Language, or language and region, of labels and messages (`de-DE`). Default: the browser's, else English. */
  locale?: string | undefined;
  /**
   * Texts in place of the form's own, by name: `{ card: 'Credit card', fields: { cvc: 'CVC' } }`. The names are those of
   * dist/docs/payment-form.md.
   */
  texts?: PaymentFormTexts | undefined;
  /** As in `PaymentConfig`: the page that a redirecting provider sends the customer back to. */
  providerReturnUrl?: string | undefined;
  /** As in `PaymentConfig`: shows the 3-D Secure challenge, in the page. */
  popupCreate?: PaymentConfig['popupCreate'];
  /** As in `PaymentConfig`. */
  popupClose?: PaymentConfig['popupClose'];
}

/** Texts of the payment form by name; groups of them are objects. What has no such name is ignored. */
export interface PaymentFormTexts {
  readonly [name: string]: string | { readonly [name: string]: string };
}

/** CSS properties by name; those that are not allowed are ignored. */
export type PaymentFormRule = Record<string, string>;

/** How the form looks: CSS properties for each part. */
export interface PaymentFormStyle {
  body?: PaymentFormRule | undefined;
  label?: PaymentFormRule | undefined;
  input?: PaymentFormRule | undefined;
  inputRequired?: PaymentFormRule | undefined;
  inputInvalid?: PaymentFormRule | undefined;
}

/** What the payment is for, as the provider must know it. Absent when only the payment method changes. */
export interface PaymentAmount {
  /** Major units, VAT included. */
  readonly Amount?: number | undefined;
  /** ISO 4217. */
  readonly Currency?: string | undefined;
}

/** Announces to the service a payment whose customer goes into a challenge. @internal */
export type BeginPayment = (processed: ProcessedPaymentData) => Promise<unknown>;

/**
 * The embedded payment form, made by `createElement`. Give it to `Signup.paySignupInteractive`,
 * `Portal.upgradePayInteractive` or `Portal.paymentChange`, with `null` in place of the `Payment`.
 */
export interface PaymentForm {
  /** Settles when the customer can type; rejects with the error that the error callback receives. */
  readonly ready: Promise<void>;
  /** Listens to an event of the form. */
  on<Event extends PaymentFormEvent>(
    event: Event,
    listener: (detail: PaymentFormDetails[Event]) => void,
  ): void;
  /** Stops listening. */
  off<Event extends PaymentFormEvent>(
    event: Event,
    listener: (detail: PaymentFormDetails[Event]) => void,
  ): void;
  /** Checks what is typed and shows what is wrong. Resolves to whether all is right. */
  validate(options?: CallOptions): Promise<boolean>;
  /**
   * Sends what is typed to the payment provider and returns what stands for it. The pay calls do this themselves.
   * Errors: as `Payment.processPaymentData`.
   */
  submit(options?: CallOptions): Promise<ProcessedPaymentData>;
  /** Fills in name and e-mail address of who pays, where the customer has not typed them. */
  payerDataChanged(customerData: AnyCase<CustomerData>): void;
  /** Puts the cursor into the first field that needs attention. */
  focus(): void;
  /** Loads the form again, after it could not be loaded. What was typed is lost. */
  reload(): Promise<void>;
  /** Removes the form. Every use afterwards is the error `InvalidConfiguration` with `Destroyed`. */
  destroy(): void;
  /**
   * Tokenises what is typed, within the deadline and signal of the call that needs it.
   * @internal
   */
  process(
    data: unknown,
    amount: PaymentAmount,
    run: Run,
    begin?: BeginPayment,
  ): Promise<ProcessedPaymentData>;
  /** @internal */
  readonly publicApiKey: string;
  /** Absolute. @internal */
  readonly providerReturnUrl?: string | undefined;
}
