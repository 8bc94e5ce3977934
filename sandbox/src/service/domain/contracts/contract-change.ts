import type { PlanVariant } from '../../model/catalogue.ts';
import type { ComponentSubscription, Phase } from '../../model/contract.ts';
import { invalid } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { type Bill, joined, nothing, type Subject } from '../billing/bill.ts';
import { componentsCreditedFrom, feeCredits } from '../billing/credited-days.ts';
import { interimBill } from '../billing/interim-billing.ts';
import { billNewPhase } from '../billing/phase-billing.ts';
import { billComponents } from '../billing/recurring-billing.ts';
import { getPlan } from '../catalogue/catalogue.ts';
import { firstBilled } from '../contract-facts/billed-elsewhere.ts';
import { contractEnd, phaseAt, refuseManyPhases } from '../contract-facts/contract-phases.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { refuseAnnulled } from '../records/lookups.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { granular } from './granularity.ts';
import { movedDiscounts } from './moved-discounts.ts';
import { cartSubscriptions, orderedDiscounts, type SignupRequest } from './signup.ts';

/** An up- or downgrade, or a component order, as requested by its order. */
export interface ChangeRequest extends Pick<SignupRequest, 'coupon' | 'newId'> {
  readonly variant: PlanVariant | undefined;
  readonly cart: OrderRecord['Ordered']['Cart'];
  /** Epoch milliseconds. */
  readonly changeDate: number;
  readonly interimBilling: boolean;
}

/** The contract after a change, and the change's immediate charges or credits. */
export interface Change {
  readonly bill: Bill;
  /** Component subscriptions that end with the change. */
  readonly ended: readonly ComponentSubscription[];
  /** The change is scheduled, and is billed on its date. */
  readonly later: boolean;
}

/**
 * Plans a change of the contract; nothing is stored. The unused part of the prepaid fee is credited by the
 * day, the new fee is charged from the change date, both on one document (field notes 3.4).
 */
export function plannedChange(tx: Tx, subject: Subject, request: ChangeRequest): Change {
  const { contract } = subject;
  const { cart, variant } = request;
  refuseAnnulled(contract);
  const at = granular(tx, contract, request.changeDate, subject.prices);
  const changeDate = timestamp(at);
  if (at < instant(contract.StartDate)) {
    throw invalid(
      'ChangeDate',
      `"${changeDate}" is before the start of the contract, ${contract.StartDate}.`,
    );
  }
  const later = at > tx.now;
  const current = currentPhase(contract, at, tx.now);
  const changesPlan =
    variant !== undefined || (cart.Quantity !== undefined && cart.Quantity !== current.Quantity);
  const ending = new Set(
    endedSubscriptions(subject, cart.EndComponentSubscriptions ?? []).map(({ Id }) => Id),
  );
  const known = subject.components.map((one) => (ending.has(one.Id) ? { ...one, EndDate: changeDate } : one));
  const added = cartSubscriptions(tx, subject, cart, changeDate, tx.now, request.newId, known);
  const changed = changesPlan
    ? withPhase(subject, { ...request, changeDate: at }, current, tx.now)
    : contract;
  const reduced = timestamp(Math.max(at, firstBilled(changed) ?? at));
  const discounts = [
    ...movedDiscounts(tx, subject, contract, changed),
    ...orderedDiscounts(contract.Id, request, cart, reduced),
  ];
  const opens = changesPlan && opensDays(contract, at, tx.now);
  const credited = componentsCreditedFrom(
    tx,
    { ...subject, components: known },
    at,
    ({ Id }) => opens || (!later && ending.has(Id)),
  );
  const planned: Subject = {
    ...subject,
    contract: changed,
    components: [...credited.components, ...added.components],
    discounts,
    usages: [...subject.usages, ...added.usages],
    ratedItems: [...subject.ratedItems, ...added.ratedItems],
  };
  const ended = known.filter(({ Id }) => ending.has(Id));
  if (contract.Store !== undefined) return { bill: nothing(planned), ended, later };
  const bill = later
    ? nothing(planned)
    : changesPlan
      ? billNewPhase(tx, planned, at, [...feeCredits(tx, planned, at), ...credited.lines])
      : joined({ ...nothing(planned), lines: credited.lines }, (after) =>
          billComponents(tx, after, tx.now, (one) => added.components.includes(one)),
        );
  const all = request.interimBilling ? joined(bill, (billed) => interimBill(tx, billed)) : bill;
  return { bill: all, ended, later };
}

/** Returns whether past days of a trial or pause become chargeable because a change takes effect in it. */
function opensDays({ Phases }: ContractRecord, at: number, now: number): boolean {
  return Phases.some(({ Type, StartDate }, index) => {
    const end = instant(Phases[index + 1]?.StartDate ?? StartDate);
    // One that ended at once has no days.
    return Type !== 'Normal' && end > Math.max(at, instant(StartDate)) && end <= now;
  });
}

/** Returns whether a planned change replaces this phase, so that it never begins. */
const isReplaced = ({ StartDate }: Phase, changeDate: number, now: number): boolean =>
  instant(StartDate) >= changeDate && instant(StartDate) > now;

/** The phase at the time of a change; in a pause, it has the previous plan. */
function currentPhase(contract: ContractRecord, at: number, now: number): Phase {
  const kept = contract.Phases.filter((one) => one.Type === 'Inactive' || !isReplaced(one, at, now));
  const phase = (phaseAt({ Phases: kept }, at) ?? contract.Phases[0]) as Phase;
  if (phase.Type !== 'Inactive' || contractEnd(contract) <= at) return phase;
  const plan = contract.Phases.findLast(
    ({ Type, StartDate }) => Type === 'Normal' && instant(StartDate) <= at,
  );
  return { ...plan, ...phase };
}

function withPhase(
  { contract, prices }: Subject,
  request: ChangeRequest,
  current: Phase,
  now: number,
): ContractRecord {
  refuseManyPhases(contract);
  const { variant, cart, changeDate } = request;
  const PlanVariantId = variant?.Id ?? current.PlanVariantId;
  if (PlanVariantId === undefined) {
    throw invalid('Cart.PlanVariantId', 'the contract has no current plan variant; specify the new one.');
  }
  const isByQuantity = variant === undefined || getPlan(prices, variant).IsQuantityBased;
  const phase: Phase = {
    Type: 'Normal',
    StartDate: timestamp(changeDate),
    PlanVariantId,
    PlanId: variant?.PlanId ?? (current.PlanId as string),
    Quantity: cart.Quantity ?? (isByQuantity ? current.Quantity : 1),
    // Another quantity of the same variant changes no terms, whether the cart repeats the variant or not.
    InheritStartDate: cart.InheritStartDate ?? PlanVariantId === current.PlanVariantId,
  };
  // A phase that began at this very instant counts as started; a later one never will.
  const before = contract.Phases.filter(
    (one) => instant(one.StartDate) <= changeDate && !isReplaced(one, changeDate, now),
  );
  const { EndDate, PhasesPastEnd, Cancellation, ...rest } = contract;
  // Ordering the current plan for the date of a planned change revokes that change.
  const last = before.at(-1);
  const goesOn =
    changeDate > now &&
    contract.Phases.some(({ Type, StartDate }) => Type === 'Normal' && StartDate === phase.StartDate) &&
    phase.InheritStartDate &&
    last?.Type === 'Normal' &&
    last.PlanVariantId === PlanVariantId &&
    last.Quantity === phase.Quantity;
  return { ...rest, Phases: goesOn ? before : [...before, phase] };
}

function endedSubscriptions(subject: Subject, wanted: readonly string[]): ComponentSubscription[] {
  return wanted.flatMap((id, at) => {
    const found = subject.components.filter(
      (one) => one.EndDate === undefined && (one.Id === id || one.ComponentId === id),
    );
    if (found.length > 0) return found;
    throw invalid(
      `Cart.EndComponentSubscriptions[${at}]`,
      `"${id}" is neither an active component subscription of the contract nor the component of one.`,
    );
  });
}
