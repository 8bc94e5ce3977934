import { conflict } from '../basics/problem.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';

/** The parts of a contract that a change depends on: other changes alter them, and billing does not. */
export function contractState(tx: Tx, contract: ContractRecord): string {
  return JSON.stringify([
    contract.Phases,
    contract.EndDate,
    tx.componentSubscriptions
      .where('ContractId', contract.Id)
      .map(({ Id, Quantity, StartDate, EndDate }) => [Id, Quantity, StartDate, EndDate]),
    tx.discountSubscriptions.where('ContractId', contract.Id).map(({ Id }) => Id),
    ...(contract.PriceListId === undefined ? [] : [contract.PriceListId]),
  ]);
}

/** Rejects a change of a contract that has changed since its order. @throws Problem Conflict */
export function refuseChanged(tx: Tx, { Id, Ordered }: OrderRecord, contract: ContractRecord): void {
  // A store changes its contracts itself; the receipt has the current state.
  if (Ordered.Receipt !== undefined || Ordered.ContractState === undefined) return;
  if (Ordered.ContractState === contractState(tx, contract)) return;
  throw conflict(
    `Contract ${contract.Id} has changed since order ${Id} was created. Preview the change again and create a new order.`,
  );
}
