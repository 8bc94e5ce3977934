import type { Completion } from '../calls/completion.ts';
import { operate } from '../calls/operate.ts';
import type { Run } from '../calls/run.ts';
import { readSettings } from '../configuration/configuration.ts';
import type { PaymentForm } from '../elements/payment-form.ts';
import { ClientLibError } from '../errors/client-lib-error.ts';
import { toJson } from '../input/json.ts';
import { fold, foldArgument, get, isObject, objectArgument, required, text } from '../input/record.ts';
import { validateVatId } from '../input/vat-id.ts';
import { answers } from '../transport/answers.ts';
import { delay, send } from '../transport/send.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { Cart } from '../types/cart.ts';
import type { Configuration } from '../types/configuration.ts';
import type { CustomerData } from '../types/customer.ts';
import type { OrderResult, PayableOrder, SelfServiceOrder } from '../types/order.ts';
import type { PreviewResult } from '../types/order-preview.ts';
import type { ProcessedPaymentData, SecretPaymentData } from '../types/payment-data.ts';
import type { SignupOffer } from '../types/signup-offer.ts';
import { pay } from './payer.ts';
import type { Payment } from './payment.ts';

/** Milliseconds that every preview but the first waits (spec: Behaviour rules 3). */
const PREVIEW_DELAY_MS = 700;

/**
 * Signup of new customers: preview an order, create it, pay it.
 *
 * @example
 * const signup = new ClientLib.Signup();
 * signup.subscribe(payment, cart, customer, paymentData, thankYou, showError);
 */
export class Signup {
  private _hasPreviewed = false;
  /** The preview under way, which a newer one supersedes. */
  private _pending: Run | undefined;
  private readonly _own: Configuration;

  /** @param settings Override those of `configure` for this instance, such as `{ baseUrl, fetch }` in a test. */
  constructor(settings: Configuration = {}) {
    this._own = readSettings(settings);
  }

  /**
   * Returns what can be ordered and which data new customers must enter, for pages that build their plans, prices and
   * fields from it. For the price of an order, use `preview`.
   *
   * Errors: `InvalidKey` and the common ones.
   *
   * @param publicApiKey Public key that identifies the account.
   */
  offer(publicApiKey: string, ...completion: Completion<SignupOffer>): Promise<SignupOffer>;
  offer(...args: unknown[]): Promise<SignupOffer> {
    const load = async (run: Run): Promise<SignupOffer> => {
      const key = required(args[0], 'publicApiKey', 'a key', 'InvalidKey');
      return send(run, { to: `signup/offer?publicApiKey=${encodeURIComponent(key)}`, answer: answers.offer });
    };
    return operate('offer(publicApiKey)', args, load, this._own);
  }

  /**
   * Calculates what an order would cost, now and next. Creates nothing. The first call is sent immediately, later calls
   * after 700 ms, so you can call it on every change.
   *
   * A new call supersedes the previous one if it is still in progress: its callbacks are not called, and its Promise
   * rejects with `Aborted`, `Superseded`. Use one `Signup` for each row of a price table.
   *
   * An invalid coupon is not an error here: it is reported in `Order.Coupon`.
   * Errors: `InvalidData` (a plan variant or component that does not exist), `InvalidVatId`, `InvalidCountry` and the
   * common ones.
   */
  preview(
    cart: AnyCase<Cart>,
    customerData: AnyCase<CustomerData>,
    ...completion: Completion<PreviewResult>
  ): Promise<PreviewResult>;
  preview(...args: unknown[]): Promise<PreviewResult> {
    const preview = async (run: Run): Promise<PreviewResult> => {
      const isFirst = !this._hasPreviewed;
      this._hasPreviewed = true;
      this._dropPreview('Superseded');
      const body = checkOrder({ Cart: args[0], Customer: args[1] });
      this._pending = run;
      if (!isFirst) await delay(PREVIEW_DELAY_MS, run.signal);
      return send(run, { to: 'signup/preview', body, answer: answers.preview });
    };
    return operate('preview(cart, customerData)', args, preview, this._own);
  }

  /** Aborts the preview in progress: its callbacks are not called, and its Promise rejects with `Aborted`. */
  abort(): void {
    this._dropPreview();
  }

  /**
   * Checks whether a VAT id is well-formed: a country prefix and at most 12 letters or digits. Nothing is
   * sent.
   */
  validateVatId(vatId: string): boolean {
    return validateVatId(vatId);
  }

  /**
   * Creates an order and pays it: `createOrder`, then `paySignupInteractive`. The usual call for a signup. Each call is
   * a new order: prevent a second submission, or pass the same `idempotencyKey` to both.
   *
   * If the result has a `Url`, redirect the customer to it. Only the webhook confirms success.
   * Errors: those of `createOrder` and of `paySignupInteractive`. If only the payment failed, `error.order` is
   * the order, which can still be paid with `paySignupInteractive`.
   */
  subscribe(
    payment: Payment,
    cart: AnyCase<Cart>,
    customerData: AnyCase<CustomerData>,
    secretPaymentData: AnyCase<SecretPaymentData>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  subscribe(...args: unknown[]): Promise<OrderResult> {
    const [payment, Cart, Customer, data] = args;
    const subscribe = async (run: Run): Promise<OrderResult> => {
      // Invalid payment data are reported before an order is created.
      await (payment as Payment | null)?.prepare?.(data);
      const order = await create({ Cart, Customer }, run);
      try {
        const paid = await pay([payment, data, order], 'signup/pay', run);
        // As in the specification's table of order status values, subscribe returns the status at creation.
        return { ...paid, OrderStatus: order.OrderStatus };
      } catch (error) {
        if (error instanceof ClientLibError) error.order = order;
        throw error;
      }
    };
    return operate('subscribe(payment, cart, customerData, secretPaymentData)', args, subscribe, this._own);
  }

  /**
   * Creates an order that can be paid later, to show the final amount or to review orders manually. The second form takes
   * everything in one object, including custom fields of the contract and the order.
   *
   * Errors: `InvalidData`, `InvalidCouponCode`, `InvalidVatId`, `InvalidCountry` and the common ones.
   */
  createOrder(
    cart: AnyCase<Cart>,
    customerData: AnyCase<CustomerData>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  createOrder(
    selfServiceOrder: AnyCase<SelfServiceOrder>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  createOrder(...args: unknown[]): Promise<OrderResult> {
    const [first, Customer] = args;
    const isWhole = isObject(first) && get(fold(first), 'Cart');
    const names = isWhole ? 'selfServiceOrder' : 'cart, customerData';
    const order = isWhole ? first : { Cart: first, Customer };
    return operate(`createOrder(${names})`, args, async (run) => create(order, run), this._own);
  }

  /**
   * Pays an order from `createOrder`, or one that the merchant's back end created through the REST API. If the payment
   * fails, call it again, with the same or different payment data.
   *
   * If the result has a `Url`, redirect the customer to it. Only the webhook confirms success.
   * Errors: those of the data (see `Payment.processPaymentData`), those of the payment (`BearerInvalid`,
   * `InsufficientBalance`, `LimitExceeded`, `Rejected`, …), `InvalidAmount` (no number) and the
   * common ones.
   *
   * @param payment A `Payment`, or `null` with a payment form.
   * @param data Payment data, the result of `processPaymentData`, or a payment form.
   * @param order From `createOrder`, or `{ OrderId, GrossTotal, Currency }`.
   */
  paySignupInteractive(
    payment: Payment,
    data: AnyCase<SecretPaymentData> | ProcessedPaymentData,
    order: AnyCase<PayableOrder>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  paySignupInteractive(
    payment: null,
    paymentForm: PaymentForm,
    order: AnyCase<PayableOrder>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  paySignupInteractive(...args: unknown[]): Promise<OrderResult> {
    const signature = 'paySignupInteractive(payment, secretPaymentData, order)';
    return operate(signature, args, (run) => pay(args, 'signup/pay', run), this._own);
  }

  private _dropPreview(...detail: 'Superseded'[]): void {
    this._pending?.drop(new ClientLibError(['Aborted', ...detail], 'preview: dropped.'));
  }
}

/** An order, as far as the page's mistakes show without the service. */
function checkOrder(order: object): object {
  const given = fold(order);
  const cart = get(given, 'Cart');
  const plan = get(foldArgument(cart, 'cart'), 'PlanVariantId');
  required(plan, 'cart.PlanVariantId', 'an id', 'InvalidData', cart);
  objectArgument(get(given, 'Customer'), 'customerData');
  const name = Object.keys(order).find((key) => key.toLowerCase() === 'cart') as string;
  return { ...order, [name]: withNumbers(cart) };
}

/** A cart with quantities as numbers: pages read them from input fields. What is no number is left to the service. */
const withNumbers = (cart: unknown): unknown =>
  JSON.parse(toJson(cart), (name, value) =>
    name.toLowerCase() === 'quantity' && text(value) && Number.isFinite(Number(value))
      ? Number(value)
      : value,
  );

const create = (order: object, run: Run): Promise<OrderResult> =>
  send(run, { to: 'signup/order', body: checkOrder(order), step: '.order', answer: answers.order });
