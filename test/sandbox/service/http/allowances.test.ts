// How many requests and tokens a caller has in a window of time (Account.RateLimit), and who is one caller.
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { accessToken, backEnd, client, newSandbox } from './service.ts';

const limited = (Requests: number, TokenRequests = 100): Sandbox =>
  newSandbox({ config: { Account: { RateLimit: { Requests, TokenRequests, WindowSeconds: 60 } } } });

const inspector = { 'X-Sandbox-Client': 'inspector' };
const paymentMethods = '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';

/** Status and what is left after each of so many requests. */
async function asked(times: number, ask: () => Promise<{ status: number; headers: Headers }>) {
  const all: (string | number | null)[][] = [];
  for (let at = 0; at < times; at += 1) {
    const { status, headers } = await ask();
    all.push([status, headers.get('X-RateLimit-Remaining'), headers.get('Retry-After')]);
  }
  return all;
}

it('spec: Limits 3 — the API counts, and the control API, tokens and documents do not', async () => {
  const sandbox = limited(1);
  const api = await backEnd(sandbox);
  for (const path of ['/sandbox/clock', '/openapi.json', '/clientlib.js']) {
    const { status, headers } = await api('GET', path);
    expect([path, status, headers.get('X-RateLimit-Limit')]).toEqual([path, 200, null]);
  }
  expect(await asked(2, () => api('GET', 'customers'))).toEqual([
    [200, '0', null],
    [429, '0', '60'],
  ]);
  const { Message } = (await api('GET', 'customers')).body;
  expect(Message).toBe(
    'More than 1 requests in 60 seconds. The clock of the sandbox is paused, so the window ends only when you advance it by ' +
      '60 s. Or raise Account.RateLimit in the configuration.',
  );
});

it('a window that began later than the clock is now, as after a snapshot, is over', async () => {
  const sandbox = limited(1);
  const api = await backEnd(sandbox);
  const before = sandbox.snapshot();
  await sandbox.clock.advance('P1D');
  const later = await backEnd(sandbox);
  expect(await asked(1, () => later('GET', 'customers'))).toEqual([[200, '0', null]]);
  sandbox.restore(before);
  expect(await asked(2, () => api('GET', 'customers'))).toEqual([
    [200, '0', null],
    [429, '0', '60'],
  ]);
});

it('spec: Limits 3 — the inspector has an allowance of its own, as large as that of the caller it asks as', async () => {
  const api = await backEnd(limited(2));
  const look = () => api('GET', 'customers', undefined, inspector);
  const other = () => api('GET', 'customers', undefined, { 'X-Sandbox-Client': 'my-tests' });
  expect(await asked(1, other)).toEqual([[200, '1', null]]);
  expect(await asked(3, look)).toEqual([
    [200, '1', null],
    [200, '0', null],
    [429, '0', '60'],
  ]);
  expect(await asked(1, other)).toEqual([[200, '0', null]]);
});

it('the allowance of the inspector is renewed while the clock is paused', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const api = await backEnd(limited(1));
  const statuses = async () =>
    (await asked(2, () => api('GET', 'customers', undefined, inspector))).map(([status]) => status);
  expect(await statuses()).toEqual([200, 429]);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await statuses()).toEqual([200, 429]);
});

it('the inspector shares its allowance over tokens, but not with visitors', async () => {
  const sandbox = limited(1);
  const [one, two] = [await backEnd(sandbox), await backEnd(sandbox)];
  expect(await asked(1, () => one('GET', 'customers', undefined, inspector))).toEqual([[200, '0', null]]);
  expect(await asked(1, () => two('GET', 'customers', undefined, inspector))).toEqual([[429, '0', '60']]);
  const visit = () => sandbox.fetch(`http://sandbox${paymentMethods}`, { headers: inspector });
  expect(await asked(2, visit)).toEqual([
    [200, '0', null],
    [429, '0', '60'],
  ]);
});

it('spec: Limits 3 — each visitor has an allowance, and the customer of each contract', async () => {
  const sandbox = limited(2);
  const from = (visitor: string) => async () =>
    sandbox.app.fetch(new Request(`http://sandbox${paymentMethods}`), { visitor });
  expect(await asked(3, from('192.0.2.1'))).toEqual([
    [200, '1', null],
    [200, '0', null],
    [429, '0', '60'],
  ]);
  expect(await asked(1, from('192.0.2.2'))).toEqual([[200, '1', null]]);
  expect(await asked(1, () => backEnd(sandbox).then((api) => api('GET', 'customers')))).toEqual([
    [200, '1', null],
  ]);
});

it('spec: Authentication 7 — tokens are counted by client, also when the secret is wrong, and the inspector’s apart', async () => {
  const sandbox = limited(100, 2);
  const token = (headers: object = {}, secret = client.secret) =>
    sandbox.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${client.id}:${secret}`)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: 'grant_type=client_credentials',
    });
  expect(await asked(1, () => token({}, 'wrong'))).toEqual([[401, null, null]]);
  expect(await asked(1, () => token({ 'X-Sandbox-Client': 'my-tests' }))).toEqual([[200, null, null]]);
  const refused = await token();
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(await refused.json()).toMatchObject({
    error: 'temporarily_unavailable',
    error_description: expect.stringMatching(/^More than 2 tokens in 60 seconds\./),
  });
  expect(await asked(3, () => token(inspector))).toEqual([
    [200, null, null],
    [200, null, null],
    [429, null, '60'],
  ]);
  // The API has an allowance of its own, and the window ends for both.
  await sandbox.clock.advance('PT60S');
  expect(await accessToken(sandbox)).toEqual(expect.any(String));
});

it('a reset restores the full allowance', async () => {
  const api = await backEnd(limited(1));
  const customers = () => api('GET', 'customers');
  expect((await asked(2, customers)).map(([status]) => status)).toEqual([200, 429]);
  await api('POST', '/sandbox/reset', { Keep: ['Tokens'] });
  expect(await asked(1, customers)).toEqual([[200, '0', null]]);
});
