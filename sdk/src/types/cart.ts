/** A component with its quantity. */
export interface ComponentQuantity {
  /** The service's own id of the component (24 hex digits), not the merchant's. */
  ComponentId: string;
  /** Quantity or amount; decimals are allowed. Text from an input field is converted to a number. */
  Quantity: number | string;
}

/** The changes that a customer makes to the contract. Everything else is unchanged. */
export interface UpgradeCart {
  /** Id of the new plan variant, in the contract's plan group. */
  PlanVariantId?: string | undefined;
  /** Components to add to those that the contract already has. */
  ComponentSubscriptions?: ComponentQuantity[] | undefined;
  /** Ids of bookings to end, or a component id for all of that component. */
  EndComponentSubscriptions?: string[] | undefined;
  /** The code as the customer typed it. */
  CouponCode?: string | undefined;
}

/** The plan and the components that a customer orders. */
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
