import type { Clock } from './clock.ts';
import type { Collection, CollectionDefinition, Document } from './collection.ts';

/** Something that falls due. Its id is `type/key`, so scheduling the same thing again moves it. */
export interface Task extends Document {
  /** Which handler runs it. */
  readonly Type: string;
  /** What it is about, mostly the id of a contract. */
  readonly Key: string;
  /** Epoch milliseconds. */
  readonly DueAt: number;
  /** What the handler needs to know. */
  readonly Data?: { readonly [field: string]: string | number | boolean };
}

export const taskCollection: CollectionDefinition<Task> = { orderBy: (task) => task.DueAt };

/**
 * Runs a task inside a transaction of its own. What has to wait for the outside world is returned as a function: it runs
 * after the transaction and is awaited before the next task.
 */
export type TaskHandler = (task: Task) => undefined | (() => Promise<void>);

/** What the schedule waits for between tasks; `undefined` when there is nothing to wait for. */
export interface Pauses {
  /** Resolves when all that belongs to the present instant outside has come to rest. */
  quiet(): Promise<void> | undefined;
  /** Resolves when what was changed can be kept as fast as it comes. */
  room(): Promise<void> | undefined;
}

/** Longest delay that timers take; a later task is looked at again then. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Runs due tasks in order, each at its own simulated instant.
 *
 * While the clock follows the wall clock a timer wakes it for the next due task; the timer never keeps a process alive.
 */
export class Schedule {
  readonly #tasks: Collection<Task>;
  readonly #clock: Clock;
  readonly #transaction: <R>(work: () => R) => R;
  readonly #handlers: { readonly [type: string]: TaskHandler };
  readonly #pauses: Pauses;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: Promise<void> = Promise.resolve();
  #running = false;
  #closed = false;
  #suspended = false;
  /** Tasks that threw: each is a bug of the sandbox, kept for the log. */
  readonly failures: { readonly task: Task; readonly error: unknown }[] = [];

  constructor(
    tasks: Collection<Task>,
    clock: Clock,
    transaction: <R>(work: () => R) => R,
    handlers: { readonly [type: string]: TaskHandler },
    pauses: Pauses,
  ) {
    this.#tasks = tasks;
    this.#clock = clock;
    this.#transaction = transaction;
    this.#handlers = handlers;
    this.#pauses = pauses;
  }

  /** Adds a task or moves the one of the same type and key. Call it inside a transaction. */
  put(type: string, key: string, dueAt: number, data?: Task['Data']): void {
    const task: Task = {
      Id: `${type}/${key}`,
      Type: type,
      Key: key,
      DueAt: dueAt,
      ...(data === undefined ? {} : { Data: data }),
    };
    // Deleted and added rather than replaced: among tasks of one instant the last scheduled runs last.
    this.#tasks.delete(task.Id);
    this.#tasks.insert(task);
  }

  /** Removes a task. Call it inside a transaction. */
  cancel(type: string, key: string): void {
    this.#tasks.delete(`${type}/${key}`);
  }

  /** The task of this type and key, if one waits. */
  get(type: string, key: string): Task | undefined {
    return this.#tasks.get(`${type}/${key}`);
  }

  /** Moves the clock to the instant and runs everything that falls due on the way; resolves when all of it is done. */
  advanceTo(instant: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#clock.standAt(this.#clock.now());
      await this.#runUntil(() => instant);
      this.#clock.standAt(instant);
    });
  }

  /** Runs everything that is due now; resolves when all of it is done. */
  async settle(): Promise<void> {
    for (;;) {
      await this.#runDue();
      const quiet = this.#pauses.quiet();
      if (quiet === undefined) return;
      await quiet;
    }
  }

  /** Looks at the next due task: runs it soon when it is due, or sets the timer for it. Call it after each change. */
  arm(): void {
    if (this.#running || this.#closed || this.#suspended) return;
    const next = this.#tasks.first();
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    if (next === undefined) return;
    const wait = next.DueAt - this.#clock.now();
    if (wait <= 0) {
      this.#settleSoon();
    } else if (this.#clock.mode === 'WallClock') {
      this.#timer = setTimeout(() => this.#settleSoon(), Math.min(wait, LONGEST_TIMER));
      // Node keeps a process alive for a timer unless told otherwise; browsers have numbers here.
      (this.#timer as { unref?: () => void }).unref?.();
    }
  }

  /** Runs everything that is due now, and does not wait for the webhooks that it leads to. */
  catchUp(): Promise<void> {
    return this.#runDue();
  }

  /** Nothing happens by itself until {@link resume}. */
  suspend(): void {
    this.#suspended = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  resume(): void {
    this.#suspended = false;
    this.arm();
  }

  /** Stops the timer for good. */
  close(): void {
    this.#closed = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  #settleSoon(): void {
    // A failure is in `failures` already, and nobody waits for this turn.
    this.#runDue().catch(() => {});
  }

  /** Time does not move meanwhile, so nothing outside has to come to rest: a slow receiver delays no other task. */
  #runDue(): Promise<void> {
    return this.#inTurn(() =>
      this.#runUntil(
        () => this.#clock.now(),
        () => undefined,
      ),
    );
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(async () => {
      this.#running = true;
      try {
        await work();
      } finally {
        this.#running = false;
        this.arm();
      }
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #runUntil(limit: () => number, quiet = () => this.#pauses.quiet()): Promise<void> {
    for (;;) {
      const task = this.#tasks.first();
      // Time stands until all that belongs to this instant outside (deliveries under way) has come to rest.
      if (task === undefined || task.DueAt > this.#clock.now()) {
        const underWay = quiet();
        if (underWay !== undefined) {
          await underWay;
          if (this.#tasks.first() !== task) continue;
        }
      }
      if (task === undefined || task.DueAt > limit()) return;
      if (this.#clock.mode === 'Manual') this.#clock.standAt(task.DueAt);
      const instant = this.#clock.mode === 'Manual' ? this.#clock.now() : task.DueAt;
      try {
        const follow = this.#clock.at(instant, () =>
          this.#transaction(() => {
            this.#tasks.delete(task.Id);
            return this.#handlerOf(task)(task);
          }),
        );
        if (follow !== undefined) await follow();
        const room = this.#pauses.room();
        if (room !== undefined) await room;
      } catch (error) {
        // Nothing is wrong with the task: it is done when the state can be kept again.
        if (this.#suspended) throw error;
        this.failures.push({ task, error });
        this.#transaction(() => this.#tasks.delete(task.Id));
        throw error;
      }
    }
  }

  #handlerOf(task: Task): TaskHandler {
    const handler = this.#handlers[task.Type];
    if (handler === undefined) throw new Error(`Nothing handles tasks of type ${task.Type}.`);
    return handler;
  }
}
