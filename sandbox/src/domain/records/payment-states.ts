import type { PaymentTransaction } from '../../model/payment.ts';

/** Statuses in which the outcome is still open. */
const UNDECIDED: readonly PaymentTransaction['Status']['Status'][] = [
  'Created',
  'RedirectUrlPrepared',
  'ThreeDSecurePending',
  'InProgress',
  'Pending',
];

/** Whether the outcome of a payment is still open. */
export function isUndecided({ Status }: PaymentTransaction): boolean {
  return UNDECIDED.includes(Status.Status);
}

/**
 * Whether a payment takes money for what is booked already: a debit that settles, or a collection of the balance that
 * the provider works on. The payment of an order is none before its order is completed, as nothing of it is booked.
 */
export function isUnderWay({ Status: { Status }, Type, Trigger }: PaymentTransaction): boolean {
  if (Type === 'Preauthorization') return false;
  if (Status === 'Pending') return true;
  return Status === 'InProgress' && (Trigger === 'Recurring' || Trigger === 'Payment');
}
