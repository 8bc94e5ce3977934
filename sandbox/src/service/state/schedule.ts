import type { Clock } from './clock.ts';
import { type Collection, type Document, define } from './collection.ts';
import { TaskSlices } from './time-slices.ts';
import type { Turns } from './turns.ts';

/** A scheduled task. Its id is `type/key`, so scheduling the same task again moves it. */
export interface Task extends Document {
  /** Selects the handler. */
  readonly Type: string;
  /** The subject of the task, usually the id of a contract. */
  readonly Key: string;
  /** Epoch milliseconds. */
  readonly DueAt: number;
  /** Arguments of the handler. */
  readonly Data?: { readonly [field: string]: string | number | boolean };
}

export const taskCollection = define<Task>()({ orderBy: (task) => task.DueAt, paged: false });

/**
 * Runs a task in its own transaction. A returned function may call the outside world: it runs
 * after the transaction and is awaited before the next task.
 */
export type TaskHandler = (task: Task) => undefined | (() => Promise<void>);

/** A pause between tasks; `undefined` if there is nothing to wait for. */
export interface Pauses {
  /** The clock starts moving. */
  moving(): void;
  /**
   * Resolves when time may continue: all outside work of the current instant is finished, or hangs.
   *
   * @param until stops waiting when the advance ends
   */
  canAdvance(until: (atRest: Promise<void>) => Promise<void>): Promise<void> | undefined;
  /** Resolves when all outside work of the current instant is finished. */
  quiet(): Promise<void> | undefined;
  /** Resolves when changes can be stored as fast as they are made. */
  drained(): Promise<void> | undefined;
  /** Returns the recorded turns of this schedule. */
  turns(): Turns | undefined;
}

/** The progress of an advance of the clock. Times are epoch milliseconds. */
export interface Progress {
  readonly From: number;
  readonly Target: number;
  /** Number of completed tasks. */
  readonly Done: number;
  /** Number of known tasks that are due by the target. */
  readonly Due: number;
}

/** Maximum number of failures that are kept. */
const MAX_FAILURES = 100;

/** Maximum delay of timers; a later task is checked again then. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The work of one turn: an advance of the clock, or due tasks. */
class Turn {
  /** The range of the running advance; `undefined` if the clock is not moving. */
  way: { readonly from: number; readonly target: number } | undefined;
  done = 0;
  readonly moves: boolean;
  #ended: Error | undefined;
  #wake = () => {};

  /** @param moves whether it is an advance of the clock */
  constructor(moves: boolean) {
    this.moves = moves;
  }

  /** Ends the turn after the current task. */
  end(reason: Error): void {
    this.#ended ??= reason;
    this.#wake();
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** @throws the reason if the turn was ended */
  check(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  /** Waits for the work, or until the turn is ended. @throws the reason if it was */
  async until(work: Promise<void>): Promise<void> {
    this.check();
    const ended = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([work, ended]);
    this.check();
  }
}

/**
 * Runs due tasks in order, each at its own simulated instant, in slices of a few milliseconds, so that other requests
 * are processed in between.
 *
 * While the clock follows the wall clock, a timer wakes it for the next due task; the timer never keeps a process alive.
 */
export class Schedule {
  readonly #tasks: Collection<Task>;
  readonly #clock: Clock;
  readonly #transaction: <R>(work: () => R, task?: Task) => R;
  readonly #handlers: { readonly [type: string]: TaskHandler };
  readonly #pauses: Pauses;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<void> = Promise.resolve();
  /** Running and waiting turns. */
  readonly #turns = new Set<Turn>();
  #running: Turn | undefined;
  /** Resolves when the due tasks of this moment are done; set while they are interrupted for other work. */
  #middle: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  readonly #slices = new TaskSlices();
  #closed = false;
  #suspended = false;
  /** The first errors of tasks: each is a bug of the sandbox, kept for the log. */
  readonly failures: { readonly task: Task; readonly error: unknown }[] = [];

  constructor(
    tasks: Collection<Task>,
    clock: Clock,
    transaction: <R>(work: () => R, task?: Task) => R,
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
    const Id = `${type}/${key}`;
    const task: Task = { Id, Type: type, Key: key, DueAt: dueAt };
    // Deleted and added instead of replaced: of tasks at the same instant, the last scheduled runs last.
    this.#tasks.delete(Id);
    this.#tasks.insert(data === undefined ? task : { Id, Type: type, Key: key, DueAt: dueAt, Data: data });
  }

  /** Removes a task. Call it inside a transaction. */
  cancel(type: string, key: string): void {
    this.#tasks.delete(`${type}/${key}`);
  }

  /** The next due task. */
  get next(): Task | undefined {
    return this.#tasks.first();
  }

  /** Tasks due before or at an instant, soonest first. @param key only those of this subject */
  upcoming(until: number, take: number, key?: string): Task[] {
    const isAbout = ({ Key }: Task) => Key === key || Key.startsWith(`${key}/`);
    return this.#tasks.list({ max: until, take, ...(key === undefined ? {} : { match: isAbout }) });
  }

  /** The task of this type and key, if it is scheduled. */
  get(type: string, key: string): Task | undefined {
    return this.#tasks.get(`${type}/${key}`);
  }

  /**
   * Moves the clock to the instant and runs everything due on the way; resolves when all of it is done.
   *
   * @param instant computed when this advance starts, so that concurrent advances add up
   * @returns the instant at which the clock stops
   * @throws the reason that {@link interrupt} was given
   */
  advanceTo(instant: number | (() => number)): Promise<number> {
    return this.#inTurn(new Turn(true), async (turn) => {
      const target = await this.#step(turn, () => this.#depart(turn, instant));
      for (;;) {
        await this.#runUntil(turn, () => target);
        const hasArrived = await this.#step(turn, () => this.#arrive(target));
        if (hasArrived) return this.#clock.now();
      }
    });
  }

  /** The progress of the running advance; `undefined` if there is none. */
  get progress(): Progress | undefined {
    const { way, done } = this.#running ?? {};
    if (way === undefined) return undefined;
    return {
      From: way.from,
      Target: way.target,
      Done: done ?? 0,
      Due: this.#tasks.list({ max: way.target }).length,
    };
  }

  /**
   * Resolves when the tasks due at this moment are done; `undefined` unless they are interrupted for other
   * work. While an advance waits for the outside world, requests may run: a webhook receiver may call the service.
   */
  get middle(): Promise<void> | undefined {
    return this.#middle?.over;
  }

  /**
   * Ends the current advance, and those that wait for their turn, after the current task.
   *
   * @param reason the error for their callers
   * @returns when they have ended
   */
  interrupt(reason: Error): Promise<void> {
    for (const turn of this.#turns) if (turn.moves) turn.end(reason);
    return this.#last;
  }

  /** Like {@link interrupt}, but also stops the running catch-up: the state is replaced, or no longer used. */
  abandon(reason: Error): Promise<void> {
    for (const turn of this.#turns) turn.end(reason);
    return this.#last;
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

  /** Checks the next due task: runs it soon if it is due, or sets its timer. Call it after each change. */
  arm(): void {
    if (this.#running !== undefined || this.#closed || this.#suspended) return;
    const next = this.next;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    if (next === undefined) return;
    const wait = next.DueAt - this.#clock.now();
    if (wait <= 0) {
      this.#settleSoon();
    } else if (this.#clock.mode === 'WallClock') {
      this.#timer = setTimeout(() => this.#settleSoon(), Math.min(wait, MAX_TIMER_MS));
      // A timer keeps a Node process alive unless it is unref'd; browsers have numbers here.
      (this.#timer as { unref?: () => void }).unref?.();
    }
  }

  /** Returns whether due tasks are running, or the clock is moving. */
  get isBusy(): boolean {
    return this.#turns.size > 0;
  }

  /** Runs everything due now, without waiting for the resulting webhooks. */
  catchUp(): Promise<void> {
    return this.#runDue();
  }

  /** Stops automatic work until {@link resume}. */
  suspend(): void {
    this.#suspended = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  resume(): void {
    this.#suspended = false;
    this.arm();
  }

  /** Stops automatic work permanently. */
  stopTimers(): void {
    this.#closed = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  #settleSoon(): void {
    // A failure is already in `failures`, and nobody waits for this turn.
    this.#runDue().catch(() => {});
  }

  /** Time does not move meanwhile, so it does not wait for outside work: a slow receiver delays no other task. */
  async #runDue(): Promise<void> {
    const turn = new Turn(false);
    const due = () => this.#clock.now();
    try {
      await this.#inTurn(turn, () => this.#runUntil(turn, due));
    } catch (error) {
      if (!turn.hasEnded) throw error;
    }
  }

  #inTurn<R>(turn: Turn, work: (turn: Turn) => Promise<R>): Promise<R> {
    this.#turns.add(turn);
    const result = this.#last.then(async () => {
      this.#running = turn;
      this.#slices.begin();
      try {
        turn.check();
        return await work(turn);
      } finally {
        this.#running = undefined;
        this.#turns.delete(turn);
        this.#endMiddle();
        this.arm();
      }
    });
    this.#last = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  /** The clock starts at its current time and moves to the instant. */
  #depart(turn: Turn, instant: number | (() => number)): number {
    const target = typeof instant === 'number' ? instant : instant();
    turn.way = { from: this.#clock.now(), target };
    this.#pauses.moving();
    this.#clock.standAt(this.#clock.now());
    return target;
  }

  /** Stops the clock at the instant. @returns `undefined` if something became due on the way, while other work ran */
  #arrive(target: number): true | undefined {
    if ((this.next?.DueAt ?? Infinity) <= target) return undefined;
    this.#clock.standAt(target);
    return true;
  }

  /** Runs the work in a turn of this schedule, if turns are recorded. Work without effect returns `undefined`. */
  async #step<R>(turn: Turn, work: () => R): Promise<R> {
    const turns = this.#pauses.turns();
    const begun = this.#begin(turn);
    if (begun !== undefined) await begun;
    let result: R | undefined;
    try {
      result = work();
      return result;
    } finally {
      if (result === undefined) turns?.drop();
      else turns?.release();
    }
  }

  /** @returns a promise for this schedule's turn; `undefined` if it has it. @throws the reason if the turn was ended */
  #begin(turn: Turn): Promise<void> | undefined {
    const begun = this.#pauses.turns()?.take(this);
    return begun && this.#begunUnlessEnded(turn, begun);
  }

  async #begunUnlessEnded(turn: Turn, begun: Promise<void>): Promise<void> {
    try {
      await turn.until(begun);
    } catch (error) {
      const turns = this.#pauses.turns();
      if (turns?.withdraw(this) === false) turns.drop();
      throw error;
    }
  }

  async #runUntil(turn: Turn, limit: () => number): Promise<void> {
    const until = (atRest: Promise<void>) => {
      this.#endMiddle();
      return turn.until(atRest);
    };
    for (;;) {
      const task = this.next;
      // Time stops until all outside work of this instant (deliveries in progress) is finished.
      if (turn.moves && (task === undefined || task.DueAt > this.#clock.now())) {
        const pending = this.#pauses.canAdvance(until);
        if (pending !== undefined) {
          await pending;
          turn.check();
          if (this.next !== task) continue;
        }
      }
      if (task === undefined || task.DueAt > limit()) return;
      const turns = this.#pauses.turns();
      const begun = this.#begin(turn);
      if (begun !== undefined) await begun;
      if (begun !== undefined && this.next !== task) {
        turns?.drop();
        continue;
      }
      try {
        await this.#run(turn, task);
      } finally {
        turns?.release();
      }
      turn.done += 1;
      turn.check();
      if (this.#slices.count()) await this.#letOthersWork(turn);
    }
  }

  /** Runs a task at its instant, and waits for its outside work. */
  async #run(turn: Turn, task: Task): Promise<void> {
    if (this.#clock.mode === 'Manual') this.#clock.standAt(task.DueAt);
    const instant = this.#clock.mode === 'Manual' ? this.#clock.now() : task.DueAt;
    try {
      const follow = this.#clock.at(instant, () =>
        this.#transaction(() => {
          this.#tasks.delete(task.Id);
          return this.#getHandler(task)(task);
        }, task),
      );
      if (follow !== undefined) await follow();
      const drained = this.#pauses.drained();
      if (drained !== undefined) await drained;
    } catch (error) {
      // The state in which the task was due no longer exists.
      turn.check();
      // The task did not fail: it runs when the state can be stored again.
      if (this.#suspended) throw error;
      if (this.failures.length < MAX_FAILURES) this.failures.push({ task, error });
      this.#transaction(() => this.#tasks.delete(task.Id));
      throw error;
    }
  }

  async #letOthersWork(turn: Turn): Promise<void> {
    if (this.#clock.mode === 'Manual' && this.#middle === undefined) {
      let end = () => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      this.#middle = { over, end };
    }
    await this.#slices.next();
    turn.check();
  }

  #endMiddle(): void {
    this.#middle?.end();
    this.#middle = undefined;
  }

  #getHandler(task: Task): TaskHandler {
    const handler = this.#handlers[task.Type];
    if (handler === undefined) throw new Error(`Nothing handles tasks of type ${task.Type}.`);
    return handler;
  }
}
