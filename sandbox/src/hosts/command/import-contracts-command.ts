import type { AccountClient } from '../../clients/account/account-client.ts';
import type { ReadContract } from '../../clients/account/contract-details.ts';
import { notImportedOfContracts, sandboxWithContracts } from '../../clients/account/import-contracts.ts';
import { type ReadContracts, readContracts } from '../../clients/account/read-contracts.ts';
import { serviceTime } from '../../clients/account/service-time.ts';
import type { Lists } from '../../clients/account/verify-requests.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { PartFile } from './part-file.ts';
import { writeSnapshot } from './snapshot-file.ts';

export interface ContractsImport {
  readonly clientId: string;
  /** The snapshot to write. */
  readonly snapshot: string;
  /** A configuration with the catalogue of the account. */
  readonly configuration: Configuration;
  readonly lists: Lists;
  /** Progress, in addition to the printed result. */
  readonly progress: (text: string) => void;
}

/** Number of contracts after which progress is shown. */
const STEP = 100;

/**
 * Reads customers and contracts into a snapshot, without personal and payment data.
 *
 * @returns what could not be read or has no counterpart @throws AccountError
 */
export async function importContracts(client: AccountClient, options: ContractsImport): Promise<string[]> {
  const { clientId, snapshot, configuration, lists, progress } = options;
  const part = new PartFile<ReadContract>('--snapshot', snapshot, { From: client.url, ClientId: clientId });
  const begun = new Map((await part.read()).map((one) => [one.Contract.Id, one]));
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

/** The configuration with the country and VAT id of the invoices, if it names none: they determine the taxes. */
function withSender(configuration: Configuration, { contracts }: ReadContracts): Configuration {
  const sender = contracts.findLast(({ Sender }) => Sender !== undefined)?.Sender;
  return sender === undefined
    ? configuration
    : { ...configuration, Account: { ...sender, ...configuration.Account } };
}
