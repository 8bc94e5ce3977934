import type { ContractChange } from '../../model/contract.ts';
import type { CustomerInput } from '../../model/customer.ts';
import type { PaymentTransaction } from '../../model/payment.ts';
import { instant, timestamp } from '../basics/time.ts';
import { applyBill, storeSubscriptions } from '../billing/billed-contract.ts';
import { getPlan, getVariant } from '../catalogue/catalogue.ts';
import {
  emitChange,
  recordChange as recordContractChange,
  recordRevocation,
  type StateBefore,
  stateBefore,
} from '../contract-facts/change-history.ts';
import { contractEnd } from '../contract-facts/contract-phases.ts';
import { orderedFields } from '../customers/custom-fields.ts';
import { createCustomer, getCustomer, patchCustomer } from '../customers/customers.ts';
import { bookPayment, scheduleCollection } from '../payments/collection-of-payments.ts';
import { afterCredit } from '../payments/credit-balance.ts';
import { changePaymentMethod, keepPaymentMethod, paymentFields } from '../payments/payment-methods.ts';
import { preauthorizationAmount } from '../payments/preauthorizations.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract, getOrder } from '../records/lookups.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { PaymentMethod } from '../records/payments.ts';
import type { Tx } from '../records/tx.ts';
import { pricedChange, pricedSignup } from './order-price.ts';
import { moveOrder, refuseStep } from './order-status.ts';
import { referenceCode } from './reference-code.ts';

/** The amount that the customer pays for the order now; a signup with nothing due authorizes one (field notes 3.5). */
export function amountDue(
  tx: Tx,
  order: OrderRecord,
  method: PaymentMethod,
): { readonly amount: number; readonly preauth: boolean } {
  if (order.OrderType === 'Upgrade')
    return { amount: afterCredit(tx, getContract(tx, order.ContractId), order.TotalGross), preauth: false };
  if (order.TotalGross > 0) return { amount: order.TotalGross, preauth: false };
  return { amount: preauthorizationAmount(tx, method), preauth: true };
}

/** A completed payment for an order, or the method that will pay. */
export interface OrderPayment {
  readonly method?: PaymentMethod;
  readonly transaction?: PaymentTransaction;
}

/**
 * Completes an order: creates customer and contract, or changes the contract; bills the amount due and books the
 * payment.
 *
 * @returns the contract
 * @throws Problem Conflict if the order is not open
 */
export function completeOrder(tx: Tx, orderId: string, payment: OrderPayment): ContractRecord {
  const order = getOrder(tx, orderId);
  refuseStep(order, 'complete');
  const { CustomerChange } = order.Ordered;
  if (CustomerChange !== undefined && tx.customers.has(order.CustomerId))
    patchCustomer(tx, order.CustomerId, CustomerChange);
  const invoiceId =
    order.OrderType === 'Signup' ? completeSignup(tx, order, payment) : completeChange(tx, order, payment);
  const { Prices, PricedAt, Contract, Ids, ...Ordered } = order.Ordered;
  moveOrder(tx, { ...order, Ordered, CompletedAt: timestamp(tx.now) }, 'complete');
  const { transaction } = payment;
  if (transaction !== undefined) bookOrderPayment(tx, transaction, invoiceId);
  // Collects the amount that the payment does not cover: all of it, a meanwhile used credit, or an older debt.
  scheduleCollection(tx, order.ContractId, payment.method === undefined ? 'Recurring' : 'Payment');
  emitSucceeded(tx, order);
  return tx.contracts.get(order.ContractId) as ContractRecord;
}

/** Completes an order with an existing contract, such as that of a store's subscription: nothing is created. */
export function completeOnContract(tx: Tx, order: OrderRecord, contract: ContractRecord): ContractRecord {
  const { Id: ContractId, CustomerId } = contract;
  const completed = { ...order, ContractId, CustomerId, CompletedAt: timestamp(tx.now) };
  emitSucceeded(tx, moveOrder(tx, completed, 'complete'));
  return contract;
}

function emitSucceeded(tx: Tx, { Id: OrderId, ContractId, CustomerId }: OrderRecord): void {
  tx.emit({ Event: 'OrderSucceeded', OrderId, ContractId, CustomerId });
}

function completeSignup(tx: Tx, order: OrderRecord, payment: OrderPayment): string | undefined {
  const { method } = payment;
  const { Ordered } = order;
  if (!tx.customers.has(order.CustomerId))
    createCustomer(tx, withBearerMedium(Ordered.Customer ?? {}), order.CustomerId);
  const customer = getCustomer(tx, order.CustomerId);
  const { subject: planned, bill } = pricedSignup(tx, order);
  const made = {
    CustomerIsLocked: customer.IsLocked,
    ReferenceCode: Ordered.Contract?.ReferenceCode ?? referenceCode(tx),
    ...(method === undefined ? {} : paymentFields(method)),
  };
  const contract: ContractRecord = { ...planned.contract, ...made };
  if (method !== undefined) keepPaymentMethod(tx, contract.Id, method);
  // Stored before billing, because bookings read it.
  tx.contracts.insert(contract);
  const ids = {
    ContractId: contract.Id,
    CustomerId: customer.Id,
    OrderId: order.Id,
  };
  const billed = { ...bill.subject, contract: { ...bill.subject.contract, ...made } };
  // The change records the subscriptions, so they are stored first.
  storeSubscriptions(tx, billed);
  const change = recordChange(tx, order, undefined, 'Signup', contract.StartDate);
  tx.emit({ Event: 'ContractCreated', ...ids, ContractChangeId: change.Id });
  tx.emit({ Event: 'AccountCreated', ...ids });
  // For a contract that starts later, the event is sent at its start.
  if (instant(contract.StartDate) <= tx.now) emitChange(tx, contract, change);
  const invoice = applyBill(tx, { ...bill, subject: billed });
  return invoice?.Id;
}

/** A customer without an e-mail address gets letters. */
function withBearerMedium(customer: CustomerInput): CustomerInput {
  const DefaultBearerMedium = customer.EmailAddress ? 'Email' : 'SnailMail';
  return { DefaultBearerMedium, ...customer };
}

function completeChange(tx: Tx, order: OrderRecord, payment: OrderPayment): string | undefined {
  const contract = getContract(tx, order.ContractId);
  const change = pricedChange(tx, order);
  const { changeDate } = change;
  const before = stateBefore(tx, contract);
  const invoice = applyBill(tx, change.bill);
  if (payment.method !== undefined) changePaymentMethod(tx, contract.Id, payment.method);
  tx.contracts.update(contract.Id, orderedFields(contract, order.Ordered));
  const changed = getContract(tx, contract.Id);
  if (contract.Cancellation !== undefined && contractEnd(contract) > tx.now && changed.EndDate === undefined)
    recordRevocation(tx, changed, { ...stateBefore(tx, changed), contract });
  const recorded = recordChange(tx, order, before, 'Upgrade', timestamp(changeDate));
  if (!change.later) emitChange(tx, contract, recorded);
  return invoice?.Id;
}

function recordChange(
  tx: Tx,
  order: OrderRecord,
  before: StateBefore | undefined,
  Type: string,
  ChangeDate: string,
): ContractChange {
  const { PlanVariantId } = order.Ordered.Cart;
  const variant = PlanVariantId === undefined ? undefined : getVariant(tx, PlanVariantId);
  return recordContractChange(tx, order.ContractId, before, {
    Type,
    OrderId: order.Id,
    ChangeDate,
    ...(variant === undefined ? {} : { NewPlanVariantId: variant.Id, NewPlanId: getPlan(tx, variant).Id }),
  });
}

/** Links a payment to its invoice and books it; a pending one is booked when it settles. */
function bookOrderPayment(tx: Tx, transaction: PaymentTransaction, invoiceId: string | undefined): void {
  const linked =
    invoiceId === undefined || transaction.Type === 'Preauthorization'
      ? transaction
      : tx.paymentTransactions.replace({ ...transaction, InvoiceId: invoiceId });
  if (linked.Status.Status !== 'Pending') bookPayment(tx, linked);
}
