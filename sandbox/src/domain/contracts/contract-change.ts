import type { PlanVariant } from '../../model/catalogue.ts';
import type { ComponentSubscription, Phase } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { type Bill, billPrepaid, joined, nothing, periodEnd, type Subject } from '../billing/billing.ts';
import { componentCredits, feeCredits } from '../billing/credits.ts';
import { interimBill } from '../billing/interim-billing.ts';
import { planOf } from '../catalogue/catalogue.ts';
import { conflict, invalid } from '../problem.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { OrderRecord } from '../records/orders.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { billedUpTo } from './billed-elsewhere.ts';
import { billedUntil, phaseAt, refuseManyPhases } from './contract-phases.ts';
import { cartDiscounts, cartSubscriptions } from './signup.ts';

/** An up- or downgrade, or a component order, as its order asks for it. */
export interface ChangeRequest {
  readonly variant: PlanVariant | undefined;
  readonly cart: OrderRecord['Ordered']['Cart'];
  /** Epoch milliseconds. */
  readonly changeDate: number;
  readonly interimBilling: boolean;
  /** Ids of what is added, in the order in which they are reserved. */
  readonly newId: () => string;
  readonly coupon?:
    | { readonly CouponCode: string; readonly CouponId: string; readonly DiscountId: string }
    | undefined;
}

/** The contract after a change, and what the change charges or credits at once. */
export interface Change {
  readonly bill: Bill;
  /** Component subscriptions that end with the change. */
  readonly ended: readonly ComponentSubscription[];
  /** The change waits for its date; only then it is billed. */
  readonly later: boolean;
}

/**
 * Plans a change of the contract; nothing is stored. The unused part of what was paid in advance is credited by the
 * day, the new fee is charged from the change date on, both on one document (field notes 3.4).
 */
export function plannedChange(tx: Tx, subject: Subject, request: ChangeRequest): Change {
  const { contract } = subject;
  const { cart, variant } = request;
  if (contract.LifecycleStatus === 'Annulled') throw conflict(`Contract ${contract.Id} is annulled.`);
  const changeDate = timestamp(request.changeDate);
  if (request.changeDate < instant(contract.StartDate)) {
    throw invalid(
      'ChangeDate',
      `"${changeDate}" lies before the start of the contract, ${contract.StartDate}.`,
    );
  }
  const later = request.changeDate > tx.now;
  const current = (phaseAt(contract, request.changeDate) ?? contract.Phases[0]) as Phase;
  const changesPlan =
    variant !== undefined || (cart.Quantity !== undefined && cart.Quantity !== current.Quantity);
  const ended = endedSubscriptions(subject, cart.EndComponentSubscriptions ?? []);
  const added = cartSubscriptions(tx, subject, cart, changeDate, tx.now, request.newId);
  const components = [
    ...subject.components.map((one) => (ended.includes(one) ? { ...one, EndDate: changeDate } : one)),
    ...added.components,
  ];
  const discounts =
    request.coupon === undefined
      ? subject.discounts
      : [
          ...subject.discounts,
          { Id: request.newId(), ContractId: contract.Id, ...request.coupon, StartDate: changeDate },
        ];
  const discountsOfCart = cartDiscounts(contract.Id, cart, changeDate, request.newId);
  const changed = changesPlan ? withPhase(subject, request, current, tx.now) : contract;
  const planned: Subject = {
    ...subject,
    contract: changed,
    components,
    discounts: [...discounts, ...discountsOfCart],
    usages: [...subject.usages, ...added.usages],
    ratedItems: [...subject.ratedItems, ...added.ratedItems],
  };
  const endedNow = components.filter((_, at) =>
    ended.includes(subject.components[at] as ComponentSubscription),
  );
  const none = nothing(planned);
  if (contract.Store !== undefined) return { bill: none, ended: endedNow, later };
  if (later) return { bill: withInterim(tx, none, request), ended: endedNow, later };
  const credits = [
    ...(changesPlan ? feeCredits(tx, planned, request.changeDate) : []),
    ...endedNow.flatMap((one) => componentCredits(tx, planned, one, request.changeDate)),
  ];
  const bill = billFrom(tx, planned, request.changeDate, changesPlan, credits);
  return { bill: withInterim(tx, bill, request), ended: endedNow, later };
}

/** Bills a phase that begins: credits what its predecessor was paid for beyond it, and charges it. */
export function billPhaseStart(tx: Tx, subject: Subject, changeDate: number): Bill {
  return billFrom(tx, subject, changeDate, true, feeCredits(tx, subject, changeDate));
}

function billFrom(
  tx: Tx,
  planned: Subject,
  changeDate: number,
  changesPlan: boolean,
  credits: LineItem[],
): Bill {
  const { contract } = planned;
  const restarted: Subject = changesPlan
    ? { ...planned, contract: billedUpTo(contract, changeDate) }
    : planned;
  const billed = billedUntil(restarted.contract);
  const period = changesPlan ? periodEnd(tx, restarted, tx.now) : billed;
  if (billed === undefined || period === undefined) return { ...nothing(restarted), lines: credits };
  // Components are billed as far as the contract, also where another system has billed it beyond this period.
  const bill = billPrepaid(tx, restarted, Math.max(period, billed));
  return { ...bill, lines: [...credits, ...bill.lines] };
}

function withInterim(tx: Tx, bill: Bill, request: ChangeRequest): Bill {
  return request.interimBilling ? joined(bill, (subject) => interimBill(tx, subject)) : bill;
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
    throw invalid(
      'Cart.PlanVariantId',
      'the contract has no current plan variant; name the one to change to.',
    );
  }
  const isByQuantity = variant === undefined || planOf(prices, variant).IsQuantityBased;
  const phase: Phase = {
    Type: 'Normal',
    StartDate: timestamp(changeDate),
    PlanVariantId,
    PlanId: variant?.PlanId ?? (current.PlanId as string),
    Quantity: cart.Quantity ?? (isByQuantity ? current.Quantity : 1),
    // Another quantity of the same variant changes no terms, whether the cart repeats the variant or not.
    InheritStartDate: cart.InheritStartDate ?? PlanVariantId === current.PlanVariantId,
  };
  // A phase that began at this very instant has been, however short; one that was to begin never will.
  const before = contract.Phases.filter(({ StartDate }) => {
    const begins = instant(StartDate);
    return begins < changeDate || (begins === changeDate && begins <= now);
  });
  const { EndDate, PhasesPastEnd, Cancellation, ...rest } = contract;
  return { ...rest, Phases: [...before, phase] };
}

function endedSubscriptions(subject: Subject, wanted: readonly string[]): ComponentSubscription[] {
  return wanted.flatMap((id, at) => {
    const found = subject.components.filter(
      (one) => one.EndDate === undefined && (one.Id === id || one.ComponentId === id),
    );
    if (found.length > 0) return found;
    throw invalid(
      `Cart.EndComponentSubscriptions[${at}]`,
      `"${id}" is neither a running component subscription of the contract nor the component of one.`,
    );
  });
}
