import { HOUR_MS } from '../../model/milliseconds.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { FailureSeverity } from '../records/payment-provider.ts';
import type { Tx } from '../records/tx.ts';

/**
 * The hours between a failure and each retry of a payment; after the last one, recurring payments pause (field notes
 * 3.5).
 */
const RETRY_HOURS: { readonly [severity in FailureSeverity]: readonly number[] } = {
  Minor: [2, 4, 18],
  // Twice a day for a week.
  Medium: Array.from({ length: 14 }, () => 12),
  Severe: [],
};

/** Schedules a retry, or pauses recurring payments when the retries are used up. */
export function planRetry(tx: Tx, contract: ContractRecord, severity: FailureSeverity): void {
  if (contract.RecurringPaymentsPaused) return;
  const attempt = contract.PaymentAttempts ?? 0;
  const hours = RETRY_HOURS[severity][attempt];
  if (hours === undefined) {
    pauseRecurringPayments(tx, contract.Id);
    return;
  }
  tx.contracts.replace({ ...contract, PaymentAttempts: attempt + 1 });
  const data = { attempt: attempt + 1, of: RETRY_HOURS[severity].length };
  tx.schedule('payment-retry', contract.Id, tx.now + hours * HOUR_MS, data);
}

/** Stops collecting until the payment data changes or the merchant resumes it. */
export function pauseRecurringPayments(tx: Tx, contractId: string): void {
  const contract = getContract(tx, contractId);
  if (contract.RecurringPaymentsPaused) return;
  const { PaymentAttempts, ...rest } = contract;
  tx.contracts.replace({ ...rest, RecurringPaymentsPaused: true });
  tx.unschedule('payment-retry', contractId);
  tx.emit({
    Event: 'PaymentProcessStatusChanged',
    ContractId: contractId,
    CustomerId: contract.CustomerId,
  });
}
