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
import {
  componentNamed,
  type Offer,
  offerOf,
  planGroupOf,
  taxPolicyOf,
  variantOf,
} from '../catalogue/catalogue.ts';
import { pricesOf } from '../catalogue/named-price-lists.ts';
import type { PriceList } from '../catalogue/price-list.ts';
import {
  billedUntil,
  billingGrid,
  billingStart,
  endOf,
  phaseAfter,
  phaseAt,
} from '../contracts/contract-phases.ts';
import { changedBy } from '../defined.ts';
import { localized } from '../localized.ts';
import { reductionsOf } from '../pricing/discounts.ts';
import { sumOfQuantities } from '../pricing/money.ts';
import { calendarOf } from '../pricing/periods.ts';
import { type Product, type Reduction, recurringLines, singleLines, type Terms } from '../pricing/pricing.ts';
import { taxSituation } from '../pricing/tax.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { instant, timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';

/** A contract with all that its bills depend on, stored or only planned. */
export interface Subject {
  readonly contract: ContractRecord;
  readonly customer: CustomerData & { readonly Language?: string | undefined };
  readonly components: readonly ComponentSubscription[];
  readonly discounts: readonly DiscountSubscription[];
  /** What things cost. */
  readonly prices: PriceList;
  /** Usage and rated items that are not billed yet. */
  readonly usages: readonly MeteredUsage[];
  readonly ratedItems: readonly RatedItem[];
}

/** Lines for one document, and the subject as it is once they are billed. */
export interface Bill {
  readonly subject: Subject;
  readonly lines: readonly LineItem[];
  readonly billedUsages: readonly MeteredUsage[];
  readonly billedItems: readonly RatedItem[];
}

/** The stored contract as a subject. */
export function subjectOf(
  tx: Tx,
  contract: ContractRecord,
  prices: PriceList = pricesOf(tx, contract.PriceListId),
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

/** What all lines of the subject have in common. */
export function termsOf(tx: Tx, subject: Subject): Terms {
  const group = planGroupOf(subject.prices, subject.contract.PlanGroupId);
  return {
    currency: group.Currency,
    gross: group.PriceTaxType === 'Gross',
    situation: taxSituation(tx.account, subject.customer),
    calendar: calendarOf(tx.account.TimeZone),
  };
}

export function localeOf(tx: Tx, subject: Subject): string {
  return subject.customer.Language ?? subject.customer.Locale ?? tx.account.Locale;
}

/**
 * Bills what is paid in advance, from where it was billed last up to `until`: the recurring fee and the components.
 * Contracts of a store are never billed.
 */
export function billPrepaid(tx: Tx, subject: Subject, until: number): Bill {
  const { contract } = subject;
  if (contract.Store !== undefined) return nothing(subject);
  const terms = termsOf(tx, subject);
  const reductions = reductionsOf(subject.prices, terms.calendar, subject.discounts);
  const lines: LineItem[] = [];
  const end = Math.min(until, endOf(contract));
  const start = billedUntil(contract);
  if (start !== undefined && start < end) {
    for (const { phase, from, to } of normalParts(contract, start, end)) {
      lines.push(...feeLines(tx, subject, terms, reductions, phase, from, to));
    }
  }
  const components = subject.components.map((subscription) => {
    const bill = componentLines(tx, subject, terms, reductions, subscription, end);
    lines.push(...bill.lines);
    return bill.subscription;
  });
  const billed = start !== undefined && start < end;
  return {
    subject: {
      ...subject,
      components,
      contract: billed ? changedBy(contract, { BilledUntil: timestamp(end) }) : contract,
    },
    lines,
    billedUsages: [],
    billedItems: [],
  };
}

/** The parts of a span in which the contract is paid for, each with its phase. */
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
  const offer = offerOf(subject.prices, phase.PlanVariantId as string);
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
  const locale = localeOf(tx, subject);
  return {
    type: 'RecurringFee',
    id: variant.Id,
    name: localized(plan.Name, locale),
    description: localized(variant.Description, locale) || localized(plan.PlanDescription, locale),
    policy,
    pricePerUnit: variant.RecurringFee,
  };
}

/** The fee once, on the first contract (field notes 3.3). */
export function setupLines(tx: Tx, subject: Subject, variantId: string, at: number): LineItem[] {
  const { variant, plan, policy } = offerOf(subject.prices, variantId);
  if (variant.SetupFee === 0) return [];
  const locale = localeOf(tx, subject);
  const terms = termsOf(tx, subject);
  const product: Product = {
    type: 'SetupFee',
    id: variant.Id,
    name: localized(plan.SetupDescription, locale) || localized(plan.Name, locale),
    policy,
    pricePerUnit: variant.SetupFee,
  };
  return singleLines(terms, product, 1, at, reductionsOf(subject.prices, terms.calendar, subject.discounts));
}

function componentProduct(
  tx: Tx,
  subject: Subject,
  componentId: string,
  override: ProductOverride = {},
  subscriptionId?: string,
): Product {
  const component = componentNamed(subject.prices, componentId, 'ComponentId');
  const locale = localeOf(tx, subject);
  return {
    type: component.ComponentType === 'Metered' ? 'MeteredUsage' : 'Component',
    id: component.Id,
    name: override.Name ?? localized(component.Name, locale),
    description: override.Description ?? localized(component.Description, locale),
    policy: taxPolicyOf(subject.prices, component.TaxPolicyId),
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
  const start = Math.max(instant(subscription.BilledUntil ?? subscription.StartDate), paidFrom);
  const end = Math.min(until, subscription.EndDate === undefined ? until : instant(subscription.EndDate));
  if (start >= end) return { lines: [], subscription };
  const product = componentProduct(tx, subject, component.Id, subscription.ProductOverride, subscription.Id);
  const lines: LineItem[] = [];
  for (const { phase, from, to } of paidParts(contract, start, end, component.BillInTrial)) {
    const variant = variantOf(subject.prices, phase.PlanVariantId as string);
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
  return { lines, subscription: { ...subscription, BilledUntil: timestamp(end) } };
}

/** As the Normal parts; a component that is billed in a trial is billed by the periods of the phase that follows. */
function paidParts(contract: ContractRecord, start: number, end: number, inTrial: boolean) {
  const parts = normalParts(contract, start, end);
  const first = contract.Phases.find((phase) => phase.Type === 'Normal');
  if (!inTrial || first === undefined) return parts;
  const begins = instant(first.StartDate);
  return start < begins ? [{ phase: first, from: start, to: Math.min(end, begins) }, ...parts] : parts;
}

/**
 * Bills metered usage that is due by an instant, and rated items. The variant's quota is free, once in each billing
 * period (field notes 3.4).
 */
export function billUsage(
  tx: Tx,
  subject: Subject,
  dueBy: number,
  wanted: (usage: MeteredUsage) => boolean = () => true,
): Bill {
  const { contract } = subject;
  const due = subject.usages.filter(
    (usage) => instant(usage.DueDate) <= dueBy && wanted(usage) && isCharged(subject, usage),
  );
  const { ratedItems } = subject;
  if (contract.Store !== undefined || (due.length === 0 && ratedItems.length === 0)) {
    return nothing(subject);
  }
  const terms = termsOf(tx, subject);
  const reductions = reductionsOf(subject.prices, terms.calendar, subject.discounts);
  const lines: LineItem[] = [];
  const quotaUsed: { [componentId: string]: { PeriodStart: string; Quantity: number } } = {
    ...contract.QuotaUsed,
  };
  const charged: MeteredUsage[] = [];
  for (const usages of billedTogether(due)) {
    const { ComponentId: componentId, ProductOverride: override } = usages[0] as MeteredUsage;
    const product = componentProduct(tx, subject, componentId, override);
    const total = sumOfQuantities(usages.map((usage) => usage.Quantity));
    const free = freeQuantity(tx, subject, componentId, dueBy, quotaUsed, total);
    const id = tx.newId();
    const made = singleLines(terms, product, sumOfQuantities([total, -free]), dueBy, reductions, {
      start: Math.min(...usages.map((usage) => instant(usage.DueDate))),
      end: Math.max(...usages.map((usage) => instant(usage.DueDate))),
    }).map((line) => ({
      ...line,
      ...(free === 0 ? {} : { Description: `${line.Description} (${free} included)` }),
    }));
    if (made[0] !== undefined) made[0].Id = id;
    lines.push(...made);
    charged.push(...usages.map((usage) => ({ ...usage, LineItemId: id })));
  }
  const billedItems: RatedItem[] = [];
  for (const item of ratedItems) {
    const id = tx.newId();
    const made = singleLines(
      terms,
      {
        type: 'RatedItem',
        id: item.Id,
        name: item.Description,
        policy: taxPolicyOf(subject.prices, item.TaxPolicyId),
        pricePerUnit: item.PricePerUnit,
      },
      item.Quantity,
      dueBy,
      [],
      item.PeriodStart === undefined || item.PeriodEnd === undefined
        ? undefined
        : { start: instant(item.PeriodStart), end: instant(item.PeriodEnd) },
    );
    if (made[0] !== undefined) made[0].Id = id;
    lines.push(...made);
    billedItems.push({ ...item, LineItemId: id });
  }
  const billed = new Set(due.map((usage) => usage.Id));
  return {
    subject: {
      ...subject,
      contract: Object.keys(quotaUsed).length === 0 ? contract : { ...contract, QuotaUsed: quotaUsed },
      usages: subject.usages.filter((usage) => !billed.has(usage.Id)),
      ratedItems: [],
    },
    lines,
    billedUsages: charged,
    billedItems,
  };
}

/** Usages of one component at one price. */
function billedTogether(usages: readonly MeteredUsage[]): Iterable<MeteredUsage[]> {
  const groups = new Map<string, MeteredUsage[]>();
  for (const usage of usages) {
    const { ComponentId, ProductOverride: override } = usage;
    const key = override === undefined ? ComponentId : `${ComponentId} ${JSON.stringify(override)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [usage]);
    else group.push(usage);
  }
  return groups.values();
}

/** Usage in a trial is free unless its component is billed in trials. */
function isCharged(subject: Subject, usage: MeteredUsage): boolean {
  return (
    phaseAt(subject.contract, instant(usage.DueDate))?.Type !== 'Trial' ||
    componentNamed(subject.prices, usage.ComponentId, 'ComponentId').BillInTrial
  );
}

/** How much of a quantity the quota covers; notes what it takes. */
function freeQuantity(
  tx: Tx,
  subject: Subject,
  componentId: string,
  at: number,
  used: { [componentId: string]: { PeriodStart: string; Quantity: number } },
  quantity: number,
): number {
  const { contract } = subject;
  // Usage billed at a renewal belongs to the period that ends there.
  const phase = phaseAt(contract, at - 1) ?? contract.Phases[0];
  const normal = phase?.Type === 'Normal' ? phase : normalPhaseFor(contract, at);
  const variantId = phase?.PlanVariantId ?? normal?.PlanVariantId;
  if (normal === undefined || variantId === undefined) return 0;
  const quota =
    variantOf(subject.prices, variantId).Quota.find((entry) => entry.ComponentId === componentId)?.Quota ?? 0;
  if (quota === 0) return 0;
  const grid = billingGrid(tx, subject, normal);
  const calendar = calendarOf(tx.account.TimeZone);
  const started = instant(normal.StartDate);
  const PeriodStart = timestamp(calendar.periodAt(grid, at <= started ? started : at - 1).start);
  const before = used[componentId]?.PeriodStart === PeriodStart ? used[componentId].Quantity : 0;
  const free = Math.max(0, Math.min(quantity, sumOfQuantities([quota, -before])));
  used[componentId] = { PeriodStart, Quantity: sumOfQuantities([before, free]) };
  return free;
}

/** The phase with a plan that was in force last before an instant, or the first that will be. */
function normalPhaseFor({ Phases }: ContractRecord, at: number): Phase | undefined {
  const normal = Phases.filter(({ Type }) => Type === 'Normal');
  return normal.findLast(({ StartDate }) => instant(StartDate) < at) ?? normal[0];
}

/**
 * Up to where is billed at an instant: to the end of the billing period that it lies in, or to the next phase that is
 * known, which is billed when it begins.
 */
export function periodEnd(tx: Tx, subject: Subject, at: number): number | undefined {
  const { contract } = subject;
  const phase = phaseAt(contract, at);
  if (phase?.Type !== 'Normal') return undefined;
  const end = calendarOf(tx.account.TimeZone).nextBoundary(billingGrid(tx, subject, phase), at);
  const next = phaseAfter(contract, at);
  return next === undefined ? end : Math.min(end, instant(next.StartDate));
}

/** A bill of nothing. */
export function nothing(subject: Subject): Bill {
  return { subject, lines: [], billedUsages: [], billedItems: [] };
}

/** One bill after another, on one document. */
export function joined(first: Bill, then: (subject: Subject) => Bill): Bill {
  const second = then(first.subject);
  return {
    subject: second.subject,
    lines: [...first.lines, ...second.lines],
    billedUsages: [...first.billedUsages, ...second.billedUsages],
    billedItems: [...first.billedItems, ...second.billedItems],
  };
}
