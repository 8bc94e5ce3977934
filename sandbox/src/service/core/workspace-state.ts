import type { Activity } from '../activity/activity.ts';
import type { Deliverer } from '../delivery/deliverer.ts';
import { conflict, type Problem } from '../domain/basics/problem.ts';
import { timestamp } from '../domain/basics/time.ts';
import type { Clock } from '../state/clock.ts';
import type { Undo } from '../state/collection.ts';
import type { Feed } from '../state/feed.ts';
import type { Schedule } from '../state/schedule.ts';
import type { Definitions, DocumentChange, State } from '../state/state.ts';
import type { Waits } from '../state/waits.ts';
import type { KeptWorkspace, Persistence, WorkspaceStorage } from '../storage/persistence.ts';
import type { Position, StoredState } from '../storage/stored-state.ts';

export interface ReplacementEvents {
  /** The state is another one: that of the start after a reset of everything, one that was kept, or an earlier or later one. */
  readonly replaced: 'Fresh' | 'Kept' | 'Rewound';
}

/** Parts that work on the documents, and restart when these are replaced. */
interface WorkspaceParts {
  readonly clock: Clock;
  readonly feed: Feed<ReplacementEvents>;
  readonly activity: Activity;
  readonly schedule: Schedule;
  readonly deliverer: Deliverer;
  readonly waits: Waits;
}

/**
 * The state of a workspace as a whole: its documents with its clock. It is replaced, taken to another moment, and kept in a
 * storage.
 */
export class WorkspaceState<D extends Definitions> implements KeptWorkspace {
  readonly documents: State<D>;
  /** The storage that keeps the state. */
  storage: WorkspaceStorage | undefined;
  readonly #of: WorkspaceParts;
  #replacements = 0;

  constructor(documents: State<D>, parts: WorkspaceParts) {
    this.documents = documents;
    this.#of = parts;
  }

  /** Returns the state of ids, randomness and the clock. */
  get position(): Position {
    return { counters: this.documents.counters, clock: this.#of.clock.position };
  }

  /** Returns how often the state was replaced by a reset or a snapshot. Work that began before must not continue. */
  get replacements(): number {
    return this.#replacements;
  }

  /** Returns a function that throws if the state has been replaced since. */
  replacementCheck(): () => void {
    const began = this.#replacements;
    return () => {
      if (this.#replacements !== began) throw stateReplaced();
    };
  }

  /** Replaces everything. @param work fills documents and clock; if it throws, nothing changes */
  replace(work: () => void, how: ReplacementEvents['replaced'] = 'Kept'): void {
    const putBack = this.#beforeReplacing();
    try {
      work();
    } catch (error) {
      putBack();
      throw error;
    }
    this.#endAllBefore();
    this.#afterReplacing(how);
  }

  /** Restores another moment of this state. @param documents the documents that differ, in their state then */
  rewind(position: Position, documents: Iterable<DocumentChange>): void {
    if (this.storage !== undefined) this.#beforeReplacing();
    this.#endAllBefore();
    this.#goTo(position, documents);
    this.#afterLoading('Rewound');
  }

  /** Runs the work in another moment of this state, and returns to the current one. */
  visit<R>(position: Position, documents: readonly DocumentChange[], work: () => R): R {
    const here = this.position;
    const now = documents.map((one) => ({ ...one, stored: this.documents.storedAt(one.collection, one.id) }));
    this.#goTo(position, documents);
    try {
      return work();
    } finally {
      this.#goTo(here, now);
    }
  }

  #goTo({ counters, clock }: Position, documents: Iterable<DocumentChange>): void {
    this.documents.putBack(counters, documents);
    this.#of.clock.resume(clock);
  }

  /** Loads a stored state. */
  load({ counters, clock, collections, replaced }: StoredState): void {
    if (replaced === true) this.#endAllBefore();
    this.documents.load(counters, collections);
    this.#of.clock.resume(clock);
    if (replaced === true) this.#afterReplacing('Kept');
    else {
      this.#of.activity.notify();
      this.#afterLoading('Kept');
    }
  }

  /**
   * Persists the state from now on.
   *
   * @param name of the workspace
   * @param state the stored state to continue from, if any
   * @throws StorageError if writing is impossible at present
   */
  keepIn(persistence: Persistence, name: string, state?: StoredState): void {
    if (state !== undefined) this.load(state);
    const storage = persistence.keep(name, this);
    const { clock } = this.#of;
    this.storage = storage;
    this.documents.onCommit = ({ documents, undo }) => storage.changed(documents, undo);
    clock.onMove = (before) => storage.changed([], () => clock.resume(before));
  }

  /**
   * Resolves when all changes so far are stored; `undefined` if they are, or if nothing is stored at all.
   *
   * @throws StorageError if they cannot be stored; they are rolled back
   */
  durable(): Promise<void> | undefined {
    return this.storage?.durable();
  }

  suspend(): void {
    this.#of.schedule.suspend();
    this.#of.deliverer.suspend();
  }

  resume(): void {
    this.#of.deliverer.resume();
    this.#of.schedule.resume();
    this.#of.feed.emit('replaced', 'Kept');
  }

  /** Returns a function that restores the current state. */
  #beforeReplacing(): Undo {
    const putDocumentsBack = this.documents.backup();
    const { clock } = this.#of;
    const { position } = clock;
    const putBack = () => {
      putDocumentsBack();
      clock.resume(position);
      this.#afterReplacing('Kept');
    };
    this.storage?.replaced(putBack);
    return putBack;
  }

  /** Stops everything that started in the previous state. */
  #endAllBefore(): void {
    this.#replacements += 1;
    void this.#of.schedule.abandon(stateReplaced());
    this.#of.waits.endAll();
  }

  #afterReplacing(how: ReplacementEvents['replaced']): void {
    const { activity, clock } = this.#of;
    // A restored state may be an earlier one of this workspace: its events keep their causes.
    if (how === 'Fresh') activity.clear();
    activity.add('state', { At: timestamp(clock.now()) });
    this.#afterLoading(how);
  }

  #afterLoading(how: ReplacementEvents['replaced']): void {
    this.#of.feed.emit('replaced', how);
    this.#of.deliverer.reload();
    this.#of.schedule.arm();
  }
}

/** The answer to a request that began before a reset or a restored snapshot: 409. */
export function stateReplaced(): Problem {
  return conflict(
    'The sandbox was reset, or a snapshot was restored, while this request was running. Its changes are lost; repeat it.',
    'StateReplaced',
  );
}
