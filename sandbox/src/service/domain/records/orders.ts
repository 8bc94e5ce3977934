import type { Order, OrderInput, ResolvedCart } from '../../model/order.ts';
import type { Receipt } from '../basics/app-stores.ts';
import type { ContractRecord } from './contracts.ts';
import type { KeptPrices } from './kept-prices.ts';

/** The store receipt that an order contains instead of a cart. */
export interface OrderedReceipt {
  readonly Fields: Receipt;
  /** The subscription of the receipt that the order is for. */
  readonly ExternalId: string;
}

/** An order with the fields that the service stores in addition to its REST form. */
export interface OrderRecord extends Omit<Order, 'Contract' | 'Customer'> {
  /** Cart, dates and customer data as they were ordered; never shown. */
  readonly Ordered: {
    readonly Cart: ResolvedCart;
    readonly Customer?: OrderInput['Customer'];
    readonly CustomerChange?: OrderInput['CustomerChange'];
    /** The name of a customer who existed when ordering, for searches. */
    readonly CustomerName?: string;
    readonly CustomerSubName?: string;
    readonly EmailAddress?: string;
    readonly DebitorAccount?: string;
    readonly Receipt?: OrderedReceipt;
    /** The mail template that it selects. */
    readonly EmailTemplateExternalId?: string;
    readonly ChangeDate?: string;
    readonly StartDate?: string;
    readonly EndDate?: string;
    readonly BilledUntil?: string;
    /** For a change: the custom fields to set; `null` removes one. */
    readonly ContractCustomFields?: { readonly [key: string]: unknown };
    /** The resulting contract; kept until the order is completed. */
    readonly Contract?: ContractRecord;
    /** Ids reserved for components, discounts, usages and rated items of the cart. */
    readonly Ids?: readonly string[];
    /** For a signup: whether it was the customer's first, and therefore showed a setup fee. */
    readonly FirstContract?: boolean;
    /** For a change: the contract as it was priced (see `contractState`). */
    readonly ContractState?: string;
    /** When it was priced; kept until the order is completed. `CreatedAt` may be later (see `tx.stamp`). */
    readonly PricedAt?: string;
    /** The prices at that time; kept until the order is completed. */
    readonly Prices?: KeptPrices;
    /** Created through ClientLib, which has fewer rights than the REST API. */
    readonly BySelfService: boolean;
  };
}

/** Returns the coupon that an order reserves. */
export function couponTaken(
  coupon: Order['Coupon'],
): { readonly CouponCode: string; readonly CouponId: string; readonly DiscountId: string } | undefined {
  if (coupon?.CouponId === undefined || coupon.DiscountId === undefined) return undefined;
  return { CouponCode: coupon.CouponCode, CouponId: coupon.CouponId, DiscountId: coupon.DiscountId };
}

/** Coupon codes are compared as upper-case letters and digits: `ab*c-1` is `ABC1`. */
export function normalizedCouponCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
