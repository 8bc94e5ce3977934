import type { OrderStatus } from './order.ts';

/** A duration in calendar units. */
export interface Period {
  Unit: 'Second' | 'Minute' | 'Hour' | 'Day' | 'Week' | 'Month' | 'Year';
  Quantity: number;
}

/** One line of what is charged. Amounts are in major units, rounded to the currency's minor unit. */
export interface LineItem {
  Description: string;
  Quantity: number;
  PricePerUnit: number;
  /** Percent (`19`). */
  VatPercentage: number;
  /** Start of the period that the line covers, ISO 8601 UTC. */
  PeriodStart?: string;
  /** End of the period that the line covers, exclusive, ISO 8601 UTC. */
  PeriodEnd?: string;
  /**
   * Fraction of the fee's period that is charged: `0.0833…` for one month of a yearly fee. Recurring fee
   * only.
   */
  PeriodMultiplier?: number;
  /** Recurring fee only. */
  ScaleAmount?: number;
  ProductId?: string;
  TotalNet: number;
  TotalVat: number;
  TotalGross: number;
  /** Recurring fee only. */
  ProductDescription?: string;
}

/** One position of a previewed order: a component, the setup fee or the recurring fee. */
export interface Component {
  /** How the component is counted. Absent on fees. */
  ComponentType?: 'QuantityBased' | 'OnOff' | 'Metered';
  /** The customer must not change it. */
  PreventModification?: boolean;
  Name?: string;
  Description?: string;
  PricePerUnit: number;
  /** Percent (`19`). */
  VatPercentage: number;
  LineItems: LineItem[];
  TotalNet: number;
  TotalVat: number;
  /** The merchant's id of the component. */
  ExternalId?: string;
  IsQuantityBased?: boolean;
  ComponentId?: string;
  Quantity: number;
}

/** The recurring fee of a previewed order. */
export interface RecurringFee extends Component {
  /** The period that the price is for. */
  FeePeriod: Period;
  VariantName?: string;
  VariantDescription?: string;
}

/** The result of the coupon code. */
export interface CouponResult {
  CouponCode: string;
  /** Present when the coupon is valid. */
  CouponId?: string;
  /** Present when the coupon is valid. */
  DiscountId?: string;
  /** True if a valid coupon reduces the price of this cart. */
  AppliesToCart?: boolean;
  /** Why it is not valid, for customers, in their language. */
  ErrorMessage?: string;
  /** Why it is not valid, for developers. */
  DeveloperMessage?: string;
  /** `InvalidCouponCode` when it is not valid; a preview never fails because of a coupon. */
  ErrorCode?: string;
}

/** The costs of an order, now and next. */
export interface OrderPreview {
  MeteredComponents: Component[];
  ComponentSubscriptions: Component[];
  RecurringFee?: RecurringFee;
  SetupFee?: Component;
  /** Credits of a change, with negative amounts. */
  Credits?: Component[];
  CouponCode?: string;
  Coupon?: CouponResult;
  Quantity: number;
  PlanVariantId: string;
  /** The order can be placed without payment data, with the bearer `None:None`. */
  AllowWithoutPaymentData: boolean;
  /** ISO 4217 (`EUR`). */
  Currency: string;
  /** Due now, without VAT. */
  Total: number;
  TotalVat: number;
  /** Due now, VAT included. */
  TotalGross: number;
  /** Amount of the next invoice, VAT included. */
  NextTotalGross?: number;
  /** When the next invoice will be created, ISO 8601 UTC. */
  NextTotalGrossDate?: string;
  IsTrial: boolean;
  /** Length of the trial; present on trials. */
  TrialPeriod?: Period;
  TrialEndPolicy: 'NoTrial' | 'DeactivateAccount' | 'RequestPayment';
  Status: OrderStatus;
  OrderType: 'Signup' | 'Upgrade';
  TriggerInterimBilling: boolean;
  PreviewAfterTrial: boolean;
}

/** The result of `Portal.upgradePreview`. Without a new plan variant, the order has no `PlanVariantId`. */
export interface UpgradePreviewResult {
  Order: Omit<OrderPreview, 'PlanVariantId'> & { PlanVariantId?: string };
}

/** The result of `Signup.preview`. */
export interface PreviewResult {
  Order: OrderPreview;
  /** Terms of the contract, for what must be shown before the order. */
  Terms?: SignupTerms;
}

/** Terms of a previewed signup. */
export interface SignupTerms {
  /** When the first term of the contract ends, ISO 8601 UTC. */
  EndDateIfCancelledNow?: string;
  /** The last time at which a cancellation ends the contract at `EndDateIfCancelledNow`, ISO 8601 UTC. */
  LastPossibleCancellationDate?: string;
  /** The discount of the coupon (percent), and its end. */
  Discount?: { ReductionPercent: number; EndDate?: string };
}
