import { settings } from './configuration.ts';
import type { PaymentAmount } from './elements/payment-form.ts';
import { invalid, misuse } from './error.ts';
import { operate, type Run } from './operation.ts';
import { checkPaymentData, flowOf } from './payment-data/check.ts';
import { passChallenge } from './providers/challenge.ts';
import { askClientLibrary, loadProvider } from './providers/client-library.ts';
import type { Checked, Flow, TokenAnswer, TokenRequest } from './providers/flow.ts';
import { requestToken } from './providers/token.ts';
import { foldArgument, text } from './record.ts';
import { send } from './transport.ts';
import type { AnyCase } from './types/any-case.ts';
import type { CallOptions, ErrorCallback, SuccessCallback } from './types/call.ts';
import type { PaymentConfig } from './types/payment-config.ts';
import type { ProcessedPaymentData, SecretPaymentData } from './types/payment-data.ts';
import type { AvailablePaymentMethods, Environment } from './types/payment-methods.ts';

/** The service's answer to `paymentMethods`. */
interface MethodsAnswer {
  readonly Methods: AvailablePaymentMethods;
  readonly Bearers: string[];
  readonly Flows: Record<string, Flow>;
  readonly Environment: Environment;
}

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
  publicApiKey = '';
  /** Absolute. @internal */
  providerReturnUrl: string | undefined;
  private popups: Pick<PaymentConfig, 'popupCreate' | 'popupClose'> = {};
  private loaded: MethodsAnswer | undefined;

  /**
   * @param paymentConfig The account's key, and where redirecting providers send the customer back to.
   * @param ready Called without arguments when everything is loaded.
   * @param error Called with a `ClientLibError` when it cannot be loaded: `InvalidKey` (unknown key, or one of the other
   * environment), `InvalidConfiguration`, `ServerError`, `Timeout`, …
   * @param options Signal and time-out of the loading.
   */
  constructor(paymentConfig: AnyCase<PaymentConfig>, options?: CallOptions);
  constructor(
    paymentConfig: AnyCase<PaymentConfig>,
    ready?: (() => void) | null,
    error?: ErrorCallback | null,
    options?: CallOptions,
  );
  constructor(...args: unknown[]) {
    this.ready = operate('Payment', ['paymentConfig'], args, (run) => this.load(args[0], run));
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
    options?: CallOptions,
  ): Promise<ProcessedPaymentData>;
  processPaymentData(
    secretPaymentData: AnyCase<SecretPaymentData>,
    success?: SuccessCallback<ProcessedPaymentData> | null,
    error?: ErrorCallback | null,
    options?: CallOptions,
  ): Promise<ProcessedPaymentData>;
  processPaymentData(...args: unknown[]): Promise<ProcessedPaymentData> {
    return operate('Payment.processPaymentData', ['secretPaymentData'], args, (run) =>
      this.process(args[0], {}, run),
    );
  }

  /**
   * Finds the method and checks the data for it; sends nothing. Nothing is to be done for what `processPaymentData`
   * gave before.
   * @internal
   */
  check(secretPaymentData: unknown): (Checked & { Bearer: string; flow: Flow }) | undefined {
    const data = foldArgument(secretPaymentData, 'secretPaymentData');
    const { Flows } = this.methods();
    if (data['tetheredpaymentinformation']) return undefined;
    const Bearer = text(data['bearer']);
    const flow = flowOf(Bearer, Flows);
    if (flow.Kind === 'Redirect' && !this.providerReturnUrl) {
      throw invalid(
        'InvalidConfiguration',
        'paymentConfig.providerReturnUrl',
        `the page to return to from ${Bearer}`,
      );
    }
    return { Bearer, flow, ...checkPaymentData(data, flow) };
  }

  /** @internal */
  async process(secretPaymentData: unknown, amount: PaymentAmount, run: Run): Promise<ProcessedPaymentData> {
    const checked = this.check(secretPaymentData);
    if (!checked) return secretPaymentData as ProcessedPaymentData;
    const { Bearer, flow, secret, open } = checked;
    const request: TokenRequest = { PublicApiKey: this.publicApiKey, Bearer, ...amount, ...secret };
    const answer: Partial<TokenAnswer> =
      flow.Kind === 'Token'
        ? await requestToken(flow, request, run)
        : flow.Kind === 'ClientLibrary'
          ? await askClientLibrary(flow, this.getAvailablePaymentMethods(), request)
          : {};
    if (answer.Challenge) await passChallenge(answer as TokenAnswer, this.popups, run);
    const { Token, Last4, CardType } = answer;
    return { Bearer, TetheredPaymentInformation: { Bearer, Token, ...open }, Last4, CardType };
  }

  private methods(): MethodsAnswer {
    if (!this.loaded) {
      throw misuse(
        'NotReady',
        'This Payment has not loaded. Use it in its ready callback, or after `await payment.ready`.',
      );
    }
    return this.loaded;
  }

  private async load(paymentConfig: unknown, run: Run): Promise<void> {
    const config = foldArgument(paymentConfig, 'paymentConfig');
    const key = text(config['publicapikey']);
    if (!key)
      throw invalid(
        'InvalidKey',
        'paymentConfig.publicApiKey',
        'the account’s public key',
        config['publicapikey'],
      );
    this.publicApiKey = key;
    this.popups = {
      popupCreate: config['popupcreate'],
      popupClose: config['popupclose'],
    } as typeof this.popups;
    this.providerReturnUrl = absolute(config['providerreturnurl']);
    const answer = await send<MethodsAnswer>(run, {
      method: 'GET',
      to: `paymentMethods?publicApiKey=${encodeURIComponent(key)}`,
    });
    checkEnvironment(answer.Environment);
    await domReady();
    // The scripts of providers come in the meantime; one that is blocked concerns only who pays with that provider.
    for (const flow of Object.values(answer.Flows)) {
      if (flow.Kind === 'ClientLibrary') loadProvider(flow).catch(() => {});
    }
    this.loaded = answer;
  }
}

/** A page may give its return address relative to itself. */
export function absolute(url: unknown): string | undefined {
  if (!url) return undefined;
  try {
    return new URL(text(url), globalThis.location?.href).href;
  } catch {
    throw invalid(
      'InvalidConfiguration',
      'providerReturnUrl',
      'an address, absolute or relative to the page',
      url,
    );
  }
}

/** A production page must not take a sandbox's payments for real ones, nor the other way about. */
function checkEnvironment(actual: Environment): void {
  const { environment, baseUrl = '' } = settings();
  const byHost = /^\w+:\/\/(app|sandbox)\./.exec(baseUrl)?.[1];
  const expected = environment ?? (byHost ? (byHost === 'app' ? 'Production' : 'Sandbox') : actual);
  if (expected !== actual) {
    throw misuse(
      'WrongEnvironment',
      `${baseUrl} is ${actual}, expected ${expected}. Each environment has its own baseUrl and publicApiKey.`,
    );
  }
}

const domReady = (): Promise<unknown> | undefined =>
  globalThis.document?.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : undefined;
