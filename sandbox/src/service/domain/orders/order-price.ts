import type { CustomerData } from '../../model/customer.ts';
import { changedBy } from '../basics/defined.ts';
import { conflict, type Problem } from '../basics/problem.ts';
import { instant } from '../basics/time.ts';
import { type Bill, getSubject, type Subject } from '../billing/bill.ts';
import { totalsOfLines } from '../billing/invoices.ts';
import { getVariant } from '../catalogue/catalogue.ts';
import { getPrices } from '../catalogue/named-price-lists.ts';
import { type Change, plannedChange } from '../contracts/contract-change.ts';
import { billSignup, plannedSignup, type SignupRequest } from '../contracts/signup.ts';
import { withoutEmptyTexts } from '../customers/customers.ts';
import { keptPrices } from '../records/kept-prices.ts';
import { getContract } from '../records/lookups.ts';
import { couponTaken, type OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { refuseChanged } from './stale-contract.ts';

/** The subscriptions of a signup, and its bill. */
export interface PricedSignup {
  readonly subject: Subject;
  readonly bill: Bill;
}

/** Plans and bills a signup from its order and the current state. */
export function billedSignup(
  tx: Tx,
  order: Pick<OrderRecord, 'ContractId' | 'CustomerId' | 'Ordered'> & {
    readonly [Field in 'Coupon' | 'ContractCustomFields' | 'PriceListId']?: OrderRecord[Field] | undefined;
  },
  terms: Pick<SignupRequest, 'prices' | 'variant' | 'newId' | 'firstContract' | 'now' | 'skipTrial'>,
): PricedSignup {
  const subject = plannedSignup(tx, {
    contractId: order.ContractId,
    customerId: order.CustomerId,
    customer: orderingCustomer(tx, order.CustomerId, order.Ordered),
    ordered: order.Ordered,
    coupon: couponTaken(order.Coupon),
    contractCustomFields: order.ContractCustomFields,
    priceListId: order.PriceListId,
    ...terms,
  });
  return { subject, bill: billSignup(tx, subject, terms.now) };
}

/**
 * Plans a signup at the prices of its order, from now on. It costs what the preview showed: if that depends on the day
 * (billing aligned to a date, a component that starts later), it begins at the time of pricing.
 *
 * @throws Problem Conflict if the shown price can no longer be billed
 */
export function pricedSignup(tx: Tx, order: OrderRecord): PricedSignup {
  const at = (now: number): PricedSignup => {
    const { Ordered, PlanVariantId, PriceListId } = order;
    const prices = keptPrices(Ordered.Prices, getPrices(tx, PriceListId));
    return billedSignup(tx, order, {
      prices,
      variant: getVariant(prices, PlanVariantId as string),
      newId: reservedIds(tx, order),
      firstContract: Ordered.FirstContract === true,
      now,
      skipTrial: false,
    });
  };
  const fromNow = at(tx.now);
  if (costsAsShown(order, fromNow.bill)) return fromNow;
  const asPriced = at(pricedAt(tx, order));
  if (!costsAsShown(order, asPriced.bill)) throw priceChanged(order);
  return asPriced;
}

/**
 * Plans a change at the prices of its order. It takes effect at the time of pricing.
 *
 * @throws Problem Conflict if the contract has changed since, or the shown price can no longer be billed
 */
export function pricedChange(tx: Tx, order: OrderRecord): Change & { readonly changeDate: number } {
  const { Ordered } = order;
  const contract = getContract(tx, order.ContractId);
  refuseChanged(tx, order, contract);
  const { PriceListId } = order;
  const prices = keptPrices(Ordered.Prices, getPrices(tx, PriceListId));
  const { PlanVariantId } = Ordered.Cart;
  const changeDate = Ordered.ChangeDate === undefined ? pricedAt(tx, order) : instant(Ordered.ChangeDate);
  const subject = {
    ...getSubject(tx, changedBy(contract, { PriceListId }), prices),
    customer: orderingCustomer(tx, order.CustomerId, Ordered),
  };
  const change = plannedChange(tx, subject, {
    newId: reservedIds(tx, order),
    variant: PlanVariantId === undefined ? undefined : getVariant(prices, PlanVariantId),
    cart: Ordered.Cart,
    changeDate,
    interimBilling: order.TriggerInterimBilling,
    coupon: couponTaken(order.Coupon),
  });
  if (!costsAsShown(order, change.bill)) throw priceChanged(order);
  return { ...change, changeDate };
}

/** The customer for the price of an order, including the order's changes to the customer. */
export function orderingCustomer(
  tx: Tx,
  customerId: string,
  { Customer, CustomerChange }: Pick<OrderRecord['Ordered'], 'Customer' | 'CustomerChange'>,
): CustomerData {
  const stored = tx.customers.get(customerId);
  if (stored === undefined) return withoutEmptyTexts(Customer ?? {});
  if (CustomerChange === undefined) return stored;
  return withoutEmptyTexts({
    ...stored,
    ...CustomerChange,
    Address: { ...stored.Address, ...CustomerChange.Address },
  });
}

/** The ids reserved by the order, in the order of reservation. */
function reservedIds(tx: Tx, { Ordered }: OrderRecord): () => string {
  const reserved = [...(Ordered.Ids ?? [])];
  return () => reserved.shift() ?? tx.newId();
}

/**
 * Returns when the order was priced. Orders of older versions have only a timestamp, which may be later than a stopped
 * clock.
 */
export const pricedAt = (tx: Tx, { Ordered, CreatedAt }: OrderRecord): number =>
  Math.min(instant(Ordered.PricedAt ?? CreatedAt), tx.now);

function costsAsShown(order: OrderRecord, bill: Bill): boolean {
  return totalsOfLines(order.Currency, bill.lines).TotalGross === order.TotalGross;
}

function priceChanged({ Id, TotalGross, Currency }: OrderRecord): Problem {
  return conflict(
    `Order ${Id} was priced at ${TotalGross} ${Currency}, but would be billed differently now. Preview it again and create a new order.`,
  );
}
