import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { tools } from '../../../../sandbox/src/served/agents/tools/index.ts';
import { ScriptedAgent } from './agent.ts';

/* Each argument of a tool that writes reaches the service under its own name there. */

/** An agent, and what it has sent to change something. */
function recorded() {
  const sandbox = createSandbox({ seed: 'inputs', clock: '2026-01-15T10:00:00Z' });
  const agent = ScriptedAgent.of(sandbox);
  const read = async (path: string) => (await sandbox.fetch(`http://sandbox${path}`)).json();
  return { sandbox, agent, read };
}

const argumentsOf = (name: string): string[] =>
  Object.keys(tools.find((tool) => tool.name === name)?.input.shape ?? {}).sort();

interface Case {
  readonly given: object;
  readonly sent: object;
}

/** By argument: what it becomes. */
const decisions: { readonly [argument: string]: Case } = {
  contractId: { given: { contractId: 'c' }, sent: { ContractId: 'c', Outcome: {} } },
  customerId: { given: { customerId: 'c' }, sent: { CustomerId: 'c', Outcome: {} } },
  provider: { given: { provider: 'Bravo' }, sent: { Provider: 'Bravo', Outcome: {} } },
  times: { given: { times: 3 }, sent: { Times: 3, Outcome: {} } },
  code: { given: { code: 'BearerExpired' }, sent: { Outcome: { Code: 'BearerExpired' } } },
  pending: { given: { pending: 'P1D' }, sent: { Outcome: { Pending: 'P1D' } } },
  returnAfter: { given: { returnAfter: 'P2D' }, sent: { Outcome: { ReturnAfter: 'P2D' } } },
  // The log hides it, as those of customers.
  challenge: { given: { challenge: 'Failed' }, sent: { Outcome: { Challenge: '***' } } },
  lose: { given: { lose: true }, sent: { Outcome: { Lose: true } } },
};

const faults: { readonly [argument: string]: Case } = {
  method: { given: { method: 'POST', status: 503 }, sent: { Method: 'POST', Fault: { Status: 503 } } },
  path: { given: { path: '/api/v1/*', drop: true }, sent: { Path: '/api/v1/*', Fault: { Drop: true } } },
  times: { given: { times: 2, status: 503 }, sent: { Times: 2, Fault: { Status: 503 } } },
  status: { given: { status: 429 }, sent: { Fault: { Status: 429 } } },
  delayMs: { given: { delayMs: 5 }, sent: { Fault: { DelayMs: 5 } } },
  drop: { given: { drop: true }, sent: { Fault: { Drop: true } } },
  dropResponse: { given: { dropResponse: true }, sent: { Fault: { DropResponse: true } } },
};

it.each([
  ['next_payment', decisions],
  ['fault', faults],
])('all arguments of %s are tested', (name, cases) => {
  expect(argumentsOf(name)).toEqual(['clear', ...Object.keys(cases)].sort());
});

/** The body of the last request to a path. */
const bodyOf = async (
  read: (path: string) => Promise<{ Path: string; Method: string; Id: number }[]>,
  path: string,
) => {
  const all = await read('/sandbox/requests?take=50');
  const found = all.find(({ Path, Method }) => Path === path && Method === 'POST');
  const { RequestBody } = (await read(`/sandbox/requests/${found?.Id}`)) as unknown as {
    RequestBody: string;
  };
  return JSON.parse(RequestBody);
};

it.each(Object.entries(decisions))('next_payment sends %s', async (_, { given, sent }) => {
  const { sandbox, agent, read } = recorded();
  await agent.call('next_payment', given);
  expect(await bodyOf(read, '/sandbox/payments/next')).toEqual(sent);
  sandbox.close();
});

it.each(Object.entries(faults))('fault sends %s', async (_, { given, sent }) => {
  const { sandbox, agent, read } = recorded();
  await agent.text('fault', given);
  expect(await read('/sandbox/faults')).toMatchObject([sent]);
  sandbox.close();
});

it('fault without a failure adds nothing and says so, and one that is cleared is gone before', async () => {
  const { sandbox, agent } = recorded();
  expect(await agent.text('fault', { times: 3 })).toMatch(/^Nothing was added: /);
  expect(await agent.text('fault')).toMatch(/^Nothing\.\n/);
  await agent.text('fault', { status: 503 });
  expect(await agent.text('fault', { clear: true, status: 429, times: 2 })).toMatch(
    /^\d+ any method any path: \{"Status":429\}, met 0 times of 2\nNext: /,
  );
  sandbox.close();
});

it('next_payment clears what is decided', async () => {
  const { sandbox, agent, read } = recorded();
  await agent.text('next_payment', { code: 'BearerExpired' });
  expect(await agent.text('next_payment', { code: 'BearerInvalid' })).toContain(
    'Decided: {"Outcome":{"Code":"BearerInvalid"}}. Decisions that wait: 2;',
  );
  await agent.text('next_payment', { clear: true });
  expect(await read('/sandbox/payments/next')).toEqual([]);
  sandbox.close();
});

describe('catalog', () => {
  it('has every code of a coupon', async () => {
    const { sandbox, agent } = recorded();
    const of = { PlanGroupId: 'a10000000000000000000001', InternalName: 'Fair' };
    const Effect = { Type: 'Relative', ReductionPercent: 5 };
    const post = (path: string, body: object) => agent.text('call_api', { method: 'POST', path, body });
    const discount = await post('/discounts', { ...of, Duration: { Unit: 'Month', Quantity: 6 }, Effect });
    const DiscountId = /"Id":"(\w{24})"/.exec(discount)?.[1];
    await post('/coupons', { ...of, DiscountId, Codes: ['FAIR', 'FAIR-2'] });
    expect(await agent.text('catalog', { about: 'coupons' })).toMatch(
      /^"FAIR", "FAIR-2": "5 % off for 6 months"$/m,
    );
    sandbox.close();
  });

  it.each([
    ['plans', /^b0+1 "Basic monthly": 9\.9 EUR$/m],
    ['plans', /: 29 EUR, setup 49/],
    ['plans', /"Pro trial": 29 EUR, after a trial of 14 days$/m],
    ['coupons', /^"WELCOME20"/m],
    ['components', /^d0+1 "Seat": QuantityBased 4\.5$/m],
    ['payment_methods', /^"Bravo": .*"CreditCard:Bravo"/m],
    ['test_data', /^\w+ "?4111111111111111"?: /m],
    ['credentials', /^OAuth client c0+1, secret sandbox-secret, grants /m],
    ['credentials', /^Service user \S+ \/ \S+$/m],
    ['all', /^Public API key a0+1\. Base URL "http:\/\/sandbox"\.$/m],
    ['all', /^Plan variants:\nb0/m],
    ['all', /^Coupons:\n"/m],
  ])('about %s has %s', async (about, row) => {
    const { sandbox, agent } = recorded();
    const texts = [await agent.text('catalog', { about })];
    while (/skip \d+\n/.test(texts.at(-1) ?? ''))
      texts.push(await agent.text('catalog', { about, skip: texts.length * 40 }));
    expect(texts.join('\n')).toMatch(row);
    sandbox.close();
  });
});

describe('clock', () => {
  it('says the time and what is due, moves to an instant, and counts what happened', async () => {
    const { sandbox, agent } = recorded();
    expect(await agent.text('clock')).toMatch(/^It is 2026-01-15 10:00, Manual\.\nNothing is due\.\nNext: /);
    expect(await agent.text('clock', { to: '2026-01-16T10:00:00Z' })).toMatch(
      /^It is 2026-01-16 10:00\.\nNo tasks were due\.\n/,
    );
    await agent.text('sign_up');
    const moved = await agent.text('clock', { advance: 'P1M' });
    expect(moved).toMatch(/^It is 2026-02-16 10:00\.\n\d+ events: .*PaymentSucceeded 1.*\.\nDue next: \w+/);
    expect(moved).not.toContain('OrderSucceeded');
    sandbox.close();
  });
});

it('store buys, changes and lists subscriptions of its kind', async () => {
  const { sandbox, agent } = recorded();
  const bought = await agent.text('store', { type: 'GoogleIap', productId: 'com.merchant.google.monthly' });
  expect(bought).toMatch(/^Receipt: \{/);
  const [, subscriptionId] =
    /^subscription "?([^" ]+)"? of com\.merchant\.google\.monthly: Active, access until 2026-02-15/m.exec(
      bought,
    ) ?? [];
  expect(bought).toMatch(/^product com\.merchant\.google\.monthly: plan variant b0/m);
  expect(await agent.text('store', { type: 'GoogleIap', subscriptionId, status: 'Canceled' })).toContain(
    ': Canceled, access until',
  );
  expect(await agent.text('store', { type: 'AppleIap' })).not.toContain('google');
  sandbox.close();
});

it('change_payment takes a card, an account or another bearer', async () => {
  const { sandbox, agent } = recorded();
  const [, contractId] = /Contract (\w{24})/.exec(await agent.text('sign_up')) ?? [];
  const paysBy = async (given: object) => {
    await agent.text('change_payment', { contractId, ...given });
    const [contract] = sandbox.snapshot().Collections['contracts'] ?? [];
    return (contract as { readonly PaymentBearer?: { readonly Type: string } }).PaymentBearer?.Type;
  };
  expect(await paysBy({ iban: 'DE89370400440532013000' })).toBe('BankAccount');
  expect(await paysBy({ cardNumber: '5555555555554444' })).toBe('CreditCard');
  expect(await paysBy({ bearer: 'InvoicePayment' })).toBe('InvoicePayment');
  sandbox.close();
});

it.each([
  ['explain', { what: 'notfound' }, /^NotFound|`NotFound`/m],
  ['explain', { what: 'conservation' }, /^Conservation|`Conservation`: invoices less credit notes/m],
  ['explain', { what: 'paymentfailed' }, /^Event PaymentFailed: /m],
  ['read_docs', { place: '/docs/guides/webhooks.md' }, /^# Webhooks/],
  ['price', { planVariantId: 'b00000000000000000000005' }, /^It begins with a trial\.$/m],
] as const)('%s of %j finds what is meant', async (name, given, text) => {
  const { sandbox, agent } = recorded();
  expect(await agent.text(name, given)).toMatch(text);
  sandbox.close();
});

it.each([
  ['clock', { to: 'soon' }, /to: /],
  ['sign_up', { coupon: 'x'.repeat(101) }, /coupon: /],
  ['webhooks', { register: 'nowhere' }, /register: /],
] as const)('a refusal of %s speaks of its own argument: %j', async (name, given, text) => {
  const { sandbox, agent } = recorded();
  const refused = await agent.call(name, given);
  expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(text)]);
  sandbox.close();
});

const long = 'x'.repeat(2_001);

it.each([
  ['sign_up', { coupon: long }, 'coupon'],
  ['sign_up', { customer: { Address: { City: long } } }, 'City'],
  ['call_api', { method: 'GET', path: '/plans', fields: ['Id', long] }, 'fields'],
  ['webhooks', { onlyEvents: [long] }, 'onlyEvents'],
  ['compare', { variants: [{ name: long, steps: [] }] }, 'name'],
] as const)(
  'a text for %s that is too long is refused under the name of its field',
  async (name, given, field) => {
    const { sandbox, agent } = recorded();
    const refused = await agent.call(name, given);
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringMatching(new RegExp(`^"?${field}"?: expected at most 2000 characters\\.\n`)),
    ]);
    sandbox.close();
  },
);

it.each([
  ['of 2000 characters', false, { method: 'GET', query: { search: long.slice(1) } }],
  ['of 2001 characters', true, { method: 'GET', query: { search: long } }],
  ['of 2001 characters in a body, which the service limits', false, { method: 'POST', body: { Tag: long } }],
])('a text %s is refused by the tool: %s', async (_what, isRefused, given) => {
  const { sandbox, agent } = recorded();
  const { text } = await agent.call('call_api', { path: '/customers', ...given });
  expect(text.includes(': expected at most 2000 characters.')).toBe(isRefused);
  sandbox.close();
});

it.each(['/', '', '/api/v1/', 'api/v1/'])('compare calls a path that begins with "%s"', async (begin) => {
  const { sandbox, agent } = recorded();
  const [, contractId] = /Contract (\w{24})/.exec(await agent.text('sign_up')) ?? [];
  const call = { method: 'POST', path: `${begin}contracts/${contractId}/end`, body: {} };
  const variants = [
    { name: 'ended', steps: [{ call }] },
    { name: 'kept', steps: [] },
  ];
  expect(await agent.text('compare', { contractId, variants })).toMatch(
    /^Ends: ended 2026-\S+.* kept never/m,
  );
  sandbox.close();
});
