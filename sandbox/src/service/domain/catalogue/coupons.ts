import type { Coupon } from '../../model/catalogue.ts';
import { type OrderStatus, unfinishedOrderStatuses } from '../../model/statuses.ts';
import { instant } from '../basics/time.ts';
import { normalizedCouponCode } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';

/** A single-use coupon is reserved by any order that may still be completed. */
const unfinished: readonly OrderStatus[] = unfinishedOrderStatuses;

/** The coupon of a code, or why it cannot be used. */
export type CouponCheck =
  | { readonly coupon: Coupon; readonly refusal?: undefined }
  | { readonly coupon?: undefined; readonly refusal: string };

/**
 * Checks a coupon code: exists, enabled, within its dates, of the plan group, and not used up. Each code of a single-use
 * coupon counts as used from the moment an order holds it, so that two orders at once cannot both have it.
 */
export function checkCoupon(tx: Tx, code: string, planGroupId: string, exceptOrderId?: string): CouponCheck {
  const coupon = tx.coupons.find({ where: { Code: normalizedCouponCode(code) } });
  if (coupon === undefined) return { refusal: `There is no coupon "${code}".` };
  const named = `The coupon "${code}"`;
  if (!coupon.Enabled) return { refusal: `${named} is disabled.` };
  if (coupon.ValidFrom !== undefined && tx.now < instant(coupon.ValidFrom)) {
    return { refusal: `${named} is valid from ${coupon.ValidFrom}.` };
  }
  if (coupon.ValidUntil !== undefined && tx.now > instant(coupon.ValidUntil)) {
    return { refusal: `${named} was valid until ${coupon.ValidUntil}.` };
  }
  if (coupon.PlanGroupId !== undefined && coupon.PlanGroupId !== planGroupId) {
    return { refusal: `${named} does not belong to this plan group.` };
  }
  if (tx.discounts.get(coupon.DiscountId) === undefined) return { refusal: `${named} has no discount.` };
  if (coupon.IsSingleUse) {
    const wanted = normalizedCouponCode(code);
    if (usedCodes(tx, coupon.Id).some((used) => normalizedCouponCode(used) === wanted))
      return { refusal: `${named} has already been used.` };
    const held = tx.orders.find({
      where: { CouponId: coupon.Id },
      match: (order) =>
        order.Id !== exceptOrderId &&
        unfinished.includes(order.Status) &&
        normalizedCouponCode(order.CouponCode ?? '') === wanted,
    });
    if (held !== undefined)
      return { refusal: `${named} is reserved by order ${held.Id}, which is not paid yet.` };
  }
  return { coupon };
}

/** Returns whether a coupon is enabled and within its dates. */
export function isUsableNow(tx: Tx, { Enabled, ValidFrom, ValidUntil }: Coupon): boolean {
  const begun = ValidFrom === undefined || instant(ValidFrom) <= tx.now;
  const over = ValidUntil !== undefined && instant(ValidUntil) < tx.now;
  return Enabled && begun && !over;
}

/** The codes of a coupon that contracts have used, each once. */
export function usedCodes(tx: Tx, couponId: string): string[] {
  const used = tx.discountSubscriptions.where('CouponId', couponId);
  return [...new Set(used.flatMap(({ CouponCode }) => CouponCode ?? []))];
}
