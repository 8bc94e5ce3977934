import type { PaymentForm } from './elements/payment-form.ts';
import type { ClientLibError } from './error.ts';
import { operate, type Run } from './operation.ts';
import { pay } from './paying.ts';
import type { Payment } from './payment.ts';
import { fold, foldArgument, get, isObject, objectArgument, required } from './record.ts';
import { delay, send } from './transport.ts';
import type { AnyCase } from './types/any-case.ts';
import type { Completion } from './types/call.ts';
import type { Cart } from './types/cart.ts';
import type { CustomerData } from './types/customer.ts';
import type { OrderResult, PayableOrder, SelfServiceOrder } from './types/order.ts';
import type { PreviewResult } from './types/order-preview.ts';
import type { ProcessedPaymentData, SecretPaymentData } from './types/payment-data.ts';

/** Milliseconds that every preview but the first waits (spec: Behaviour rules 3). */
const previewDelay = 700;

/**
 * Signup of new customers: preview an order, create it, pay it.
 *
 * @example
 * const signup = new ClientLib.Signup();
 * signup.subscribe(payment, cart, customer, paymentData, thankYou, showError);
 */
export class Signup {
  /** The previews so far; each is delivered after the one before it. */
  private lastPreview: Promise<unknown> | undefined;

  /**
   * What an order would cost, now and next. Creates nothing. The first call asks the service at once, later ones
   * 700 ms after they were made (spec: Behaviour rules 3), so call it whenever something changes. Every call gets its
   * own answer, in the order of the calls; to drop one that is out of date abort its `signal`.
   *
   * An invalid coupon is no error here: it is told in `Order.Coupon` (spec: Errors 2).
   * Errors: `InvalidData` (a plan variant or component that does not exist), `InvalidVatId`, `InvalidCountry` and the
   * common ones.
   */
  preview(
    cart: AnyCase<Cart>,
    customerData: AnyCase<CustomerData>,
    ...completion: Completion<PreviewResult>
  ): Promise<PreviewResult>;
  preview(...args: unknown[]): Promise<PreviewResult> {
    return operate('preview(cart, customerData)', args, async (run) => {
      const body = checkOrder({ Cart: args[0], Customer: args[1] });
      const before = this.lastPreview;
      this.lastPreview = new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      if (before) await delay(previewDelay, run.signal);
      const answer = await send<PreviewResult>(run, { to: 'signup/preview', body });
      await before;
      return answer;
    });
  }

  /**
   * Creates an order and pays it: `createOrder`, then `paySignupInteractive` (spec: Behaviour rules 1). The usual call
   * for a signup. Each call is a new order: prevent a second submission, or give both the same `idempotencyKey`
   * (spec: Behaviour rules 2).
   *
   * When the result has a `Url`, send the customer there. Success is certain only by the webhook.
   * Errors: those of `createOrder` and of `paySignupInteractive`. Where only the payment failed, `details.order` is the
   * order, which stays payable by `paySignupInteractive`.
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
    return operate('subscribe(payment, cart, customerData, secretPaymentData)', args, async (run) => {
      // What is wrong with the payment data is told before there is an order.
      (payment as Payment | null)?.check?.(data);
      const order = await create({ Cart, Customer }, run);
      try {
        const paid = await pay([payment, data, order], 'signup/pay', run);
        // As the specification's table of order status values has it: subscribe tells the status of the creation.
        return { ...paid, OrderStatus: order.OrderStatus };
      } catch (error) {
        Object.assign((error as ClientLibError).details ?? {}, { order });
        throw error;
      }
    });
  }

  /**
   * Creates an order that can be paid later, to show the final amount or to check orders by hand (spec: Behaviour
   * rules 4). The second form takes everything in one object, custom fields of contract and order included.
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
    return operate(`createOrder(${names})`, args, async (run) =>
      create(isWhole ? first : { Cart: first, Customer }, run),
    );
  }

  /**
   * Pays an order: one of `createOrder`, or one that the merchant's back end made through the REST API. An order that
   * could not be paid stays payable: call again, with the same or other payment data.
   *
   * When the result has a `Url`, send the customer there. Success is certain only by the webhook.
   * Errors: those of the data (see `Payment.processPaymentData`), those of the payment (`BearerInvalid`,
   * `InsufficientBalance`, `LimitExceeded`, `Rejected`, …), `InvalidAmount` (no number) and the
   * common ones.
   *
   * @param payment A ready `Payment`, or `null` with a payment form.
   * @param data Payment data, what `processPaymentData` made of it, or a payment form.
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
    return operate('paySignupInteractive(payment, secretPaymentData, order)', args, (run) =>
      pay(args, 'signup/pay', run),
    );
  }
}

/** An order, as far as a mistake of the page can be told without the service. */
function checkOrder(order: object): object {
  const given = fold(order);
  required(get(foldArgument(get(given, 'Cart'), 'cart'), 'PlanVariantId'), 'cart.PlanVariantId');
  objectArgument(get(given, 'Customer'), 'customerData');
  return order;
}

const create = (order: object, run: Run): Promise<OrderResult> =>
  send(run, { to: 'signup/order', body: checkOrder(order), step: '.order' });
