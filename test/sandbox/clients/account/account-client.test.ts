import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type AccountAccess,
  AccountClient,
  type SentOptions,
} from '../../../../sandbox/src/clients/account/account-client.ts';
import { boundedJson } from '../../../../sandbox/src/clients/account/bounded-json.ts';
import { AccountError } from '../../../../sandbox/src/clients/account/service-url.ts';

const access = { url: 'https://service.test/eu', clientId: 'me', clientSecret: 'hush-hush' };

type Answer = () => Response | Promise<Response>;

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const token = (name: string) => json({ access_token: name });

/** A client of a service that gives these answers, the last one for ever; and what it was sent. */
function clientOf(answers: readonly Answer[], more: Partial<AccountAccess> = {}) {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = [];
  const waits: unknown[] = [];
  const client = new AccountClient(
    { ...access, ...more },
    {
      fetch: async (url, init) => {
        sent.push({ url, init, headers: new Headers(init.headers) });
        return (answers[sent.length - 1] ?? (answers.at(-1) as Answer))();
      },
      sleep: async (milliseconds) => void waits.push(milliseconds),
      onWait: (reason, seconds) => void waits.push(`${reason} ${seconds}`),
    },
  );
  return { client, sent, waits };
}

describe('a request to a service', () => {
  it('gets a token once, and a new one once where it has expired', async () => {
    const { client, sent } = clientOf([
      token('t1'),
      json(1),
      json(2),
      json({}, 401),
      token('t2'),
      json(3),
      json({}, 401),
    ]);
    expect([
      (await client.get('/a')).body,
      (await client.get('/b')).body,
      (await client.get('/c')).body,
    ]).toEqual([1, 2, 3]);
    expect(sent.map(({ url, init, headers }) => [init.method, url, headers.get('Authorization')])).toEqual([
      ['POST', 'https://service.test/eu/oauth/token/', `Basic ${btoa('me:hush-hush')}`],
      ['GET', 'https://service.test/eu/a', 'Bearer t1'],
      ['GET', 'https://service.test/eu/b', 'Bearer t1'],
      ['GET', 'https://service.test/eu/c', 'Bearer t1'],
      ['POST', 'https://service.test/eu/oauth/token/', `Basic ${btoa('me:hush-hush')}`],
      ['GET', 'https://service.test/eu/c', 'Bearer t2'],
    ]);
    expect(sent.map(({ init }) => init.redirect)).toEqual(sent.map(() => 'manual'));
  });

  it('has a token from another address where one is given', async () => {
    const { client, sent } = clientOf([token('t'), json(1)], { authUrl: 'https://login.test/' });
    await client.get('/a');
    expect(sent.map(({ url }) => url)).toEqual([
      'https://login.test/oauth/token/',
      'https://service.test/eu/a',
    ]);
    expect(client.url).toBe('https://service.test/eu');
  });

  it.each<[SentOptions, Record<string, string | null>, string | undefined]>([
    [{}, { Authorization: 'Bearer t', 'Content-Type': null }, undefined],
    [{ body: { A: 1 } }, { Authorization: 'Bearer t', 'Content-Type': 'application/json' }, '{"A":1}'],
    [{ body: null }, { 'Content-Type': 'application/json' }, 'null'],
    [{ key: 'k' }, { 'Idempotency-Key': 'k', Authorization: 'Bearer t' }, undefined],
    [{ token: 'mine', key: 'k' }, { 'Idempotency-Key': 'k', Authorization: 'Bearer mine' }, undefined],
    [{ isAnonymous: true }, { Authorization: null, 'Idempotency-Key': null }, undefined],
    [{ isAnonymous: false }, { Authorization: 'Bearer t' }, undefined],
  ])('with %j has the headers %j', async (options, headers, body) => {
    const needsToken = options.isAnonymous !== true && options.token === undefined;
    const { client, sent } = clientOf([...(needsToken ? [token('t')] : []), json(1)]);
    await client.send('PATCH', '/a', options);
    expect(sent).toHaveLength(needsToken ? 2 : 1);
    const { init, headers: got } = sent.at(-1) as (typeof sent)[number];
    expect([init.method, init.body, got.get('Accept')]).toEqual(['PATCH', body, 'application/json']);
    expect(Object.fromEntries(Object.keys(headers).map((name) => [name, got.get(name)]))).toEqual(headers);
  });

  it('shows neither secret nor token, wherever the service repeats them', async () => {
    const basic = btoa('me:hush-hush');
    const body = { a: ['hush-hush', { 'x-tok-1': `x ${basic} y` }], n: 1, z: null };
    const { client } = clientOf([token('tok-1'), json(body, 200, { Link: 'a tok-1 b' })]);
    const { body: shown, headers } = await client.get('/a');
    expect(shown).toEqual({ a: ['***', { 'x-***': 'x *** y' }], n: 1, z: null });
    expect(headers.get('Link')).toBe('a *** b');
    expect(client.redacted(`hush-hush ${basic} tok-1 me`)).toBe('*** *** *** me');
  });

  it('has a text for a body that is no JSON', async () => {
    const { client } = clientOf([() => new Response('<p>')]);
    expect((await client.send('GET', '/a', { isAnonymous: true })).body).toBe('<p>');
  });
});

describe('a service that does not answer at once', () => {
  const anonymous = { isAnonymous: true };
  const lost: Answer = () =>
    Promise.reject(Object.assign(new Error('fetch failed'), { cause: { code: 'ECONNRESET' } }));

  it.each([429, 500, 502, 503, 504])('is asked again after %s', async (status) => {
    const { client, waits } = clientOf([json({}, status), json({}, status), json(1)]);
    expect((await client.send('GET', '/a', anonymous)).body).toBe(1);
    expect(waits).toEqual([`it answers ${status} 1`, 1_000, `it answers ${status} 2`, 2_000]);
  });

  it.each([200, 204, 301, 400, 401, 403, 404, 409, 412, 422, 501, 505])(
    'is asked once where it answers %s',
    async (status) => {
      const { client, sent, waits } = clientOf([() => new Response(null, { status })]);
      expect((await client.send('GET', '/a', anonymous)).status).toBe(status);
      expect([sent.length, waits]).toEqual([1, []]);
    },
  );

  it.each([
    ['5', 5],
    ['0', 1],
    ['900', 900],
    ['901', 900],
    ['Thu, 15 Jan 2026 10:00:30 GMT', 30],
    ['Thu, 15 Jan 2026 09:00:00 GMT', 1],
    ['soon', 1],
  ])('says by Retry-After: %s that it wants %s seconds', async (text, seconds) => {
    vi.useFakeTimers({ now: Date.parse('2026-01-15T10:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, waits } = clientOf([json({}, 429, { 'Retry-After': text }), json(1)]);
    await client.send('GET', '/a', anonymous);
    expect(waits).toEqual([`it answers 429 ${seconds}`, seconds * 1_000]);
  });

  it('is given up after three tries where it was never there, and after eight where it was', async () => {
    const never = clientOf([lost]);
    await expect(never.client.send('GET', '/a', anonymous)).rejects.toThrow(
      new AccountError('https://service.test/eu/a could not be read in 3 tries: ECONNRESET.'),
    );
    expect(never.waits).toEqual(['ECONNRESET 1', 1_000, 'ECONNRESET 2', 2_000]);
    const once = clientOf([json({}, 503), lost]);
    await expect(once.client.send('GET', '/a', anonymous)).rejects.toThrow('in 8 tries: ECONNRESET.');
    expect(once.waits.filter((one) => typeof one === 'number')).toEqual(
      [1, 2, 4, 8, 16, 32, 64].map((one) => one * 1_000),
    );
  });

  it('shows no secret in the reason', async () => {
    const { client, waits } = clientOf([() => Promise.reject(new Error('no route for hush-hush'))]);
    await expect(client.send('GET', '/a?x=hush-hush', anonymous)).rejects.toThrow(
      'https://service.test/eu/a?x=*** could not be read in 3 tries: no route for ***.',
    );
    expect(waits[0]).toBe('no route for *** 1');
  });
});

it.each<[Answer, string]>([
  [
    json({}, 400),
    'https://service.test/eu rejected the client me (400). Check --client-id and CLIENTLIB_CLIENT_SECRET.',
  ],
  [
    json({}, 401),
    'https://service.test/eu rejected the client me (401). Check --client-id and CLIENTLIB_CLIENT_SECRET.',
  ],
  [json({}, 403), 'https://service.test/eu/oauth/token/ returned 403 without a token.'],
  [json({ access_token: '' }), 'https://service.test/eu/oauth/token/ returned 200 without a token.'],
  [json({ access_token: 7 }), 'https://service.test/eu/oauth/token/ returned 200 without a token.'],
  [json(null), 'https://service.test/eu/oauth/token/ returned 200 without a token.'],
])('a client without a token says why: %#', async (answer, message) => {
  await expect(clientOf([answer]).client.get('/a')).rejects.toThrow(new AccountError(message));
});

it.each([
  ['url', '--from', {}],
  ['url', '--against', { option: '--against' }],
  ['authUrl', '--auth-url', { option: '--against' }],
])('an address in %s to which no secret may go is refused as %s', (name, option, more) => {
  expect(() => clientOf([], { ...more, [name]: 'http://service.test' })).toThrow(
    `${option}: service.test is another machine`,
  );
});

it.each([
  ['[]', []],
  ['{"a":null}', { a: null }],
  ['{', undefined],
  [`${'['.repeat(64)}${']'.repeat(64)}`, 64],
  [`${'['.repeat(65)}${']'.repeat(65)}`, 65],
  [`${'['.repeat(66)}${']'.repeat(66)}`, 'too deep'],
])('JSON from outside is bounded: %.20s', (text, expected) => {
  if (expected === 'too deep')
    expect(() => boundedJson(text, 'file')).toThrow(
      new AccountError('file: is nested deeper than 64 levels.'),
    );
  else if (typeof expected === 'number') expect(JSON.stringify(boundedJson(text, 'file'))).toBe(text);
  else expect(boundedJson(text, 'file')).toEqual(expected);
});

it.each<[string, SentOptions]>([
  ['with its own token', {}],
  ['without a token', { isAnonymous: true }],
  ["with a customer's token", { token: 't' }],
])('a request %s ends where the service never answers, and follows no redirect', async (_how, options) => {
  const patience = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => patience.mockRestore());
  const { client, sent } = clientOf([token('t1'), json(1)]);
  for (const method of ['GET', 'POST']) await client.send(method, '/a', options);
  expect(sent.length).toBeGreaterThan(1);
  expect(patience.mock.calls).toEqual(sent.map(() => [60_000]));
  for (const { init } of sent)
    expect([init.signal instanceof AbortSignal, init.redirect]).toEqual([true, 'manual']);
});
