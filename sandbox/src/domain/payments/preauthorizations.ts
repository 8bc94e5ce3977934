import type { PaymentTransaction } from '../../model/payment.ts';
import type { DomainTaskHandler } from '../service.ts';
import type { Tx } from '../tx.ts';
import { setTransactionStatus } from './payment-transactions.ts';

const VOID_TASK = 'void-preauthorization';

/** Voids a preauthorization: it has shown that the method works, and nothing else is done with it. */
export function voidPreauthorization(tx: Tx, transactionId: string): void {
  tx.schedule(VOID_TASK, transactionId, tx.now);
}

export const preauthorizationTasks: { readonly [type: string]: DomainTaskHandler } = {
  [VOID_TASK]: (tx, { key }) => {
    const transaction = tx.paymentTransactions.get(key) as PaymentTransaction;
    const { PaymentProvider: Provider, ProviderTransactionId = '' } = transaction;
    return async (service) => {
      const { HttpCode } = await service.providers.void({ Provider, ProviderTransactionId });
      service.transaction((after) => setTransactionStatus(after, key, 'Canceled', { HttpCode }));
    };
  },
};
