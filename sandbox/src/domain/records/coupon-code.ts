/** Coupon codes are compared as upper-case letters and digits: `ab*c-1` is `ABC1`. */
export function normalizedCouponCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
