import type { DiscountSubscription } from '../../model/contract.ts';
import { instant } from '../basics/time.ts';
import type { PriceList } from '../records/price-list.ts';
import type { ZoneCalendar } from './periods.ts';
import type { Reduction } from './pricing.ts';

/** The price reductions that a contract's discount subscriptions make, each from its start for its duration. */
export function reductionsOf(
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
