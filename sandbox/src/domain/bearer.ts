import type { OrderRecord } from './order-record.ts';
import type { PaymentMethod } from './payment-method.ts';
import { Problem } from './problem.ts';
import type { Tx } from './tx.ts';

/** The methods that need no provider: on account, and none at all (field notes 3.5). */
export function methodWithoutProvider(tx: Tx, bearer: string, order: OrderRecord | undefined): PaymentMethod | undefined {
  if (bearer === 'InvoicePayment') {
    if (!tx.account.InvoicePayment.Enabled) {
      throw new Problem('Invalid', 'InvalidPaymentMethod', 'InvoicePayment is not activated in this account.');
    }
    return { Id: '', Bearer: bearer, Provider: 'InvoicePayment', Role: 'BlackLabel', Shown: { Type: 'InvoicePayment' }, SupportsRefunds: false };
  }
  if (bearer === 'None:None') {
    if (order !== undefined && !order.AllowWithoutPaymentData) {
      throw new Problem(
        'Invalid',
        'InvalidPaymentMethod',
        'None:None is allowed only where the plan variant has AllowWithoutPaymentData.',
      );
    }
    return { Id: '', Bearer: bearer, Provider: 'None', Role: 'None', SupportsRefunds: false };
  }
  return undefined;
}
