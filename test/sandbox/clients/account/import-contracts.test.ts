import { appendFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../../../../sandbox/src/clients/account/account-client.ts';
import { forecastOutput } from '../../../../sandbox/src/hosts/command/forecast-command.ts';
import { runImport } from '../../../../sandbox/src/hosts/command/import-command.ts';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Configuration } from '../../../../sandbox/src/service/configuration/configuration.ts';
import { examples } from '../../../properties.ts';
import { type Api, backEnd, newContract } from '../../service/http/service.ts';
import { type LivedAccount, livedAccount, personal } from './lived-account.ts';
import { access, merchantAccount, placeOf } from './merchant-account.ts';

const CONTRACTS = examples(1_000);
const timeout = 600_000;

let account: LivedAccount;
beforeAll(async () => {
  account = await livedAccount(CONTRACTS);
}, timeout);
afterAll(() => account.sandbox.close());

let folder: string;
let printed: string;
let progress: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contracts-'));
  printed = '';
  progress = '';
});
afterEach(() => rm(folder, { recursive: true }));

const snapshotFile = () => join(folder, 'contracts.ndjson');

const run = (place: Environment) =>
  runImport(
    {
      from: access.url,
      clientId: access.clientId,
      out: join(folder, 'sandbox.config.json'),
      with: 'contracts',
      snapshot: snapshotFile(),
      yes: true,
    },
    {
      ...place,
      secret: access.clientSecret,
      print: (text) => {
        printed += text;
      },
      progress: (text) => {
        progress += text;
      },
    },
  );

interface Bill {
  readonly ContractId: string;
  readonly Date: string;
  readonly TotalNet: number;
  readonly TotalVat: number;
  readonly TotalGross: number;
}

const lineOf = ({ ContractId, Date: date, TotalNet, TotalVat, TotalGross }: Bill) =>
  `${ContractId} ${date} ${TotalNet} ${TotalVat} ${TotalGross}`;

/** What a sandbox bills when its clock moves. */
async function billed(sandbox: Sandbox): Promise<string[]> {
  const invoices = () =>
    (sandbox.snapshot().Collections['invoices'] ?? []) as unknown as (Bill & {
      readonly Id: string;
      readonly DocumentDate: string;
    })[];
  const before = new Set(invoices().map(({ Id }) => Id));
  await sandbox.clock.advance('P3M');
  const made = invoices().filter(({ Id }) => !before.has(Id));
  return made.map((one) => lineOf({ ...one, Date: one.DocumentDate })).sort();
}

async function files(): Promise<string> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return [...texts, printed, progress].join('\n');
}

/** Nothing that names anybody, in any file or message. */
async function expectNobody(source: Sandbox): Promise<void> {
  const text = (await files()).toLowerCase();
  const { customers = [] } = source.snapshot().Collections;
  const { first, last, streets, cities, notes, field, company } = personal;
  for (const word of [
    ...first,
    ...last,
    ...streets,
    ...cities,
    notes,
    field,
    company,
    '@mail.test',
    '+49 170',
    'w-42103',
    'hinterhof',
  ])
    expect(text.includes(word.toLowerCase()), word).toBe(false);
  for (const { VatId } of customers as unknown as readonly { readonly VatId?: string }[])
    if (VatId !== undefined) expect(text.includes(VatId.toLowerCase()), VatId).toBe(false);
}

it('forecasts what the service bills in three months, to the cent, without personal data', {
  timeout,
}, async () => {
  const source = account.sandbox.fork();
  onTestFinished(() => source.close());
  const { contracts = [] } = source.snapshot().Collections;
  expect(contracts).toHaveLength(CONTRACTS);
  // Every kind of change has happened.
  expect(account.made.size).toBe(19);
  expect(await run(placeOf(source))).toBe(0);
  expect((await readdir(folder)).sort()).toEqual(['contracts.ndjson', 'sandbox.config.json']);
  await expectNobody(source);
  const output = await forecastOutput({ months: 3, snapshot: snapshotFile(), format: 'json' });
  const foreseen = (JSON.parse(output) as { readonly Invoices: readonly Bill[] }).Invoices;
  const expected = await billed(source);
  expect(expected.length).toBeGreaterThan(CONTRACTS);
  expect(foreseen.map(lineOf).sort()).toEqual(expected);
});

/** A small account, whose contracts can be told from each other. */
async function smallAccount(contracts: number, config: Configuration = {}): Promise<[Sandbox, Api]> {
  const sandbox = merchantAccount(config);
  onTestFinished(() => sandbox.close());
  const api = await backEnd(sandbox);
  for (let at = 0; at < contracts; at += 1)
    await newContract(api, { Customer: { LastName: `Hopper ${at}`, Address: { Country: 'DE' } } });
  return [sandbox, api];
}

const documents = async (name: string) => {
  const lines = (await readFile(snapshotFile(), 'utf8'))
    .split('\n')
    .filter((line) => line.includes(`"${name}"`));
  return lines.map((line) => JSON.parse(line));
};

it('resumes after an interruption, and reads changed contracts again', async () => {
  const [source, api] = await smallAccount(10);
  const { contracts = [] } = source.snapshot().Collections;
  const [first, second] = contracts as unknown as { readonly Id: string }[];
  const sixth = contracts[5]?.Id as string;
  const broken = placeOf(source, (_count, path) => {
    if (path.startsWith(`/api/v1/contracts/${sixth}/`)) throw new TypeError('ECONNRESET');
  });
  await expect(run(broken)).rejects.toThrow(/could not be read in 8 tries: ECONNRESET\.$/);
  expect((await readdir(folder)).sort()).toEqual(['contracts.ndjson.part', 'sandbox.config.json']);
  expect((await files()).toLowerCase()).not.toContain('hopper');

  // A line that was not written to its end.
  await appendFile(`${snapshotFile()}.part`, '{"Contract":{"Id":"6');
  await api('POST', `contracts/${first?.Id}/end`, {});
  progress = '';
  const place = placeOf(source, async (_count, path) => {
    // While the last one is read, another one changes.
    if (path.startsWith(`/api/v1/contracts/${contracts[9]?.Id}/usage`))
      await api('PATCH', `contracts/${second?.Id}`, { BillingSuspended: true });
  });
  expect(await run(place)).toBe(0);
  expect(progress).toContain(`Resuming from ${snapshotFile()}.part: 5 contracts.\n`);
  const read = place.requests.flatMap((line) => /contracts\/(\w+)\/ledgerEntries/.exec(line)?.[1] ?? []);
  expect(read).toEqual([first?.Id, ...contracts.slice(5).map(({ Id }) => Id), second?.Id]);
  expect((await readdir(folder)).sort()).toEqual(['contracts.ndjson', 'sandbox.config.json']);
  const output = await forecastOutput({ months: 3, snapshot: snapshotFile(), format: 'json' });
  const foreseen = (JSON.parse(output) as { readonly Invoices: readonly Bill[] }).Invoices;
  expect(foreseen.map(lineOf).sort()).toEqual(await billed(source));
  expect(foreseen).toHaveLength(8 * 3);
});

it('goes on with the numbers of invoices', async () => {
  const [sandbox, api] = await smallAccount(2);
  // The contract that is read last has not the last invoice.
  await newContract(api, { Cart: { PlanVariantId: 'b00000000000000000000002' } });
  await sandbox.clock.advance('P2M');
  expect(await run(placeOf(sandbox))).toBe(0);
  const { invoices = [] } = sandbox.snapshot().Collections;
  expect(invoices).toHaveLength(7);
  const [counter] = await documents('invoice-2026');
  expect(counter.Document).toEqual({ Id: 'invoice-2026', Value: 7 });
});

it('goes on after the numbers of contracts that have ended, whose invoices are not read', async () => {
  const [sandbox, api] = await smallAccount(1);
  const { Id } = await newContract(api);
  await api('POST', `contracts/${Id}/annulate`);
  expect(await run(placeOf(sandbox))).toBe(0);
  expect(sandbox.snapshot().Collections['invoices']).toHaveLength(3);
  const [counter] = await documents('invoice-2026');
  expect(counter.Document).toEqual({ Id: 'invoice-2026', Value: 3 });
});

it("bills under the account's taxes, as its invoices show them", async () => {
  const [source, api] = await smallAccount(1, { Account: { Country: 'AT', VatId: 'ATU12345678' } });
  await newContract(api, {
    Customer: { CompanyName: 'Hopper', VatId: 'DE111222333', Address: { Country: 'DE' } },
  });
  expect(await run(placeOf(source))).toBe(0);
  const output = await forecastOutput({ months: 1, snapshot: snapshotFile(), format: 'json' });
  const foreseen = (JSON.parse(output) as { readonly Invoices: readonly Bill[] }).Invoices;
  expect(foreseen.map(({ TotalVat }) => TotalVat)).toContain(0);
  expect(foreseen.map(lineOf).sort()).toEqual(
    (await billed(source)).filter((line) => line.includes('2026-02')),
  );
});

it('keeps settings that the merchant has added to the configuration', async () => {
  const [source] = await smallAccount(1);
  const config = join(folder, 'sandbox.config.json');
  const Account = { TimeZone: 'America/New_York', Country: 'US' };
  await writeFile(config, JSON.stringify({ Account, Catalogue: {} }));
  expect(await run(placeOf(source))).toBe(0);
  expect(JSON.parse(await readFile(config, 'utf8')).Account).toEqual(Account);
  expect((await documents('accounts'))[0]).toMatchObject({ Document: Account });
});

it('imports usage once that moves to a later page while the list is read', async () => {
  const [source, api] = await smallAccount(1);
  const [contract] = source.snapshot().Collections['contracts'] ?? [];
  await api('POST', `contracts/${contract?.Id}/usage`, {
    ComponentId: 'd00000000000000000000003',
    Quantity: 1,
    Key: 'u-1',
  });
  const place = placeOf(source);
  let usages: { readonly Id: string }[] = [];
  const moving: Environment = {
    ...place,
    async fetch(input, init) {
      const response = await place.fetch(input, init);
      if (!input.includes('/usage')) return response;
      // A full page, and then its first entry again, behind the last.
      if (input.includes('&from=')) return Response.json([usages.at(-1), usages[0]]);
      const [one] = (await response.json()) as object[];
      usages = Array.from({ length: 500 }, (_, at) => ({
        ...one,
        Id: `f3${at.toString().padStart(22, '0')}`,
        Key: `u-${at}`,
      }));
      return Response.json(usages);
    },
  };
  expect(await run(moving)).toBe(0);
  const imported = await documents('meteredUsages');
  expect(imported.map(({ Document }) => Document.Id).sort()).toEqual(usages.map(({ Id }) => Id));
});

it('writes no snapshot that a sandbox would reject, and keeps the one that is there', async () => {
  const [source] = await smallAccount(1);
  const place = placeOf(source);
  const altered: Environment = {
    ...place,
    async fetch(input, init) {
      const response = await place.fetch(input, init);
      if (!input.includes('/ledgerEntries')) return response;
      const entries = (await response.json()) as object[];
      return Response.json(entries.map((one) => ({ ...one, ContractId: '70000000000000000000000a' })));
    },
  };
  await writeFile(snapshotFile(), 'of the last import');
  await expect(run(altered)).rejects.toThrow(
    'Collections.ledgerEntries[0].ContractId: there is no "70000000000000000000000a" in contracts',
  );
  expect(await readFile(snapshotFile(), 'utf8')).toBe('of the last import');
});

it('writes through no link beside the snapshot', async () => {
  const target = `${snapshotFile()}.target`;
  await writeFile(target, 'untouched');
  await symlink(target, `${snapshotFile()}.new`);
  const [source] = await smallAccount(1);
  expect(await run(placeOf(source))).toBe(0);
  expect(await readFile(target, 'utf8')).toBe('untouched');
});

it('names what could not be read or imported, without its values', async () => {
  const [source] = await smallAccount(2);
  const place = placeOf(source);
  const altered: Environment = {
    ...place,
    async fetch(input, init) {
      if (input.includes('/ratedItems')) return new Response(null, { status: 404 });
      const response = await place.fetch(input, init);
      if (!/\/api\/v1\/contracts\?/.test(input)) return response;
      const [one, ...others] = (await response.json()) as Record<string, unknown>[];
      return Response.json([{ ...one, LifecycleStatus: 'Hopper', HairColor: 'Hopper red' }, ...others]);
    },
  };
  expect(await run(altered)).toBe(0);
  expect(printed).toMatch(
    / {2}Contract \w{24} was skipped: LifecycleStatus is missing or has the wrong type\.\n/,
  );
  expect(printed).toContain('  GET /api/v1/contracts/{id}/ratedItems could not be read: it answers 404.\n');
  expect(printed).toContain('  Payment data, payments and payment methods: ');
  expect((await files()).toLowerCase()).not.toContain('hopper');
  expect(await documents('contracts')).toHaveLength(1);
});
