import type { Completion } from '../calls/completion.ts';
import { operate } from '../calls/operate.ts';
import type { Run } from '../calls/run.ts';
import { pagesUrl } from '../configuration/configuration.ts';
import type { PaymentForm } from '../elements/payment-form.ts';
import { type ClientLibError, invalid } from '../errors/client-lib-error.ts';
import { fold, get, isObject, objectArgument, required } from '../input/record.ts';
import { answers } from '../transport/answers.ts';
import { endpointUrl, type Message, send } from '../transport/send.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { UpgradeCart } from '../types/cart.ts';
import type { Configuration } from '../types/configuration.ts';
import type {
  CancellationResult,
  ContractDetails,
  InvoiceReference,
  PaymentChangeResult,
  RevocationResult,
} from '../types/contract.ts';
import type { Customer, CustomerData } from '../types/customer.ts';
import type { OrderResult, PayableOrder, SyncOrderResult } from '../types/order.ts';
import type { UpgradePreviewResult } from '../types/order-preview.ts';
import type { ProcessedPaymentData, SecretPaymentData } from '../types/payment-data.ts';
import { attempt, pay, payWith } from './payer.ts';
import type { Payment } from './payment.ts';

/**
 * Customer self-service: view and cancel the contract, change data and payment method, pay for upgrades, download
 * invoices. All operations apply to the contract of the token.
 *
 * @example
 * const portal = new ClientLib.Portal(token);
 * portal.contractDetails(show, showError);
 */
export class Portal {
  private readonly _token: string;
  private readonly _own: Configuration;

  /**
   * @param selfServiceToken From the merchant's back end, which gets it from `GET
   * /api/v1/contracts/{id}/selfServiceToken` (field `Token`). It expires. With an empty token, such as a back
   * end sends for a customer without a contract, each operation fails with `InvalidKey`.
   * @param settings Override those of `configure` for this instance, such as `{ baseUrl, fetch }` in a test.
   * @throws ClientLibError `InvalidKey` if the token is not a string.
   */
  constructor(selfServiceToken: string, settings: Configuration = {}) {
    if (typeof selfServiceToken !== 'string') throw missingToken(selfServiceToken);
    this._token = selfServiceToken.trim();
    this._own = settings;
  }

  /**
   * The contract, its customer and payment method, and up to 50 recent invoices, newest first.
   * Errors: `LoginError` (the token is wrong or has expired) and the common ones.
   */
  contractDetails(...completion: Completion<ContractDetails>): Promise<ContractDetails>;
  contractDetails(...args: unknown[]): Promise<ContractDetails> {
    return this._request('contractDetails()', args, () => ({ to: 'contract', answer: answers.contract }));
  }

  /**
   * Cancels the contract: it ends on the next date that the notice period and minimum duration allow. Before canceling,
   * show the customer `EndDateIfCancelledNow` of `contractDetails`.
   * Errors: `LoginError`, `PermissionDenied`, `InvalidPreconditions` and the common ones.
   */
  contractCancel(...completion: Completion<CancellationResult>): Promise<CancellationResult>;
  contractCancel(...args: unknown[]): Promise<CancellationResult> {
    return this._request('contractCancel()', args, () => ({
      to: 'contract/cancel',
      body: {},
      answer: answers.cancellation,
    }));
  }

  /**
   * Revokes the customer's cancellation: the contract continues as if it had never been canceled. Credited days are
   * charged again. `Contract.EndDate` is omitted, unless the contract ends by its plan.
   * Errors: `LoginError`, `PermissionDenied` (the account forbids it, or the merchant ended the contract),
   * `InvalidPreconditions` (it is not canceled, or has ended) and the common ones.
   */
  revokeCancellation(...completion: Completion<RevocationResult>): Promise<RevocationResult>;
  revokeCancellation(...args: unknown[]): Promise<RevocationResult> {
    return this._request('revokeCancellation()', args, () => ({
      to: 'contract/revokeCancellation',
      body: {},
      answer: answers.revocation,
    }));
  }

  /**
   * Replaces the customer's data: omitted standard fields are unset. Omitted custom fields are kept; `null` removes one.
   * Affects all contracts of the customer.
   * Errors: `LoginError`, `PermissionDenied` (the account forbids the change), `InvalidData`, `InvalidVatId`,
   * `InvalidCountry` and the common ones.
   */
  customerChange(customerData: AnyCase<CustomerData>, ...completion: Completion<Customer>): Promise<Customer>;
  customerChange(...args: unknown[]): Promise<Customer> {
    return this._request('customerChange(customerData)', args, () => ({
      method: 'PUT',
      to: 'customer',
      body: objectArgument(args[0], 'customerData'),
      answer: answers.customer,
    }));
  }

  /**
   * Changes the contract's payment method. An open balance is immediately charged to the new method. If the result has a
   * `Url`, redirect the customer to it.
   *
   * Errors: those of the data (see `Payment.processPaymentData`), those of the payment (`BearerInvalid`, …),
   * `LoginError` and the common ones.
   *
   * @param payment A `Payment`, or `null` with a payment form.
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
    const change = async (run: Run): Promise<PaymentChangeResult> => {
      const token = this._checkedToken();
      return payWith(args[0], args[1], {}, run, (body) =>
        send(run, { to: 'payment/change', body, token, step: attempt(body), answer: answers.paymentChange }),
      );
    };
    return operate('paymentChange(payment, secretPaymentData)', args, change, this._own);
  }

  /**
   * Calculates what a change of plan or components would cost, now and next. Changes nothing.
   * Errors: `LoginError`, `PermissionDenied` (the account forbids it), `InvalidData` and the common ones.
   *
   * @example
   * const { Order } = await portal.upgradePreview({ PlanVariantId: yearly });
   */
  upgradePreview(
    cart: AnyCase<UpgradeCart>,
    ...completion: Completion<UpgradePreviewResult>
  ): Promise<UpgradePreviewResult>;
  upgradePreview(...args: unknown[]): Promise<UpgradePreviewResult> {
    return this._request('upgradePreview(cart)', args, () => ({
      to: 'upgrade/preview',
      body: { Cart: objectArgument(args[0], 'cart') },
      answer: answers.preview,
    }));
  }

  /**
   * Orders a change of plan or components. It takes effect when it is paid, even if nothing is due: with `upgradePaySync`
   * and the current payment method, or with `upgradePayInteractive`.
   * Errors: `LoginError`, `PermissionDenied` (the account forbids it), `InvalidData`, `InvalidCouponCode` and the
   * common ones.
   */
  upgradeOrder(cart: AnyCase<UpgradeCart>, ...completion: Completion<OrderResult>): Promise<OrderResult>;
  upgradeOrder(...args: unknown[]): Promise<OrderResult> {
    return this._request('upgradeOrder(cart)', args, () => ({
      to: 'upgrade/order',
      body: { Cart: objectArgument(args[0], 'cart') },
      answer: answers.order,
    }));
  }

  /**
   * Pays an upgrade order with the contract's current payment method, without customer interaction. Returns when the
   * provider has responded, which can take a while.
   * Errors: those of the payment (`InsufficientBalance`, `BearerExpired`, …), `LoginError` and the common ones.
   *
   * @param orderId An order from `upgradeOrder`, or one that the back end created for this contract.
   */
  upgradePaySync(orderId: string, ...completion: Completion<SyncOrderResult>): Promise<SyncOrderResult>;
  upgradePaySync(...args: unknown[]): Promise<SyncOrderResult> {
    return this._request('upgradePaySync(orderId)', args, () => ({
      to: 'upgrade/paySync',
      body: { OrderId: required(args[0], 'orderId') },
      answer: answers.syncOrder,
    }));
  }

  /**
   * Pays an upgrade order with new payment data. If the result has a `Url`, redirect the customer to it.
   * Errors: as `Signup.paySignupInteractive`, and `LoginError`.
   *
   * @param payment A `Payment`, or `null` with a payment form.
   * @param order An order from `upgradeOrder`, or one that the back end created for this contract.
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
    const upgrade = async (run: Run) => pay(args, 'upgrade/pay', run, this._checkedToken());
    return operate('upgradePayInteractive(payment, secretPaymentData, order)', args, upgrade, this._own);
  }

  /**
   * The URL of an invoice's PDF: `location = portal.invoicePdfDownloadUrl(id)`. It contains the self-service token, so use
   * it only in this customer's browser. It is valid as long as the token.
   *
   * @param invoice Id of an invoice, or an object with an id, as in `contractDetails().RecentInvoices`.
   * @throws ClientLibError `InvalidData` when there is no id, `InvalidKey` when the token is empty, `InvalidConfiguration`
   * when there is no service address.
   */
  invoicePdfDownloadUrl(invoice: InvoiceReference): string {
    const id = required(isObject(invoice) ? get(fold(invoice), 'Id') : invoice, 'invoice', 'an id or { Id }');
    const token = encodeURIComponent(this._checkedToken());
    return endpointUrl(
      `invoices/${encodeURIComponent(id)}/pdf?selfServiceToken=${token}`,
      pagesUrl(this._own),
    );
  }

  /** An operation that is one request. */
  private _request<T>(signature: string, args: readonly unknown[], message: () => Message): Promise<T> {
    const request = async (run: Run): Promise<T> => {
      const token = this._checkedToken();
      return send(run, { ...message(), token });
    };
    return operate(signature, args, request, this._own);
  }

  private _checkedToken(): string {
    if (this._token) return this._token;
    throw missingToken(this._token);
  }
}

const missingToken = (came: unknown): ClientLibError =>
  invalid('InvalidKey', 'selfServiceToken', 'a Token of the REST API', came);
