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

/** Something that happened, with its place in the order of all that happened. */
export interface ActivityEntry {
  readonly sequence: number;
  readonly kind: ActivityKind;
  /** As JSON, made once for all readers. */
  readonly json: string;
}

/** Entries that are kept, so that a reader that was away can go on. */
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
  #entries: ActivityEntry[] = [];
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
    const json = JSON.stringify(data);
    this.#entries.push({ sequence: this.#last, kind, json });
    this.#characters += json.length;
    if (this.#entries.length > 2 * KEPT || this.#characters > 2 * KEPT_CHARACTERS) this.#forget();
    this.notify();
  }

  /** Keeps the latest entries: of many the number that is kept, of long ones those that fit. */
  #forget(): void {
    let left = 0;
    let first = this.#entries.length;
    while (first > 0 && this.#entries.length - first < KEPT) {
      const { length } = (this.#entries[first - 1] as ActivityEntry).json;
      if (left + length > KEPT_CHARACTERS) break;
      left += length;
      first -= 1;
    }
    this.#entries = this.#entries.slice(first);
    this.#characters = left;
  }

  /** Notifies readers of new entries. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** The entries after a number, oldest first; `undefined` when some of them are gone. */
  after(sequence: number, take: number): readonly ActivityEntry[] | undefined {
    const first = this.#entries[0]?.sequence ?? this.#last + 1;
    if (sequence > this.#last || sequence + 1 < first) return undefined;
    const start = sequence + 1 - first;
    return this.#entries.slice(start, start + take);
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
