import { type EventPayload, eventCatalogue, type PayloadField } from '../../model/event-catalogue.ts';
import type { EventRecord } from '../records/webhooks.ts';
import type { Tx } from '../tx.ts';
import { addDelivery, wants } from './deliveries.ts';
import { webhookOf } from './webhooks.ts';

/**
 * Records an event, and for each endpoint that wants it a delivery, in the transaction of the change.
 *
 * @param webhookId one endpoint that gets it, whatever it wants
 * @throws Problem NotFound when there is no such endpoint
 */
export function recordEvent(tx: Tx, given: EventPayload, webhookId?: string): EventRecord {
  const payload = withOwnCustomerId(tx, given);
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

const OWN_CUSTOMER_IDS = ['ExternalCustomerId', 'YourCustomerId'] as const;

/** Adds the merchant's own id of the customer to the events that carry it. */
function withOwnCustomerId(tx: Tx, payload: EventPayload): EventPayload {
  const sometimes: readonly PayloadField[] = eventCatalogue[payload.Event].sometimes;
  const field = OWN_CUSTOMER_IDS.find((name) => sometimes.includes(name));
  if (field === undefined || !('CustomerId' in payload) || field in payload) return payload;
  const id = tx.customers.get(payload.CustomerId)?.ExternalCustomerId;
  return id === undefined ? payload : { ...payload, [field]: id };
}
