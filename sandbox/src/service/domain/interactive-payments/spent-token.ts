import { invalid } from '../basics/problem.ts';
import type { PaymentMethod } from '../records/payments.ts';
import type { Tx } from '../records/tx.ts';

/**
 * Refuses a token that has paid something else: it stands for one purchase, and who finds it in a browser must not pay
 * another order with it.
 *
 * @param subject id of the order, or of the contract whose method changes
 * @throws Problem Invalid with code BearerInvalid
 */
export function refuseSpentToken(tx: Tx, { Token }: PaymentMethod, subject: string): void {
  if (Token === undefined) return;
  const isSpent =
    tx.interactivePayments.where('Token', Token).some((one) => (one.OrderId ?? one.ContractId) !== subject) ||
    tx.paymentMethods.where('Token', Token).length > 0;
  if (!isSpent) return;
  throw invalid(
    'TetheredPaymentInformation.Token',
    'was used for another payment. Send the payment data to the provider again to get a new token.',
    'BearerInvalid',
  );
}
