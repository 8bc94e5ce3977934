import {
  type Cart,
  type CustomerData,
  finalize,
  type OrderPreview,
  type OrderResult,
  Payment,
  Signup,
  type SignupOffer,
} from 'clientlib';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { keptInTab } from '../kept.ts';
import { codeOf, isError, isUncertain, sentenceFor } from '../problem.ts';
import { cleanAddress, hasLeft, isReturnTo, leaveFor, returnAddressFor, stay } from '../return-address.ts';
import { CustomerForm } from '../view/customer-form.ts';
import { h, put, say } from '../view/dom.ts';
import { Extras } from '../view/extras.ts';
import { PaymentPart } from '../view/payment-part.ts';
import { Checkout, type Means, type Purchase } from './checkout.ts';
import { CouponField } from './coupon-field.ts';
import { doneView } from './done-view.ts';
import { type PlanRow, planChoice, planRows } from './plan-choice.ts';
import { Summary } from './summary.ts';

/** What listeners of `<clientlib-signup>` receive as `event.detail`. */
export interface SignupDetails {
  /** The customer can choose and type. */
  readonly ready: { readonly offer: SignupOffer };
  /** Cart or price have changed. */
  readonly change: { readonly cart: Cart; readonly order: OrderPreview };
  /** The order is made and paid. Only the webhook confirms it. */
  readonly signedup: OrderResult;
  /** What went wrong; the customer reads a sentence in the element. */
  readonly error: unknown;
}

/** The events of `<clientlib-signup>`, each with what its `detail` is. */
export type SignupEvents = { [event in keyof SignupDetails]: CustomEvent<SignupDetails[event]> };

/** Where the thanks stay over a reload: in the entry of the history that shows them. */
const doneState = 'clientlib-signup';

/**
 * `<clientlib-signup>`: a whole signup. Plan, extras, coupon, customer data as the account asks for it, the price, the
 * payment form, 3-D Secure, the way to a payment provider and back to this page, a declined payment and the next try
 * with the same order, and thanks at the end.
 *
 * @example
 * <clientlib-signup public-api-key="…" plan-variant-id="…"></clientlib-signup>
 */
export class ClientLibSignupElement extends DropInElement {
  static readonly observedAttributes: readonly string[] = [
    'public-api-key',
    'plan-variant-id',
    'plan-variant-ids',
    'payment-methods',
    'locale',
    'country',
    'coupon-code',
    'hide-coupon',
    'hide-components',
    'provider-return-url',
  ];

  private _customer: CustomerData = {};

  /** What is known of the customer: fills in the fields, and goes along with the order (`Tag`). */
  get customer(): CustomerData {
    return this._customer;
  }
  set customer(customer: CustomerData | undefined) {
    this._customer = customer ?? {};
    this.plan();
  }

  /** As the attribute `public-api-key`. */
  get publicApiKey(): string {
    return this.getAttribute('public-api-key') ?? '';
  }
  set publicApiKey(key: string) {
    this.reflect('public-api-key', key);
  }

  /** As the attribute `plan-variant-id`: the plan, or the one that is chosen at first. */
  get planVariantId(): string | undefined {
    return this.getAttribute('plan-variant-id') ?? undefined;
  }
  set planVariantId(id: string | undefined) {
    this.reflect('plan-variant-id', id);
  }

  /** As the attribute `plan-variant-ids`, separated by spaces: the plans to choose from. */
  get planVariantIds(): string[] | undefined {
    return this.list('plan-variant-ids');
  }
  set planVariantIds(ids: string[] | undefined) {
    this.reflect('plan-variant-ids', ids?.join(' '));
  }

  /** As the attribute `payment-methods`: bearers separated by spaces; all of the account without it. */
  get paymentMethods(): string[] | undefined {
    return this.list('payment-methods');
  }
  set paymentMethods(bearers: string[] | undefined) {
    this.reflect('payment-methods', bearers?.join(' '));
  }

  protected show(scene: Scene): void {
    new SignupRun(this, scene, this.top, (event, detail) => this.tell(event, detail)).start();
  }
}

/** One run of the element, from loading to thanks. */
class SignupRun {
  private readonly _element: ClientLibSignupElement;
  private readonly _scene: Scene;
  private readonly _top: HTMLElement;
  private readonly _tell: <Event extends keyof SignupDetails>(
    event: Event,
    detail: SignupDetails[Event],
  ) => void;
  private readonly _signup = new Signup();
  private readonly _name: string;
  private readonly _checkout: Checkout;
  private readonly _message = h('p', { class: 'message bad', part: 'message', role: 'alert' });
  private readonly _button: HTMLButtonElement;
  private readonly _changeDetails: HTMLButtonElement;
  private readonly _summary: Summary;
  private readonly _coupon: CouponField;
  private _customer!: CustomerForm;
  private _payment!: PaymentPart;
  private _extras: Extras | undefined;
  private readonly _extrasPlace = h('div');
  private _row!: PlanRow;
  private _offer!: SignupOffer;
  private _order: OrderPreview | undefined;
  private _isPaying = false;
  /** What the shown price is for. */
  private _priced = '';

  constructor(
    element: ClientLibSignupElement,
    scene: Scene,
    top: HTMLElement,
    tell: <Event extends keyof SignupDetails>(event: Event, detail: SignupDetails[Event]) => void,
  ) {
    const { texts } = scene;
    this._element = element;
    this._scene = scene;
    this._top = top;
    this._tell = tell;
    const plans = element.planVariantIds?.join('.') ?? element.planVariantId ?? '';
    this._name = ['signup', element.id || plans, element.publicApiKey].join('-');
    this._checkout = new Checkout(this._signup, keptInTab<Purchase>(`clientlib.${this._name}`));
    this._summary = new Summary(scene);
    this._coupon = new CouponField(texts, element.getAttribute('coupon-code') ?? '', () => this._price());
    this._button = h(
      'button',
      { type: 'submit', class: 'main-button wide', part: 'button submit' },
      texts.subscribe,
    );
    this._changeDetails = h(
      'button',
      { type: 'button', class: 'link', hidden: true, part: 'button' },
      texts.changeDetails,
    );
    this._changeDetails.addEventListener('click', () => {
      this._checkout.forget();
      stay(this._name);
      this._bind();
    });
  }

  /** Completes what a provider's page sent back, then shows the form; or the thanks that stood here before a reload. */
  async start(): Promise<void> {
    const done: OrderResult | undefined = history.state?.[doneState]?.[this._name];
    if (done) {
      this._showDone(done);
      return;
    }
    this._showText(this._scene.texts.loading);
    if (!isReturnTo(this._name)) return this._load();
    try {
      const order = await finalize();
      if (!this._isGone) this._finish(order);
    } catch (error) {
      if (this._isGone) return;
      this._tell('error', error);
      if (codeOf(error) === 'AlreadyExecuted') return this._finish(this._checkout.purchase?.order);
      // Nobody answered: the order may well be paid, and asking again does not pay twice.
      if (isUncertain(error)) return this._showFailure(this._scene.texts.unsure);
      cleanAddress(this._name);
      if (isError(error) && error.order) this._checkout.adopt(error.order);
      else this._checkout.settle();
      await this._load();
      this._say(sentenceFor(error, this._scene.texts));
    }
  }

  private get _isGone(): boolean {
    return this._scene.signal.aborted;
  }

  private async _load(): Promise<void> {
    const { signal } = this._scene;
    try {
      this._offer = await this._signup.offer(this._element.publicApiKey, { signal });
      if (!signal.aborted) this._showForm();
    } catch (error) {
      if (signal.aborted) return;
      this._tell('error', error);
      this._showFailure(this._scene.texts.failed);
    }
  }

  private _showText(text: string): void {
    put(this._top, h('p', { role: 'status' }, text));
  }

  /** Says what is wrong, with a way to try again. */
  private _showFailure(text: string): void {
    const { texts } = this._scene;
    const again = h('button', { type: 'button', click: () => this.start() }, texts.again);
    put(
      this._top,
      h('p', { class: 'message bad', role: 'alert' }, text),
      h('p', { class: 'actions' }, again),
    );
  }

  private _showForm(): void {
    const { _element: element, _offer: offer, _scene: scene } = this;
    const { texts, formats, signal } = scene;
    const { planVariantId, planVariantIds } = element;
    const ids = planVariantIds ?? (planVariantId === undefined ? undefined : [planVariantId]);
    const rows = planRows(offer.Products, ids, formats);
    const first =
      rows.find(({ variant }) => variant.Id === this._kept?.cart.PlanVariantId) ??
      rows.find(({ variant }) => variant.Id === planVariantId) ??
      rows[0];
    if (!first) {
      this._tell(
        'error',
        new Error(`<clientlib-signup>: no plan variant ${ids?.join(', ')} is open to self-service.`),
      );
      this._showFailure(texts.failed);
      return;
    }
    this._row = first;
    this._makeParts();
    const form = this._layout(this._choice(rows));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this._submit();
    });
    form.addEventListener('change', () => this._price());
    form.addEventListener('input', () => this._say(''));
    // Back from a provider's page by the browser's button, to a page that was kept as it was.
    addEventListener('pageshow', ({ persisted }) => persisted && this._setBusy(false), { signal });
    put(this._top, form);
    this._showExtras();
    this._bind();
    this._payment.form.payerDataChanged(this._customer.data);
    this._price();
    this._tell('ready', { offer });
  }

  /** The plans to choose from, or the only one with its price. */
  private _choice(rows: readonly PlanRow[]): HTMLElement {
    const { name, price, variant } = this._row;
    if (rows.length === 1) {
      const shown = h('span', { class: 'price' }, ` · ${price}`);
      return h('h2', { part: 'heading' }, name, shown);
    }
    return planChoice(rows, this._scene.texts.plan, variant.Id, (row) => {
      this._row = row;
      this._showExtras();
      this._price();
    });
  }

  /** The fields for customer and payment. */
  private _makeParts(): void {
    const { _element: element, _offer: offer, _scene: scene } = this;
    const { texts, formats } = scene;
    this._customer = new CustomerForm({
      fields: offer.Fields,
      countries: offer.Countries,
      customer: this._knownCustomer,
      texts,
      formats,
      isVatId: (vatId) => this._signup.validateVatId(vatId),
    });
    const { paymentMethods, publicApiKey } = element;
    const providerReturnUrl = element.getAttribute('provider-return-url') ?? returnAddressFor(this._name);
    this._payment = new PaymentPart({ publicApiKey, paymentMethods, providerReturnUrl }, scene, {
      submit: () => this._submit(),
      problem: (error) => this._tell('error', error),
    });
  }

  /** The parts in their places: what to choose and to type, and beside it the price with the button. */
  private _layout(choice: HTMLElement): HTMLFormElement {
    const { _element: element } = this;
    const { texts } = this._scene;
    return h(
      'form',
      { class: 'columns', novalidate: true, part: 'form' },
      h(
        'div',
        { class: 'main' },
        h('slot', { name: 'before' }),
        choice,
        this._extrasPlace,
        h(
          'fieldset',
          { class: 'details', part: 'details' },
          h('legend', {}, texts.details),
          this._customer.root,
        ),
        h(
          'fieldset',
          { class: 'pay', part: 'payment-section' },
          h('legend', {}, texts.payment),
          this._payment.root,
        ),
      ),
      h(
        'div',
        { class: 'side box', part: 'side' },
        this._summary.root,
        !element.hasAttribute('hide-coupon') && this._coupon.root,
        h('slot', { name: 'terms' }),
        this._message,
        this._button,
        this._changeDetails,
      ),
    );
  }

  /** Cart and customer of the order that is under way. */
  private get _kept(): { readonly cart: Cart; readonly customer: CustomerData } | undefined {
    const { wanted } = this._checkout.purchase ?? {};
    if (!wanted) return undefined;
    const [cart, customer] = JSON.parse(wanted);
    return { cart, customer };
  }

  private get _knownCustomer(): CustomerData {
    const { customer } = this._element;
    const Country = this._element.getAttribute('country') ?? this._offer.Country;
    const before = this._kept?.customer;
    return { ...customer, ...before, Address: { Country, ...customer.Address, ...before?.Address } };
  }

  private _showExtras(): void {
    const {
      _element: element,
      _offer: { Products },
      _row: row,
    } = this;
    if (element.hasAttribute('hide-components')) return;
    const { texts, formats } = this._scene;
    const booked = this._extras?.chosen ?? this._kept?.cart.ComponentSubscriptions ?? [];
    const group = Products.PlanGroups.find(({ Id }) => Id === row.groupId);
    this._extras = new Extras(
      Products.Components.filter(
        ({ PlanGroupId, ComponentType }) => PlanGroupId === row.groupId && ComponentType !== 'Metered',
      ),
      {
        legend: texts.extras,
        currency: group?.Currency ?? 'EUR',
        formats,
        quantities: new Map(booked.map(({ ComponentId, Quantity }) => [ComponentId, Number(Quantity)])),
        changed: () => this._price(),
      },
    );
    put(this._extrasPlace, this._extras.root);
    this._extrasPlace.hidden = this._extras.root.hidden;
  }

  /** An order that may be paid already stays as it is: its fields rest. */
  private _bind(): void {
    const { isBound } = this._checkout;
    for (const part of this._top.querySelectorAll<HTMLFieldSetElement>('fieldset:not(.pay)'))
      part.disabled = isBound;
    this._coupon.isDisabled = isBound;
    // A lost answer can mean a payment; who left a provider's page knows what was done there.
    this._changeDetails.hidden = !(isBound && hasLeft(this._name));
  }

  private get _cart(): Cart {
    const { code } = this._coupon;
    const components = this._extras?.chosen ?? [];
    return {
      PlanVariantId: this._row.variant.Id,
      ...(components.length > 0 && { ComponentSubscriptions: components }),
      ...(code && { CouponCode: code }),
    };
  }

  /** Asks for the price where it can have changed. */
  private async _price(): Promise<void> {
    const [cart, customer] = [this._cart, this._customer.priceData];
    this._payment.form.payerDataChanged(this._customer.data);
    const asked = JSON.stringify([cart, customer]);
    if (asked === this._priced) return;
    this._priced = asked;
    this._summary.isBusy = true;
    try {
      const { Order } = await this._signup.preview(cart, customer, { signal: this._scene.signal });
      this._order = Order;
      this._summary.show(Order);
      this._coupon.show(Order.Coupon);
      this._top.querySelector<HTMLElement>('.pay')?.toggleAttribute('hidden', this._isFree);
      this._tell('change', { cart, order: Order });
    } catch (error) {
      if (this._isGone || codeOf(error) === 'Aborted') return;
      this._summary.isBusy = false;
      this._priced = '';
      this._tell('error', error);
      this._showProblem(error);
    }
  }

  /** Nothing to pay, now or later. */
  private get _isFree(): boolean {
    const { AllowWithoutPaymentData, TotalGross = 1, NextTotalGross = 0 } = this._order ?? {};
    return AllowWithoutPaymentData === true && TotalGross === 0 && NextTotalGross === 0;
  }

  private async _submit(): Promise<void> {
    // A second click does nothing while the first one is under way.
    if (this._isPaying) return;
    this._say('');
    if (!this._checkout.isBound && !this._customer.check()) return;
    this._setBusy(true);
    stay(this._name);
    try {
      const means = await this._means();
      if (!means) {
        this._setBusy(false);
        return;
      }
      const order = await this._checkout.order(this._cart, this._orderCustomer);
      if (order.OrderStatus === 'ApprovalPending') {
        this._checkout.forget();
        return this._finish(order);
      }
      const result = await this._checkout.pay(order, means);
      if (this._isGone) return;
      if (result.Url) leaveFor(result.Url, this._name);
      else this._finish(result);
    } catch (error) {
      if (this._isGone) return;
      this._setBusy(false);
      this._bind();
      this._tell('error', error);
      this._showProblem(error);
    }
  }

  /** The customer as typed, in the language of the element. */
  private get _orderCustomer(): CustomerData {
    return { Locale: this._scene.formats.locale, ...this._customer.data };
  }

  /** What to pay with, once everything that must be typed is right. */
  private async _means(): Promise<Means | undefined> {
    if (this._isFree) {
      const payment = new Payment({ publicApiKey: this._element.publicApiKey });
      return [payment, { bearer: 'None:None' }];
    }
    const { form } = this._payment;
    return (await form.validate()) ? [null, form] : undefined;
  }

  private _showProblem(error: unknown): void {
    const { texts } = this._scene;
    const code = codeOf(error);
    const field = isError(error) ? error.field?.replace(/^(Customer|Cart)\./, '') : undefined;
    if (code === 'InvalidCouponCode') {
      this._coupon.reject();
      return;
    }
    if (code === 'InvalidVatId' && this._customer.reject('VatId', texts.wrong)) return;
    if (code === 'InvalidCountry' && this._customer.reject('Country', texts.wrong)) return;
    if (code === 'InvalidData' && this._customer.reject(field, texts.wrong)) return;
    this._say(this._checkout.isBound ? texts.unsure : sentenceFor(error, texts));
    // An order that cannot be paid any more is made anew: its price may be another one.
    this._priced = '';
    if (code === 'InvalidPreconditions') this._price();
  }

  private _say(text: string): void {
    say(this._message, text);
    if (text) this._message.scrollIntoView?.({ block: 'nearest' });
  }

  private _setBusy(isBusy: boolean): void {
    const { texts } = this._scene;
    this._isPaying = isBusy;
    this._button.disabled = isBusy;
    this._button.setAttribute('aria-busy', `${isBusy}`);
    say(this._button, isBusy ? texts.working : texts.subscribe);
  }

  /** The customer has signed up. */
  private _finish(order: OrderResult | undefined): void {
    this._checkout.forget();
    const result = order ?? ({ OrderId: '' } as OrderResult);
    const dones = { ...history.state?.[doneState], [this._name]: result };
    cleanAddress(this._name, { ...history.state, [doneState]: dones });
    this._showDone(result);
    this._tell('signedup', result);
  }

  private _showDone(order: OrderResult): void {
    const done = doneView(order, this._scene.texts);
    put(this._top, done);
    done.querySelector('h2')?.focus();
  }
}
