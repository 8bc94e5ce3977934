/** One change of a key. */
export type StorageOperation =
  | { readonly type: 'put'; readonly key: string; readonly value: string }
  | { readonly type: 'del'; readonly key: string };

/** Keys from `gte` (inclusive) to `lt` (exclusive). */
export interface KeyRange {
  readonly gte: string;
  readonly lt: string;
}

/**
 * An ordered key-value store with atomic batches, in the shape of `abstract-level`, so each of its implementations
 * can be used directly. Other stores need an adapter of this shape.
 */
export interface StorageEngine {
  /** @throws Error if the content is damaged or another process has it open */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Entries in key order. */
  iterator(range: KeyRange): AsyncIterable<[string, string]>;
  /** Writes all operations or none. @param options `sync`: resolve once it is on disk, not once the operating system has it */
  batch(operations: StorageOperation[], options: { readonly sync: boolean }): Promise<void>;
}
