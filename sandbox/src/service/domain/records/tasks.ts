/** Automatic tasks of a contract, whose id is the key. */
const contractTasks = [
  'lifecycle',
  'pause',
  'pause-end',
  'approaching',
  'collect',
  'payment-retry',
  'escalation',
  'pay-out',
  'card-expiring',
  'card-expired',
] as const;

/** The types of all automatic tasks. */
export type TaskType =
  | (typeof contractTasks)[number]
  | 'delivery'
  | 'order-expiry'
  | 'provider-notification'
  | 'provider-visit'
  | 'store-check'
  | 'store-subscription'
  | 'void-preauthorization';

/** Cancels the automatic tasks of a contract, except those to keep. */
export function unscheduleContract(
  tx: { unschedule(type: TaskType, key: string): void },
  contractId: string,
  kept?: TaskType,
): void {
  for (const task of contractTasks) if (task !== kept) tx.unschedule(task, contractId);
}
