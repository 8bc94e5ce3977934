import type { StateLock } from '../../service/state/waits.ts';

/** Milliseconds after which long work releases the lock to other pages, between two instants of the clock. */
const HOLD_MS = 50;

interface Owner {
  /** Reads changes of others while holding the lock. */
  load(): Promise<void>;
  /** Resolves when all changes are stored; `undefined` if they already are. */
  durable(): Promise<void> | undefined;
  /** The lock was released. */
  released(): void;
}

/**
 * A browser lock that pages and workers of one origin acquire to work on a shared state. All
 * concurrent work in this page shares it: a webhook receiver may call the service.
 */
export class BrowserLock {
  readonly #name: string;
  readonly #owner: Owner;
  /** Work in progress in this page. */
  #users = 0;
  /** By `performance.now()`. */
  #takenAt = 0;
  /** Resolves when the lock is acquired and the latest state is loaded. */
  #taken = Promise.resolve();
  #release = () => {};

  constructor(name: string, owner: Owner) {
    this.#name = name;
    this.#owner = owner;
  }

  /** Runs the work with the lock, on the latest state; resolves when its changes are stored. */
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
      // Requests of this page in progress need the lock; they end soon.
      yieldToOthers: () =>
        this.#users === 1 && performance.now() - this.#takenAt >= HOLD_MS
          ? this.#unlocked(async () => {})
          : undefined,
      advancing: (advance) => this.#alone(`${this.#name} clock ${workspace}`, advance),
    };
  }

  async #unlocked(wait: () => Promise<void>): Promise<void> {
    // A page may use its sandbox without requests.
    if (this.#users === 0) return wait();
    await this.#owner.durable();
    this.#leave();
    try {
      await wait();
    } finally {
      await this.#enter();
    }
  }

  /** Runs the work with its own lock, which it keeps while this one is released. */
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

/** Acquires a browser lock. @returns a function that releases it */
function take(name: string): Promise<() => void> {
  return new Promise((taken, failed) => {
    const held = () => new Promise<void>((release) => taken(release));
    navigator.locks.request(name, held).catch(failed);
  });
}
