import type { DeliveryRecord } from '../domain/records/webhooks.ts';
import { Random } from '../state/random.ts';
import { Fifo } from './fifo.ts';

/** Deliveries under way to one endpoint at a time. */
const PARALLEL = 32;

/** Total time in milliseconds for which a receiver may delay the clock after a timeout. */
const GRACE_MS = 500;

/** Deliveries that have to arrive one after the other. */
interface Lane {
  readonly key: string;
  /** Ids of deliveries, the next one first. It stays the head until it has come to an end. */
  readonly ids: Fifo<string>;
  /** `waiting`: the head is not due yet. */
  state: 'ready' | 'sending' | 'waiting';
}

/** A delivery under way. */
export interface Sending {
  readonly lane: Lane;
  readonly id: string;
  readonly halt: AbortController;
}

/**
 * The pending deliveries of one endpoint: independent lanes, each in order. Each endpoint has its own queue, so that a
 * slow or dead one does not delay others.
 */
export class EndpointQueue {
  readonly #lanes = new Map<string, Lane>();
  readonly #ready = new Fifo<Lane>();
  /** Ends the attempts under way, one by one. */
  readonly #halts = new Set<AbortController>();
  /** Whether the endpoint is gone, so that what comes of attempts under way does not matter any more. */
  forgotten = false;
  /** Whether the last attempt timed out. */
  #hangs = false;
  /** Remaining milliseconds for which it may delay the clock while it hangs. */
  #grace = GRACE_MS;
  /** Rings when they are over. */
  #alarm: { readonly timer: ReturnType<typeof setTimeout>; readonly set: number } | undefined;

  get idle(): boolean {
    return this.forgotten || (this.#halts.size === 0 && this.#ready.length === 0);
  }

  /** Returns whether the last attempt was not answered in time. */
  get hangs(): boolean {
    return this.#hangs;
  }

  /** An attempt has come to an end, or the clock begins to move. @param late without an answer in time */
  answered(late: boolean): void {
    this.#stopAlarm();
    this.#hangs = late;
    if (!late) this.#grace = GRACE_MS;
  }

  /**
   * Returns whether the clock waits for running attempts: until the first timeout, and then only briefly in total.
   *
   * @param whenNot is called when the clock stops waiting
   */
  holdsClock(whenNot: () => void): boolean {
    if (this.idle) return false;
    if (!this.#hangs) return true;
    if (this.#grace <= 0) return false;
    const ring = () => {
      this.#grace = 0;
      whenNot();
    };
    this.#alarm ??= { timer: setTimeout(ring, this.#grace), set: performance.now() };
    return true;
  }

  #stopAlarm(): void {
    if (this.#alarm === undefined) return;
    clearTimeout(this.#alarm.timer);
    this.#grace -= performance.now() - this.#alarm.set;
    this.#alarm = undefined;
  }

  /** Breaks off the attempts under way. */
  forget(): void {
    this.forgotten = true;
    this.#stopAlarm();
    for (const halt of this.#halts) halt.abort();
  }

  add({ Id, Lane: key }: DeliveryRecord, due: boolean): void {
    const lane = this.#lanes.get(key);
    if (lane !== undefined) {
      lane.ids.add(Id);
      return;
    }
    const made: Lane = { key, ids: new Fifo(), state: 'waiting' };
    made.ids.add(Id);
    this.#lanes.set(key, made);
    if (due) this.#makeReady(made);
  }

  /** The head of a lane that waited has fallen due; anything else has its turn later. */
  due({ Id, Lane: key }: DeliveryRecord): void {
    const lane = this.#lanes.get(key);
    if (lane?.state === 'waiting' && lane.ids.head === Id) this.#makeReady(lane);
  }

  /** The next delivery to send, if one may be sent now. @param shuffled take any rather than the first, one at a time */
  take(shuffled: boolean): Sending | undefined {
    if (this.forgotten || this.#halts.size >= (shuffled ? 1 : PARALLEL)) return undefined;
    const first = this.#ready.head?.ids.head;
    if (first === undefined) return undefined;
    const lane = this.#ready.take(
      shuffled ? new Random(`order ${first}`).below(this.#ready.length) : 0,
    ) as Lane;
    lane.state = 'sending';
    const halt = new AbortController();
    this.#halts.add(halt);
    return { lane, id: lane.ids.head as string, halt };
  }

  /** The head of the lane has been tried, and is tried again later. */
  again({ lane, halt }: Sending): void {
    this.#halts.delete(halt);
    lane.state = 'waiting';
  }

  /** The head of the lane has come to its end. @param due whether the delivery of this id may be sent now */
  ended({ lane, halt }: Sending, due: (id: string) => boolean): void {
    this.#halts.delete(halt);
    lane.ids.take();
    const next = lane.ids.head;
    if (next === undefined) this.#lanes.delete(lane.key);
    else if (due(next)) this.#makeReady(lane);
    else lane.state = 'waiting';
  }

  #makeReady(lane: Lane): void {
    lane.state = 'ready';
    this.#ready.add(lane);
  }
}
