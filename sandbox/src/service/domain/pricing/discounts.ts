import type { DiscountSubscription } from '../../model/contract.ts';
import { instant } from '../basics/time.ts';
import type { PriceList } from '../records/kept-prices.ts';
import type { ZoneCalendar } from './periods.ts';

/** A reduction in percent from one instant to another. */
export interface Reduction {
  readonly percent: number;
  readonly start: number;
  readonly end: number;
  /** Ids of the products that it reduces; all if omitted. */
  readonly targets?: ReadonlySet<string>;
  readonly includesSetup: boolean;
  /** Shown as its own line instead of a lower price. */
  readonly separateLine: boolean;
}

/** The price reductions of a contract's discount subscriptions, each from its start for its duration. */
export function toReductions(
  prices: PriceList,
  calendar: ZoneCalendar,
  subscriptions: readonly DiscountSubscription[],
): Reduction[] {
  return subscriptions.flatMap((subscription) => {
    const discount = prices.discounts.get(subscription.DiscountId);
    if (discount === undefined) return [];
    const start = instant(subscription.StartDate);
    return {
      percent: discount.Effect.ReductionPercent,
      start,
      end:
        discount.Duration === undefined ? Number.POSITIVE_INFINITY : calendar.add(start, discount.Duration),
      ...(Object.keys(discount.Targets).length === 0
        ? {}
        : { targets: new Set(Object.keys(discount.Targets)) }),
      includesSetup: discount.IncludeSetup,
      separateLine: discount.CreateSeparateLineItem,
    };
  });
}

/** The highest reduction at this instant: discounts do not add up. */
export function reductionAt(
  reductions: readonly Reduction[],
  at: number,
  setup: boolean,
): Reduction | undefined {
  let best: Reduction | undefined;
  for (const reduction of reductions) {
    if (reduction.start > at || reduction.end <= at || (setup && !reduction.includesSetup)) continue;
    if (best === undefined || reduction.percent > best.percent) best = reduction;
  }
  return best;
}

/** Returns a key for the effect of a reduction: lines are split where it changes, whichever discount it comes from. */
export function reductionKey(reduction: Reduction | undefined): string {
  return reduction === undefined ? '' : `${reduction.percent} ${reduction.separateLine}`;
}

/** Returns whether the price of a day changes at an instant: a discount that ends below a higher one changes nothing. */
export function changesAt(reductions: readonly Reduction[], at: number): boolean {
  const before = reductionAt(reductions, at - 1, false);
  const after = reductionAt(reductions, at, false);
  return reductionKey(before) !== reductionKey(after);
}
