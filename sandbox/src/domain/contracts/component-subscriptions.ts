import type { ComponentSubscription } from '../../model/contract.ts';
import { nothing, subjectOf } from '../billing/billing.ts';
import { applyBill } from '../billing/contract-billing.ts';
import { checkPeriod, checkQuantity } from '../catalogue/cart.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { defined } from '../defined.ts';
import { contractOf } from '../lookups.ts';
import { conflict, invalid, notFound } from '../problem.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { refuseForeign } from './usage.ts';

/** A component subscription as the REST API takes it. */
export interface ComponentSubscriptionInput {
  readonly ComponentId: string;
  readonly Quantity: number;
  readonly StartDate?: string | undefined;
  readonly EndDate?: string | undefined;
  readonly Memo?: string | undefined;
}

/**
 * Subscribes a contract to a component without an order. It is billed with the next recurring billing, from its start;
 * an order bills at once.
 */
export function createComponentSubscription(
  tx: Tx,
  contractId: string,
  input: ComponentSubscriptionInput,
): ComponentSubscription {
  const contract = runningContract(tx, contractId);
  const component = componentNamed(tx, input.ComponentId, 'ComponentId');
  if (component.ComponentType === 'Metered') {
    throw invalid('ComponentId', `component "${component.Id}" is metered; report its usage instead.`);
  }
  refuseForeign(contract, component, 'ComponentId');
  checkQuantity(input.Quantity, 'Quantity');
  if (component.ComponentType === 'OnOff' && input.Quantity !== 1) {
    throw invalid('Quantity', `component "${component.Id}" is on or off; expected 1, got ${input.Quantity}.`);
  }
  const start = input.StartDate === undefined ? tx.now : instant(input.StartDate);
  if (start < instant(contract.StartDate)) {
    throw invalid('StartDate', `lies before the start of the contract, ${contract.StartDate}.`);
  }
  checkPeriod(timestamp(start), input.EndDate, 'EndDate');
  return tx.componentSubscriptions.insert({
    ...defined({
      EndDate: input.EndDate === undefined ? undefined : timestamp(instant(input.EndDate)),
      Memo: input.Memo,
    }),
    Id: tx.newId(),
    ContractId: contractId,
    CustomerId: contract.CustomerId,
    ComponentId: component.Id,
    Quantity: input.Quantity,
    StartDate: timestamp(start),
  });
}

/** Ends a component subscription. What was paid beyond the end is given back, at the end or at once when it has passed. */
export function endComponentSubscription(
  tx: Tx,
  id: string,
  input: { readonly EndDate: string },
): ComponentSubscription {
  const subscription = tx.componentSubscriptions.get(id);
  if (subscription === undefined) throw notFound('component subscription', id);
  const end = instant(input.EndDate);
  if (Number.isNaN(end)) throw invalid('EndDate', `expected an ISO 8601 time, got "${input.EndDate}".`);
  checkPeriod(subscription.StartDate, input.EndDate, 'EndDate');
  const contract = runningContract(tx, subscription.ContractId);
  tx.componentSubscriptions.replace({ ...subscription, EndDate: timestamp(end) });
  // Plans what the new end makes due.
  applyBill(tx, nothing(subjectOf(tx, contract)));
  return tx.componentSubscriptions.get(id) as ComponentSubscription;
}

function runningContract(tx: Tx, contractId: string): ContractRecord {
  const contract = contractOf(tx, contractId);
  if (contract.Store !== undefined) throw conflict(`Contract ${contractId} is billed by its store.`);
  if (contract.LifecycleStatus === 'Ended' || contract.LifecycleStatus === 'Annulled') {
    throw conflict(`Contract ${contractId} is ${contract.LifecycleStatus}.`);
  }
  return contract;
}
