import { message } from './message.ts';

/** What made something happen: a request, or a task that fell due. */
export interface Cause {
  /** Id of the request in the log of requests. */
  readonly RequestId?: number;
  /** Id of the entry of the task, its type, and what it is about. */
  readonly TaskId?: string;
  readonly TaskType?: string;
  readonly TaskKey?: string;
}

/** Kinds of entries, which are also the names of the events of the stream. */
export type ActivityKind = 'request' | 'task' | 'event' | 'delivery' | 'change' | 'state';

/** Something that happened and is not written yet. */
interface Entry {
  readonly sequence: number;
  readonly kind: ActivityKind;
  readonly data: object;
}

/** Entries that followed each other, as the stream sends them: written once, for all readers. */
export interface ActivityBatch {
  /** Numbers of the first and the last of them. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Entries of a batch at most. One text of many is little work for the collector of garbage, and many texts are much. */
const BATCH = 500;

/** Characters after which no entry is added to a batch. */
const BATCH_CHARACTERS = 1_000_000;

/** Entries that are kept at least, so that a reader that was away can go on; a batch goes as a whole. */
const KEPT = 20_000;

/** Characters of all entries together that are kept: one entry may be long. */
const KEPT_CHARACTERS = 50_000_000;

/** Events whose causes are kept at least. */
const KEPT_CAUSES = 10_000;

/**
 * What happens in one workspace, as it happens. It is no state of the service: a snapshot leaves it out, and nothing is
 * noted before somebody has looked, apart from the causes of events.
 */
export class Activity {
  /** Names this run: after a restart, numbers begin anew. */
  readonly run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
  #causes = new Map<string, Cause>();
  /** Those of before; all go at once, as the oldest of a map is found ever more slowly while entries go one by one. */
  #olderCauses = new Map<string, Cause>();
  readonly #listeners = new Set<() => void>();
  /** Oldest first. */
  readonly #batches: ActivityBatch[] = [];
  #unwritten: Entry[] = [];
  #characters = 0;
  #last = 0;
  #lastTask = 0;
  #cause: Cause | undefined;
  #isWatched = false;
  #isClosed = false;
  /** Whether all who work on the state tell each other what they do. */
  isShared = false;
  /** Called with each reader that comes. */
  onListen: (() => void) | undefined;
  /** Called with each entry of this process. */
  onAdd: ((kind: ActivityKind, data: object) => void) | undefined;

  get isWatched(): boolean {
    return this.#isWatched;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Number of the latest entry. */
  get last(): number {
    return this.#last;
  }

  /** What is running now has this cause. */
  get cause(): Cause | undefined {
    return this.#cause;
  }

  /** Runs the work, up to where it waits for something, as caused by this. */
  causedBy<R>(cause: Cause | undefined, work: () => R): R {
    const before = this.#cause;
    this.#cause = cause;
    try {
      return work();
    } finally {
      this.#cause = before;
    }
  }

  /** A new id for a task that runs now. */
  newTaskId(): string {
    this.#lastTask += 1;
    return `task-${this.#lastTask}`;
  }

  /** Notes what an event was caused by. */
  eventRecorded(id: string): void {
    if (this.#cause !== undefined) this.causeKnown(id, this.#cause);
  }

  /** Notes what an event of another process was caused by. */
  causeKnown(eventId: string, cause: Cause): void {
    if (this.#causes.size >= KEPT_CAUSES) {
      this.#olderCauses = this.#causes;
      this.#causes = new Map();
    }
    this.#causes.set(eventId, cause);
  }

  causeOf(eventId: string): Cause | undefined {
    return this.#causes.get(eventId) ?? this.#olderCauses.get(eventId);
  }

  /** The events that a request caused, oldest first. */
  eventsOf(requestId: number): string[] {
    const events: string[] = [];
    for (const causes of [this.#olderCauses, this.#causes])
      for (const [id, { RequestId }] of causes) if (RequestId === requestId) events.push(id);
    return events;
  }

  /** From now on entries are kept. */
  watch(): void {
    this.#isWatched = true;
  }

  /** Adds an entry when somebody has looked before. */
  add(kind: ActivityKind, data: object): void {
    if (!this.#isWatched || this.#isClosed) return;
    this.onAdd?.(kind, data);
    this.#append(kind, data);
  }

  /** Adds an entry of another process that works on the same state. */
  addForeign(kind: ActivityKind, data: object): void {
    if (this.#isWatched && !this.#isClosed) this.#append(kind, data);
  }

  #append(kind: ActivityKind, data: object): void {
    this.#last += 1;
    this.#unwritten.push({ sequence: this.#last, kind, data });
    if (this.#unwritten.length === BATCH) this.#write();
    this.notify();
  }

  /** Makes batches of what is not written yet. */
  #write(): void {
    const entries = this.#unwritten;
    if (entries.length === 0) return;
    this.#unwritten = [];
    let text = '';
    let first = this.#last + 1 - entries.length;
    for (const { sequence, kind, data } of entries) {
      text += message(kind, JSON.stringify(data), this.idOf(sequence));
      if (text.length <= BATCH_CHARACTERS && sequence !== this.#last) continue;
      this.#batches.push({ first, last: sequence, text });
      this.#characters += text.length;
      first = sequence + 1;
      text = '';
    }
    this.#forget();
  }

  /** Forgets the oldest batches: those before as many entries as are kept, and those for which there is no room. */
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

  /** Notifies readers of new entries. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** The id of an entry on the stream. */
  idOf(sequence: number): string {
    return `${this.run}.${sequence}`;
  }

  /** Whether a reader that has this entry can go on: none after it is forgotten. */
  reaches(sequence: number): boolean {
    this.#write();
    const first = this.#batches[0]?.first ?? this.#last + 1;
    return Number.isInteger(sequence) && sequence <= this.#last && sequence + 1 >= first;
  }

  /** What comes next for a reader that has this entry, as much as goes out at once; `undefined` when it has all. */
  after(sequence: number): ActivityBatch | undefined {
    this.#write();
    const batch = this.#batches.findLast(({ first }) => first <= sequence + 1);
    if (batch === undefined || batch.last <= sequence) return undefined;
    if (batch.first === sequence + 1) return batch;
    // A reader that has just come may stand in the middle of one.
    const end = batch.text.indexOf('\n\n', batch.text.indexOf(`id: ${this.idOf(sequence)}\n`));
    return { ...batch, first: sequence + 1, text: batch.text.slice(end + 2) };
  }

  /** Whether somebody reads at present. */
  get hasReaders(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns what ends it */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.onListen?.();
    return () => this.#listeners.delete(listener);
  }

  /** Forgets the causes: the events that they belong to are gone. */
  clear(): void {
    this.#causes.clear();
    this.#olderCauses.clear();
  }

  /** Ends all readers. */
  close(): void {
    this.#isClosed = true;
    this.notify();
    this.#listeners.clear();
  }
}
