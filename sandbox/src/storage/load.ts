import type { StoredDocument } from '../state/collection.ts';
import { Checksums } from './checksums.ts';
import type { StorageEngine } from './engine.ts';
import { DOCUMENTS, decodeDocument, HEADS, type Head, parseDocumentKey, workspaceOfHead } from './layout.ts';
import { StorageError } from './storage-error.ts';
import type { StoredState } from './stored-state.ts';

/** A workspace as it was found. */
export interface LoadedWorkspace {
  readonly generation: number;
  readonly checksums: Checksums;
  readonly state: StoredState;
}

/** What a storage holds. */
export interface Loaded {
  readonly workspaces: ReadonlyMap<string, LoadedWorkspace>;
  /** Keys of documents that belong to no workspace any more, as when the process ended while it replaced them. */
  readonly orphans: readonly string[];
}

/** Reads everything. @throws StorageError when documents are missing or damaged */
export async function loadEverything(engine: StorageEngine, storageName: string): Promise<Loaded> {
  const heads = new Map<string, Head>();
  for await (const [key, value] of engine.iterator(HEADS))
    heads.set(workspaceOfHead(key), parsed<Head>(key, value, storageName));

  const found = new Map<string, { checksums: Checksums; collections: Record<string, StoredDocument[]> }>();
  for (const name of heads.keys()) found.set(name, { checksums: new Checksums(), collections: {} });

  const orphans: string[] = [];
  for await (const [key, value] of engine.iterator(DOCUMENTS)) {
    const { workspace, generation, collection, id } = parseDocumentKey(key);
    const into = found.get(workspace);
    if (into === undefined || generation !== heads.get(workspace)?.Generation) {
      orphans.push(key);
      continue;
    }
    into.checksums.set(`${collection}/${id}`, value);
    const documents = into.collections[collection] ?? [];
    into.collections[collection] = documents;
    documents.push(parsed(key, value, storageName, decodeDocument));
  }

  const workspaces = new Map<string, LoadedWorkspace>();
  for (const [name, { checksums, collections }] of found) {
    const { Generation, Counters, Clock, Checksum } = heads.get(name) as Head;
    if (checksums.sum !== Checksum)
      throw damaged(storageName, `documents of ${nameOf(name)} are missing or changed`);
    // The keys are in the order of ids.
    for (const documents of Object.values(collections)) documents.sort((a, b) => a.sequence - b.sequence);
    const state = { counters: Counters, clock: Clock, collections };
    workspaces.set(name, { generation: Generation, checksums, state });
  }
  return { workspaces, orphans };
}

function nameOf(workspace: string): string {
  return workspace === '' ? 'the sandbox' : `workspace "${workspace}"`;
}

function parsed<T>(
  key: string,
  value: string,
  storageName: string,
  parse: (value: string) => T = (text) => JSON.parse(text) as T,
): T {
  try {
    return parse(value);
  } catch {
    throw damaged(storageName, `the entry ${key} cannot be read`);
  }
}

function damaged(storageName: string, what: string): StorageError {
  return new StorageError(
    `${storageName} is damaged: ${what}. Nothing was changed there. Restore it from a backup, or move it away to begin anew.`,
  );
}
