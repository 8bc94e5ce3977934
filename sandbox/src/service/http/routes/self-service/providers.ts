import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { urlOrigin } from '../../../domain/payments/return-url.ts';
import { answer } from '../../answers/answer.ts';
import { answerStatic, anyOrigin } from '../../answers/static-text.ts';
import { clientLibrary } from '../../pages/client-library.ts';
import { splitUrl } from '../../wire/path.ts';
import { pageOrigin, type ServiceContext, warn } from '../../zones/env.ts';
import { providers as zone } from '../../zones/zones.ts';

const tag = 'Simulated providers';

/** Payment data are not validated here, because an error message could repeat them: the provider reads them. */
const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : ''));
const number = text.transform((value) => (value === '' ? Number.NaN : Number(value)));

const card = z.object({ Number: text, ExpiryMonth: number, ExpiryYear: number, Holder: text, Cvc: text });
const debit = z.object({ Holder: text, Iban: text, Bic: text, Account: text, RoutingCode: text });

const signed = z
  .object({
    MerchantId: z.string(),
    AccountId: z.string(),
    PortalId: z.string(),
    Mode: z.string(),
    Hash: z.string(),
  })
  .meta({ description: "The configuration that the service signed for the provider's client library." });

const tokenRequest = z
  .object({
    PublicApiKey: z.string().optional(),
    Bearer: z.string(),
    Amount: z.number().optional(),
    Currency: z.string().optional(),
    Card: card.optional(),
    Debit: debit.optional(),
    Signed: signed.optional(),
    Opener: z.string().optional().meta({
      description:
        'Origin of the page in which a challenge opens, where that is not the page that asks: the payment form.',
    }),
  })
  .meta({ id: 'ProviderTokenRequest' });

const tokenAnswer = z
  .object({
    Token: z.string(),
    CardType: z.string().optional(),
    Last4: z.string().optional(),
    Challenge: z.object({ Url: z.string(), Params: z.record(z.string(), z.string()) }).optional(),
  })
  .meta({ id: 'TokenAnswer' });

/** The simulated providers' own paths: the only ones that receive card numbers. */
export const providerTokens = zone('/providers')
  .post(
    '/:name/tokens',
    {
      tag,
      summary: 'Turn card or account data into a token',
      json: tokenRequest,
      answers: { 200: tokenAnswer },
      refusals: [429, 503],
    },
    async (c) => {
      const { core, pagesUrl } = c.env;
      const body = c.req.valid('json');
      const token = await core.providers.tokenize(c.req.param('name'), body, findOpener(c, body.Opener));
      if (token.Challenge === undefined) return answer(c, token);
      if (pageOrigin(c) === undefined)
        warn(
          c,
          "no page asks for this token: decide its challenge first, by sandbox.payments.challenge('pass')",
        );
      const { Url, Params } = token.Challenge;
      return answer(c, { ...token, Challenge: { Url: pagesUrl + Url, Params } });
    },
  )
  .get(
    '/:name/client.js',
    {
      tag,
      summary: "A provider's client library",
      description: 'Registers itself as `window.ProviderClients[name]`.',
      answers: { 200: undefined },
      contentType: 'text/javascript',
    },
    (c) => {
      const name = c.req.param('name');
      if (!c.env.core.tx.account.Providers.some(({ Name }) => Name === name)) {
        throw new Problem('NotFound', 'NotFound', `The account has no payment provider of this name.`);
      }
      return answerStatic(c, clientLibrary(name), 'text/javascript', anyOrigin);
    },
  );

/** Origin of the page that gets a challenge's outcome. Only the payment form, the service's own page, may set another. */
function findOpener(c: ServiceContext, named: string | undefined): string | undefined {
  const origin = pageOrigin(c);
  if (origin === undefined || origin === 'null') return undefined;
  if (named === undefined || origin !== splitUrl(c.env.url).origin) return origin;
  return URL.canParse(named) ? urlOrigin(new URL(named)) : origin;
}
