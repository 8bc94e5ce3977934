import type { PaymentTransaction } from '../../model/payment.ts';
import type { PaymentMethod } from '../records/payments.ts';
import type { DomainTaskHandlers } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { setTransactionStatus } from './payment-transactions.ts';

/**
 * Returns the amount to preauthorize when nothing is due; 0 if the provider makes no preauthorization for this role
 * (field notes 3.5).
 */
export function preauthorizationAmount(tx: Tx, { Provider, Role }: PaymentMethod): number {
  return tx.account.Providers.find(({ Name }) => Name === Provider)?.DefaultPreauthAmount?.[Role] ?? 0;
}

const VOID_TASK = 'void-preauthorization';

/** Voids a preauthorization: it was only needed to verify the method. */
export function voidPreauthorization(tx: Tx, transactionId: string): void {
  tx.schedule(VOID_TASK, transactionId, tx.now);
}

export const preauthorizationTasks: DomainTaskHandlers = {
  [VOID_TASK]: (tx, { key }) => {
    const transaction = tx.paymentTransactions.get(key) as PaymentTransaction;
    const { PaymentProvider: Provider, ProviderTransactionId = '' } = transaction;
    return async (service) => {
      await service.providers.void({ Provider, ProviderTransactionId });
      service.transaction((after) => setTransactionStatus(after, key, 'Canceled'));
    };
  },
};
