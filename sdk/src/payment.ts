import { type Popups, readAccount } from './account.ts';
import type { BeginPayment, PaymentAmount } from './elements/payment-form.ts';
import { invalid, misuse } from './error.ts';
import { operate, type Run } from './operation.ts';
import { checkPaymentData, flowOf } from './payment-data/check.ts';
import { loadMethods, type MethodsAnswer } from './payment-methods.ts';
import { passChallenge } from './providers/challenge.ts';
import type { Checked, Flow, TokenAnswer } from './providers/flow.ts';
import { tokenize } from './providers/tokenize.ts';
import { foldArgument, get, text } from './record.ts';
import type { AnyCase } from './types/any-case.ts';
import type { Completion } from './types/call.ts';
import type { PaymentConfig } from './types/payment-config.ts';
import type { ProcessedPaymentData, SecretPaymentData } from './types/payment-data.ts';
import type { AvailablePaymentMethods, Environment } from './types/payment-methods.ts';

/**
 * The account's payment methods, and the way of payment data to their providers. Loads the methods when it is made,
 * which takes a while: make one for each page. It can be made before the DOM is ready, and becomes ready after
 * DOMContentLoaded (spec: ClientLib operations).
 *
 * @example
 * const payment = new ClientLib.Payment({ publicApiKey: '…' }, () => showMethods(payment), showError);
 */
export class Payment {
  /**
   * Settles when the methods are loaded; rejects with the error that the error callback receives. Everything below may
   * be used after it, and before it gives the error `NotReady`.
   */
  readonly ready: Promise<void>;
  /** @internal */
  publicApiKey!: string;
  /** Absolute. @internal */
  providerReturnUrl: string | undefined;
  /** @internal */
  popupCreate: Popups['popupCreate'];
  /** @internal */
  popupClose: Popups['popupClose'];
  private loaded: MethodsAnswer | undefined;

  /**
   * @param paymentConfig The account's key, and where redirecting providers send the customer back to.
   * @param completion `ready` is called without arguments when everything is loaded; `error` when it cannot be loaded:
   * `InvalidKey` (unknown key, or one of the other environment), `InvalidConfiguration`, `ServerError`, `Timeout`, …
   */
  constructor(paymentConfig: AnyCase<PaymentConfig>, ...completion: Completion<void>);
  constructor(...args: unknown[]) {
    this.ready = operate('Payment(paymentConfig)', args, (run) => this.load(args[0], run));
  }

  /**
   * The configured methods in detail, by provider (spec: Available payment methods).
   * @throws ClientLibError `NotReady` before `ready`.
   */
  getAvailablePaymentMethods(): AvailablePaymentMethods {
    return this.methods().Methods;
  }

  /**
   * The configured methods as a list of bearers: `['CreditCard:…', 'Debit:…', 'InvoicePayment']`.
   * @throws ClientLibError `NotReady` before `ready`.
   */
  getAvailablePaymentMethodEnum(): string[] {
    return this.methods().Bearers;
  }

  /**
   * The system that the host belongs to.
   * @throws ClientLibError `NotReady` before `ready`.
   */
  get environment(): Environment {
    return this.methods().Environment;
  }

  /**
   * Sends payment data to the payment provider and gives what stands for it, to pay with later by
   * `Signup.paySignupInteractive`. Nothing of it is secret.
   *
   * Errors: those of the data (`InvalidCardNumber`, `InvalidExpirationDate`, `InvalidCardCvc`, `InvalidIban`, …, before
   * anything is sent), `InvalidPaymentMethod`, `PspServerError`, `3DsProblem`, `Aborted` and the common ones.
   */
  processPaymentData(
    secretPaymentData: AnyCase<SecretPaymentData>,
    ...completion: Completion<ProcessedPaymentData>
  ): Promise<ProcessedPaymentData>;
  processPaymentData(...args: unknown[]): Promise<ProcessedPaymentData> {
    return operate('processPaymentData(secretPaymentData)', args, (run) => this.process(args[0], {}, run));
  }

  /**
   * Finds the method and checks the data for it; sends nothing. Nothing is to be done for what `processPaymentData`
   * gave before.
   * @internal
   */
  check(secretPaymentData: unknown): (Checked & { Bearer: string; flow: Flow }) | undefined {
    const data = foldArgument(secretPaymentData, 'secretPaymentData');
    const { Flows } = this.methods();
    if (get(data, 'TetheredPaymentInformation')) return undefined;
    const Bearer = text(get(data, 'bearer'));
    const flow = flowOf(Bearer, Flows);
    if (flow.Kind === 'Redirect' && !this.providerReturnUrl) {
      throw invalid('InvalidConfiguration', 'paymentConfig.providerReturnUrl', `an address, for ${Bearer}`);
    }
    return { Bearer, flow, ...checkPaymentData(data, flow) };
  }

  /** @internal */
  async process(
    secretPaymentData: unknown,
    amount: PaymentAmount,
    run: Run,
    begin?: BeginPayment,
  ): Promise<ProcessedPaymentData> {
    const checked = this.check(secretPaymentData);
    if (!checked) return secretPaymentData as ProcessedPaymentData;
    const purpose = { PublicApiKey: this.publicApiKey, ...amount };
    const { processed, answer } = await tokenize(checked, purpose, this.getAvailablePaymentMethods(), run);
    if (answer.Challenge) {
      await begin?.(processed);
      await passChallenge(answer as TokenAnswer, this, run);
    }
    return processed;
  }

  private methods(): MethodsAnswer {
    if (this.loaded) return this.loaded;
    throw misuse('NotReady', 'Payment: wait for ready.');
  }

  private async load(paymentConfig: unknown, run: Run): Promise<void> {
    Object.assign(this, readAccount(paymentConfig, 'paymentConfig')[0]);
    this.loaded = await loadMethods(this.publicApiKey, run);
  }
}
