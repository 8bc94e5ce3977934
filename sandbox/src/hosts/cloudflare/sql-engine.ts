import type { DurableObjectStorage } from 'cloudflare:workers';
import { nextSlice } from '../../service/state/time-slices.ts';
import type { KeyRange, StorageEngine, StorageOperation } from '../../service/storage/engine.ts';

/** Number of entries read before other work gets a turn. */
const PAGE = 500;

/** Letters of a value in one row: in UTF-8 they are at most 1.5 MB, and a row has at most 2 MB. */
const MAX_LETTERS = 500_000;

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
    // The rest of a long value.
    this.#storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS rests (key TEXT, part INTEGER, value TEXT NOT NULL, PRIMARY KEY (key, part)) WITHOUT ROWID',
    );
  }

  async close(): Promise<void> {}

  async *iterator({ gte, lt }: KeyRange): AsyncGenerator<[string, string]> {
    let [from, comparison] = [gte, '>='];
    for (;;) {
      const query = `SELECT key, value FROM entries WHERE key ${comparison} ? AND key < ? ORDER BY key LIMIT ${PAGE}`;
      const page = [...this.#storage.sql.exec<{ key: string; value: string }>(query, from, lt)];
      const rests = this.#readRests(page[0]?.key, page.at(-1)?.key);
      for (const { key, value } of page) yield [key, value + (rests.get(key) ?? '')];
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
        const { key } = operation;
        sql.exec('DELETE FROM rests WHERE key = ?', key);
        if (operation.type === 'put') {
          const [first = '', ...rest] = splitValue(operation.value);
          sql.exec('INSERT OR REPLACE INTO entries VALUES (?, ?)', key, first);
          for (const [part, value] of rest.entries())
            sql.exec('INSERT INTO rests VALUES (?, ?, ?)', key, part, value);
        } else sql.exec('DELETE FROM entries WHERE key = ?', key);
      }
    });
    this.#onBatch();
    if (sync) await this.#storage.sync();
  }

  #readRests(first: string | undefined, last: string | undefined): ReadonlyMap<string, string> {
    const rests = new Map<string, string>();
    if (first === undefined || last === undefined) return rests;
    const query = 'SELECT key, value FROM rests WHERE key >= ? AND key <= ? ORDER BY key, part';
    for (const { key, value } of this.#storage.sql.exec<{ key: string; value: string }>(query, first, last))
      rests.set(key, (rests.get(key) ?? '') + value);
    return rests;
  }
}

/** Splits a value into parts that fit in a row, without splitting a character. */
function splitValue(value: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < value.length || at === 0; ) {
    const end = at + MAX_LETTERS;
    const isWithinLetter = /[\ud800-\udbff]/.test(value[end - 1] ?? '');
    const cut = isWithinLetter ? end - 1 : end;
    parts.push(value.slice(at, cut));
    at = cut;
  }
  return parts;
}
