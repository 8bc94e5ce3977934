// What a session file is made of, part by part.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { replaySession } from '../../../../sandbox/src/clients/replay/replay-session.ts';
import {
  createSandbox,
  getWorkspaces,
  type SandboxOptions,
} from '../../../../sandbox/src/sandbox/sandbox.ts';
import { computeDigest, digestOfState } from '../../../../sandbox/src/sandbox/sessions/digest.ts';
import { withoutPaymentData } from '../../../../sandbox/src/sandbox/sessions/payment-data.ts';
import {
  type Known,
  PlaceholderBudget,
  Placeholders,
  resolved,
  resolvedJson,
} from '../../../../sandbox/src/sandbox/sessions/placeholders.ts';
import { recordedSeed, toOptions } from '../../../../sandbox/src/sandbox/sessions/recording.ts';
import {
  answerValue,
  collectSecrets,
  shownAnswer,
} from '../../../../sandbox/src/sandbox/sessions/session-file.ts';
import { toRequest } from '../../../../sandbox/src/sandbox/sessions/to-request.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';
import type { SessionRow } from '../../../../sandbox/src/service/model/session.ts';
import { testData } from '../../../../sandbox/src/service/simulation/test-data.ts';
import { hasIbanCheckDigits } from '../../../../sdk/src/payment-data/bank-account.ts';
import { backEnd } from '../../service/http/service.ts';

describe('payment data', () => {
  it.each([
    ['', ''],
    ['4242424242424242', '4242420000004242'],
    ['of 4242 4242-4242+4242.', 'of 4242420000004242.'],
    ['378282246310006', '378282246310006'],
    ['4242424242424242 and 4242424242424242', '4242420000004242 and 4242420000004242'],
    ['x4242424242424242', 'x4242424242424242'],
    ['4242424242424242x', '4242424242424242x'],
    ['4242424242424241', '4242424242424241'],
    ['iban=de02120300000000202051', 'iban=DE'],
    ['account_number: 12345678', 'account_number: 00005678'],
    ['"Account":"1234"', '"Account":"1234"'],
    ['account=12-34 567', 'account=0004567'],
    ['cvv: 987', 'cvv: 123'],
    ['security_code=9876', 'security_code=1234'],
    ['"CVC":"98"', '"CVC":"98"'],
    ['a day 2026-01-15 and 12 345', 'a day 2026-01-15 and 12 345'],
  ])('%s is shown as %s', (text, expected) => {
    const shown = withoutPaymentData(text);
    if (expected === text || expected === '') expect(shown).toBe(expected);
    else expect(shown.startsWith(expected)).toBe(true);
  });

  it.each([
    'NO9386011117947',
    'BE68539007547034',
    'NL20INGB0001234567',
    'DE02120300000000202051',
    'FR7630006000011234567890189',
    'MT84MALT011000012345MTLCAST001S',
  ])('an IBAN keeps its country, its last digits and its length, and not its account: %s', (iban) => {
    const spaced = iban.replace(/(.{4})/g, '$1 ').trim();
    for (const text of [iban, spaced, `iban=${iban.toLowerCase()}`]) {
      const shown = withoutPaymentData(`to ${text}`).replace(/^to (iban=)?/, '');
      expect([shown.length, shown.slice(0, 2), shown.slice(-4)]).toEqual([
        iban.length,
        iban.slice(0, 2),
        iban.slice(-4),
      ]);
      expect([hasIbanCheckDigits(shown), shown.slice(-8, -4)]).toEqual([true, '0000']);
    }
  });

  it('of the documentation stay as they are', () => {
    for (const { Value } of testData) expect(withoutPaymentData(`{"Number":"${Value}"}`)).toContain(Value);
  });
});

const [ID, TOKEN, OTHER] = ['6a10580a3c9b1f0e5d000001', 'tok-1234567890abcdef', 'tok-fedcba0987654321'];

describe('placeholders', () => {
  const placeholders = (answers: readonly [number, unknown, boolean?][] = []) => {
    const made = new Placeholders((id) => (id === ID ? '{{9#1}}' : undefined));
    for (const [row, answer, isLost = false] of answers) made.addAnswer(row, answer, isLost);
    return made;
  };

  it.each<[unknown, string, string]>([
    [{ Id: OTHER }, OTHER, '{{4.Id}}'],
    [{ Items: [{ Id: 'x' }, { Id: OTHER }] }, OTHER, '{{4.Items.1.Id}}'],
    [{ Url: `/a/${TOKEN}/b/${OTHER}` }, OTHER, '{{4.Url~1}}'],
    [{ Url: `/a/${TOKEN}/b/${OTHER}` }, TOKEN, '{{4.Url~0}}'],
    [{ Url: OTHER }, `a ${OTHER} b`, 'a {{4.Url}} b'],
    [{ Password: 'short' }, 'short', '{{4.Password}}'],
    [{ Name: 'short' }, 'short', 'short'],
    [{ Id: 'b00000000000000000000001' }, 'b00000000000000000000001', 'b00000000000000000000001'],
    [{ N: 7, Z: null }, '7', '7'],
    [{}, ID, '{{9#1}}'],
  ])('of the answer %j, %s is written as %s', (answer, text, expected) => {
    expect(placeholders([[4, answer]]).text(text)).toBe(expected);
  });

  it('the first place of a value counts, then the row that made it, then a lost answer', () => {
    const of = placeholders([
      [2, { Id: OTHER }],
      [3, { Id: OTHER }],
      [4, { Id: ID }, true],
      [5, { Id: TOKEN }, true],
      [6, { Id: TOKEN }, true],
    ]);
    expect([OTHER, ID, TOKEN].map((text) => of.text(text))).toEqual(['{{2.Id}}', '{{9#1}}', '{{5.Id}}']);
    const kept = placeholders();
    kept.keep(`a ${TOKEN} b`);
    kept.addAnswer(2, { Id: TOKEN }, false);
    expect(kept.text(TOKEN)).toBe(TOKEN);
  });

  it.each([
    ['Password', 'x', 'stand-in-for-a-secret'],
    ['Secret', 'whsec_abc', 'whsec_c3RhbmQtaW4gZm9yIGEgc2VjcmV0IG9mIHRoZSBtZXJjaGFudA=='],
    ['Authorization', 'abc_whsec_', 'stand-in-for-a-secret'],
    ['Signature', 'x', 'stand-in-for-a-secret'],
    ['Token', 'x', 'x'],
    ['Name', 'x', 'x'],
    ['Password', '', ''],
    ['Password', OTHER, '{{4.Id}}'],
    ['Password', `a ${OTHER}`, 'a {{4.Id}}'],
    ['Headers', 'x', 'x'],
  ])('the field %s of the merchant with %s is written as %s', (name, value, expected) => {
    const of = placeholders([[4, { Id: OTHER }]]);
    expect(of.text(value, name)).toBe(expected);
    expect(of.json({ [name]: [value, { Inner: 7, Not: null, Is: true }] })).toEqual({
      [name]: [expected, { Inner: 7, Not: null, Is: true }],
    });
    if (name === 'Headers')
      expect(of.json({ Headers: { 'X-Any': value } })).toEqual({
        Headers: { 'X-Any': 'stand-in-for-a-secret' },
      });
  });

  const Many = Array.from({ length: 13 }, (_, at) => `token-0123456789-${at}`).join(' ');
  const known = (budget = new PlaceholderBudget()): Known => ({
    budget,
    answer: (row) =>
      row === 4 ? { Id: OTHER, Url: `/${TOKEN}/${OTHER}`, Many, N: 7, Items: [{ Id: 'x' }] } : undefined,
    made: (row, at) => (row === 9 && at === 2 ? ID : undefined),
    secret: (of) => (of === 'me' ? 'hush' : undefined),
  });

  it.each([
    ['{{4.Id}}', OTHER],
    ['a {{4.Id}} b {{4.Items.0.Id}}', `a ${OTHER} b x`],
    ['{{4.Url~0}}', TOKEN],
    ['{{4.Url~1}}', OTHER],
    ['{{4.Url~2}}', '{{4.Url~2}}'],
    ['{{4.Many~9}}', 'token-0123456789-9'],
    ['{{4.Many~12}}', 'token-0123456789-12'],
    ['{{4.Many~120}}', '{{4.Many~120}}'],
    ['{{4.N}}', '{{4.N}}'],
    ['{{4.Nothing}}', '{{4.Nothing}}'],
    ['{{4.Id.length}}', '{{4.Id.length}}'],
    ['{{4.toString}}', '{{4.toString}}'],
    ['{{5.Id}}', '{{5.Id}}'],
    ['{{9#2}}', ID],
    ['{{9#1}}', '{{9#1}}'],
    ['{{secret of me}}', 'hush'],
    ['{{secret of you}}', '{{secret of you}}'],
    ['{{x}}', '{{x}}'],
  ])('%s stands for %s', (text, expected) => {
    expect(resolved(text, known())).toBe(expected);
    expect(resolvedJson({ A: [text, 7, null, { B: text }] }, known())).toEqual({
      A: [expected, 7, null, { B: expected }],
    });
  });

  it('have a budget for a row and one for all', () => {
    const { placeholdersOfRow: row, placeholdersOfSession: all } = budgets;
    const budget = new PlaceholderBudget();
    for (let left = all; left > 0; left -= row) {
      budget.begin();
      budget.count(row);
    }
    budget.begin();
    budget.count(0);
    expect(() => budget.count(1)).toThrow(`at most ${all} characters of values in a session`);
    expect(() => new PlaceholderBudget().count(row + 1)).toThrow(
      `at most ${row} characters of values in a row`,
    );
  });
});

describe('a digest', () => {
  it('has sixteen digits, which are those of the text', () => {
    expect(
      [computeDigest(''), computeDigest('a'), computeDigest('b')].map((one) => /^[0-9a-f]{16}$/.test(one)),
    ).toEqual([true, true, true]);
    expect(new Set(['', 'a', 'b', 'ab'].map(computeDigest)).size).toBe(4);
    expect(computeDigest('a').slice(0, 8)).not.toBe(computeDigest('a').slice(8));
  });

  it('of a state leaves out keys and secrets, and nothing else', () => {
    const state = (collection: string, document: object, Now = 1) =>
      digestOfState({ Clock: { Now }, Collections: { orders: [], [collection]: [document] } } as never);
    for (const collection of ['accessTokens', 'selfServiceTokens', 'downloadLinks', 'idempotentAnswers'])
      expect(state(collection, { Id: '1' })).toBe(state(collection, { Id: '2' }));
    expect(state('customers', { Id: '1' })).not.toBe(state('customers', { Id: '2' }));
    expect(state('customers', { Password: '1' })).toBe(state('customers', { Password: '2' }));
    expect(state('customers', {}, 1)).not.toBe(state('customers', {}, 2));
  });
});

it('a session drops its oldest part where the bodies of its requests and answers are too many', async () => {
  const forgottenBy = async (sessionCharacters: number) => {
    const sandbox = createSandbox({
      record: true,
      seed: 's',
      clock: '2026-01-15T10:00:00Z',
      quotas: { sessionCharacters },
    });
    onTestFinished(() => sandbox.close());
    // Each request is short, and its answer has all fields of a customer.
    const api = await backEnd(sandbox);
    for (let at = 0; at < 12; at += 1) await api('POST', 'customers', { FirstName: 'A' });
    return sandbox.session().Forgotten ?? 0;
  };
  expect([await forgottenBy(100_000), (await forgottenBy(4_000)) > 0]).toEqual([0, true]);
});

describe('the start of a session', () => {
  const session = (Start: object, more: object = {}) =>
    ({
      Format: 'clientlib-sandbox session',
      Version: 1,
      Start: { Seed: 's', At: '2026-01-15T10:00:00Z', ...Start },
      ...more,
    }) as never;

  it.each<[object, object]>([
    [{}, {}],
    [{ Clock: '2026' }, { clock: '2026' }],
    [{ Strict: true }, { strict: true }],
    [{ Config: { Account: {} } }, { config: { Account: {} } }],
    [{ Webhooks: ['http://a'] }, { webhooks: ['http://a'] }],
    [{ PagesUrl: 'http://p' }, { pagesUrl: 'http://p' }],
  ])('with %j has the options %j', (start, options) => {
    expect(toOptions(session(start))).toEqual({ record: true, seed: 's', ...options });
  });

  it.each([{ Version: 2 }, { Format: 'other' }])('of %j is refused', (more) => {
    expect(() => toOptions(session({}, more))).toThrow('expected a session of version 1');
  });

  it('has a seed of its own where none is given', () => {
    expect(recordedSeed({ seed: 's', record: true })).toEqual({ seed: 's', record: true });
    expect(recordedSeed({ strict: true })).toEqual({ strict: true });
    const [one, other] = [{}, {}].map((more: SandboxOptions) => recordedSeed({ record: true, ...more }).seed);
    expect([/^[0-9a-f]{32}$/.test(one ?? ''), one === other]).toEqual([true, false]);
  });
});

it.each([
  ['{"A":1}', undefined, { A: 1 }],
  ['{"A":1}', '/x', { Location: '/x', A: 1 }],
  [undefined, '/x', { Location: '/x' }],
  ['text', '/x', { Location: '/x' }],
  [undefined, undefined, {}],
])('the answer %s that leads to %s has the values %j', (text, location, values) => {
  expect(answerValue(text, location)).toEqual(values);
});

it('an answer is shown up to 2,000 characters, and compared as a whole', () => {
  const long = (end: string) => `{"A":"${'x'.repeat(3_000)}${end}"}`;
  const [one, other] = [shownAnswer(200, long('a')), shownAnswer(200, long('b'))];
  expect([one.Body?.length, one.Body === other.Body, one.Digest === other.Digest]).toEqual([
    2_000,
    true,
    false,
  ]);
  expect([shownAnswer(204, undefined), shownAnswer(200, ''), shownAnswer(0, '{}')]).toEqual([
    { Status: 204 },
    { Status: 200 },
    { Status: 0 },
  ]);
  expect(shownAnswer(200, '{"Password":"x"}').Body).toBe('{"Password":"***"}');
});

it('the secrets of an account are those of its clients and users', () => {
  const account = {
    OAuthClients: [{ ClientId: 'c1', ClientSecret: 's1' }, { ClientId: 'c2' }],
    ServiceUsers: [{ Username: 'u1', Password: 'p1' }],
  };
  expect([...collectSecrets(account)]).toEqual([
    ['c1', 's1'],
    ['c2', ''],
    ['u1', 'p1'],
  ]);
});

describe('a row', () => {
  const recording = (options: SandboxOptions = {}) => {
    const sandbox = createSandbox({ record: true, seed: 'rows', clock: '2026-01-15T10:00:00Z', ...options });
    onTestFinished(() => sandbox.close());
    const send = (path: string, init: RequestInit = {}) =>
      sandbox.fetch(`http://sandbox${path}`, { method: 'POST', ...init });
    const rows = () => JSON.parse(JSON.stringify(sandbox.session().Rows)) as SessionRow[];
    return { sandbox, send, rows };
  };
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const decision = JSON.stringify({ Outcome: { Code: 'Rejected' } });

  const place = '/sandbox/payments/next';
  const asClient = `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`;
  const order = '/api/v1/CustomerSelfService/signup/order';
  const spaced =
    '{"Cart": {"PlanVariantId":"b00000000000000000000001"}, "Customer": {"FirstName":"Ada"}, "Password": "a\\"b", "Token":"x"}';

  it.each<[string, string, RequestInit, object]>([
    ['JSON', place, { headers: json, body: decision }, { Headers: json, Body: JSON.parse(decision) }],
    [
      'JSON with spaces',
      order,
      { headers: json, body: spaced },
      { Headers: json, Text: spaced.replace('a\\"b', 'stand-in-for-a-secret') },
    ],
    ['no body', place, { method: 'DELETE' }, { Method: 'DELETE' }],
    [
      'a query',
      `${place}?a=%20b&password=x`,
      { method: 'DELETE' },
      { Method: 'DELETE', Path: `${place}?a=%20b&password=stand-in-for-a-secret` },
    ],
    [
      'a question mark in its query',
      `${place}?url=https://shop.test/?a=1`,
      { method: 'DELETE' },
      { Method: 'DELETE', Path: `${place}?url=https%3A%2F%2Fshop.test%2F%3Fa%3D1` },
    ],
    [
      'a client and a form',
      '/oauth/token/',
      {
        headers: { ...form, Authorization: asClient },
        body: 'grant_type=client_credentials&password=x&a=1+2',
      },
      {
        Headers: {
          ...form,
          Authorization: 'Basic c00000000000000000000001:{{secret of c00000000000000000000001}}',
        },
        Form: { grant_type: 'client_credentials', password: 'stand-in-for-a-secret', a: '1 2' },
      },
    ],
    ...(
      [
        [`Basic ${btoa('me:my:secret')}`, 'Basic me:stand-in-for-a-secret'],
        ['basic %', 'Basic :'],
        ['Bearer xyz', 'Bearer stand-in-for-a-secret'],
      ] as const
    ).map(([Authorization, shown]): [string, string, RequestInit, object] => [
      `the header ${Authorization}`,
      place,
      { method: 'DELETE', headers: { Authorization } },
      { Method: 'DELETE', Headers: { Authorization: shown } },
    ]),
  ])('has the request with %s', async (_what, path, init, expected) => {
    const { send, rows } = recording();
    await send('/sandbox/faults', { headers: json, body: '{"Path":"/none","Fault":{"Status":503}}' });
    await send(path, init);
    expect(rows().at(-1)?.Request).toEqual({ Method: 'POST', Path: path, ...expected });
  });

  it('has a stand-in for the password of a user of the account, also one with a colon', async () => {
    const ServiceUsers = [{ Username: 'me@merchant.test', Password: 'my:secret' }];
    const { send, rows } = recording({ config: { Account: { ServiceUsers } } as never });
    await send('/sandbox/faults', { headers: json, body: '{"Path":"/none","Fault":{"Status":503}}' });
    const Authorization = `Basic ${btoa('me@merchant.test:my:secret')}`;
    await send(place, { method: 'DELETE', headers: { Authorization } });
    expect(rows().at(-1)?.Request?.Headers).toEqual({
      Authorization: 'Basic me@merchant.test:{{secret of me@merchant.test}}',
    });
  });

  it.each([
    ['Basic me:a:b', `Basic ${btoa('me:a:b')}`],
    ['Bearer x', 'Bearer x'],
  ])('is sent with the header %s as %s', (Authorization, expected) => {
    const known: Known = {
      budget: new PlaceholderBudget(),
      answer: () => undefined,
      made: () => undefined,
      secret: () => undefined,
    };
    const request = (Path: string, more: object, token?: string) =>
      toRequest(1, { Method: 'POST', Path, Headers: { Authorization }, ...more }, 'http://x', known, token);
    expect(request('/a', {}).headers.get('Authorization')).toBe(expected);
    expect(request('/a', {}, 't').headers.get('Authorization')).toBe(expected);
    expect(request('/sandbox/a', {}, 't').headers.get('Authorization')).toBe('Bearer t');
    const fault = (more: object, token?: string) => request('/a', more, token).headers.get('X-Sandbox-Fault');
    expect([fault({}), fault({ Fault: 'truncate' }), fault({ Fault: 'truncate' }, 't')]).toEqual([
      'none',
      'truncate',
      'truncate; token=t',
    ]);
  });

  it.each([
    [{ Body: { A: 1 } }, '{"A":1}'],
    [{ Form: { a: '1', b: 'x y' } }, 'a=1&b=x+y'],
    [{ Text: '{ "A": 1 }' }, '{ "A": 1 }'],
    [{}, ''],
  ])('with %j is sent with the body %s', async (more, body) => {
    const known: Known = {
      budget: new PlaceholderBudget(),
      answer: () => undefined,
      made: () => undefined,
      secret: () => undefined,
    };
    const request = toRequest(
      3,
      { Method: 'POST', Path: '/a?b=1', ...more } as never,
      'http://x',
      known,
      undefined,
    );
    expect([request.url, request.method, await request.text()]).toEqual(['http://x/a?b=1', 'POST', body]);
    expect(() =>
      toRequest(3, { Method: 'POST', Path: '//', Headers: { 'a b': 'c' } }, 'http://x', known, undefined),
    ).toThrow('Rows[2].Request: cannot be sent: ');
  });

  it('is a call, a step of the clock, a delivery or what goes on', async () => {
    const { sandbox, rows } = recording({
      webhooks: ['http://shop.test/'],
      deliver: async () => new Response(null, { status: 503 }),
    });
    sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    await sandbox.clock.advance('P1D');
    await sandbox.fetch('http://sandbox/sandbox/events', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ Event: 'PlanCreated', PlanId: 'p' }),
    });
    await sandbox.settle();
    await sandbox.fetch('http://other/sandbox/payments/next', { method: 'DELETE' });
    const shown = rows();
    expect(shown.map(({ Row }) => Row)).toEqual(shown.map((_, at) => at + 1));
    expect(shown[0]).toEqual({
      Row: 1,
      Now: '2026-01-15T10:00:00.000Z',
      Call: { Name: 'payments.next', Arguments: [{ Outcome: { Code: 'Rejected' } }] },
    });
    expect(shown[1]).toMatchObject({ Row: 2, Call: { Name: 'clock.advance', Arguments: ['P1D'] } });
    expect(shown[1]?.Steps).toBeGreaterThan(0);
    const delivery = shown.find(({ Delivery }) => Delivery !== undefined)?.Delivery;
    expect(delivery).toMatchObject({
      Event: 'PlanCreated',
      At: expect.stringMatching(/^\d{4}-/),
      StatusCode: 503,
    });
    expect(shown.at(-1)?.Request).toEqual({
      Method: 'DELETE',
      Path: '/sandbox/payments/next',
      BaseUrl: 'http://other',
    });
    expect(shown.every((row) => !('At' in row))).toBe(true);
  });

  it('comes after the one before, where requests come at once, and each is answered', async () => {
    const { send, rows } = recording();
    const read = () => send('/docs/guides/rest.md', { method: 'GET' });
    const decide = () => send(place, { headers: json, body: decision });
    const asked = [read(), decide(), read(), decide(), decide(), read()];
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await send(place, { method: 'DELETE' })).status).toBe(204);
    const made = rows().map(({ Request, Answer }) => [Request?.Method, Answer?.Status]);
    expect(made.filter(([method]) => method !== 'GET')).toEqual([
      ['POST', 200],
      ['POST', 200],
      ['POST', 200],
      ['DELETE', 204],
    ]);
  });

  it('has the real time where the clock follows it', async () => {
    const { sandbox, rows } = recording({ clock: undefined as never });
    sandbox.payments.next({ Outcome: { Code: 'Rejected' } });
    expect(rows()[0]?.At).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(sandbox.session().Start).toMatchObject({ Seed: 'rows' });
    expect(sandbox.session().Start.Clock).toBeUndefined();
  });

  it('has each task with its own real time, and reading the session does not stop the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T10:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { sandbox, rows } = recording({ clock: undefined as never, timers: false });
    const workspaces = getWorkspaces(sandbox);
    const [test] = testSandbox(sandbox, workspaces.main, 'http://sandbox', () => 5_000);
    await test.signUp();
    for (const day of ['2026-02-20', '2026-03-20']) {
      vi.setSystemTime(Date.parse(`${day}T10:00:00Z`));
      await workspaces.catchUp();
      expect(sandbox.session().End.At.slice(0, 10)).toBe(day);
    }
    const steps = rows().flatMap(({ Steps, At }) => (Steps === undefined ? [] : [[Steps, At?.slice(0, 10)]]));
    expect(steps.every(([count]) => count === 1)).toBe(true);
    expect(new Set(steps.map(([, day]) => day))).toEqual(new Set(['2026-02-20', '2026-03-20']));
    vi.setSystemTime(Date.parse('2026-03-21T10:00:00Z'));
    expect(new Date(sandbox.clock.now()).toISOString().slice(0, 10)).toBe('2026-03-21');
    const { sandbox: again, difference } = await replaySession(sandbox.session());
    onTestFinished(() => again.close());
    expect(difference).toBeUndefined();
    vi.setSystemTime(Date.parse('2026-04-20T10:00:00Z'));
    expect(new Date(again.clock.now()).toISOString().slice(0, 10)).toBe('2026-04-20');
  });

  it('begins a session with its options, without their secrets', () => {
    const { sandbox } = recording({
      strict: true,
      config: { Account: { TokenLifetime: 5 } },
      webhooks: [{ Url: 'http://shop.test/', Secret: 'whsec_c29tZSBzZWNyZXQgb2YgMjQgbGV0dGVycw==' }] as never,
      pagesUrl: 'http://pages.test',
    });
    const session = sandbox.session();
    expect(session.Start).toEqual({
      Seed: 'rows',
      At: expect.any(String),
      Clock: '2026-01-15T10:00:00Z',
      Strict: true,
      Config: { Account: { TokenLifetime: 5 } },
      Webhooks: [
        { Url: 'http://shop.test/', Secret: 'whsec_c3RhbmQtaW4gZm9yIGEgc2VjcmV0IG9mIHRoZSBtZXJjaGFudA==' },
      ],
      PagesUrl: 'http://pages.test',
    });
    expect(session).toMatchObject({
      Format: 'clientlib-sandbox session',
      Version: 1,
      BaseUrl: 'http://sandbox',
      Rows: [],
    });
    expect([session.Forgotten, session.Ids, session.End.Faults]).toEqual([undefined, undefined, undefined]);
  });
});
