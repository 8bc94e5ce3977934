import type { Charge, FailedOutcome } from './charge-answers.ts';
import type { SimulationTx } from './simulation-tx.ts';

/** Messages of a provider to the service: about a payment, and about a visit. The key is the provider's id of it. */
export const PAYMENT_TASK = 'provider-notification';
export const VISIT_TASK = 'provider-visit';

/** How long a provider waits for the customer's return before it notifies the service, in milliseconds. */
export const RETURN_TIMEOUT_MS = 15_000;

/** Schedules the provider's own notification: an outcome, or that the payer took the money back. */
export function notifyLater(
  tx: SimulationTx,
  charge: Pick<Charge, 'Provider' | 'Reference' | 'TransactionId'>,
  at: number,
  outcome: FailedOutcome | 'Chargeback' | undefined,
): void {
  const { Provider, Reference, TransactionId } = charge;
  tx.schedule(PAYMENT_TASK, Reference, at, {
    Provider,
    TransactionId,
    Outcome: outcome === undefined ? 'Succeeded' : outcome === 'Chargeback' ? 'Chargeback' : 'Failed',
    ...(typeof outcome === 'object' ? { ...outcome } : {}),
  });
}

/** Schedules or moves the notification about a customer's visit, in case the customer does not return. */
export function notifyOfVisit(
  tx: SimulationTx,
  visit: Pick<Charge, 'Reference' | 'TransactionId'>,
  at: number,
): void {
  tx.schedule(VISIT_TASK, visit.Reference, at, { TransactionId: visit.TransactionId });
}
