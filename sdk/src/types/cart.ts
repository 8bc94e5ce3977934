/** A component and how much of it. */
export interface ComponentQuantity {
  /** The service's own id of the component (24 hex digits), not the merchant's. */
  ComponentId: string;
  /** How many or how much; decimals are allowed. Text from an input field becomes a number. */
  Quantity: number | string;
}

/** What a customer changes of the own contract. What is not named stays as it is. */
export interface UpgradeCart {
  /** Id of the plan variant to change to, of the contract's plan group. */
  PlanVariantId?: string | undefined;
  /** Components to add, besides those that the contract has. */
  ComponentSubscriptions?: ComponentQuantity[] | undefined;
  /** Ids of bookings to end, or a component id for all of that component. */
  EndComponentSubscriptions?: string[] | undefined;
  /** The code as the customer typed it. */
  CouponCode?: string | undefined;
}

/** What a customer wants to subscribe to. */
export interface Cart {
  /** Id of the plan variant to subscribe to (24 hex digits). */
  PlanVariantId: string;
  /** Additional components that are not metered. */
  ComponentSubscriptions?: ComponentQuantity[] | undefined;
  /** Additional usage of metered components. */
  MeteredUsages?: ComponentQuantity[] | undefined;
  /** The code as the customer typed it; letter case and punctuation do not matter. */
  CouponCode?: string | undefined;
}
