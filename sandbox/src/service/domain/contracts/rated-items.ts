import type { RatedItem } from '../../model/contract.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { checkQuantity, checkSpan } from '../catalogue/cart.ts';
import { getPlanGroup } from '../catalogue/catalogue.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';

/** An item with its own price, to be billed once. */
export interface RatedItemInput {
  readonly Description: string;
  readonly Quantity: number;
  readonly PricePerUnit: number;
  readonly TaxPolicyId?: string | undefined;
  readonly PeriodStart?: string | undefined;
  readonly PeriodEnd?: string | undefined;
}

/** Adds an item to the next billing, recurring or interim. */
export function createRatedItem(tx: Tx, contractId: string, input: RatedItemInput): RatedItem {
  const contract = getContract(tx, contractId);
  if (contract.Store !== undefined) throw conflict(`Contract ${contractId} is billed by its store.`);
  checkQuantity(input.Quantity, 'Quantity');
  if (!Number.isFinite(input.PricePerUnit))
    throw invalid('PricePerUnit', `expected a number, got ${input.PricePerUnit}.`);
  checkSpan(input.PeriodStart, input.PeriodEnd, 'PeriodEnd');
  const TaxPolicyId = input.TaxPolicyId ?? getPlanGroup(tx, contract.PlanGroupId).TaxPolicyId;
  if (!tx.taxPolicies.has(TaxPolicyId))
    throw invalid('TaxPolicyId', `there is no tax policy "${TaxPolicyId}".`);
  return tx.ratedItems.insert({
    ...defined({
      PeriodStart: input.PeriodStart === undefined ? undefined : timestamp(instant(input.PeriodStart)),
      PeriodEnd: input.PeriodEnd === undefined ? undefined : timestamp(instant(input.PeriodEnd)),
    }),
    Id: tx.newId(),
    ContractId: contractId,
    Description: input.Description,
    Quantity: input.Quantity,
    PricePerUnit: input.PricePerUnit,
    TaxPolicyId,
    TransferredAt: tx.stamp(),
  });
}

/** Deletes an item that is not billed yet. @throws Problem Conflict if it is */
export function deleteRatedItem(tx: Tx, id: string): void {
  const item = tx.ratedItems.get(id);
  if (item === undefined) throw notFound('rated item', id);
  if (item.LineItemId !== undefined)
    throw conflict(`Rated item ${id} is already billed (line ${item.LineItemId}).`);
  tx.ratedItems.delete(id);
}
