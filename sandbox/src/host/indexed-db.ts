import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { KeyRange, StorageEngine, StorageOperation } from '../storage/engine.ts';

/** A storage in a database of the browser, opened with its first use. */
export class IndexedDbEngine implements StorageEngine {
  readonly #name: string;
  #store: UseStore;
  /** Whether the database was deleted since {@link open}. What is written now would be a part of a state. */
  #isGone = false;

  /** @param name of the database */
  constructor(name: string) {
    this.#name = name;
    this.#store = createStore(name, 'sandbox');
  }

  async open(): Promise<void> {
    this.#isGone = false;
  }

  async close(): Promise<void> {}

  async *iterator({ gte, lt }: KeyRange): AsyncGenerator<[string, string]> {
    const range = IDBKeyRange.bound(gte, lt, false, true);
    const [keys, values] = await this.#use('readonly', (store) =>
      Promise.all([
        promisifyRequest(store.getAllKeys(range)),
        promisifyRequest<string[]>(store.getAll(range)),
      ]),
    );
    for (const [at, key] of keys.entries()) yield [String(key), values[at] as string];
  }

  batch(operations: StorageOperation[]): Promise<void> {
    return this.#use('readwrite', (store) => {
      if (this.#isGone) throw new Error('it was deleted');
      for (const operation of operations) {
        if (operation.type === 'put') store.put(operation.value, operation.key);
        else store.delete(operation.key);
      }
      return promisifyRequest(store.transaction);
    });
  }

  #use<R>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<R>): Promise<R> {
    return this.#store(mode, (store) => {
      const { db } = store.transaction;
      // The deletion of a database waits until no connection to it is open.
      db.onversionchange = db.onclose = () => {
        db.close();
        this.#store = createStore(this.#name, 'sandbox');
        this.#isGone = true;
      };
      return work(store);
    });
  }
}
