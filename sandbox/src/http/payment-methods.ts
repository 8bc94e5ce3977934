import type { Core } from '../core.ts';
import type { ConfiguredProvider } from '../domain/records/account.ts';
import { type ConfiguredBearer, configuredBearers } from '../simulation/configured-bearers.ts';

/**
 * The account's payment methods: in detail, as a list (spec: Available payment methods), and the flow of each, which
 * tells ClientLib how its data becomes payment information (docs/self-service-api.md).
 */
export function paymentMethods(core: Core, baseUrl: string): object {
  const { account } = core.tx;
  const bearers = configuredBearers(account);
  const { Enabled, PreauthAmount } = account.InvoicePayment;
  return {
    Methods: {
      ...(Enabled ? { InvoicePayment: { DefaultPreauthAmount: { BlackLabel: PreauthAmount } } } : {}),
      ...Object.fromEntries(
        account.Providers.map(
          (provider) => [provider.Name, detailsOf(core, provider, bearers)] as const,
        ).filter(([, details]) => details !== undefined),
      ),
    },
    Bearers: [...(Enabled ? ['InvoicePayment'] : []), ...bearers.map(({ Bearer }) => Bearer)],
    Flows: {
      ...(Enabled ? { InvoicePayment: { Kind: 'Direct', Data: 'None' } } : {}),
      'None:None': { Kind: 'Direct', Data: 'None' },
      ...Object.fromEntries(bearers.map((bearer) => [bearer.Bearer, flowOf(bearer, baseUrl)])),
    },
    Environment: account.Environment,
  };
}

function detailsOf(
  core: Core,
  { Name, DefaultPreauthAmount }: ConfiguredProvider,
  all: readonly ConfiguredBearer[],
) {
  const roles = all.filter(({ Provider }) => Provider.Name === Name).map(({ Role }) => Role);
  if (roles.length === 0) return undefined;
  const { BlackLabel } = DefaultPreauthAmount ?? {};
  return {
    CreditCard: roles.includes('CreditCard'),
    DirectDebit: roles.includes('Debit'),
    OnAccount: roles.includes('OnAccount'),
    ...core.providers.signed(Name),
    DefaultPreauthAmount: {
      CreditCard: DefaultPreauthAmount?.['CreditCard'] ?? 0,
      Debit: DefaultPreauthAmount?.['Debit'] ?? 0,
      ...(BlackLabel === undefined ? {} : { BlackLabel }),
    },
  };
}

function flowOf(
  { Kind, Data, Provider, Challenge, MandateRequired, SyntaxOnly }: ConfiguredBearer,
  baseUrl: string,
): object {
  return {
    Kind,
    Data,
    ...(Kind === 'Direct' ? {} : { Url: `${baseUrl}/providers/${encodeURIComponent(Provider.Name)}` }),
    ...(Challenge === true ? { Challenge } : {}),
    ...(MandateRequired === true ? { MandateRequired } : {}),
    ...(SyntaxOnly === true ? { SyntaxOnly } : {}),
  };
}
