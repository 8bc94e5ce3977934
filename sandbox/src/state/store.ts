import { Collection, type CollectionDefinition, type Document, type Undo } from './collection.ts';
import { Random } from './random.ts';

/** Definitions by collection name. */
// biome-ignore lint/suspicious/noExplicitAny: each collection has a document type of its own
export type Definitions = { readonly [name: string]: CollectionDefinition<any> };

/** The collections that belong to the definitions. */
export type Collections<D extends Definitions> = {
  readonly [K in keyof D]: D[K] extends CollectionDefinition<infer T> ? Collection<T> : never;
};

/** The whole content of a store as JSON. */
export interface StoreSnapshot {
  readonly Random: readonly number[];
  readonly LastId: number;
  readonly Collections: { readonly [name: string]: readonly Document[] };
}

/**
 * All documents of one sandbox, with all-or-nothing transactions.
 *
 * Transactions are synchronous: nothing else runs in between, so no request sees half of another and no lock is needed.
 */
export class Store<D extends Definitions> {
  readonly collections: Collections<D>;
  readonly random: Random;
  readonly #idSuffix: string;
  #lastId = 0;
  /** What the ids of one second begin with. */
  #second = { seconds: -1, prefix: '' };
  #revision = 0;
  #journal: Undo[] | undefined;
  #afterCommit: (() => void)[] = [];

  constructor(definitions: D, seed: string) {
    this.random = new Random(seed);
    this.#idSuffix = new Random(`ids of ${seed}`).hex(10);
    const journal = () => {
      if (this.#journal === undefined) throw new Error('A document was written outside of a transaction.');
      return this.#journal;
    };
    this.collections = Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [
        name,
        new Collection(name, definition, journal),
      ]),
    ) as unknown as Collections<D>;
  }

  /** Grows with every change that was committed, and with every restore. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Runs the work; when it throws, everything it wrote is taken back (documents, indexes, ids, randomness) and the
   * error goes on. A transaction inside a transaction is a savepoint: it can fail alone.
   */
  transaction<R>(work: () => R): R {
    const outer = this.#journal;
    const journal: Undo[] = [];
    const afterCommit = this.#afterCommit;
    const random = this.random.state;
    const lastId = this.#lastId;
    this.#journal = journal;
    this.#afterCommit = [];
    let result: R;
    try {
      result = work();
    } catch (error) {
      for (let at = journal.length - 1; at >= 0; at -= 1) (journal[at] as Undo)();
      this.random.state = random;
      this.#lastId = lastId;
      this.#journal = outer;
      this.#afterCommit = afterCommit;
      throw error;
    }
    const due = this.#afterCommit;
    this.#journal = outer;
    this.#afterCommit = afterCommit;
    if (outer === undefined) {
      if (journal.length > 0) this.#revision += 1;
      for (const follow of due) follow();
    } else {
      for (const undo of journal) outer.push(undo);
      afterCommit.push(...due);
    }
    return result;
  }

  /** Runs when the outermost transaction has succeeded, never when it failed. */
  afterCommit(follow: () => void): void {
    if (this.#journal === undefined) follow();
    else this.#afterCommit.push(follow);
  }

  /** A new 24-hex ObjectId: seconds of the given instant, five seeded bytes, a counter. */
  newId(now: number): string {
    this.#lastId += 1;
    const seconds = Math.floor(now / 1000) >>> 0;
    if (seconds !== this.#second.seconds)
      this.#second = { seconds, prefix: seconds.toString(16).padStart(8, '0') + this.#idSuffix };
    // Joined, it is one string; as a sum it would keep its parts in memory beside it.
    return [this.#second.prefix, (this.#lastId & 0xffffff).toString(16).padStart(6, '0')].join('');
  }

  /** Everything, as JSON. Documents are shared, not copied: they are never changed in place. */
  snapshot(): StoreSnapshot {
    return {
      Random: [...this.random.state],
      LastId: this.#lastId,
      Collections: Object.fromEntries(
        Object.entries(this.collections as Record<string, Collection<Document>>).map(([name, collection]) => [
          name,
          collection.dump(),
        ]),
      ),
    };
  }

  /** Replaces everything by a snapshot's content. Collections that the snapshot does not name become empty. */
  restore(snapshot: StoreSnapshot): void {
    if (this.#journal !== undefined) throw new Error('A snapshot cannot be restored inside a transaction.');
    this.#revision += 1;
    this.random.state = snapshot.Random;
    this.#lastId = snapshot.LastId;
    for (const [name, collection] of Object.entries(
      this.collections as Record<string, Collection<Document>>,
    )) {
      collection.load(snapshot.Collections[name] ?? []);
    }
  }
}
