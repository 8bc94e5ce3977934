import * as z from 'zod';
import { Problem } from '../../domain/problem.ts';
import { outcomeOfChallenge } from '../../simulation/challenges.ts';
import { bearerOf, type CheckoutInput, leavingUrl } from '../../simulation/checkouts.ts';
import type { ProviderChallenge, ProviderCheckout } from '../../simulation/collections.ts';
import { testDataRow } from '../../simulation/test-data.ts';
import { wantsJson } from '../accepts.ts';
import { answer } from '../answer.ts';
import { challengePage } from '../pages/challenge-page.tsx';
import { type CheckoutView, checkoutPage } from '../pages/checkout-page.tsx';

import { type Call, type Route, route } from '../route.ts';

const tag = 'Simulated providers';

/** Of payment data nothing is checked here that an error message could repeat: the provider reads it. */
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
    State: z.enum(['Open', 'Confirming', 'Paid', 'Declined', 'Canceled', 'Expired']),
    Amount: z.number(),
    Currency: z.string(),
    Preauth: z.boolean().meta({ description: 'Whether the amount is only reserved.' }),
    ReturnUrl: z.string().meta({ description: 'Where the customer is sent back to.' }),
  })
  .meta({ id: 'ProviderCheckout' });

const checkoutActions = ['pay', 'confirm', 'decline', 'cancel'] as const;
const challengeActions = ['pass', 'fail', 'cancel'] as const;

function isOneOf<T extends string>(names: readonly T[], given: string | undefined): given is T {
  return names.some((name) => name === given);
}

/** The pages that customers see at the simulated providers. */
export const providerPageRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/providers/{name}/checkout/{id}',
    credential: 'Public',
    tag,
    summary: "A provider's payment page",
    description: 'A program that accepts `application/json` gets the state of the payment.',
    answers: { 200: checkoutState, 410: checkoutState },
    contentType: 'text/html',
    refusals: [404],
    handle: (call) => showCheckout(call, checkoutOf(call)),
  }),
  route({
    method: 'POST',
    path: '/providers/{name}/checkout/{id}',
    credential: 'Public',
    tag,
    summary: "What the customer does on a provider's payment page",
    bodyType: 'form',
    body: checkoutForm,
    answers: { 200: checkoutState, 303: undefined, 410: checkoutState },
    contentType: 'text/html',
    refusals: [404, 422],
    handle: (call) => act(call, call.body),
  }),
  route({
    method: 'GET',
    path: '/providers/{name}/challenge',
    credential: 'Public',
    tag,
    summary: 'A 3-D Secure challenge',
    query: z.object({ challenge: z.string() }),
    answers: { 200: undefined },
    contentType: 'text/html',
    refusals: [404, 422],
    handle: (call) => showChallenge(call, challengeOf(call, call.query.challenge)),
  }),
  route({
    method: 'POST',
    path: '/providers/{name}/challenge',
    credential: 'Public',
    tag,
    summary: 'A 3-D Secure challenge, asked for by a form',
    bodyType: 'form',
    body: z.object({ challenge: text }),
    answers: { 200: undefined },
    contentType: 'text/html',
    refusals: [404, 422],
    handle: (call) => showChallenge(call, challengeOf(call, call.body.challenge ?? '')),
  }),
  route({
    method: 'POST',
    path: '/providers/{name}/challenge/{id}',
    credential: 'Public',
    tag,
    summary: 'What the customer does in a 3-D Secure challenge',
    bodyType: 'form',
    body: z.object({ action: text }),
    answers: { 200: undefined },
    contentType: 'text/html',
    refusals: [404, 422],
    handle: (call) => {
      const { core, params, body } = call;
      const { name, id } = params as { name: string; id: string };
      const { action } = body;
      if (!isOneOf(challengeActions, action)) return showChallenge(call, challengeOf(call, id));
      return showChallenge(call, core.providers.answerChallenge(name, id, action), action !== 'cancel');
    },
  }),
];

const checkoutOf = ({ core, params }: Call) =>
  core.providers.checkout(params['name'] as string, params['id'] as string);

const challengeOf = ({ core, params }: Call, id: string) =>
  core.providers.challenge(params['name'] as string, id);

function showCheckout(
  { c, core }: Call,
  checkout: ProviderCheckout,
  again: Pick<CheckoutView, 'errors' | 'typed'> = {},
): Response {
  if (wantsJson(c)) return answer(c, stateOf(checkout), checkout.State === 'Expired' ? 410 : 200);
  const bearer = bearerOf(core.tx, checkout);
  return checkoutPage(c, { checkout, bearer, merchant: core.tx.account.Name, ...again });
}

const stateOf = ({ Id, Provider, State, Amount, Currency, Preauth, ReturnUrl }: ProviderCheckout) => ({
  Id,
  Provider,
  State,
  Amount,
  Currency,
  Preauth,
  ReturnUrl,
});

/** After a step the page is asked for anew, or left: reloading and going back send nothing again. */
function act(call: Call, form: z.output<typeof checkoutForm>): Response {
  const before = checkoutOf(call);
  // A form that is sent by the Enter key of an old browser names no button: the first one is meant.
  const action = form.action ?? 'pay';
  if (before.State === 'Expired' || !isOneOf(checkoutActions, action)) return showCheckout(call, before);
  try {
    const { core, params } = call;
    const after = core.providers.act(params['name'] as string, params['id'] as string, {
      ...inputOf(form),
      action,
    });
    const here = `${call.baseUrl}/providers/${encodeURIComponent(after.Provider)}/checkout/${after.Id}`;
    return seeOther(call, after.State === 'Confirming' ? here : leavingUrl(after));
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'Invalid') throw error;
    return showCheckout(call, before, { errors: errorsOf(error), typed: typedAgain(form) });
  }
}

/** What may be shown again: never what could be a number of a card or account, in whatever field it was typed. */
function typedAgain({ holder, expiry, email }: z.output<typeof checkoutForm>): CheckoutView['typed'] {
  return Object.fromEntries(
    Object.entries({ holder, expiry, email }).filter(([, value = '']) => value.replace(/\D/g, '').length < 7),
  );
}

function seeOther({ c }: Call, location: string): Response {
  return c.newResponse(null, 303, {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
}

function inputOf(form: z.output<typeof checkoutForm>): Omit<CheckoutInput, 'action'> {
  const given = (value: string | undefined) => value !== undefined && value !== '';
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
    ...(given(form.email) ? { email: form.email as string } : {}),
    ...(given(form.password) ? { password: form.password as string } : {}),
    ...(given(form.bank) ? { bank: form.bank as string } : {}),
    ...(given(form.phone) ? { phone: form.phone as string } : {}),
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

function errorsOf(problem: Problem): { [field: string]: string } {
  return Object.fromEntries(
    problem.fields.map(({ Field, Message }) => [
      inputNames[Field] ?? Field,
      `${Message.charAt(0).toUpperCase()}${Message.slice(1)}.`,
    ]),
  );
}

function showChallenge({ c, core }: Call, challenge: ProviderChallenge, answered = false): Response {
  const outcome = outcomeOfChallenge(core.tx, challenge);
  const row = testDataRow(core.tx.providerTokens.get(challenge.TokenId)?.TestData);
  const hangs = answered && row?.Challenge === 'Hangs';
  return challengePage(c, { challenge, outcome, hangs });
}
