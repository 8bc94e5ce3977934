// The part of a browser's database that the sandbox uses, in memory. Keys are numbers, then texts, as in a browser; a transaction
// completes when nothing more is asked of it.

type Key = number | string;

class Range {
  readonly lower: Key;
  readonly upper: Key;
  readonly #open: readonly [boolean, boolean];

  constructor(lower: Key, upper: Key, lowerOpen = false, upperOpen = false) {
    [this.lower, this.upper, this.#open] = [lower, upper, [lowerOpen, upperOpen]];
  }

  static bound(lower: Key, upper: Key, lowerOpen = false, upperOpen = false): Range {
    return new Range(lower, upper, lowerOpen, upperOpen);
  }

  has(key: Key): boolean {
    const [below, above] = [compare(key, this.lower), compare(key, this.upper)];
    return (this.#open[0] ? below > 0 : below >= 0) && (this.#open[1] ? above < 0 : above <= 0);
  }
}

function compare(one: Key, other: Key): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A request that has its result at once, and says so in a moment. */
function request<R>(result: R): { onsuccess?: () => void; oncomplete?: () => void; readonly result: R } {
  const made: ReturnType<typeof request<R>> = { result };
  setTimeout(() => (made.onsuccess ?? made.oncomplete)?.(), 0);
  return made;
}

interface Connection {
  onversionchange?: () => void;
  close(): void;
}

/** The databases of one browser. */
export class FakeBrowserData {
  readonly stores = new Map<string, Map<Key, unknown>>();
  readonly #connections = new Map<string, Set<Connection>>();

  /** The globals of a page. */
  get globals() {
    return { IDBKeyRange: Range, indexedDB: { open: (name: string) => this.#open(name) } };
  }

  /** Another page deletes the database. @returns how many connections stayed open */
  delete(name: string): number {
    const open = this.#connections.get(name) ?? new Set();
    for (const connection of [...open]) connection.onversionchange?.();
    this.stores.delete(name);
    return open.size;
  }

  /** The content, in the order of its keys. */
  content(name: string): [Key, unknown][] {
    return [...(this.stores.get(name) ?? [])].sort(([one], [other]) => compare(one, other));
  }

  #open(name: string) {
    if (!this.stores.has(name)) this.stores.set(name, new Map());
    const open = this.#connections.get(name) ?? new Set();
    this.#connections.set(name, open);
    const connection: Connection & { transaction?: () => object } = { close: () => open.delete(connection) };
    connection.transaction = () => ({ objectStore: () => this.#store(name, connection) });
    open.add(connection);
    return request(connection);
  }

  #store(name: string, db: Connection): object {
    const rows = () => this.stores.get(name) as Map<Key, unknown>;
    const within = (range: Range) => this.content(name).filter(([key]) => range.has(key));
    return {
      get transaction() {
        return Object.assign(request(undefined), { db });
      },
      getAllKeys: (range: Range) => request(within(range).map(([key]) => key)),
      getAll: (range: Range) => request(structuredClone(within(range).map(([, value]) => value))),
      openKeyCursor: (range: Range, direction: string) => {
        const keys = within(range).map(([key]) => key);
        const key = direction === 'prev' ? keys.at(-1) : keys[0];
        return request(key === undefined ? null : { key });
      },
      put: (value: unknown, key: Key) => void rows().set(key, structuredClone(value)),
      delete: (given: Key | Range) => {
        if (!(given instanceof Range)) rows().delete(given);
        else for (const [key] of within(given)) rows().delete(key);
      },
    };
  }
}
