import type { Cart, Consent, CustomerData, SignupOffer } from 'clientlib';
import type { SignupProperties } from '../attributes.ts';
import type { Scene } from '../drop-in-element.ts';
import { firstCode, isError } from '../problem.ts';
import { BusyButton } from '../view/busy-button.ts';
import { CustomerForm } from '../view/customer-form.ts';
import { h, put, say } from '../view/dom.ts';
import { Extras } from '../view/extras.ts';
import { MissingEntries, type MissingEntry } from '../view/missing-entries.ts';
import type { PaymentPart } from '../view/payment-part.ts';
import { PlanCards } from '../view/plan-cards.ts';
import { type PlanRow, shownVat, vatFactor } from '../view/plan-rows.ts';
import { pricesByUse } from '../view/prices-by-use.ts';
import { CouponField } from './coupon-field.ts';
import { OrderTerms } from './order-terms.ts';
import type { SignupSteps } from './signup-events.ts';
import { type Priced, Summary } from './summary.ts';

/** The options of the form, and its initial values. */
export interface SignupFormContent {
  readonly offer: SignupOffer;
  /** The plans to choose from. */
  readonly plans: readonly PlanRow[];
  /** The plan that is chosen at first. */
  readonly plan: PlanRow;
  readonly components: Cart['ComponentSubscriptions'];
  readonly customer: CustomerData;
  readonly couponCode: string;
  /** The page's settings for plans, terms and parts. */
  readonly settings: Readonly<SignupProperties>;
  readonly payment: PaymentPart;
  isVatId(vatId: string): boolean;
}

/** The customer's actions. */
export interface SignupFormListeners {
  /** Something that can have a price was chosen or typed. */
  changed(): void;
  submitted(): void;
  /** The customer wants another order than the one that is under way. */
  changesDetails(): void;
  step: SignupSteps;
}

/** The customer's choices and input, down to the button; the price is beside or above it. */
export class SignupForm {
  readonly root: HTMLFormElement;
  readonly customer: CustomerForm;
  readonly payment: PaymentPart;
  readonly content: SignupFormContent;
  readonly coupon: CouponField;
  private readonly _scene: Scene;
  private readonly _listeners: SignupFormListeners;
  private readonly _summary: Summary;
  private readonly _terms: OrderTerms;
  private readonly _missing: MissingEntries;
  private readonly _extrasPlace = h('div');
  private readonly _usePlace = h('div');
  private readonly _message = h('p', { class: 'message bad', part: 'message', role: 'alert', tabindex: -1 });
  private readonly _total = h('p', { class: 'due', id: 'due', part: 'due' });
  private readonly _button: BusyButton;
  private readonly _changeDetails: HTMLButtonElement;
  private readonly _end: HTMLElement;
  private _extras: Extras | undefined;
  private _cards!: PlanCards;
  private _plan: PlanRow;
  private _isPaymentComplete = false;
  /** The factor from prices of the catalogue to what the customer pays. */
  private _withVat = 1;
  private _inPage: readonly [entries: MissingEntry[], consent: MissingEntry[]] = [[], []];

  constructor(content: SignupFormContent, scene: Scene, listeners: SignupFormListeners) {
    const { texts } = scene;
    const { offer, settings, customer, isVatId } = content;
    this.content = content;
    this._scene = scene;
    this._listeners = listeners;
    this._plan = content.plan;
    this.coupon = new CouponField(texts, content.couponCode, () => listeners.changed());
    this._summary = new Summary(scene, settings.hideCoupon ? undefined : this.coupon);
    this._terms = new OrderTerms(scene, offer, settings);
    this._missing = new MissingEntries(texts);
    this._button = new BusyButton(texts.subscribe, texts.working, 'due terms');
    this._changeDetails = h(
      'button',
      {
        type: 'button',
        class: 'link',
        hidden: true,
        part: 'button',
        click: () => {
          listeners.changesDetails();
          this.customer.root.querySelector('input')?.focus();
        },
      },
      texts.changeDetails,
    );
    const { Fields: fields, Countries: countries } = offer;
    this.customer = new CustomerForm({ fields, countries, customer, scene, isVatId });
    this.payment = content.payment;
    this._end = this._ending();
    this.root = this._layout();
    this._listen();
    this._showExtras();
  }

  get cart(): Cart {
    const { code } = this.coupon;
    const components = this._extras?.chosen ?? [];
    return {
      PlanVariantId: this._plan.variant.Id,
      ...(components.length > 0 && { ComponentSubscriptions: components }),
      ...(code && { CouponCode: code }),
    };
  }

  get plan(): PlanRow {
    return this._plan;
  }

  get consent(): Consent | undefined {
    return this._terms.consent;
  }

  /** A new price is calculated; the old one stays until it is there. */
  set isPricing(value: boolean) {
    this._summary.isBusy = value;
  }

  /** The customer waits for what the button does. */
  set isBusy(value: boolean) {
    this._button.isBusy = value;
  }

  /** The customer has signed up. */
  showDone(): void {
    this._button.showDone();
  }

  /** Shows what a preview says. */
  show(priced: Omit<Priced, 'plan' | 'hasUse'>, isFree: boolean): void {
    const { texts, formats } = this._scene;
    const shown = { ...priced, plan: this._plan, hasUse: this._usePlace.childElementCount > 0 };
    const { TotalGross, Currency } = priced.order;
    this._summary.show(shown);
    this._terms.show(shown);
    put(this._total, `${texts.dueToday} `, h('b', {}, formats.money(TotalGross, Currency)));
    this._button.label = isFree ? texts.signUpFree : texts.subscribe;
    this.customer.showVat(priced.order);
    this._quote(priced.order.RecurringFee?.VatPercentage);
    this.root.querySelector<HTMLElement>('.pay')?.toggleAttribute('hidden', isFree);
  }

  /** Shows prices as the customer pays them. */
  private _quote(rate: number | undefined): void {
    const vat = shownVat(rate, this.customer.priceData);
    this._cards.quote(() => ({ vat }));
    const withVat = vatFactor(this._plan.group, vat);
    if (withVat === this._withVat) return;
    this._withVat = withVat;
    this._extras?.withVat(withVat);
    this._showUse();
  }

  private _showUse(): void {
    const { texts, formats } = this._scene;
    put(this._usePlace, pricesByUse(this._plan, this.content.offer.Products, texts, formats, this._withVat));
  }

  /** An order that may be paid already stays as it is: its fields rest. */
  bind(isBound: boolean, canChange: boolean): void {
    for (const part of this.root.querySelectorAll<HTMLFieldSetElement>('fieldset:not(.pay)'))
      part.disabled = isBound;
    this.coupon.isDisabled = isBound;
    this._changeDetails.hidden = !(isBound && canChange);
  }

  /** @param isDeclined The payment was: the message stands above the methods, where the customer goes on. */
  say(text: string, isDeclined = false): void {
    if (isDeclined) this.payment.root.before(this._message);
    else this._end.querySelector('.due')?.before(this._message);
    say(this._message, text);
    if (!text) return;
    this._message.scrollIntoView?.({ block: 'nearest' });
    if (isDeclined) this._message.focus({ preventScroll: true });
  }

  /**
   * Shows all that is missing, in page and payment form, with the cursor in the first. What is missing in the page is known
   * at once, and waits for no frame.
   *
   * @param isFree There is no payment form between the details and the consent.
   * @returns whether nothing is missing in the page
   */
  checkPage(isFree: boolean): boolean {
    const { box } = this._terms;
    const entries = this.customer.check();
    const consent: MissingEntry[] =
      box && this._terms.check()
        ? [{ label: this._scene.texts.terms, focus: () => box.focus(), isWrong: () => !box.checked }]
        : [];
    this._inPage = [entries, consent];
    const all = [...entries, ...consent];
    this._missing.show(all);
    (isFree ? all : entries)[0]?.focus();
    return all.length === 0;
  }

  /** The same of the payment form, after the page. Resolves to whether nothing is missing there. */
  async checkPayment(): Promise<boolean> {
    const { form } = this.payment;
    const [entries, consent] = this._inPage;
    const isRight = await form.validate({ focus: entries.length === 0 });
    if (isRight && entries.length === 0) consent[0]?.focus();
    const payment: MissingEntry = {
      label: this._scene.texts.payment,
      focus: () => form.focus(),
      isWrong: () => !this._isPaymentComplete,
    };
    if (!isRight) this._missing.show([...entries, payment, ...consent].filter((entry) => entry.isWrong()));
    return isRight;
  }

  /** Shows what the service refuses at its field. @returns whether there is such a field */
  reject(error: unknown): boolean {
    const { wrong } = this._scene.texts;
    const field = isError(error) ? error.field?.replace(/^(Customer|Cart)\./, '') : undefined;
    switch (firstCode(error)) {
      case 'InvalidCouponCode':
        this.coupon.reject();
        return true;
      case 'InvalidVatId':
        return this.customer.reject('VatId', wrong);
      case 'InvalidCountry':
        return this.customer.reject('Address.Country', wrong);
      case 'InvalidData':
        return this.customer.reject(field, wrong);
      default:
        return false;
    }
  }

  /** The customer has typed in the payment form, or has chosen another method. */
  paymentChanged({
    bearer,
    field,
    complete,
  }: {
    bearer: string;
    field?: string | undefined;
    complete: boolean;
  }): void {
    this._isPaymentComplete = complete;
    this._missing.update();
    if (field === undefined) this._listeners.step({ step: 'method', bearer });
  }

  private _listen(): void {
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      this._listeners.submitted();
    });
    this.root.addEventListener('change', () => {
      this._listeners.changed();
      if (this.customer.isComplete) this._listeners.step({ step: 'details' });
    });
    this.root.addEventListener('input', () => {
      this.say('');
      this._missing.update();
    });
  }

  private _layout(): HTMLFormElement {
    const { texts } = this._scene;
    const part = (name: string, of: string, legend: string, ...content: HTMLElement[]): HTMLElement =>
      h('fieldset', { class: name, part: of }, h('legend', {}, legend), ...content);
    const main = h(
      'div',
      { class: 'main' },
      h('slot', { name: 'before' }),
      this._choice(),
      this._extrasPlace,
      this._usePlace,
      part('details', 'details', texts.details, this.customer.root),
      part('pay', 'payment-section', texts.payment, this.payment.root),
      this._end,
    );
    return h('form', { class: 'columns', novalidate: true, part: 'form' }, this._summary.root, main);
  }

  /** From the terms to the button, which is the last of the form. */
  private _ending(): HTMLElement {
    return h(
      'div',
      { class: 'end' },
      h('slot', { name: 'terms' }),
      this._terms.root,
      this._missing.root,
      this._message,
      this._button.status,
      this._total,
      this._button.root,
      this._changeDetails,
    );
  }

  /** The plans to choose from, or the only one. */
  private _choice(): HTMLElement {
    const { plans, settings } = this.content;
    const { texts, formats } = this._scene;
    const choose = (plan: PlanRow): void => {
      this._plan = plan;
      this._showExtras();
      this._listeners.step({ step: 'plan', planVariantId: plan.variant.Id });
      this._listeners.changed();
    };
    this._cards = new PlanCards(plans, {
      texts,
      formats,
      legend: texts.plan,
      chosen: this._plan.variant.Id,
      highlight: settings.highlightPlan,
      choose: plans.length > 1 ? choose : undefined,
    });
    return this._cards.root;
  }

  private _showExtras(): void {
    const { offer, components, settings } = this.content;
    const { texts, formats } = this._scene;
    this._showUse();
    if (settings.hideComponents) return;
    const { group } = this._plan;
    const booked = this._extras?.chosen ?? components ?? [];
    const offered = offer.Products.Components.filter(
      ({ PlanGroupId, ComponentType }) => PlanGroupId === group.Id && ComponentType !== 'Metered',
    );
    this._extras = new Extras(offered, {
      legend: texts.extras,
      currency: group.Currency,
      formats,
      quantities: new Map(booked.map(({ ComponentId, Quantity }) => [ComponentId, Number(Quantity)])),
      changed: () => this._listeners.changed(),
    });
    this._extras.withVat(this._withVat);
    put(this._extrasPlace, this._extras.root);
    this._extrasPlace.hidden = this._extras.root.hidden;
  }
}
