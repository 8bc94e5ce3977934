/** Where the time comes from: the wall clock, or a clock that stands until somebody moves it. */
export type ClockMode = 'WallClock' | 'Manual';

export interface ClockSnapshot {
  /** Epoch milliseconds. */
  readonly Now: number;
  readonly Mode: ClockMode;
}

/**
 * The only source of time. In mode `WallClock` it runs with the real time, ahead of it by what it was advanced;
 * in mode `Manual` it stands still until it is moved. It never goes back.
 */
export class Clock {
  readonly #realTime: () => number;
  #mode: ClockMode;
  #stands: number;
  #ahead = 0;
  #visiting: number | undefined;

  /** @param start epoch milliseconds at which a manual clock stands; without it the clock follows the real time */
  constructor(start: number | undefined, realTime: () => number) {
    this.#realTime = realTime;
    this.#mode = start === undefined ? 'WallClock' : 'Manual';
    this.#stands = start ?? 0;
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  /** The simulated instant in epoch milliseconds. */
  now(): number {
    if (this.#visiting !== undefined) return this.#visiting;
    return this.#mode === 'Manual' ? this.#stands : this.#realTime() + this.#ahead;
  }

  /** Stands at this instant from now on. Earlier instants are ignored. */
  standAt(instant: number): void {
    this.#stands = Math.max(instant, this.now());
    this.#mode = 'Manual';
  }

  /** Runs on with the real time, from where it is or from the real time, whichever is later. */
  followWallClock(): void {
    this.#ahead = Math.max(0, this.now() - this.#realTime());
    this.#mode = 'WallClock';
  }

  /** Runs the work at this instant: a due task sees the time at which it was due. */
  at<R>(instant: number, work: () => R): R {
    const before = this.#visiting;
    this.#visiting = instant;
    try {
      return work();
    } finally {
      this.#visiting = before;
    }
  }

  snapshot(): ClockSnapshot {
    return { Now: this.now(), Mode: this.#mode };
  }

  restore(snapshot: ClockSnapshot): void {
    this.#mode = snapshot.Mode;
    this.#stands = snapshot.Now;
    this.#ahead = snapshot.Mode === 'WallClock' ? Math.max(0, snapshot.Now - this.#realTime()) : 0;
  }
}
