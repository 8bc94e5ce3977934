import { readFile, rm } from 'node:fs/promises';
import { AccountClient, type Surroundings } from '../../clients/account/account-client.ts';
import { importCatalogue } from '../../clients/account/import-catalogue.ts';
import type { ListName, ReadLists } from '../../clients/account/read-catalogue.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import { differenceLine, structuralDifferences } from '../../clients/account/structural-differences.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { importContracts } from './import-contracts-command.ts';
import { writeWhole } from './whole-file.ts';

/** What `import` takes. */
export interface ImportOptions {
  readonly from: string;
  readonly clientId: string;
  /** Address of the token endpoint, where it is another one. */
  readonly authUrl?: string;
  readonly out: string;
  /** Overwrite without a question. */
  readonly yes?: true;
  /** What is read besides the catalogue. */
  readonly with?: 'contracts';
  /** File for the contracts. */
  readonly snapshot?: string;
}

/** What the command uses of the terminal. */
export interface ImportPlace extends Surroundings {
  readonly secret: string;
  readonly print: (text: string) => void;
  /** Progress, beside what is printed. */
  readonly progress: (text: string) => void;
  /** Asks whether to go on; nothing where nobody can answer. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** What an interrupted run has read. */
interface Part {
  readonly From: string;
  readonly ClientId: string;
  readonly Lists: ReadLists;
}

/** Differences that are shown. */
const SHOWN = 200;

/**
 * Reads the catalogue of an account into a configuration file.
 *
 * @returns the exit code: 1 where a file is there that differs, and nobody allows to overwrite it
 * @throws AccountError
 */
export async function runImport(options: ImportOptions, place: ImportPlace): Promise<0 | 1> {
  const { from, clientId, authUrl, out, snapshot = 'sandbox.snapshot.ndjson' } = options;
  const client = new AccountClient({ url: from, authUrl, clientId, clientSecret: place.secret }, place);
  const part = new PartFile(out, { From: client.url, ClientId: clientId });
  const begun = await part.read();
  if (Object.keys(begun).length > 0) place.progress(`Resuming from ${part.file}.\n`);
  const { configuration, lists, notes } = await importCatalogue(client, {
    begun,
    onRead: (name, pages) => {
      place.progress(`${name}: ${pages.entries.length}\n`);
      return part.add(name, pages);
    },
  });
  const before = await contentOf(out);
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

async function contentOf(out: string): Promise<string | undefined> {
  return readFile(out, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AccountError(`--out: ${out} cannot be read: ${error.message}.`);
  });
}

/** What the merchant has added to a configuration: the settings of the account, which no path shows. */
function ownSections(text: string | undefined): object {
  const value = text === undefined ? undefined : parsed(text);
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
    const differences = structuralDifferences(parsed(before), content);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps what has been read beside the file to be written, so that an interrupted run goes on. It holds no secret. */
class PartFile {
  readonly file: string;
  readonly #of: Omit<Part, 'Lists'>;
  #lists: ReadLists = {};

  constructor(out: string, of: Omit<Part, 'Lists'>) {
    this.file = `${out}.part`;
    this.#of = of;
  }

  /** What a run of the same account has left. */
  async read(): Promise<ReadLists> {
    const text = await readFile(this.file, 'utf8').catch(() => '');
    const part = parsed(text) as Part | undefined;
    if (part?.From === this.#of.From && part.ClientId === this.#of.ClientId) this.#lists = part.Lists ?? {};
    return this.#lists;
  }

  async add(name: ListName, pages: ReadLists[ListName]): Promise<void> {
    this.#lists = { ...this.#lists, [name]: pages };
    await writeWhole('--out', this.file, JSON.stringify({ ...this.#of, Lists: this.#lists } satisfies Part));
  }

  remove(): Promise<void> {
    return rm(this.file, { force: true });
  }
}
