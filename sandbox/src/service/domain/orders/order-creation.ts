import type { Customer, CustomerInput } from '../../model/customer.ts';
import type { OrderInput, OrderPreview } from '../../model/order.ts';
import { changedBy, defined } from '../basics/defined.ts';
import { invalid, Problem } from '../basics/problem.ts';
import { instant, timestamp } from '../basics/time.ts';
import { type Bill, getSubject, type Subject } from '../billing/bill.ts';
import {
  bookableComponents,
  type CheckedCart,
  checkCart,
  checkPeriod,
  type OrderOptions,
} from '../catalogue/cart.ts';
import { getOffer, type Offer } from '../catalogue/catalogue.ts';
import { checkCoupon } from '../catalogue/coupons.ts';
import { getPrices } from '../catalogue/named-price-lists.ts';
import { refuseStoreByCart } from '../contract-facts/store-separation.ts';
import { plannedChange } from '../contracts/contract-change.ts';
import { type CustomFields, grantedFields, onlyGranted, orderedFields } from '../customers/custom-fields.ts';
import { checkCustomer } from '../customers/customers.ts';
import { zoneCalendar } from '../pricing/periods.ts';
import type { CustomFieldAccess } from '../records/account.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { type KeptPrices, notedPrices } from '../records/kept-prices.ts';
import { couponTaken, type OrderRecord } from '../records/orders.ts';
import type { Tx } from '../records/tx.ts';
import { isFirstContract } from './first-contract.ts';
import { presented, termsOfSignup } from './order-preview.ts';
import { billedSignup, orderingCustomer } from './order-price.ts';
import { firstStatus } from './order-status.ts';
import { withOrderedPriceList } from './ordered-price-list.ts';
import { askedDates, planNames, plannedOrder, setFields, withUsedDates } from './planned-order.ts';
import { referenceCode } from './reference-code.ts';
import { contractState } from './stale-contract.ts';

/** Returns the price of an order. A coupon that cannot be used is reported in the result (spec: Errors 2). */
export function previewOrder(tx: Tx, given: OrderInput, options: OrderOptions): OrderPreview {
  return previewed(tx, given, options).preview;
}

/** Returns the price of a signup, and the terms of its contract. */
export function previewSignup(tx: Tx, given: OrderInput, options: OrderOptions) {
  const { preview, bill } = previewed(tx, given, options);
  return { Order: preview, Terms: termsOfSignup(tx, bill, preview.Coupon) };
}

function previewed(tx: Tx, given: OrderInput, options: OrderOptions): CheckedOrder {
  const input = withUsedDates(
    options.bySelfService ? withFields(given, (kind, fields) => onlyGranted(tx, kind, fields)) : given,
  );
  return checkedOrder(tx, input, options, {
    customerId: input.CustomerId ?? '',
    contractId: '',
    newId: () => tx.newId(),
    showsBookable: true,
  });
}

/**
 * Creates an order that can be paid later, and reserves its customer and contract ids.
 * @throws Problem Invalid; with code InvalidCouponCode for a coupon that cannot be used
 */
export function createOrder(tx: Tx, given: OrderInput, options: OrderOptions): OrderRecord {
  const input = withUsedDates(
    options.bySelfService
      ? withFields(given, (kind, fields, path) => grantedFields(tx, kind, fields, path))
      : given,
  );
  if ((input.Customer ?? input.CustomerId ?? input.ContractId) === undefined) {
    throw invalid(
      'Customer',
      'is missing; an order requires a new customer (Customer), an existing one (CustomerId) or a contract (ContractId).',
    );
  }
  const ids = { customerId: input.CustomerId ?? tx.newId(), contractId: input.ContractId ?? tx.newId() };
  const Ids: string[] = [];
  const newId = () => {
    const id = tx.newId();
    Ids.push(id);
    return id;
  };
  const { preview, bill, before, keptPrices, firstContract, ordered, checked, customerId } = checkedOrder(
    tx,
    { ...input, PreviewAfterTrial: false },
    options,
    { customerId: ids.customerId, contractId: ids.contractId, newId, showsBookable: false },
  );
  if (preview.Coupon?.ErrorCode !== undefined) {
    throw invalid('Cart.CouponCode', preview.Coupon.ErrorMessage ?? 'cannot be used.', 'InvalidCouponCode');
  }
  const needsApproval = tx.account.OrderApproval || checked.plan?.RequiresOrderApproval === true;
  const { contract, ...added } = plannedOrder(tx, bill, before);
  const isSignup = input.ContractId === undefined;
  const Contract = changedBy(
    contract,
    isSignup ? { ReferenceCode: referenceCode(tx) } : orderedFields(contract, ordered),
  );
  const order: OrderRecord = tx.orders.insert({
    Id: tx.newOrderId(),
    CustomerId: customerId,
    ContractId: ids.contractId,
    CreatedAt: tx.stamp(),
    CustomFields: setFields(input.CustomFields),
    ContractCustomFields: setFields(input.ContractCustomFields),
    Ordered: {
      Contract,
      Ids,
      PricedAt: timestamp(tx.now),
      Prices: keptPrices(),
      ...(isSignup
        ? { FirstContract: firstContract }
        : { ContractState: contractState(tx, contractNamed(tx, ids.contractId)) }),
      ...ordered,
    },
    ...preview,
    ...planNames(tx, contract, checked.variant),
    ...askedDates(input),
    ...defined({ Consent: input.Consent }),
    ...added,
    Status: firstStatus(needsApproval),
  });
  tx.schedule(
    'order-expiry',
    order.Id,
    zoneCalendar(tx.account.TimeZone).add(tx.now, tx.account.OrderLifetime),
  );
  return order;
}

/** Returns the input with only the permitted custom fields. */
function withFields(
  input: OrderInput,
  left: (
    kind: keyof CustomFieldAccess,
    fields: CustomFields | undefined,
    path: string,
  ) => CustomFields | undefined,
): OrderInput {
  const { Customer } = input;
  const CustomerFields = left('Customer', Customer?.CustomFields, 'Customer.CustomFields');
  return {
    ...input,
    ...defined({
      CustomFields: left('Order', input.CustomFields, 'CustomFields'),
      ContractCustomFields: left('Contract', input.ContractCustomFields, 'ContractCustomFields'),
      Customer: CustomerFields === undefined ? Customer : { ...Customer, CustomFields: CustomerFields },
    }),
  };
}

interface CheckedOrder {
  readonly preview: OrderPreview;
  /** The bill that the preview shows. */
  readonly bill: Bill;
  /** The contract to change, before the change. */
  readonly before: Subject | undefined;
  /** The catalogue entries that determine the price. */
  readonly keptPrices: () => KeptPrices;
  readonly firstContract: boolean;
  readonly ordered: OrderRecord['Ordered'];
  readonly checked: CheckedCart;
  readonly customerId: string;
}

/** The ids of an order, and whether it is only a preview. */
interface Making {
  readonly customerId: string;
  readonly contractId: string;
  readonly newId: () => string;
  /** A preview lists further components that can be booked. */
  readonly showsBookable: boolean;
}

/** Validates an order's input completely and computes its price. */
function checkedOrder(tx: Tx, input: OrderInput, options: OrderOptions, making: Making): CheckedOrder {
  const known = input.ContractId === undefined ? undefined : contractNamed(tx, input.ContractId);
  const customerId = known?.CustomerId ?? making.customerId;
  checkCustomers(tx, input, options, known);
  const checked = checkedCart(tx, input.Cart, options, known);
  checkPeriod(input.StartDate ?? timestamp(tx.now), input.EndDate, 'EndDate');
  const ordered = toOrdered(tx, input, options, checked, customerId);
  const coupon = couponShown(tx, input.Cart?.CouponCode, checked.planGroupId);
  const contract = withOrderedPriceList(tx, input, known, checked.planGroupId);
  const noted = notedPrices(getPrices(tx, input.PriceListId ?? contract?.PriceListId));
  const offer = checked.variant && getOffer(noted.prices, checked.variant.Id);
  const firstContract = isFirstContract(tx, customerId);
  const before = contract && {
    ...getSubject(tx, contract, noted.prices),
    customer: orderingCustomer(tx, customerId, ordered),
  };
  const interimBilling = input.TriggerInterimBilling ?? false;
  const bill =
    before === undefined
      ? billedSignup(
          tx,
          {
            ContractId: making.contractId,
            CustomerId: customerId,
            Ordered: ordered,
            Coupon: coupon,
            ContractCustomFields: input.ContractCustomFields,
            PriceListId: input.PriceListId,
          },
          {
            prices: noted.prices,
            // A signup without a plan variant is rejected by the validation of its cart.
            variant: (offer as Offer).variant,
            newId: making.newId,
            firstContract,
            now: tx.now,
            skipTrial: input.PreviewAfterTrial ?? false,
          },
        ).bill
      : plannedChange(tx, before, {
          variant: offer?.variant,
          cart: checked.cart,
          newId: making.newId,
          changeDate: input.ChangeDate === undefined ? tx.now : instant(input.ChangeDate),
          interimBilling,
          coupon: couponTaken(coupon),
        }).bill;
  const preview = presented(tx, {
    bill,
    offer,
    cart: checked.cart,
    bookable: making.showsBookable ? bookableComponents(tx, checked, options) : [],
    orderType: before === undefined ? 'Signup' : 'Upgrade',
    coupon,
    interimBilling,
    previewAfterTrial: input.PreviewAfterTrial ?? false,
  });
  return { preview, bill, before, keptPrices: noted.kept, firstContract, ordered, checked, customerId };
}

/** Checks the customer of an order, and the changes to that customer. */
function checkCustomers(
  tx: Tx,
  { CustomerId, Customer, CustomerChange }: OrderInput,
  options: OrderOptions,
  contract: ContractRecord | undefined,
): void {
  if (CustomerId !== undefined) {
    const customer = tx.customers.get(CustomerId);
    if (customer === undefined || customer.DeletedAt !== undefined)
      throw invalid('CustomerId', `there is no customer "${CustomerId}".`);
    if (contract !== undefined && CustomerId !== contract.CustomerId)
      throw invalid('CustomerId', `contract ${contract.Id} belongs to customer ${contract.CustomerId}.`);
  }
  if (Customer !== undefined) checkOrderCustomer(tx, Customer, options);
  if (CustomerChange !== undefined) checkCustomer(CustomerChange, 'CustomerChange');
}

function checkedCart(
  tx: Tx,
  cart: OrderInput['Cart'],
  options: OrderOptions,
  contract: ContractRecord | undefined,
): CheckedCart {
  if (cart === undefined) throw invalid('Cart', 'an order requires a cart or a store receipt.');
  if (options.receipt === undefined) refuseStoreByCart(tx, cart, contract);
  return checkCart(tx, cart, contract?.PlanGroupId, options);
}

/** Returns the parts of its input that the order keeps, and the customer as known at that time. */
function toOrdered(
  tx: Tx,
  input: OrderInput,
  { bySelfService, receipt }: OrderOptions,
  { cart }: CheckedCart,
  customerId: string,
): OrderRecord['Ordered'] {
  const { CustomerName, CustomerSubName, EmailAddress, DebitorAccount } =
    tx.customers.get(customerId) ?? ({} as Partial<Customer>);
  return {
    Cart: cart,
    BySelfService: bySelfService,
    ...defined({
      Customer: input.Customer,
      CustomerChange: input.CustomerChange,
      CustomerName,
      CustomerSubName,
      EmailAddress,
      DebitorAccount,
      Receipt: receipt,
      EmailTemplateExternalId: input.EmailTemplateExternalId,
      ChangeDate: input.ChangeDate,
      StartDate: input.StartDate,
      EndDate: input.EndDate,
      BilledUntil: input.BilledUntil,
      ContractCustomFields: input.ContractId === undefined ? undefined : input.ContractCustomFields,
    }),
  };
}

function contractNamed(tx: Tx, id: string): ContractRecord {
  const contract = tx.contracts.get(id);
  if (contract === undefined) throw invalid('ContractId', `there is no contract "${id}".`);
  return contract;
}

function checkOrderCustomer(tx: Tx, customer: CustomerInput, options: OrderOptions): void {
  checkCustomer(customer, 'Customer');
  if (customer.ExternalCustomerId === undefined || customer.ExternalCustomerId === '') {
    return;
  }
  if (options.bySelfService) {
    throw invalid(
      'Customer.ExternalCustomerId',
      'must not be set at signup; send your own id as Tag and set ExternalCustomerId through the REST API when the signup event arrives.',
    );
  }
  const other = tx.customers.find({ where: { ExternalCustomerId: customer.ExternalCustomerId } });
  if (other !== undefined) {
    throw new Problem(
      'Conflict',
      'AlreadyExists',
      `ExternalCustomerId "${customer.ExternalCustomerId}" belongs to customer ${other.Id}.`,
      [
        {
          Field: 'Customer.ExternalCustomerId',
          Code: 'AlreadyExists',
          Message: `belongs to customer ${other.Id}`,
        },
      ],
    );
  }
}

function couponShown(tx: Tx, code: string | undefined, planGroupId: string): OrderPreview['Coupon'] {
  if (code === undefined || code === '') return undefined;
  const check = checkCoupon(tx, code, planGroupId);
  if (check.coupon === undefined) {
    return { CouponCode: code, ErrorMessage: check.refusal, ErrorCode: 'InvalidCouponCode' };
  }
  return { CouponCode: code, CouponId: check.coupon.Id, DiscountId: check.coupon.DiscountId };
}
