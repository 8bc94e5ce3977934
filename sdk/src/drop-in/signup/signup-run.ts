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
import type { SignupProperties } from '../attributes.ts';
import type { Scene } from '../drop-in-element.ts';
import { keptInTab } from '../kept-in-tab.ts';
import { loadAddress } from '../load-address.ts';
import {
  firstCode,
  isError,
  isOver,
  isPaid,
  isRefusal,
  isUncertain,
  needsNewCode,
  reported,
  sentenceFor,
} from '../problem.ts';
import { cleanAddress, hasLeft, isReturnTo, leaveFor, returnAddressFor, stay } from '../return-address.ts';
import { setUpError, warnSetting } from '../set-up.ts';
import type { Texts } from '../texts/texts.ts';
import { asNamed } from '../view/customer-form.ts';
import { keepInput, put } from '../view/dom.ts';
import { showFailure } from '../view/failure.ts';
import { PaymentPart } from '../view/payment-part.ts';
import { Shape } from '../view/shape.ts';
import { Checkout, type Means, type OrderedMore, type Purchase } from './checkout.ts';
import { type Done, doneView } from './done-view.ts';
import type { SignupDetails } from './signup-events.ts';
import { SignupForm } from './signup-form.ts';
import type { Priced } from './summary.ts';
import { wantedPlans } from './wanted-plans.ts';

/** The place of the thank-you message across reloads: the history entry that shows it. */
const doneState = 'clientlib-signup';

/** How long the button shows success before the thank-you message replaces it. */
const DONE_MS = 400;

/** The page's settings for the signup. */
export type SignupSettings = Readonly<SignupProperties> & { readonly id: string };

/** Sends the page an event. */
type Tell = <Event extends keyof SignupDetails>(event: Event, detail: SignupDetails[Event]) => void;

const unknownKey = 'the service does not know this key. Take the public API key of your account.';

const noCountry = ({ Country, Countries }: SignupOffer): string =>
  `expected two letters, such as ${Country}, of a country of the account: ${Countries.join(', ')}.`;

/** One run of the element, from loading to thanks. */
export class SignupRun {
  private readonly _settings: SignupSettings;
  private _scene: Scene;
  private readonly _top: HTMLElement;
  private readonly _tell: Tell;
  private readonly _signup = new Signup();
  private readonly _name: string;
  private readonly _checkout: Checkout;
  private readonly _shape: Shape;
  private _form!: SignupForm;
  /** Shows what is shown now, in the words of the scene. */
  private _draw = (): void => {};
  private _shown: Omit<Priced, 'plan' | 'hasUse'> | undefined;
  /** Prices without a coupon are asked for beside those with it. */
  private readonly _regular = new Signup();
  private _isPaying = false;
  private _hasDetails = false;
  /** The cart and customer of the shown price. */
  private _priced = '';

  constructor(settings: SignupSettings, scene: Scene, top: HTMLElement, tell: Tell) {
    this._settings = settings;
    this._scene = scene;
    this._top = top;
    this._tell = tell;
    const plans = settings.planVariantIds?.join('.') ?? settings.planVariantId ?? '';
    this._name = ['signup', settings.id || plans, settings.publicApiKey].join('-');
    this._shape = new Shape(this._name, top);
    this._checkout = new Checkout(this._signup, keptInTab<Purchase>(`clientlib.${this._name}`));
  }

  /** Shows the same in other words. What is typed and chosen stays. */
  reword(scene: Scene): void {
    scene.formats.timeZone = this._scene.formats.timeZone;
    this._scene = scene;
    this._draw();
  }

  private _show(draw: () => void): void {
    this._draw = draw;
    draw();
  }

  /** Completes what a provider's page sent back, then shows the form; or the thanks that stood here before a reload. */
  async start(): Promise<void> {
    const done: Done | undefined = history.state?.[doneState]?.[this._name];
    if (done) {
      this._showDone(done);
      return;
    }
    this._show(() =>
      put(this._top, this._shape.skeleton('form', this._scene.texts.loading, this._scene.signal)),
    );
    if (!isReturnTo(this._name)) return this._load();
    try {
      const order = await finalize();
      if (!this._isGone) this._finish(order);
    } catch (error) {
      if (this._isGone) return;
      this._report(error);
      if (isPaid(error)) return this._finish(isError(error) ? error.order : undefined);
      // Nobody answered: the order may well be paid, and asking again does not pay twice.
      if (isUncertain(error)) return this._showFailure((texts) => texts.unsure);
      cleanAddress(this._name);
      this._checkout.settle();
      await this._load();
      this._form?.say(sentenceFor(error, this._scene.texts));
    }
  }

  private _report(error: unknown): void {
    this._tell('error', reported(error));
  }

  private get _isGone(): boolean {
    return this._scene.signal.aborted;
  }

  private async _load(): Promise<void> {
    const { signal } = this._scene;
    try {
      const [offer] = await Promise.all([
        this._signup.offer(this._settings.publicApiKey, { signal }),
        loadAddress(),
      ]);
      if (!signal.aborted) this._showForm(offer);
    } catch (error) {
      if (signal.aborted) return;
      const isWrongKey = firstCode(error) === 'InvalidKey';
      this._fail(
        isWrongKey ? setUpError(this._scene.host, 'public-api-key', unknownKey, 'InvalidKey') : error,
      );
    }
  }

  private _fail(error: unknown): void {
    this._report(error);
    this._showFailure((texts) => sentenceFor(error, texts));
  }

  private _showFailure(sentence: (texts: Texts) => string): void {
    this._show(() => {
      const { texts } = this._scene;
      showFailure(this._top, sentence(texts), texts, () => this.start());
    });
  }

  private _showForm(offer: SignupOffer): void {
    const { formats, signal } = this._scene;
    formats.timeZone = offer.TimeZone;
    const wanted = wantedPlans(offer, this._settings, this._kept?.cart.PlanVariantId, this._scene);
    this._form = this._makeForm({ offer, ...wanted });
    // Back from a provider's page by the browser's button, to a page that was kept as it was.
    addEventListener('pageshow', ({ persisted }) => persisted && this._letGo(), { signal });
    // Before the form is there: the browser lays it out once, with the room that it will take.
    const settle = this._shape.reserve(this._form.root);
    put(this._top, this._form.root);
    this._draw = () => this._rewordForm();
    this._bind();
    Promise.allSettled([this._price(), this._form.payment.form.ready]).then(settle);
    this._tell('ready', { offer });
  }

  private _rewordForm(): void {
    const { _form: before } = this;
    const { offer } = before.content;
    const wanted = wantedPlans(offer, this._settings, before.cart.PlanVariantId, this._scene);
    const restore = keepInput(before.root);
    this._form = this._makeForm({ offer, ...wanted }, before);
    put(this._top, this._form.root);
    restore(this._form.root);
    if (this._shown) {
      this._form.coupon.show(this._shown.order.Coupon);
      this._form.show(this._shown, this._isFree);
    } else this._price();
    this._form.isBusy = this._isPaying;
    this._bind();
  }

  private _makeForm(
    chosen: Pick<ConstructorParameters<typeof SignupForm>[0], 'offer' | 'plans' | 'plan'>,
    before?: SignupForm,
  ): SignupForm {
    const { _settings: settings, _kept } = this;
    const kept = before ? { cart: before.cart, customer: before.customer.data } : _kept;
    const couponCode = kept?.cart.CouponCode ?? (before ? undefined : settings.couponCode) ?? '';
    const content = {
      ...chosen,
      components: kept?.cart.ComponentSubscriptions,
      customer: this._customerBefore(chosen.offer, kept?.customer),
      couponCode,
      settings,
      payment: before?.payment.reword(this._scene) ?? this._makePayment(),
      isVatId: (vatId: string) => this._signup.validateVatId(vatId),
    };
    return new SignupForm(content, this._scene, {
      changed: () => this._price(),
      submitted: () => this._submit(),
      changesDetails: () => {
        this._checkout.forget();
        this._bind();
      },
      step: (step) => this._tellStep(step),
    });
  }

  /** Of the details once, in whatever words they are typed. */
  private _tellStep(step: SignupDetails['step']): void {
    const isOfDetails = step.step === 'details';
    if (!isOfDetails || !this._hasDetails) this._tell('step', step);
    this._hasDetails ||= isOfDetails;
  }

  private _makePayment(): PaymentPart {
    const { paymentMethods, cardTypes, publicApiKey } = this._settings;
    const providerReturnUrl = this._settings.providerReturnUrl ?? returnAddressFor(this._name);
    return new PaymentPart({ publicApiKey, paymentMethods, cardTypes, providerReturnUrl }, this._scene, {
      submit: () => this._submit(),
      problem: (error) => this._report(error),
      change: (detail) => this._form.paymentChanged(detail),
    });
  }

  /** Cart and customer of the order that is under way. */
  private get _kept(): { readonly cart: Cart; readonly customer: CustomerData } | undefined {
    const { wanted } = this._checkout.purchase ?? {};
    if (!wanted) return undefined;
    const [cart, customer] = JSON.parse(wanted);
    return { cart, customer };
  }

  /** Known customer data: from the page, and from the order in progress. */
  private _customerBefore(offer: SignupOffer, before: CustomerData | undefined): CustomerData {
    const { customer = {}, country } = this._settings;
    const known = asNamed(customer);
    const wished = offer.Countries.find((code) => code === country?.toUpperCase());
    if (country && !wished) warnSetting(this._scene.host, 'country', noCountry(offer));
    const Country = wished ?? offer.Country;
    return { ...known, ...before, Address: { Country, ...known.Address, ...before?.Address } };
  }

  private _bind(): void {
    // A lost answer can mean a payment; who left a provider's page knows what was done there.
    this._form.bind(this._checkout.isBound, hasLeft(this._name));
  }

  /** Asks for the price where it can have changed. */
  private async _price(): Promise<void> {
    const { _form: form } = this;
    const [cart, customer] = [form.cart, form.customer.priceData];
    form.payment.form.payerDataChanged(form.customer.data);
    const asked = JSON.stringify([cart, customer]);
    if (asked === this._priced) return;
    this._priced = asked;
    form.isPricing = true;
    try {
      const { signal } = this._scene;
      const { Order: order, Terms: terms = {} } = await this._signup.preview(cart, customer, { signal });
      const regular = await this._withoutCoupon(order, cart, customer);
      if (asked !== this._priced) return;
      const isNews = cart.CouponCode !== undefined && cart.CouponCode !== this._shown?.order.CouponCode;
      if (isNews) this._tell('step', { step: 'coupon', isAccepted: order.Coupon?.ErrorCode === undefined });
      if (this._form.coupon.show(order.Coupon)) return this._price();
      this._shown = { order, terms, regular };
      this._form.show(this._shown, this._isFree);
      this._tell('change', { cart, order });
    } catch (error) {
      if (this._isGone || firstCode(error) === 'Aborted') return;
      this._form.isPricing = false;
      this._priced = '';
      this._report(error);
      this._showProblem(error);
    }
  }

  /** The price of the same cart without its coupon, where that reduces it. */
  private async _withoutCoupon(
    { Coupon }: OrderPreview,
    { CouponCode: _, ...cart }: Cart,
    customer: CustomerData,
  ): Promise<OrderPreview | undefined> {
    if (!Coupon?.AppliesToCart) return undefined;
    const { signal } = this._scene;
    return (await this._regular.preview(cart as Cart, customer, { signal })).Order;
  }

  /** Nothing to pay, now or later. */
  private get _isFree(): boolean {
    const { AllowWithoutPaymentData, TotalGross = 1, NextTotalGross = 0 } = this._shown?.order ?? {};
    return AllowWithoutPaymentData === true && TotalGross === 0 && NextTotalGross === 0;
  }

  private async _submit(): Promise<void> {
    const { _checkout: checkout } = this;
    // A second click does nothing while the first one is under way.
    if (this._isPaying) return;
    this._form.say('');
    const { _isFree: isFree } = this;
    // An order that may be paid is as it was: only how to pay it can be wrong.
    if (!checkout.isBound && !this._form.checkPage(isFree)) {
      if (!isFree) this._form.checkPayment().catch(() => {});
      return;
    }
    this._setBusy(true);
    stay(this._name);
    try {
      if (!isFree && !(await this._form.checkPayment())) return this._letGo();
      this._tell('step', { step: 'attempt', planVariantId: this._form.plan.variant.Id, isFree });
      // The customer as typed, in the language of the element.
      const { _form: form } = this;
      const customer = { Locale: this._scene.formats.locale, ...form.customer.data };
      const order = await checkout.order(form.cart, customer, this._more());
      const isReviewed = order.OrderStatus === 'ApprovalPending';
      const result = isReviewed ? order : await checkout.pay(order, this._means(), this._method);
      if (this._isGone) return;
      if (result.Url) leaveFor(result.Url, this._name);
      else this._finish(result);
    } catch (error) {
      if (this._isGone) return;
      this._letGo();
      this._noteDecline(error);
      this._report(error);
      this._showProblem(error);
    }
  }

  private _noteDecline(error: unknown): void {
    if (!isRefusal(error)) return;
    const errorCode = firstCode(error);
    this._tell('step', { step: 'declined', errorCode });
    if (needsNewCode(error) && !this._isFree) this._form.payment.form.clearCode();
  }

  /** The data that is stored with the order. */
  private _more(): OrderedMore {
    const { NextTotalGross: amount, NextTotalGrossDate: date } = this._shown?.order ?? {};
    const next = amount && date ? { next: { amount, date } } : {};
    const bought = { plan: this._form.plan.name, method: this._method, ...next };
    return { consent: this._form.consent, bought };
  }

  /** The way to pay, as the customer has chosen it. */
  private get _method(): string | undefined {
    return this._isFree ? undefined : this._form.payment.chosen.label;
  }

  /** The arguments to pay with. */
  private _means(): Means {
    if (!this._isFree) return [null, this._form.payment.form];
    const payment = new Payment({ publicApiKey: this._settings.publicApiKey });
    return [payment, { bearer: 'None:None' }];
  }

  private _showProblem(error: unknown): void {
    if (!isRefusal(error) && this._form.reject(error)) return;
    const { texts } = this._scene;
    const { isBound } = this._checkout;
    this._form.say(isBound ? texts.unsure : sentenceFor(error, texts), isRefusal(error) && !isBound);
    // An order that cannot be paid any more is made anew: its price may be another one.
    if (!isOver(error)) return;
    this._priced = '';
    this._price();
  }

  /** The customer goes on; the fields of an order that may be paid rest, as after a reload. */
  private _letGo(): void {
    this._setBusy(false);
    this._bind();
  }

  private _setBusy(isBusy: boolean): void {
    this._isPaying = isBusy;
    this._form.isBusy = isBusy;
  }

  /** The customer has signed up. */
  private _finish(order: OrderResult | undefined): void {
    this._checkout.forget();
    const { consent: Consent, bought } = this._checkout.more;
    const result = order ?? ({ OrderId: '' } as OrderResult);
    const done = { ...result, ...(bought && { bought }) };
    const dones = { ...history.state?.[doneState], [this._name]: done };
    cleanAddress(this._name, { ...history.state, [doneState]: dones });
    if (this._isPaying) {
      this._form.showDone();
      setTimeout(() => this._isGone || this._showDone(done), DONE_MS);
    } else this._showDone(done);
    this._tell('signedup', Consent ? { ...result, Consent } : result);
  }

  private _showDone(order: Done): void {
    this._show(() => {
      const done = doneView(order, this._scene, this._settings.portalUrl);
      put(this._top, done);
      done.querySelector('h2')?.focus();
    });
  }
}
