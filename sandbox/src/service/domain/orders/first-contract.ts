import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** Returns whether the customer pays the setup fee. An annulled contract counts as nonexistent. */
export function isFirstContract(tx: Tx, customerId: string): boolean {
  const match = ({ LifecycleStatus }: ContractRecord) => LifecycleStatus !== 'Annulled';
  return tx.contracts.find({ where: { CustomerId: customerId }, match }) === undefined;
}
