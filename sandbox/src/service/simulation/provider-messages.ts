import type { Charge, FailedOutcome } from './answers.ts';
import type { SimulationTx } from './simulation-tx.ts';

/** Messages of a provider to the service: about a payment, and about a visit. The key is the provider's id of it. */
export const PAYMENT_TASK = 'provider-notification';
export const VISIT_TASK = 'provider-visit';

/** How long a provider waits for the customer's return before it notifies the service, in milliseconds. */
export const RETURN_TIMEOUT_MS = 15_000;

/** Plans the provider's own message: an outcome, or that the payer took the money back. */
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

/** Plans the message about a customer's visit, for the case that nobody comes back to tell; or moves it. */
export function notifyOfVisit(
  tx: SimulationTx,
  visit: Pick<Charge, 'Reference' | 'TransactionId'>,
  at: number,
): void {
  tx.schedule(VISIT_TASK, visit.Reference, at, { TransactionId: visit.TransactionId });
}
