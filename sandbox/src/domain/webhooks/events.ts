import type { EventPayload } from '../../model/event-catalogue.ts';
import type { EventRecord } from '../records/event-record.ts';
import type { Tx } from '../tx.ts';
import { addDelivery, wants } from './deliveries.ts';
import { webhookOf } from './webhooks.ts';

/**
 * Records an event, and for each endpoint that wants it a delivery, in the transaction of the change.
 *
 * @param webhookId one endpoint that gets it, whatever it wants
 * @throws Problem NotFound when there is no such endpoint
 */
export function recordEvent(tx: Tx, payload: EventPayload, webhookId?: string): EventRecord {
  const event = tx.events.insert({ Id: tx.newId(), At: tx.now, Payload: payload });
  if (webhookId !== undefined) {
    addDelivery(tx, event, webhookOf(tx, webhookId));
    return event;
  }
  // Most sandboxes have no endpoint, and a renewal run of many contracts should not pay for those that could be.
  if (tx.webhooks.size > 0) {
    for (const webhook of tx.webhooks) if (wants(webhook, payload.Event)) addDelivery(tx, event, webhook);
  }
  return event;
}
