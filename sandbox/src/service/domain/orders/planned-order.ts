import type { PlanVariant } from '../../model/catalogue.ts';
import type { DiscountSubscription, MeteredUsage, RatedItem } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import type { OrderInput } from '../../model/order.ts';
import { changedBy, defined } from '../basics/defined.ts';
import { localized } from '../basics/localized.ts';
import { instant, timestamp } from '../basics/time.ts';
import type { Bill, Subject } from '../billing/bill.ts';
import { withBillingDates } from '../billing/billed-contract.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { withoutId } from './order-preview.ts';

/** The documents that an order adds to its contract, and the resulting contract. */
export interface PlannedOrder {
  readonly contract: ContractRecord;
  readonly LineItems: LineItem[];
  readonly DiscountSubscriptions: DiscountSubscription[];
  readonly MeteredUsages: MeteredUsage[];
  readonly RatedItems: RatedItem[];
}

/** @param before the contract to change, with its existing documents */
export function plannedOrder(tx: Tx, bill: Bill, before: Subject | undefined): PlannedOrder {
  const { subject, lines, billedUsages, billedItems } = bill;
  return {
    contract: withBillingDates(tx, subject.contract, lines.length > 0),
    LineItems: lines.map(withoutId),
    DiscountSubscriptions: added(subject.discounts, before?.discounts),
    MeteredUsages: added([...billedUsages, ...subject.usages], before?.usages).map(unbilled),
    RatedItems: added([...billedItems, ...subject.ratedItems], before?.ratedItems).map(unbilled),
  };
}

/** Returns only the documents that the contract does not have yet. */
function added<T extends { readonly Id: string }>(after: readonly T[], known: readonly T[] = []): T[] {
  return after.filter((one) => !known.some(({ Id }) => Id === one.Id));
}

/** The lines are not stored yet. */
function unbilled<T extends { readonly LineItemId?: string | undefined }>(one: T): T {
  const { LineItemId, ...waiting } = one;
  return waiting as T;
}

/** The ordered plan; if only components are ordered, that of the contract. */
export function planNames(tx: Tx, { Phases }: ContractRecord, ordered: PlanVariant | undefined) {
  const variant =
    ordered ??
    tx.planVariants.get(Phases.findLast((phase) => phase.PlanVariantId !== undefined)?.PlanVariantId);
  const plan = tx.plans.get(variant?.PlanId);
  return defined({
    PlanVariantId: variant?.Id,
    PlanVariantName: variant?.InternalName,
    PlanId: plan?.Id,
    PlanName: plan === undefined ? undefined : localized(plan.Name, tx.account.Locale),
  });
}

/** The input without dates that have no effect: a change creates no contract, a signup has nothing to change. */
export function withUsedDates(input: OrderInput): OrderInput {
  const unused =
    input.ContractId === undefined
      ? { ChangeDate: undefined }
      : { StartDate: undefined, EndDate: undefined, BilledUntil: undefined };
  return changedBy(input, unused);
}

/** The dates in an order's input. */
export function askedDates({ ChangeDate, StartDate, EndDate, BilledUntil }: OrderInput) {
  const shown = (date: string | undefined) => (date === undefined ? undefined : timestamp(instant(date)));
  return defined({
    ChangeDate: shown(ChangeDate),
    StartDate: shown(StartDate),
    EndDate: shown(EndDate),
    BilledUntil: shown(BilledUntil),
  });
}

/** The custom fields that have a value. */
export function setFields(fields: OrderInput['CustomFields'] = {}): { [key: string]: unknown } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
