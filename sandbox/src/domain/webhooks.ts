import { eventNames, type EventName, type WebhookInput } from '../model/webhook.ts';
import { invalid, notFound } from './problem.ts';
import { timestamp } from './time.ts';
import type { Tx } from './tx.ts';
import type { WebhookRecord } from './webhook-records.ts';

/** Registers an endpoint. @returns the record with its secret, which no later answer shows */
export function registerWebhook(tx: Tx, input: WebhookInput): WebhookRecord {
  const events = (input.Events ?? []).map((name, at) => {
    const known = eventNames.find((event) => event.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw invalid(`Events[${at}]`, `"${name}" is no event of the service`);
    return known as EventName;
  });
  return tx.webhooks.insert({
    Id: tx.newId(),
    Url: input.Url,
    Events: events,
    Secret: `whsec_${btoa(String.fromCharCode(...tx.random.bytes(24)))}`,
    CreatedAt: timestamp(tx.now),
  });
}

export function deleteWebhook(tx: Tx, id: string): void {
  if (!tx.webhooks.delete(id)) throw notFound('webhook', id);
}
