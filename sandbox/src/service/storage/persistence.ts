import type { StoredDocument, Undo } from '../state/collection.ts';
import type { DocumentChange, StoredCollections } from '../state/state.ts';
import { nextSlice } from '../state/time-slices.ts';
import { Batch, type WorkspaceChanges } from './batch.ts';
import { Checksums } from './checksums.ts';
import type { StorageEngine, StorageOperation } from './engine.ts';
import {
  documentKey,
  documentsOf,
  encodeDocument,
  type Generation,
  type Head,
  headKey,
  LAYOUT,
  LAYOUT_KEY,
  only,
  WRITER_KEY,
} from './layout.ts';
import { hasLayout, headsOf, type Loaded, loadEverything } from './load.ts';
import { StorageError } from './storage-error.ts';
import type { Position, StoredState } from './stored-state.ts';

/** A workspace whose state is kept: what the storage asks of it. */
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
  /** The workspace is gone. */
  remove(): void;
  /** Resolves when all that has changed until now is written; `undefined` when it is. @throws StorageError */
  durable(): Promise<void> | undefined;
  /** Resolves when what waits to be written is not too much any more; `undefined` while it is not. @throws StorageError */
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
   * For a storage with several writers: writes while nobody else does. Each batch leaves a mark that {@link
   * Persistence.isCurrent} compares.
   */
  readonly exclusively?: (write: () => Promise<void>) => Promise<void>;
}

/** The stored state of a workspace, as known here. */
interface WorkspaceRecord {
  readonly workspace: KeptWorkspace;
  /** 0 when nothing is written yet. */
  generation: number;
  checksums: Checksums;
}

/** A document that is written, or deleted where `stored` is missing. */
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

/** Milliseconds after which a storage that failed is tried again. */
const RETRY_MS = 1_000;

/** Changes after which work that goes on by itself waits until they are written. */
const MAX_GATHERED = 1_000;

/** Operations of one step, where any number of steps will do. Others have their turn between two steps. */
const STEP = 500;

/**
 * Keeps the states of all workspaces of a sandbox in a storage.
 *
 * What changes together is written together. While a batch is written, changes gather for the next one, so requests under
 * way at once share the cost of a disk write. When a batch cannot be written, it and what came after are taken back in
 * memory, and changes are refused until writing works again.
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
  /** Why nothing can be written at present. */
  #failure: StorageError | undefined;
  /** The batch that failed: nobody knows what of it was written. */
  #failed: Batch | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #mark: string | undefined;
  #closed = false;

  constructor(engine: StorageEngine, options: PersistenceOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /** Opens the storage. @throws StorageError for a layout that this version does not read */
  async open(): Promise<void> {
    await this.#engine.open();
    const { name, version, sync } = this.#options;
    if (await hasLayout(this.#engine, name, version)) return;
    const value = JSON.stringify({ Layout: LAYOUT, Package: version });
    await this.#engine.batch([{ type: 'put', key: LAYOUT_KEY, value }], { sync });
  }

  /**
   * Reads the states of all workspaces. From now on those are kept that {@link keep} is called for again.
   *
   * @param copy what was read of a copy of the storage; it is not read again where nothing was written since
   */
  async load(copy?: Loaded): Promise<Map<string, StoredState>> {
    const isCurrent =
      copy !== undefined && JSON.stringify(await headsOf(this.#engine)) === JSON.stringify(copy.heads);
    const { workspaces, orphans } = isCurrent ? copy : await loadEverything(this.#engine, this.#options.name);
    this.#mark = await this.#get(WRITER_KEY);
    // On a full disk they stay until the next attempt, without effect.
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

  /** Returns whether nobody else has written since this process has read or written. */
  async isCurrent(): Promise<boolean> {
    return (await this.#get(WRITER_KEY)) === this.#mark;
  }

  /** Keeps a workspace from now on. Unless {@link load} found its state, the state that it has now is written. */
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

  /** Resolves when all that has changed until now is written; `undefined` when it is. @throws StorageError */
  durable(): Promise<void> | undefined {
    return (this.#gathering ?? this.#writing)?.written;
  }

  /** Writes what has changed and closes the storage. */
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

  /** The batch that gathers changes. */
  #batch(): Batch {
    if (this.#failure !== undefined) throw this.#failure;
    this.#gathering ??= new Batch();
    this.#loop ??= this.#writeAll();
    return this.#gathering;
  }

  async #writeAll(): Promise<void> {
    try {
      for (;;) {
        // All that the requests of this turn change belongs to the batch, so a request is not torn apart.
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

  /** Writes a new generation. @returns what makes the changes of the workspace count */
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

  /** Writes any number of entries, so that one large workspace does not hold up others. */
  async #inSteps<T>(entries: readonly T[], encode: (entry: T) => StorageOperation): Promise<void> {
    for (let at = 0; at < entries.length; at += STEP) {
      if (at > 0) await nextSlice();
      await this.#engine.batch(entries.slice(at, at + STEP).map(encode), { sync: false });
    }
  }

  /** Removes documents that do not count any more. */
  async #cleanUp(batch: Batch): Promise<void> {
    for (const [workspace, { stale }] of batch.workspaces) {
      for (const generation of stale) await this.#exclusively(() => this.#delete({ workspace, generation }));
    }
  }

  async #delete(generation: Generation): Promise<void> {
    const keys: string[] = [];
    for await (const [key] of this.#engine.iterator(documentsOf(generation))) keys.push(key);
    await this.#inSteps(keys, deletion);
  }

  /** Rolls back what was not written, and retries later. */
  #fail(cause: Error): void {
    if (this.#closed) return;
    this.#failure = new StorageError(
      `${this.#options.name} cannot be written (${cause.message}). Nothing was changed; reading works. ` +
        'Make room or repair the disk: the sandbox tries again each second.',
      { cause },
    );
    const batches = [this.#gathering, this.#writing];
    this.#failed = this.#writing;
    // No writer is called so: what is there is read before anything else is written.
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

  /** Opens the storage again, since an engine may refuse to go on after a failure, and writes what is doubtful. */
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

  /** Others may have written, or deleted everything: who may write has read it. @throws when nothing was read yet */
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

  /** A batch that writes, of all that the given one was to change, what is in memory now. */
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

/** Resolves when the requests that are being worked on have come to a halt. */
function endOfTurn(): Promise<void> {
  const { setImmediate: soon = (then: () => void) => setTimeout(then, 0) } = globalThis as {
    setImmediate?: (then: () => void) => unknown;
  };
  return new Promise((resolve) => void soon(resolve));
}
