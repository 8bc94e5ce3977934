/** The owner of a turn: the schedule, or the key of a request or a delivery attempt. */
export type Flow = object;

/** Observes turns. Called before and after each, while no other flow works. */
export interface TurnListener {
  /** @param goesOn whether the flow had to wait in the middle of its work */
  began(flow: Flow, goesOn: boolean): void;
  /** @param waits whether the flow waits for something now, and continues later */
  ended(flow: Flow, waits: boolean): void;
  /** Work was done during another flow's turn. */
  cutIn(flow: Flow, holder: Flow): void;
  /** No work was done. */
  dropped(flow: Flow): void;
}

interface Waiting {
  readonly flow: Flow;
  readonly goesOn: boolean;
  readonly begin: () => void;
}

/**
 * Lets one flow at a time work on a state: a request, a step of the schedule, the result of a webhook. A flow that waits
 * for real time or for other flows releases its turn meanwhile. So the activity is a list of turns, which a session records
 * and a replay repeats in the same order. While a flow works, the real time does not change.
 */
export class Turns {
  listener: TurnListener | undefined;
  /** Decides who may start; set during replay. */
  admits: ((flow: Flow, goesOn: boolean) => boolean) | undefined;
  /** Epoch milliseconds. */
  realTime: () => number;
  /** The real time at which it was created. */
  readonly madeAt: number;
  readonly #waiting: Waiting[] = [];
  #holder: Flow | undefined;
  #stands = 0;

  constructor(realTime: () => number = Date.now) {
    this.realTime = realTime;
    this.madeAt = realTime();
  }

  /** The real time, which does not change during a turn. Epoch milliseconds. */
  now(): number {
    return this.#holder === undefined ? this.realTime() : this.#stands;
  }

  get holder(): Flow | undefined {
    return this.#holder;
  }

  /** Begins a turn, which {@link release} ends. @returns `undefined` if it has begun, otherwise a promise for its start */
  take(flow: Flow, goesOn = false): Promise<void> | undefined {
    if (this.#holder === undefined && this.#waiting.length === 0 && this.#isAdmitted(flow, goesOn)) {
      this.#begin(flow, goesOn);
      return undefined;
    }
    const begun = new Promise<void>((begin) => this.#waiting.push({ flow, goesOn, begin }));
    this.next();
    return begun;
  }

  /** Stops waiting for a turn. @returns whether the flow was waiting */
  withdraw(flow: Flow): boolean {
    const at = this.#waiting.findIndex((one) => one.flow === flow);
    if (at >= 0) this.#waiting.splice(at, 1);
    return at >= 0;
  }

  release(waits = false): void {
    const flow = this.#holder;
    if (flow === undefined) return;
    this.listener?.ended(flow, waits);
    this.#holder = undefined;
    this.next();
  }

  /** Ends a turn without recording work. */
  drop(): void {
    if (this.#holder === undefined) return;
    this.listener?.dropped(this.#holder);
    this.#holder = undefined;
    this.next();
  }

  /** Returns whether a session is being replayed, which determines the next turn. */
  get isReplay(): boolean {
    return this.admits !== undefined;
  }

  /** Waits while others have their turns, and continues in its own turn. */
  async aside<R>(wait: () => Promise<R>): Promise<R> {
    const flow = this.#holder;
    if (flow === undefined) return wait();
    this.release(true);
    try {
      return await wait();
    } finally {
      await this.take(flow, true);
    }
  }

  /** Runs work that cannot wait, in its own turn if no other flow has one. */
  cutIn<R>(flow: Flow, work: () => R): R {
    if (this.#holder !== undefined) return this.#cutInto(this.#holder, flow, work);
    this.#begin(flow, false);
    try {
      return work();
    } finally {
      this.release();
    }
  }

  /** In a session, such work precedes the turn that it interrupts. */
  #cutInto<R>(holder: Flow, flow: Flow, work: () => R): R {
    const result = work();
    this.listener?.cutIn(flow, holder);
    return result;
  }

  /** Assigns the turn to the first waiting flow that may have it. */
  next(): void {
    if (this.#holder !== undefined) return;
    const at = this.#waiting.findIndex(({ flow, goesOn }) => this.#isAdmitted(flow, goesOn));
    const [first] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (first === undefined) return;
    this.#begin(first.flow, first.goesOn);
    first.begin();
  }

  #isAdmitted(flow: Flow, goesOn: boolean): boolean {
    return this.admits === undefined || this.admits(flow, goesOn);
  }

  #begin(flow: Flow, goesOn: boolean): void {
    this.#stands = this.realTime();
    this.#holder = flow;
    this.listener?.began(flow, goesOn);
  }
}
