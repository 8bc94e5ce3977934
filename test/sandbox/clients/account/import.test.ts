import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../../../../sandbox/src/clients/account/account-client.ts';
import { runImport } from '../../../../sandbox/src/hosts/command/import-command.ts';
import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { readConfiguration } from '../../../../sandbox/src/service/configuration/read.ts';
import { backEnd } from '../../service/http/service.ts';
import { access, largeCatalogue, merchantAccount, placeOf } from './merchant-account.ts';

const GROUP = 'a10000000000000000000001';
const PLAN = 'b10000000000000000000001';
const small = { variants: 12, discounts: 4, coupons: 30 };

let folder: string;
let out: string;
let printed: string;
let progress: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  out = join(folder, 'sandbox.config.json');
  printed = '';
  progress = '';
});
afterEach(() => rm(folder, { recursive: true }));

function merchant(...args: Parameters<typeof merchantAccount>): Sandbox {
  const sandbox = merchantAccount(...args);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const run = (place: Environment, options: object = {}, more: object = {}) =>
  runImport(
    { from: access.url, clientId: access.clientId, out, ...options },
    {
      ...place,
      secret: access.clientSecret,
      print: (text) => {
        printed += text;
      },
      progress: (text) => {
        progress += text;
      },
      ...more,
    },
  );

/** Every list and object of the catalogue, whole. */
async function catalogueOf(sandbox: Sandbox): Promise<unknown> {
  const api = await backEnd(sandbox);
  const lists = ['taxPolicies', 'planGroups', 'plans', 'planVariants', 'components', 'discounts', 'coupons'];
  const paths = [
    ...lists,
    'priceLists',
    'taxDefinitions',
    `plans/${PLAN}/planVariants`,
    `planGroups/${GROUP}/coupons`,
    `planVariants?planId=${PLAN}`,
  ];
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const all: unknown[] = [];
    for (let from = ''; ; ) {
      const { body } = await api('GET', `${path}${path.includes('?') ? '&' : '?'}take=500${from}`);
      all.push(...body.slice(all.length === 0 ? 0 : 1));
      if (body.length < 500) break;
      from = `&from=${body.at(-1).Id}`;
    }
    answers[path] = all;
  }
  answers['productInfo'] = (await api('GET', 'productInfo')).body;
  answers[`productInfo/${GROUP}`] = (await api('GET', `productInfo/${GROUP}`)).body;
  return answers;
}

/** A sandbox with the configuration that was written. */
async function imported(): Promise<Sandbox> {
  const config = readConfiguration(await readFile(out, 'utf8'), out);
  const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'imported', config });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

describe('import', () => {
  it('imports the same catalogue despite limits, faults, and changes while it reads', {
    timeout: 240_000,
  }, async () => {
    const source = merchant(largeCatalogue({ variants: 100, discounts: 20, coupons: 2_000 }), {
      Requests: 20,
    });
    const api = await backEnd(source);
    const fault = (Probability: number, Fault: object) =>
      source.faults.add({ Path: '/api/v1/*', Probability, Times: 1_000, Fault });
    fault(0.1, { Status: 503 });
    fault(0.1, { Drop: true });
    fault(0.1, { DropResponse: true });
    let changes = 0;
    const place = placeOf(source, async (_count, path) => {
      const cursor = /coupons\?take=500&from=(\w+)/.exec(path)?.[1];
      if (cursor === undefined || changes >= 3) return;
      changes += 1;
      // In the middle of a list: the entry at which it goes on is deleted, others are added and changed.
      source.faults.clear();
      await source.clock.advance('PT61S');
      await api('DELETE', `coupons/${cursor}`);
      await api('POST', 'coupons', { DiscountId: 'f10000000000000000000001', Codes: [`NEW${changes}`] });
      await api('PATCH', 'planVariants/b00000000000000000000001', { RecurringFee: 9 + changes });
      fault(0.1, { Status: 503 });
      fault(0.1, { Drop: true });
    });
    expect(await run(place)).toBe(0);
    source.faults.clear();
    await source.clock.advance('PT61S');
    expect([...new Set(place.waits)].sort()).toEqual([
      expect.stringMatching(/^(?!it answers)/),
      'it answers 429',
      'it answers 503',
    ]);
    expect(changes).toBe(3);
    const target = await imported();
    await target.clock.set(source.clock.now());
    for (const sandbox of [source, target])
      sandbox.restore({
        ...sandbox.snapshot(),
        Collections: {
          ...sandbox.snapshot().Collections,
          accounts: [
            {
              ...sandbox.snapshot().Collections['accounts']?.[0],
              RateLimit: { Requests: 1e6, TokenRequests: 100, WindowSeconds: 60 },
            } as never,
          ],
        },
      });
    expect(await catalogueOf(target)).toEqual(await catalogueOf(source));
  });

  it('resumes after an interruption', { timeout: 180_000 }, async () => {
    const source = merchant(largeCatalogue({ variants: 30, discounts: 4, coupons: 1_600 }));
    const broken = placeOf(source, (_count, path) => {
      const cursor = Number.parseInt(/coupons\?take=500&from=5c(\w+)/.exec(path)?.[1] ?? '0', 16);
      if (cursor > 900) throw new TypeError('ECONNRESET');
    });
    await expect(run(broken)).rejects.toThrow(
      /^https:\/\/billing\.example\.com\/api\/v1\/coupons\?take=500&from=\w+ could not be read in 8 tries: ECONNRESET\.$/,
    );
    expect(await readdir(folder)).toEqual(['sandbox.config.json.part']);
    const place = placeOf(source);
    expect(await run(place)).toBe(0);
    expect(progress).toContain(`Resuming from ${out}.part.\n`);
    // The rest of the coupons and the price lists; then all lists are read again, to be sure.
    const first = place.requests.slice(1, place.requests.indexOf('GET /api/v1/taxPolicies?take=500'));
    expect(first.map((line) => line.replace(/from=\w+/, 'from=…'))).toEqual([
      'GET /api/v1/coupons?take=500&from=…',
      'GET /api/v1/coupons?take=500&from=…',
      'GET /api/v1/priceLists?take=500',
    ]);
    expect(await readdir(folder)).toEqual(['sandbox.config.json']);
    expect(await catalogueOf(await imported())).toEqual(await catalogueOf(source));
  });

  it('resumes from what was read last of a list, not from what it was before', async () => {
    const source = merchant(largeCatalogue(small));
    const broken = placeOf(source, (_count, path) => {
      if (path.includes('priceLists')) throw new TypeError('ECONNRESET');
    });
    await expect(run(broken)).rejects.toThrow('priceLists');
    const [head = '', ...lines] = (await readFile(`${out}.part`, 'utf8')).split('\n');
    const read = lines.filter((line) => line.startsWith('{"Name":"Coupons"'));
    expect(read.length).toBeGreaterThan(0);
    const gone = JSON.stringify({ Name: 'Coupons', From: 0, Entries: [{ Id: 'gone' }], IsWhole: false });
    await writeFile(`${out}.part`, [head, gone, ...lines].join('\n'));
    const place = placeOf(source);
    expect(await run(place)).toBe(0);
    // All lists once more, to be sure: they are what was read.
    expect(place.requests.filter((line) => line.includes('/coupons?take'))).toHaveLength(1);
  });

  it('writes the same file again, and shows differences before it overwrites', async () => {
    const source = merchant(largeCatalogue(small));
    expect(await run(placeOf(source))).toBe(0);
    const first = await readFile(out, 'utf8');
    printed = '';
    expect(await run(placeOf(source))).toBe(0);
    expect(printed).toContain('sandbox.config.json is up to date.\n');
    expect(await readFile(out, 'utf8')).toBe(first);

    const api = await backEnd(source);
    await api('PATCH', 'planVariants/b00000000000000000000001', { RecurringFee: 12.5 });
    await api('DELETE', 'coupons/5c0000000000000000000003');
    printed = '';
    expect(await run(placeOf(source))).toBe(1);
    expect(printed).toContain(
      'sandbox.config.json exists and differs:\n' +
        '~ Catalogue.PlanVariants[b00000000000000000000001].RecurringFee: 9.9 → 12.5\n' +
        '- Catalogue.Coupons[5c0000000000000000000003]: {',
    );
    expect(await readFile(out, 'utf8')).toBe(first);
    const answers: string[] = [];
    const confirm = async (question: string) => {
      answers.push(question);
      return true;
    };
    expect(await run(placeOf(source), {}, { confirm })).toBe(0);
    expect(answers).toEqual([`Overwrite ${out}?`]);
    expect(await catalogueOf(await imported())).toEqual(await catalogueOf(source));
    await api('PATCH', 'planVariants/b00000000000000000000001', { RecurringFee: 13 });
    expect(await run(placeOf(source), { yes: true })).toBe(0);
    expect(await readFile(out, 'utf8')).toContain('"RecurringFee": 13,');
  });

  it('reports a service that ignores where a page begins', async () => {
    const source = merchant(largeCatalogue({ ...small, coupons: 600 }));
    const { fetch, ...place } = placeOf(source);
    const ignoring = (input: string, init: RequestInit) => fetch(input.replace(/&from=\w+/, ''), init);
    await expect(run({ ...place, fetch: ignoring })).rejects.toThrow(
      /^\/api\/v1\/coupons: expected a page that begins with \w+, got \w+\.$/,
    );
  });

  it('reads no answer without an end', async () => {
    const place = placeOf(merchant(largeCatalogue(small)));
    let sent = 0;
    const endless = new ReadableStream({
      pull: (stream) => {
        sent += 1_000_000;
        if (sent > 200_000_000) stream.close();
        else stream.enqueue(new Uint8Array(1_000_000));
      },
    });
    await expect(run({ ...place, fetch: async () => new Response(endless) })).rejects.toThrow(
      'https://billing.example.com/oauth/token/: expected at most 50000000 characters, got more.',
    );
    expect(sent).toBeLessThan(60_000_000);
  });

  it('names what has no counterpart or could not be read, with the reason', async () => {
    const source = merchant(largeCatalogue(small));
    source.faults.add({ Path: '/api/v1/priceLists', Times: 100, Fault: { Status: 404 } });
    const place = placeOf(source);
    const altered: Environment = {
      ...place,
      async fetch(input, init) {
        const response = await place.fetch(input, init);
        if (!/planVariants|plans/.test(input)) return response;
        const list = (await response.json()) as Record<string, unknown>[];
        const changed = list.map((entry) => {
          if (entry['InternalName'] === 'Variant 1') return { ...entry, MinimumUsers: 3 };
          if (entry['InternalName'] === 'Variant 2') return { ...entry, PaymentPeriodMode: 'Yearly' };
          if (entry['InternalName'] === 'Variant 3') return { ...entry, RecurringFee: 'free' };
          if (entry['InternalName'] === 'Variant 4') return { ...entry, PlanId: 'ffffffffffffffffffffffff' };
          return entry;
        });
        return Response.json(changed);
      },
    };
    expect(await run(altered)).toBe(0);
    const [, notes = ''] = printed.split('Not imported:\n');
    expect(
      notes
        .split('\n')
        .slice(0, 5)
        .map((line) => line.trim()),
    ).toEqual([
      'PriceLists: GET /api/v1/priceLists could not be read: it answers 404.',
      'PlanVariants 5a0000000000000000000001: MinimumUsers has no counterpart and was skipped.',
      'PlanVariants 5a0000000000000000000002: PaymentPeriodMode was skipped: PaymentPeriodMode: expected one of "PrePaid", "PostPaid", "PrePaidBillingPeriod", got "Yearly".',
      'PlanVariants 5a0000000000000000000003: RecurringFee was skipped: RecurringFee: expected a number, got "free".',
      'PlanVariants 5a0000000000000000000003 was skipped: RecurringFee: is missing.',
    ]);
    expect(notes).toMatch(/PlanVariants 5a0000000000000000000004 was skipped: .*PlanId/);
    expect(notes).toContain('Mail templates and webhooks: a configuration cannot contain them');
    await imported();
  });

  it('writes neither secret nor token to files, messages and errors', async () => {
    const source = merchant(largeCatalogue(small));
    let token = '';
    const place = placeOf(source);
    const watched: Environment = {
      ...place,
      async fetch(input, init) {
        const headers = new Headers(init.headers);
        token = headers.get('Authorization')?.replace(/^Bearer /, '') ?? '';
        const response = await place.fetch(input, init);
        // A service that repeats what it got.
        if (input.includes('coupons')) throw new TypeError(`failed with ${token} and ${access.clientSecret}`);
        return response;
      },
    };
    const error = await run(watched).catch((thrown: Error) => thrown);
    expect((error as Error).message).toContain('failed with *** and ***');
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(files).toHaveLength(1);
    for (const text of [...files, printed, progress, (error as Error).stack ?? '', ...place.waits]) {
      expect(text).not.toContain(access.clientSecret);
      expect(text).not.toContain(token);
    }
  });

  it('hides secret and token wherever the service repeats them', async () => {
    const source = merchant(largeCatalogue(small));
    const place = placeOf(source);
    const repeating: Environment = {
      ...place,
      async fetch(input, init) {
        const response = await place.fetch(input, init);
        if (!/plan(Variants|Groups)\?/.test(input)) return response;
        const sent = (new Headers(init.headers).get('Authorization') ?? '').replace('Bearer ', '');
        const basic = btoa(`${access.clientId}:${access.clientSecret}`);
        const list = (await response.json()) as Record<string, unknown>[];
        const changed = list.map((entry, at) => ({
          ...entry,
          InternalName: `${at} ${sent} ${access.clientSecret} ${basic}`,
          [sent]: sent,
        }));
        return Response.json(changed);
      },
    };
    expect(await run(repeating)).toBe(0);
    const text = (await readFile(out, 'utf8')) + printed + progress;
    expect(text).toContain('"InternalName": "0 *** *** ***"');
    expect(text).toContain('*** has no counterpart');
    expect(place.tokens.size).toBe(1);
    for (const token of place.tokens) expect(text).not.toContain(token);
    expect(text).not.toContain(access.clientSecret);
    expect(text).not.toContain(btoa(`${access.clientId}:${access.clientSecret}`));
  });

  it.each([
    ['in an object', '[{"Id":"a","Deep":', '}]'],
    ['in a list', '[', ']'],
  ])('rejects an answer that is nested too deep, %s', async (_where, before, after) => {
    const place = placeOf(merchant(largeCatalogue(small)));
    const deep = `${before}${'['.repeat(50_000)}${']'.repeat(50_000)}${after}`;
    const fetch: Environment['fetch'] = async (input, init) =>
      input.includes('taxPolicies') ? new Response(deep) : place.fetch(input, init);
    await expect(run({ ...place, fetch })).rejects.toThrow(
      /^https:\S+taxPolicies\?take=500: is nested deeper than 64 levels\.$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes no empty catalogue when the client may read nothing', async () => {
    const source = merchant(largeCatalogue(small));
    source.faults.add({ Path: '/api/v1/*', Fault: { Status: 403 } });
    await expect(run(placeOf(source))).rejects.toThrow(
      'None of the lists could be read. May the client read the catalogue? TaxPolicies: GET /api/v1/taxPolicies could not be read: it answers 403.',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('appends each page to what an interrupted run leaves', { timeout: 180_000 }, async () => {
    const source = merchant(largeCatalogue({ ...small, coupons: 4_200 }));
    const sizes: number[] = [];
    const lines: number[] = [];
    const place = placeOf(source, async (_count, path) => {
      const text = await readFile(`${out}.part`, 'utf8').catch(() => '');
      if (!path.includes('coupons')) return;
      sizes.push(text.length);
      lines.push(text.split('\n').length);
      if (path.includes('5c0000000000000000000f')) throw new TypeError('ECONNRESET');
    });
    await expect(run(place)).rejects.toThrow('could not be read in 8 tries');
    const grown = sizes.slice(0, 8).map((size, at) => size - (sizes[at - 1] ?? size));
    expect(lines.slice(0, 8)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    // A page is written once: each adds as much as the one before.
    expect(Math.max(...grown.slice(2)) - Math.min(...grown.slice(2))).toBeLessThan(5_000);
    expect(await run(placeOf(source))).toBe(0);
    expect(await catalogueOf(await imported())).toEqual(await catalogueOf(source));
  });

  it('gets a new token when the current one expires', async () => {
    const source = merchant(largeCatalogue(small));
    const place = placeOf(source, async (count) => {
      if (count === 5)
        await source.fetch('http://sandbox/sandbox/tokens/revoke', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        });
    });
    expect(await run(place)).toBe(0);
    expect(place.requests.filter((line) => line.endsWith('/oauth/token/'))).toHaveLength(2);
  });

  it.each([
    [
      { from: 'http://billing.example.com' },
      '--from: billing.example.com is another machine and requires https.',
    ],
    [{ from: 'http://localhost.example.com' }, '--from: localhost.example.com is another machine'],
    [
      { from: access.url, authUrl: 'http://app.example.com' },
      '--auth-url: app.example.com is another machine',
    ],
    [{ from: 'ftp://billing.example.com' }, '--from: expected a URL such as https://'],
  ])('rejects %j before anything is sent', async (options, message) => {
    const source = merchant(largeCatalogue(small));
    const place = placeOf(source);
    await expect(run(place, options)).rejects.toThrow(message);
    expect(place.requests).toEqual([]);
  });

  it('gives up early if nothing has ever responded', async () => {
    const source = merchant(largeCatalogue(small));
    const place = placeOf(source, () => {
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    });
    await expect(run(place)).rejects.toThrow(
      'https://billing.example.com/oauth/token/ could not be read in 3 tries: ECONNREFUSED.',
    );
    expect(place.waits).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
  });

  it('says what to check when the client is rejected', async () => {
    const source = merchant(largeCatalogue(small));
    await expect(run(placeOf(source), {}, { secret: 'wrong' })).rejects.toThrow(
      'https://billing.example.com rejected the client c00000000000000000000001 (401). Check --client-id and CLIENTLIB_CLIENT_SECRET.',
    );
  });

  it('names the schema of the version that writes the file, and keeps what the merchant has added', async () => {
    const old = { $schema: './old.schema.json', Account: { Name: 'Ada GmbH' }, Catalogue: { Plans: [] } };
    await writeFile(out, JSON.stringify(old));
    expect(await run(placeOf(merchant(largeCatalogue(small))), { yes: true })).toBe(0);
    const { $schema, Account, Catalogue } = JSON.parse(await readFile(out, 'utf8'));
    expect([$schema, Account, Catalogue.Plans.length > 0]).toEqual([
      './node_modules/clientlib-sandbox/configuration.schema.json',
      old.Account,
      true,
    ]);
  });

  it('replaces a file that is not a configuration only if allowed', async () => {
    await writeFile(out, 'notes');
    const source = merchant(largeCatalogue(small));
    expect(await run(placeOf(source))).toBe(1);
    expect(await readFile(out, 'utf8')).toBe('notes');
    expect(await readdir(folder)).toEqual(['sandbox.config.json']);
  });
});
