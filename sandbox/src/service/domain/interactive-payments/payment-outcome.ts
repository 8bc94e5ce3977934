import type { OrderResult } from '../../model/order.ts';
import type { PaymentBearer, PaymentTransaction } from '../../model/payment.ts';
import { defined } from '../basics/defined.ts';
import { conflict, Problem } from '../basics/problem.ts';
import { completeOrder } from '../orders/order-completion.ts';
import { orderResult, payResult } from '../orders/order-result.ts';
import { allows, moveOrder } from '../orders/order-status.ts';
import { applyPaymentOutcome, bookPayment } from '../payments/collection-of-payments.ts';
import { changePaymentMethod } from '../payments/payment-methods.ts';
import { setTransactionStatus } from '../payments/payment-transactions.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { ChargeAnswer, ChargeRequest } from '../records/payment-provider.ts';
import type { InteractivePayment, PaymentMethod } from '../records/payments.ts';
import type { Service } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';

/** The response to a change of the payment method. */
export interface PaymentChangeResult {
  readonly ContractId: string;
  readonly CustomerId: string;
  readonly PaymentBearer?: PaymentBearer;
  readonly Url?: string;
}

/** Calls the provider and applies its response. The service waits between two transactions, never inside one. */
export async function askProvider(
  service: Service,
  payment: InteractivePayment,
  request: ChargeRequest,
): Promise<ChargeAnswer> {
  let answer: ChargeAnswer;
  try {
    answer = await service.providers.charge(request);
  } catch (error) {
    service.transaction((tx) =>
      applyAnswer(tx, payment.Id, {
        Outcome: 'Failed',
        ErrorCode: 'InternalProviderError',
        ErrorMessage: 'The provider failed with an internal error.',
        Severity: 'Minor',
      }),
    );
    throw error;
  }
  await settle(service, payment.Id, answer);
  return answer;
}

/**
 * Applies a response. If the order can no longer be completed (a single-use coupon was used up meanwhile), the payment
 * is refunded and counts as failed.
 */
export async function settle(service: Service, paymentId: string, answer: ChargeAnswer): Promise<void> {
  try {
    service.transaction((tx) => applyAnswer(tx, paymentId, answer));
  } catch (error) {
    const { Provider, Amount, Currency, Type } = service.transaction((tx) => {
      const payment = tx.interactivePayments.get(paymentId) as InteractivePayment;
      applyAnswer(tx, paymentId, {
        Outcome: 'Failed',
        ErrorCode: error instanceof Problem ? error.code : 'InternalError',
        ErrorMessage: error instanceof Problem ? error.message : 'The order could not be completed.',
        Severity: 'Severe',
      });
      const transaction = tx.paymentTransactions.get(paymentId) as PaymentTransaction;
      return { Provider: payment.Method.Provider, ...transaction };
    });
    if (answer.Outcome === 'Succeeded') {
      const { ProviderTransactionId } = answer;
      if (Type === 'Preauthorization') await service.providers.void({ Provider, ProviderTransactionId });
      else await service.providers.refund({ Provider, ProviderTransactionId, Amount, Currency });
    }
    throw error;
  }
}

/**
 * A notification of a provider: the outcome of a payment whose customer did not return, a delayed outcome,
 * or a debit that has settled or was returned.
 */
export async function notifyOfPayment(
  service: Service,
  transactionId: string,
  answer: ChargeAnswer,
): Promise<void> {
  const open = service.transaction((tx) => {
    const payment = tx.interactivePayments.get(transactionId);
    if (payment !== undefined && payment.State !== 'Ended') return true;
    // A canceled payment has a final result: its provider's notification changes nothing.
    if (tx.paymentTransactions.has(transactionId)) applyPaymentOutcome(tx, transactionId, answer);
    return false;
  });
  // The payment's record has the reason if the order could not be completed; no caller waits for it here.
  if (open) await settle(service, transactionId, answer).catch(expectProblem);
}

function expectProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

/** Applies a provider's response, immediate or delayed, to a payment that a customer has started. */
export function applyAnswer(tx: Tx, paymentId: string, answer: ChargeAnswer): void {
  const payment = tx.interactivePayments.get(paymentId);
  if (payment === undefined || payment.State === 'Ended') return;
  const { ProviderTransactionId, HttpCode } = answer;
  const details = { ProviderTransactionId, HttpCode };
  if (answer.Outcome === 'Failed') {
    fail(tx, payment, answer);
  } else if (answer.Outcome === 'Redirect' || answer.Outcome === 'Challenge') {
    const status = answer.Outcome === 'Redirect' ? 'RedirectUrlPrepared' : 'ThreeDSecurePending';
    setTransactionStatus(tx, paymentId, status, details);
    tx.interactivePayments.replace({ ...payment, State: 'AtProvider' });
  } else {
    setTransactionStatus(tx, paymentId, 'InProgress', details);
    const Method = methodAfter(payment.Method, answer);
    if (answer.Outcome === 'Pending' && answer.Guaranteed !== true) {
      tx.interactivePayments.replace({ ...payment, Method, State: 'Working' });
    } else {
      succeed(tx, { ...payment, Method }, answer);
    }
  }
}

/** The method with the provider's data of a successful payment: a token for later charges, and its owner. */
function methodAfter(
  method: PaymentMethod,
  { Token, Shown }: { readonly Token?: string; readonly Shown?: PaymentBearer },
): PaymentMethod {
  return {
    ...method,
    ...defined({ Token, Shown: Shown && { ...method.Shown, ...Shown } }),
  };
}

function succeed(
  tx: Tx,
  payment: InteractivePayment,
  answer: Extract<ChargeAnswer, { Outcome: 'Succeeded' | 'Pending' }>,
): void {
  const order = payment.OrderId === undefined ? undefined : tx.orders.get(payment.OrderId);
  if (payment.OrderId !== undefined && order?.Status !== 'PaymentPending') {
    endPayment(tx, payment, 'Canceled', {
      Code: order?.Status === 'Completed' ? 'AlreadyExecuted' : 'InvalidPreconditions',
      Message: `Order ${payment.OrderId} is ${order?.Status ?? 'deleted'}; this payment is not charged.`,
    });
    return;
  }
  const transaction = setTransactionStatus(tx, payment.Id, transactionStatus(tx, payment, answer), {
    ProviderTransactionId: answer.ProviderTransactionId,
    HttpCode: answer.HttpCode,
  });
  tx.interactivePayments.replace({ ...payment, State: 'Ended' });
  const { Method: method } = payment;
  if (order !== undefined) {
    completeOrder(tx, order.Id, payment.KeepsMethod === true ? { transaction } : { method, transaction });
  } else {
    changePaymentMethod(tx, payment.ContractId, method);
    if (transaction.Status.Status !== 'Pending') bookPayment(tx, transaction);
  }
}

function transactionStatus(
  tx: Tx,
  payment: InteractivePayment,
  answer: Extract<ChargeAnswer, { Outcome: 'Succeeded' | 'Pending' }>,
): PaymentTransaction['Status']['Status'] {
  if (answer.Outcome === 'Pending') return 'Pending';
  const isAuthorization = tx.paymentTransactions.get(payment.Id)?.Type === 'Preauthorization';
  return isAuthorization ? 'PreliminarySucceeded' : 'Succeeded';
}

function fail(
  tx: Tx,
  payment: InteractivePayment,
  answer: Extract<ChargeAnswer, { Outcome: 'Failed' }>,
): void {
  const canceled = answer.ErrorCode === 'Canceled';
  // A cancellation is not a payment attempt; every other result was decided by the provider.
  if (!canceled) setTransactionStatus(tx, payment.Id, 'InProgress');
  endPayment(
    tx,
    payment,
    canceled ? 'Canceled' : 'Failed',
    { Code: answer.ErrorCode, Message: answer.ErrorMessage },
    answer,
  );
  const order = tx.orders.get(payment.OrderId);
  if (order !== undefined && allows(order, 'failPayment'))
    moveOrder(tx, order, canceled ? 'cancelPayment' : failureTransition(payment));
  if (canceled) return;
  const { Id, Type } = tx.paymentTransactions.get(payment.Id) as PaymentTransaction;
  tx.emit({
    Event: 'PaymentFailed',
    // A failed signup has created neither customer nor contract.
    ...defined({
      OrderId: payment.OrderId,
      ContractId: tx.contracts.get(payment.ContractId)?.Id,
      CustomerId: tx.customers.get(payment.CustomerId)?.Id,
    }),
    PaymentTransactionId: Id,
    PaymentTransactionType: Type,
  });
}

const failureTransition = ({ OrderStatusBefore }: InteractivePayment) =>
  OrderStatusBefore === 'Approved' ? 'failApprovedPayment' : 'failPayment';

export function endPayment(
  tx: Tx,
  payment: InteractivePayment,
  status: 'Failed' | 'Canceled',
  failure: NonNullable<InteractivePayment['Failure']>,
  answer?: ChargeAnswer,
): void {
  setTransactionStatus(tx, payment.Id, status, {
    ProviderTransactionId: answer?.ProviderTransactionId,
    HttpCode: answer?.HttpCode,
    ErrorCode: failure.Code,
    ErrorMessage: failure.Message,
  });
  tx.interactivePayments.replace({ ...payment, State: 'Ended', Failure: failure });
}

/** Returns the result of a payment. @throws Problem `Declined` with the provider's code if it failed */
export function getResult(tx: Tx, paymentId: string): OrderResult | PaymentChangeResult {
  const payment = tx.interactivePayments.get(paymentId) as InteractivePayment;
  const order = tx.orders.get(payment.OrderId);
  if (payment.Failure !== undefined) throw toRefusal(payment.Failure, order);
  if (payment.OrderId === undefined) return changeResult(payment);
  if (order === undefined) throw conflict(`Order ${payment.OrderId} was deleted.`);
  return payResult(order);
}

/**
 * Returns why a payment failed, and its order, which stays payable. An order completed in the meantime is not canceled.
 */
function toRefusal(
  { Code, Message }: NonNullable<InteractivePayment['Failure']>,
  order: OrderRecord | undefined,
): Problem {
  const result = order && orderResult(order);
  if (order?.Status !== 'Completed') return new Problem('Declined', Code, Message, [], undefined, result);
  const message = `Order ${order.Id} is Completed; this payment is not charged.`;
  return new Problem('Conflict', 'AlreadyExecuted', message, [], undefined, result);
}

function changeResult({ ContractId, CustomerId, Method }: InteractivePayment): PaymentChangeResult {
  return { ContractId, CustomerId, ...defined({ PaymentBearer: Method.Shown }) };
}
