import type { ComponentSubscription, ProductOverride } from '../../model/contract.ts';
import { isContractOver } from '../../model/statuses.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getSubject, nothing } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import { billedLines } from '../billing/credited-days.ts';
import { checkPeriod, checkQuantity, checkSpan, refuseOverride } from '../catalogue/cart.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { billedElsewhere } from '../contract-facts/billed-elsewhere.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import { granular } from './granularity.ts';
import { refuseSecond } from './on-off-components.ts';
import { refuseForeign } from './usage.ts';

/** The input of a component subscription in the REST API. */
export interface ComponentSubscriptionInput {
  readonly ComponentId: string;
  readonly Quantity: number;
  readonly StartDate?: string | undefined;
  readonly EndDate?: string | undefined;
  readonly Memo?: string | undefined;
  readonly ProductOverride?: ProductOverride | undefined;
}

/**
 * Subscribes a contract to a component without an order. The next recurring billing bills it from its start;
 * an order bills immediately.
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
  refuseOverride(component, input.ProductOverride, '');
  checkQuantity(input.Quantity, 'Quantity');
  if (component.ComponentType === 'OnOff' && input.Quantity !== 1) {
    throw invalid('Quantity', `component "${component.Id}" is on or off; expected 1, got ${input.Quantity}.`);
  }
  const start = granular(tx, contract, input.StartDate === undefined ? tx.now : instant(input.StartDate));
  if (start < instant(contract.StartDate)) {
    throw invalid('StartDate', `is before the start of the contract, ${contract.StartDate}.`);
  }
  checkPeriod(timestamp(start), input.EndDate, 'EndDate');
  const one: ComponentSubscription = {
    ...defined({
      EndDate:
        input.EndDate === undefined ? undefined : timestamp(granular(tx, contract, instant(input.EndDate))),
      Memo: input.Memo,
      ProductOverride: input.ProductOverride,
    }),
    Id: tx.newId(),
    ContractId: contractId,
    CustomerId: contract.CustomerId,
    ComponentId: component.Id,
    Quantity: input.Quantity,
    StartDate: timestamp(start),
  };
  refuseSecond(tx, one, tx.componentSubscriptions.where('ContractId', contractId), 'ComponentId');
  const made = tx.componentSubscriptions.insert(one);
  // Its dates may be before the next billing.
  if (start > tx.now || made.EndDate !== undefined) applyBill(tx, nothing(getSubject(tx, contract)));
  return made;
}

/** The changes to a component subscription; missing fields do not change. */
export interface ComponentSubscriptionChange {
  readonly EndDate?: string | undefined;
  readonly Memo?: string | undefined;
  readonly ProductOverride?: ProductOverride | undefined;
}

/**
 * Changes a component subscription. The paid time beyond a new end is credited at the end, or immediately if it has passed.
 */
export function changeComponentSubscription(
  tx: Tx,
  id: string,
  { EndDate, ...words }: ComponentSubscriptionChange,
): ComponentSubscription {
  const before = getComponentSubscription(tx, id);
  refuseOverride(componentNamed(tx, before.ComponentId, 'ComponentId'), words.ProductOverride, '');
  const changed = { ...before, ...defined(words) };
  if (EndDate === undefined || timestamp(instant(EndDate)) === before.EndDate)
    return tx.componentSubscriptions.replace(changed);
  checkPeriod(before.StartDate, EndDate, 'EndDate');
  if (isOver(tx, before) && instant(EndDate) > instant(before.EndDate)) throw over(before);
  return endAt(tx, changed, instant(EndDate));
}

/** A changed quantity replaces a component subscription: the old one ends at the start of the new one. */
export function replaceComponentSubscription(
  tx: Tx,
  id: string,
  input: Omit<ComponentSubscriptionInput, 'ComponentId'>,
): ComponentSubscription {
  const before = getComponentSubscription(tx, id);
  const { ComponentId, ContractId, StartDate, EndDate, Memo, ProductOverride } = before;
  const at = input.StartDate === undefined ? tx.now : instant(input.StartDate);
  if (EndDate !== undefined && instant(EndDate) <= at) throw over(before);
  checkSpan(StartDate, timestamp(at), 'StartDate');
  endAt(tx, before, at);
  const kept = defined({ EndDate, Memo, ProductOverride });
  const made = createComponentSubscription(tx, ContractId, {
    ...kept,
    ...defined(input),
    Quantity: input.Quantity,
    ComponentId,
    StartDate: timestamp(at),
  });
  const contract = getContract(tx, ContractId);
  if (before.BilledUntil === undefined || isBilledHere(tx, before)) return made;
  // A replacement keeps the date up to which another system bills the component.
  return tx.componentSubscriptions.replace(billedElsewhere(made, contract.BilledElsewhereUntil));
}

function isBilledHere(tx: Tx, { Id, ContractId }: ComponentSubscription): boolean {
  const { lines } = billedLines(tx, getSubject(tx, getContract(tx, ContractId)));
  return lines.some(({ ComponentSubscriptionId }) => ComponentSubscriptionId === Id);
}

/** Past days without the component are never billed. */
function isOver(
  tx: Tx,
  one: ComponentSubscription,
): one is ComponentSubscription & { readonly EndDate: string } {
  return one.EndDate !== undefined && instant(one.EndDate) <= tx.now;
}

const over = ({ Id, EndDate }: ComponentSubscription) =>
  conflict(`Component subscription ${Id} ended at ${EndDate}; subscribe to the component again.`);

function endAt(tx: Tx, subscription: ComponentSubscription, end: number): ComponentSubscription {
  const contract = runningContract(tx, subscription.ContractId);
  const ended = { ...subscription, EndDate: timestamp(granular(tx, contract, end)) };
  refuseSecond(tx, ended, tx.componentSubscriptions.where('ContractId', contract.Id), 'EndDate');
  tx.componentSubscriptions.replace(ended);
  // Schedules the tasks for the new end.
  applyBill(tx, nothing(getSubject(tx, contract)));
  return getComponentSubscription(tx, subscription.Id);
}

/** @param contractId the contract that it must belong to, if given @throws Problem NotFound */
export function getComponentSubscription(tx: Tx, id: string, contractId?: string): ComponentSubscription {
  const found = tx.componentSubscriptions.get(id);
  if (found === undefined || (contractId !== undefined && found.ContractId !== contractId))
    throw notFound('component subscription', id);
  return found;
}

function runningContract(tx: Tx, contractId: string): ContractRecord {
  const contract = getContract(tx, contractId);
  if (contract.Store !== undefined) throw conflict(`Contract ${contractId} is billed by its store.`);
  if (isContractOver(contract.LifecycleStatus)) {
    throw conflict(`Contract ${contractId} is ${contract.LifecycleStatus}.`);
  }
  return contract;
}
