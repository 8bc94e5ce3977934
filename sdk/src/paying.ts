import type { PaymentForm } from './elements/payment-form.ts';
import { type ClientLibError, invalid } from './error.ts';
import type { Run } from './operation.ts';
import type { Payment } from './payment.ts';
import { fold, foldArgument, get, text } from './record.ts';
import { send } from './transport.ts';
import type { OrderResult, PayableOrder } from './types/order.ts';
import type { ProcessedPaymentData, TetheredPaymentInformation } from './types/payment-data.ts';

/** Who pays with what, as the service receives it. */
export interface Payer {
  readonly PublicApiKey: string;
  readonly TetheredPaymentInformation: TetheredPaymentInformation;
  readonly ProviderReturnUrl?: string;
}

/** What identifies this attempt to pay: another card is another attempt, the same one repeated is not. */
export const attempt = ({ TetheredPaymentInformation: { Token, Bearer } }: Payer): string =>
  `pay.${Token ?? Bearer}`;

/**
 * The three ways to give payment data: `(payment, secretPaymentData)`, `(payment, processedPaymentData)` and
 * `(null, paymentForm)`. The data goes to the provider; what comes back is for the service.
 */
export async function payer(
  payment: unknown,
  data: unknown,
  order: Partial<PayableOrder>,
  run: Run,
): Promise<Payer> {
  const amount = { Amount: order.GrossTotal, Currency: order.Currency };
  let processed: ProcessedPaymentData;
  let by: Payment | PaymentForm;
  // By shape: classes of the script tag and of an npm copy on one page are not the same.
  if (payment == null && (data as PaymentForm | null)?.tokenize) {
    by = data as PaymentForm;
    processed = await by.tokenize(amount, run);
  } else if ((payment as Payment | null)?.process) {
    by = payment as Payment;
    processed = await by.process(data, amount, run);
  } else {
    throw invalid('InvalidData', 'arguments 1 and 2', '(Payment, payment data) or (null, payment form)');
  }
  const { publicApiKey, providerReturnUrl } = by;
  return {
    PublicApiKey: publicApiKey,
    TetheredPaymentInformation: get(
      fold(processed),
      'TetheredPaymentInformation',
    ) as TetheredPaymentInformation,
    ...(providerReturnUrl && { ProviderReturnUrl: providerReturnUrl }),
  };
}

/** Reads an order, of createOrder or of the REST API, by the fields that paying needs. */
function readOrder(order: unknown): PayableOrder {
  const read = foldArgument(order, 'order');
  const OrderId = text(get(read, 'OrderId') ?? get(read, 'Id'));
  const GrossTotal = Number(get(read, 'GrossTotal') ?? get(read, 'TotalGross'));
  const Currency = text(get(read, 'Currency'));
  if (!OrderId) throw invalid('InvalidData', 'order.OrderId', 'an id');
  if (!Number.isFinite(GrossTotal)) throw invalid('InvalidAmount', 'order.GrossTotal', 'a number');
  if (!Currency) throw invalid('InvalidCurrency', 'order.Currency', 'a code such as EUR');
  return { OrderId, GrossTotal, Currency };
}

/** Pays an order at a path of the service. */
export async function pay(
  [payment, data, order]: readonly unknown[],
  to: 'signup/pay' | 'upgrade/pay',
  run: Run,
  token?: string,
): Promise<OrderResult> {
  const payable = readOrder(order);
  const by = await payer(payment, data, payable, run);
  try {
    return await send(run, { to, token, body: { ...by, ...payable }, step: attempt(by) });
  } catch (error) {
    // Paid by an earlier call with the same key, whose answer the page never saw: this is the answer.
    if (run.keyed && (error as ClientLibError).errorCode?.[0] === 'AlreadyExecuted') {
      return { ...(order as OrderResult), ...payable, OrderStatus: 'PaymentPending' };
    }
    throw error;
  }
}
