import type { ActivityKind } from './activity.ts';

/** An entry that is not serialized yet. */
interface Entry {
  readonly sequence: number;
  readonly kind: ActivityKind;
  readonly data: object;
}

/** Consecutive entries in the format of the stream, serialized once for all readers. */
export interface ActivityBatch {
  /** Numbers of the first and the last entry. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Maximum number of entries in a batch. Batches reduce garbage collection: one long string instead of many. */
const BATCH = 500;

/** Characters after which no entry is added to a batch. */
const BATCH_CHARACTERS = 1_000_000;

/**
 * Minimum number of stored entries, so that a reader that was disconnected can continue; batches are dropped as a
 * whole.
 */
const KEPT = 20_000;

/** Maximum total number of characters kept, since a single entry may be long. */
const KEPT_CHARACTERS = 50_000_000;

/** Formats a server-sent event. */
export const message = (event: string, data: string, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;

/** The activity since somebody first subscribed, as the stream sends it. Loaded with the stream. */
export class ActivityLog {
  /** Identifies this run: after a restart, numbers start again. */
  readonly run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
  /** Oldest first. */
  readonly #batches: ActivityBatch[] = [];
  #unwritten: Entry[] = [];
  #characters = 0;
  #last = 0;

  /** Number of the latest entry. */
  get last(): number {
    return this.#last;
  }

  add(kind: ActivityKind, data: object): void {
    this.#last += 1;
    this.#unwritten.push({ sequence: this.#last, kind, data });
    if (this.#unwritten.length === BATCH) this.#write();
  }

  /** Serializes pending entries in batches. */
  #write(): void {
    const entries = this.#unwritten;
    if (entries.length === 0) return;
    this.#unwritten = [];
    let text = '';
    let first = this.#last + 1 - entries.length;
    for (const { sequence, kind, data } of entries) {
      text += message(kind, JSON.stringify(data), this.entryId(sequence));
      if (text.length <= BATCH_CHARACTERS && sequence !== this.#last) continue;
      this.#batches.push({ first, last: sequence, text });
      this.#characters += text.length;
      first = sequence + 1;
      text = '';
    }
    this.#forget();
  }

  /** Drops the oldest batches beyond the limits on entries and characters. */
  #forget(): void {
    for (;;) {
      const oldest = this.#batches[0];
      if (oldest === undefined) return;
      const isKept = this.#last - oldest.last < KEPT && this.#characters <= KEPT_CHARACTERS;
      if (isKept) return;
      this.#batches.shift();
      this.#characters -= oldest.text.length;
    }
  }

  /** Returns the id of an entry on the stream. */
  entryId(sequence: number): string {
    return `${this.run}.${sequence}`;
  }

  /** Returns whether a reader that has this entry can continue: no later entry has been dropped. */
  reaches(sequence: number): boolean {
    this.#write();
    const first = this.#batches[0]?.first ?? this.#last + 1;
    return Number.isInteger(sequence) && sequence <= this.#last && sequence + 1 >= first;
  }

  /** Returns the next batch for a reader that has this entry; `undefined` if it is up to date. */
  after(sequence: number): ActivityBatch | undefined {
    this.#write();
    const batch = this.#batches.findLast(({ first }) => first <= sequence + 1);
    if (batch === undefined || batch.last <= sequence) return undefined;
    if (batch.first === sequence + 1) return batch;
    // A new reader may start in the middle of a batch.
    const end = batch.text.indexOf('\n\n', batch.text.indexOf(`id: ${this.entryId(sequence)}\n`));
    return { ...batch, first: sequence + 1, text: batch.text.slice(end + 2) };
  }
}
