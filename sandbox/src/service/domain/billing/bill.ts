import type {
  ComponentSubscription,
  DiscountSubscription,
  MeteredUsage,
  RatedItem,
} from '../../model/contract.ts';
import type { CustomerData } from '../../model/customer.ts';
import type { LineItem } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import { getPlanGroup } from '../catalogue/catalogue.ts';
import { getPrices } from '../catalogue/named-price-lists.ts';
import { phaseAfter, phaseAt } from '../contract-facts/contract-phases.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { Terms } from '../pricing/pricing.ts';
import { taxSituation } from '../pricing/tax.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { PriceList } from '../records/kept-prices.ts';
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

/** Gives the first line the id that the billed usage or rated item refers to. */
export function withNewId(tx: Tx, [first]: LineItem[]): string {
  const id = tx.newId();
  if (first !== undefined) first.Id = id;
  return id;
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
