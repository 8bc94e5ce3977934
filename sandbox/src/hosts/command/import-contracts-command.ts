import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { AccountClient } from '../../clients/account/account-client.ts';
import type { ReadContract } from '../../clients/account/contract-details.ts';
import { notImportedOfContracts, sandboxWithContracts } from '../../clients/account/import-contracts.ts';
import { type ReadContracts, readContracts } from '../../clients/account/read-contracts.ts';
import { serviceTime } from '../../clients/account/service-time.ts';
import { AccountError } from '../../clients/account/service-url.ts';
import type { Lists } from '../../clients/account/verify-requests.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { writeSnapshot } from './snapshot-file.ts';

/** What is needed to import contracts. */
export interface ContractsImport {
  readonly clientId: string;
  /** The snapshot to be written. */
  readonly snapshot: string;
  /** With the catalogue of the account. */
  readonly configuration: Configuration;
  readonly lists: Lists;
  /** Progress, beside what is printed. */
  readonly progress: (text: string) => void;
}

/** Contracts after which progress is shown. */
const STEP = 100;

/**
 * Reads customers and contracts into a snapshot, without personal and payment data.
 *
 * @returns what could not be read or has no counterpart @throws AccountError
 */
export async function importContracts(client: AccountClient, options: ContractsImport): Promise<string[]> {
  const { clientId, snapshot, configuration, lists, progress } = options;
  const part = new ContractsPart(`${snapshot}.part`, { From: client.url, ClientId: clientId });
  const begun = await part.read();
  if (begun.size > 0) progress(`Resuming from ${part.file}: ${begun.size} contracts.\n`);
  const stores = new Map((lists.PlanGroups ?? []).map(({ Id, Store }) => [Id, Store]));
  const read = await readContracts(client, {
    begun,
    stores,
    onRead: async (contract, done, all) => {
      await part.add(contract);
      if (done % STEP === 0 || done === all) progress(`Contracts: ${done} of ${all}\n`);
    },
  });
  const now = await serviceTime(client, lists);
  const { sandbox, notes } = sandboxWithContracts(withSender(configuration, read), read, now);
  try {
    await writeSnapshot(sandbox, snapshot);
  } finally {
    sandbox.close();
  }
  await part.remove();
  progress(`Customers: ${read.customers.length}\n`);
  return [...read.notes, ...notes, ...notImportedOfContracts];
}

/** The configuration with the country and VAT id of the invoices, where it names none: they decide the taxes. */
function withSender(configuration: Configuration, { contracts }: ReadContracts): Configuration {
  const sender = contracts.findLast(({ Sender }) => Sender !== undefined)?.Sender;
  return sender === undefined
    ? configuration
    : { ...configuration, Account: { ...sender, ...configuration.Account } };
}

/** Contracts that an interrupted run has read: one a line, without personal data. */
class ContractsPart {
  readonly file: string;
  readonly #head: string;
  #isBegun = false;

  constructor(file: string, of: { readonly From: string; readonly ClientId: string }) {
    this.file = file;
    this.#head = `${JSON.stringify(of)}\n`;
  }

  /** What a run of the same account has left. The line at which it was interrupted does not count. */
  async read(): Promise<Map<string, ReadContract>> {
    const text = await readFile(this.file, 'utf8').catch(() => '');
    const known = new Map<string, ReadContract>();
    if (!text.startsWith(this.#head)) return known;
    const whole = text.slice(this.#head.length, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').slice(0, -1)) {
      const one = JSON.parse(line) as ReadContract;
      known.set(one.Contract.Id, one);
    }
    await this.#write(() => writeFile(this.file, this.#head + whole));
    this.#isBegun = true;
    return known;
  }

  async add(contract: ReadContract): Promise<void> {
    if (!this.#isBegun) await this.#write(() => writeFile(this.file, this.#head));
    this.#isBegun = true;
    await this.#write(() => appendFile(this.file, `${JSON.stringify(contract)}\n`));
  }

  remove(): Promise<void> {
    return rm(this.file, { force: true });
  }

  async #write(work: () => Promise<void>): Promise<void> {
    await work().catch((error: Error) => {
      throw new AccountError(`--snapshot: ${this.file} cannot be written: ${error.message}.`);
    });
  }
}
