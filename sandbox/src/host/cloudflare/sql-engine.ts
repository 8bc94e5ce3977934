import type { DurableObjectStorage } from 'cloudflare:workers';
import type { KeyRange, StorageEngine, StorageOperation } from '../../storage/engine.ts';

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
    const rows = this.#storage.sql.exec<{ key: string; value: string }>(
      'SELECT key, value FROM entries WHERE key >= ? AND key < ? ORDER BY key',
      gte,
      lt,
    );
    for (const { key, value } of rows) yield [key, value];
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
