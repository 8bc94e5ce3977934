import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { KeyRange, StorageEngine, StorageOperation } from '../../service/storage/engine.ts';
import { DOCUMENTS } from '../../service/storage/layout.ts';

/*
 * The content of the object store. Documents are many and short, and Chromium reads them several times as fast in rows of
 * five hundred as in rows of one:
 *
 * -1, -2, -3, …   the documents when the changes were last merged, as DocumentRow
 * 1, 2, 3, …      the documents that each batch has changed since then, as DocumentRow; later rows take precedence
 * every text      an entry other than a document: the layout, a head
 */

const STORE = 'clientlib-sandbox';

/** Alternating keys and values. `null`: the document was deleted. */
type DocumentRow = readonly (string | null)[];

const gatheredRows = () => IDBKeyRange.bound(-Infinity, -1);
const changedRows = () => IDBKeyRange.bound(1, Infinity);

/** Documents per row. Chromium reads rows above 64 kB faster than the same text in shorter ones. */
const ROW_SIZE = 500;

/** Minimum changed documents to merge, together with a share of all, so that a change costs no more in a large state. */
const FEW = 2_000;
const PART = 1 / 4;

/** A storage in a browser database, opened on first use. */
export class IndexedDbEngine implements StorageEngine {
  readonly #name: string;
  #store: UseStore;
  /** Whether the database was deleted since {@link open}. Writing now would store an incomplete state. */
  #isGone = false;
  /** As known to this engine: other engines write too. */
  #documents = 0;
  #changed = 0;

  /** @param name of the database */
  constructor(name: string) {
    this.#name = name;
    this.#store = createStore(name, STORE);
  }

  async open(): Promise<void> {
    this.#isGone = false;
  }

  async close(): Promise<void> {}

  async *iterator({ gte, lt }: KeyRange): AsyncGenerator<[string, string]> {
    const range = IDBKeyRange.bound(gte, lt, false, true);
    const hasDocuments = gte < DOCUMENTS.lt && lt > DOCUMENTS.gte;
    const [keys, values, documents] = await this.#use('readonly', (store) =>
      Promise.all([
        promisifyRequest(store.getAllKeys(range)),
        promisifyRequest<string[]>(store.getAll(range)),
        hasDocuments ? this.#documentsIn(store) : [],
      ]),
    );
    const entries = [...documents].filter(([key]) => key >= gte && key < lt);
    for (const [at, key] of keys.entries()) entries.push([String(key), values[at] as string]);
    yield* entries.sort(([one], [other]) => (one < other ? -1 : 1));
  }

  async batch(operations: StorageOperation[]): Promise<void> {
    const row: (string | null)[] = [];
    await this.#use('readwrite', async (store) => {
      if (this.#isGone) throw new Error('it was deleted');
      const last = await promisifyRequest(store.openKeyCursor(changedRows(), 'prev'));
      for (const operation of operations) {
        const { key } = operation;
        const value = operation.type === 'put' ? operation.value : null;
        if (key >= DOCUMENTS.gte && key < DOCUMENTS.lt) row.push(key, value);
        else if (value === null) store.delete(key);
        else store.put(value, key);
      }
      if (row.length > 0) store.put(row, Number(last?.key ?? 0) + 1);
      await promisifyRequest(store.transaction);
    });
    this.#changed += row.length / 2;
    // Not awaited: nothing is lost without it.
    if (this.#changed > Math.max(FEW, this.#documents * PART)) void this.#gather().catch(() => {});
  }

  async #gather(): Promise<void> {
    this.#changed = 0;
    await this.#use('readwrite', async (store) => {
      const documents = [...(await this.#documentsIn(store))];
      store.delete(gatheredRows());
      store.delete(changedRows());
      for (let at = 0; at < documents.length; at += ROW_SIZE)
        store.put(documents.slice(at, at + ROW_SIZE).flat(), -1 - at / ROW_SIZE);
      await promisifyRequest(store.transaction);
    });
    this.#changed = 0;
  }

  async #documentsIn(store: IDBObjectStore): Promise<Map<string, string>> {
    const read = (range: IDBKeyRange) => promisifyRequest<DocumentRow[]>(store.getAll(range));
    const [gathered, changed] = await Promise.all([read(gatheredRows()), read(changedRows())]);
    const documents = new Map<string, string>();
    for (const row of [...gathered, ...changed]) {
      for (let at = 0; at < row.length; at += 2) {
        const key = row[at] as string;
        const value = row[at + 1] as string | null;
        if (value === null) documents.delete(key);
        else documents.set(key, value);
      }
    }
    this.#changed = changed.flat().length / 2;
    this.#documents = documents.size;
    return documents;
  }

  #use<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<R>): Promise<R> {
    return this.#store(mode, (store) => {
      const { db } = store.transaction;
      // The deletion of a database waits until no connection to it is open.
      db.onversionchange = db.onclose = () => {
        db.close();
        this.#store = createStore(this.#name, STORE);
        this.#isGone = true;
      };
      return work(store);
    });
  }
}
