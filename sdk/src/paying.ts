import type { PaymentForm } from './elements/payment-form.ts';
import { type ClientLibError, invalid } from './error.ts';
import type { Run } from './operation.ts';
import type { Payment } from './payment.ts';
import { fold, foldArgument, get, required } from './record.ts';
import { send } from './transport.ts';
import type { OrderResult, PayableOrder } from './types/order.ts';
import type { ProcessedPaymentData, TetheredPaymentInformation } from './types/payment-data.ts';

/** Who pays with what, as the service receives it. */
export interface Payer {
  readonly PublicApiKey: string;
  readonly TetheredPaymentInformation: TetheredPaymentInformation;
  readonly ProviderReturnUrl?: string | undefined;
  /** The customer is about to pass the token's 3-D Secure challenge. */
  readonly ChallengeFollows?: true;
}

/** What identifies this attempt to pay: another card is another attempt, the same one repeated is not. */
export const attempt = ({ TetheredPaymentInformation: { Token, Bearer }, ChallengeFollows }: Payer): string =>
  `${ChallengeFollows ? '.begin' : '.pay'}.${Token ?? Bearer}`;

/**
 * The three ways to give payment data: `(payment, secretPaymentData)`, `(payment, processedPaymentData)` and
 * `(null, paymentForm)`. The data goes to the provider; what comes back is for the service.
 *
 * @param begin Tells the service of the payment before the customer goes into a challenge.
 */
export async function payer(
  payment: unknown,
  data: unknown,
  order: Partial<PayableOrder>,
  run: Run,
  begin: (by: Payer) => Promise<unknown>,
): Promise<Payer> {
  const by = (payment ?? data) as Payment | PaymentForm | null;
  // By shape: classes of the script tag and of an npm copy on one page are not the same.
  if (!by?.process) throw invalid('InvalidData', 'arguments 1 and 2', '(Payment, data) or (null, form)');
  const amount = { Amount: order.GrossTotal, Currency: order.Currency };
  const { publicApiKey, providerReturnUrl } = by;
  const payerWith = (processed: ProcessedPaymentData): Payer => ({
    PublicApiKey: publicApiKey,
    TetheredPaymentInformation: get(
      fold(processed),
      'TetheredPaymentInformation',
    ) as TetheredPaymentInformation,
    ProviderReturnUrl: providerReturnUrl,
  });
  return payerWith(
    await by.process(data, amount, run, (processed) =>
      begin({ ...payerWith(processed), ChallengeFollows: true }),
    ),
  );
}

/** Reads an order, of createOrder or of the REST API, by the fields that paying needs. */
function readOrder(order: unknown): PayableOrder {
  const read = foldArgument(order, 'order');
  const OrderId = required(get(read, 'OrderId') ?? get(read, 'Id'), 'order.OrderId');
  const GrossTotal = Number(get(read, 'GrossTotal') ?? get(read, 'TotalGross'));
  if (!Number.isFinite(GrossTotal)) throw invalid('InvalidAmount', 'order.GrossTotal', 'a number');
  const Currency = required(get(read, 'Currency'), 'order.Currency', 'a code like EUR', 'InvalidCurrency');
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
  const sendPayer = (by: Payer): Promise<OrderResult> =>
    send(run, { to, token, body: { ...by, ...payable }, step: attempt(by) });
  try {
    return await sendPayer(await payer(payment, data, payable, run, sendPayer));
  } catch (error) {
    // Paid by an earlier call with the same key, whose answer the page never saw: this is the answer.
    if (run.keyed && (error as ClientLibError).errorCode?.[0] === 'AlreadyExecuted') {
      return { ...(order as OrderResult), ...payable, OrderStatus: 'PaymentPending' };
    }
    throw error;
  }
}
