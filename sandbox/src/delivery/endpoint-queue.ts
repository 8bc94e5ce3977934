import type { DeliveryRecord } from '../domain/webhook-records.ts';
import { Random } from '../state/random.ts';
import { Fifo } from './fifo.ts';

/** Deliveries under way to one endpoint at a time. */
const PARALLEL = 32;

/** Deliveries that have to arrive one after the other. */
interface Lane {
  readonly key: string;
  /** Ids of deliveries, the next one first. It stays the head until it has come to an end. */
  readonly ids: Fifo<string>;
  /** `waiting`: the head is not due yet. */
  state: 'ready' | 'sending' | 'waiting';
}

/**
 * What waits for one endpoint: lanes that are independent of each other, each in order. An endpoint has a queue of its
 * own, so that a slow or dead one delays nobody else.
 */
export class EndpointQueue {
  readonly #lanes = new Map<string, Lane>();
  readonly #ready = new Fifo<Lane>();
  /** Ends the attempts under way. */
  readonly stop = new AbortController();
  sending = 0;

  get idle(): boolean {
    return this.sending === 0 && this.#ready.length === 0;
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
  take(shuffled: boolean): { readonly lane: Lane; readonly id: string } | undefined {
    if (this.sending >= (shuffled ? 1 : PARALLEL)) return undefined;
    const first = this.#ready.head?.ids.head;
    if (first === undefined) return undefined;
    const lane = this.#ready.take(
      shuffled ? new Random(`order ${first}`).below(this.#ready.length) : 0,
    ) as Lane;
    lane.state = 'sending';
    this.sending += 1;
    return { lane, id: lane.ids.head as string };
  }

  /** The head of the lane has been tried, and is tried again later. */
  again(lane: Lane): void {
    this.sending -= 1;
    lane.state = 'waiting';
  }

  /** The head of the lane has come to its end. @param due whether the delivery of this id may be sent now */
  ended(lane: Lane, due: (id: string) => boolean): void {
    this.sending -= 1;
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
