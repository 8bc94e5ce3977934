import type { DurableObjectStorage } from 'cloudflare:workers';
import { nextSlice } from '../../service/state/time-slices.ts';
import type { KeyRange, StorageEngine, StorageOperation } from '../../service/storage/engine.ts';

/** Entries that are read before others have their turn. */
const PAGE = 500;

/** A storage in the SQLite database of a Durable Object. */
export class SqlEngine implements StorageEngine {
  readonly #storage: DurableObjectStorage;
  readonly #onBatch: () => void;

  /** @param onBatch called with each batch: what it writes is part of the batch */
  constructor(storage: DurableObjectStorage, onBatch: () => void) {
    this.#storage = storage;
    this.#onBatch = onBatch;
  }

  async open(): Promise<void> {
    this.#storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
    );
  }

  async close(): Promise<void> {}

  async *iterator({ gte, lt }: KeyRange): AsyncGenerator<[string, string]> {
    let [from, comparison] = [gte, '>='];
    for (;;) {
      const query = `SELECT key, value FROM entries WHERE key ${comparison} ? AND key < ? ORDER BY key LIMIT ${PAGE}`;
      const page = [...this.#storage.sql.exec<{ key: string; value: string }>(query, from, lt)];
      for (const { key, value } of page) yield [key, value];
      const last = page[PAGE - 1];
      if (last === undefined) return;
      [from, comparison] = [last.key, '>'];
      await nextSlice();
    }
  }

  async batch(operations: StorageOperation[], { sync }: { readonly sync: boolean }): Promise<void> {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const operation of operations) {
        if (operation.type === 'put') {
          sql.exec('INSERT OR REPLACE INTO entries VALUES (?, ?)', operation.key, operation.value);
        } else sql.exec('DELETE FROM entries WHERE key = ?', operation.key);
      }
    });
    this.#onBatch();
    if (sync) await this.#storage.sync();
  }
}
