import type { OrderResult } from '../../model/order.ts';
import type { PaymentTransaction } from '../../model/payment.ts';
import type { TetheredPaymentInformation } from '../../model/payment-input.ts';
import { defined } from '../basics/defined.ts';
import { conflict, invalid, notFound, Problem } from '../basics/problem.ts';
import { refuseObserved } from '../contract-facts/store-separation.ts';
import { customerName, getCustomer, refuseLocked } from '../customers/customers.ts';
import { amountDue, completeOrder } from '../orders/order-completion.ts';
import { payResult } from '../orders/order-result.ts';
import { moveOrder, refuseStep } from '../orders/order-status.ts';
import { refuseOutdated } from '../orders/stale-order.ts';
import { toMethod } from '../payments/bearer.ts';
import { changePaymentMethod } from '../payments/payment-methods.ts';
import { openTransaction } from '../payments/payment-transactions.ts';
import { preauthorizationAmount } from '../payments/preauthorizations.ts';
import { withKeys } from '../payments/return-url.ts';
import type { ContractRecord } from '../records/contracts.ts';
import { getContract, getOrder } from '../records/lookups.ts';
import type { OrderRecord } from '../records/orders.ts';
import type { ChargeRequest } from '../records/payment-provider.ts';
import type { InteractivePayment, PaymentMethod } from '../records/payments.ts';
import type { Service } from '../records/service.ts';
import type { Tx } from '../records/tx.ts';
import { supersede } from './earlier-attempts.ts';
import { askProvider, getResult, type PaymentChangeResult, settle } from './payment-outcome.ts';
import { refuseSpentToken } from './spent-token.ts';

/** The payer, the payment method, and the return URL. */
export interface Payer {
  readonly tethered: TetheredPaymentInformation;
  /** Whole address; absent where the page named none. */
  readonly returnUrl?: string | undefined;
  /** The customer passes the challenge of the token now. */
  readonly challengeFollows?: boolean | undefined;
}

/** The order, when it can be paid. @throws Problem when it does not exist or is paid, expired or not approved */
function payableOrder(tx: Tx, orderId: string, contractId: string | undefined): OrderRecord {
  const order = getOrder(tx, orderId);
  if (contractId !== undefined && order.ContractId !== contractId) throw notFound('order', orderId);
  if (contractId === undefined && order.OrderType !== 'Signup') {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      `Order ${orderId} changes a contract: its customer pays it with a self-service token (Portal.upgradePayInteractive, Portal.upgradePaySync).`,
    );
  }
  refuseStep(order, 'pay');
  if (order.Ordered.Receipt !== undefined) {
    throw conflict(
      `Order ${orderId} was paid in the store; commit it (POST /api/v1/orders/${orderId}/commit).`,
    );
  }
  refuseLocked(tx, order.CustomerId);
  refuseOutdated(tx, order);
  return order;
}

/**
 * Pays an order with new payment data, with the customer at the screen.
 *
 * @param contractId only an order of this contract may be paid (Portal); signups alone where unset
 * @returns the order result, with `Url` when the customer must go to a page of the provider
 * @throws Problem `Declined` when the provider refuses: the order stays payable
 */
export async function payOrder(
  service: Service,
  orderId: string,
  payer: Payer,
  contractId?: string,
): Promise<OrderResult> {
  const begun = service.transaction((tx) => {
    const order = payableOrder(tx, orderId, contractId);
    const method = toMethod(service, tx, payer.tethered, order);
    refuseSpentToken(tx, method, order.Id);
    const challenged = challengedPayment(tx, order.Id, method, payer);
    if (challenged !== undefined) return { challenged };
    supersede(tx, order.Id);
    const { amount, preauth } = amountDue(tx, order, method);
    if (!needsProvider(service, method, amount)) {
      completeOrder(tx, orderId, { method });
      return { done: payResult(order) };
    }
    return beginOrder(service, tx, { order, method, amount, preauth, payer });
  });
  if ('done' in begun) return begun.done;
  if ('challenged' in begun) {
    await settleChallenge(service, begun.challenged);
    return service.transaction((tx) => getResult(tx, begun.challenged) as OrderResult);
  }
  const answer = await askProvider(service, begun.payment, begun.request);
  return service.transaction((tx) => {
    const result = getResult(tx, begun.payment.Id) as OrderResult;
    if (answer.Outcome !== 'Redirect' && answer.Outcome !== 'Challenge') return result;
    // Nothing is decided: ids of a contract would say that there is one.
    const { ContractId, CustomerId, ...known } = result;
    return answer.Outcome === 'Redirect' ? { ...known, Url: answer.Url } : known;
  });
}

/**
 * The payment of the same subject that waits for the challenge of this token, when the customer has come from there.
 *
 * @returns id of the payment
 */
function challengedPayment(tx: Tx, subject: string, method: PaymentMethod, payer: Payer): string | undefined {
  if (method.Token === undefined || payer.challengeFollows === true) return undefined;
  return tx.interactivePayments.find({
    where: { Open: subject },
    match: (payment) => payment.State === 'AtProvider' && payment.Method.Token === method.Token,
  })?.Id;
}

/** Applies the result of a challenge. An open one was not passed. */
async function settleChallenge(service: Service, paymentId: string): Promise<void> {
  const reference = service.transaction((tx) => tx.paymentTransactions.get(paymentId)?.ProviderTransactionId);
  const answer = service.providers.getResult(reference ?? '') ?? {
    Outcome: 'Failed',
    ErrorCode: '3DsProblem',
    ErrorMessage: 'The 3-D Secure challenge was not passed.',
    Severity: 'Severe',
  };
  await settle(service, paymentId, answer);
}

/**
 * Pays an order with the method that its contract has, without the customer (spec: Behaviour rules 5). Answers when the
 * provider has.
 *
 * @throws Problem `Declined` when the provider refuses
 */
export async function payOrderSync(
  service: Service,
  orderId: string,
  contractId: string,
): Promise<Omit<OrderResult, 'Currency'>> {
  const begun = service.transaction((tx) => {
    const order = payableOrder(tx, orderId, contractId);
    supersede(tx, order.Id);
    const method = tx.paymentMethods.get(contractId);
    const amount = method === undefined ? order.TotalGross : amountDue(tx, order, method).amount;
    if (amount <= 0 || method?.Bearer === 'InvoicePayment') {
      completeOrder(tx, orderId, {});
      return { done: order };
    }
    if (method === undefined || method.Role === 'None' || method.LacksData === true) {
      throw conflict(
        `Contract ${contractId} has no payment method to pay with. Use upgradePayInteractive, or paymentChange first.`,
      );
    }
    return beginOrder(service, tx, { order, method, amount, preauth: false });
  });
  if (!('done' in begun)) {
    await askProvider(service, begun.payment, begun.request);
    service.transaction((tx) => getResult(tx, begun.payment.Id));
  }
  const { Currency, ...result } = payResult('done' in begun ? begun.done : begun.order);
  return result;
}

/**
 * Replaces the payment method of a contract. The provider preauthorizes it if the method supports that; an open balance
 * is collected by the new method at once (field notes 3.5).
 */
export async function changePayment(
  service: Service,
  contractId: string,
  payer: Payer,
): Promise<PaymentChangeResult> {
  const begun = service.transaction((tx) => {
    const contract = getContract(tx, contractId);
    refuseObserved(contract, 'The payment data is changed there.');
    refuseLocked(tx, contract.CustomerId);
    const method = toMethod(service, tx, payer.tethered, undefined);
    if (method.Role === 'None') refuseWithoutData(tx, contract);
    refuseSpentToken(tx, method, contract.Id);
    const challenged = challengedPayment(tx, contract.Id, method, payer);
    if (challenged !== undefined) return { challenged };
    supersede(tx, contract.Id);
    const amount = preauthorizationAmount(tx, method);
    if (!needsProvider(service, method, amount)) {
      const { Id, CustomerId } = changePaymentMethod(tx, contract.Id, method);
      return { done: { ContractId: Id, CustomerId, ...defined({ PaymentBearer: method.Shown }) } };
    }
    const common = { method, amount, currency: contract.Currency, preauth: true };
    const of = {
      customerId: contract.CustomerId,
      contractId: contract.Id,
      customerName: contract.CustomerName,
    };
    const description = `Contract ${contract.ReferenceCode}`;
    return begin(service, tx, { ...common, ...of, trigger: 'Payment', description, payer });
  });
  if ('done' in begun) return begun.done;
  if ('challenged' in begun) {
    await settleChallenge(service, begun.challenged);
    return service.transaction((tx) => getResult(tx, begun.challenged) as PaymentChangeResult);
  }
  const answer = await askProvider(service, begun.payment, begun.request);
  return service.transaction((tx) => {
    const result = getResult(tx, begun.payment.Id) as PaymentChangeResult;
    return answer.Outcome === 'Redirect' ? { ...result, Url: answer.Url } : result;
  });
}

function refuseWithoutData(tx: Tx, contract: ContractRecord): void {
  const variant = tx.planVariants.get(contract.PlanVariantId);
  if (variant?.AllowWithoutPaymentData === true) return;
  throw new Problem(
    'Invalid',
    'InvalidPaymentMethod',
    'None:None is only allowed if the plan variant has AllowWithoutPaymentData.',
  );
}

/** A redirecting provider is visited even if nothing is due: only the visit yields the token for later charges. */
function needsProvider(service: Service, method: PaymentMethod, amount: number): boolean {
  if (method.Role === 'None' || method.Bearer === 'InvoicePayment') return false;
  return amount > 0 || service.providers.redirects(method.Bearer);
}

interface Beginning {
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly currency: string;
  readonly preauth: boolean;
  readonly trigger: PaymentTransaction['Trigger'];
  readonly customerId: string;
  readonly customerName: string;
  readonly contractId: string;
  readonly description: string;
  readonly order?: OrderRecord;
  /** Absent where the customer is not at the screen. */
  readonly payer?: Payer | undefined;
}

interface Begun {
  readonly payment: InteractivePayment;
  readonly request: ChargeRequest;
}

function beginOrder(
  service: Service,
  tx: Tx,
  pay: Pick<Beginning, 'method' | 'amount' | 'preauth' | 'payer'> & { readonly order: OrderRecord },
): Begun & { readonly order: OrderRecord } {
  const { order } = pay;
  const begun = begin(service, tx, {
    currency: order.Currency,
    trigger: order.OrderType === 'Upgrade' ? 'Upgrade' : 'Signup',
    customerId: order.CustomerId,
    customerName: customerName(tx, order.CustomerId, order.Ordered.Customer),
    contractId: order.ContractId,
    description: `Order ${order.Id}`,
    ...pay,
  });
  moveOrder(tx, order, 'pay');
  return { ...begun, order };
}

/** Opens the payment transaction, and returns the request for the provider. */
function begin(service: Service, tx: Tx, beginning: Beginning): Begun {
  const { method, amount, currency, preauth, order, payer } = beginning;
  const redirects = payer !== undefined && service.providers.redirects(method.Bearer);
  if (redirects && payer.returnUrl === undefined) {
    throw invalid(
      'ProviderReturnUrl',
      `${method.Bearer} redirects the customer to the provider; set paymentConfig.providerReturnUrl to the page that calls ClientLib.finalize().`,
      'InvalidConfiguration',
    );
  }
  const isElsewhere = redirects || payer?.challengeFollows === true;
  const { Id } = openTransaction(tx, beginning, isElsewhere ? 'Created' : 'InProgress');
  const Secret = redirects ? tx.random.base64url(16) : undefined;
  const payment: InteractivePayment = tx.interactivePayments.insert({
    Id,
    ContractId: beginning.contractId,
    CustomerId: beginning.customerId,
    Method: method,
    State: 'Asked',
    AskedAt: tx.now,
    ...defined({
      OrderId: order?.Id,
      OrderStatusBefore: order?.Status,
      KeepsMethod: payer === undefined ? true : undefined,
      Secret,
    }),
  });
  const customer = tx.customers.has(beginning.customerId)
    ? getCustomer(tx, beginning.customerId)
    : order?.Ordered.Customer;
  const interactive = ({ tethered, challengeFollows, returnUrl = '' }: Payer) =>
    defined({
      EmailAddress: tethered.EmailAddress || customer?.EmailAddress,
      ChallengeFollows: challengeFollows || undefined,
      ReturnUrl:
        Secret &&
        withKeys(returnUrl, {
          transactionId: Id,
          secret: Secret,
          trigger: 'Payment',
          language: customer?.Locale ?? tx.account.Locale,
        }),
    });
  return {
    payment,
    request: {
      TransactionId: Id,
      Method: method,
      Amount: amount,
      Currency: currency,
      Preauth: preauth,
      Recurring: payer === undefined,
      Description: beginning.description,
      ...defined({ Interactive: payer && interactive(payer) }),
    },
  };
}
