import {
  Collection,
  type CollectionDefinition,
  type Document,
  type StoredDocument,
  type StoredDocuments,
  type Undo,
  type Write,
} from './collection.ts';
import { Feed } from './feed.ts';
import { Random } from './random.ts';

/** Definitions by collection name. */
// biome-ignore lint/suspicious/noExplicitAny: each collection has its own document type
export type Definitions = { readonly [name: string]: CollectionDefinition<any> };

/** The collections of the definitions. */
export type Collections<D extends Definitions> = {
  readonly [K in keyof D]: D[K] extends CollectionDefinition<infer T, infer Index>
    ? Collection<T, Index>
    : never;
};

/** A time in epoch milliseconds, and the microseconds within the millisecond. */
export type Stamp = readonly [instant: number, microseconds: number];

/** The state of the ids and random numbers. */
export interface Counters {
  readonly Random: readonly number[];
  readonly LastId: number;
  /** Epoch milliseconds and microseconds of the newest stamp. */
  readonly LastStamp?: Stamp;
}

/** The whole state as JSON. */
export interface StateSnapshot extends Counters {
  readonly Collections: { readonly [name: string]: readonly Document[] };
}

/** A document after a transaction. */
export interface DocumentChange {
  readonly collection: string;
  readonly id: string;
  /** `undefined` if the document was deleted. */
  readonly stored: StoredDocument | undefined;
}

/** A document before and after a transaction; `undefined` if it did not or does not exist. */
export interface ObservedChange {
  readonly collection: string;
  readonly observed: CollectionDefinition<Document>['observed'];
  readonly id: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
  /** Their positions in the order of creation. */
  readonly sequences: readonly [before: number, after: number];
}

export interface StateEvents {
  readonly changes: readonly ObservedChange[];
}

/** The changes of an outermost transaction. */
export interface Commit {
  readonly documents: readonly DocumentChange[];
  readonly counters: Counters;
  /** Rolls it back. Commits are rolled back in reverse order, the newest first. */
  undo(): void;
}

/** Stored documents by collection. */
export type LoadedCollections = Readonly<Record<string, StoredDocuments>>;

/** The content of a state, by collection. */
export type StoredCollections = Readonly<Record<string, readonly StoredDocument[]>>;

/**
 * All documents of one sandbox, with all-or-nothing transactions.
 *
 * Transactions are synchronous: nothing else runs in between, so no request sees a partial change and no lock is needed.
 */
export class State<D extends Definitions> {
  readonly collections: Collections<D>;
  readonly random: Random;
  readonly #idSuffix: string;
  #lastId = 0;
  #lastStamp: Stamp | undefined;
  /** The prefix of ids created in one second. */
  #second = { seconds: -1, prefix: '' };
  #revision = 0;
  /** The writes of the running outermost transaction. */
  #writes: Write[] | undefined;
  #afterCommit: (() => void)[] = [];
  /**
   * Called with the changes of each outermost transaction, before {@link afterCommit}. If it throws, the transaction
   * fails. If unset, changes are not recorded.
   */
  onCommit: ((commit: Commit) => void) | undefined;
  /** Called with each new id. */
  onId: ((id: string) => void) | undefined;
  /** Emits the changes of each outermost transaction after its commit. Changes are only recorded while there are listeners. */
  readonly feed: Feed<StateEvents>;

  /** Called at the beginning of each outermost transaction: returns a further receiver of its changes. */
  collector: (() => ((changes: readonly ObservedChange[]) => void) | undefined) | undefined;

  /** @param seed determines ids and randomness; if omitted, they come from the platform */
  constructor(definitions: D, seed?: string, feed: Feed<StateEvents> = new Feed()) {
    this.feed = feed;
    this.random = new Random(seed);
    this.#idSuffix = new Random(seed === undefined ? undefined : `ids of ${seed}`).hex(10);
    const writes = () => {
      if (this.#writes === undefined) throw new Error('A document was written outside of a transaction.');
      return this.#writes;
    };
    this.collections = Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [
        name,
        new Collection(name, definition, writes),
      ]),
    ) as unknown as Collections<D>;
  }

  /** Returns the number of documents. */
  get size(): number {
    let size = 0;
    for (const name in this.collections) size += this.collections[name].size;
    return size;
  }

  /** Returns whether a document of any kind has this id. */
  knows(id: string): boolean {
    return Object.values(this.collections).some((collection) => collection.has(id));
  }

  /** Increases with every committed change, and with every restore. */
  get revision(): number {
    return this.#revision;
  }

  /** Increases with every committed change, and with every generated id or random number. */
  get touched(): number {
    return this.#revision + this.#lastId + this.random.drawn;
  }

  /** Returns the number of the last id. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Returns the suffix that all ids of this state share. */
  get idSuffix(): string {
    return this.#idSuffix;
  }

  /**
   * Runs the work; if it throws, all its writes are rolled back (documents, indexes, ids, randomness) and the
   * error is rethrown. A nested transaction is a savepoint: it can fail on its own.
   */
  transaction<R>(work: () => R): R {
    const outer = this.#writes;
    const collect = outer === undefined ? this.collector?.() : undefined;
    const isObserved = collect !== undefined || (outer === undefined && this.feed.hears('changes'));
    const writes = outer ?? [];
    const writtenBefore = writes.length;
    const followsBefore = this.#afterCommit.length;
    const { counters } = this;
    this.#writes = writes;
    let result: R;
    try {
      result = work();
      if (outer === undefined) this.#handOver(writes, counters);
    } catch (error) {
      takeBack(writes, writtenBefore);
      this.#setCounters(counters);
      this.#writes = outer;
      this.#afterCommit.length = followsBefore;
      throw error;
    }
    this.#writes = outer;
    if (outer !== undefined) return result;
    if (writes.length > 0) this.#revision += 1;
    const follows = this.#afterCommit;
    if (follows.length > 0) this.#afterCommit = [];
    if (isObserved && writes.length > 0) this.#reportChanges(writes, collect);
    for (const follow of follows) follow();
    return result;
  }

  /** Runs after the outermost transaction has succeeded, never if it failed. */
  afterCommit(follow: () => void): void {
    if (this.#writes === undefined) follow();
    else this.#afterCommit.push(follow);
  }

  /** A new 24-hex ObjectId: seconds of the given instant, five bytes of this state, a counter. */
  newId(now: number): string {
    this.#lastId += 1;
    const seconds = Math.floor(now / 1000) >>> 0;
    if (seconds !== this.#second.seconds)
      this.#second = { seconds, prefix: seconds.toString(16).padStart(8, '0') + this.#idSuffix };
    // Joined into one string; concatenation would keep the parts in memory as well.
    const id = [this.#second.prefix, (this.#lastId & 0xffffff).toString(16).padStart(6, '0')].join('');
    this.onId?.(id);
    return id;
  }

  /** An instant that no stamp has used yet: this one, or a fiftieth of a millisecond after the newest. */
  newStamp(now: number): Stamp {
    const [instant, microseconds] = this.#lastStamp ?? [-Infinity, 0];
    if (now > instant) this.#lastStamp = [now, 0];
    else this.#lastStamp = microseconds < 980 ? [instant, microseconds + 20] : [instant + 1, 0];
    return this.#lastStamp;
  }

  /** A new 24-hex ObjectId from which no other can be guessed: seconds of the given instant, eight random bytes. */
  newRandomId(now: number): string {
    const seconds = Math.floor(now / 1000) >>> 0;
    return [seconds.toString(16).padStart(8, '0'), this.random.hex(16)].join('');
  }

  /** The whole state as JSON. Documents are shared, not copied: they are never changed in place. */
  snapshot(): StateSnapshot {
    return {
      ...this.counters,
      Collections: Object.fromEntries(this.#named.map(([name, collection]) => [name, collection.dump()])),
    };
  }

  /** Replaces the whole state with a snapshot. Collections that the snapshot omits become empty. */
  restore(snapshot: StateSnapshot): void {
    this.#replace(snapshot, (name, collection) => collection.load(snapshot.Collections[name] ?? []));
  }

  get counters(): Counters {
    const [Random, LastId, LastStamp] = [this.random.state, this.#lastId, this.#lastStamp];
    return LastStamp === undefined ? { Random, LastId } : { Random, LastId, LastStamp };
  }

  /** @returns a function that restores the current state after a replacement */
  backup(): Undo {
    const { counters } = this;
    const undos = this.#named.map(([, collection]) => collection.backup());
    return () => {
      this.#revision += 1;
      this.#setCounters(counters);
      for (const undo of undos) undo();
    };
  }

  /** Restores an earlier or later moment of this state, outside of any transaction. */
  putBack(counters: Counters, documents: Iterable<DocumentChange>): void {
    this.#revision += 1;
    this.#setCounters(counters);
    const collections = this.collections as Record<string, Collection<Document>>;
    for (const { collection, id, stored } of documents) collections[collection]?.putBack(id, stored);
  }

  /** Every document with its position in the creation order. */
  stored(): StoredCollections {
    return Object.fromEntries(this.#named.map(([name, collection]) => [name, collection.stored()]));
  }

  storedAt(collection: string, id: string): StoredDocument | undefined {
    return (this.collections as Record<string, Collection<Document>>)[collection]?.storedAt(id);
  }

  /** Replaces the whole state with a stored one: the result of {@link stored}, and all commits to {@link onCommit} since. */
  load(counters: Counters, collections: LoadedCollections): void {
    this.#replace(counters, (name, collection) => collection.loadStored(collections[name] ?? []));
  }

  get #named(): [string, Collection<Document>][] {
    return Object.entries(this.collections as Record<string, Collection<Document>>);
  }

  #setCounters({ Random, LastId, LastStamp }: Counters): void {
    this.random.state = Random;
    this.#lastId = LastId;
    this.#lastStamp = LastStamp;
  }

  #replace(counters: Counters, load: (name: string, collection: Collection<Document>) => void): void {
    if (this.#writes !== undefined) throw new Error('The state cannot be replaced inside a transaction.');
    this.#revision += 1;
    this.#setCounters(counters);
    for (const [name, collection] of this.#named) load(name, collection);
  }

  #handOver(writes: Write[], before: Counters): void {
    if (this.onCommit === undefined) return;
    const counters = this.counters;
    const { Random } = counters;
    const drew = counters.LastId !== before.LastId || Random.some((word, at) => word !== before.Random[at]);
    if (writes.length === 0 && !drew) return;
    this.onCommit({
      documents: firstWrites(writes).map(({ collection: { name }, row }) => {
        const id = row.document.Id;
        return { collection: name, id, stored: this.storedAt(name, id) };
      }),
      counters,
      undo: () => {
        this.#revision += 1;
        takeBack(writes, 0);
        this.#setCounters(before);
      },
    });
  }

  #reportChanges(
    writes: readonly Write[],
    collect: ((changes: readonly ObservedChange[]) => void) | undefined,
  ): void {
    const changes: ObservedChange[] = [];
    for (const { collection, row, before } of firstWrites(writes)) {
      const id = row.document.Id;
      const { document: after, sequence = row.sequence } = this.storedAt(collection.name, id) ?? {};
      if (before === after) continue;
      const { name, observed } = collection;
      changes.push({ collection: name, observed, id, before, after, sequences: [row.sequence, sequence] });
    }
    collect?.(changes);
    this.feed.emit('changes', changes);
  }
}

/** Rolls back to the given number of writes. */
function takeBack(writes: Write[], since: number): void {
  for (let at = writes.length - 1; at >= since; at -= 1) {
    const write = writes[at] as Write;
    write.collection.undo(write);
  }
  writes.length = since;
}

/** The first write of each document. */
function firstWrites(writes: readonly Write[]): Write[] {
  const seen = new Set<string>();
  return writes.filter(({ collection, row }) => {
    const key = `${collection.name}/${row.document.Id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
