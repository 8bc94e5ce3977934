import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../../../../sandbox/src/clients/account/account-client.ts';
import { runVerify } from '../../../../sandbox/src/hosts/command/verify-command.ts';
import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { access, placeOf } from './merchant-account.ts';

const publicKey = 'a00000000000000000000001';

function service(Environment: 'Production' | 'Sandbox' = 'Sandbox'): Sandbox {
  const sandbox = createSandbox({
    clock: '2026-01-15T10:00:00Z',
    seed: 'signups',
    config: { Account: { Environment } },
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function run(place: Pick<Environment, 'fetch' | 'sleep'>, options: object = { publicKey }) {
  let printed = '';
  const code = await runVerify(
    { against: access.url, clientId: access.clientId, write: true, ...options },
    {
      ...place,
      secret: async () => access.clientSecret,
      print: (text) => {
        printed += text;
      },
      progress: () => {},
    },
  );
  return { code, printed };
}

it('signs up on both, finds no difference in an identical sandbox, and annuls the contract', {
  timeout: 180_000,
}, async () => {
  const sandbox = service();
  const { code, printed } = await run(placeOf(sandbox));
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ requests, 0 differences\.\n$/)]);
  const { contracts = [] } = sandbox.snapshot().Collections as { contracts?: { LifecycleStatus?: string }[] };
  expect(contracts).toHaveLength(5);
  expect(contracts.every(({ LifecycleStatus }) => LifecycleStatus === 'Annulled')).toBe(true);
});

it('finds no difference if time passes between the requests', { timeout: 180_000 }, async () => {
  const sandbox = service();
  const place = placeOf(sandbox, () => sandbox.clock.advance('PT0.137S'));
  expect((await run(place)).printed).toMatch(/^\d+ requests, 0 differences\.\n$/);
});

it('finds differences in a new contract', { timeout: 180_000 }, async () => {
  const place = placeOf(service());
  const altered: Environment = {
    ...place,
    async fetch(input, init) {
      const response = await place.fetch(input, init);
      if (init.method !== 'GET' || !/\/contracts\/\w+$/.test(input)) return response;
      const contract = (await response.json()) as { Balance: number };
      return Response.json({ ...contract, Balance: contract.Balance + 0.01 }, { headers: response.headers });
    },
  };
  const { code, printed } = await run(altered);
  expect(code).toBe(1);
  expect(printed).toContain('amount  GET /api/v1/contracts/{id}  Balance (5 times)\n');
  expect(printed).toMatch(/\n\d+ requests, 1 difference\.\n$/);
});

it('repeats a request of a signup under its key, and none under that of another', {
  timeout: 180_000,
}, async () => {
  const place = placeOf(service());
  const keys: (string | null)[] = [];
  let isLost = true;
  const losing: Environment = {
    ...place,
    async fetch(input, init) {
      const response = await place.fetch(input, init);
      if (!/\/orders(\/\w+\/commit)?$/.test(input)) return response;
      keys.push(new Headers(init.headers).get('Idempotency-Key'));
      if (!isLost) return response;
      isLost = false;
      throw new TypeError('fetch failed');
    },
  };
  expect((await run(losing)).code).toBe(0);
  const [lost, repeated, ...others] = keys;
  expect([repeated, new Set([lost, ...others]).size]).toEqual([lost, keys.length - 1]);
  expect(lost).toMatch(/^[0-9a-f-]{36}$/);
});

it.each([
  ['order', /\/orders$/, ['POST orders', 'POST orders/preview']],
  ['contract', /\/commit$/, ['POST orders', 'POST orders/<id>/commit', 'POST orders/preview']],
])('ends a signup whose %s the service refuses', { timeout: 180_000 }, async (_what, refused, sent) => {
  const place = placeOf(service());
  const requests = new Set<string>();
  const refusing: Environment = {
    ...place,
    async fetch(input, init) {
      const path = input.replace(/^.*\/api\/v1\//, '').replace(/[0-9a-f]{24}/g, '<id>');
      if (/^(orders|contracts)/.test(path) && (init.method === 'POST' || path.startsWith('contracts/')))
        requests.add(`${init.method} ${path}`);
      return refused.test(input) && init.method === 'POST'
        ? Response.json({ Message: 'Refused.' }, { status: 422 })
        : place.fetch(input, init);
    },
  };
  const { code, printed } = await run(refusing);
  expect([code, [...requests].toSorted()]).toEqual([1, sent]);
  expect(printed).toContain('(5 times)');
});

it('rejects an account that is not marked as a test account, and writes nothing', async () => {
  const sandbox = service('Production');
  const place = placeOf(sandbox);
  await expect(run(place)).rejects.toThrow(
    '--write: the account is not marked as a test account (Environment is "Production"). Nothing was written.',
  );
  expect(place.requests).toEqual([
    `GET /api/v1/CustomerSelfService/paymentMethods?publicApiKey=${publicKey}`,
  ]);
});

it('rejects an account of unknown type', async () => {
  await expect(run(placeOf(service()), { publicKey: 'b00000000000000000000001' })).rejects.toThrow(
    /^--write: the account is not marked as a test account \(Environment is unknown, status 4\d\d\)/,
  );
  await expect(run(placeOf(service()), {})).rejects.toThrow('verify --write requires --public-key KEY');
});

it('stores no signup in a cassette', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const cassette = join(folder, 'service.json');
  await run(placeOf(service()), { publicKey, cassette });
  expect(await readFile(cassette, 'utf8')).not.toContain('verify@example.com');
});
