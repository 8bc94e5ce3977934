/** What is left to a caller in the current window. */
export interface Allowance {
  readonly limit: number;
  /** Requests left after this one; negative when this one is too many. */
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly retryAfter: number;
}

/** Callers that are counted at once. */
const MAX_CALLERS = 10_000;

/** Requests of each caller in windows of fixed length, in the sandbox's time (spec: Limits 3). */
export class RateLimits {
  readonly #windows = new Map<string, { start: number; count: number }>();

  /** Counts one request of this caller. @param now epoch milliseconds */
  take(caller: string, limit: number, windowSeconds: number, now: number): Allowance {
    let window = this.#windows.get(caller);
    if (window === undefined) this.#dropOldest();
    if (window === undefined || now >= window.start + windowSeconds * 1000 || now < window.start) {
      window = { start: now, count: 0 };
      this.#windows.set(caller, window);
    }
    window.count += 1;
    const retryAfter = Math.max(1, Math.ceil((window.start + windowSeconds * 1000 - now) / 1000));
    return { limit, remaining: limit - window.count, retryAfter };
  }

  /** Requests of this caller in the current window. */
  used(caller: string, windowSeconds: number, now: number): number {
    const window = this.#windows.get(caller);
    return window === undefined || now >= window.start + windowSeconds * 1000 ? 0 : window.count;
  }

  /** Callers that nobody has heard of for longest go first. */
  #dropOldest(): void {
    if (this.#windows.size < MAX_CALLERS) return;
    const [oldest] = this.#windows.keys();
    this.#windows.delete(oldest as string);
  }

  clear(): void {
    this.#windows.clear();
  }
}
