import { refuseUnknown } from '../domain/basics/known-names.ts';
import type { Account, ConfiguredProvider } from '../domain/records/account.ts';
import type { Configuration } from './configuration.ts';

/**
 * Returns the account with the configured overrides; objects are merged, lists replaced.
 *
 * @throws Problem Invalid with the path of an unknown name
 */
export function configuredAccount(account: Account, configuration: Configuration = {}): Account {
  refuseUnknown(configuration, ['Account', 'Catalogue', '$schema'], 'config.');
  refuseUnknown(configuration.Account ?? {}, Object.keys(account), 'config.Account.');
  const configured = merged(account, configuration.Account) as Account;
  return { ...configured, Providers: configured.Providers.map((provider) => withModel(account, provider)) };
}

/** Returns a provider with its model's defaults. */
function withModel(account: Account, provider: ConfiguredProvider): ConfiguredProvider {
  const model = account.Providers.find(({ Name }) => Name === provider.Like);
  return model?.DefaultPreauthAmount === undefined
    ? provider
    : {
        ...provider,
        DefaultPreauthAmount: { ...model.DefaultPreauthAmount, ...provider.DefaultPreauthAmount },
      };
}

function merged(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isPlainObject(base) || !isPlainObject(over)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) result[key] = merged(base[key], value);
  return result;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
