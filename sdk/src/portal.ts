import { pagesUrl } from './configuration.ts';
import type { PaymentForm } from './elements/payment-form.ts';
import { operate, type Run } from './operation.ts';
import { attempt, type Payer, pay, payer } from './paying.ts';
import type { Payment } from './payment.ts';
import { fold, get, isObject, objectArgument, required } from './record.ts';
import { addressOf, type Message, send } from './transport.ts';
import type { AnyCase } from './types/any-case.ts';
import type { Completion } from './types/call.ts';
import type {
  CancellationResult,
  ContractDetails,
  InvoiceReference,
  PaymentChangeResult,
} from './types/contract.ts';
import type { Customer, CustomerData } from './types/customer.ts';
import type { OrderResult, PayableOrder, SyncOrderResult } from './types/order.ts';
import type { ProcessedPaymentData, SecretPaymentData } from './types/payment-data.ts';

/**
 * Self-service of a customer: see and cancel the contract, change data and payment method, pay for upgrades, fetch
 * invoices. Everything concerns the one contract that the token is for.
 *
 * @example
 * const portal = new ClientLib.Portal(token);
 * portal.contractDetails(show, showError);
 */
export class Portal {
  private readonly token: string;

  /**
   * @param selfServiceToken From the merchant's back end, which gets it by
   * `GET /api/v1/contracts/{id}/selfServiceToken` (field `Token`). It expires.
   * @throws ClientLibError `InvalidKey` when there is no token.
   */
  constructor(selfServiceToken: string) {
    this.token = required(selfServiceToken, 'selfServiceToken', 'a Token of the REST API', 'InvalidKey');
  }

  /**
   * The contract, its customer and payment method, and up to 50 recent invoices, newest first (spec: Limits 2).
   * Errors: `LoginError` (the token is wrong or has expired) and the common ones.
   */
  contractDetails(...completion: Completion<ContractDetails>): Promise<ContractDetails>;
  contractDetails(...args: unknown[]): Promise<ContractDetails> {
    return operate('contractDetails()', args, (run) => this.send(run, { to: 'contract' }));
  }

  /**
   * Cancels the contract: it ends at the next date that cancellation period and minimum duration allow. To tell the
   * customer beforehand, show `EndDateIfCancelledNow` of `contractDetails`.
   * Errors: `LoginError`, `PermissionDenied`, `InvalidPreconditions` and the common ones.
   */
  contractCancel(...completion: Completion<CancellationResult>): Promise<CancellationResult>;
  contractCancel(...args: unknown[]): Promise<CancellationResult> {
    return operate('contractCancel()', args, (run) => this.send(run, { to: 'contract/cancel', body: {} }));
  }

  /**
   * Replaces the customer's data: a standard field that is left out becomes unset. Custom fields that are not named
   * stay; `null` removes one. Concerns all contracts of the customer (spec: customerData rule 4).
   * Errors: `LoginError`, `PermissionDenied` (the account forbids the change), `InvalidData`, `InvalidVatId`,
   * `InvalidCountry` and the common ones.
   */
  customerChange(customerData: AnyCase<CustomerData>, ...completion: Completion<Customer>): Promise<Customer>;
  customerChange(...args: unknown[]): Promise<Customer> {
    return operate('customerChange(customerData)', args, async (run) =>
      this.send(run, { method: 'PUT', to: 'customer', body: objectArgument(args[0], 'customerData') }),
    );
  }

  /**
   * Changes what the contract is paid with. An open balance is paid with it at once. When the result has a `Url`, send
   * the customer there.
   *
   * Errors: those of the data (see `Payment.processPaymentData`), those of the payment (`BearerInvalid`, …),
   * `LoginError` and the common ones.
   *
   * @param payment A ready `Payment`, or `null` with a payment form.
   */
  paymentChange(
    payment: Payment,
    data: AnyCase<SecretPaymentData> | ProcessedPaymentData,
    ...completion: Completion<PaymentChangeResult>
  ): Promise<PaymentChangeResult>;
  paymentChange(
    payment: null,
    paymentForm: PaymentForm,
    ...completion: Completion<PaymentChangeResult>
  ): Promise<PaymentChangeResult>;
  paymentChange(...args: unknown[]): Promise<PaymentChangeResult> {
    return operate('paymentChange(payment, secretPaymentData)', args, async (run) => {
      const change = (body: Payer): Promise<PaymentChangeResult> =>
        this.send(run, { to: 'payment/change', body, step: attempt(body) });
      return change(await payer(args[0], args[1], {}, run, change));
    });
  }

  /**
   * Pays an upgrade order with the contract's current payment method. Not interactive; answers when the provider has
   * (spec: Behaviour rules 5), so give it time.
   * Errors: those of the payment (`InsufficientBalance`, `BearerExpired`, …), `LoginError` and the common ones.
   *
   * @param orderId An order that the back end made for this contract.
   */
  upgradePaySync(orderId: string, ...completion: Completion<SyncOrderResult>): Promise<SyncOrderResult>;
  upgradePaySync(...args: unknown[]): Promise<SyncOrderResult> {
    return operate('upgradePaySync(orderId)', args, async (run) =>
      this.send(run, { to: 'upgrade/paySync', body: { OrderId: required(args[0], 'orderId') } }),
    );
  }

  /**
   * Pays an upgrade order with new payment data (spec: Behaviour rules 6). When the result has a `Url`, send the
   * customer there.
   * Errors: as `Signup.paySignupInteractive`, and `LoginError`.
   *
   * @param payment A ready `Payment`, or `null` with a payment form.
   * @param order An order that the back end made for this contract.
   */
  upgradePayInteractive(
    payment: Payment,
    data: AnyCase<SecretPaymentData> | ProcessedPaymentData,
    order: AnyCase<PayableOrder>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  upgradePayInteractive(
    payment: null,
    paymentForm: PaymentForm,
    order: AnyCase<PayableOrder>,
    ...completion: Completion<OrderResult>
  ): Promise<OrderResult>;
  upgradePayInteractive(...args: unknown[]): Promise<OrderResult> {
    return operate('upgradePayInteractive(payment, secretPaymentData, order)', args, (run) =>
      pay(args, 'upgrade/pay', run, this.token),
    );
  }

  /**
   * Where an invoice's PDF can be fetched: `location = portal.invoicePdfDownloadUrl(id)`. The address has the
   * self-service token in it: it is for this customer's browser, and works while the token does.
   *
   * @param invoice Id of an invoice, or an object that has one, as in `contractDetails().RecentInvoices`.
   * @throws ClientLibError `InvalidData` when there is no id, `InvalidConfiguration` when there is no service address.
   */
  invoicePdfDownloadUrl(invoice: InvoiceReference): string {
    const id = required(isObject(invoice) ? get(fold(invoice), 'Id') : invoice, 'invoice', 'an id or { Id }');
    const token = encodeURIComponent(this.token);
    return addressOf(`invoices/${encodeURIComponent(id)}/pdf?selfServiceToken=${token}`, pagesUrl());
  }

  private send<T>(run: Run, message: Message): Promise<T> {
    return send(run, { ...message, token: this.token });
  }
}
