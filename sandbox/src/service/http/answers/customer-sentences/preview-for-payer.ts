import type { OrderPreview } from '../../../model/order.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { sentencesForPayer } from './payer-languages.ts';

/** A preview for customers: explains why a coupon is invalid in their language, with details for developers. */
export async function previewForPayer(c: ServiceContext, preview: OrderPreview): Promise<OrderPreview> {
  const { Coupon } = preview;
  if (Coupon?.ErrorMessage === undefined) return preview;
  const { InvalidCouponCode } = await sentencesForPayer(c);
  return {
    ...preview,
    Coupon: { ...Coupon, ErrorMessage: InvalidCouponCode, DeveloperMessage: Coupon.ErrorMessage },
  };
}
