import { Feed } from './feed.ts';

/** The source of time: real time, or a clock that only moves on request. */
export type ClockMode = 'WallClock' | 'Manual';

export interface ClockSnapshot {
  /** Epoch milliseconds. */
  readonly Now: number;
  readonly Mode: ClockMode;
}

/** The time at which a clock is stopped, or its offset from real time in milliseconds. */
export type ClockPosition =
  | { readonly Mode: 'Manual'; readonly Now: number }
  | { readonly Mode: 'WallClock'; readonly Ahead: number };

/** Events of a clock: its stopped time, or its offset. */
export interface ClockEvents {
  readonly moved: ClockPosition;
}

/**
 * The only source of time. In mode `WallClock` it runs with the real time, plus the offset by which it was advanced;
 * in mode `Manual` it moves only on request. It never goes back.
 */
export class Clock {
  readonly #realTime: () => number;
  #mode: ClockMode;
  #stands: number;
  #ahead = 0;
  #visiting: number | undefined;
  /** Called with the previous position when the clock was moved or its mode changed. If it throws, the clock is not changed. */
  onMove: ((before: ClockPosition) => void) | undefined;
  /** Emits an event when the clock has moved or its mode has changed. */
  readonly feed: Feed<ClockEvents>;

  /** @param start initial time of a manual clock in epoch milliseconds; if omitted, the clock follows real time */
  constructor(start: number | undefined, realTime: () => number, feed: Feed<ClockEvents> = new Feed()) {
    this.feed = feed;
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

  /** Stops at this instant. Earlier instants are ignored. */
  standAt(instant: number): void {
    this.#move({ Mode: 'Manual', Now: Math.max(instant, this.now()) });
  }

  /** Continues with real time, from the current or the real time, whichever is later. */
  followWallClock(): void {
    this.#move({ Mode: 'WallClock', Ahead: Math.max(0, this.now() - this.#realTime()) });
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

  restore({ Mode, Now }: ClockSnapshot): void {
    this.resume(Mode === 'Manual' ? { Mode, Now } : { Mode, Ahead: Math.max(0, Now - this.#realTime()) });
  }

  /** Returns the position from which {@link resume} continues in another process. */
  get position(): ClockPosition {
    return this.#mode === 'Manual'
      ? { Mode: 'Manual', Now: this.#stands }
      : { Mode: 'WallClock', Ahead: this.#ahead };
  }

  /** Continues from a position. {@link onMove} is not called. */
  resume(position: ClockPosition): void {
    this.#mode = position.Mode;
    if (position.Mode === 'Manual') this.#stands = position.Now;
    else this.#ahead = position.Ahead;
  }

  #move(position: ClockPosition): void {
    const before = this.position;
    this.resume(position);
    try {
      this.onMove?.(before);
    } catch (error) {
      this.resume(before);
      throw error;
    }
    this.feed.emit('moved', position);
  }
}
