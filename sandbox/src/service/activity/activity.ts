import type { Cause } from '../model/activity-entries.ts';
import type { Feed } from '../state/feed.ts';
import type { Task } from '../state/schedule.ts';
import type { ObservedChange } from '../state/state.ts';

/** Receives the changes of each transaction. */
export type Collector = (changes: readonly ObservedChange[]) => void;

/** Kinds of entries, which are also the names of the events of the stream. */
export type ActivityKind = 'request' | 'task' | 'event' | 'delivery' | 'change' | 'state' | 'rewound';

export interface ActivityEvents {
  /** Emitted on each subscription. */
  readonly reader: undefined;
  /** Something has happened in this process. */
  readonly entry: { readonly kind: ActivityKind; readonly data: object };
}

/** The log that stores the entries. */
interface EntryLog {
  add(kind: ActivityKind, data: object): void;
}

/** The cause of an event, and when it happened: another state may have another event of its id. */
interface KnownCause {
  readonly cause: Cause;
  readonly at: number | undefined;
}

/** Minimum number of events whose causes are kept. */
const KEPT_CAUSES = 10_000;

/**
 * The live activity of one workspace. It is not part of the state of the service: snapshots leave it out, and apart
 * from the causes of events nothing is recorded before somebody subscribes.
 */
export class Activity {
  #causes = new Map<string, KnownCause>();
  /**
   * Older causes. They are dropped all at once, because finding the oldest entry of a map gets slower as entries are
   * deleted one by one.
   */
  #olderCauses = new Map<string, KnownCause>();
  readonly #listeners = new Set<() => void>();
  /** Id of the request that is advancing the clock. */
  advancedBy: number | undefined;
  #lastTask = 0;
  #cause: Cause | undefined;
  #collect: Collector | undefined;
  #log: EntryLog | undefined;
  #isClosed = false;
  readonly #feed: Feed<ActivityEvents>;

  constructor(feed: Feed<ActivityEvents>) {
    this.#feed = feed;
  }

  get isWatched(): boolean {
    return this.#log !== undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Returns the cause of the work that is running. */
  get cause(): Cause | undefined {
    return this.#cause;
  }

  /** Returns the collector of the cause's changes; `undefined` if nothing stores them. */
  get collect(): Collector | undefined {
    return this.#collect;
  }

  /** Runs the work and attributes its synchronous part to a cause. */
  causedBy<R>(cause: Cause | undefined, work: () => R, collect?: Collector): R {
    const [causeBefore, collectBefore] = [this.#cause, this.#collect];
    this.#cause = cause;
    this.#collect = collect;
    try {
      return work();
    } finally {
      this.#cause = causeBefore;
      this.#collect = collectBefore;
    }
  }

  /** Runs the work of a task that falls due, as caused by it. @param at formats its due time, for subscribers */
  causedByTask<R>({ Type, Key }: Task, at: () => string, work: () => R): R {
    this.#lastTask += 1;
    const Id = `task-${this.#lastTask}`;
    const advance = this.advancedBy === undefined ? {} : { AdvanceId: this.advancedBy };
    if (this.isWatched) this.add('task', { Id, At: at(), Type, Key, ...advance });
    return this.causedBy({ TaskId: Id, TaskType: Type, TaskKey: Key, ...advance }, work);
  }

  /** Records the cause of an event. */
  eventRecorded(id: string, at: number): void {
    if (this.#cause !== undefined) this.causeKnown(id, this.#cause, at);
  }

  /** Records the cause of an event of another process. */
  causeKnown(eventId: string, cause: Cause, at?: number): void {
    if (this.#causes.size >= KEPT_CAUSES) {
      this.#olderCauses = this.#causes;
      this.#causes = new Map();
    }
    this.#causes.set(eventId, { cause, at });
  }

  findCause({ Id, At }: { readonly Id: string; readonly At: number }): Cause | undefined {
    const known = this.#causes.get(Id) ?? this.#olderCauses.get(Id);
    return known === undefined || (known.at !== undefined && known.at !== At) ? undefined : known.cause;
  }

  /** Returns the events that a request caused, oldest first. */
  eventsFor(requestId: number): string[] {
    const events: string[] = [];
    for (const causes of [this.#olderCauses, this.#causes])
      for (const [id, { cause }] of causes) if (cause.RequestId === requestId) events.push(id);
    return events;
  }

  /** Stores entries in this log from now on. */
  watch(log: EntryLog): void {
    this.#log = log;
  }

  /** Adds an entry if somebody has subscribed before. */
  add(kind: ActivityKind, data: object): void {
    if (this.#log === undefined || this.#isClosed) return;
    this.#feed.emit('entry', { kind, data });
    this.addForeign(kind, data);
  }

  /** Adds an entry of another process that works on the same state. */
  addForeign(kind: ActivityKind, data: object): void {
    if (this.#log === undefined || this.#isClosed) return;
    this.#log.add(kind, data);
    this.notify();
  }

  /** Notifies readers of new entries. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Returns whether there is a subscriber at present. */
  get hasReaders(): boolean {
    return this.#listeners.size > 0;
  }

  /** @returns a function that unsubscribes */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#feed.emit('reader', undefined);
    return () => this.#listeners.delete(listener);
  }

  /** Drops the causes, since the requests and tasks that they refer to are dropped. */
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
