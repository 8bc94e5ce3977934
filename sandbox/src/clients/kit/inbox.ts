/** Timeout of a waiting test. */
export interface WaitOptions {
  /** Real milliseconds. By default, shortly before the timeout of the test runner. */
  readonly timeoutMs?: number;
}

interface Waiting<T> {
  readonly matches: (item: T) => boolean;
  readonly take: (item: T) => void;
}

/** A queue for a test to wait on. Each item is returned once. */
export class Inbox<T> {
  readonly all: T[] = [];
  readonly #untaken: T[] = [];
  readonly #waiting = new Set<Waiting<T>>();

  add(item: T): void {
    this.all.push(item);
    for (const candidate of this.#waiting) {
      if (!candidate.matches(item)) continue;
      this.#waiting.delete(candidate);
      candidate.take(item);
      return;
    }
    this.#untaken.push(item);
  }

  isTaken(item: T): boolean {
    return !this.#untaken.includes(item);
  }

  /**
   * The first match that was not returned yet, immediately or when it arrives.
   *
   * @param problem the message if none arrives in time @throws Error
   */
  next<M extends T>(matches: (item: T) => item is M, timeoutMs: number, problem: () => string): Promise<M> {
    const at = this.#untaken.findIndex(matches);
    if (at >= 0) return Promise.resolve(this.#untaken.splice(at, 1)[0] as M);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(entry);
        reject(new Error(problem()));
      }, timeoutMs);
      const entry: Waiting<T> = {
        matches,
        take(item) {
          clearTimeout(timer);
          resolve(item as M);
        },
      };
      this.#waiting.add(entry);
    });
  }
}

/** The part of a test's time that is reserved for reporting, and its bounds in milliseconds. */
const RESERVE = 0.2;
const MAX_RESERVE_MS = 1_000;
const MIN_WAIT_MS = 50;

/**
 * Returns how long a test may still wait, so that it fails with our message before the runner's timeout.
 *
 * @param testTimeoutMs remaining timeout of the test; 0 if it has none
 */
export function waitTime(testTimeoutMs: number): () => number {
  if (testTimeoutMs <= 0) return () => 2 ** 31 - 1;
  const end = performance.now() + testTimeoutMs - Math.min(MAX_RESERVE_MS, testTimeoutMs * RESERVE);
  return () => Math.max(MIN_WAIT_MS, Math.floor(end - performance.now()));
}
