// What both books are told of a contract, in the words of the catalogue and of local times.
import type { ComponentName, CouponCode, VariantName } from './catalogue.ts';

/** What a line is for. */
export type Product = 'RecurringFee' | 'Component' | 'SetupFee' | 'MeteredUsage' | 'RatedItem';

export interface PlanChange {
  readonly variant?: VariantName | undefined;
  readonly quantity?: number | undefined;
  readonly inherit?: boolean | undefined;
}

export interface CartChange extends PlanChange {
  /** The order names the price list. */
  readonly listed?: boolean | undefined;
  readonly add?: readonly {
    readonly name: ComponentName;
    readonly quantity: number;
    /** Days until its start, and when that is. */
    readonly startsIn?: number | undefined;
    readonly starts?: string | undefined;
  }[];
  readonly endAll?: ComponentName | undefined;
  readonly coupon?: CouponCode | undefined;
}

/** What a signup says besides its cart. */
export interface SignupFacts {
  readonly started: string;
  /** Up to when another system bills it. */
  readonly elsewhere: string | undefined;
  /** The customer has no other contract that has not been annulled. */
  readonly isFirst: boolean;
}

/** A part of an invoice that is credited: of the days that it billed then, and of what it charged once. */
export interface PartOfInvoice {
  readonly billed: string;
  readonly part: number;
  /** The days of the fee, and of components in the order in which the contract got them. */
  readonly spans: readonly { readonly component?: number; readonly from: string; readonly to: string }[];
  readonly once: readonly { readonly product: Product; readonly price: number; readonly rate: number }[];
}
