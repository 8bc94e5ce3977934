/*
 * The statuses by which documents are listed. Without schemas, so that domain and inspector use them without loading zod.
 */

export const orderStatuses = [
  'InProgress',
  'PaymentPending',
  'Completed',
  'Failed',
  'Aborted',
  'Expired',
  'ApprovalPending',
  'Approved',
  'Declined',
  'Incomplete',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses in which an order can be paid or committed. An error leaves it payable (field notes 1.1). */
export const openOrderStatuses = [
  'InProgress',
  'PaymentPending',
  'Approved',
  'Failed',
  'Aborted',
] as const satisfies readonly OrderStatus[];

/** Statuses of orders that may still be completed: they hold their coupon, and expire. */
export const unfinishedOrderStatuses = [...openOrderStatuses, 'ApprovalPending'] as const;

/** The in-app-purchase stores, by the names that the specification gives them (spec: Check request). */
export const storeTypes = ['AppleIap', 'GoogleIap', 'AmazonIap'] as const;

export type StoreType = (typeof storeTypes)[number];

/** `Draft`: the contract starts later. */
export const lifecycleStatuses = ['Draft', 'InTrial', 'Active', 'Paused', 'Ended', 'Annulled'] as const;

/** Returns whether a contract is over: at its end, or annulled. */
export function isContractOver(status: (typeof lifecycleStatuses)[number]): boolean {
  return status === 'Ended' || status === 'Annulled';
}

export const paymentTransactionStatuses = [
  'Created',
  'Prepared',
  'RedirectUrlPrepared',
  'ThreeDSecurePending',
  'InProgress',
  'Pending',
  'PreliminarySucceeded',
  'Finalizing',
  'Succeeded',
  'Failed',
  'Canceled',
  'PartiallyRefunded',
  'Refunded',
  'PartialChargeback',
  'Chargeback',
  'InDispute',
  'OverPaid',
  'PartiallyPaid',
  'Scheduled',
  'SuccessfullyImported',
  'Undefined',
  'Unmapped',
] as const;

export type PaymentStatus = (typeof paymentTransactionStatuses)[number];

/** Statuses in which a payment has transferred money that can be refunded. */
export const paidStatuses: readonly PaymentStatus[] = [
  'Succeeded',
  'PartiallyRefunded',
  'PartialChargeback',
  'InDispute',
];

/** Statuses of a payment that is neither paid nor failed yet. */
export const openStatuses: readonly PaymentStatus[] = [
  'Created',
  'Prepared',
  'RedirectUrlPrepared',
  'ThreeDSecurePending',
  'InProgress',
  'Pending',
  'PreliminarySucceeded',
  'Finalizing',
  'Scheduled',
];
