/** A caller's remaining requests in the current window. */
export interface Allowance {
  readonly limit: number;
  /** Remaining requests after this one; negative if this one exceeds the limit. */
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly retryAfter: number;
}

/** Maximum number of callers that are counted at once. */
const MAX_CALLERS = 10_000;

/** Counts requests of each caller in windows of fixed length, in sandbox time (spec: Limits 3). */
export class RateLimits {
  readonly #windows = new Map<string, { start: number; count: number }>();

  /** Counts one request of this caller. @param now epoch milliseconds */
  take(caller: string, limit: number, windowSeconds: number, now: number): Allowance {
    let window = this.#current(caller, windowSeconds, now);
    if (window === undefined) {
      if (!this.#windows.has(caller)) this.#dropOldest();
      window = { start: now, count: 0 };
      this.#windows.set(caller, window);
    }
    window.count += 1;
    const retryAfter = Math.max(1, Math.ceil((window.start + windowSeconds * 1000 - now) / 1000));
    return { limit, remaining: limit - window.count, retryAfter };
  }

  /** Requests of this caller in the current window. */
  used(caller: string, windowSeconds: number, now: number): number {
    return this.#current(caller, windowSeconds, now)?.count ?? 0;
  }

  /** The current window. None if the clock was set back before its start, for example by a snapshot. */
  #current(caller: string, windowSeconds: number, now: number) {
    const window = this.#windows.get(caller);
    const isOpen = window !== undefined && now >= window.start && now < window.start + windowSeconds * 1000;
    return isOpen ? window : undefined;
  }

  /** Removes the callers with the oldest last request first. */
  #dropOldest(): void {
    if (this.#windows.size < MAX_CALLERS) return;
    const [oldest] = this.#windows.keys();
    this.#windows.delete(oldest as string);
  }

  clear(): void {
    this.#windows.clear();
  }
}
