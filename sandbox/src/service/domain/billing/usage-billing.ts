import type { MeteredUsage } from '../../model/contract.ts';
import type { LineItem } from '../../model/invoice.ts';
import { instant } from '../basics/time.ts';
import { componentNamed } from '../catalogue/catalogue.ts';
import { phaseAt } from '../contract-facts/contract-phases.ts';
import { type Reduction, reductionAt, reductionKey, toReductions } from '../pricing/discounts.ts';
import { sumOfQuantities } from '../pricing/money.ts';
import { type Product, reductionsFor, singleLines, type Terms } from '../pricing/pricing.ts';
import { vatRate } from '../pricing/tax.ts';
import type { Tx } from '../records/tx.ts';
import { type Bill, getTerms, joined, nothing, type Subject, withNewId } from './bill.ts';
import { componentProduct } from './component-lines.ts';
import { quotaCover } from './quota.ts';
import { billRatedItems } from './rated-item-billing.ts';

/**
 * Bills metered usage that is due by an instant, and rated items. The price of a unit depends on the date of its use:
 * quota, VAT and discounts of that day (docs/billing.md).
 */
export function billUsage(
  tx: Tx,
  subject: Subject,
  dueBy: number,
  wanted: (usage: MeteredUsage) => boolean = () => true,
): Bill {
  if (subject.contract.Store !== undefined) return nothing(subject);
  const due = subject.usages.filter(
    (usage) => instant(usage.DueDate) <= dueBy && wanted(usage) && isCharged(subject, usage),
  );
  if (due.length === 0) return billRatedItems(tx, subject, dueBy);
  const terms = getTerms(tx, subject);
  const lines: LineItem[] = [];
  const billedUsages: MeteredUsage[] = [];
  for (const { product, usages, free } of usedTogether(tx, subject, terms, due)) {
    const [start, end] = [instant(usages[0].DueDate), instant(usages.at(-1)?.DueDate ?? '')];
    const charged = sumOfQuantities([...usages.map(({ Quantity }) => Quantity), -free]);
    const reductions = toReductions(subject.prices, terms.calendar, subject.discounts);
    const made = singleLines(terms, product, charged, start, reductions, { start, end }).map((line) =>
      free === 0 ? line : { ...line, Description: `${line.Description} (${free} included)` },
    );
    const LineItemId = withNewId(tx, made);
    lines.push(...made);
    billedUsages.push(...usages.map((usage) => ({ ...usage, LineItemId })));
  }
  const billed = new Set(due.map((usage) => usage.Id));
  const usages = subject.usages.filter((usage) => !billed.has(usage.Id));
  const bill = { ...nothing({ ...subject, usages }), lines, billedUsages };
  return joined(bill, (after) => billRatedItems(tx, after, dueBy));
}

/** Usage entries on one line, oldest first. */
interface UsedTogether {
  readonly product: Product;
  readonly usages: [MeteredUsage, ...MeteredUsage[]];
  /** The number of units that the quota covers. */
  free: number;
}

/** Usage of one component with the same price, billing period, discount and, if its policy splits, VAT rate. */
function usedTogether(
  tx: Tx,
  subject: Subject,
  terms: Terms,
  due: readonly MeteredUsage[],
): Iterable<UsedTogether> {
  const groups = new Map<string, UsedTogether>();
  const quota = quotaCover(tx, subject);
  const all = toReductions(subject.prices, terms.calendar, subject.discounts);
  for (const usage of [...due].sort((a, b) => instant(a.DueDate) - instant(b.DueDate))) {
    const { ComponentId, ProductOverride } = usage;
    const at = instant(usage.DueDate);
    const product = componentProduct(tx, subject, ComponentId, ProductOverride);
    const { period, free } = quota(usage);
    const key = JSON.stringify([
      ComponentId,
      ProductOverride,
      period,
      ...conditionsAt(terms, product, all, at),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { product, usages: [usage], free });
    else {
      group.usages.push(usage);
      group.free = sumOfQuantities([group.free, free]);
    }
  }
  return groups.values();
}

/**
 * Returns the conditions at which a line is split, as for a fee: the effect of the discount, and the VAT rate if the
 * policy splits.
 */
function conditionsAt(terms: Terms, product: Product, all: readonly Reduction[], at: number) {
  const reduction = reductionAt(reductionsFor(product, all), at, false);
  return [
    reductionKey(reduction),
    product.policy.SplitOnTaxChange ? vatRate(product.policy, terms.situation, at) : undefined,
  ];
}

/** Usage in a trial is free unless its component is billed in trials. */
function isCharged(subject: Subject, usage: MeteredUsage): boolean {
  return (
    phaseAt(subject.contract, instant(usage.DueDate))?.Type !== 'Trial' ||
    componentNamed(subject.prices, usage.ComponentId, 'ComponentId').BillInTrial
  );
}
