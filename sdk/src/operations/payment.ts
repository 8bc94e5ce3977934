import { readAccount } from '../account/account.ts';
import { loadMethods, type MethodsAnswer } from '../account/payment-methods.ts';
import type { Completion } from '../calls/completion.ts';
import { operate } from '../calls/operate.ts';
import type { Run } from '../calls/run.ts';
import { readSettings } from '../configuration/configuration.ts';
import type { BeginPayment, PaymentAmount } from '../elements/payment-form.ts';
import { invalid, misuse } from '../errors/client-lib-error.ts';
import { type Folded, foldArgument, get, text } from '../input/record.ts';
import { validateVatId } from '../input/vat-id.ts';
import { checkPaymentData } from '../payment-data/check.ts';
import { toError } from '../payment-data/findings.ts';
import { passChallenge } from '../providers/challenge.ts';
import { getFlow } from '../providers/flow.ts';
import { type PayableData, tokenize } from '../providers/tokenize.ts';
import type { AnyCase } from '../types/any-case.ts';
import type { Configuration } from '../types/configuration.ts';
import type { PaymentConfig, Popups } from '../types/payment-config.ts';
import type { ProcessedPaymentData, SecretPaymentData } from '../types/payment-data.ts';
import type { AvailablePaymentMethods, Environment } from '../types/payment-methods.ts';

/**
 * Loads the account's payment methods and sends payment data to their providers. Loading takes time: create one instance
 * per page. You can create it before the DOM is ready; it becomes ready after DOMContentLoaded.
 *
 * @example
 * const payment = new ClientLib.Payment({ publicApiKey: '…' }, () => showMethods(payment), showError);
 */
export class Payment {
  /**
   * Resolves when the methods are loaded; rejects with the error that the error callback receives. Asynchronous calls
   * wait for it; synchronous ones throw `NotReady` before.
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
  private _loaded: MethodsAnswer | undefined;
  private _own: Configuration | undefined;

  /**
   * @param paymentConfig The account's key, and the page that redirecting providers send the customer back to.
   * @param completion `ready` is called without arguments when everything is loaded; `error` when it cannot be loaded:
   * `InvalidKey` (unknown key, or one of the other environment), `InvalidConfiguration`, `ServerError`, `Timeout`, …
   */
  constructor(paymentConfig: AnyCase<PaymentConfig>, ...completion: Completion<void>);
  constructor(...args: unknown[]) {
    this.ready = operate('Payment(paymentConfig)', args, (run) => this._load(args[0], run));
  }

  /**
   * The configured methods in detail, by provider.
   * @throws ClientLibError `NotReady` before `ready`.
   */
  getAvailablePaymentMethods(): AvailablePaymentMethods {
    return this._methods().Methods;
  }

  /**
   * The configured methods as a list of bearers: `['CreditCard:…', 'Debit:…', 'InvoicePayment']`.
   * @throws ClientLibError `NotReady` before `ready`.
   */
  getAvailablePaymentMethodEnum(): string[] {
    return this._methods().Bearers;
  }

  /**
   * The system that the host belongs to.
   * @throws ClientLibError `NotReady` before `ready`.
   */
  get environment(): Environment {
    return this._methods().Environment;
  }

  /**
   * Sends payment data to the payment provider and returns a token for it, to pay later with
   * `Signup.paySignupInteractive`. The result contains no secrets.
   *
   * Errors: those of the data (`InvalidCardNumber`, `InvalidExpirationDate`, `InvalidCardCvc`, `InvalidIban`, …, before
   * anything is sent), `InvalidPaymentMethod`, `PspServerError`, `3DsProblem`, `Aborted` and the common ones.
   */
  processPaymentData(
    secretPaymentData: AnyCase<SecretPaymentData>,
    ...completion: Completion<ProcessedPaymentData>
  ): Promise<ProcessedPaymentData>;
  processPaymentData(...args: unknown[]): Promise<ProcessedPaymentData> {
    const process = (run: Run) => this.process(args[0], {}, run);
    return operate('processPaymentData(secretPaymentData)', args, process, this._own);
  }

  /**
   * Checks whether a VAT id is well-formed: a country prefix and at most 12 letters or digits. Nothing is
   * sent.
   */
  validateVatId(vatId: string): boolean {
    return validateVatId(vatId);
  }

  /**
   * Waits until the methods are loaded, then finds the method and checks the data for it; sends nothing of it. Nothing
   * is to be done for what `processPaymentData` returned before.
   * @internal
   */
  async prepare(secretPaymentData: unknown): Promise<PayableData | undefined> {
    const data = foldArgument(secretPaymentData, 'secretPaymentData');
    await this.ready;
    return get(data, 'TetheredPaymentInformation')
      ? undefined
      : this._check(data, secretPaymentData as object);
  }

  /** @internal */
  async process(
    secretPaymentData: unknown,
    amount: PaymentAmount,
    run: Run,
    begin?: BeginPayment,
  ): Promise<ProcessedPaymentData> {
    const payable = await this.prepare(secretPaymentData);
    if (!payable) return secretPaymentData as ProcessedPaymentData;
    const purpose = { PublicApiKey: this.publicApiKey, ...amount };
    const { processed, answer } = await tokenize(payable, purpose, this._methods().Methods, run);
    const { Token, Challenge } = answer;
    if (Token && Challenge) {
      await begin?.(processed);
      await passChallenge({ Token, Challenge }, this, run);
    }
    return processed;
  }

  private _check(data: Folded, given: object): PayableData {
    const Bearer = text(get(data, 'bearer'));
    const flow = getFlow(Bearer, this._methods().Flows);
    if (flow.Kind === 'Redirect' && !this.providerReturnUrl)
      throw invalid('InvalidConfiguration', 'paymentConfig.providerReturnUrl', `an address, for ${Bearer}`);
    const { findings, ...checked } = checkPaymentData(data, flow);
    const [first] = findings;
    if (first) throw toError(first, given);
    return { Bearer, flow, ...checked };
  }

  private _methods(): MethodsAnswer {
    if (this._loaded) return this._loaded;
    throw misuse('NotReady', 'Payment: wait for ready.');
  }

  private async _load(paymentConfig: unknown, run: Run): Promise<void> {
    Object.assign(this, readAccount(paymentConfig, 'paymentConfig')[0]);
    this._own = readSettings(paymentConfig, true);
    Object.assign(run.settings, this._own);
    this._loaded = await loadMethods(this.publicApiKey, run);
  }
}
