import { notFound, Problem } from '../domain/basics/problem.ts';
import type { ChargeAnswer, ChargeRequest, PaymentProviders } from '../domain/records/payment-provider.ts';
import type { PaymentMethod } from '../domain/records/payments.ts';
import type { TetheredPaymentInformation } from '../model/payment-input.ts';
import { answerChallenge, type ChallengeAction, getChallenge } from './challenges.ts';
import { overHttp } from './charge-answers.ts';
import { charge } from './charges.ts';
import { actOnCheckout, type CheckoutInput, checkoutResult, getCheckout, isPaying } from './checkouts.ts';
import type { ProviderChallenge, ProviderCheckout, ProviderToken } from './collections.ts';
import {
  type ConfiguredBearer,
  configuredBearer,
  configuredBearers,
  findDefinition,
} from './configured-bearers.ts';
import { decidedDelay } from './next-payments.ts';
import type { SimulationTx } from './simulation-tx.ts';
import { testDataFor, testDataRow } from './test-data.ts';
import type { TokenAnswer, TokenRequest } from './tokenize.ts';

export { configuredBearers } from './configured-bearers.ts';
export type { SimulationTx } from './simulation-tx.ts';

/** The parts of the host that the simulation uses. */
export interface ProvidersHost {
  transaction<R>(work: (tx: SimulationTx) => R): R;
  /** Documents and time, for reading. */
  readonly tx: SimulationTx;
  /** Waits for real time; returns immediately if the clock is stopped. */
  wait(milliseconds: number): Promise<void> | undefined;
  /** Waits for real time, regardless of the clock. */
  pause(milliseconds: number): Promise<void>;
}

/** The simulated payment providers: the outside world, behind the interface that the service knows. */
export class SimulatedProviders implements PaymentProviders {
  readonly #host: ProvidersHost;

  constructor(host: ProvidersHost) {
    this.#host = host;
  }

  toMethod(tethered: TetheredPaymentInformation): PaymentMethod {
    const { tx } = this.#host;
    const bearer = configuredBearer(tx.account, tethered.Bearer);
    if (bearer === undefined) throw notConfigured(tx, tethered.Bearer);
    const token = tokenFor(tx, bearer, tethered.Token);
    if (bearer.MandateRequired === true && (!tethered.MandateReference || !tethered.MandateSignatureDate)) {
      throw missing(
        'MandateReference and MandateSignatureDate',
        `the mandate that ${bearer.Bearer} requires`,
      );
    }
    if (bearer.Data === 'WalletRequired' && !tethered.EmailAddress) {
      throw missing('EmailAddress', `the customer's e-mail address at ${bearer.Bearer}`);
    }
    return {
      Id: '',
      Bearer: bearer.Bearer,
      Provider: bearer.Provider.Name,
      Role: bearer.Role,
      SupportsRefunds: bearer.Definition.SupportsRefunds,
      ...(token === undefined ? {} : { Token: token.Id, Shown: token.Shown }),
    };
  }

  methodWithoutData(name: string): PaymentMethod | undefined {
    const bearer = configuredBearer(this.#host.tx.account, name);
    if (bearer === undefined) return undefined;
    const method: PaymentMethod = {
      Id: '',
      Bearer: bearer.Bearer,
      Provider: bearer.Provider.Name,
      Role: bearer.Role,
      SupportsRefunds: bearer.Definition.SupportsRefunds,
    };
    return bearer.Kind === 'Direct' ? method : { ...method, LacksData: true };
  }

  redirects(bearer: string): boolean {
    return configuredBearer(this.#host.tx.account, bearer)?.Kind === 'Redirect';
  }

  charge(request: ChargeRequest): ChargeAnswer | Promise<ChargeAnswer> {
    const { tx } = this.#host;
    const row = testDataRow(tx.providerTokens.get(request.Method.Token)?.TestData);
    const seconds = row?.Seconds ?? findDefinition(tx.account, request.Method.Provider)?.Seconds ?? 0;
    const delay = this.redirects(request.Method.Bearer) && !request.Recurring ? 0 : decidedDelay(tx, request);
    const pause =
      delay > 0 ? this.#host.pause(delay) : seconds > 0 ? this.#host.wait(seconds * 1000) : undefined;
    const now = () => overHttp(this.#host.transaction((inside) => charge(inside, request)));
    return pause === undefined ? now() : pause.then(now);
  }

  getResult(reference: string): ChargeAnswer | undefined {
    return this.#host.transaction((tx) => checkoutResult(tx, reference));
  }

  void(): void {
    // An authorization is no record of the simulation.
  }

  refund(request: { readonly Provider: string }): { Outcome: 'Succeeded' | 'Failed' } {
    const definition = findDefinition(this.#host.tx.account, request.Provider);
    return { Outcome: definition?.SupportsRefunds === true ? 'Succeeded' : 'Failed' };
  }

  /** Replaces card or account data with a token. The number is not stored. */
  async tokenize(provider: string, request: TokenRequest, openerOrigin?: string): Promise<TokenAnswer> {
    const definition = this.#definition(provider);
    // Modules that only tokenization needs are loaded with the first token.
    const { countCall, tokenize } = await import('./tokenize.ts');
    this.#host.transaction((tx) => countCall(tx, provider));
    const number = request.Card?.Number.replace(/[\s-]/g, '') ?? '';
    const seconds = testDataFor('Card', number)?.Seconds ?? definition.Seconds ?? 0;
    if (seconds > 0) await this.#host.wait(seconds * 1000);
    return this.#host.transaction((tx) => tokenize(tx, provider, request, openerOrigin));
  }

  checkout(provider: string, id: string): ProviderCheckout {
    return getCheckout(this.#host.tx, provider, id);
  }

  async act(provider: string, id: string, input: CheckoutInput): Promise<ProviderCheckout> {
    const { tx } = this.#host;
    const before = getCheckout(tx, provider, id);
    const delay = isPaying(before, input) ? decidedDelay(tx, before) : 0;
    if (delay > 0) await this.#host.pause(delay);
    return this.#host.transaction((tx) => actOnCheckout(tx, getCheckout(tx, provider, id), input));
  }

  challenge(provider: string, id: string): ProviderChallenge {
    return getChallenge(this.#host.tx, provider, id);
  }

  answerChallenge(provider: string, id: string, action: ChallengeAction): ProviderChallenge {
    return this.#host.transaction((tx) => answerChallenge(tx, getChallenge(tx, provider, id), action));
  }

  #definition(provider: string) {
    const definition = findDefinition(this.#host.tx.account, provider);
    if (definition === undefined) throw notFound('payment provider', provider.slice(0, 40));
    return definition;
  }
}

function tokenFor(
  tx: SimulationTx,
  bearer: ConfiguredBearer,
  given: string | undefined,
): ProviderToken | undefined {
  if (bearer.Kind === 'Redirect' || bearer.Kind === 'Direct') return undefined;
  const token = tx.providerTokens.get(given);
  if (token !== undefined && token.Provider === bearer.Provider.Name && token.Role === bearer.Role)
    return token;
  throw new Problem(
    'Invalid',
    'BearerInvalid',
    `TetheredPaymentInformation.Token: expected a token from ${bearer.Provider.Name} for ${bearer.Bearer} (POST /providers/${bearer.Provider.Name}/tokens).`,
    [
      {
        Field: 'TetheredPaymentInformation.Token',
        Code: 'BearerInvalid',
        Message: 'is not known to the provider',
      },
    ],
  );
}

function notConfigured(tx: SimulationTx, bearer: string): Problem {
  const known = configuredBearers(tx.account).map(({ Bearer }) => Bearer);
  const near = known.find((one) => one.toLowerCase() === bearer.toLowerCase());
  const hint = near === undefined ? `It has: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new Problem(
    'Invalid',
    'InvalidPaymentMethod',
    `The bearer "${bearer.replace(/\d{5,}/g, '…').slice(0, 60)}" is not configured in this account. ${hint}`,
    [
      {
        Field: 'TetheredPaymentInformation.Bearer',
        Code: 'InvalidPaymentMethod',
        Message: 'is not configured in this account',
      },
    ],
  );
}

function missing(field: string, what: string): Problem {
  return new Problem(
    'Invalid',
    'InvalidPaymentData',
    `TetheredPaymentInformation: expected ${field}, ${what}.`,
    [
      {
        Field: `TetheredPaymentInformation.${field.split(' ')[0]}`,
        Code: 'InvalidPaymentData',
        Message: `expected ${what}`,
      },
    ],
  );
}
