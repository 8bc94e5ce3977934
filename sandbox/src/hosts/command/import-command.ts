import { readFile } from 'node:fs/promises';
import { AccountClient, type Environment } from '../../clients/account/account-client.ts';
import { boundedJson } from '../../clients/account/bounded-json.ts';
import { importCatalogue } from '../../clients/account/import-catalogue.ts';
import type { ListName, ReadLists } from '../../clients/account/read-catalogue.ts';
import type { Entry, ReadPages } from '../../clients/account/read-list.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import { differenceLine, structuralDifferences } from '../../clients/account/structural-differences.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { importContracts } from './import-contracts-command.ts';
import { PartFile } from './part-file.ts';
import { writeWhole } from './whole-file.ts';

export interface ImportOptions {
  readonly from: string;
  readonly clientId: string;
  /** Address of the token endpoint, if different. */
  readonly authUrl?: string;
  readonly out: string;
  /** Overwrite without asking. */
  readonly yes?: true;
  /** Read in addition to the catalogue. */
  readonly with?: 'contracts';
  /** File for the contracts. */
  readonly snapshot?: string;
}

/** The parts of the terminal that the command uses. */
export interface ImportPlace extends Environment {
  readonly secret: string;
  readonly print: (text: string) => void;
  /** Progress, in addition to the printed result. */
  readonly progress: (text: string) => void;
  /** Asks whether to continue; `undefined` if nobody can respond. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** A page of a list from an interrupted run. */
interface ReadPage {
  readonly Name: ListName;
  /** The index of its first entry in the list. */
  readonly From: number;
  readonly Entries: readonly Entry[];
  readonly IsWhole: boolean;
}

/** Maximum number of differences to show. */
const SHOWN = 200;

/**
 * Reads the catalogue of an account into a configuration file.
 *
 * @returns the exit code: 1 if a different file exists and overwriting was not allowed
 * @throws AccountError
 */
export async function runImport(options: ImportOptions, place: ImportPlace): Promise<0 | 1> {
  const { from, clientId, authUrl, out, snapshot = 'sandbox.snapshot.ndjson' } = options;
  const client = new AccountClient({ url: from, authUrl, clientId, clientSecret: place.secret }, place);
  const part = new PartFile<ReadPage>('--out', out, { From: client.url, ClientId: clientId });
  const begun = await readLists(part);
  const read: { [name in ListName]?: ReadPages } = { ...begun };
  if (Object.keys(begun).length > 0) place.progress(`Resuming from ${part.file}.\n`);
  const { configuration, lists, notes } = await importCatalogue(client, {
    begun,
    onRead: (name, pages) => {
      place.progress(`${name}: ${pages.entries.length}\n`);
      const { entries, isWhole } = pages;
      const kept = countKept(read[name]?.entries ?? [], entries);
      read[name] = pages;
      return part.add({ Name: name, From: kept, Entries: entries.slice(kept), IsWhole: isWhole });
    },
  });
  const before = await readIfExists(out);
  const content = { ...ownSections(before), ...configuration };
  const $schema = './node_modules/clientlib-sandbox/configuration.schema.json';
  const code = await write(out, before, { $schema, ...content }, options, place);
  await part.remove();
  if (options.with === 'contracts') {
    const { progress } = place;
    const parts = { clientId, snapshot, configuration: content as Configuration, lists, progress };
    notes.push(...(await importContracts(client, parts)));
    place.print(`Wrote the contracts to ${snapshot}.\n`);
  }
  const lines = notes.map((note) => `  ${client.redacted(note)}\n`);
  place.print(`Not imported:\n${lines.join('')}`);
  return code;
}

async function readIfExists(out: string): Promise<string | undefined> {
  return readFile(out, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AccountError(`--out: ${out} cannot be read: ${error.message}.`);
  });
}

/** Returns sections that the merchant added to a configuration: account settings that the API does not show. */
function ownSections(text: string | undefined): object {
  const value = text === undefined ? undefined : boundedJson(text, '--out');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const { $schema, Catalogue, ...own } = value as Record<string, unknown>;
  return own;
}

async function write(
  out: string,
  before: string | undefined,
  content: object,
  { yes }: ImportOptions,
  place: ImportPlace,
): Promise<0 | 1> {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  if (before === text) {
    place.print(`${out} is up to date.\n`);
    return 0;
  }
  if (before !== undefined) {
    const differences = structuralDifferences(boundedJson(before, out), content);
    const lines = differences.slice(0, SHOWN).map((one) => `${differenceLine(one)}\n`);
    const more = differences.length - lines.length;
    place.print(`${out} exists and differs:\n${lines.join('')}${more > 0 ? `… and ${more} more\n` : ''}`);
    if (yes !== true && (await place.confirm?.(`Overwrite ${out}?`)) !== true) {
      place.print(`${out} was not changed. To overwrite it, use --yes.\n`);
      return 1;
    }
  }
  await writeWhole('--out', out, text);
  place.print(`Wrote ${out}.\n`);
  return 0;
}

/** The lists from an earlier run of the same account. */
async function readLists(part: PartFile<ReadPage>): Promise<ReadLists> {
  const lists: { [name in ListName]?: ReadPages } = {};
  for (const { Name, From, Entries, IsWhole } of await part.read())
    lists[Name] = {
      entries: [...(lists[Name]?.entries ?? []).slice(0, From), ...Entries],
      isWhole: IsWhole,
    };
  return lists;
}

/** Returns how many entries stay when a page is added: the last one may have been deleted or changed. */
function countKept(before: readonly Entry[], entries: readonly Entry[]): number {
  let kept = Math.min(before.length, entries.length);
  while (kept > 0 && before[kept - 1] !== entries[kept - 1]) kept -= 1;
  return kept;
}
