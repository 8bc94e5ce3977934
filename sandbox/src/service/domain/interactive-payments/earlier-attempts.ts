import { Problem } from '../basics/problem.ts';
import { ANSWER_TIMEOUT_MS } from '../payments/collection-of-payments.ts';
import type { Tx } from '../records/tx.ts';
import { endPayment } from './payment-outcome.ts';

/**
 * Checks and cancels earlier attempts before a new one: an attempt at a provider's page is canceled, because the customer
 * has returned; an attempt without an outcome prevents the new one, which could charge twice.
 *
 * @param subject id of the order, or of the contract whose method changes
 * @throws Problem Conflict while a provider works on an earlier attempt
 */
export function supersede(tx: Tx, subject: string): void {
  for (const payment of tx.interactivePayments.list({ where: { Open: subject } })) {
    const given = payment.State === 'AtProvider';
    if (!given && !(payment.State === 'Asked' && payment.AskedAt + ANSWER_TIMEOUT_MS <= tx.now)) {
      throw new Problem(
        'Conflict',
        'InvalidPreconditions',
        `The provider is still processing payment ${payment.Id} of the same ${payment.OrderId === undefined ? 'contract' : 'order'}; wait for its outcome.`,
        [],
        payment.State === 'Asked' ? 1 : undefined,
      );
    }
    endPayment(tx, payment, 'Canceled', {
      Code: 'Canceled',
      Message: 'A later payment attempt has replaced this one. It is not charged.',
    });
  }
}
