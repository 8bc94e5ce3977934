import { createSandbox } from '../../sandbox/sandbox.ts';
import type { Configuration } from '../../service/configuration/configuration.ts';
import { Problem } from '../../service/domain/basics/problem.ts';
import type { AccountClient } from './account-client.ts';
import { type ImportedConfiguration, toConfiguration } from './import-configuration.ts';
import { type ReadCatalogue, type Reading, readCatalogue } from './read-catalogue.ts';
import { AccountError } from './service-url.ts';

/** Settings that the API does not return, or that a configuration cannot contain. */
const notImported = [
  'OAuth clients, service users and payment providers: secrets stay where they are. Name your providers in Account.Providers.',
  'Custom field definitions and permissions of ClientLib: the API does not expose them. Add them to Account.SelfService.CustomFields.',
  'Mail templates and webhooks: a configuration cannot contain them; create them with the REST API.',
];

/** A catalogue as written to the file, and as read. */
export interface ImportedCatalogue {
  readonly configuration: ImportedConfiguration['configuration'];
  readonly lists: ReadCatalogue['lists'];
  /** Entries without a counterpart, with the reason. */
  readonly notes: string[];
}

/**
 * Reads the catalogue of an account and creates the configuration of a sandbox with the same one. A sandbox is started
 * with it once, to ensure that the written file works.
 *
 * @throws AccountError if the service cannot be read
 */
export async function importCatalogue(client: AccountClient, reading: Reading): Promise<ImportedCatalogue> {
  const read = await readCatalogue(client, reading);
  if (Object.keys(read.lists).length === 0)
    throw new AccountError(
      `None of the lists could be read. May the client read the catalogue? ${client.redacted(read.notes[0] ?? '')}`,
    );
  const imported = toConfiguration(read);
  const notes = [...imported.notes];
  const configuration = startable(imported.configuration, notes);
  return { configuration, lists: read.lists, notes: [...notes, ...notImported] };
}

type Written = ImportedConfiguration['configuration'];

/** The configuration without the entries that the catalogue's rules reject, such as one of a plan that was not read. */
function startable(configuration: Written, notes: string[]): Written {
  let current = configuration;
  for (;;) {
    const refused = findRefusal(current);
    if (refused === undefined) return current;
    const [, list = '', at = ''] = /^Catalogue\.(\w+)\[(\d+)\]/.exec(refused.fields[0]?.Field ?? '') ?? [];
    const entries = current.Catalogue[list];
    if (!Array.isArray(entries) || at === '') throw refused;
    notes.push(`${list} ${String(entries[Number(at)]?.Id)} was skipped: ${refused.message}`);
    current = {
      Catalogue: { ...current.Catalogue, [list]: entries.filter((_, index) => index !== Number(at)) },
    };
  }
}

function findRefusal(configuration: Written): Problem | undefined {
  try {
    createSandbox({ config: configuration as Configuration, timers: false }).close();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
