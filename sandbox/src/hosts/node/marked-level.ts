import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';
import type { KeyRange, StorageEngine, StorageOperation } from '../../service/storage/engine.ts';
import { COMMIT_KEY } from '../../service/storage/layout.ts';

/** The file that names the last batch, among the files of the database. LevelDB ignores unknown file names. */
const MARKER = 'LAST_COMMIT';

/** Fixed number of digits, so that a number replaces the previous one in a single write. */
const DIGITS = 16;

/**
 * A LevelDB that notices missing batches. LevelDB reads its log up to the first damage and takes that for the end, so
 * batches that were on disk can be missing without an error. The marker names the last batch that was on disk.
 */
export class MarkedLevel implements StorageEngine {
  readonly #level: Level<string, string>;
  readonly #markerPath: string;
  /** The number of the last batch. */
  #last = 0;
  /** The last one that is known to be on disk. */
  #onDisk = 0;
  #marker: FileHandle | undefined;
  #marking: Promise<void> | undefined;

  /** @param folder of the database, which must exist unless it may be created */
  constructor(folder: string, { createIfMissing }: { readonly createIfMissing: boolean }) {
    this.#level = new Level(folder, { createIfMissing });
    this.#markerPath = join(folder, MARKER);
  }

  async open(): Promise<void> {
    await this.#level.open();
    this.#last = Number((await this.#level.get(COMMIT_KEY)) ?? 0);
  }

  async close(): Promise<void> {
    await this.#marking;
    await this.#marker?.close();
    this.#marker = undefined;
    await this.#level.close();
  }

  iterator(range: KeyRange): AsyncIterable<[string, string]> {
    return this.#level.iterator(range);
  }

  async batch(operations: StorageOperation[], { sync }: { readonly sync: boolean }): Promise<void> {
    this.#last += 1;
    const number = this.#last;
    await this.#level.batch([...operations, { type: 'put', key: COMMIT_KEY, value: String(number) }], {
      sync,
    });
    // A power cut may lose data that is not on disk yet. That is not damage.
    if (!sync) return;
    this.#onDisk = number;
    this.#marking ??= this.#mark();
  }

  /** @returns the number of missing batches that were on disk */
  async missing(): Promise<number> {
    const marker = await readFile(this.#markerPath, 'utf8').catch(() => '');
    return /^\d+$/.test(marker.trim()) ? Math.max(0, Number(marker) - this.#last) : 0;
  }

  /** Removes the marker if responses are sent before batches are on disk. */
  async unmark(): Promise<void> {
    await rm(this.#markerPath, { force: true });
  }

  /** Updates the marker. Nobody waits for it: an older marker only detects less. */
  async #mark(): Promise<void> {
    try {
      this.#marker ??= await open(this.#markerPath, constants.O_RDWR | constants.O_CREAT, 0o600);
      for (let marked = 0; marked !== this.#onDisk; ) {
        marked = this.#onDisk;
        await this.#marker.write(`${String(marked).padStart(DIGITS, '0')}\n`, 0);
      }
    } catch {
      // The disk is full: the next batch tries again.
    } finally {
      this.#marking = undefined;
    }
  }
}
