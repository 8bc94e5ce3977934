import { type OrderStatus, openOrderStatuses, unfinishedOrderStatuses } from '../../model/statuses.ts';
import { conflict, type Problem } from '../basics/problem.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';

interface Transition {
  /** The statuses in which the step is possible. */
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus;
}

/** All steps of an order, and the resulting status: no other file sets a status. */
const transitions = {
  /** The customer is about to pay; the provider decides. */
  pay: { from: openOrderStatuses, to: 'PaymentPending' },
  /** The customer gave up on the provider's page. */
  cancelPayment: { from: ['PaymentPending'], to: 'Aborted' },
  /** The provider declined. The order stays payable, so that the customer can try again (field notes 1.1). */
  failPayment: { from: ['PaymentPending'], to: 'InProgress' },
  /** The same for an approved order: it needs no second approval. */
  failApprovedPayment: { from: ['PaymentPending'], to: 'Approved' },
  /** Paid, committed, or bought in a store. */
  complete: { from: openOrderStatuses, to: 'Completed' },
  approve: { from: ['ApprovalPending'], to: 'Approved' },
  decline: { from: ['ApprovalPending'], to: 'Declined' },
  /** The time to pay is over (account setting OrderLifetime). */
  expire: { from: unfinishedOrderStatuses, to: 'Expired' },
} as const satisfies { readonly [step: string]: Transition };

export type OrderStep = keyof typeof transitions;

/** The initial status of the order. */
export function firstStatus(needsApproval: boolean): OrderStatus {
  return needsApproval ? 'ApprovalPending' : 'InProgress';
}

export function allows({ Status }: Pick<OrderRecord, 'Status'>, step: OrderStep): boolean {
  const { from }: Transition = transitions[step];
  return from.includes(Status);
}

/** @throws Problem Conflict if the step is not possible in the order's status */
export function refuseStep(order: OrderRecord, step: OrderStep): void {
  if (!allows(order, step)) throw refusal(order, step);
}

/**
 * Stores the order with the status after the step.
 *
 * @throws Problem Conflict if the step is not possible in the order's status
 */
export function moveOrder(tx: Tx, order: OrderRecord, step: OrderStep): OrderRecord {
  refuseStep(order, step);
  const { to } = transitions[step];
  if (step === 'complete' || step === 'decline') tx.unschedule('order-expiry', order.Id);
  return tx.orders.replace({ ...order, Status: to });
}

function refusal({ Id, Status }: OrderRecord, step: OrderStep): Problem {
  if (step === 'approve' || step === 'decline')
    return conflict(`Order ${Id} is ${Status}; it is not waiting for approval.`);
  if (Status === 'Completed') return conflict(`Order ${Id} is already paid.`, 'AlreadyExecuted');
  if (Status === 'ApprovalPending')
    return conflict(
      `Order ${Id} is waiting for the merchant's approval (POST /api/v1/orders/${Id}/approve).`,
    );
  return conflict(`Order ${Id} is ${Status} and cannot be ${step === 'complete' ? 'committed' : 'paid'}.`);
}
