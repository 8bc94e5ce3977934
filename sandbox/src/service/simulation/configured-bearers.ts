import type { Account, ConfiguredProvider } from '../domain/records/account.ts';
import type { PaymentProviderRole } from '../model/payment.ts';
import {
  type BearerDefinition,
  bearerName,
  type ProviderDefinition,
  providerDefinitions,
} from './provider-definitions.ts';

/** A configured bearer with all its facts. */
export interface ConfiguredBearer extends BearerDefinition {
  readonly Bearer: string;
  readonly Role: PaymentProviderRole;
  readonly Provider: ConfiguredProvider;
  readonly Definition: ProviderDefinition;
}

const bearersByAccount = new WeakMap<Account, ConfiguredBearer[]>();

/** All configured bearers of the account, in the order of its providers. */
export function configuredBearers(account: Account): readonly ConfiguredBearer[] {
  let bearers = bearersByAccount.get(account);
  if (bearers === undefined) {
    bearers = readBearers(account);
    bearersByAccount.set(account, bearers);
  }
  return bearers;
}

function readBearers(account: Account): ConfiguredBearer[] {
  return account.Providers.flatMap((provider) => {
    const definition = findDefinition(account, provider.Name);
    if (definition === undefined) return [];
    return (Object.entries(definition.Bearers) as [PaymentProviderRole, BearerDefinition][]).map(
      ([Role, bearer]) => ({
        ...bearer,
        Role,
        Bearer: bearerName(Role, provider.Name),
        Provider: provider,
        Definition: definition,
      }),
    );
  });
}

/** Returns the definition of the account's provider of this name; `undefined` if there is none. */
export function findDefinition(account: Account, name: string): ProviderDefinition | undefined {
  const like = account.Providers.find(({ Name }) => Name === name)?.Like;
  return providerDefinitions.find(({ Name }) => Name === like);
}

/** The configured bearer, in its exact case, by the name of its provider or by its alternative name. */
export function configuredBearer(account: Account, bearer: string): ConfiguredBearer | undefined {
  const bearers = configuredBearers(account);
  return (
    bearers.find((entry) => entry.Bearer === bearer) ?? bearers.find((entry) => bearerAlias(entry) === bearer)
  );
}

/** The alternative name of a bearer, if its provider has one but keeps its own name. */
export function bearerAlias({ Role, Provider, Definition }: ConfiguredBearer): string | undefined {
  const { Name, Alias } = Definition;
  return Alias === undefined || Provider.Name !== Name ? undefined : bearerName(Role, Alias);
}

/** A provider's bearer of this role; `undefined` if the account no longer has it. */
export function findBearer(
  account: Account,
  provider: string,
  role: PaymentProviderRole,
): ConfiguredBearer | undefined {
  return configuredBearers(account).find(({ Provider, Role }) => Provider.Name === provider && Role === role);
}
