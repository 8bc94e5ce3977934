import {
  createElement,
  type PaymentForm,
  type PaymentFormConfig,
  type PaymentFormDetails,
  type PaymentFormStyle,
} from 'clientlib';

const events = ['ready', 'change', 'focus', 'blur', 'submit', 'invalid', 'error'] as const;
const attributes = ['public-api-key', 'payment-methods', 'locale', 'provider-return-url'];

/** On a server there are no elements, and the class is never used. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<clientlib-payment-form>`: the embedded payment form as an element, for every framework and for plain HTML. The form is
 * made when the element is in the page, made anew when an attribute changes, and destroyed when the element goes.
 *
 * Its events are those of the form, as `CustomEvent`s that do not bubble.
 *
 * @example
 * <clientlib-payment-form public-api-key="…" payment-methods="CreditCard:Bravo Debit:Delta"></clientlib-payment-form>
 * await signup.paySignupInteractive(null, element.paymentForm, order);
 */
export class ClientLibPaymentFormElement extends Base {
  static readonly observedAttributes: readonly string[] = attributes;

  /** The form object to pay with, while the element is in a page. */
  paymentForm: PaymentForm | undefined;
  /** Shows the 3-D Secure challenge in a way of the page's own. Set it before the element is in the page. */
  popupCreate: PaymentFormConfig['popupCreate'];
  popupClose: PaymentFormConfig['popupClose'];
  private _style: PaymentFormStyle | undefined;
  private _isPlanned = false;

  /** As the attribute `public-api-key`. */
  get publicApiKey(): string {
    return this.getAttribute('public-api-key') ?? '';
  }
  set publicApiKey(key: string) {
    this._reflect('public-api-key', key);
  }

  /** As the attribute `payment-methods`, whose bearers are separated by spaces. */
  get paymentMethods(): string[] | undefined {
    return this.getAttribute('payment-methods')?.split(/\s/).filter(Boolean);
  }
  set paymentMethods(bearers: string[] | undefined) {
    this._reflect('payment-methods', bearers?.join(' '));
  }

  /** As the attribute `locale`. */
  get locale(): string | undefined {
    return this.getAttribute('locale') ?? undefined;
  }
  set locale(locale: string | undefined) {
    this._reflect('locale', locale);
  }

  /** As the attribute `provider-return-url`. */
  get providerReturnUrl(): string | undefined {
    return this.getAttribute('provider-return-url') ?? undefined;
  }
  set providerReturnUrl(url: string | undefined) {
    this._reflect('provider-return-url', url);
  }

  /** How the form looks, by part. */
  get formStyle(): PaymentFormStyle | undefined {
    return this._style;
  }
  set formStyle(style: PaymentFormStyle | undefined) {
    this._style = style;
    this._plan();
  }

  /** Validates the input and shows errors. Resolves to whether the input is valid. */
  validate(): Promise<boolean> {
    return this.paymentForm?.validate() ?? Promise.resolve(false);
  }

  /** Moves the focus to the first empty or invalid field. */
  override focus(): void {
    this.paymentForm?.focus();
  }

  /** Loads the form again, after it could not be loaded. */
  reload(): Promise<void> {
    return this.paymentForm?.reload() ?? Promise.resolve();
  }

  connectedCallback(): void {
    this.style.display ||= 'block';
    this._plan();
  }

  disconnectedCallback(): void {
    this.paymentForm?.destroy();
    this.paymentForm = undefined;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this._plan();
  }

  /** Makes the form once for all that frameworks set one after the other. */
  private _plan(): void {
    if (this._isPlanned) return;
    this._isPlanned = true;
    queueMicrotask(() => {
      this._isPlanned = false;
      this.disconnectedCallback();
      if (this.isConnected) this._make();
    });
  }

  private _make(): void {
    const { publicApiKey, paymentMethods, locale, providerReturnUrl, popupCreate, popupClose } = this;
    const config = { publicApiKey, paymentMethods, locale, providerReturnUrl, popupCreate, popupClose };
    const form = createElement('paymentForm', this, config, this._style);
    for (const event of events)
      form.on(event, (detail) => this.dispatchEvent(new CustomEvent(event, { detail })));
    this.paymentForm = form;
  }

  private _reflect(name: string, value: string | undefined): void {
    if (value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}

/** The events of the element, each with what its `detail` is. */
export type ClientLibPaymentFormEvents = {
  [event in keyof PaymentFormDetails]: CustomEvent<PaymentFormDetails[event]>;
};

const tag = 'clientlib-payment-form';
// Importing defines the element; another copy of the library may have done so.
const registry = globalThis.customElements as CustomElementRegistry | undefined;
if (registry && !registry.get(tag)) registry.define(tag, ClientLibPaymentFormElement);

declare global {
  interface HTMLElementTagNameMap {
    'clientlib-payment-form': ClientLibPaymentFormElement;
  }
}
