import type {
  KeyRange,
  StorageEngine,
  StorageOperation,
} from '../../../../sandbox/src/service/storage/engine.ts';

/** What is left of a process that ended, or of a disk that is full. */
export class MemoryEngine implements StorageEngine {
  readonly entries: Map<string, string>;
  /** Each batch that was written, in order. */
  readonly batches: { readonly operations: readonly StorageOperation[]; readonly sync: boolean }[] = [];
  /** While set, batches fail with this message. */
  full: string | undefined;
  /** A batch that fails is written all the same, as when the disk has it and says that it has not. */
  liesOnFailure = false;
  opened = 0;
  /** Milliseconds that writing takes. */
  takesMs = 0;

  constructor(entries: Iterable<[string, string]> = []) {
    this.entries = new Map(entries);
  }

  async open(): Promise<void> {
    this.opened += 1;
  }

  async close(): Promise<void> {}

  /** What the storage held after each batch. */
  *history(): Generator<Map<string, string>> {
    const entries = new Map<string, string>();
    for (const { operations } of this.batches) {
      for (const operation of operations) {
        if (operation.type === 'put') entries.set(operation.key, operation.value);
        else entries.delete(operation.key);
      }
      yield new Map(entries);
    }
  }

  async *iterator({ gte, lt }: KeyRange): AsyncGenerator<[string, string]> {
    const keys = [...this.entries.keys()].sort((a, b) => (a < b ? -1 : 1));
    for (const key of keys) if (key >= gte && key < lt) yield [key, this.entries.get(key) as string];
  }

  async batch(operations: StorageOperation[], { sync }: { readonly sync: boolean }): Promise<void> {
    if (this.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, this.takesMs));
    if (this.full !== undefined && !this.liesOnFailure) throw new Error(this.full);
    for (const operation of operations) {
      if (operation.type === 'put') this.entries.set(operation.key, operation.value);
      else this.entries.delete(operation.key);
    }
    this.batches.push({ operations, sync });
    if (this.full !== undefined) throw new Error(this.full);
  }
}
