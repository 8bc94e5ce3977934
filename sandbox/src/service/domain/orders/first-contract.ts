import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';

/** Returns whether the customer pays the setup fee: an annulled contract has never been. */
export function isFirstContract(tx: Tx, customerId: string): boolean {
  const match = ({ LifecycleStatus }: ContractRecord) => LifecycleStatus !== 'Annulled';
  return tx.contracts.find({ where: { CustomerId: customerId }, match }) === undefined;
}
