import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import type { KeyRange, StorageEngine, StorageOperation } from '../storage/engine.ts';

/** A storage in a database of the browser, opened with its first use. */
export class IndexedDbEngine implements StorageEngine {
  readonly #use: UseStore;

  /** @param name of the database */
  constructor(name: string) {
    this.#use = createStore(name, 'sandbox');
  }

  async open(): Promise<void> {}

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
      for (const operation of operations) {
        if (operation.type === 'put') store.put(operation.value, operation.key);
        else store.delete(operation.key);
      }
      return promisifyRequest(store.transaction);
    });
  }
}
