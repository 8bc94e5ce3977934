import type { Order, OrderCart, OrderInput, StoreReceipt } from '../model/order.ts';

/** An order with what the service remembers of it beyond its REST form. */
export interface OrderRecord extends Order {
  /** Cart, dates and customer data as they were ordered; never shown. */
  readonly Ordered: {
    readonly Cart: OrderCart;
    readonly Customer?: OrderInput['Customer'];
    readonly Receipt?: StoreReceipt;
    readonly ChangeDate?: string;
    readonly StartDate?: string;
    readonly EndDate?: string;
    readonly BilledUntil?: string;
    /** Made through ClientLib, which has fewer rights than the REST API. */
    readonly BySelfService: boolean;
  };
}
