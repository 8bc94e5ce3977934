import type { EventPayload } from '../model/webhook.ts';
import type { Tx } from './tx.ts';

/** An event as it was recorded, in the transaction of the change that it tells of. */
export interface EventRecord {
  readonly Id: string;
  /** Epoch milliseconds. */
  readonly At: number;
  readonly Payload: EventPayload;
}

/** Records an event, and for each endpoint that wants it a delivery, in the transaction of the change. */
export function recordEvent(tx: Tx, payload: EventPayload): EventRecord {
  const event = tx.events.insert({ Id: tx.newId(), At: tx.now, Payload: payload });
  for (const webhook of tx.webhooks) {
    if (webhook.Events.length > 0 && !webhook.Events.includes(payload.Event)) continue;
    tx.deliveries.insert({
      Id: tx.newId(),
      EventId: event.Id,
      WebhookId: webhook.Id,
      Url: webhook.Url,
      Event: payload.Event,
      Body: JSON.stringify(payload),
      Status: 'Pending',
      Attempts: [],
      NextAttemptAt: tx.now,
    });
  }
  return event;
}
