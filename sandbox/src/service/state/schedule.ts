import type { Clock } from './clock.ts';
import { type Collection, type Document, define } from './collection.ts';
import { TaskSlices } from './time-slices.ts';
import type { Turns } from './turns.ts';

/** Something that falls due. Its id is `type/key`, so scheduling the same thing again moves it. */
export interface Task extends Document {
  /** Selects the handler. */
  readonly Type: string;
  /** The subject of the task, mostly the id of a contract. */
  readonly Key: string;
  /** Epoch milliseconds. */
  readonly DueAt: number;
  /** Arguments of the handler. */
  readonly Data?: { readonly [field: string]: string | number | boolean };
}

export const taskCollection = define<Task>()({ orderBy: (task) => task.DueAt, paged: false });

/**
 * Runs a task inside a transaction of its own. What has to wait for the outside world is returned as a function: it runs
 * after the transaction and is awaited before the next task.
 */
export type TaskHandler = (task: Task) => undefined | (() => Promise<void>);

/** A pause between tasks; `undefined` if there is nothing to wait for. */
export interface Pauses {
  /** The clock begins to move. */
  moving(): void;
  /**
   * Resolves when time may go on: all that belongs to the present instant outside has come to rest, or hangs.
   *
   * @param until waits for that, unless the advance ends
   */
  canAdvance(until: (atRest: Promise<void>) => Promise<void>): Promise<void> | undefined;
  /** Resolves when all that belongs to the present instant outside has come to rest. */
  quiet(): Promise<void> | undefined;
  /** Resolves when what was changed can be kept as fast as it comes. */
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

/** Failures that are kept. */
const MAX_FAILURES = 100;

/** Longest delay that timers take; a later task is looked at again then. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The work of one turn: an advance of the clock, or doing what is due. */
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

  /** Ends the turn at the end of the task that runs. */
  end(reason: Error): void {
    this.#ended ??= reason;
    this.#wake();
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** @throws the reason when the turn was ended */
  check(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  /** Waits for the work, or until the turn is ended. @throws the reason when it was */
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
 * Runs due tasks in order, each at its own simulated instant, in slices of a few milliseconds: other requests have their
 * turn in between.
 *
 * While the clock follows the wall clock a timer wakes it for the next due task; the timer never keeps a process alive.
 */
export class Schedule {
  readonly #tasks: Collection<Task>;
  readonly #clock: Clock;
  readonly #transaction: <R>(work: () => R, task?: Task) => R;
  readonly #handlers: { readonly [type: string]: TaskHandler };
  readonly #pauses: Pauses;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<void> = Promise.resolve();
  /** Turns that run or wait. */
  readonly #turns = new Set<Turn>();
  #running: Turn | undefined;
  /** Resolves when the tasks of this moment are done; there while others have their turn in the middle of them. */
  #middle: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  readonly #slices = new TaskSlices();
  #closed = false;
  #suspended = false;
  /** The first tasks that threw: each is a bug of the sandbox, kept for the log. */
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
    // Deleted and added rather than replaced: among tasks of one instant the last scheduled runs last.
    this.#tasks.delete(Id);
    this.#tasks.insert(data === undefined ? task : { Id, Type: type, Key: key, DueAt: dueAt, Data: data });
  }

  /** Removes a task. Call it inside a transaction. */
  cancel(type: string, key: string): void {
    this.#tasks.delete(`${type}/${key}`);
  }

  /** The task that falls due next. */
  get next(): Task | undefined {
    return this.#tasks.first();
  }

  /** Tasks that fall due until an instant, soonest first. @param key only those that are about it */
  upcoming(until: number, take: number, key?: string): Task[] {
    const isAbout = ({ Key }: Task) => Key === key || Key.startsWith(`${key}/`);
    return this.#tasks.list({ max: until, take, ...(key === undefined ? {} : { match: isAbout }) });
  }

  /** The task of this type and key, if one waits. */
  get(type: string, key: string): Task | undefined {
    return this.#tasks.get(`${type}/${key}`);
  }

  /**
   * Moves the clock to the instant and runs everything that falls due on the way; resolves when all of it is done.
   *
   * @param instant asked for when it is this advance's turn, so that advances at the same time add up
   * @returns the instant at which the clock stands then
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
   * Resolves when the tasks that are due at this moment are done; `undefined` unless others have their turn in the middle
   * of them. While an advance waits for the world outside, nothing is in the middle: a receiver of a webhook may ask back.
   */
  get middle(): Promise<void> | undefined {
    return this.#middle?.over;
  }

  /**
   * Ends the advance under way, and those that wait for their turn, at the end of the task that runs.
   *
   * @param reason what their callers get
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

  /** Looks at the next due task: runs it soon when it is due, or sets the timer for it. Call it after each change. */
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

  /** Returns whether due tasks are done, or the clock is moved, at present. */
  get isBusy(): boolean {
    return this.#turns.size > 0;
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

  /** Nothing happens by itself from now on. */
  stopTimers(): void {
    this.#closed = true;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }

  #settleSoon(): void {
    // A failure is in `failures` already, and nobody waits for this turn.
    this.#runDue().catch(() => {});
  }

  /** Time does not move meanwhile, so nothing outside has to come to rest: a slow receiver delays no other task. */
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

  /** The clock stands where it is, and goes to the instant from now on. */
  #depart(turn: Turn, instant: number | (() => number)): number {
    const target = typeof instant === 'number' ? instant : instant();
    turn.way = { from: this.#clock.now(), target };
    this.#pauses.moving();
    this.#clock.standAt(this.#clock.now());
    return target;
  }

  /** The clock stands at the instant. @returns `undefined` when something fell due on the way, while others had their turns */
  #arrive(target: number): true | undefined {
    if ((this.next?.DueAt ?? Infinity) <= target) return undefined;
    this.#clock.standAt(target);
    return true;
  }

  /** Does the work in a turn of this schedule, where turns are recorded. What came to nothing returns `undefined`. */
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

  /** @returns when this schedule has its turn; `undefined` when it has. @throws the reason when the turn was ended */
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
      // Time stands until all that belongs to this instant outside (deliveries under way) has come to rest.
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

  /** Runs a task at its instant, and waits for what it does outside. */
  async #run(turn: Turn, task: Task): Promise<void> {
    if (this.#clock.mode === 'Manual') this.#clock.standAt(task.DueAt);
    const instant = this.#clock.mode === 'Manual' ? this.#clock.now() : task.DueAt;
    try {
      const follow = this.#clock.at(instant, () =>
        this.#transaction(() => {
          this.#tasks.delete(task.Id);
          return this.#handlerOf(task)(task);
        }, task),
      );
      if (follow !== undefined) await follow();
      const drained = this.#pauses.drained();
      if (drained !== undefined) await drained;
    } catch (error) {
      // The state in which the task was due is gone.
      turn.check();
      // Nothing is wrong with the task: it is done when the state can be kept again.
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

  #handlerOf(task: Task): TaskHandler {
    const handler = this.#handlers[task.Type];
    if (handler === undefined) throw new Error(`Nothing handles tasks of type ${task.Type}.`);
    return handler;
  }
}
