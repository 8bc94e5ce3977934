import type { Clock, ClockPosition } from '../state/clock.ts';
import type { Feed } from '../state/feed.ts';
import type { Counters, DocumentChange, ObservedChange, StateEvents } from '../state/state.ts';
import type { Activity } from './activity.ts';

/** Documents, as they were before a change, that are kept: those of the latest changes. */
export const KEPT_DOCUMENTS = 200_000;

/** Moments that are kept: one for each transaction. */
export const KEPT_MOMENTS = 20_000;

/** Number of discarded rows whose names are kept. */
const KEPT_GONE = 1_000;

/** The state of ids, randomness and the clock. */
interface Position {
  readonly counters: Counters;
  readonly clock: ClockPosition;
}

/** The parts of a workspace that a history can rewind. */
export interface Rewindable {
  readonly feed: Feed<StateEvents & { readonly replaced: 'Fresh' | 'Kept' | 'Rewound' }>;
  readonly clock: Clock;
  readonly activity: Activity;
  readonly state: {
    readonly position: Position;
    /** @param documents those that are other ones at that moment, as they are then */
    rewind(position: Position, documents: readonly DocumentChange[]): void;
    /** Runs the work in another moment, and comes back. */
    visit<R>(position: Position, documents: readonly DocumentChange[], work: () => R): R;
  };
}

/** The moment after a transaction, or at the end of a request. */
interface Moment {
  /** The row of the activity that caused it: `request-42`, `task-7`; absent for effects of a webhook. */
  readonly row: string | undefined;
  /** The request that moved the clock, where the row is a task. */
  readonly advance: string | undefined;
  readonly changes: readonly ObservedChange[];
  position: Position;
  /** The simulated instant in epoch milliseconds. */
  readonly now: number;
  /** The position in the recorded session; `undefined` within a turn. */
  session: unknown;
  /** Requests that only read, and were answered at this moment. */
  readonly reads: string[];
}

/** The part of a recorded session that the history uses. */
export interface RecordedSession {
  /** Returns the current position; `undefined` within a turn. */
  mark(): unknown;
  /** Continues from a mark; without one, restarts with the current state. */
  goTo(mark: unknown): void;
}

export interface HistoryState {
  /** Undone rows of the activity. The latest can be redone until something else happens. */
  readonly Undone: readonly string[];
  /** The latest row that is not undone, and the next one to undo. */
  readonly Last?: string;
}

/**
 * The changes of a workspace's transactions, with which its state can be moved back to each row of the activity, and
 * forward again until something else happens. Documents are replaced and never changed, so keeping them copies nothing,
 * and going back costs as much as has changed since.
 */
export class History {
  /** Set where a session is recorded. */
  session: RecordedSession | undefined;
  readonly #of: Rewindable;
  #moments: Moment[];
  /** The moment of the current state. */
  #at = 0;
  #kept = 0;
  /** Rows that were undone before something else happened, and that cannot be redone. */
  #gone: readonly string[] = [];
  #isGoing = false;
  /** The moment of the last login. */
  #login: Moment | undefined;
  /** The state of ids, randomness and the clock at the latest moment, or at the moment that was restored. */
  #position: Position;

  constructor(of: Rewindable) {
    this.#of = of;
    this.#position = of.state.position;
    this.#moments = [this.#moment(undefined, undefined, [])];
    of.feed.on('changes', (changes) => this.#add(changes));
    of.feed.on('replaced', () => {
      if (!this.#isGoing) this.#begin();
    });
  }

  /** Called when a request has been answered. */
  ended(requestId: number): void {
    const row = `request-${requestId}`;
    if (this.#hasMoved) this.#push(this.#moment(row, undefined, []));
    else if (!belongsTo(this.#present, row)) this.#present.reads.push(row);
  }

  /** Called when a turn of a session has ended. */
  turnEnded(): void {
    if (!this.#hasMoved) this.#present.session = this.session?.mark() ?? this.#present.session;
  }

  get state(): HistoryState {
    const Undone = [...this.#gone, ...listRows(this.#moments.slice(this.#at + 1))];
    const last = this.#moments.slice(1, this.#at + 1).findLast(({ row }) => row !== undefined);
    const Last = last?.advance ?? last?.row;
    return Last === undefined ? { Undone } : { Undone, Last };
  }

  /** Restores the state after a row of the activity. @returns whether the row is known */
  goTo(row: string): boolean {
    this.#leave();
    const at = this.#findEnd(row);
    if (at === undefined) return false;
    this.#go(at);
    return true;
  }

  /** Runs the work in the state after a row of the activity. @returns `undefined` if the row is not known */
  visit<R>(row: string, work: () => R): R | undefined {
    this.#leave();
    const at = this.#findEnd(row);
    return at === undefined
      ? undefined
      : this.#of.state.visit(this.#standingAt(at), this.#changesTo(at), work);
  }

  /** Undoes the latest row. @returns whether there is one */
  undo(): boolean {
    const { Last } = this.state;
    if (Last === undefined) return false;
    this.#leave();
    this.#go(this.#moments.findIndex((moment) => belongsTo(moment, Last)) - 1);
    return true;
  }

  get #present(): Moment {
    return this.#moments[this.#at] as Moment;
  }

  /** Returns whether ids or numbers were drawn, or the clock was moved, since the latest moment. */
  get #hasMoved(): boolean {
    return !isSame(this.#position, this.#of.state.position);
  }

  /**
   * Returns whether a moment belongs to the row of the previous one: effects of its webhooks, and tasks due at once.
   */
  #belongs(to: number, at: number): boolean {
    const [moment, before] = [this.#moments[to], this.#moments[at]];
    if (moment === undefined || before === undefined) return false;
    return (
      moment.row === undefined ||
      (isTask(moment) && moment.advance === before.advance && moment.now <= before.now)
    );
  }

  /** Stores the current position, so that it can be restored. */
  #leave(): void {
    const isPresent = this.#at === this.#moments.length - 1;
    if (isPresent && this.#hasMoved) this.#push(this.#moment(undefined, undefined, []));
  }

  /** Returns the last moment of a row, including its effects. */
  #findEnd(row: string): number | undefined {
    let at = this.#moments.findLastIndex((moment) => belongsTo(moment, row) || moment.reads.includes(row));
    if (at < 0) return undefined;
    while (this.#belongs(at + 1, at)) at += 1;
    return at;
  }

  /** Returns the state of ids, randomness and the clock at a moment. */
  #standingAt(at: number): Position {
    const { position, now } = this.#moments[at] as Moment;
    // A clock in real time would return to the present at once.
    const stands: ClockPosition = { Mode: 'Manual', Now: now };
    return at === this.#moments.length - 1 ? position : { ...position, clock: stands };
  }

  #begin(): void {
    this.#moments = [this.#moment(undefined, undefined, [])];
    this.#position = this.#of.state.position;
    this.#at = 0;
    this.#kept = 0;
    this.#gone = [];
  }

  #moment(row: string | undefined, advance: string | undefined, changes: readonly ObservedChange[]): Moment {
    const { state, clock } = this.#of;
    const session = this.session?.mark();
    return { row, advance, changes, position: state.position, now: clock.now(), session, reads: [] };
  }

  #add(changes: readonly ObservedChange[]): void {
    // Logins stay valid: a program would not know why it has to log in again.
    if (changes.every(({ collection }) => collection === 'accessTokens')) {
      this.#present.position = this.#position = this.#of.state.position;
      this.#login = this.#present;
      return;
    }
    const { RequestId, TaskId, AdvanceId } = this.#of.activity.cause ?? {};
    const row = RequestId === undefined ? TaskId : `request-${RequestId}`;
    this.#push(this.#moment(row, AdvanceId === undefined ? undefined : `request-${AdvanceId}`, changes));
  }

  #push(moment: Moment): void {
    // Undone moments cannot be restored once something else has happened.
    const gone = this.#moments.splice(this.#at + 1);
    for (const { changes } of gone) this.#kept -= changes.length;
    if (gone.length > 0) this.#gone = [...this.#gone, ...listRows(gone)].slice(-KEPT_GONE);
    this.#moments.push(moment);
    this.#position = moment.position;
    this.#at += 1;
    this.#kept += moment.changes.length;
    if (this.#kept > KEPT_DOCUMENTS || this.#moments.length > KEPT_MOMENTS) this.#forget();
  }

  /** Merges the tasks of advances, and drops the oldest moments if that does not free enough space. */
  #forget(): void {
    const advances: Moment[][] = [];
    for (const moment of this.#moments) {
      const before = advances.at(-1);
      if (moment.advance !== undefined && before?.[0]?.advance === moment.advance) before.push(moment);
      else advances.push([moment]);
    }
    const joined = advances.map(joinMoments);
    this.#kept = joined.reduce((sum, { changes }) => sum + changes.length, 0);
    let first = 0;
    while (
      first < joined.length - 1 &&
      (this.#kept > KEPT_DOCUMENTS * 0.9 || joined.length - first > KEPT_MOMENTS * 0.9)
    ) {
      first += 1;
      this.#kept -= joined[first]?.changes.length ?? 0;
    }
    const [start, ...rest] = joined.slice(first) as [Moment, ...Moment[]];
    this.#moments = [{ ...start, row: undefined, advance: undefined, changes: [] }, ...rest];
    this.#at = this.#moments.length - 1;
  }

  /** Returns the documents that differ at a moment, in their state then. */
  #changesTo(to: number): DocumentChange[] {
    const isBack = to <= this.#at;
    const between = isBack
      ? this.#moments.slice(to + 1, this.#at + 1).reverse()
      : this.#moments.slice(this.#at + 1, to + 1);
    const documents = new Map<string, DocumentChange>();
    for (const { changes } of between)
      for (const { collection, id, before, after, sequences } of changes) {
        const document = isBack ? before : after;
        const sequence = sequences[isBack ? 0 : 1];
        const stored = document === undefined ? undefined : { document, sequence };
        documents.set(`${collection}/${id}`, { collection, id, stored });
      }
    return [...documents.values()];
  }

  #go(to: number): void {
    const { session, position } = this.#moments[to] as Moment;
    const standing = this.#standingAt(to);
    this.#isGoing = true;
    try {
      this.#of.state.rewind(standing, this.#changesTo(to));
    } finally {
      this.#isGoing = false;
    }
    this.#at = to;
    this.#position = this.#of.state.position;
    // A session that ends before a login would lack the login for later requests.
    const isBeforeLogin = this.#login !== undefined && to < this.#moments.indexOf(this.#login);
    // A clock in real time has stopped, and a session has no row for that.
    const hasStopped = standing.clock.Mode !== position.clock.Mode;
    this.session?.goTo(isBeforeLogin || hasStopped ? undefined : session);
    this.#of.activity.add('rewound', this.state);
  }
}

const belongsTo = ({ row, advance }: Moment, wanted: string): boolean => row === wanted || advance === wanted;

/** Returns the distinct rows of moments. */
function listRows(moments: readonly Moment[]): string[] {
  const rows = moments.flatMap(({ row, advance }) => [advance, row]);
  return [...new Set(rows.filter((row) => row !== undefined))];
}

const isTask = ({ row }: Moment): boolean => row?.startsWith('task-') === true;

const isSame = (one: Position, other: Position): boolean =>
  one.counters.LastId === other.counters.LastId &&
  JSON.stringify([one.clock, one.counters.Random]) === JSON.stringify([other.clock, other.counters.Random]);

/** Merges the moments of an advance into one, in which each document changes once. */
function joinMoments(moments: readonly Moment[]): Moment {
  const last = moments.at(-1) as Moment;
  if (moments.length === 1) return last;
  const changes = new Map<string, ObservedChange>();
  for (const change of moments.flatMap((moment) => moment.changes)) {
    const key = `${change.collection}/${change.id}`;
    const { before, sequences } = changes.get(key) ?? change;
    changes.set(key, { ...change, before, sequences: [sequences[0], change.sequences[1]] });
  }
  return { ...last, changes: [...changes.values()], reads: moments.flatMap(({ reads }) => reads) };
}
