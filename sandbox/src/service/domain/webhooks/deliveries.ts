import type { EventName } from '../../model/event-catalogue.ts';
import { timestamp } from '../basics/time.ts';
import type { Tx } from '../records/tx.ts';
import type { DeliveryRecord, DeliveryStatus, EventRecord, WebhookRecord } from '../records/webhooks.ts';
import { rehearsedProblems } from './delivery-problems.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** Type of the tasks that start the next attempt of a delivery; their key is its id. */
export const DELIVERY_TASK = 'delivery';

/** Maximum number of pending deliveries per endpoint; beyond it, the oldest is dropped. */
const WAITING = 50_000;

/** Maximum number of finished deliveries that are kept. Pending ones are never dropped. */
const LOG_LENGTH = 10_000;

/** Returns whether an event is sent to an endpoint. */
export function wants(webhook: WebhookRecord, event: EventName): boolean {
  if (webhook.DisabledAt !== undefined) return false;
  return webhook.Events.length === 0 || webhook.Events.includes(event);
}

/** Creates the delivery of an event to an endpoint, with the problems that its simulation defines. */
export function addDelivery(
  tx: Tx,
  event: EventRecord,
  webhook: WebhookRecord,
  cause?: 'Resend',
): DeliveryRecord {
  const delivery = newDelivery(tx, event, webhook, cause);
  const { dropped, duplicated, delay } = rehearsedProblems(
    delivery,
    cause === 'Resend' ? undefined : webhook.Rehearsal,
  );
  if (dropped) {
    keep(tx, { ...delivery, Status: 'Dropped' });
    return delivery;
  }
  const at = tx.now + delay;
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
    Lane: webhook.Rehearsal?.Reorder === true ? Id : deliveryLane(event, cause),
    Body: JSON.stringify(event.Payload),
    Status: 'Pending',
    ...(cause === undefined ? {} : { Cause: cause }),
    Attempts: [],
  };
}

/** A contract belongs to one customer, so ordering by customer also orders by contract. */
function deliveryLane({ Payload }: EventRecord, cause: 'Resend' | undefined): string {
  const customer = ('CustomerId' in Payload ? Payload.CustomerId : undefined) ?? 'account';
  // A manually resent event does not wait for a delivery that is being retried.
  return cause === undefined ? customer : `${cause} ${customer}`;
}

function send(tx: Tx, delivery: DeliveryRecord, at: number): void {
  giveUpOldest(tx, delivery.WebhookId);
  if (at > tx.now) tx.schedule(DELIVERY_TASK, delivery.Id, at);
  tx.dispatch(tx.deliveries.insert({ ...delivery, NextAttemptAt: at }));
}

/** Limits the deliveries that an unresponsive endpoint accumulates. */
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
  /** Why the attempt failed; absent on success. */
  readonly Error?: string;
  /** Milliseconds to wait, as requested by the receiver. */
  readonly RetryAfter?: number;
  /** The receiver rejects all further deliveries (410). */
  readonly Gone?: boolean;
}

/**
 * Records an attempt and its consequences.
 *
 * @param at the instant from which delays are measured
 * @returns the delivery, unless it was removed from the log
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
  // Canceled during the attempt: it stays canceled, but the log shows the attempt.
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

/** Sends nothing more to the endpoint until it is enabled again, and cancels its pending deliveries. */
export function disableWebhook(tx: Tx, id: string, reason: string): void {
  const webhook = tx.webhooks.get(id);
  if (webhook === undefined || webhook.DisabledAt !== undefined) return;
  tx.webhooks.replace({ ...webhook, DisabledAt: timestamp(tx.now), DisabledReason: reason });
  cancelPending(tx, id);
}

/** Cancels the pending deliveries of an endpoint. */
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
