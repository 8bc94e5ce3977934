import type { CallOptions } from '../calls/completion.ts';
import type { Run } from '../calls/run.ts';
import type { ClientLibError } from '../errors/client-lib-error.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { CustomerData } from '../types/customer.ts';
import type { PaymentConfig } from '../types/payment-config.ts';
import type { ProcessedPaymentData } from '../types/payment-data.ts';

/** The data that listeners of a `PaymentForm` receive, by event. It contains no secrets. */
export interface PaymentFormDetails {
  /** The form is ready for input; sent again after a reload. Lists are separated by spaces. */
  readonly ready: { title: string; methods: string; bearer: string; label: string; ignoredStyles: string };
  /** The input or the selected method has changed. `complete`: the input is valid. */
  readonly change: {
    bearer: string;
    /** The method as the form names it. */
    label: string;
    field?: string | undefined;
    complete: boolean;
    cardType?: string | undefined;
    /** True if the field is empty. */
    empty?: boolean | undefined;
    /** True if the field is filled in and valid. */
    valid?: boolean | undefined;
  };
  /** A field received the focus. */
  readonly focus: { field: string };
  /** A field lost the focus. */
  readonly blur: { field: string };
  /** The customer pressed Enter: do the same as your submit button. */
  readonly submit: { bearer: string };
  /** The customer pressed Escape. A `<dialog>` around the form is closed, unless a listener of its `cancel` prevents it. */
  readonly escape: { bearer: string };
  /** A field is invalid: see `field` and `errorCode[0]`. The form shows it, in the customer's language. */
  readonly invalid: ClientLibError;
  /** The form could not be loaded, or one of its methods is not configured. */
  readonly error: ClientLibError;
}

/** Events of the form; see `PaymentFormDetails`. */
export type PaymentFormEvent = keyof PaymentFormDetails;

/** Configuration of `createElement`. */
export interface PaymentFormConfig {
  /** Public key that identifies the account. */
  publicApiKey: string;
  /**
   * Bearers to offer, `['CreditCard:…', 'Debit:…']`, in this order. Default: one of each kind that the account has, cards
   * first and invoices last.
   */
  paymentMethods?: string[] | undefined;
  /** Bearer or kind (`CreditCard`) of the initially selected method. Default: the first. */
  selectedMethod?: string | undefined;
  /** Rows, tabs, or tabs if there are at most four methods and they fit side by side. Default: `accordion`. */
  layout?: 'accordion' | 'tabs' | 'auto' | undefined;
  /** Number of methods shown initially. Default: four, or all if there are at most five. */
  visibleMethods?: number | undefined;
  /** Card schemes that you accept, as `CardType` (`['visa', 'mastercard']`), shown below the card number. */
  cardTypes?: string[] | undefined;
  /** Language, or language and region, of labels and messages (`de-DE`). Default: the browser's, else English. */
  locale?: string | undefined;
  /**
   * Replaces texts of the form, by name: `{ card: 'Credit card', fields: { cvc: 'CVC' } }`.
   * dist/docs/payment-form.md lists the names.
   */
  texts?: PaymentFormTexts | undefined;
  /**
   * Web fonts for `style`: up to four faces of 300 kB. The page loads them, subject to its `connect-src`, and passes them to the form.
   */
  fonts?: PaymentFormFont[] | undefined;
  /** As in `PaymentConfig`: the page that a redirecting provider sends the customer back to. */
  providerReturnUrl?: string | undefined;
  /** As in `PaymentConfig`: shows the 3-D Secure challenge in the page. */
  popupCreate?: PaymentConfig['popupCreate'];
  /** As in `PaymentConfig`. */
  popupClose?: PaymentConfig['popupClose'];
}

/** A field of the payment form, by its name. */
export type PaymentFormField =
  | 'cardNumber'
  | 'expiry'
  | 'cvc'
  | 'cardHolder'
  | 'accountHolder'
  | 'iban'
  | 'bic'
  | 'bankAccountNumber'
  | 'bankRoutingCode'
  | 'emailAddress';

/** The element that `createElement` embeds: the whole form or, for a custom layout, a field or the mandate of a direct debit. */
export type PaymentFormElement = 'paymentForm' | PaymentFormField | 'mandate';

/** A style sheet with `@font-face` rules, or one font file. */
export type PaymentFormFont =
  | { cssSrc: string }
  | { family: string; src: string; weight?: string | undefined; style?: string | undefined };

/** Texts of the payment form by name; groups of texts are objects. The event `error` reports unknown names. */
export interface PaymentFormTexts {
  readonly [name: string]: string | { readonly [name: string]: string };
}

/** CSS properties by name; those that are not allowed are ignored. */
export type PaymentFormRule = Record<string, string>;

/** The style of the form: CSS properties for each part. */
export interface PaymentFormStyle {
  body?: PaymentFormRule | undefined;
  label?: PaymentFormRule | undefined;
  input?: PaymentFormRule | undefined;
  inputRequired?: PaymentFormRule | undefined;
  inputInvalid?: PaymentFormRule | undefined;
  /** The error message below a field. */
  error?: PaymentFormRule | undefined;
}

/** The settings that `PaymentForm.update` can change. */
export interface PaymentFormChanges extends Pick<PaymentFormConfig, 'locale' | 'texts'> {
  style?: PaymentFormStyle | undefined;
}

/** The purpose of the payment for the provider. Absent if only the payment method changes. */
export interface PaymentAmount {
  /** Major units, VAT included. */
  readonly Amount?: number | undefined;
  /** ISO 4217. */
  readonly Currency?: string | undefined;
}

/** Announces to the service a payment whose customer goes into a challenge. @internal */
export type BeginPayment = (processed: ProcessedPaymentData) => Promise<unknown>;

/**
 * The embedded payment form, created by `createElement`. Pass it to `Signup.paySignupInteractive`,
 * `Portal.upgradePayInteractive` or `Portal.paymentChange`, with `null` in place of the `Payment`.
 */
export interface PaymentForm {
  /** Resolves when the customer can type; rejects with the error that the error callback receives. */
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
  /**
   * Validates the input and shows errors. Resolves to whether the input is valid. `focus: false` leaves the focus where it is:
   * for a page with fields of its own before the form that are invalid too.
   */
  validate(options?: CallOptions & { focus?: boolean | undefined }): Promise<boolean>;
  /**
   * Sends the input to the payment provider and returns a token for it. The pay calls do this themselves.
   * Errors: as `Payment.processPaymentData`.
   */
  submit(options?: CallOptions): Promise<ProcessedPaymentData>;
  /** Fills in the payer's name and e-mail address, unless the customer has entered them. */
  payerDataChanged(customerData: AnyCase<CustomerData>): void;
  /**
   * Changes the style, texts or language of the form while it is shown. What the customer has typed stays. Each setting that
   * is given replaces the one before; an empty one (`''`, `{}`) restores the default.
   */
  update(changes: PaymentFormChanges): void;
  /** Moves the focus to the first empty or invalid field. */
  focus(): void;
  /** Clears the security code of a card, for example after a decline. */
  clearCode(): void;
  /** Loads the form again after it failed to load. The input is lost. */
  reload(): Promise<void>;
  /** Removes the form. Using it afterwards fails with `InvalidConfiguration` and `Destroyed`. */
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
  /** Places a further part of the form. @internal */
  add(name: unknown, container: unknown, options: unknown): PaymentForm;
  /** @internal */
  readonly publicApiKey: string;
  /** Absolute. @internal */
  readonly providerReturnUrl?: string | undefined;
}
