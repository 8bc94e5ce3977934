/** Milliseconds of work before other work gets a turn. */
const SLICE_MS = 8;

/** Maximum number of tasks before other work gets a turn. */
export const MOST_TASKS = 100;

/** Tasks in the first slice, and in one after a long one. */
export const FIRST_TASKS = 10;

// Read when this file is loaded: fake timers of a test must not stop the clock of its sandbox.
const { setImmediate: immediately, MessageChannel: Channel } = globalThis as {
  setImmediate?: (then: () => void) => unknown;
  MessageChannel?: typeof MessageChannel;
};

/** Calls back after pending requests and timers have had their turn. Browsers delay repeated timers by 4 ms. */
function afterOthers(then: () => void): void {
  if (immediately !== undefined) immediately(then);
  else if (Channel === undefined) setTimeout(then, 0);
  else {
    const { port1, port2 } = new Channel();
    port1.onmessage = () => {
      port1.close();
      then();
    };
    port2.postMessage(undefined);
  }
}

let last: Promise<void> = Promise.resolve();
let inLine = true;

/**
 * For a host on workerd, where only a timer lets other requests run, and where each Durable Object must wait
 * separately: a shared queue would stall with the first evicted object.
 */
export function sliceByTimers(): void {
  inLine = false;
}

/** If the engine allows no more timers, the work continues immediately instead of failing. */
function afterTimer(then: () => void): void {
  try {
    setTimeout(then, 0);
  } catch {
    then();
  }
}

/** Resolves when other work has had a turn. Of all callers waiting here, one continues at a time. */
export function nextSlice(): Promise<void> {
  if (!inLine) return new Promise(afterTimer);
  last = last.then(() => new Promise(afterOthers));
  return last;
}

/**
 * The slices of a sequence of tasks. On workerd the time does not change while code runs, so a long slice makes the
 * next one shorter.
 */
export class TaskSlices {
  #began = 0;
  /** The total tasks of this slice, and the remaining ones. */
  #most = FIRST_TASKS;
  #left = FIRST_TASKS;

  begin(): void {
    this.#began = performance.now();
    this.#left = this.#most;
  }

  /** Called after each task. @returns whether other work must get a turn now */
  count(): boolean {
    this.#left -= 1;
    return this.#left <= 0 || performance.now() - this.#began > SLICE_MS;
  }

  /** Resolves when other work has had a turn, and the next slice begins. */
  async next(): Promise<void> {
    await nextSlice();
    const took = performance.now() - this.#began;
    this.#most = took > 4 * SLICE_MS ? FIRST_TASKS : Math.min(MOST_TASKS, this.#most * 2);
    this.begin();
  }
}
