import type { MeteredUsage, ProductOverride } from '../../model/contract.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { checkQuantity, refuseOverride, resolveComponentId } from '../catalogue/cart.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { contractEnd } from '../contract-facts/contract-phases.ts';
import { refuseObserved } from '../contract-facts/store-separation.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract, refuseAnnulled } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';

/** A report of metered usage. */
export interface UsageInput {
  readonly ComponentId?: string | undefined;
  readonly ExternalComponentId?: string | undefined;
  readonly Quantity: number;
  readonly Key?: string | undefined;
  readonly Memo?: string | undefined;
  readonly DueDate?: string | undefined;
  readonly ProductOverride?: ProductOverride | undefined;
}

/**
 * Reports metered usage; the recurring billing bills it for DueDate ≤ NextBillingDate. A report with a known `Key`
 * changes nothing and returns the first report (field notes 3.4).
 * @param field path of the report in the request, for messages
 */
export function reportUsage(tx: Tx, contractId: string, input: UsageInput, field = ''): MeteredUsage {
  const contract = getContract(tx, contractId);
  refuseObserved(contract, 'Usage is not billed here.');
  const path = field === '' ? '' : `${field}.`;
  const id = resolveComponentId(tx, input, contract.PlanGroupId, path);
  const component = componentNamed(tx, id, `${path}ComponentId`);
  if (component.ComponentType !== 'Metered') {
    throw invalid(
      `${path}ComponentId`,
      `component "${component.Id}" is not metered; subscribe to it instead.`,
    );
  }
  refuseForeign(contract, component, `${path}ComponentId`);
  refuseOverride(component, input.ProductOverride, field);
  checkQuantity(input.Quantity, `${path}Quantity`);
  if (input.Key !== undefined && input.Key !== '') {
    const known = tx.meteredUsages.find({ where: { Key: `${contractId}/${input.Key}` } });
    if (known !== undefined) return known;
  }
  const due = input.DueDate === undefined ? tx.now : instant(input.DueDate);
  if (Number.isNaN(due))
    throw invalid(`${path}DueDate`, `expected an ISO 8601 time, got "${input.DueDate}".`);
  refuseAnnulled(contract);
  if (due > contractEnd(contract)) {
    throw invalid(
      `${path}DueDate`,
      `"${timestamp(due)}" is after the end of the contract, ${contract.EndDate}; usage after the end is not billed.`,
    );
  }
  if (due < instant(contract.StartDate)) {
    throw invalid(`${path}DueDate`, `is before the start of the contract, ${contract.StartDate}.`);
  }
  return tx.meteredUsages.insert({
    ...defined({ Memo: input.Memo, ProductOverride: input.ProductOverride }),
    Key: input.Key ?? '',
    Id: tx.newId(),
    ContractId: contractId,
    ComponentId: component.Id,
    Quantity: input.Quantity,
    DueDate: timestamp(due),
    TransferredAt: tx.stamp(),
  });
}

/** Deletes usage that is not billed yet. @throws Problem Conflict if it is */
export function deleteUsage(tx: Tx, contractId: string, usageId: string): void {
  const usage = tx.meteredUsages.get(usageId);
  if (usage === undefined || usage.ContractId !== contractId) throw notFound('usage', usageId);
  if (usage.LineItemId !== undefined)
    throw conflict(`Usage ${usageId} is already billed (line ${usage.LineItemId}).`);
  tx.meteredUsages.delete(usageId);
}

/** @throws Problem Invalid if the component belongs to another plan group than the contract */
export function refuseForeign(
  contract: ContractRecord,
  component: { readonly Id: string; readonly PlanGroupId: string },
  field: string,
): void {
  if (component.PlanGroupId === contract.PlanGroupId) return;
  throw invalid(field, `component "${component.Id}" does not belong to the contract's plan group.`);
}
