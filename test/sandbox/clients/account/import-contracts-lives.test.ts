import { afterAll, expect, it } from 'vitest';
import { AccountClient } from '../../../../sandbox/src/clients/account/account-client.ts';
import { importCatalogue } from '../../../../sandbox/src/clients/account/import-catalogue.ts';
import { sandboxWithContracts } from '../../../../sandbox/src/clients/account/import-contracts.ts';
import { readContracts } from '../../../../sandbox/src/clients/account/read-contracts.ts';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Configuration } from '../../../../sandbox/src/service/configuration/configuration.ts';
import type { Forecast } from '../../../../sandbox/src/service/model/forecast.ts';
import { examples, fc } from '../../../properties.ts';
import { live } from '../../service/lives/live.ts';
import { Merchant } from '../../service/lives/merchant.ts';
import { lives, wideLives } from '../../service/lives/steps.ts';
import { closeWorlds, defaultWorld, sandboxOf, type World, worlds } from '../../service/lives/world.ts';
import { access, placeOf } from './merchant-account.ts';

afterAll(closeWorlds);

const MONTHS = 3;

const lineOf = (bill: Forecast['Invoices'][number]) =>
  [bill.ContractId, bill.Date, bill.TotalNet, bill.TotalVat, bill.TotalGross, bill.Currency].join(' ');

/** What a sandbox bills when its clock moves. */
async function billed(sandbox: Sandbox): Promise<string[]> {
  const documents = () => {
    const { invoices = [], invoiceDrafts = [] } = sandbox.snapshot().Collections;
    return [...invoices, ...invoiceDrafts] as unknown as (Forecast['Invoices'][number] & {
      Id: string;
      DocumentDate: string;
    })[];
  };
  const before = new Set(documents().map(({ Id }) => Id));
  await sandbox.clock.advance(`P${MONTHS}M`);
  const made = documents().filter(({ Id }) => !before.has(Id));
  return made.map((one) => lineOf({ ...one, Date: one.DocumentDate })).sort();
}

/** What the import makes of a sandbox, read by REST alone. */
async function imported(source: Sandbox, { zone, taxes }: World): Promise<Sandbox> {
  const client = new AccountClient(access, placeOf(source));
  const { configuration } = await importCatalogue(client, { begun: {}, onRead: async () => {} });
  const stores = new Map();
  const read = await readContracts(client, { begun: new Map(), stores, onRead: async () => {} });
  expect(read.notes).toEqual([]);
  const { sandbox, notes } = sandboxWithContracts(
    // No path shows these settings: a merchant names them in the configuration.
    {
      ...(configuration as Configuration),
      Account: { TimeZone: zone, UnlistedCountryTax: taxes.unlisted },
    },
    read,
    source.clock.now().getTime(),
  );
  expect(notes).toEqual([]);
  return sandbox;
}

async function compare(life: Parameters<typeof live>[0], world: World): Promise<void> {
  const fresh = sandboxOf(world);
  const source = fresh.fork();
  let target: Sandbox | undefined;
  try {
    await live(life, fresh, await Merchant.token(fresh));
    source.restore(fresh.snapshot());
    target = await imported(source, world);
    const { Invoices } = await target.forecast({ Months: MONTHS });
    expect(Invoices.map(lineOf).sort()).toEqual(await billed(source));
  } finally {
    target?.close();
    source.close();
  }
}

const timeout = 300_000 + Number(process.env['LIVES'] ?? 0) * 1_000;

/** `LIVES=1000` lives so many between the two. */
const shareOf = (usual: number): number =>
  process.env['LIVES'] === undefined ? examples(usual) : Math.ceil(Number(process.env['LIVES']) / 2);

it('property: imported contracts are billed as in the service, to the cent', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(lives, (life) => compare(life, defaultWorld)),
    { numRuns: shareOf(100) },
  );
});

it('property: also with other taxes, prices, currencies, periods and drafts', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(wideLives, (life) => compare(life, worlds[life.world ?? 0] as World)),
    { numRuns: shareOf(100) },
  );
});
