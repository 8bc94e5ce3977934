import type { EventName, EventPayload } from '../../model/event-catalogue.ts';
import type { Moment } from '../../state/collection.ts';
import { conflict, notFound } from '../basics/problem.ts';
import type { Tx } from '../records/tx.ts';
import type { DeliveryRecord, EventRecord } from '../records/webhooks.ts';
import { addDelivery, DELIVERY_TASK, wants } from './deliveries.ts';

/**
 * Sends one delivery again immediately: a pending one is attempted now, any other is sent again with the
 * same `webhook-id`.
 *
 * @throws Problem NotFound, or Conflict when its endpoint was removed or disabled
 */
export function resendDelivery(tx: Tx, id: string): DeliveryRecord {
  const delivery = tx.deliveries.get(id);
  if (delivery === undefined) throw notFound('delivery', id);
  const webhook = tx.webhooks.get(delivery.WebhookId);
  if (webhook === undefined) {
    throw conflict(`The endpoint ${delivery.Url} was deleted; nothing can be sent to it.`);
  }
  if (webhook.DisabledAt !== undefined) {
    throw conflict(
      `The endpoint ${delivery.Url} is disabled: ${webhook.DisabledReason}. Enable it first: PATCH /sandbox/webhooks/${webhook.Id} {"Enabled": true}.`,
    );
  }
  if (delivery.Status === 'Pending') {
    tx.schedule(DELIVERY_TASK, id, tx.now);
    return tx.deliveries.replace({ ...delivery, NextAttemptAt: tx.now });
  }
  return addDelivery(tx, deliveredEvent(tx, delivery), webhook, 'Resend');
}

/** The event of a delivery, restored from its body if the event log has already dropped it. */
function deliveredEvent(tx: Tx, delivery: DeliveryRecord): EventRecord {
  return (
    tx.events.get(delivery.EventId) ?? {
      Id: delivery.EventId,
      At: tx.now,
      Payload: JSON.parse(delivery.Body) as EventPayload,
    }
  );
}

export interface ResendRange {
  /** The time range in which the events were recorded: start inclusive, end exclusive. */
  readonly since?: Moment;
  readonly before?: Moment;
  /** One endpoint; all if omitted. */
  readonly webhookId?: string | undefined;
  readonly events?: readonly EventName[] | undefined;
  /** Skips deliveries that succeeded or are still pending. */
  readonly onlyMissing?: boolean | undefined;
}

/**
 * Resends the events of a range, oldest first, to each endpoint that is subscribed now: after an outage, or to an
 * endpoint that was registered later.
 */
export function resendRange(tx: Tx, range: ResendRange): DeliveryRecord[] {
  if (range.webhookId !== undefined && !tx.webhooks.has(range.webhookId))
    throw notFound('webhook', range.webhookId);
  const webhooks = [...tx.webhooks].filter(
    ({ Id }) => range.webhookId === undefined || Id === range.webhookId,
  );
  const { since, before } = range;
  const sent: DeliveryRecord[] = [];
  for (const event of tx.events.list({ since, before })) {
    if (range.events !== undefined && !range.events.includes(event.Payload.Event)) continue;
    for (const webhook of webhooks) {
      if (!wants(webhook, event.Payload.Event)) continue;
      if (range.onlyMissing === true && arrives(tx, event.Id, webhook.Id)) continue;
      sent.push(addDelivery(tx, event, webhook, 'Resend'));
    }
  }
  return sent;
}

function arrives(tx: Tx, eventId: string, webhookId: string): boolean {
  return tx.deliveries
    .where('EventId', eventId)
    .some(
      ({ WebhookId, Status }) => WebhookId === webhookId && (Status === 'Succeeded' || Status === 'Pending'),
    );
}
