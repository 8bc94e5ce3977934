import type { ComponentSubscription, ProductOverride } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { localized } from '../basics/localized.ts';
import { instant, timestamp } from '../basics/time.ts';
import { componentNamed, getTaxPolicy, getVariant } from '../catalogue/catalogue.ts';
import { billingStart, paidParts } from '../contract-facts/contract-phases.ts';
import type { Reduction } from '../pricing/discounts.ts';
import { type Product, recurringLines, type Terms } from '../pricing/pricing.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { documentLocale, type Subject } from './bill.ts';
import { billingGrid } from './billing-grid.ts';

export function componentProduct(
  tx: Tx,
  subject: Subject,
  componentId: string,
  override: ProductOverride = {},
  subscriptionId?: string,
): Product {
  const component = componentNamed(subject.prices, componentId, 'ComponentId');
  const locale = documentLocale(tx, subject);
  return {
    type: component.ComponentType === 'Metered' ? 'MeteredUsage' : 'Component',
    id: component.Id,
    name: override.Name ?? localized(component.Name, locale),
    description: override.Description ?? localized(component.Description, locale),
    policy: getTaxPolicy(subject.prices, component.TaxPolicyId),
    pricePerUnit: override.PricePerUnit ?? component.PricePerUnit,
    scale: component.PriceScale,
    unit: component.Unit,
    componentSubscriptionId: subscriptionId,
  };
}

/** The lines of a subscription up to a date, and the subscription after they are billed. */
export function componentLines(
  tx: Tx,
  subject: Subject,
  terms: Terms,
  reductions: readonly Reduction[],
  subscription: ComponentSubscription,
  until: number,
): { readonly lines: LineItem[]; readonly subscription: ComponentSubscription } {
  const { contract } = subject;
  const component = componentNamed(subject.prices, subscription.ComponentId, 'ComponentId');
  const paidFrom = component.BillInTrial ? instant(contract.StartDate) : (billingStart(contract) ?? until);
  // Credited days may precede its own start: after an earlier pause or end.
  const starts = instant(subscription.StartDate);
  const billed = subscription.BilledUntil === undefined ? starts : instant(subscription.BilledUntil);
  const start = Math.max(starts, billed, paidFrom);
  const end = Math.min(until, subscription.EndDate === undefined ? until : instant(subscription.EndDate));
  if (start >= end) return { lines: [], subscription };
  const product = componentProduct(tx, subject, component.Id, subscription.ProductOverride, subscription.Id);
  const lines: LineItem[] = [];
  const parts = partsWithTrial(contract, start, end, component.BillInTrial);
  for (const { phase, from, to } of parts) {
    const variant = getVariant(subject.prices, phase.PlanVariantId as string);
    lines.push(
      ...recurringLines(
        terms,
        {
          product,
          quantity: subscription.Quantity,
          feePeriod: component.FeePeriod ?? variant.FeePeriod,
          grid: billingGrid(tx, subject, phase, variant),
          span: { start: from, end: to },
          prorate: component.Prorate,
        },
        reductions,
      ),
    );
  }
  const last = parts.at(-1);
  // Days of a pause stay unbilled: a later change may begin in it.
  return {
    lines,
    subscription: last === undefined ? subscription : { ...subscription, BilledUntil: timestamp(last.to) },
  };
}

/** The paid parts; a component that is billed in a trial follows the periods of the next phase. */
function partsWithTrial(contract: ContractRecord, start: number, end: number, inTrial: boolean) {
  const parts = paidParts(contract, start, end);
  const first = contract.Phases.find((phase) => phase.Type === 'Normal');
  if (!inTrial || first === undefined) return parts;
  const begins = instant(first.StartDate);
  return start < begins ? [{ phase: first, from: start, to: Math.min(end, begins) }, ...parts] : parts;
}
