import type { Run } from '../calls/run.ts';
import type { BeginPayment, PaymentAmount, PaymentForm } from '../elements/payment-form.ts';
import { ClientLibError, invalid } from '../errors/client-lib-error.ts';
import { fold, foldArgument, get, isObject, required } from '../input/record.ts';
import { answers } from '../transport/answers.ts';
import { send } from '../transport/send.ts';
import type { OrderResult, PayableOrder } from '../types/order.ts';
import type { ProcessedPaymentData, TetheredPaymentInformation } from '../types/payment-data.ts';
import type { Payment } from './payment.ts';

/** The payer and the payment data for the service. */
export interface Payer {
  readonly PublicApiKey: string;
  readonly TetheredPaymentInformation: TetheredPaymentInformation;
  readonly ProviderReturnUrl?: string | undefined;
  /** The customer is about to pass the token's 3-D Secure challenge. */
  readonly ChallengeFollows?: true;
}

/** The identity of a payment attempt: another card is a new attempt, repeating the same one is not. */
export const attempt = ({ TetheredPaymentInformation: { Token, Bearer }, ChallengeFollows }: Payer): string =>
  `${ChallengeFollows ? '.begin' : '.pay'}.${Token ?? Bearer}`;

/**
 * The three ways to give payment data: `(payment, secretPaymentData)`, `(payment, processedPaymentData)` and
 * `(null, paymentForm)`. The data goes to the provider; what comes back is for the service.
 *
 * @param pay Sends it to the service: once, or also before the customer goes into a challenge.
 */
export async function payWith<T>(
  payment: unknown,
  data: unknown,
  amount: PaymentAmount,
  run: Run,
  pay: (payer: Payer) => Promise<T>,
): Promise<T> {
  const source = payment ?? data;
  if (!canPay(source)) throw invalid('InvalidData', 'arguments 1 and 2', '(Payment, data) or (null, form)');
  const createPayer = (processed: ProcessedPaymentData): Payer => ({
    PublicApiKey: source.publicApiKey,
    TetheredPaymentInformation: get(
      fold(processed),
      'TetheredPaymentInformation',
    ) as TetheredPaymentInformation,
    ProviderReturnUrl: source.providerReturnUrl,
  });
  const begin: BeginPayment = (processed) => pay({ ...createPayer(processed), ChallengeFollows: true });
  return pay(createPayer(await source.process(data, amount, run, begin)));
}

/** By shape, because classes of the script tag and of an npm copy on one page differ. */
function canPay(value: unknown): value is Payment | PaymentForm {
  return isObject(value) && typeof value['process'] === 'function';
}

/** Reads an order, of createOrder or of the REST API, by the fields that paying needs. */
function readOrder(order: unknown): PayableOrder & { GrossTotal: number } {
  const read = foldArgument(order, 'order');
  const id = get(read, 'OrderId') ?? get(read, 'Id');
  const OrderId = required(id, 'order.OrderId', 'an id', 'InvalidData', order);
  const GrossTotal = Number(get(read, 'GrossTotal') ?? get(read, 'TotalGross'));
  if (!Number.isFinite(GrossTotal)) throw invalid('InvalidAmount', 'order.GrossTotal', 'a number');
  const Currency = required(get(read, 'Currency'), 'order.Currency', 'a code like EUR', 'InvalidCurrency');
  return { OrderId, GrossTotal, Currency };
}

/** The payment under way, by form. */
const underway = new WeakMap<object, Promise<OrderResult>>();

/** Pays an order at a path of the service. A form pays once at a time: a second click gets the result of the first. */
export function pay(...[args, ...rest]: Parameters<typeof payOrder>): Promise<OrderResult> {
  const [payment, form] = args;
  if (payment || !isObject(form)) return payOrder(args, ...rest);
  const result = underway.get(form) ?? payOrder(args, ...rest).finally(() => underway.delete(form));
  underway.set(form, result);
  return result;
}

async function payOrder(
  [payment, data, order]: readonly unknown[],
  to: 'signup/pay' | 'upgrade/pay',
  run: Run,
  token?: string,
): Promise<OrderResult> {
  const payable = readOrder(order);
  const { GrossTotal, Currency } = payable;
  const sendPayer = (payer: Payer): Promise<OrderResult> => {
    const body = { ...payer, ...payable };
    return send(run, { to, token, body, step: attempt(payer), answer: answers.order });
  };
  try {
    return await payWith(payment, data, { Amount: GrossTotal, Currency }, run, sendPayer);
  } catch (error) {
    // Paid by an earlier call with the same key, whose answer the page never saw: this is the answer.
    // With the order in it, it is a provider that refuses, by the same code.
    if (
      run.keyed &&
      error instanceof ClientLibError &&
      error.errorCode[0] === 'AlreadyExecuted' &&
      !error.order
    )
      return { ...(order as OrderResult), ...payable, OrderStatus: 'PaymentPending' };
    throw error;
  }
}
