import type { Contract } from '../model/contract.ts';
import type { CustomerInput } from '../model/customer.ts';
import type { Order, OrderInput, OrderPreview } from '../model/order.ts';
import type { PaymentTransaction } from '../model/payment.ts';
import { type Bill, subjectOf } from './billing.ts';
import { type CheckedCart, checkCart, checkPeriod, type OrderOptions } from './cart.ts';
import { planGroupOf, planOf, variantOf } from './catalogue.ts';
import { applyBill } from './contract-billing.ts';
import { plannedChange } from './contract-change.ts';
import type { ContractRecord } from './contract-record.ts';
import { checkCoupon } from './coupons.ts';
import { checkCustomer, createCustomer, customerOf } from './customers.ts';
import { defined } from './defined.ts';
import { book } from './ledger.ts';
import { presented } from './order-preview.ts';
import type { OrderRecord } from './order-record.ts';
import type { PaymentMethod } from './payment-method.ts';
import { calendarOf } from './periods.ts';
import { conflict, invalid, notFound, Problem } from './problem.ts';
import { billSignup, plannedSignup } from './signup.ts';
import { instant, timestamp } from './time.ts';
import type { Tx } from './tx.ts';

export type { OrderOptions } from './cart.ts';

/** @throws Problem NotFound */
export function orderOf(tx: Tx, id: string): OrderRecord {
  const order = tx.orders.get(id);
  if (order === undefined) throw notFound('order', id);
  return order;
}

/** The order as the API shows it. */
export function showOrder(record: OrderRecord): Order {
  const { Ordered, ...order } = record;
  return order;
}

/** What an order would cost. A coupon that cannot be used is reported in the result (spec: Errors 2). */
export function previewOrder(tx: Tx, input: OrderInput, options: OrderOptions): OrderPreview {
  return checkedOrder(tx, input, options, { customerId: '', contractId: '' }).preview;
}

/**
 * Makes an order that can be paid later. Customer and contract ids are reserved by it.
 * @throws Problem Invalid; with code InvalidCouponCode for a coupon that cannot be used
 */
export function createOrder(tx: Tx, input: OrderInput, options: OrderOptions): OrderRecord {
  const ids = { customerId: input.CustomerId ?? tx.newId(), contractId: input.ContractId ?? tx.newId() };
  const { preview, ordered, checked, customerId } = checkedOrder(
    tx,
    { ...input, PreviewAfterTrial: false },
    options,
    ids,
  );
  if (preview.Coupon?.ErrorCode !== undefined) {
    throw invalid('Cart.CouponCode', preview.Coupon.ErrorMessage ?? 'cannot be used.', 'InvalidCouponCode');
  }
  const needsApproval = tx.account.OrderApproval || checked.plan?.RequiresOrderApproval === true;
  const order = tx.orders.insert({
    Id: tx.newId(),
    CustomerId: customerId,
    ContractId: ids.contractId,
    CreatedAt: timestamp(tx.now),
    ...preview,
    Status: needsApproval ? 'ApprovalPending' : 'InProgress',
    ...defined({ CustomFields: input.CustomFields, ContractCustomFields: input.ContractCustomFields }),
    Ordered: ordered,
  });
  tx.schedule(
    'order-expiry',
    order.Id,
    calendarOf(tx.account.TimeZone).add(tx.now, tx.account.OrderLifetime),
  );
  return order;
}

interface CheckedOrder {
  readonly preview: OrderPreview;
  readonly ordered: OrderRecord['Ordered'];
  readonly checked: CheckedCart;
  readonly customerId: string;
}

/** Checks an order's input in full and prices it. */
function checkedOrder(
  tx: Tx,
  input: OrderInput,
  options: OrderOptions,
  ids: { readonly customerId: string; readonly contractId: string },
): CheckedOrder {
  const contract = input.ContractId === undefined ? undefined : contractNamed(tx, input.ContractId);
  const customerId = contract?.CustomerId ?? ids.customerId;
  if (input.CustomerId !== undefined && tx.customers.get(input.CustomerId)?.DeletedAt === undefined) {
    if (!tx.customers.has(input.CustomerId))
      throw invalid('CustomerId', `there is no customer "${input.CustomerId}".`);
  }
  if (contract !== undefined && input.CustomerId !== undefined && input.CustomerId !== contract.CustomerId) {
    throw invalid('CustomerId', `contract ${contract.Id} belongs to customer ${contract.CustomerId}.`);
  }
  if (input.Customer !== undefined) checkOrderCustomer(tx, input.Customer, options);
  checkAccess(tx, 'Order', input.CustomFields, 'CustomFields', options);
  checkAccess(tx, 'Contract', input.ContractCustomFields, 'ContractCustomFields', options);
  if (input.Cart === undefined) throw invalid('Cart', 'an order needs a cart, or the receipt of a store.');
  const checked = checkCart(tx, input.Cart, contract?.PlanGroupId, options);
  const group = planGroupOf(tx, checked.planGroupId);
  if (group.Store !== undefined) {
    throw invalid(
      'Cart.PlanVariantId',
      `subscriptions of the store ${group.Store} are ordered with a receipt, not with a cart.`,
    );
  }
  checkPeriod(input.StartDate ?? timestamp(tx.now), input.EndDate, 'EndDate');
  const ordered: OrderRecord['Ordered'] = {
    ...defined({
      Customer: input.Customer,
      ChangeDate: input.ChangeDate,
      StartDate: input.StartDate,
      EndDate: input.EndDate,
      BilledUntil: input.BilledUntil,
    }),
    Cart: input.Cart,
    BySelfService: options.bySelfService,
  };
  const coupon = couponShown(tx, input.Cart.CouponCode, checked.planGroupId);
  const bill =
    contract === undefined
      ? billSignup(
          tx,
          plannedSignup(tx, {
            contractId: ids.contractId,
            customerId,
            customer: input.Customer ?? tx.customers.get(customerId) ?? {},
            variant: checked.variant as NonNullable<CheckedCart['variant']>,
            ordered,
            coupon: couponTaken(coupon),
            contractCustomFields: input.ContractCustomFields,
            skipTrial: input.PreviewAfterTrial ?? false,
          }),
        )
      : plannedChange(tx, subjectOf(tx, contract), {
          variant: checked.variant,
          cart: input.Cart,
          changeDate: input.ChangeDate === undefined ? tx.now : instant(input.ChangeDate),
          interimBilling: input.TriggerInterimBilling ?? false,
          coupon: couponTaken(coupon),
        }).bill;
  const preview = presented(tx, {
    bill,
    cart: input.Cart,
    orderType: contract === undefined ? 'Signup' : 'Upgrade',
    coupon,
    interimBilling: input.TriggerInterimBilling ?? false,
    previewAfterTrial: input.PreviewAfterTrial ?? false,
  });
  return { preview, ordered, checked, customerId };
}

function contractNamed(tx: Tx, id: string): ContractRecord {
  const contract = tx.contracts.get(id);
  if (contract === undefined) throw invalid('ContractId', `there is no contract "${id}".`);
  return contract;
}

function checkOrderCustomer(tx: Tx, customer: CustomerInput, options: OrderOptions): void {
  checkCustomer(customer, 'Customer');
  if (customer.ExternalCustomerId === undefined || customer.ExternalCustomerId === '') {
    checkAccess(tx, 'Customer', customer.CustomFields, 'Customer.CustomFields', options);
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

/** Custom fields are open to ClientLib field by field (spec: customerData rules 3). */
function checkAccess(
  tx: Tx,
  kind: 'Customer' | 'Contract' | 'Order',
  fields: { readonly [key: string]: unknown } | undefined,
  path: string,
  options: OrderOptions,
): void {
  if (!options.bySelfService || fields === undefined) return;
  const open = tx.account.SelfService.CustomFields[kind];
  for (const key of Object.keys(fields)) {
    if (open.includes(key)) continue;
    throw invalid(
      `${path}.${key}`,
      `ClientLib has no access to this custom field; grant it in the account's SelfService.CustomFields.${kind}.`,
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

function couponTaken(coupon: OrderPreview['Coupon']) {
  if (coupon?.CouponId === undefined || coupon.DiscountId === undefined) return undefined;
  return { CouponCode: coupon.CouponCode, CouponId: coupon.CouponId, DiscountId: coupon.DiscountId };
}

/** What the customer pays for the order now; a signup with nothing due reserves an amount (field notes 3.5). */
export function amountDue(
  tx: Tx,
  order: OrderRecord,
  method: PaymentMethod,
): { readonly amount: number; readonly preauth: boolean } {
  if (order.TotalGross > 0) return { amount: order.TotalGross, preauth: false };
  if (order.OrderType === 'Upgrade') return { amount: 0, preauth: false };
  const provider = tx.account.Providers.find((one) => one.Name === method.Provider);
  return { amount: provider?.DefaultPreauthAmount?.[method.Role] ?? 0, preauth: true };
}

/** A payment that has been made for an order, or the method that will pay. */
export interface OrderPayment {
  readonly method?: PaymentMethod;
  readonly transaction?: PaymentTransaction;
}

/**
 * Completes an order: makes customer and contract, or changes the contract; bills what is due and books the payment.
 * @returns the contract
 */
export function completeOrder(tx: Tx, orderId: string, payment: OrderPayment): Contract {
  const order = orderOf(tx, orderId);
  if (order.Status === 'Completed')
    throw conflict(`Order ${orderId} is completed already.`, 'AlreadyExecuted');
  const invoiceId =
    order.OrderType === 'Signup'
      ? completeSignup(tx, order, payment.method)
      : completeChange(tx, order, payment);
  tx.orders.replace({ ...order, Status: 'Completed', CompletedAt: timestamp(tx.now) });
  tx.unschedule('order-expiry', order.Id);
  const { transaction } = payment;
  if (transaction !== undefined) bookOrderPayment(tx, transaction, invoiceId);
  const Tag = tx.customers.get(order.CustomerId)?.Tag;
  tx.emit(
    defined({
      Event: 'OrderSucceeded' as const,
      EntityId: tx.account.Id,
      OrderId: order.Id,
      ContractId: order.ContractId,
      CustomerId: order.CustomerId,
      Tag,
    }),
  );
  return tx.contracts.get(order.ContractId) as Contract;
}

function completeSignup(tx: Tx, order: OrderRecord, method: PaymentMethod | undefined): string | undefined {
  const { Ordered } = order;
  if (!tx.customers.has(order.CustomerId)) createCustomer(tx, Ordered.Customer ?? {}, order.CustomerId);
  const customer = customerOf(tx, order.CustomerId);
  const planned = plannedSignup(tx, {
    contractId: order.ContractId,
    customerId: customer.Id,
    customer,
    variant: variantOf(tx, order.PlanVariantId as string),
    ordered: Ordered,
    coupon: couponTaken(order.Coupon),
    contractCustomFields: order.ContractCustomFields,
    skipTrial: false,
  });
  const contract: ContractRecord = {
    ...planned.contract,
    CustomerIsLocked: customer.IsLocked,
    ReferenceCode: referenceCode(tx),
    ...(method === undefined ? {} : paymentFields(method)),
  };
  if (method !== undefined) tx.paymentMethods.insert({ ...method, Id: contract.Id });
  // Stored before it is billed, so that what is booked finds it.
  tx.contracts.insert(contract);
  const invoice = applyBill(tx, billSignup(tx, { ...planned, contract }));
  recordChange(tx, order, 'Signup', contract.StartDate);
  for (const Event of ['ContractCreated', 'AccountCreated'] as const) {
    tx.emit(
      defined({
        Event,
        EntityId: tx.account.Id,
        ContractId: contract.Id,
        CustomerId: customer.Id,
        OrderId: order.Id,
        Tag: customer.Tag,
      }),
    );
  }
  return invoice?.Id;
}

function completeChange(tx: Tx, order: OrderRecord, payment: OrderPayment): string | undefined {
  const { Ordered } = order;
  const contract = tx.contracts.get(order.ContractId);
  if (contract === undefined) throw notFound('contract', order.ContractId);
  const variant =
    Ordered.Cart.PlanVariantId === undefined ? undefined : variantOf(tx, Ordered.Cart.PlanVariantId);
  // What a customer has paid is what is billed: the change holds from the moment at which it was priced.
  const priced = payment.transaction === undefined ? tx.now : instant(order.CreatedAt);
  const changeDate = Ordered.ChangeDate === undefined ? priced : instant(Ordered.ChangeDate);
  const change = plannedChange(tx, subjectOf(tx, contract), {
    variant,
    cart: Ordered.Cart,
    changeDate,
    interimBilling: order.TriggerInterimBilling,
    coupon: couponTaken(order.Coupon),
  });
  const invoice = applyBill(tx, withPayment(change.bill, payment.method));
  if (payment.method !== undefined) {
    const method = { ...payment.method, Id: contract.Id };
    if (tx.paymentMethods.has(contract.Id)) tx.paymentMethods.replace(method);
    else tx.paymentMethods.insert(method);
  }
  const changeId = recordChange(
    tx,
    order,
    variant === undefined ? 'Components' : 'Upgrade',
    timestamp(changeDate),
  );
  if (!change.later) {
    tx.emit({
      Event: 'ContractChanged',
      EntityId: tx.account.Id,
      ContractId: contract.Id,
      CustomerId: contract.CustomerId,
      OrderId: order.Id,
      ContractChangeId: changeId,
      ContractChangeType: variant === undefined ? 'Components' : 'Upgrade',
    });
  }
  return invoice?.Id;
}

function withPayment(bill: Bill, method: PaymentMethod | undefined): Bill {
  if (method === undefined) return bill;
  const contract = { ...bill.subject.contract, ...paymentFields(method) };
  return { ...bill, subject: { ...bill.subject, contract } };
}

/** What a contract shows of its payment method. */
export function paymentFields(method: PaymentMethod): Partial<Contract> {
  return defined({
    PaymentBearer:
      method.Shown ?? (method.Bearer === 'InvoicePayment' ? { Type: 'InvoicePayment' } : undefined),
    PaymentProvider: method.Provider,
    PaymentProviderRole: method.Role,
    PaymentProviderSupportRefunds: method.SupportsRefunds,
  });
}

function recordChange(tx: Tx, order: OrderRecord, type: string, changeDate: string): string {
  const variant = order.PlanVariantId === undefined ? undefined : variantOf(tx, order.PlanVariantId);
  return tx.contractChanges.insert({
    Id: tx.newId(),
    Type: type,
    Timestamp: timestamp(tx.now),
    OrderId: order.Id,
    ContractId: order.ContractId,
    ChangeDate: changeDate,
    ...(variant === undefined ? {} : { NewPlanVariantId: variant.Id, NewPlanId: planOf(tx, variant).Id }),
  }).Id;
}

/** Books a payment that has succeeded and links it with its invoice; a pending one is booked when it settles. */
function bookOrderPayment(tx: Tx, transaction: PaymentTransaction, invoiceId: string | undefined): void {
  const stored = tx.paymentTransactions.get(transaction.Id) ?? transaction;
  if (invoiceId !== undefined && !stored.Preauth) {
    tx.paymentTransactions.replace({ ...stored, InvoiceId: invoiceId });
  }
  if (stored.Status.Status !== 'Succeeded') return;
  if (!stored.Preauth) {
    book(tx, {
      Type: 'Payment',
      ContractId: stored.ContractId,
      CustomerId: stored.CustomerId,
      Description: `Payment by ${stored.PaymentProvider}`,
      Currency: stored.Currency,
      Amount: -stored.Amount,
      ...(invoiceId === undefined ? {} : { InvoiceId: invoiceId }),
      PaymentTransactionId: stored.Id,
    });
  }
  tx.emit({
    Event: 'PaymentSucceeded',
    EntityId: tx.account.Id,
    ContractId: stored.ContractId,
    CustomerId: stored.CustomerId,
    PaymentTransactionId: stored.Id,
  });
}

const REFERENCE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A short code to tell on the phone, `RFDT-ZHXM`. */
function referenceCode(tx: Tx): string {
  const letter = () => REFERENCE_LETTERS[tx.random.below(REFERENCE_LETTERS.length)] ?? 'A';
  const four = () => letter() + letter() + letter() + letter();
  return `${four()}-${four()}`;
}
