import * as z from 'zod';
import type { Core } from '../../../core/core.ts';
import type { ConfiguredProvider } from '../../../domain/records/account.ts';
import {
  bearerAlias,
  type ConfiguredBearer,
  configuredBearers,
} from '../../../simulation/configured-bearers.ts';
import { signedCallData } from '../../../simulation/signed-call.ts';

const details = z.object({
  CreditCard: z.boolean().optional(),
  DirectDebit: z.boolean().optional(),
  OnAccount: z.boolean().optional(),
  MerchantId: z.string().optional(),
  AccountId: z.string().optional(),
  PortalId: z.string().optional(),
  Mode: z.string().optional(),
  BankAccountHash: z.string().optional(),
  CreditCardHash: z.string().optional(),
  DefaultPreauthAmount: z.record(z.string(), z.number()).meta({ description: 'By role, in major units.' }),
});

const flow = z.object({
  Kind: z.enum(['Direct', 'Token', 'ClientLibrary', 'Redirect']),
  Data: z.enum(['Card', 'DebitAccount', 'DebitIban', 'Wallet', 'WalletRequired', 'None']),
  Url: z.string().optional().meta({ description: 'URL of the provider.' }),
  Challenge: z.boolean().optional().meta({ description: 'The provider can require 3-D Secure.' }),
  MandateRequired: z.boolean().optional(),
  SyntaxOnly: z.boolean().optional(),
});

/** The response of {@link paymentMethods}. */
export const availableMethods = z
  .object({
    Methods: z.record(z.string(), details).meta({ description: 'By provider, and `InvoicePayment`.' }),
    Bearers: z.array(z.string()),
    Flows: z.record(z.string(), flow).meta({ description: 'By bearer.' }),
    Environment: z.enum(['Production', 'Sandbox']),
    Creditor: z.string().meta({ description: 'Name of the merchant, for mandates.' }),
    CreditorAddress: z.string().meta({ description: 'Address of the merchant, for mandates.' }),
    CreditorId: z.string().optional().meta({ description: 'SEPA creditor identifier, for mandates.' }),
    Sentences: z.record(z.string(), z.string()).meta({
      description:
        "Messages for customers about errors that ClientLib detects itself, by code, in the customer's language. The empty code is for all others.",
    }),
  })
  .meta({ id: 'AvailablePaymentMethods' });

/**
 * The account's payment methods: in detail, as a list (spec: Available payment methods), and the flow of each, by which
 * ClientLib converts its data into payment information (docs/self-service-api.md).
 */
export function paymentMethods(
  core: Core,
  baseUrl: string,
): Omit<z.infer<typeof availableMethods>, 'Sentences'> {
  const { account } = core.tx;
  const bearers = configuredBearers(account);
  const { Enabled, PreauthAmount } = account.InvoicePayment;
  const { Street, HouseNumber, PostalCode, City } = account.Address;
  return {
    Methods: {
      ...(Enabled ? { InvoicePayment: { DefaultPreauthAmount: { BlackLabel: PreauthAmount } } } : {}),
      ...Object.fromEntries(
        account.Providers.flatMap((provider) => {
          const found = toDetails(core, provider, bearers);
          return found === undefined ? [] : [[provider.Name, found]];
        }),
      ),
    },
    Bearers: [...(Enabled ? ['InvoicePayment'] : []), ...bearers.map(({ Bearer }) => Bearer)],
    Flows: {
      ...(Enabled ? { InvoicePayment: { Kind: 'Direct', Data: 'None' } } : {}),
      'None:None': { Kind: 'Direct', Data: 'None' },
      ...Object.fromEntries(
        bearers.flatMap((bearer) => {
          const flow = toFlow(bearer, baseUrl);
          const alias = bearerAlias(bearer);
          return [[bearer.Bearer, flow], ...(alias === undefined ? [] : [[alias, flow]])];
        }),
      ),
    },
    Environment: account.Environment,
    Creditor: account.Name,
    CreditorAddress: `${Street} ${HouseNumber}, ${PostalCode} ${City}, ${account.Country}`,
    ...(account.CreditorId === undefined ? {} : { CreditorId: account.CreditorId }),
  };
}

function toDetails(
  core: Core,
  { Name, DefaultPreauthAmount }: ConfiguredProvider,
  all: readonly ConfiguredBearer[],
): z.infer<typeof details> | undefined {
  const roles = all.filter(({ Provider }) => Provider.Name === Name).map(({ Role }) => Role);
  if (roles.length === 0) return undefined;
  const { BlackLabel } = DefaultPreauthAmount ?? {};
  return {
    CreditCard: roles.includes('CreditCard'),
    DirectDebit: roles.includes('Debit'),
    OnAccount: roles.includes('OnAccount'),
    ...signedAt(core, Name),
    DefaultPreauthAmount: {
      CreditCard: DefaultPreauthAmount?.['CreditCard'] ?? 0,
      Debit: DefaultPreauthAmount?.['Debit'] ?? 0,
      ...(BlackLabel === undefined ? {} : { BlackLabel }),
    },
  };
}

/** Runs a transaction only if the provider has no key yet: reading changes nothing. */
function signedAt(core: Core, provider: string): ReturnType<typeof signedCallData> {
  return core.tx.providerKeys.has(provider)
    ? signedCallData(core.tx, provider)
    : core.transaction((tx) => signedCallData(tx, provider));
}

function toFlow(
  { Kind, Data, Provider, Challenge, MandateRequired, SyntaxOnly }: ConfiguredBearer,
  baseUrl: string,
): z.infer<typeof flow> {
  return {
    Kind,
    Data,
    ...(Kind === 'Direct' ? {} : { Url: `${baseUrl}/providers/${encodeURIComponent(Provider.Name)}` }),
    ...(Challenge === true ? { Challenge } : {}),
    ...(MandateRequired === true ? { MandateRequired } : {}),
    ...(SyntaxOnly === true ? { SyntaxOnly } : {}),
  };
}
