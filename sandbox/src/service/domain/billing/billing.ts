import type {
  ComponentSubscription,
  DiscountSubscription,
  MeteredUsage,
  Phase,
  ProductOverride,
  RatedItem,
} from '../../model/contract.ts';
import type { CustomerData } from '../../model/customer.ts';
import type { LineItem } from '../../model/invoice.ts';
import { localized } from '../basics/localized.ts';
import { instant, timestamp } from '../basics/time.ts';
import {
  componentNamed,
  getOffer,
  getPlanGroup,
  getTaxPolicy,
  getVariant,
  type Offer,
} from '../catalogue/catalogue.ts';
import { getPrices } from '../catalogue/named-price-lists.ts';
import {
  billedUntil,
  billingStart,
  contractEnd,
  phaseAfter,
  phaseAt,
} from '../contract-facts/contract-phases.ts';
import { type Reduction, toReductions } from '../pricing/discounts.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import { type Product, recurringLines, singleLines, type Terms } from '../pricing/pricing.ts';
import { taxSituation } from '../pricing/tax.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { PriceList } from '../records/price-list.ts';
import type { Tx } from '../records/tx.ts';
import { billingGrid } from './billing-grid.ts';

/** A contract with everything its bills depend on, stored or only planned. */
export interface Subject {
  readonly contract: ContractRecord;
  readonly customer: CustomerData & { readonly Language?: string | undefined };
  readonly components: readonly ComponentSubscription[];
  readonly discounts: readonly DiscountSubscription[];
  readonly prices: PriceList;
  /** Usage and rated items that are not billed yet. */
  readonly usages: readonly MeteredUsage[];
  readonly ratedItems: readonly RatedItem[];
}

/** Lines for one document, and the subject after they are billed. */
export interface Bill {
  readonly subject: Subject;
  readonly lines: readonly LineItem[];
  readonly billedUsages: readonly MeteredUsage[];
  readonly billedItems: readonly RatedItem[];
}

/** The stored contract as a subject. */
export function getSubject(
  tx: Tx,
  contract: ContractRecord,
  prices: PriceList = getPrices(tx, contract.PriceListId),
): Subject {
  const customer = tx.customers.get(contract.CustomerId);
  return {
    contract,
    customer: customer ?? {},
    prices,
    components: tx.componentSubscriptions.where('ContractId', contract.Id),
    discounts: tx.discountSubscriptions.where('ContractId', contract.Id),
    usages: tx.meteredUsages.where('Unbilled', contract.Id),
    ratedItems: tx.ratedItems.where('Unbilled', contract.Id),
  };
}

/** Returns the common fields of all lines of the subject. */
export function getTerms(tx: Tx, subject: Subject): Terms {
  const group = getPlanGroup(subject.prices, subject.contract.PlanGroupId);
  return {
    currency: group.Currency,
    gross: group.PriceTaxType === 'Gross',
    situation: taxSituation(tx.account, subject.customer),
    calendar: zoneCalendar(tx.account.TimeZone),
    count: { lines: 0 },
  };
}

export function documentLocale(tx: Tx, subject: Subject): string {
  return subject.customer.Language ?? subject.customer.Locale ?? tx.account.Locale;
}

/**
 * Bills prepaid items from the end of the last bill to `until`: the recurring fee and the components. Contracts of a
 * store are never billed.
 */
export function billPrepaid(tx: Tx, subject: Subject, until: number): Bill {
  const { contract } = subject;
  if (contract.Store !== undefined) return nothing(subject);
  const end = Math.min(until, contractEnd(contract));
  const start = billedUntil(contract);
  const isBilled = start !== undefined && start < end;
  if (!isBilled && subject.components.length === 0) return nothing(subject);
  const terms = getTerms(tx, subject);
  const reductions = toReductions(subject.prices, terms.calendar, subject.discounts);
  const lines: LineItem[] = [];
  if (isBilled) {
    for (const { phase, from, to } of normalParts(contract, start, end)) {
      lines.push(...feeLines(tx, subject, terms, reductions, phase, from, to));
    }
  }
  const components = subject.components.map((subscription) => {
    const bill = componentLines(tx, subject, terms, reductions, subscription, end);
    lines.push(...bill.lines);
    return bill.subscription;
  });
  return {
    subject: Object.assign({}, subject, {
      components,
      contract: isBilled ? { ...contract, BilledUntil: timestamp(end) } : contract,
    }),
    lines,
    billedUsages: [],
    billedItems: [],
  };
}

/** The parts of a time span in which the contract is paid for, each with its phase. */
function normalParts(
  contract: ContractRecord,
  start: number,
  end: number,
): { readonly phase: Phase; readonly from: number; readonly to: number }[] {
  const parts: { phase: Phase; from: number; to: number }[] = [];
  contract.Phases.forEach((phase, at) => {
    if (phase.Type !== 'Normal') return;
    const next = contract.Phases[at + 1];
    const from = Math.max(start, instant(phase.StartDate));
    const to = Math.min(end, next === undefined ? Number.POSITIVE_INFINITY : instant(next.StartDate));
    if (from < to) parts.push({ phase, from, to });
  });
  return parts;
}

function feeLines(
  tx: Tx,
  subject: Subject,
  terms: Terms,
  reductions: readonly Reduction[],
  phase: Phase,
  from: number,
  to: number,
): LineItem[] {
  const offer = getOffer(subject.prices, phase.PlanVariantId as string);
  return recurringLines(
    terms,
    {
      product: feeProduct(tx, subject, offer),
      quantity: phase.Quantity,
      feePeriod: offer.variant.FeePeriod,
      grid: billingGrid(tx, subject, phase, offer.variant),
      span: { start: from, end: to },
      prorate: true,
    },
    reductions,
  );
}

/** The recurring fee of a variant as a product. */
function feeProduct(tx: Tx, subject: Subject, { variant, plan, policy }: Offer): Product {
  const locale = documentLocale(tx, subject);
  return {
    type: 'RecurringFee',
    id: variant.Id,
    name: localized(plan.Name, locale),
    description: localized(variant.Description, locale) || localized(plan.PlanDescription, locale),
    policy,
    pricePerUnit: variant.RecurringFee,
  };
}

/** The setup fee, on the first contract only (field notes 3.3). */
export function setupLines(tx: Tx, subject: Subject, variantId: string, at: number): LineItem[] {
  const { variant, plan, policy } = getOffer(subject.prices, variantId);
  if (variant.SetupFee === 0) return [];
  const locale = documentLocale(tx, subject);
  const terms = getTerms(tx, subject);
  const product: Product = {
    type: 'SetupFee',
    id: variant.Id,
    name: localized(plan.SetupDescription, locale) || localized(plan.Name, locale),
    policy,
    pricePerUnit: variant.SetupFee,
  };
  return singleLines(terms, product, 1, at, toReductions(subject.prices, terms.calendar, subject.discounts));
}

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

function componentLines(
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
  const parts = paidParts(contract, start, end, component.BillInTrial);
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

/** Like the Normal parts; a component that is billed in a trial follows the periods of the next phase. */
function paidParts(contract: ContractRecord, start: number, end: number, inTrial: boolean) {
  const parts = normalParts(contract, start, end);
  const first = contract.Phases.find((phase) => phase.Type === 'Normal');
  if (!inTrial || first === undefined) return parts;
  const begins = instant(first.StartDate);
  return start < begins ? [{ phase: first, from: start, to: Math.min(end, begins) }, ...parts] : parts;
}

/**
 * The instant up to which is billed: the end of the current billing period, or the start of the next known phase,
 * which is billed when it begins.
 */
export function periodEnd(tx: Tx, subject: Subject, at: number): number | undefined {
  const { contract } = subject;
  const phase = phaseAt(contract, at);
  if (phase?.Type !== 'Normal') return undefined;
  const end = zoneCalendar(tx.account.TimeZone).nextBoundary(billingGrid(tx, subject, phase), at);
  const next = phaseAfter(contract, at);
  return next === undefined ? end : Math.min(end, instant(next.StartDate));
}

/** An empty bill. */
export function nothing(subject: Subject): Bill {
  return { subject, lines: [], billedUsages: [], billedItems: [] };
}

function isEmpty({ lines, billedUsages, billedItems }: Bill): boolean {
  return lines.length === 0 && billedUsages.length === 0 && billedItems.length === 0;
}

/** Combines two consecutive bills on one document. */
export function joined(first: Bill, then: (subject: Subject) => Bill): Bill {
  const second = then(first.subject);
  if (isEmpty(first)) return second;
  if (isEmpty(second)) return { ...first, subject: second.subject };
  return {
    subject: second.subject,
    lines: [...first.lines, ...second.lines],
    billedUsages: [...first.billedUsages, ...second.billedUsages],
    billedItems: [...first.billedItems, ...second.billedItems],
  };
}
