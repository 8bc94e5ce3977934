/** Milliseconds for which work may go on before others have their turn. */
const SLICE_MS = 8;

/** Tasks after which others have their turn in any case. */
export const MOST_TASKS = 100;

/** Tasks of the first slice, and of one after a long one. */
export const FIRST_TASKS = 10;

// Taken when this file is loaded: fake timers of a test must not hold the clock of its sandbox.
const { setImmediate: immediately, MessageChannel: Channel } = globalThis as {
  setImmediate?: (then: () => void) => unknown;
  MessageChannel?: typeof MessageChannel;
};

/** Runs when the requests and timers that wait have had their turn. Browsers delay repeated timers by 4 ms. */
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
 * For a host on workerd, where only a timer lets other requests run, and where each Durable Object must wait for
 * itself: a shared queue would stall with the first object that is evicted.
 */
export function sliceByTimers(): void {
  inLine = false;
}

/** An engine with as many timers as it allows is no reason to fail: the work goes on at once. */
function afterTimer(then: () => void): void {
  try {
    setTimeout(then, 0);
  } catch {
    then();
  }
}

/** Resolves when others have had their turn. Of all that wait here, one goes on at a time. */
export function nextSlice(): Promise<void> {
  if (!inLine) return new Promise(afterTimer);
  last = last.then(() => new Promise(afterOthers));
  return last;
}

/**
 * The slices of a row of tasks. On workerd the time stands while code runs, so a slice that turned out to be long makes the
 * next one shorter.
 */
export class TaskSlices {
  #began = 0;
  /** Tasks of this slice in all, and those that it may still do. */
  #most = FIRST_TASKS;
  #left = FIRST_TASKS;

  begin(): void {
    this.#began = performance.now();
    this.#left = this.#most;
  }

  /** Called after each task. @returns whether others must have their turn now */
  count(): boolean {
    this.#left -= 1;
    return this.#left <= 0 || performance.now() - this.#began > SLICE_MS;
  }

  /** Resolves when others have had their turn, and the next slice begins. */
  async next(): Promise<void> {
    await nextSlice();
    const took = performance.now() - this.#began;
    this.#most = took > 4 * SLICE_MS ? FIRST_TASKS : Math.min(MOST_TASKS, this.#most * 2);
    this.begin();
  }
}
