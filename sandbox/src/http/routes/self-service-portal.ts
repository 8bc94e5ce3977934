import * as z from 'zod';
import { contractDetails } from '../../domain/contracts.ts';
import { configuredBearers } from '../../simulation/providers.ts';
import type { ConfiguredBearer } from '../../simulation/providers.ts';
import { route, type Route } from '../route.ts';
import { checkPublicKey } from './self-service-signup.ts';

const tag = 'Self-service';

/** What ClientLib.Payment and ClientLib.Portal call (docs/self-service-api.md). */
export const portalRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/CustomerSelfService/paymentMethods',
    credential: 'Public',
    tag,
    summary: 'Available payment methods',
    query: z.object({ publicApiKey: z.string() }),
    answers: { 200: z.object({}).loose() },
    handle: ({ core, query, baseUrl }) => {
      checkPublicKey(core, query.publicApiKey);
      const { account } = core.tx;
      const bearers = configuredBearers(account);
      const invoice = account.InvoicePayment.Enabled;
      return {
        status: 200,
        body: {
          Methods: {
            ...(invoice
              ? { InvoicePayment: { DefaultPreauthAmount: { BlackLabel: account.InvoicePayment.PreauthAmount } } }
              : {}),
            ...Object.fromEntries(
              account.Providers.map((provider) => [
                provider.Name,
                detailsOf(provider.Name, bearers.filter((bearer) => bearer.Provider === provider)),
              ]),
            ),
          },
          Bearers: [...(invoice ? ['InvoicePayment'] : []), ...bearers.map(({ Bearer }) => Bearer)],
          Flows: {
            InvoicePayment: { Kind: 'Direct', Data: 'None' },
            'None:None': { Kind: 'Direct', Data: 'None' },
            ...Object.fromEntries(
              bearers.map((bearer) => [
                bearer.Bearer,
                {
                  Kind: bearer.Kind,
                  Data: bearer.Data,
                  Url: `${baseUrl}/providers/${bearer.Provider.Name}`,
                  ...(bearer.Challenge === true ? { Challenge: true } : {}),
                  ...(bearer.MandateRequired === true ? { MandateRequired: true } : {}),
                },
              ]),
            ),
          },
          Environment: account.Environment,
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/CustomerSelfService/contract',
    credential: 'SelfServiceToken',
    tag,
    summary: 'Contract details',
    answers: { 200: z.object({}).loose() },
    handle: ({ core, selfServiceToken }) => ({
      status: 200,
      body: contractDetails(core.tx, selfServiceToken?.ContractId ?? ''),
    }),
  }),
];

function detailsOf(name: string, bearers: readonly ConfiguredBearer[]): object {
  const has = (role: string) => bearers.some((bearer) => bearer.Role === role);
  return {
    CreditCard: has('CreditCard'),
    DirectDebit: has('Debit'),
    OnAccount: has('OnAccount'),
    MerchantId: `${name}-merchant`,
    AccountId: `${name}-account`,
    PortalId: `${name}-portal`,
    Mode: 'test',
    BankAccountHash: '',
    CreditCardHash: '',
    DefaultPreauthAmount: { CreditCard: 1, Debit: 0 },
  };
}
