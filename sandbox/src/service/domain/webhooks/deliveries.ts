import { Temporal } from 'temporal-polyfill';
import type { EventName } from '../../model/event-catalogue.ts';
import { Random } from '../../state/random.ts';
import { timestamp } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';
import type { DeliveryRecord, DeliveryStatus, EventRecord, WebhookRecord } from '../records/webhooks.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** Type of the tasks that wake a delivery for its next attempt; their key is its id. */
export const DELIVERY_TASK = 'delivery';

/** Deliveries that wait for one endpoint at most: with one more, the oldest is given up. */
const WAITING = 50_000;

/** Deliveries that have come to an end are kept up to this number. Pending ones are never dropped. */
const LOG_LENGTH = 10_000;

/** Returns whether an event goes to an endpoint. */
export function wants(webhook: WebhookRecord, event: EventName): boolean {
  if (webhook.DisabledAt !== undefined) return false;
  return webhook.Events.length === 0 || webhook.Events.includes(event);
}

/** Puts an event on its way to an endpoint, with what its rehearsal wants to go wrong. */
export function addDelivery(
  tx: Tx,
  event: EventRecord,
  webhook: WebhookRecord,
  cause?: 'Resend',
): DeliveryRecord {
  const delivery = newDelivery(tx, event, webhook, cause);
  const { Duplicate = 0, Drop = 0, Delay } = cause === 'Resend' ? {} : (webhook.Rehearsal ?? {});
  // Drawn from the delivery's own id: the shared generator would give later ids and tokens other values.
  const chance = new Random(delivery.Id);
  const dropped = chance.fraction() < Drop;
  const duplicated = chance.fraction() < Duplicate;
  if (dropped) {
    keep(tx, { ...delivery, Status: 'Dropped' });
    return delivery;
  }
  const at = Delay === undefined ? tx.now : tx.now + Temporal.Duration.from(Delay).total('milliseconds');
  send(tx, delivery, at);
  if (duplicated) send(tx, { ...delivery, Id: tx.newId(), Cause: 'Duplicate' }, at);
  return delivery;
}

function newDelivery(tx: Tx, event: EventRecord, webhook: WebhookRecord, cause?: 'Resend'): DeliveryRecord {
  const Id = tx.newId();
  return {
    Id,
    EventId: event.Id,
    WebhookId: webhook.Id,
    Url: webhook.Url,
    Event: event.Payload.Event,
    Lane: webhook.Rehearsal?.Reorder === true ? Id : laneOf(event, cause),
    Body: JSON.stringify(event.Payload),
    Status: 'Pending',
    ...(cause === undefined ? {} : { Cause: cause }),
    Attempts: [],
  };
}

/** A contract belongs to one customer, so what is in order by customer is in order by contract too. */
function laneOf({ Payload }: EventRecord, cause: 'Resend' | undefined): string {
  const customer = ('CustomerId' in Payload ? Payload.CustomerId : undefined) ?? 'account';
  // An event that is resent by hand does not wait for a delivery that is being retried.
  return cause === undefined ? customer : `${cause} ${customer}`;
}

function send(tx: Tx, delivery: DeliveryRecord, at: number): void {
  giveUpOldest(tx, delivery.WebhookId);
  if (at > tx.now) tx.schedule(DELIVERY_TASK, delivery.Id, at);
  tx.dispatch(tx.deliveries.insert({ ...delivery, NextAttemptAt: at }));
}

/** An endpoint that does not answer gathers deliveries only up to a number. */
function giveUpOldest(tx: Tx, webhookId: string): void {
  if (tx.deliveries.count('Pending', webhookId) < WAITING) return;
  const oldest = tx.deliveries.find({ where: { Pending: webhookId } });
  if (oldest === undefined) return;
  tx.unschedule(DELIVERY_TASK, oldest.Id);
  const { NextAttemptAt, ...rest } = oldest;
  const attempt = {
    At: timestamp(tx.now),
    Error: `given up: ${WAITING} newer deliveries are waiting for this endpoint`,
  };
  finish(tx, { ...rest, Attempts: [...oldest.Attempts, attempt] }, 'Failed');
}

export interface AttemptOutcome {
  readonly StatusCode?: number;
  /** Why it counts as failed; absent on success. */
  readonly Error?: string;
  /** Milliseconds that the receiver asked to be left alone. */
  readonly RetryAfter?: number;
  /** The receiver wants nothing more, ever (410). */
  readonly Gone?: boolean;
}

/**
 * Writes down an attempt and what follows of it.
 *
 * @param at the instant that it counts from
 * @returns the delivery, unless it is gone from the log
 */
export function recordAttempt(
  tx: Tx,
  id: string,
  outcome: AttemptOutcome,
  at: number,
): DeliveryRecord | undefined {
  const before = tx.deliveries.get(id);
  if (before === undefined) return undefined;
  const attempt = {
    At: timestamp(at),
    ...(outcome.StatusCode === undefined ? {} : { StatusCode: outcome.StatusCode }),
    ...(outcome.Error === undefined ? {} : { Error: outcome.Error }),
  };
  const { NextAttemptAt, ...rest } = before;
  const tried = { ...rest, Attempts: [...before.Attempts, attempt] };
  // Canceled while it was under way: it stays that, but the log shows that it was tried.
  if (before.Status !== 'Pending') return tx.deliveries.replace(tried);
  if (outcome.Error === undefined) return finish(tx, tried, 'Succeeded');
  const next = nextAttemptAt(tried.Attempts.length, {
    now: at,
    firstAt: Date.parse((tried.Attempts[0] ?? attempt).At),
    retryAfter: outcome.RetryAfter,
    key: id,
  });
  if (outcome.Gone === true || next === undefined) {
    const failed = finish(tx, tried, 'Failed');
    if (outcome.Gone === true)
      disableWebhook(tx, before.WebhookId, `the endpoint answered 410 Gone to ${before.Event}`);
    return failed;
  }
  tx.schedule(DELIVERY_TASK, id, next);
  return tx.deliveries.replace({ ...tried, NextAttemptAt: next });
}

/** Nothing more is sent to the endpoint until it is enabled again; what was pending is canceled. */
export function disableWebhook(tx: Tx, id: string, reason: string): void {
  const webhook = tx.webhooks.get(id);
  if (webhook === undefined || webhook.DisabledAt !== undefined) return;
  tx.webhooks.replace({ ...webhook, DisabledAt: timestamp(tx.now), DisabledReason: reason });
  cancelPending(tx, id);
}

/** Cancels what was still to be sent to an endpoint. */
export function cancelPending(tx: Tx, webhookId: string): void {
  for (const delivery of tx.deliveries.where('Pending', webhookId)) {
    tx.unschedule(DELIVERY_TASK, delivery.Id);
    const { NextAttemptAt, ...rest } = delivery;
    finish(tx, rest, 'Canceled');
  }
}

function finish(tx: Tx, delivery: DeliveryRecord, status: DeliveryStatus): DeliveryRecord {
  const finished = tx.deliveries.replace({ ...delivery, Status: status });
  trimLog(tx);
  return finished;
}

function keep(tx: Tx, delivery: DeliveryRecord): void {
  tx.deliveries.insert(delivery);
  trimLog(tx);
}

function trimLog(tx: Tx): void {
  if (tx.deliveries.size <= LOG_LENGTH || tx.deliveries.count('Ended', 'yes') <= LOG_LENGTH) return;
  const oldest = tx.deliveries.find({ where: { Ended: 'yes' } });
  if (oldest !== undefined) tx.deliveries.delete(oldest.Id);
}
