import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Environment } from '../../../../sandbox/src/clients/account/account-client.ts';
import { runVerify, type VerifyOptions } from '../../../../sandbox/src/hosts/command/verify-command.ts';
import { type LivedAccount, livedAccount, personal } from './lived-account.ts';
import { access, placeOf } from './merchant-account.ts';

let account: LivedAccount;
let folder: string;
beforeAll(async () => {
  account = await livedAccount(40);
  folder = await mkdtemp(join(tmpdir(), 'shapes-'));
}, 300_000);
afterAll(async () => {
  account.sandbox.close();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of all kinds
type Json = any;

async function run(
  place: Pick<Environment, 'fetch' | 'sleep'>,
  options: VerifyOptions = { against: access.url, clientId: access.clientId },
): Promise<[code: number, printed: string]> {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  return [
    await runVerify(options, {
      ...place,
      secret: async () => access.clientSecret,
      print,
      progress: () => {},
    }),
    printed,
  ];
}

/** The service with other answers. */
function altered(change: (path: string, body: Json) => Json): Environment {
  const place = placeOf(account.sandbox);
  return {
    ...place,
    async fetch(input, init) {
      const response = await place.fetch(input, init);
      const path = input.replace(`${access.url}/api/v1/`, '').replace(/\?.*/, '');
      if (init.method !== 'GET' || !response.headers.get('Content-Type')?.includes('json')) return response;
      const body = change(path, await response.json());
      if (body === undefined) return new Response(null, { status: 403 });
      return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
    },
  };
}

it('finds no difference in the contracts of an identical service, online and offline', {
  timeout: 300_000,
}, async () => {
  const cassette = join(folder, 'service.json');
  const [code, printed] = await run(placeOf(account.sandbox), {
    against: access.url,
    clientId: access.clientId,
    cassette,
  });
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ requests, 0 differences\.\n$/)]);
  const text = (await readFile(cassette, 'utf8')).toLowerCase();
  expect(text).toContain('"get /api/v1/contracts/{id}/ledgerentries"');
  const { first, last, streets, cities, notes, field } = personal;
  for (const one of [...first, ...last, ...streets, ...cities, notes, field, '@mail.test', 'w-42103'])
    expect(text.includes(one.toLowerCase()), one).toBe(false);
  const nothing = async () => {
    throw new Error('The service was asked.');
  };
  expect(await run({ fetch: nothing, sleep: nothing }, { cassette })).toEqual([0, printed]);
});

it('looks at each part of a contract', { timeout: 300_000 }, async () => {
  const [code, printed] = await run(
    altered((path, body) => (/^contracts\/\w+\/\w+$/.test(path) ? undefined : body)),
  );
  const parts = [...printed.matchAll(/"GET \/api\/v1\/contracts\/\{id\}\/(\w+)"/g)].map(([, part]) => part);
  expect([code, [...new Set(parts)].sort()]).toEqual([
    1,
    [
      'cancellationPreview',
      'componentSubscriptions',
      'discountSubscriptions',
      'ledgerEntries',
      'ratedItems',
      'subscriptions',
      'usage',
    ],
  ]);
});

it('finds exactly the planted differences in shape, and shows no values', { timeout: 300_000 }, async () => {
  const place = altered((path, body) => {
    if (path === 'customers') body[3].Address.Floor = 'Hopper lives on the second';
    if (path === 'subscriptions') body[0].Balance = 'a lot';
    if (/^contracts\/\w+$/.test(path)) delete body.ReferenceCode;
    if (path === 'contracts') body[7].LifecycleStatus = 'Frozen';
    if (/^invoices\/\w+$/.test(path)) body.ItemList[0].Quantity = null;
    return /discountSubscriptions$/.test(path) ? undefined : body;
  });
  const [code, printed] = await run(place);
  expect(code).toBe(1);
  const found = [...printed.matchAll(/^ {2}accept: (.*)$/gm)].map(([, line = '']) => JSON.parse(line));
  expect(found.map(({ Class, Operation, Path }) => `${Class} ${Operation} ${Path}`).sort()).toEqual([
    'enum GET /api/v1/contracts [].LifecycleStatus',
    'field GET /api/v1/contracts/{id} ReferenceCode',
    'field GET /api/v1/customers [].Address.Floor',
    'status GET /api/v1/contracts/{id}/discountSubscriptions ',
    'type GET /api/v1/invoices/{id} ItemList[].Quantity',
    'type GET /api/v1/subscriptions [].Balance',
  ]);
  expect(printed).not.toContain('Hopper');
  expect(printed).not.toContain('a lot');
});
