import type {
  Cart,
  Consent,
  CustomerData,
  OrderResult,
  Payment,
  PaymentForm,
  SecretPaymentData,
  Signup,
} from 'clientlib';
import type { Kept } from '../kept-in-tab.ts';
import { firstCode, isError, isOver, isPaid, isUncertain } from '../problem.ts';
import type { Bought } from './done-view.ts';

/** The arguments to pay: `(null, form)`, or `(payment, data)` if no input is needed. */
export type Means =
  | readonly [payment: null, form: PaymentForm]
  | readonly [payment: Payment, data: SecretPaymentData];

/** Data of an order other than cart and customer; a change of it does not require a new order. */
export interface OrderedMore {
  readonly consent?: Consent | undefined;
  readonly bought?: Bought;
}

/** One order from the first click to its payment. The way to pay, and no more. */
export interface Purchase {
  /** Cart and customer that it is for, as JSON: other data is another order. */
  readonly wanted: string;
  /** Ensures that a repeated `createOrder` creates one order. */
  readonly orderKey: string;
  readonly order?: OrderResult;
  /** The customer's consent, and the thank-you message. */
  readonly more?: OrderedMore;
  /** A payment was begun whose outcome nobody has seen: the order may be paid. */
  readonly isUnsure?: boolean;
}

/**
 * Sells once: a second click, a reload, the back button or a lost answer continue the same order, and an order whose
 * payment may have worked is not replaced by another one.
 */
export class Checkout {
  private readonly _signup: Signup;
  private readonly _kept: Kept<Purchase>;
  /** Of the order that was forgotten last. */
  more: OrderedMore = {};
  /** Ensures that a repeated payment is made once; renewed after each definite response. */
  private _payKey = randomKey();

  constructor(signup: Signup, kept: Kept<Purchase>) {
    this._signup = signup;
    this._kept = kept;
  }

  /** The order that is under way, also from before a reload. */
  get purchase(): Purchase | undefined {
    return this._kept.value;
  }

  /** Returns whether the order must stay as it is, since it may be paid. */
  get isBound(): boolean {
    return this.purchase?.isUnsure === true;
  }

  /** Begins anew: the customer wants something else. */
  forget(): void {
    this.more = this.purchase?.more ?? this.more;
    this._kept.value = undefined;
    this._payKey = randomKey();
  }

  /** The outcome is known: the order is not paid. */
  settle(): void {
    const { purchase } = this;
    if (!purchase) return;
    this._kept.value = { ...purchase, isUnsure: false };
    this._payKey = randomKey();
  }

  /** The order for this cart and customer: the same one as long as both stay the same. */
  async order(cart: Cart, customer: CustomerData, more: OrderedMore = {}): Promise<OrderResult> {
    const wanted = JSON.stringify([cart, customer]);
    const { purchase } = this;
    // One that may be paid is the order, whatever the fields say.
    if (purchase?.order && (purchase.isUnsure || purchase.wanted === wanted)) return purchase.order;
    const orderKey = purchase?.wanted === wanted ? purchase.orderKey : randomKey();
    this._kept.value = { wanted, orderKey, more };
    try {
      const whole = { Cart: cart, Customer: customer, Consent: more.consent };
      const order = await this._signup.createOrder(whole, { idempotencyKey: orderKey });
      this._kept.value = { wanted, orderKey, order, more };
      return order;
    } catch (error) {
      if (!isUncertain(error)) this.forget();
      throw error;
    }
  }

  /**
   * Pays the order. With a `Url` in the result the customer must go there.
   *
   * @param method The way to pay, for the thanks: another one after a decline.
   */
  async pay(order: OrderResult, means: Means, method?: string): Promise<OrderResult> {
    const before: Purchase = this.purchase ?? { wanted: '', orderKey: randomKey(), order };
    const { more } = before;
    const bought = more?.bought && { bought: { ...more.bought, method } };
    this._kept.value = { ...before, more: { ...more, ...bought }, isUnsure: true };
    try {
      const options = { idempotencyKey: this._payKey };
      const [payment, data] = means;
      const result = payment
        ? await this._signup.paySignupInteractive(payment, data, order, options)
        : await this._signup.paySignupInteractive(null, data, order, options);
      // At the provider the next attempt is another one.
      if (result.Url) this._payKey = randomKey();
      else this.forget();
      return result;
    } catch (error) {
      if (isPaid(error)) {
        // The attempt before has paid, by its own method.
        this._kept.value = before;
        this.forget();
        return { ...order, OrderStatus: 'PaymentPending' };
      }
      if (isOver(error)) this.forget();
      // With the order the service says that it is not paid.
      else if (isError(error) && error.order) this.settle();
      else if (!isUncertain(error) || !wasSent(error)) this._restore(before);
      throw error;
    }
  }

  /** This attempt was no payment; what was unsure before still is. */
  private _restore(before: Purchase): void {
    this._kept.value = before;
    this._payKey = randomKey();
  }
}

/** Returns whether the service may have received the payment: what fails at the provider comes before that. */
const wasSent = (error: unknown): boolean =>
  !['PspServerError', 'AcquirerServerError'].includes(firstCode(error));

const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
