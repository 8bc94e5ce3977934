import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { verifyText } from '../../../../sandbox/src/clients/account/verify-report.ts';
import { runImport } from '../../../../sandbox/src/hosts/command/import-command.ts';
import { runVerify, type VerifyOptions } from '../../../../sandbox/src/hosts/command/verify-command.ts';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { access, largeCatalogue, merchantAccount, placeOf } from './merchant-account.ts';
import { type Planted, planted, plantedDifferences } from './planted-differences.ts';

let folder: string;
let printed: string;
let progress: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  printed = '';
});
afterEach(() => rm(folder, { recursive: true }));

type Place = ReturnType<typeof placeOf>;

const run = (place: Pick<Place, 'fetch' | 'sleep'>, options: VerifyOptions = {}) => {
  printed = '';
  progress = [];
  return runVerify(
    {
      against: access.url,
      clientId: access.clientId,
      config: join(folder, 'sandbox.config.json'),
      ...options,
    },
    {
      ...place,
      secret: async () => access.clientSecret,
      print: (text) => {
        printed += text;
      },
      progress: (text) => void progress.push(text),
    },
  );
};

/** An account whose configuration was imported. */
async function importedAccount(size = { variants: 8, discounts: 6, coupons: 10 }): Promise<Sandbox> {
  const sandbox = merchantAccount(largeCatalogue(size));
  onTestFinished(() => sandbox.close());
  await runImport(
    { from: access.url, clientId: access.clientId, out: join(folder, 'sandbox.config.json') },
    { ...placeOf(sandbox), secret: access.clientSecret, print: () => {}, progress: () => {} },
  );
  return sandbox;
}

it('writes the request to repeat so that a shell runs nothing that a service calls its ids', () => {
  const Id = "'; touch /tmp/done; '";
  const difference = { Operation: 'GET', Path: 'Id', FirstPath: 'Id', Sandbox: 1, Service: 2 };
  const Request = { Method: 'POST', Path: `/api/v1/plans/${Id}`, Body: { Id } };
  const text = verifyText(
    {
      requests: 1,
      differences: [{ ...difference, Class: 'Value', Request, Count: 1 } as never],
      accepted: [],
      gone: [],
      operations: [],
    },
    access.url,
  );
  const [, command = ''] = /^ {2}(curl .*)$/m.exec(text) ?? [];
  const words = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: 'utf8',
  });
  expect(words.trimEnd().split('\n').slice(-2)).toEqual([JSON.stringify({ Id }), access.url + Request.Path]);
});

it('finds no difference in an identical sandbox, and changes nothing there', {
  timeout: 180_000,
}, async () => {
  const service = await importedAccount({ variants: 60, discounts: 10, coupons: 600 });
  const documents = () =>
    Object.entries(service.snapshot().Collections).filter(([name]) => name !== 'accessTokens');
  const before = JSON.stringify(documents());
  expect([await run(placeOf(service)), printed]).toEqual([
    0,
    expect.stringMatching(/^\d+ requests, 0 differences\.\n$/),
  ]);
  expect(Number(/\d+/.exec(printed)?.[0])).toBeGreaterThan(200);
  // After each hundred, and at the end.
  const done = progress.map((text) => text.split(' of ').map((part) => Number.parseInt(part, 10)));
  expect(done.slice(0, 2).map(([count]) => count)).toEqual([100, 200]);
  expect(done.filter(([count, all]) => count === all)).toHaveLength(1);
  expect(JSON.stringify(documents())).toBe(before);
});

it('finds exactly the fifty planted differences in ten classes', { timeout: 180_000 }, async () => {
  const service = await importedAccount();
  expect(plantedDifferences).toHaveLength(50);
  expect(new Set(plantedDifferences.map(({ kind }) => kind)).size).toBe(10);
  const place = placeOf(service);
  const junit = join(folder, 'result.xml');
  expect(await run({ ...place, fetch: planted(place.fetch, plantedDifferences) }, { junit })).toBe(1);
  const found = [...printed.matchAll(/^ {2}accept: (.*)$/gm)].map(([, line = '']) => JSON.parse(line));
  const keyOf = ({ Class, Operation, Path }: Planted['found']) => `${Class} ${Operation} ${Path}`;
  expect(found.map(keyOf).sort()).toEqual(plantedDifferences.map((one) => keyOf(one.found)).sort());
  expect(printed).toMatch(/\n\d+ requests, 50 differences\.\n$/);
  expect(printed).toContain(
    'curl -X GET -H "Authorization: Bearer $TOKEN" \'https://billing.example.com/api/v1/',
  );
  const operations = new Set(plantedDifferences.map((one) => one.found.Operation)).size;
  expect(await readFile(junit, 'utf8')).toContain(`failures="${operations}"`);
});

it('finds nothing more once the differences are accepted, and names those that are gone', {
  timeout: 180_000,
}, async () => {
  const service = await importedAccount();
  const place = placeOf(service);
  const some = plantedDifferences.slice(0, 5);
  const accept = join(folder, 'accepted.json');
  await writeFile(accept, JSON.stringify(some.map((one) => ({ ...one.found, Reason: 'known' }))));
  expect(await run({ ...place, fetch: planted(place.fetch, some) }, { accept })).toBe(0);
  expect(printed).toMatch(/^\d+ requests, 0 differences, 5 accepted\.\n$/);
  expect(await run({ ...place, fetch: planted(place.fetch, some.slice(1)) }, { accept })).toBe(0);
  expect(printed).toContain(`Accepted, but no longer found:\n  ${JSON.stringify(some[0]?.found)}\n`);
});

it('compares with a cassette, without the service', { timeout: 180_000 }, async () => {
  const service = await importedAccount();
  const place = placeOf(service);
  const cassette = join(folder, 'service.json');
  const some = plantedDifferences.slice(3, 9);
  expect(await run({ ...place, fetch: planted(place.fetch, some) }, { cassette })).toBe(1);
  const live = printed;
  const nothing = async () => {
    throw new Error('The service was asked.');
  };
  const config = join(folder, 'sandbox.config.json');
  const offline = { fetch: nothing, sleep: nothing };
  expect(
    await runVerify(
      { cassette, config },
      {
        ...offline,
        secret: nothing,
        print: (text) => {
          printed = text;
        },
        progress: () => {},
      },
    ),
  ).toBe(1);
  expect(printed).toBe(live);
  const text = await readFile(cassette, 'utf8');
  expect(text).not.toContain(access.clientSecret);
  for (const token of place.tokens) expect(text).not.toContain(token);
  expect(place.tokens.size).toBe(1);
});

it('writes a cassette over nothing but a cassette', { timeout: 180_000 }, async () => {
  const place = placeOf(await importedAccount());
  const cassette = join(folder, 'session.json');
  const session = JSON.stringify({ Format: 'clientlib-sandbox session', Version: 1 });
  await writeFile(cassette, session);
  const before = place.requests.length;
  await expect(run(place, { cassette })).rejects.toThrow(
    `--cassette: ${cassette} is not a cassette and was not changed. Remove it, or name another file.`,
  );
  expect([await readFile(cassette, 'utf8'), place.requests.length]).toEqual([session, before]);
});

it('shows a token that a service repeats in no report', { timeout: 180_000 }, async () => {
  const place = placeOf(await importedAccount());
  const fetch: typeof place.fetch = async (input, init) => {
    const response = await place.fetch(input, init);
    const [, token] = /^Bearer (.+)$/.exec(new Headers(init.headers).get('Authorization') ?? '') ?? [];
    if (token === undefined || !input.includes('planVariants?take=500')) return response;
    const list = (await response.json()) as object[];
    return Response.json(list.map((one) => ({ ...one, InternalName: token, [token]: 5 })));
  };
  const [cassette, junit] = [join(folder, 'service.json'), join(folder, 'junit.xml')];
  expect(await run({ ...place, fetch }, { cassette, junit })).toBe(1);
  expect(printed).toContain('].*** (20 times)\n  sandbox nothing, service 5\n');
  const texts = [printed, await readFile(cassette, 'utf8'), await readFile(junit, 'utf8')];
  expect(place.tokens.size).toBe(1);
  for (const text of texts) {
    expect(text).not.toContain(access.clientSecret);
    for (const token of place.tokens) expect(text).not.toContain(token);
  }
});

it('reports 2,000 differences of a service that names its fields as it likes', {
  timeout: 180_000,
}, async () => {
  const place = placeOf(await importedAccount());
  const fields = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [`${at}${'x'.repeat(1_000)}`, 1]),
  );
  const fetch: typeof place.fetch = async (input, init) => {
    const response = await place.fetch(input, init);
    if (!/taxPolicies\?take=500$/.test(input)) return response;
    const [first, ...rest] = (await response.json()) as object[];
    return Response.json([{ ...first, ...fields }, ...rest]);
  };
  const junit = join(folder, 'junit.xml');
  expect(await run({ ...place, fetch }, { junit })).toBe(1);
  expect(printed).toMatch(/\n1\d{3} more differences are not shown\.\n/);
  expect(printed).toMatch(/ requests, 2000 differences\.\n$/);
  expect((await readFile(junit, 'utf8')).length).toBeLessThan(2_000_000);
});

it('rejects a cassette that is nested too deep', async () => {
  const cassette = join(folder, 'deep.json');
  await writeFile(cassette, `{"Version":1,"Exchanges":[${'['.repeat(50_000)}${']'.repeat(50_000)}]}`);
  await expect(
    run(placeOf(await importedAccount()), { against: undefined, cassette } as never),
  ).rejects.toThrow(`--cassette: ${cassette}: is nested deeper than 64 levels.`);
});

it('names a price that has changed since the import once, and not what follows from it', {
  timeout: 180_000,
}, async () => {
  const service = await importedAccount();
  const { Catalogue } = largeCatalogue({ variants: 8, discounts: 6, coupons: 10 });
  const dearer = { Id: 'b00000000000000000000001', RecurringFee: 9.91 };
  const changed = merchantAccount({
    Catalogue: { ...Catalogue, PlanVariants: [...(Catalogue?.PlanVariants ?? []), dearer] },
  });
  onTestFinished(() => changed.close());
  service.close();
  expect(await run(placeOf(changed))).toBe(1);
  expect(printed).toContain(
    'amount  GET /api/v1/planVariants  [b00000000000000000000001].RecurringFee\n  sandbox 9.9, service 9.91\n',
  );
  expect(printed).toMatch(/\n\d{3,} requests, 1 difference\.\n$/);
});

it.each([
  [{ against: 'http://billing.example.com' }, /^--against: billing\.example\.com is another machine/],
  [{ clientId: undefined }, /^verify --against URL requires --client-id ID\.$/],
  [{ against: undefined }, /^verify requires --against URL, or --cassette FILE/],
  [{ against: undefined, cassette: 'package.json' }, /^--cassette: package\.json is not a cassette/],
  [{ accept: 'package.json' }, /^--accept: package\.json: expected a list/],
  [{ accept: 'nowhere.json' }, /^--accept: nowhere\.json cannot be read: ENOENT\.$/],
  [{ config: 'nowhere.json' }, /^--config: nowhere\.json cannot be read: ENOENT\.$/],
])('with %j it explains what cannot be done', async (options, message) => {
  const place = placeOf(await importedAccount());
  await expect(run(place, options as VerifyOptions)).rejects.toThrow(message);
});

it('asks for a token where it is told to, and nowhere else', async () => {
  await writeFile(join(folder, 'sandbox.config.json'), '{}');
  const urls: string[] = [];
  const place = {
    sleep: async () => {},
    fetch: async (url: string) => {
      urls.push(url);
      return Response.json({}, { status: 401 });
    },
  };
  await expect(run(place, { authUrl: 'http://localhost:4999/login' })).rejects.toThrow(
    `http://localhost:4999/login rejected the client ${access.clientId} (401).`,
  );
  expect(urls).toEqual(['http://localhost:4999/login/oauth/token/']);
});
