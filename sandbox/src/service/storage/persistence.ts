import type { StoredDocument, Undo } from '../state/collection.ts';
import type { DocumentChange, StoredCollections } from '../state/state.ts';
import { nextSlice } from '../state/time-slices.ts';
import { Batch, type WorkspaceChanges } from './batch.ts';
import { Checksums } from './checksums.ts';
import type { StorageEngine, StorageOperation } from './engine.ts';
import {
  documentKey,
  documentRange,
  encodeDocument,
  type Generation,
  type Head,
  headKey,
  LAYOUT,
  LAYOUT_KEY,
  only,
  WRITER_KEY,
} from './layout.ts';
import { hasLayout, type Loaded, loadEverything, readHeads } from './load.ts';
import { StorageError } from './storage-error.ts';
import type { Position, StoredState } from './stored-state.ts';

/** A stored workspace, as the storage uses it. */
export interface KeptWorkspace {
  readonly position: Position;
  readonly documents: {
    stored(): StoredCollections;
    storedAt(collection: string, id: string): StoredDocument | undefined;
  };
  /** Called after changes that could not be written were rolled back. No task may run until {@link resume}. */
  suspend(): void;
  resume(): void;
}

/** Receives the changes of a workspace. Each method throws {@link StorageError} while writes are impossible. */
export interface WorkspaceStorage {
  /** Documents, counters or the clock changed. */
  changed(documents: readonly DocumentChange[], undo: Undo): void;
  /** The whole state was replaced. */
  replaced(undo: Undo): void;
  /** The workspace was removed. */
  remove(): void;
  /** Resolves once all changes so far are written; `undefined` if they already are. @throws StorageError */
  durable(): Promise<void> | undefined;
  /** Resolves once the backlog of unwritten changes is small enough; `undefined` if it already is. @throws StorageError */
  drained(): Promise<void> | undefined;
}

export interface PersistenceOptions {
  /** Whether writes are flushed to disk; otherwise the operating system decides when. */
  readonly sync: boolean;
  /** Version of the package, named to a version that cannot read the layout. */
  readonly version: string;
  /** The name of the storage in messages: a folder, a database. */
  readonly name: string;
  /**
   * For a storage with several writers: writes while no other process does. Each batch leaves a mark that {@link
   * Persistence.isCurrent} compares.
   */
  readonly exclusively?: (write: () => Promise<void>) => Promise<void>;
}

/** The stored state of a workspace, as known to this process. */
interface WorkspaceRecord {
  readonly workspace: KeptWorkspace;
  /** 0 until something is written. */
  generation: number;
  checksums: Checksums;
}

/** A document to write, or to delete if `stored` is missing. */
type Entry = Omit<DocumentChange, 'stored'> & { readonly stored?: StoredDocument | undefined };

/** A batch's writes to a workspace, taken when the batch is closed; later changes belong to the next batch. */
interface WorkspaceWrite {
  readonly name: string;
  /** `undefined`: the workspace was removed. */
  readonly record: WorkspaceRecord | undefined;
  readonly position?: Position;
  readonly entries: readonly Entry[];
  /** Whether the entries are a new generation, which is not valid until the head names it. */
  readonly replaces?: boolean;
}

/** Milliseconds after which a failed storage is retried. */
const RETRY_MS = 1_000;

/** Number of unwritten changes at which background work waits until they are written. */
const MAX_GATHERED = 1_000;

/** Operations per step of a divisible write. Other work gets a turn between two steps. */
const STEP = 500;

/**
 * Keeps the states of all workspaces of a sandbox in a storage.
 *
 * Changes made together are written together. While a batch is written, changes accumulate for the next one, so concurrent
 * requests share the cost of a disk write. If a batch cannot be written, it and all later changes are rolled back in
 * memory, and changes are rejected until writing works again.
 */
export class Persistence {
  readonly #engine: StorageEngine;
  readonly #options: PersistenceOptions;
  readonly #records = new Map<string, WorkspaceRecord>();
  /** Workspaces that {@link load} found and that are not in use yet. */
  readonly #found = new Map<string, Omit<WorkspaceRecord, 'workspace'>>();
  #lastGeneration = 0;
  #writing: Batch | undefined;
  #gathering: Batch | undefined;
  #loop: Promise<void> | undefined;
  /** Why writes currently fail. */
  #failure: StorageError | undefined;
  /** The failed batch: it is unknown which parts of it were written. */
  #failed: Batch | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #mark: string | undefined;
  #closed = false;

  constructor(engine: StorageEngine, options: PersistenceOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Opens the storage. @throws StorageError for a layout that this version does not support */
  async open(): Promise<void> {
    await this.#engine.open();
    const { name, version, sync } = this.#options;
    if (await hasLayout(this.#engine, name, version)) return;
    const value = JSON.stringify({ Layout: LAYOUT, Package: version });
    await this.#engine.batch([{ type: 'put', key: LAYOUT_KEY, value }], { sync });
  }

  /**
   * Reads the states of all workspaces. From now on, only those are stored that {@link keep} is called for.
   *
   * @param copy the result of reading a copy of the storage; it is not read again if nothing has been written since
   */
  async load(copy?: Loaded): Promise<Map<string, StoredState>> {
    const isCurrent =
      copy !== undefined && JSON.stringify(await readHeads(this.#engine)) === JSON.stringify(copy.heads);
    const { workspaces, orphans } = isCurrent ? copy : await loadEverything(this.#engine, this.#options.name);
    this.#mark = await this.#get(WRITER_KEY);
    // On a full disk they remain until the next attempt, without effect.
    await this.#inSteps(orphans, deletion).catch(() => {});
    this.#endFailure();
    const before = new Map([...this.#records].map(([name, { generation }]) => [name, generation]));
    this.#records.clear();
    this.#found.clear();
    const states = new Map<string, StoredState>();
    for (const [name, { generation, checksums, state }] of workspaces) {
      const replaced = (before.get(name) ?? generation) !== generation;
      states.set(name, replaced ? { ...state, replaced } : state);
      this.#found.set(name, { generation, checksums });
      this.#lastGeneration = Math.max(this.#lastGeneration, generation);
    }
    return states;
  }

  /** Returns whether no other process has written since this process last read or wrote. */
  async isCurrent(): Promise<boolean> {
    return (await this.#get(WRITER_KEY)) === this.#mark;
  }

  /** Stores a workspace from now on. Unless {@link load} found its state, its current state is written. */
  keep(name: string, workspace: KeptWorkspace): WorkspaceStorage {
    const found = this.#found.get(name);
    const { generation = 0, checksums = new Checksums() } = found ?? {};
    const record: WorkspaceRecord = { workspace, generation, checksums };
    this.#records.set(name, record);
    this.#found.delete(name);
    if (found === undefined) this.#batch().replace(name, () => {});
    return {
      changed: (documents, undo) => this.#batch().change(name, documents, undo),
      replaced: (undo) => this.#batch().replace(name, undo),
      remove: () => {
        this.#batch().remove(name, [record.generation]);
        this.#records.delete(name);
      },
      durable: () => this.durable(),
      drained: () => ((this.#gathering?.size ?? 0) < MAX_GATHERED ? undefined : this.durable()),
    };
  }

  /** Resolves once all changes so far are written; `undefined` if they already are. @throws StorageError */
  durable(): Promise<void> | undefined {
    return (this.#gathering ?? this.#writing)?.written;
  }

  /** Writes all changes and closes the storage. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#loop;
    await this.#engine.close();
  }

  #exclusively(write: () => Promise<void>): Promise<void> {
    return this.#options.exclusively === undefined ? write() : this.#options.exclusively(write);
  }

  async #get(key: string): Promise<string | undefined> {
    for await (const [, value] of this.#engine.iterator(only(key))) return value;
    return undefined;
  }

  /** The batch that collects changes. */
  #batch(): Batch {
    if (this.#failure !== undefined) throw this.#failure;
    this.#gathering ??= new Batch();
    this.#loop ??= this.#writeAll();
    return this.#gathering;
  }

  async #writeAll(): Promise<void> {
    try {
      for (;;) {
        // All changes of requests in this turn belong to the batch, so no request is split.
        await endOfTurn();
        const batch = this.#gathering;
        if (batch === undefined) break;
        this.#gathering = undefined;
        this.#writing = batch;
        await this.#exclusively(() => this.#write(batch));
        this.#writing = undefined;
        batch.succeed();
        await this.#cleanUp(batch);
      }
    } catch (error) {
      this.#fail(error as Error);
    } finally {
      this.#loop = undefined;
    }
  }

  async #write(batch: Batch): Promise<void> {
    const writes = [...batch.workspaces].map(([name, changes]) => this.#capture(name, changes));
    const operations: StorageOperation[] = [];
    for (const write of writes) operations.push(...(await this.#prepare(write)));
    const mark = this.#options.exclusively && crypto.randomUUID();
    if (mark !== undefined) operations.push({ type: 'put', key: WRITER_KEY, value: mark });
    await this.#engine.batch(operations, { sync: this.#options.sync });
    this.#mark = mark;
  }

  #capture(name: string, { state, documents, stale }: WorkspaceChanges): WorkspaceWrite {
    const record = this.#records.get(name);
    if (state === 'Removed' || record === undefined) return { name, record: undefined, entries: [] };
    const { position } = record.workspace;
    if (state === 'Changed') return { name, record, position, entries: [...documents.values()] };
    stale.push(record.generation);
    this.#lastGeneration += 1;
    record.generation = this.#lastGeneration;
    record.checksums = new Checksums();
    const entries = Object.entries(record.workspace.documents.stored()).flatMap(([collection, all]) =>
      all.map((stored) => ({ collection, id: stored.document.Id, stored })),
    );
    return { name, record, position, entries, replaces: true };
  }

  /** Writes a new generation. @returns the operations that make it the current one */
  async #prepare({ name, record, position, entries, replaces }: WorkspaceWrite): Promise<StorageOperation[]> {
    const key = headKey(name);
    if (record === undefined || position === undefined) return [{ type: 'del', key }];
    const encode = (entry: Entry) => encodeEntry(name, record, entry);
    const operations = replaces === true ? [] : entries.map(encode);
    if (replaces === true) {
      // A process that stopped during a replacement may have left entries of this generation.
      await this.#delete({ workspace: name, generation: record.generation });
      await this.#inSteps(entries, encode);
    }
    const head: Head = {
      Generation: record.generation,
      Counters: position.counters,
      Clock: position.clock,
      Checksum: record.checksums.sum,
    };
    return [...operations, { type: 'put', key, value: JSON.stringify(head) }];
  }

  /** Writes any number of entries, so that one large workspace does not block others. */
  async #inSteps<T>(entries: readonly T[], encode: (entry: T) => StorageOperation): Promise<void> {
    for (let at = 0; at < entries.length; at += STEP) {
      if (at > 0) await nextSlice();
      await this.#engine.batch(entries.slice(at, at + STEP).map(encode), { sync: false });
    }
  }

  /** Removes obsolete documents. */
  async #cleanUp(batch: Batch): Promise<void> {
    for (const [workspace, { stale }] of batch.workspaces) {
      for (const generation of stale) await this.#exclusively(() => this.#delete({ workspace, generation }));
    }
  }

  async #delete(generation: Generation): Promise<void> {
    const keys: string[] = [];
    for await (const [key] of this.#engine.iterator(documentRange(generation))) keys.push(key);
    await this.#inSteps(keys, deletion);
  }

  /** Rolls back unwritten changes, and retries later. */
  #fail(cause: Error): void {
    if (this.#closed) return;
    this.#failure = new StorageError(
      `${this.#options.name} cannot be written (${cause.message}). Nothing was changed; reading works. ` +
        'Make room or repair the disk: the sandbox tries again each second.',
      { cause },
    );
    const batches = [this.#gathering, this.#writing];
    this.#failed = this.#writing;
    // No writer has this mark, so the content is read again before anything else is written.
    this.#mark = '';
    this.#gathering = undefined;
    this.#writing = undefined;
    for (const batch of batches) batch?.fail(this.#failure);
    for (const { workspace } of this.#records.values()) workspace.suspend();
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.#loop = this.#recover();
    }, RETRY_MS);
    (this.#retry as { unref?: () => void }).unref?.();
  }

  /** Reopens the storage, because an engine may stop working after a failure, and rewrites doubtful entries. */
  async #recover(): Promise<void> {
    try {
      if (this.#options.exclusively === undefined) await this.#reopen();
      else await this.#readAgain();
      this.#endFailure();
    } catch {
      this.#retryLater();
    } finally {
      // Changes may have accumulated while the state was read again.
      this.#loop = this.#gathering === undefined ? undefined : this.#writeAll();
    }
  }

  async #reopen(): Promise<void> {
    await this.#engine.close();
    await this.#engine.open();
    if (this.#failed !== undefined) await this.#write(this.#asItIs(this.#failed));
  }

  /** Other processes may have written or deleted everything, so only a process that has read may write. @throws before that */
  async #readAgain(): Promise<void> {
    await this.#exclusively(() => this.#engine.batch([], { sync: false }));
    if (this.#failure !== undefined) throw this.#failure;
  }

  #endFailure(): void {
    if (this.#failure === undefined) return;
    clearTimeout(this.#retry);
    this.#failure = undefined;
    this.#failed = undefined;
    for (const { workspace } of this.#records.values()) workspace.resume();
  }

  /** Creates a batch that writes the current in-memory state of everything that the given batch was to change. */
  #asItIs({ workspaces }: Batch): Batch {
    const batch = new Batch();
    for (const [name, { state, documents, stale }] of workspaces) {
      const workspace = this.#records.get(name)?.workspace;
      if (workspace === undefined) batch.remove(name, stale);
      else if (state === 'Changed') {
        const changes = [...documents.values()].map(({ collection, id }) => ({
          collection,
          id,
          stored: workspace.documents.storedAt(collection, id),
        }));
        batch.change(name, changes, () => {});
      } else batch.replace(name, () => {}, stale);
    }
    return batch;
  }
}

const deletion = (key: string): StorageOperation => ({ type: 'del', key });

/** Returns the entry that stores or deletes a document, and updates its checksum. */
function encodeEntry(
  workspace: string,
  { generation, checksums }: WorkspaceRecord,
  { collection, id, stored }: Entry,
): StorageOperation {
  const key = documentKey({ workspace, generation, collection, id });
  const value = stored === undefined ? undefined : encodeDocument(stored);
  checksums.set(`${collection}/${id}`, value);
  return value === undefined ? deletion(key) : { type: 'put', key, value };
}

/** Resolves once the requests in progress have paused. */
function endOfTurn(): Promise<void> {
  const { setImmediate: soon = (then: () => void) => setTimeout(then, 0) } = globalThis as {
    setImmediate?: (then: () => void) => unknown;
  };
  return new Promise((resolve) => void soon(resolve));
}
