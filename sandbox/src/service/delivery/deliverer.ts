import type { Tx } from '../domain/records/tx.ts';
import type { DeliveryRecord, WebhookRecord } from '../domain/records/webhooks.ts';
import { type AttemptOutcome, recordAttempt } from '../domain/webhooks/deliveries.ts';
import type { Feed } from '../state/feed.ts';
import type { Waits } from '../state/waits.ts';
import { DeliveryLog } from './delivery-log.ts';
import { EndpointQueue, type Sending } from './endpoint-queue.ts';
import { type Deliver, DeliveryRefused, postWebhook, type WebhookRequest } from './post-webhook.ts';

export interface DeliveryEvents {
  /** The delivery after an attempt, which is its last one. */
  readonly attempt: DeliveryRecord;
}

/** The parts of the core that the deliverer uses. */
interface Outbox {
  /** For reads. */
  readonly tx: Tx;
  transaction<R>(work: (tx: Tx) => R): R;
  readonly state: {
    /** Resolves when the recorded changes are stored; `undefined` if they are. */
    durable(): Promise<void> | undefined;
  };
  readonly feed: Feed<DeliveryEvents>;
  readonly waits: Pick<Waits, 'inTurn'>;
}

/** The result of a delivery attempt, identified by the turn that records it. */
export class Attempt {
  /** Id of the delivery. */
  readonly id: string;
  readonly outcome: AttemptOutcome;
  /** The instant that it counts from, in epoch milliseconds. */
  readonly at: number;

  constructor(id: string, outcome: AttemptOutcome, at: number) {
    this.id = id;
    this.outcome = outcome;
    this.at = at;
  }
}

/**
 * Takes recorded deliveries to their endpoints, each endpoint with a queue of its own.
 *
 * The state holds what is to be delivered; the queues here are made from it and can be made again at any time. When a
 * delivery is tried again is a task of the schedule, so that moving the sandbox clock moves it.
 */
export class Deliverer {
  readonly log = new DeliveryLog();
  readonly #outbox: Outbox;
  readonly #deliver: Deliver;
  readonly #queues = new Map<string, EndpointQueue>();
  #waiters: { readonly isOver: () => boolean; readonly resolve: () => void }[] = [];
  #soon: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #suspended = false;

  constructor(outbox: Outbox, deliver: Deliver = (request) => fetch(request)) {
    this.#outbox = outbox;
    this.#deliver = deliver;
  }

  /** Takes on a delivery that was recorded. */
  add(delivery: DeliveryRecord): void {
    if (this.#closed || this.#suspended) return;
    this.#getQueue(delivery.WebhookId).add(delivery, this.#isDue(delivery));
    this.#startSoon();
  }

  /** The next attempt of a delivery has fallen due. */
  due(id: string): void {
    const delivery = this.#outbox.tx.deliveries.get(id);
    if (delivery === undefined || this.#closed) return;
    this.#queues.get(delivery.WebhookId)?.due(delivery);
    this.#startSoon();
  }

  /** Records the result of an attempt. @returns the delivery, unless the log has dropped it */
  record({ id, outcome, at }: Attempt): DeliveryRecord | undefined {
    const delivery = this.#outbox.transaction((tx) => recordAttempt(tx, id, outcome, at));
    if (delivery === undefined) return undefined;
    this.#outbox.feed.emit('attempt', delivery);
    if (outcome.Gone === true) this.forget(delivery.WebhookId);
    return delivery;
  }

  /** The endpoint was deleted or disabled: attempts under way are broken off. */
  forget(webhookId: string): void {
    this.#queues.get(webhookId)?.forget();
    this.#queues.delete(webhookId);
    this.#notifyWaiters();
  }

  /** Begins again from the state, after it was replaced. */
  reload(): void {
    this.#forgetAll();
    this.log.clear();
    this.#addAll();
  }

  /** Attempts under way are broken off, and none is made until {@link resume}. */
  suspend(): void {
    this.#suspended = true;
    this.#forgetAll();
  }

  resume(): void {
    this.#suspended = false;
    this.#forgetAll();
    this.#addAll();
  }

  #forgetAll(): void {
    for (const id of [...this.#queues.keys()]) this.forget(id);
  }

  #addAll(): void {
    for (const webhook of this.#outbox.tx.webhooks) {
      for (const delivery of this.#outbox.tx.deliveries.where('Pending', webhook.Id)) this.add(delivery);
    }
  }

  /** Resolves when nothing that is due is outstanding; `undefined` when that is so already. */
  quiet(): Promise<void> | undefined {
    return this.#until((queue) => queue.idle);
  }

  /** Called when the clock starts to move: each receiver may delay it until an attempt times out. */
  moving(): void {
    for (const queue of this.#queues.values()) queue.answered(false);
  }

  /** Like {@link quiet}, but without receivers that hang: after a timeout, a receiver delays the clock only briefly. */
  canAdvance(): Promise<void> | undefined {
    return this.#until((queue) => !queue.holdsClock(() => this.#notifyWaiters()));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#soon);
    this.#forgetAll();
  }

  #until(isDone: (queue: EndpointQueue) => boolean): Promise<void> | undefined {
    this.#start();
    const isOver = () => [...this.#queues.values()].every(isDone);
    return isOver() ? undefined : new Promise((resolve) => this.#waiters.push({ isOver, resolve }));
  }

  #getQueue(webhookId: string): EndpointQueue {
    let queue = this.#queues.get(webhookId);
    if (queue === undefined) {
      queue = new EndpointQueue();
      this.#queues.set(webhookId, queue);
    }
    return queue;
  }

  #isDue(delivery: DeliveryRecord | undefined): boolean {
    return (delivery?.NextAttemptAt ?? 0) <= this.#outbox.tx.now;
  }

  /** Not at once: the request is answered first, and simultaneous deliveries are shuffled together. */
  #startSoon(): void {
    this.#soon ??= setTimeout(() => this.#start(), 0);
  }

  #start(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    for (const [id, queue] of this.#queues) this.#fill(id, queue);
  }

  #fill(webhookId: string, queue: EndpointQueue): void {
    const webhook = this.#outbox.tx.webhooks.get(webhookId);
    const shuffled = webhook?.Rehearsal?.Reorder === true;
    for (let next = queue.take(shuffled); next !== undefined; next = queue.take(shuffled)) {
      void this.#send(queue, next, webhook);
    }
  }

  async #send(queue: EndpointQueue, sending: Sending, webhook: WebhookRecord | undefined): Promise<void> {
    const { tx } = this.#outbox;
    // Nothing is sent of a change that may still be lost. When it is lost, the queue is dropped.
    await this.#outbox.state.durable()?.catch(() => {});
    if (queue.forgotten) return;
    const done = (delivery: DeliveryRecord | undefined) => {
      if (queue.forgotten) return;
      if (delivery?.Status === 'Pending') queue.again(sending);
      else queue.ended(sending, (next) => this.#isDue(tx.deliveries.get(next)));
    };
    const delivery = tx.deliveries.get(sending.id);
    if (delivery?.Status === 'Pending' && webhook !== undefined) {
      const started = performance.now();
      // The clock does not wait for a receiver that hangs: its attempts count from when they fell due.
      const at = queue.hangs ? Math.min(delivery.NextAttemptAt ?? tx.now, tx.now) : tx.now;
      const request = await requestTo(webhook, delivery, tx.now);
      if (queue.forgotten) return;
      const deliver = signing ? this.#deliver : refuseUnsigned;
      const { outcome, answer, late } = await postWebhook(request, deliver, sending.halt);
      if (queue.forgotten) return;
      queue.answered(late === true);
      this.log.add(delivery.Id, request, answer, performance.now() - started);
      const attempt = new Attempt(sending.id, outcome, at);
      await this.#outbox.waits.inTurn(attempt, () => {
        // The state that others have left does not know of this attempt, which is made again then.
        if (queue.forgotten) return;
        // In one step: the next delivery may be due at once, and must find the queue unlocked.
        done(this.record(attempt));
      });
    } else done(delivery);
    if (webhook !== undefined) this.#fill(webhook.Id, queue);
    this.#notifyWaiters();
  }

  #notifyWaiters(): void {
    const over = this.#waiters.filter(({ isOver }) => isOver());
    this.#waiters = this.#waiters.filter((waiter) => !over.includes(waiter));
    for (const { resolve } of over) resolve();
  }
}

let signing: typeof import('./signature.ts') | undefined;

const refuseUnsigned: Deliver = () => {
  throw new DeliveryRefused('its signature was not loaded');
};

async function requestTo(
  webhook: WebhookRecord,
  delivery: DeliveryRecord,
  now: number,
): Promise<WebhookRequest> {
  // Loaded with the first webhook: a page whose sandbox sends none does not need it.
  signing ??= await import('./signature.ts').catch(() => undefined);
  const retries = delivery.Attempts.length;
  const { Username, Password } = webhook.BasicAuth ?? {};
  return {
    url: webhook.Url,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'clientlib-sandbox',
      // The real time, or receivers' replay checks refuse it.
      ...signing?.signatureHeaders(webhook, delivery.EventId, delivery.Body, Date.now(), now),
      ...(retries === 0 ? {} : { 'X-Retry-Count': String(retries) }),
    },
    credentials: {
      ...webhook.Headers,
      ...(Username === undefined ? {} : { Authorization: `Basic ${base64(`${Username}:${Password}`)}` }),
    },
    body: delivery.Body,
    timeoutMs: webhook.TimeoutMs,
  };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
