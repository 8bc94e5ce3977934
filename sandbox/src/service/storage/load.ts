import type { StoredDocument, StoredDocuments } from '../state/collection.ts';
import { Checksums } from './checksums.ts';
import type { StorageEngine } from './engine.ts';
import {
  collectionOfKey,
  DOCUMENTS,
  decodeDocument,
  EVERYTHING,
  HEADS,
  type Head,
  isOwnKey,
  LAYOUT,
  LAYOUT_KEY,
  only,
  workspaceOfHead,
} from './layout.ts';
import { StorageError } from './storage-error.ts';
import type { StoredState } from './stored-state.ts';

/** A workspace in the storage. */
export interface LoadedWorkspace {
  readonly generation: number;
  readonly checksums: Checksums;
  readonly state: StoredState;
}

export interface Loaded {
  readonly workspaces: ReadonlyMap<string, LoadedWorkspace>;
  /** Keys of documents without a workspace, for example after the process ended during a replacement. */
  readonly orphans: readonly string[];
  /** The result of {@link readHeads}. */
  readonly heads: readonly (readonly [string, string])[];
}

/**
 * Returns whether the storage has a layout.
 *
 * @throws StorageError if this version cannot read it, or if it belongs to another application
 */
export async function hasLayout(
  engine: StorageEngine,
  storageName: string,
  version: string,
): Promise<boolean> {
  for await (const [, value] of engine.iterator(only(LAYOUT_KEY))) {
    const { Layout, Package } = parsed<{ readonly Layout: number; readonly Package: string }>(
      LAYOUT_KEY,
      value,
      storageName,
    );
    if (Layout === LAYOUT) return true;
    throw new StorageError(
      `${storageName} has layout ${Layout}, written by clientlib-sandbox ${Package}; this version (${version}) reads ` +
        `layout ${LAYOUT}. Start version ${Package}, save GET /sandbox/snapshot, and PUT it to a sandbox with new storage.`,
    );
  }
  for await (const [key] of engine.iterator(EVERYTHING)) {
    if (isOwnKey(key)) throw damaged(storageName, `the entry ${LAYOUT_KEY} is missing`);
    throw new StorageError(
      `${storageName} holds something other than sandbox data ("${key}"). Choose another one.`,
    );
  }
  return false;
}

/** The stored heads of all workspaces. Each contains a checksum of its documents, so different states have different heads. */
export async function readHeads(engine: StorageEngine): Promise<readonly (readonly [string, string])[]> {
  const heads: [string, string][] = [];
  for await (const entry of engine.iterator(HEADS)) heads.push(entry);
  return heads;
}

/** Reads everything. @throws StorageError if documents are missing or damaged */
export async function loadEverything(engine: StorageEngine, storageName: string): Promise<Loaded> {
  const keptHeads = await readHeads(engine);
  const heads = new Map<string, Head>();
  for (const [key, value] of keptHeads)
    heads.set(workspaceOfHead(key), parsed<Head>(key, value, storageName));

  const found = new Map<string, { checksums: Checksums; collections: Record<string, EncodedDocuments> }>();
  for (const name of heads.keys()) found.set(name, { checksums: new Checksums(), collections: {} });

  /** Returns the collection that a key belongs to; none for obsolete generations. */
  const readFor = (key: string): Reading => {
    const { workspace, generation, collection, prefix } = collectionOfKey(key);
    const into = generation === heads.get(workspace)?.Generation ? found.get(workspace) : undefined;
    if (into === undefined) return { prefix };
    const documents = new EncodedDocuments();
    into.collections[collection] = documents;
    return {
      prefix,
      into: { nameAt: prefix.length - collection.length - 1, checksums: into.checksums, documents },
    };
  };
  const orphans: string[] = [];
  let reading: Reading | undefined;
  for await (const [key, value] of engine.iterator(DOCUMENTS)) {
    if (reading === undefined || !key.startsWith(reading.prefix)) reading = readFor(key);
    const { into } = reading;
    into?.checksums.set(key.slice(into.nameAt), value);
    if (into === undefined) orphans.push(key);
    else into.documents.entries.push([key, value]);
  }

  const workspaces = new Map<string, LoadedWorkspace>();
  for (const [name, { checksums, collections }] of found) {
    const { Generation, Counters, Clock, Checksum } = heads.get(name) as Head;
    if (checksums.sum !== Checksum) {
      for (const { entries } of Object.values(collections))
        for (const [key, value] of entries) parsed(key, value, storageName, decodeDocument);
      throw damaged(storageName, `documents of ${workspaceName(name)} are missing or changed`);
    }
    const state = { counters: Counters, clock: Clock, collections };
    workspaces.set(name, { generation: Generation, checksums, state });
  }
  return { workspaces, orphans, heads: keptHeads };
}

/** A collection whose documents are being read: keys of the same collection follow each other. */
interface Reading {
  /** The prefix of its keys. */
  readonly prefix: string;
  readonly into?: {
    /** The position of the document's name, `<collection>/<id>`, in a key; the checksum covers it. */
    readonly nameAt: number;
    readonly checksums: Checksums;
    readonly documents: EncodedDocuments;
  };
}

/** The stored documents of a collection. They match the checksum of the written documents, so decoding cannot fail. */
class EncodedDocuments implements StoredDocuments {
  readonly entries: (readonly [key: string, value: string])[] = [];

  get length(): number {
    return this.entries.length;
  }

  [Symbol.iterator](): Iterator<StoredDocument> {
    const documents = this.entries.map(([, value]) => decodeDocument(value));
    // The keys are in id order.
    return documents.sort((a, b) => a.sequence - b.sequence).values();
  }
}

function workspaceName(workspace: string): string {
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
    `${storageName} is damaged: ${what}. Nothing was changed. Restore it from a backup, or move it away to start again.`,
  );
}
