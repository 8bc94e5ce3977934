import * as z from 'zod';
import { Problem } from '../../../domain/basics/problem.ts';
import { outcomeOfChallenge } from '../../../simulation/challenges.ts';
import { type CheckoutInput, checkoutBearer, leavingUrl } from '../../../simulation/checkouts.ts';
import {
  checkoutStates,
  type ProviderChallenge,
  type ProviderCheckout,
} from '../../../simulation/collections.ts';
import { testDataRow } from '../../../simulation/test-data.ts';
import { wantsJson } from '../../answers/accepts.ts';
import { answer } from '../../answers/answer.ts';
import type { CheckoutView } from '../../pages/checkout-page.tsx';
import type { ServiceContext } from '../../zones/env.ts';
import { providers } from '../../zones/zones.ts';

const tag = 'Simulated providers';

/** Payment data are not validated here, because an error message could repeat them: the provider reads them. */
const text = z.string().optional();

const checkoutForm = z.object({
  action: text,
  number: text,
  expiry: text,
  cvc: text,
  holder: text,
  iban: text,
  email: text,
  password: text,
  bank: text,
  phone: text,
  failAfter: text,
  alwaysFail: text,
  severity: text,
});

const checkoutState = z
  .object({
    Id: z.string(),
    Provider: z.string(),
    State: z.enum(checkoutStates),
    Amount: z.number(),
    Currency: z.string(),
    Preauth: z.boolean().meta({ description: 'True if the amount is only authorized.' }),
    ReturnUrl: z.string().meta({ description: 'The page to which the customer returns.' }),
  })
  .meta({ id: 'ProviderCheckout' });

const checkoutActions = ['pay', 'confirm', 'decline', 'cancel'] as const;
const challengeActions = ['pass', 'fail', 'cancel'] as const;

function isOneOf<T extends string>(names: readonly T[], given: string | undefined): given is T {
  return names.some((name) => name === given);
}

/** The customers' pages at the simulated providers, loaded on first use: most payments need none. */
export const providerPages = providers('/providers')
  .get(
    '/:name/checkout/:id',
    {
      tag,
      summary: "A provider's payment page",
      description: 'A program that accepts `application/json` gets the state of the payment.',
      answers: { 200: checkoutState, 410: checkoutState },
      contentType: 'text/html',
      refusals: [404],
    },
    (c) => showCheckout(c, getCheckout(c, c.req.param())),
  )
  .post(
    '/:name/checkout/:id',
    {
      tag,
      summary: "What the customer does on a provider's payment page",
      form: checkoutForm,
      answers: { 200: checkoutState, 303: undefined, 410: checkoutState },
      contentType: 'text/html',
      refusals: [404, 422],
    },
    (c) => act(c, c.req.param(), c.req.valid('form')),
  )
  .get(
    '/:name/challenge',
    {
      tag,
      summary: 'A 3-D Secure challenge',
      query: z.object({
        challenge: z.string(),
        answered: text.meta({ description: 'Set where the customer has just done something.' }),
      }),
      answers: { 200: undefined },
      contentType: 'text/html',
      refusals: [404, 422],
    },
    (c) => {
      const { challenge, answered } = c.req.valid('query');
      return showChallenge(c, getChallenge(c, c.req.param('name'), challenge), answered !== undefined);
    },
  )
  .post(
    '/:name/challenge',
    {
      tag,
      summary: 'A 3-D Secure challenge, asked for by a form',
      form: z.object({ challenge: text }),
      answers: { 200: undefined },
      contentType: 'text/html',
      refusals: [404, 422],
    },
    (c) => showChallenge(c, getChallenge(c, c.req.param('name'), c.req.valid('form').challenge ?? '')),
  )
  .post(
    '/:name/challenge/:id',
    {
      tag,
      summary: 'Decide a 3-D Secure challenge as the customer',
      form: z.object({ action: text }),
      answers: { 200: undefined },
      contentType: 'text/html',
      refusals: [404, 422],
    },
    (c) => {
      const { name, id } = c.req.param();
      const { action } = c.req.valid('form');
      const { providers: simulated } = c.env.core;
      if (!isOneOf(challengeActions, action)) return showChallenge(c, getChallenge(c, name, id));
      return showChallenge(c, simulated.answerChallenge(name, id, action), action !== 'cancel');
    },
  );

/** A provider and the id of the object to show, from the path. */
interface Place {
  readonly name: string;
  readonly id: string;
}

const getCheckout = (c: ServiceContext, { name, id }: Place) => c.env.core.providers.checkout(name, id);

const getChallenge = (c: ServiceContext, name: string, id: string) =>
  c.env.core.providers.challenge(name, id);

async function showCheckout(
  c: ServiceContext,
  checkout: ProviderCheckout,
  again: Pick<CheckoutView, 'errors' | 'typed'> = {},
): Promise<Response> {
  if (wantsJson(c)) return answer(c, toState(checkout), checkout.State === 'Expired' ? 410 : 200);
  const { checkoutPage } = await import('../../pages/checkout-page.tsx');
  const { tx } = c.env.core;
  const bearer = checkoutBearer(tx, checkout);
  return checkoutPage(c, { checkout, bearer, merchant: tx.account.Name, ...again });
}

const toState = ({ Id, Provider, State, Amount, Currency, Preauth, ReturnUrl }: ProviderCheckout) => ({
  Id,
  Provider,
  State,
  Amount,
  Currency,
  Preauth,
  ReturnUrl,
});

/** After a step, redirects to the page or away from it: reloading and going back submit nothing again. */
async function act(c: ServiceContext, place: Place, form: z.output<typeof checkoutForm>): Promise<Response> {
  const before = getCheckout(c, place);
  // A form submitted with the Enter key in an old browser names no button: the first one is meant.
  const action = form.action ?? 'pay';
  if (before.State === 'Expired' || !isOneOf(checkoutActions, action)) return showCheckout(c, before);
  const { core, baseUrl } = c.env;
  try {
    const after = await core.providers.act(place.name, place.id, { ...toInput(form), action });
    const here = `${baseUrl}/providers/${encodeURIComponent(after.Provider)}/checkout/${after.Id}`;
    return c.body(null, 303, {
      Location: after.State === 'Confirming' ? here : leavingUrl(after),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'Invalid') throw error;
    return showCheckout(c, before, { errors: fieldErrors(error), typed: typedAgain(form) });
  }
}

/** Returns input that may be shown again: no text that could be a card or account number, in any field. */
function typedAgain({ holder, expiry, email }: z.output<typeof checkoutForm>): CheckoutView['typed'] {
  return Object.fromEntries(
    Object.entries({ holder, expiry, email }).filter(([, value = '']) => value.replace(/\D/g, '').length < 7),
  );
}

function toInput(form: z.output<typeof checkoutForm>): Omit<CheckoutInput, 'action'> {
  const { email = '', password = '', bank = '', phone = '' } = form;
  const [month = '', year = ''] = (form.expiry ?? '').split(/[^\d]+/).filter((part) => part !== '');
  const joined = year === '' && month.length === 4 ? [month.slice(0, 2), month.slice(2)] : [month, year];
  return {
    card: {
      Number: form.number ?? '',
      ExpiryMonth: Number(joined[0]),
      ExpiryYear: Number(joined[1] === '' ? Number.NaN : joined[1]),
      Holder: form.holder ?? '',
      Cvc: form.cvc ?? '',
    },
    debit: { Holder: form.holder ?? '', Iban: form.iban ?? '' },
    alwaysFail: form.alwaysFail === 'true',
    ...(email === '' ? {} : { email }),
    ...(password === '' ? {} : { password }),
    ...(bank === '' ? {} : { bank }),
    ...(phone === '' ? {} : { phone }),
    ...(/^\d{1,4}$/.test(form.failAfter ?? '') ? { failAfter: Number(form.failAfter) } : {}),
    ...(form.severity === 'Medium' || form.severity === 'Severe' ? { severity: form.severity } : {}),
  };
}

const inputNames: { readonly [field: string]: string } = {
  'Card.Number': 'number',
  'Card.ExpiryMonth': 'expiry',
  'Card.Cvc': 'cvc',
  'Card.Holder': 'holder',
  'Debit.Holder': 'holder',
  'Debit.Iban': 'iban',
};

function fieldErrors(problem: Problem): { [field: string]: string } {
  return Object.fromEntries(
    problem.fields.map(({ Field, Message }) => [
      inputNames[Field] ?? Field,
      `${Message.charAt(0).toUpperCase()}${Message.slice(1)}.`,
    ]),
  );
}

async function showChallenge(
  c: ServiceContext,
  challenge: ProviderChallenge,
  answered = false,
): Promise<Response> {
  const { challengePage } = await import('../../pages/challenge-page.tsx');
  const { tx } = c.env.core;
  const outcome = outcomeOfChallenge(tx, challenge);
  const row = testDataRow(tx.providerTokens.get(challenge.TokenId)?.TestData);
  const hangs = answered && row?.Challenge === 'Hangs';
  return challengePage(c, { challenge, outcome, hangs });
}
