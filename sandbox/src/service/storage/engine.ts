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
 * An ordered key-value store with atomic batches, in the shape of `abstract-level`, so that each of its implementations
 * is one. What else keeps the state of a sandbox gets an adapter of this shape.
 */
export interface StorageEngine {
  /** @throws Error when the content is damaged or another process has it open */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Entries in the order of their keys. */
  iterator(range: KeyRange): AsyncIterable<[string, string]>;
  /** Does all or nothing. @param options `sync`: resolve when it is on disk, not when the operating system has it */
  batch(operations: StorageOperation[], options: { readonly sync: boolean }): Promise<void>;
}
