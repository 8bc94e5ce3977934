import type { Flow, Turns } from './turns.ts';

/** The lock of a state shared by several pages and workers: only its holder works on the state. */
export interface StateLock {
  /** Runs the work with the lock, on the latest state; resolves when its changes are stored. */
  locked<R>(work: () => R): Promise<R>;
  /** Releases the lock during the wait. Afterwards the state may have changed. */
  unlocked(wait: () => Promise<void>): Promise<void>;
  /** Releases the lock in the middle of long work; `undefined` if that is not due. */
  yieldToOthers(): Promise<void> | undefined;
  /** Runs an advance of the clock while no other page runs one, so that advances add up. */
  advancing<R>(advance: () => Promise<R>): Promise<R>;
}

/** For a state that only one process uses. */
export const UNSHARED: StateLock = {
  locked: async (work) => work(),
  unlocked: (wait) => wait(),
  yieldToOthers: () => undefined,
  advancing: (advance) => advance(),
};

interface Workers {
  readonly lock: StateLock;
  /** Set while a session is recorded or replayed. */
  readonly turns: Turns | undefined;
}

/** Lets others work on the state during waits. */
export class Waits {
  readonly #workers: Workers;
  /** Ends each current wait in real time. */
  readonly #ends = new Set<() => void>();

  constructor(workers: Workers) {
    this.#workers = workers;
  }

  /** Waits in real time; ends early with {@link endAll}. */
  pause(milliseconds: number): Promise<void> {
    const wait = () =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          this.#ends.delete(end);
          resolve();
        };
        const timer = setTimeout(end, milliseconds);
        this.#ends.add(end);
      });
    return this.#workers.lock.unlocked(wait);
  }

  /** Like {@link pause}, within a recorded turn, which is released meanwhile. A replay does not wait. */
  pauseInTurn(milliseconds: number): Promise<void> {
    return this.meanwhile(async () => {
      if (this.#workers.turns?.isReplay !== true) await this.pause(milliseconds);
    });
  }

  /** Waits for work that takes its own turns, if turns are recorded. */
  meanwhile<R>(wait: () => Promise<R>): Promise<R> {
    const { turns } = this.#workers;
    return turns === undefined ? wait() : turns.aside(wait);
  }

  /** Runs the work, which records an outside result, when no other flow works on the state. */
  async inTurn<R>(flow: Flow, work: () => R): Promise<R> {
    const { lock, turns } = this.#workers;
    await turns?.take(flow);
    try {
      return await lock.locked(work);
    } finally {
      turns?.release();
    }
  }

  /** Ends all pauses at once. */
  endAll(): void {
    for (const end of this.#ends) end();
  }
}

/** Returns whether the work is done within a time. It continues after it, too. */
export async function isDoneWithin(milliseconds: number, work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const inTime = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
