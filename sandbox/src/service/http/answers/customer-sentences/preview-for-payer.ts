import type { OrderPreview } from '../../../model/order.ts';
import type { ServiceContext } from '../../zones/env.ts';
import { sentencesForPayer } from './payer-languages.ts';

/** A preview as customers may read it: why a coupon is invalid, in their language, and for developers beside it. */
export async function previewForPayer(c: ServiceContext, preview: OrderPreview): Promise<OrderPreview> {
  const { Coupon } = preview;
  if (Coupon?.ErrorMessage === undefined) return preview;
  const { InvalidCouponCode } = await sentencesForPayer(c);
  return {
    ...preview,
    Coupon: { ...Coupon, ErrorMessage: InvalidCouponCode, DeveloperMessage: Coupon.ErrorMessage },
  };
}
