import type { PaymentTransaction } from '../../model/payment.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** A contract whose latest collection failed and whose balance is still open. */
export interface FailedCollection {
  readonly contract: ContractRecord;
  /** The latest failed payment. */
  readonly transaction: PaymentTransaction;
  /** The next retry, counted from 1, and the total number; absent if no retry is scheduled. */
  readonly retry: { readonly attempt: number; readonly of: number; readonly at: number } | undefined;
}

/** A reversed payment leaves the same debt as a declined one. */
const FAILED: ReadonlySet<string> = new Set(['Failed', 'Chargeback', 'PartialChargeback']);

/** A scheduled task: its due time in epoch milliseconds, and the arguments of its handler. */
interface PlannedTask {
  readonly DueAt: number;
  readonly Data?: { readonly [field: string]: string | number | boolean };
}

/**
 * Contracts with a failed payment: a retry is scheduled, or the retries are used up and recurring payments are paused.
 *
 * @param findRetry returns the scheduled retry of a contract
 */
export function failedCollections(
  tx: Tx,
  findRetry: (contractId: string) => PlannedTask | undefined,
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
    const task = findRetry(contract.Id);
    const attempt = Number(task?.Data?.['attempt'] ?? contract.PaymentAttempts ?? 1);
    const retry = task && { attempt, of: Number(task.Data?.['of'] ?? attempt), at: task.DueAt };
    failed.push({ contract, transaction, retry });
  }
  return failed;
}
