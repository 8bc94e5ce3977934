import type { Customer } from '../../model/customer.ts';
import {
  type EventFacts,
  type EventPayload,
  eventCatalogue,
  type PayloadField,
} from '../../model/event-catalogue.ts';
import { getWebhook } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import type { EventRecord } from '../records/webhooks.ts';
import { addDelivery, wants } from './deliveries.ts';

/**
 * Records an event, and a delivery for each subscribed endpoint, in the transaction of the change.
 *
 * @param webhookId the only endpoint that receives it, whether subscribed or not
 * @throws Problem NotFound if the endpoint does not exist
 */
export function recordEvent(tx: Tx, given: EventFacts, webhookId?: string): EventRecord {
  const payload = toPayload(tx, given);
  const event = tx.events.insert({ Id: tx.newId(), At: tx.now, Payload: payload });
  if (webhookId !== undefined) {
    addDelivery(tx, event, getWebhook(tx, webhookId));
    return event;
  }
  // Most sandboxes have no endpoint, so a renewal run of many contracts skips this work.
  if (tx.webhooks.size > 0) {
    for (const webhook of tx.webhooks) if (wants(webhook, payload.Event)) addDelivery(tx, event, webhook);
  }
  return event;
}

/** Customer fields that some events contain (spec: Events 1; field notes 4). */
const customerFacts = {
  Tag: (customer: Customer) => customer.Tag,
  ExternalCustomerId: (customer: Customer) => customer.ExternalCustomerId,
  YourCustomerId: (customer: Customer) => customer.ExternalCustomerId,
} as const satisfies { readonly [Field in PayloadField]?: (customer: Customer) => string | undefined };

const customerFields = Object.keys(customerFacts) as (keyof typeof customerFacts)[];

/** Adds the fields that every event contains, and its customer fields, so that no rule has to. */
export function toPayload(tx: Tx, given: EventFacts): EventPayload {
  const payload = Object.assign({ Event: given.Event, EntityId: tx.account.Id }, given) as {
    -readonly [Field in 'Tag' | 'ExternalCustomerId' | 'YourCustomerId' | 'CustomerId']?: string;
  };
  const sometimes: readonly PayloadField[] = eventCatalogue[given.Event].sometimes;
  for (const field of sometimes.length === 0 ? [] : customerFields) {
    if (!sometimes.includes(field) || field in payload) continue;
    const customer = tx.customers.get(payload.CustomerId);
    const value = customer && customerFacts[field](customer);
    if (value !== undefined) payload[field] = value;
  }
  return payload as EventPayload;
}
