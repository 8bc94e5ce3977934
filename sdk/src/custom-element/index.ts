import {
  createElement,
  type PaymentForm,
  type PaymentFormConfig,
  type PaymentFormDetails,
  type PaymentFormStyle,
} from 'clientlib';
import { adoptProperties, listAttributes, reflect } from '../properties/reflect.ts';
import { type PropertiesOf, paymentFormTable } from '../properties/tables.ts';

const events = ['ready', 'change', 'focus', 'blur', 'submit', 'escape', 'invalid', 'error'] as const;

/** Properties that change the form that is shown; any other property creates a new one. */
const changeable = ['locale', 'texts', 'formStyle'];

/** Properties of the element: the configuration of the form, and its look by part. */
interface PaymentFormProperties
  extends PropertiesOf<
    typeof paymentFormTable,
    Required<Omit<PaymentFormConfig, 'publicApiKey' | 'paymentMethods' | 'cardTypes'>> & {
      formStyle: PaymentFormStyle;
    }
  > {}

/** On a server there are no elements, and the class is never used. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & PaymentFormProperties;

/**
 * `<clientlib-payment-form>`: the embedded payment form as an element, for every framework and for plain HTML. The form is
 * created when the element is in the page and destroyed when it goes. `locale`, `texts` and `formStyle` change the form that is
 * shown; another attribute creates a new one.
 *
 * Its events are those of the form, as `CustomEvent`s that do not bubble.
 *
 * @example
 * <clientlib-payment-form public-api-key="…" payment-methods="CreditCard:Bravo Debit:Delta"></clientlib-payment-form>
 * await signup.paySignupInteractive(null, element.paymentForm, order);
 */
export class ClientLibPaymentFormElement extends Base {
  static readonly observedAttributes: readonly string[] = listAttributes(paymentFormTable);

  static {
    reflect(ClientLibPaymentFormElement, paymentFormTable, (element, name) => {
      // Callbacks are read when the form is created.
      if (!name.startsWith('popup')) element._plan(!changeable.includes(name));
    });
  }

  /** The form object to pay with, while the element is in a page. */
  paymentForm: PaymentForm | undefined;
  private _isPlanned = false;
  private _isOutdated = true;

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
    adoptProperties(this, paymentFormTable);
    this.style.display ||= 'block';
    this._plan(true);
  }

  /** Moved by `moveBefore`: the frame keeps what is typed. */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    this.paymentForm?.destroy();
    this.paymentForm = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before !== after) this._plan(!changeable.includes(name));
  }

  /**
   * Does once what frameworks ask for by several changes in a row.
   *
   * @param isOther Whether it is another form; else the one that is shown changes, with what is typed in it.
   */
  private _plan(isOther: boolean): void {
    this._isOutdated ||= isOther;
    if (this._isPlanned) return;
    this._isPlanned = true;
    queueMicrotask(() => {
      this._isPlanned = false;
      const { locale = '', texts = {}, formStyle: style = {}, paymentForm } = this;
      if (paymentForm && !this._isOutdated) return paymentForm.update({ locale, texts, style });
      this._isOutdated = false;
      this.disconnectedCallback();
      if (this.isConnected) this._make();
    });
  }

  private _make(): void {
    const names = Object.keys(paymentFormTable) as (keyof PaymentFormProperties)[];
    const all = Object.fromEntries(names.map((name) => [name, this[name]])) as unknown;
    const { formStyle, ...config } = all as PaymentFormProperties;
    const form = createElement('paymentForm', this, config, formStyle);
    for (const event of events)
      form.on(event, (detail) => this.dispatchEvent(new CustomEvent(event, { detail })));
    this.paymentForm = form;
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
