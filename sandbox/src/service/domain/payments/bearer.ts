import { toInstant } from '../../model/iso-8601.ts';
import type { TetheredPaymentInformation } from '../../model/payment-input.ts';
import { invalid, Problem } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { PaymentMethod } from '../records/payments.ts';
import type { Service } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';

/** The methods without a provider: on account, and none at all (field notes 3.5). */
export function methodWithoutProvider(
  tx: Tx,
  bearer: string,
  order: OrderRecord | undefined,
): PaymentMethod | undefined {
  if (bearer === 'InvoicePayment') {
    if (!tx.account.InvoicePayment.Enabled) {
      throw new Problem(
        'Invalid',
        'InvalidPaymentMethod',
        'InvoicePayment is not activated in this account.',
      );
    }
    return {
      Id: '',
      Bearer: bearer,
      Provider: 'InvoicePayment',
      Role: 'BlackLabel',
      Shown: { Type: 'InvoicePayment' },
      SupportsRefunds: false,
    };
  }
  if (bearer === 'None:None') {
    if (order !== undefined && !order.AllowWithoutPaymentData) {
      throw new Problem(
        'Invalid',
        'InvalidPaymentMethod',
        'None:None is only allowed if the plan variant has AllowWithoutPaymentData.',
      );
    }
    return { Id: '', Bearer: bearer, Provider: 'None', Role: 'None', SupportsRefunds: false };
  }
  return undefined;
}

/**
 * The payment method for a page's payment information. A bank account gets the mandate's reference and date, which are
 * generated if the page sent none.
 *
 * @param order the order to pay; absent when it replaces the method of a contract
 * @throws Problem Invalid if the method is not configured, or required data is missing
 */
export function toMethod(
  service: Service,
  tx: Tx,
  tethered: TetheredPaymentInformation,
  order: OrderRecord | undefined,
): PaymentMethod {
  const own = methodWithoutProvider(tx, tethered.Bearer, order);
  if (own !== undefined) return own;
  const method = service.providers.toMethod(tethered);
  if (method.Shown?.Type !== 'BankAccount') return method;
  const { MandateReference, MandateSignatureDate: signed } = tethered;
  if (signed !== undefined && Number.isNaN(toInstant(signed))) {
    throw invalid(
      'TetheredPaymentInformation.MandateSignatureDate',
      `expected an ISO 8601 timestamp, got "${signed.slice(0, 40)}".`,
      'InvalidPaymentData',
    );
  }
  return {
    ...method,
    Shown: {
      ...method.Shown,
      MandateReference: MandateReference || `M-${tx.random.hex(10).toUpperCase()}`,
      MandateReferenceDate: signed === undefined ? timestamp(tx.now) : timestamp(instant(signed)),
    },
  };
}
