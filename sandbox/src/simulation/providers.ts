import type { Account, ConfiguredProvider } from '../domain/account.ts';
import type { ChargeAnswer, ChargeRequest, PaymentProviders } from '../domain/payment-provider.ts';
import { Problem } from '../domain/problem.ts';
import type { Tx } from '../domain/tx.ts';
import type { PaymentBearer, PaymentProviderRole } from '../model/payment.ts';
import type { Collections } from '../state/store.ts';
import { type ProviderToken, type SimulationCollections } from './collections.ts';
import { type BearerDefinition, bearerName, type ProviderDefinition, providerDefinitions } from './provider-definitions.ts';
import { type TestDataRow, testData } from './test-data.ts';

/** The service's documents and the providers' own. */
export type SimulationTx = Tx & Collections<SimulationCollections>;

/** Card or account data as the browser sends it to the provider; it goes no further than `tokenize`. */
export interface TokenRequest {
  readonly Bearer: string;
  readonly Card?:
    | { Number: string; ExpiryMonth: number; ExpiryYear: number; Holder: string; Cvc: string }
    | undefined;
  readonly Debit?:
    | {
        Holder: string;
        Iban?: string | undefined;
        Bic?: string | undefined;
        Account?: string | undefined;
        RoutingCode?: string | undefined;
      }
    | undefined;
}

/** A configured bearer with all that is known of it. */
export interface ConfiguredBearer extends BearerDefinition {
  readonly Bearer: string;
  readonly Role: PaymentProviderRole;
  readonly Provider: ConfiguredProvider;
  readonly Definition: ProviderDefinition;
}

/** All bearers that the account has configured, in the order of its providers. */
export function configuredBearers(account: Account): ConfiguredBearer[] {
  return account.Providers.flatMap((provider) => {
    const definition = providerDefinitions.find(({ Name }) => Name === provider.Like);
    if (definition === undefined) return [];
    return (Object.entries(definition.Bearers) as [PaymentProviderRole, BearerDefinition][]).map(([Role, bearer]) => ({
      ...bearer,
      Role,
      Bearer: bearerName(Role, provider.Name),
      Provider: provider,
      Definition: definition,
    }));
  });
}

/** The simulated payment providers: the world outside, behind the interface that the service knows. */
export class SimulatedProviders implements PaymentProviders {
  readonly #transaction: <R>(work: (tx: SimulationTx) => R) => R;

  constructor(transaction: <R>(work: (tx: SimulationTx) => R) => R) {
    this.#transaction = transaction;
  }

  /** Turns card or account data into a token. The number is forgotten here. */
  tokenize(provider: string, request: TokenRequest): { Token: string; CardType?: string; Last4?: string } {
    return this.#transaction((tx) => {
      const bearer = configuredBearers(tx.account).find((entry) => entry.Bearer === request.Bearer);
      if (bearer === undefined || bearer.Provider.Name !== provider) {
        throw new Problem('Invalid', 'InvalidPaymentMethod', `${provider} does not know the bearer "${request.Bearer}".`);
      }
      const { shown, row } = request.Card === undefined ? readDebit(request.Debit) : readCard(request.Card);
      const token: ProviderToken = tx.providerTokens.insert({
        Id: `tok_${tx.random.base64url(18)}`,
        Provider: provider,
        Role: bearer.Role,
        Shown: shown,
        ...(row === undefined ? {} : { TestData: row.Id }),
      });
      return {
        Token: token.Id,
        ...(shown.CardType === undefined ? {} : { CardType: shown.CardType }),
        ...(shown.Last4 === undefined ? {} : { Last4: shown.Last4 }),
      };
    });
  }

  charge(request: ChargeRequest): ChargeAnswer {
    return this.#transaction((tx) => {
      const id = `${request.Method.Provider.toLowerCase()}_${tx.random.hex(16)}`;
      const token = tx.providerTokens.get(request.Method.Token);
      const row =
        testData.find(({ Kind, Value }) => Kind === 'Amount' && Number(Value) === request.Amount) ??
        testData.find(({ Id }) => Id === token?.TestData);
      const fails = row?.Fails;
      if (fails !== undefined && (request.Recurring ? 1 : 0) >= (fails.FromCharge ?? 0)) {
        return {
          Outcome: 'Failed',
          ProviderTransactionId: id,
          ErrorCode: fails.Code,
          ErrorMessage: `${request.Method.Provider} refused the payment (simulated: ${row?.Id}).`,
          Severity: fails.Severity,
        };
      }
      return { Outcome: 'Succeeded', ProviderTransactionId: id, ...(token === undefined ? {} : { Shown: token.Shown }) };
    });
  }

  refund(): { Outcome: 'Succeeded' } {
    return { Outcome: 'Succeeded' };
  }

  /** What the service may know of a token. */
  describe(tx: SimulationTx, token: string): ProviderToken | undefined {
    return tx.providerTokens.get(token);
  }
}

function readCard(card: NonNullable<TokenRequest['Card']>): { shown: PaymentBearer; row: TestDataRow | undefined } {
  const number = card.Number.replace(/\D/g, '');
  return {
    shown: {
      Type: 'CreditCard',
      CardType: number.startsWith('4') ? 'visa' : number.startsWith('5') ? 'mastercard' : 'amex',
      Country: 'DE',
      ExpiryMonth: card.ExpiryMonth,
      ExpiryYear: card.ExpiryYear,
      Holder: card.Holder,
      Last4: number.slice(-4),
    },
    row: testData.find(({ Kind, Value }) => Kind === 'Card' && Value === number),
  };
}

function readDebit(debit: TokenRequest['Debit']): { shown: PaymentBearer; row: TestDataRow | undefined } {
  const iban = (debit?.Iban ?? '').replace(/\s/g, '').toUpperCase();
  return {
    shown: {
      Type: 'BankAccount',
      Holder: debit?.Holder ?? '',
      IBAN: `${iban.slice(0, 2)}${'*'.repeat(Math.max(0, iban.length - 6))}${iban.slice(-4)}`,
      ...(debit?.Bic ? { BIC: debit.Bic } : {}),
    },
    row: testData.find(({ Kind, Value }) => Kind === 'Iban' && Value === iban),
  };
}
