import type { Turns } from './turns.ts';

/** How a host shares its state with other pages and workers. */
export interface Sharing {
  /** Runs the work on the latest state; resolves when what it changed is kept. */
  inTurn<R>(work: () => R): Promise<R>;
  /** Lets others work while there is nothing to do but wait. The state may be another one afterwards. */
  outOfTurn(wait: () => Promise<void>): Promise<void>;
  /** Lets others work who wait, in the middle of long work; `undefined` while that is not due. */
  others(): Promise<void> | undefined;
  /** Runs the work when nobody else does work of this kind, so that advances of the clock add up. */
  alone<R>(work: () => Promise<R>): Promise<R>;
}

/** Who works on the state, one after the other. */
interface Workers {
  /** Set by a host that shares its state. */
  readonly sharing: Sharing | undefined;
  /** Set while a session is recorded or replayed. */
  readonly turns: Turns | undefined;
}

/** Lets others work on the state while somebody waits. */
export class Waits {
  readonly #workers: Workers;
  /** Ends each wait in real time that is under way. */
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
    return this.outOfTurn(wait);
  }

  /** As {@link pause}, in the middle of a recorded turn, which ends meanwhile. A replay does not wait. */
  async pauseInTurn(milliseconds: number): Promise<void> {
    const { turns } = this.#workers;
    const pause = async () => {
      if (turns?.isReplay !== true) await this.pause(milliseconds);
    };
    await (turns === undefined ? pause() : turns.aside(pause));
  }

  /** Lets other pages work on the state meanwhile. */
  outOfTurn(wait: () => Promise<void>): Promise<void> {
    const { sharing } = this.#workers;
    return sharing === undefined ? wait() : sharing.outOfTurn(wait);
  }

  /** Waits for what takes turns of its own, where turns are recorded. */
  meanwhile<R>(wait: () => Promise<R>): Promise<R> {
    const { turns } = this.#workers;
    return turns === undefined ? wait() : turns.aside(wait);
  }

  /** Ends all pauses at once. */
  endAll(): void {
    for (const end of this.#ends) end();
  }
}
