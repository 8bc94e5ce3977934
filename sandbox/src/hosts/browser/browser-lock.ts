import type { StateLock } from '../../service/state/waits.ts';

/** Milliseconds after which long work leaves the lock to other pages, between two instants of the clock. */
const HOLD_MS = 50;

interface Owner {
  /** Reads what others have written. The lock is had meanwhile. */
  load(): Promise<void>;
  /** Resolves when all that has changed is kept; `undefined` when it is. */
  durable(): Promise<void> | undefined;
  /** The lock was released. */
  released(): void;
}

/**
 * A lock of the browser, which pages and workers of one origin take in order to work on a state that they share. All that
 * works in this page at the same time has it together: a receiver of a webhook may ask back.
 */
export class BrowserLock {
  readonly #name: string;
  readonly #owner: Owner;
  /** Work under way in this page. */
  #users = 0;
  /** By `performance.now()`. */
  #takenAt = 0;
  /** Resolves when the lock is had and the latest state is loaded. */
  #taken = Promise.resolve();
  #release = () => {};

  constructor(name: string, owner: Owner) {
    this.#name = name;
    this.#owner = owner;
  }

  /** Does the work with the lock, on the latest state; resolves when its changes are kept. */
  locked<R>(work: () => R | Promise<R>): Promise<R> {
    return this.written(async () => {
      try {
        return await work();
      } finally {
        await this.#owner.durable();
      }
    });
  }

  /** Like {@link locked}, for work that writes to the storage itself. */
  async written<R>(work: () => Promise<R>): Promise<R> {
    try {
      await this.#enter();
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Returns the lock in the form that one workspace of the state uses. */
  of(workspace: string): StateLock {
    return {
      locked: (work) => this.locked(work),
      unlocked: (wait) => this.#unlocked(wait),
      // With requests of this page under way, the lock is needed; they end soon.
      yieldToOthers: () =>
        this.#users === 1 && performance.now() - this.#takenAt >= HOLD_MS
          ? this.#unlocked(async () => {})
          : undefined,
      advancing: (advance) => this.#alone(`${this.#name} clock ${workspace}`, advance),
    };
  }

  async #unlocked(wait: () => Promise<void>): Promise<void> {
    // A page may use its sandbox past the requests.
    if (this.#users === 0) return wait();
    await this.#owner.durable();
    this.#leave();
    try {
      await wait();
    } finally {
      await this.#enter();
    }
  }

  /** Does the work with a lock of its own, which it also has while this one is left to others. */
  async #alone<R>(name: string, work: () => Promise<R>): Promise<R> {
    let release = () => {};
    try {
      await this.#unlocked(async () => {
        release = await take(name);
      });
      return await work();
    } finally {
      release();
    }
  }

  #enter(): Promise<void> {
    this.#users += 1;
    if (this.#users === 1) this.#taken = this.#take();
    return this.#taken;
  }

  async #take(): Promise<void> {
    this.#release = await take(this.#name);
    await this.#owner.load();
    this.#takenAt = performance.now();
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#release();
    this.#owner.released();
  }
}

/** Takes a lock of the browser. @returns what releases it */
function take(name: string): Promise<() => void> {
  return new Promise((taken, failed) => {
    const held = () => new Promise<void>((release) => taken(release));
    navigator.locks.request(name, held).catch(failed);
  });
}
