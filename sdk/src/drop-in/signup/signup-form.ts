import type { Cart, CustomerData, OrderPreview, SignupOffer } from 'clientlib';
import type { Scene } from '../drop-in-element.ts';
import { codeOf, isError } from '../problem.ts';
import { CustomerForm } from '../view/customer-form.ts';
import { h, put, say } from '../view/dom.ts';
import { Extras } from '../view/extras.ts';
import type { PaymentPart } from '../view/payment-part.ts';
import { PlanCards } from '../view/plan-cards.ts';
import type { PlanRow } from '../view/plan-rows.ts';
import { pricesByUse } from '../view/prices-by-use.ts';
import { CouponField } from './coupon-field.ts';
import { Summary } from './summary.ts';

/** What the form offers, and what it is filled with at first. */
export interface SignupFormContent {
  readonly offer: SignupOffer;
  /** The plans to choose from. */
  readonly plans: readonly PlanRow[];
  /** The plan that is chosen at first. */
  readonly plan: PlanRow;
  /** Plan or plan variant that is marked as recommended. */
  readonly highlight: string | undefined;
  readonly components: Cart['ComponentSubscriptions'];
  readonly customer: CustomerData;
  readonly couponCode: string;
  readonly hidesComponents: boolean;
  readonly hidesCoupon: boolean;
  readonly payment: PaymentPart;
  isVatId(vatId: string): boolean;
}

/** What the customer does. */
export interface SignupFormListeners {
  /** Something that can have a price was chosen or typed. */
  changed(): void;
  submitted(): void;
  /** The customer wants another order than the one that is under way. */
  changesDetails(): void;
}

/** What the customer chooses and types, and beside it the price with the button. */
export class SignupForm {
  readonly root: HTMLFormElement;
  readonly customer: CustomerForm;
  readonly payment: PaymentPart;
  readonly content: SignupFormContent;
  private readonly _scene: Scene;
  private readonly _listeners: SignupFormListeners;
  private readonly _summary: Summary;
  private readonly _coupon: CouponField;
  private readonly _extrasPlace = h('div');
  private readonly _usePlace = h('div');
  private readonly _message = h('p', { class: 'message bad', part: 'message', role: 'alert' });
  private readonly _button: HTMLButtonElement;
  private readonly _changeDetails: HTMLButtonElement;
  private _extras: Extras | undefined;
  private _plan: PlanRow;

  constructor(content: SignupFormContent, scene: Scene, listeners: SignupFormListeners) {
    const { texts, formats } = scene;
    this.content = content;
    this._scene = scene;
    this._listeners = listeners;
    this._plan = content.plan;
    this._summary = new Summary(scene);
    this._coupon = new CouponField(texts, content.couponCode, () => listeners.changed());
    this._button = h(
      'button',
      { type: 'submit', class: 'main-button wide', part: 'button submit' },
      texts.subscribe,
    );
    this._changeDetails = h(
      'button',
      {
        type: 'button',
        class: 'link',
        hidden: true,
        part: 'button',
        click: () => listeners.changesDetails(),
      },
      texts.changeDetails,
    );
    this.customer = new CustomerForm({
      fields: content.offer.Fields,
      countries: content.offer.Countries,
      customer: content.customer,
      texts,
      formats,
      isVatId: content.isVatId,
    });
    this.payment = content.payment;
    this.root = this._layout();
    this._listen();
    this._showExtras();
  }

  get cart(): Cart {
    const { code } = this._coupon;
    const components = this._extras?.chosen ?? [];
    return {
      PlanVariantId: this._plan.variant.Id,
      ...(components.length > 0 && { ComponentSubscriptions: components }),
      ...(code && { CouponCode: code }),
    };
  }

  /** A new price is calculated; the old one stays until it is there. */
  set isPricing(value: boolean) {
    this._summary.isBusy = value;
  }

  /** The customer waits for what the button does. */
  set isBusy(value: boolean) {
    const { texts } = this._scene;
    this._button.disabled = value;
    this._button.setAttribute('aria-busy', `${value}`);
    say(this._button, value ? texts.working : texts.subscribe);
  }

  /** Shows what a preview says. */
  show(order: OrderPreview, isFree: boolean): void {
    this._summary.show(order);
    this._coupon.show(order.Coupon);
    this.root.querySelector<HTMLElement>('.pay')?.toggleAttribute('hidden', isFree);
  }

  /** An order that may be paid already stays as it is: its fields rest. */
  bind(isBound: boolean, canChange: boolean): void {
    for (const part of this.root.querySelectorAll<HTMLFieldSetElement>('fieldset:not(.pay)'))
      part.disabled = isBound;
    this._coupon.isDisabled = isBound;
    this._changeDetails.hidden = !(isBound && canChange);
  }

  say(text: string): void {
    say(this._message, text);
    if (text) this._message.scrollIntoView?.({ block: 'nearest' });
  }

  /** Shows what the service refuses at its field. @returns whether there is such a field */
  reject(error: unknown): boolean {
    const { wrong } = this._scene.texts;
    const field = isError(error) ? error.field?.replace(/^(Customer|Cart)\./, '') : undefined;
    switch (codeOf(error)) {
      case 'InvalidCouponCode':
        this._coupon.reject();
        return true;
      case 'InvalidVatId':
        return this.customer.reject('VatId', wrong);
      case 'InvalidCountry':
        return this.customer.reject('Country', wrong);
      case 'InvalidData':
        return this.customer.reject(field, wrong);
      default:
        return false;
    }
  }

  private _listen(): void {
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      this._listeners.submitted();
    });
    this.root.addEventListener('change', () => this._listeners.changed());
    this.root.addEventListener('input', () => this.say(''));
  }

  private _layout(): HTMLFormElement {
    const { texts } = this._scene;
    return h(
      'form',
      { class: 'columns', novalidate: true, part: 'form' },
      h(
        'div',
        { class: 'main' },
        h('slot', { name: 'before' }),
        this._choice(),
        this._extrasPlace,
        this._usePlace,
        h(
          'fieldset',
          { class: 'details', part: 'details' },
          h('legend', {}, texts.details),
          this.customer.root,
        ),
        h(
          'fieldset',
          { class: 'pay', part: 'payment-section' },
          h('legend', {}, texts.payment),
          this.payment.root,
        ),
      ),
      h(
        'div',
        { class: 'side box', part: 'side' },
        this._summary.root,
        !this.content.hidesCoupon && this._coupon.root,
        h('slot', { name: 'terms' }),
        this._message,
        this._button,
        this._changeDetails,
      ),
    );
  }

  /** The plans to choose from, or the only one. */
  private _choice(): HTMLElement {
    const { plans, highlight } = this.content;
    const { texts, formats } = this._scene;
    const choose = (plan: PlanRow): void => {
      this._plan = plan;
      this._showExtras();
      this._listeners.changed();
    };
    return new PlanCards(plans, {
      texts,
      formats,
      legend: texts.plan,
      chosen: this._plan.variant.Id,
      highlight,
      choose: plans.length > 1 ? choose : undefined,
    }).root;
  }

  private _showExtras(): void {
    const { offer, components, hidesComponents } = this.content;
    const { texts, formats } = this._scene;
    put(this._usePlace, pricesByUse(this._plan, offer.Products, texts, formats));
    if (hidesComponents) return;
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
    put(this._extrasPlace, this._extras.root);
    this._extrasPlace.hidden = this._extras.root.hidden;
  }
}
