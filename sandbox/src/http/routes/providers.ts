import * as z from 'zod';
import { route, type Route } from '../route.ts';

const card = z.object({
  Number: z.string(),
  ExpiryMonth: z.number(),
  ExpiryYear: z.number(),
  Holder: z.string(),
  Cvc: z.string(),
});

const debit = z.object({
  Holder: z.string(),
  Iban: z.string().optional(),
  Bic: z.string().optional(),
  Account: z.string().optional(),
  RoutingCode: z.string().optional(),
});

/** The simulated providers' own paths: the only ones that ever see a card number. */
export const providerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/providers/{name}/tokens',
    credential: 'Public',
    tag: 'Simulated providers',
    summary: 'Turn card or account data into a token',
    body: z.object({
      PublicApiKey: z.string().optional(),
      Bearer: z.string(),
      Amount: z.number().optional(),
      Currency: z.string().optional(),
      Card: card.optional(),
      Debit: debit.optional(),
    }),
    answers: { 200: z.object({ Token: z.string(), CardType: z.string().optional(), Last4: z.string().optional() }) },
    handle: ({ core, params, body }) => ({
      status: 200,
      body: core.providers.tokenize(params['name'] as string, body),
    }),
  }),
];
