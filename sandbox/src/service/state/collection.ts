import { comesBefore, type Place, type Row, SortedRows } from './sorted-rows.ts';

/** The documents of a collection: JSON with an id. They are never changed in place, only replaced. */
export interface Document {
  readonly Id: string;
}

/** The parts of the state that a reset can keep. */
export const keepable = ['Webhooks', 'Tokens', 'Catalogue'] as const;

export type Keepable = (typeof keepable)[number];

/** How a collection is listed and searched, and who observes its documents. */
export interface CollectionDefinition<T extends Document, Index extends string = string> {
  /**
   * One entry per index: the value (or values) under which a document is found. `undefined` excludes it.
   * Equality filters of lists use these, so the cost of a list depends on its page and not on the collection.
   */
  readonly indexes?: { readonly [Name in Index]: (document: T) => Values };
  /** Indexes that are created on first use, because they need memory and most sandboxes never use them. */
  readonly lazy?: readonly NoInfer<Index>[];
  /** Indexes with unique values. */
  readonly unique?: readonly NoInfer<Index>[];
  /** The number by which lists are sorted, oldest first (usually epoch milliseconds). Default: by creation. */
  readonly orderBy?: (document: T) => number;
  /** Ticks of 100 ns within the millisecond, for which the number of `orderBy` is not precise enough. */
  readonly ticks?: (document: T) => number;
  /** The text from which `orderBy` and `ticks` are derived: a replacement with the same text keeps its position. */
  readonly orderText?: (document: T) => string;
  /** Maximum number of documents; the oldest are removed first. For logs. */
  readonly keep?: number;
  /** The part of the state that a reset can keep by this name. */
  readonly keptBy?: Keepable;
  /** `false` if lists never start at a document of it, so positions of deleted documents are not remembered. */
  readonly paged?: false;
  /** The part of a changed document that observers receive: the changed fields, or only its id. Default: nothing. */
  readonly observed?: 'Fields' | 'Ids';
  /** `false` if no bill depends on it; forecasts then ignore it. */
  readonly forecast?: false;
}

/** Adds the names of a definition's indexes to its type, so that an unknown name is a type error. */
export const define =
  <T extends Document>() =>
  <Index extends string = never>(
    definition: CollectionDefinition<T, Index>,
  ): CollectionDefinition<T, Index> =>
    definition;

/** The filter of a list. */
export interface ListQuery<T, Index extends string = string> {
  /** Index name → required value. The index with the fewest documents is used first, the others filter. */
  readonly where?: { readonly [Name in Index]?: string | undefined };
  /** A filter without an index. */
  readonly match?: ((document: T) => boolean) | undefined;
  /** Start at the position of this document, inclusive, even if it was deleted. @throws UnknownCursor */
  readonly from?: string | undefined;
  readonly skip?: number | undefined;
  readonly take?: number | undefined;
  /** Newest first. */
  readonly newestFirst?: boolean | undefined;
  /** Inclusive bounds of the order key. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Bounds of order key and ticks, the second one exclusive: a half-open time range. */
  readonly since?: Moment | undefined;
  readonly before?: Moment | undefined;
}

/** Epoch milliseconds, and ticks of 100 ns within the last one. */
export type Moment = readonly [instant: number, ticks: number];

/** A write that would violate a constraint of the state itself (a duplicate id or unique value). */
export class StateError extends Error {
  readonly index: string;
  readonly value: string;

  constructor(message: string, index: string, value: string) {
    super(message);
    this.name = 'StateError';
    this.index = index;
    this.value = value;
  }
}

/** A list was to start at an id that never existed in the collection. */
export class UnknownCursor extends Error {
  constructor(id: string) {
    super(
      `"${id.slice(0, 40)}" is not an entry of this list. Send the id of an entry that the list returned.`,
    );
    this.name = 'UnknownCursor';
  }
}

/** Rolls back one change. */
export type Undo = () => void;

/** A document with its position in the creation order, from which a collection is restored. */
export interface StoredDocument<T extends Document = Document> {
  readonly sequence: number;
  readonly document: T;
}

/** Stored documents in order of creation. Those of a storage are decoded on first access. */
export interface StoredDocuments<T extends Document = Document> extends Iterable<StoredDocument<T>> {
  readonly length: number;
}

/** A write of a transaction: how to roll it back, and what changed. */
export interface Write {
  readonly collection: Pick<Collection<Document>, 'name' | 'observed'> & { undo(write: Write): void };
  readonly row: Row<Document>;
  /** The previous document; `undefined` if there was none. */
  readonly before: Document | undefined;
}

type Values = string | readonly string[] | undefined;

/** Minimum number of deleted documents whose positions are remembered, for lists that start there. */
export const MAX_DELETED_PLACES = 10_000;

/** Before and after every row. */
const FIRST: Place = { order: -Infinity, ticks: 0, sequence: -1 };
const LAST: Place = { order: Infinity, ticks: 0, sequence: Infinity };

/** The position before every row of an instant. */
const placeBefore = ([order, ticks]: Moment): Place => ({ order, ticks, sequence: -1 });

interface IndexRows<T> {
  readonly of: (document: T) => Values;
  readonly values: Map<string, SortedRows<T>>;
}

/**
 * Documents of one kind with their indexes.
 *
 * Writes are only allowed inside a transaction of the state, which records each write with its rollback.
 */
export class Collection<T extends Document, Index extends string = string> {
  readonly name: string;
  readonly observed: CollectionDefinition<T>['observed'];
  readonly #definition: CollectionDefinition<T, Index>;
  readonly #writes: () => Write[];
  readonly #rowsById = new Map<string, Row<T>>();
  readonly #sortedRows = new SortedRows<T>();
  /** The former positions of deleted documents, by id: the latest ones, and as many before them. */
  #deletedPlaces = new Map<string, Place>();
  #olderDeletedPlaces = new Map<string, Place>();
  /** Stored documents that are parsed on first use: a starting service worker needs few collections. */
  #unread: StoredDocuments<T> | undefined;
  readonly #indexes = new Map<string, IndexRows<T>>();
  /**
   * The maintained indexes: for an empty collection all but the lazy ones, and for a loaded one those that
   * have been used since. A service worker with many documents responds before it has built all of them.
   */
  readonly #kept: IndexRows<T>[] = [];
  #sequence = 0;

  /** @param writes the writes of the current transaction */
  constructor(name: string, definition: CollectionDefinition<T, Index>, writes: () => Write[]) {
    this.name = name;
    this.#definition = definition;
    this.observed = definition.observed;
    this.#writes = writes;
    for (const index in definition.indexes) {
      const made: IndexRows<T> = { of: definition.indexes[index], values: new Map() };
      this.#indexes.set(index, made);
      if (definition.lazy?.includes(index) !== true) this.#kept.push(made);
    }
  }

  get size(): number {
    return this.#unread?.length ?? this.#rowsById.size;
  }

  get(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.#byId.get(id)?.document;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** Adds a document. @throws StateError if the id or a unique value already exists */
  insert(document: T): T {
    const writes = this.#writes();
    if (this.#byId.has(document.Id)) {
      throw new StateError(`${this.name} ${document.Id} exists already.`, 'Id', document.Id);
    }
    const row = this.#toRow(document, this.#sequence);
    this.#refuseDoubles(document, undefined);
    this.#sequence += 1;
    this.#attach(row);
    writes.push({ collection: this, row, before: undefined });
    this.#dropOldest();
    return document;
  }

  /** Replaces the document of the same id. @throws StateError if it does not exist, or a unique value already exists */
  replace(document: T): T {
    const row = this.#byId.get(document.Id);
    if (row === undefined) throw new StateError(`No ${this.name} ${document.Id}.`, 'Id', document.Id);
    return this.#replaceIn(row, document);
  }

  /** Adds the document, or replaces the one of the same id. */
  put(document: T): T {
    const row = this.#byId.get(document.Id);
    return row === undefined ? this.insert(document) : this.#replaceIn(row, document);
  }

  /** Replaces the given fields; a field with `undefined` is omitted from the new document. */
  update(id: string, change: { readonly [K in keyof T]?: T[K] | undefined }): T {
    const row = this.#byId.get(id);
    if (row === undefined) throw new StateError(`No ${this.name} ${id}.`, 'Id', id);
    const after: T = Object.assign({}, row.document, change);
    for (const key in change) if (change[key] === undefined) delete after[key];
    return this.#replaceIn(row, after);
  }

  /** Removes a document. @returns whether it existed */
  delete(id: string): boolean {
    const row = this.#byId.get(id);
    if (row === undefined) return false;
    this.#remove(row);
    return true;
  }

  /** The documents that match the query, as one page. */
  list(query: ListQuery<T, Index> = {}): T[] {
    const page: T[] = [];
    const take = query.take ?? Number.POSITIVE_INFINITY;
    let skip = query.skip ?? 0;
    for (const document of this.#walk(query)) {
      if (page.length >= take) break;
      if (skip > 0) skip -= 1;
      else page.push(document);
    }
    return page;
  }

  /** The first document in list order. */
  first(): T | undefined {
    return this.#all.first()?.document;
  }

  /** The first document that matches the query. */
  find(query: ListQuery<T, Index>): T | undefined {
    for (const document of this.#walk(query)) return document;
    return undefined;
  }

  /** All documents with this value in this index, in list order. */
  where(index: Index, value: string): T[] {
    return this.#index(index).values.get(value)?.documents() ?? [];
  }

  /** Returns the number of documents with this value in this index. */
  count(index: Index, value: string): number {
    return this.#index(index).values.get(value)?.length ?? 0;
  }

  /** All documents in list order. */
  *[Symbol.iterator](): IterableIterator<T> {
    for (const row of this.#all.upwards(FIRST, LAST)) yield row.document;
  }

  /** Documents in order of creation, for a snapshot. */
  dump(): T[] {
    return [...this.#byId.values()].sort((a, b) => a.sequence - b.sequence).map((row) => row.document);
  }

  /** Documents in order of creation, with their place in it. */
  stored(): StoredDocument<T>[] {
    return [...this.#byId.values()]
      .sort((a, b) => a.sequence - b.sequence)
      .map(({ sequence, document }) => ({ sequence, document }));
  }

  /** The document of this id with its place in the order of creation. */
  storedAt(id: string): StoredDocument<T> | undefined {
    const row = this.#byId.get(id);
    return row === undefined ? undefined : { sequence: row.sequence, document: row.document };
  }

  /** Replaces all documents, given in order of creation, outside of any transaction. */
  load(documents: Iterable<T>): void {
    this.#clear();
    for (const document of documents) this.#append(document, this.#sequence);
  }

  /**
   * Replaces all documents with the result of {@link stored}, in order of creation, outside of any transaction. They are
   * read on first access.
   */
  loadStored(documents: StoredDocuments<T>): void {
    this.#clear();
    this.#unread = documents;
  }

  /** Rolls back a write. Writes are rolled back in reverse order, the newest first. */
  undo({ row, before }: Write): void {
    const own = row as Row<T>;
    if (before === undefined) {
      this.#detach(own);
      this.#sequence = own.sequence;
    } else if (this.#byId.get(before.Id) === own) {
      this.#swap(own, before as T);
    } else {
      this.#attach(own);
    }
  }

  /** Restores or removes a document as at another moment, outside of any transaction. */
  putBack(id: string, stored: StoredDocument<T> | undefined): void {
    const row = this.#byId.get(id);
    if (row !== undefined) this.#detach(row);
    if (row !== undefined && stored === undefined) this.#rememberPlace(row);
    if (stored !== undefined) this.#attach(this.#toRow(stored.document, stored.sequence));
  }

  /** @returns a function that restores the current content after a replacement; earlier rollbacks are then valid again */
  backup(): Undo {
    const rows = [...this.#byId.values()].sort((a, b) => a.sequence - b.sequence);
    const sequence = this.#sequence;
    return () => {
      this.#clear();
      for (const row of rows) this.#attach(row);
      this.#sequence = sequence;
    };
  }

  get #byId(): Map<string, Row<T>> {
    if (this.#unread !== undefined) this.#read(this.#unread);
    return this.#rowsById;
  }

  get #all(): SortedRows<T> {
    if (this.#unread !== undefined) this.#read(this.#unread);
    return this.#sortedRows;
  }

  #read(documents: StoredDocuments<T>): void {
    this.#unread = undefined;
    for (const { document, sequence } of documents) this.#append(document, sequence);
  }

  #clear(): void {
    this.#unread = undefined;
    this.#rowsById.clear();
    this.#sortedRows.clear();
    this.#deletedPlaces.clear();
    this.#olderDeletedPlaces.clear();
    for (const index of this.#indexes.values()) index.values.clear();
    this.#kept.length = 0;
    this.#sequence = 0;
  }

  #append(document: T, sequence: number): void {
    this.#attach(this.#toRow(document, sequence));
    this.#sequence = sequence + 1;
  }

  *#walk(query: ListQuery<T, Index>): Generator<T> {
    let [low, high] = rangeBounds(query);
    if (query.from !== undefined) {
      const start =
        this.#byId.get(query.from) ??
        this.#deletedPlaces.get(query.from) ??
        this.#olderDeletedPlaces.get(query.from);
      if (start === undefined) throw new UnknownCursor(query.from);
      if (query.newestFirst !== true && comesBefore(low, start)) low = start;
      if (query.newestFirst === true && comesBefore(start, high)) high = start;
    }
    const wanted = Object.entries(query.where ?? {}).filter(([, value]) => value !== undefined) as [
      string,
      string,
    ][];
    let lead = this.#all;
    const found = wanted.map(([name, value]) => {
      const index = this.#index(name);
      return { index, value, rows: index.values.get(value) };
    });
    for (const { rows } of found) {
      if (rows === undefined) return;
      if (rows.length <= lead.length) lead = rows;
    }
    // The leading index has already been applied.
    const filters = found
      .filter(({ rows }) => rows !== lead)
      .map(
        ({ index, value }) =>
          (document: T) =>
            asArray(index.of(document)).includes(value),
      );
    if (query.match !== undefined) filters.push(query.match);
    const rows = query.newestFirst === true ? lead.downwards(low, high) : lead.upwards(low, high);
    for (const { document } of rows) if (filters.every((passes) => passes(document))) yield document;
  }

  /** @throws Error for an unknown index, which does not compile in TypeScript */
  #index(name: string): IndexRows<T> {
    const index = this.#indexes.get(name);
    if (index === undefined) throw new Error(`${this.name} has no index ${name}.`);
    if (this.#kept.includes(index)) return index;
    for (const row of this.#all.upwards(FIRST, LAST)) {
      for (const value of asArray(index.of(row.document))) addTo(index.values, value, row);
    }
    this.#kept.push(index);
    return index;
  }

  #toRow(document: T, sequence: number): Row<T> {
    const { orderBy, ticks } = this.#definition;
    return { document, order: orderBy?.(document) ?? 0, ticks: ticks?.(document) ?? 0, sequence };
  }

  #replaceIn(row: Row<T>, document: T): T {
    const before = row.document;
    if (before === document) return document;
    const writes = this.#writes();
    this.#refuseDoubles(document, before);
    this.#swap(row, document);
    writes.push({ collection: this, row, before });
    return document;
  }

  #refuseDoubles(document: T, before: T | undefined): void {
    if (this.#definition.unique === undefined) return;
    for (const name of this.#definition.unique) {
      const index = this.#index(name);
      const held = before === undefined ? [] : asArray(index.of(before));
      for (const value of asArray(index.of(document))) {
        if (!held.includes(value) && index.values.has(value)) {
          throw new StateError(`Another of the ${this.name} has ${name} "${value}".`, name, value);
        }
      }
    }
  }

  #remove(row: Row<T>): void {
    const writes = this.#writes();
    this.#detach(row);
    this.#rememberPlace(row);
    writes.push({ collection: this, row, before: row.document });
  }

  #rememberPlace({ document, order, ticks, sequence }: Row<T>): void {
    if (this.#definition.paged === false) return;
    // Removes all older ones at once: finding its first entry, a map iterates over all previously deleted ones.
    if (this.#deletedPlaces.size >= MAX_DELETED_PLACES) {
      this.#olderDeletedPlaces = this.#deletedPlaces;
      this.#deletedPlaces = new Map();
    }
    this.#deletedPlaces.set(document.Id, { order, ticks, sequence });
  }

  #attach(row: Row<T>): void {
    this.#byId.set(row.document.Id, row);
    this.#all.add(row);
    for (const index of this.#kept) {
      const of = index.of(row.document);
      if (typeof of === 'string') addTo(index.values, of, row);
      else if (of !== undefined) for (const value of of) addTo(index.values, value, row);
    }
  }

  #detach(row: Row<T>): void {
    this.#byId.delete(row.document.Id);
    this.#all.remove(row);
    for (const index of this.#kept) {
      for (const value of asArray(index.of(row.document))) removeFrom(index.values, value, row);
    }
  }

  #swap(row: Row<T>, document: T): void {
    const { orderText } = this.#definition;
    const isInPlace = orderText !== undefined && orderText(document) === orderText(row.document);
    const { order, ticks } = isInPlace ? row : this.#toRow(document, row.sequence);
    if (order !== row.order || ticks !== row.ticks) {
      // The order key determines the position in every index, so the row is removed and inserted again.
      this.#detach(row);
      row.document = document;
      row.order = order;
      row.ticks = ticks;
      this.#attach(row);
      return;
    }
    for (const index of this.#kept) {
      const of = index.of(document);
      const was = index.of(row.document);
      // Most replacements change no index, and a list index returns the same list for the same field.
      if (of === was) continue;
      const before = asArray(was);
      const after = asArray(of);
      for (const value of before) if (!after.includes(value)) removeFrom(index.values, value, row);
      for (const value of after) if (!before.includes(value)) addTo(index.values, value, row);
    }
    row.document = document;
  }

  #dropOldest(): void {
    const keep = this.#definition.keep;
    if (keep === undefined || this.#byId.size <= keep) return;
    const oldest = this.#all.first();
    if (oldest !== undefined) this.#remove(oldest);
  }
}

/** The positions between which the rows of a query are. */
function rangeBounds({
  min,
  max,
  since,
  before,
}: Pick<ListQuery<never>, 'min' | 'max' | 'since' | 'before'>): [low: Place, high: Place] {
  const low = since === undefined ? FIRST : placeBefore(since);
  const high = before === undefined ? LAST : placeBefore(before);
  return [
    min === undefined ? low : { order: min, ticks: 0, sequence: -1 },
    max === undefined ? high : { order: max, ticks: 0, sequence: Infinity },
  ];
}

function asArray(value: Values): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function addTo<T>(values: Map<string, SortedRows<T>>, value: string, row: Row<T>): void {
  let rows = values.get(value);
  if (rows === undefined) {
    rows = new SortedRows();
    values.set(value, rows);
  }
  rows.add(row);
}

function removeFrom<T>(values: Map<string, SortedRows<T>>, value: string, row: Row<T>): void {
  const rows = values.get(value);
  if (rows === undefined) return;
  rows.remove(row);
  if (rows.length === 0) values.delete(value);
}
