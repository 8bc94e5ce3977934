import type { PaymentTransaction } from '../../model/payment.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** A contract whose latest collection failed and whose balance is still open. */
export interface FailedCollection {
  readonly contract: ContractRecord;
  /** The payment that failed last. */
  readonly transaction: PaymentTransaction;
  /** The retry that comes next, counted from 1, and how many there are; absent when no retry is planned. */
  readonly retry: { readonly attempt: number; readonly of: number; readonly at: number } | undefined;
}

/** A reversed payment leaves the same debt as a declined one. */
const FAILED: ReadonlySet<string> = new Set(['Failed', 'Chargeback', 'PartialChargeback']);

/** A task that waits: when it falls due, in epoch milliseconds, and what its handler knows. */
interface PlannedTask {
  readonly DueAt: number;
  readonly Data?: { readonly [field: string]: string | number | boolean };
}

/**
 * Contracts whose payment failed: a retry is planned, or the retries are used up and recurring payments are paused.
 *
 * @param retryOf the planned retry of a contract
 */
export function failedCollections(
  tx: Tx,
  retryOf: (contractId: string) => PlannedTask | undefined,
): FailedCollection[] {
  const failed: FailedCollection[] = [];
  for (const contract of tx.contracts) {
    const isFailing = contract.PaymentAttempts !== undefined || contract.RecurringPaymentsPaused;
    if (!isFailing || contract.Balance <= 0) continue;
    const transaction = tx.paymentTransactions.find({
      where: { ContractId: contract.Id },
      match: ({ Type }) => Type === 'Payment',
      newestFirst: true,
    });
    if (transaction === undefined || !FAILED.has(transaction.Status.Status)) continue;
    const task = retryOf(contract.Id);
    const attempt = Number(task?.Data?.['attempt'] ?? contract.PaymentAttempts ?? 1);
    const retry = task && { attempt, of: Number(task.Data?.['of'] ?? attempt), at: task.DueAt };
    failed.push({ contract, transaction, retry });
  }
  return failed;
}
