import type { Plan, PlanGroup, PlanVariant } from '../../model/catalogue.ts';
import type { Phase } from '../../model/contract.ts';
import { instant, timestamp } from '../basics/time.ts';
import { getPlan, getPlanGroup } from '../catalogue/catalogue.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { PriceList } from '../records/kept-prices.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { granular, granularEnd } from './granularity.ts';

/** The fields of a signup that determine the terms of its contract. */
export interface OrderedTerms {
  readonly variant: PlanVariant;
  readonly ordered: Pick<OrderRecord['Ordered'], 'Cart' | 'StartDate' | 'EndDate' | 'BilledUntil'>;
  readonly prices: PriceList;
  /** The creation of the contract, in epoch milliseconds. */
  readonly now: number;
  /** Whether to assume that the trial is over. */
  readonly skipTrial: boolean;
}

/** The terms of a contract: its plan, and when it begins, is paid for and ends, in epoch milliseconds. */
export interface AgreedTerms {
  readonly group: PlanGroup;
  readonly plan: Plan;
  readonly variant: PlanVariant;
  readonly quantity: number;
  readonly start: number;
  /** A trial precedes the contract period (field notes 3.3). */
  readonly hasTrial: boolean;
  /** The first paid day: the end of the trial. */
  readonly paidFrom: number;
  /** The contract consists of the trial only. */
  readonly endsWithTrial: boolean;
  /** The end, if it is agreed. */
  readonly end: number | undefined;
  /** The date up to which another system bills it. */
  readonly billedUntil: number | undefined;
}

/** The terms to which the customer and the merchant agree at signup. */
export function agreedTerms(tx: Tx, { variant, ordered, prices, now, skipTrial }: OrderedTerms): AgreedTerms {
  const { Cart, StartDate, EndDate, BilledUntil } = ordered;
  const calendar = zoneCalendar(tx.account.TimeZone);
  const plan = getPlan(prices, variant);
  const group = getPlanGroup(prices, variant.PlanGroupId);
  const inGroup = { PlanGroupId: group.Id };
  const start = granular(tx, inGroup, StartDate === undefined ? now : instant(StartDate), prices);
  const trial = skipTrial || Cart.EnableTrial === false ? undefined : plan.TrialPeriod;
  const hasTrial = trial !== undefined;
  const paidFrom = hasTrial ? calendar.add(start, trial) : start;
  const endsWithTrial = hasTrial && plan.TrialEndPolicy === 'DeactivateAccount';
  const endOfFirstPeriod = () =>
    variant.EndAfterFirstContractPeriod && variant.ContractPeriod !== undefined
      ? calendar.add(paidFrom, variant.ContractPeriod)
      : undefined;
  const end = () =>
    EndDate === undefined
      ? endOfFirstPeriod()
      : granularEnd(tx, { ...inGroup, StartDate: timestamp(start) }, instant(EndDate), prices);
  return {
    group,
    plan,
    variant,
    quantity: Cart.Quantity ?? 1,
    start,
    hasTrial,
    paidFrom,
    endsWithTrial,
    end: endsWithTrial ? paidFrom : end(),
    billedUntil: BilledUntil === undefined ? undefined : granular(tx, inGroup, instant(BilledUntil), prices),
  };
}

/** The phases of a contract with these terms: trial, paid, ended, each if applicable. */
export function agreedPhases(terms: AgreedTerms): Phase[] {
  const { plan, variant, hasTrial, endsWithTrial, end } = terms;
  const phase = (Type: Phase['Type'], at: number, of: Pick<Phase, 'PlanId' | 'PlanVariantId'>): Phase => ({
    Type,
    StartDate: timestamp(at),
    ...of,
    Quantity: terms.quantity,
    InheritStartDate: false,
  });
  return [
    ...(hasTrial ? [phase('Trial', terms.start, { PlanId: plan.Id })] : []),
    ...(endsWithTrial
      ? []
      : [phase('Normal', terms.paidFrom, { PlanVariantId: variant.Id, PlanId: plan.Id })]),
    ...(end === undefined ? [] : [phase('Inactive', end, {})]),
  ];
}
