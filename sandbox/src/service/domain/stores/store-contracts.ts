import type { PlanVariant } from '../../model/catalogue.ts';
import type { Phase } from '../../model/contract.ts';
import { defined } from '../basics/defined.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getSubject, nothing } from '../billing/bill.ts';
import { applyBill } from '../billing/billed-contract.ts';
import { getVariant } from '../catalogue/catalogue.ts';
import { emitChange, recordChange, recordRevocation, stateBefore } from '../contract-facts/change-history.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Service } from '../records/service.ts';
import { followedBy, STORE_CHECK } from '../records/store-links.ts';
import { type ExternalSubscription, externalId, isOver, isRunning } from '../records/stores.ts';
import type { Tx } from '../records/tx.ts';
import { repeatCheck, scheduleCheck } from './store-check-schedule.ts';
import type { SeenSubscription, Verdict } from './store-verdict.ts';
import { verify } from './store-verification.ts';

/** The plan variant that is sold as a store product. */
export function variantOfProduct(
  tx: Tx,
  type: ExternalSubscription['Type'],
  productId: string,
): PlanVariant | undefined {
  return tx.planVariants.find({
    where: { StoreProductId: productId },
    match: (variant) => tx.planGroups.get(variant.PlanGroupId)?.Store === type,
  });
}

/** Links a contract to the subscription that it follows from now on, and unlinks a purchase that this one replaced. */
export function attach(
  tx: Tx,
  contractId: string,
  type: ExternalSubscription['Type'],
  seen: SeenSubscription,
): void {
  const before = followedBy(tx, contractId);
  const Id = externalId(type, seen.Id);
  if (before !== undefined) tx.externalSubscriptions.replace({ ...before, ReplacedBy: Id });
  const link: ExternalSubscription = {
    Id,
    Type: type,
    ExternalId: seen.Id,
    ContractId: contractId,
    ProductId: seen.ProductId,
    Receipt: seen.Receipt,
    State: seen.State,
    CheckedAt: tx.now,
  };
  if (tx.externalSubscriptions.has(Id)) tx.externalSubscriptions.replace(link);
  else tx.externalSubscriptions.insert(link);
}

/** Moves the start of a new contract to the purchase of the subscription, and follows the subscription from there. */
export function startFollowing(
  tx: Tx,
  contract: ContractRecord,
  type: ExternalSubscription['Type'],
  seen: SeenSubscription,
): void {
  const variant = variantFor(tx, contract, type, seen);
  const first = phase(seen.InTrial ? 'Trial' : 'Normal', seen.StartedAt, variant);
  tx.contracts.replace({ ...contract, StartDate: first.StartDate, Phases: [first] });
  attach(tx, contract.Id, type, seen);
  followStore(tx, followedBy(tx, contract.Id) as ExternalSubscription, seen, true);
}

/**
 * Updates a contract from its store: phases, end and plan; nothing is billed (spec: What the service
 * does 5). Schedules the next store check.
 *
 * @param silently without events and contract changes, for a contract that was created in this transaction
 */
export function followStore(
  tx: Tx,
  link: ExternalSubscription,
  seen: SeenSubscription,
  silently = false,
): void {
  const contract = tx.contracts.get(link.ContractId);
  if (contract === undefined || contract.LifecycleStatus === 'Annulled') {
    tx.unschedule(STORE_CHECK, link.ContractId);
    return;
  }
  const { OverSince, ...followed } = link;
  const overSince = isOver(seen.State) ? (OverSince ?? tx.now) : undefined;
  tx.externalSubscriptions.replace({
    ...followed,
    ...defined({ OverSince: overSince }),
    ProductId: seen.ProductId,
    Receipt: seen.Receipt,
    State: seen.State,
    CheckedAt: tx.now,
  });
  const { EndDate, ...endless } = contract;
  const after = { ...endless, ...phasesFrom(tx, contract, seen, variantFor(tx, contract, link.Type, seen)) };
  if (!samePhases(contract, after)) {
    applyBill(tx, nothing(getSubject(tx, after)));
    if (!silently) emitFollowed(tx, contract, after);
  }
  scheduleCheck(tx, link.ContractId, seen.ExpiresAt, overSince);
}

/** A product without a matching plan variant does not change the contract. */
function variantFor(
  tx: Tx,
  contract: ContractRecord,
  type: ExternalSubscription['Type'],
  seen: SeenSubscription,
): PlanVariant {
  const found = variantOfProduct(tx, type, seen.ProductId);
  if (found !== undefined) return found;
  return getVariant(
    tx,
    contract.Phases.findLast((phase) => phase.PlanVariantId !== undefined)?.PlanVariantId as string,
  );
}

/** The past phases, followed by those that the store reports. */
function phasesFrom(
  tx: Tx,
  contract: ContractRecord,
  seen: SeenSubscription,
  variant: PlanVariant,
): Pick<ContractRecord, 'Phases' | 'EndDate'> {
  const since = Math.max(seen.Since ?? tx.now, instant(contract.StartDate));
  // Phases since the start of the current state are replaced.
  const behind = contract.Phases.filter((phase) => instant(phase.StartDate) < since);
  if (isRunning(seen.State)) {
    const end = seen.State === 'Canceled' ? timestamp(seen.ExpiresAt) : undefined;
    const present = phase(seen.InTrial ? 'Trial' : 'Normal', since, variant);
    const Phases = isSame(behind.at(-1), present) ? behind : [...behind, present];
    if (end !== undefined) return { Phases: [...Phases, inactive(end)], EndDate: end };
    return { Phases: seen.InTrial ? [...Phases, phase('Normal', seen.ExpiresAt, variant)] : Phases };
  }
  // A contract keeps its previous plan, even if that plan ended immediately.
  const had = behind.length > 0 ? behind : contract.Phases.slice(0, 1);
  const Phases = had.at(-1)?.Type === 'Inactive' ? had : [...had, inactive(timestamp(since))];
  return { Phases, ...(isOver(seen.State) ? { EndDate: timestamp(since) } : {}) };
}

function phase(Type: 'Trial' | 'Normal', since: number, variant: PlanVariant): Phase {
  return {
    Type,
    StartDate: timestamp(since),
    ...(Type === 'Trial' ? {} : { PlanVariantId: variant.Id }),
    PlanId: variant.PlanId,
    Quantity: 1,
    InheritStartDate: false,
  };
}

function inactive(StartDate: string): Phase {
  return { Type: 'Inactive', StartDate, Quantity: 1, InheritStartDate: false };
}

function isSame(one: Phase | undefined, other: Phase): boolean {
  return one?.Type === other.Type && one.PlanVariantId === other.PlanVariantId && one.PlanId === other.PlanId;
}

function samePhases(before: ContractRecord, after: ContractRecord): boolean {
  return (
    before.EndDate === after.EndDate &&
    before.Phases.length === after.Phases.length &&
    before.Phases.every(
      (one, at) => one.StartDate === after.Phases[at]?.StartDate && isSame(one, after.Phases[at]),
    )
  );
}

/** Emits the events for an end that was set or revoked, and for a change that took effect. */
function emitFollowed(tx: Tx, before: ContractRecord, after: ContractRecord): void {
  const Type = changeType(before, after, tx.now);
  if (Type === undefined) return;
  if (Type === 'CancellationRevoked') {
    recordRevocation(tx, after, stateBefore(tx, before));
    return;
  }
  const ids = { ContractId: after.Id, CustomerId: after.CustomerId };
  const present = phaseAt(after, tx.now);
  const ChangeDate = Type === 'End' ? (after.EndDate as string) : (present?.StartDate ?? timestamp(tx.now));
  const change = recordChange(tx, after.Id, stateBefore(tx, before), {
    Type,
    ChangeDate,
    ...(Type === 'Upgrade'
      ? defined({ NewPlanVariantId: present?.PlanVariantId, NewPlanId: present?.PlanId })
      : {}),
  });
  if (Type === 'End') tx.emit({ Event: 'ContractCancelled', ...ids });
  // The event for a future end is sent at that end.
  if (Type === 'End' && instant(ChangeDate) > tx.now) return;
  emitChange(tx, after, change);
}

/** @returns undefined if only past or future phases differ, for example when a trial is extended */
function changeType(before: ContractRecord, after: ContractRecord, now: number): string | undefined {
  if (after.EndDate !== undefined && after.EndDate !== before.EndDate) return 'End';
  const was = phaseAt(before, now);
  const is = phaseAt(after, now);
  const isSamePhase = is !== undefined && isSame(was, is);
  if (isSamePhase) return before.EndDate === after.EndDate ? undefined : 'CancellationRevoked';
  if (is?.Type === 'Inactive') return 'Pause';
  if (was?.Type === 'Inactive') return 'Resume';
  return was?.Type === 'Trial' && is?.Type === 'Normal' ? 'Timebased' : 'Upgrade';
}

/** The store only reports that it is over: the contract ends now, unless it has already ended. */
export function followGone(tx: Tx, link: ExternalSubscription): void {
  const contract = tx.contracts.get(link.ContractId);
  const ended = contract?.EndDate === undefined ? tx.now : Math.min(instant(contract.EndDate), tx.now);
  followStore(tx, link, {
    Id: link.ExternalId,
    ProductId: link.ProductId,
    State: 'Revoked',
    InTrial: false,
    StartedAt: ended,
    Since: ended,
    ExpiresAt: ended,
    Receipt: link.Receipt,
  });
}

/** Applies a store's response to the existing contracts. */
export function followVerdict(tx: Tx, link: ExternalSubscription, verdict: Verdict): void {
  if (verdict.Kind === 'Gone') {
    followGone(tx, link);
    return;
  }
  const seen =
    verdict.Kind === 'Valid' ? verdict.Subscriptions.find(({ Id }) => Id === link.ExternalId) : undefined;
  if (seen !== undefined) followStore(tx, link, seen);
  else repeatCheck(tx, link.ContractId, verdict);
}

/** The periodic store check (field notes 3.6). */
export async function recheck(service: Service, contractId: string): Promise<void> {
  const link = service.transaction((tx) => followedBy(tx, contractId));
  if (link === undefined) return;
  const verdict = await verify(service, link.Receipt);
  service.transaction((tx) => {
    const current = followedBy(tx, contractId);
    if (current?.Id === link.Id) followVerdict(tx, current, verdict);
  });
}
