import { type EventName, eventNames } from '../../model/event-catalogue.ts';
import { DAY_MS } from '../../model/milliseconds.ts';
import type { WebhookInput } from '../../model/webhook.ts';
import { nearestName } from '../basics/nearest-name.ts';
import { conflict, invalid } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { getWebhook } from '../records/lookups.ts';
import type { Tx } from '../records/tx.ts';
import type { WebhookRecord } from '../records/webhooks.ts';
import { cancelPending } from './deliveries.ts';

/** Timeout of a receiver in real milliseconds (field notes 4). */
const TIMEOUT = 10_000;

/** Maximum number of endpoints: each event is sent to all of them. */
const MAX_ENDPOINTS = 100;

/** How long the previous secret still signs after a rotation, on the sandbox clock. */
const ROTATION_OVERLAP = DAY_MS;

/** Headers that a delivery sets itself. */
const OWN_HEADERS =
  /^(content-type|content-length|host|connection|transfer-encoding|webhook-.*|x-retry-count)$/i;

/** Registers an endpoint. @returns the record with its secret, which no later response contains */
export function registerWebhook(tx: Tx, input: WebhookInput): WebhookRecord {
  const Url = checkedUrl(input.Url);
  const Events = checkedEvents(input.Events ?? []);
  refuseDoubleRegistration(tx, Url, Events);
  if (tx.webhooks.size >= MAX_ENDPOINTS)
    throw conflict(
      `There are ${MAX_ENDPOINTS} webhooks, the maximum. Delete one: DELETE /api/v1/webhooks/<id>.`,
    );
  const Headers = checkedHeaders(input);
  return tx.webhooks.insert({
    Id: tx.newId(),
    Url,
    Events,
    Signed: input.Signed ?? true,
    Secret: input.Secret === undefined ? newSecret(tx) : checkedSecret(input.Secret),
    ...(input.BasicAuth === undefined ? {} : { BasicAuth: input.BasicAuth }),
    ...(Headers === undefined ? {} : { Headers }),
    CreatedAt: timestamp(tx.now),
    TimeoutMs: TIMEOUT,
  });
}

/** Removes an endpoint and cancels its pending deliveries. @throws Problem NotFound */
export function deleteWebhook(tx: Tx, id: string): void {
  getWebhook(tx, id);
  cancelPending(tx, id);
  tx.webhooks.delete(id);
}

/** Creates a new secret for an endpoint; the old one also signs for one more day. @throws Problem NotFound */
export function rotateSecret(tx: Tx, id: string, secret?: string): WebhookRecord {
  const webhook = getWebhook(tx, id);
  return tx.webhooks.replace({
    ...webhook,
    Secret: secret === undefined ? newSecret(tx) : checkedSecret(secret),
    PreviousSecret: { Secret: webhook.Secret, ValidUntil: tx.now + ROTATION_OVERLAP },
  });
}

/** Resumes deliveries. Missed events are not sent unless they are resent manually. @throws Problem NotFound */
export function enableWebhook(tx: Tx, id: string): WebhookRecord {
  const { DisabledAt, DisabledReason, ...enabled } = getWebhook(tx, id);
  return tx.webhooks.replace(enabled);
}

function newSecret(tx: Tx): string {
  return `whsec_${btoa(String.fromCharCode(...tx.random.bytes(24)))}`;
}

function checkedUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalid(
      'Url',
      `expected an absolute URL such as http://localhost:4402/webhooks, got "${text.slice(0, 200)}"`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid('Url', `expected http or https, got ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('Url', 'must not contain a user name or password; use BasicAuth {Username, Password}');
  }
  if (url.hash !== '')
    throw invalid('Url', `must not have a fragment, got "${url.hash}"; it would never be sent`);
  return text;
}

/** Event names in their documented spelling, without surrounding blanks. @throws Problem with the nearest name */
export function checkedEvents(given: readonly string[], field?: string): EventName[] {
  const names = given.map((name) => name.trim());
  return names.map((name, at) => {
    const known = eventNames.find((event) => event.toLowerCase() === name.toLowerCase());
    if (known === undefined) {
      const near = nearestName(name, eventNames);
      const hint = near === undefined ? '/docs/guides/webhooks#events lists all' : `did you mean ${near}?`;
      throw invalid(
        field ?? `Events[${at}]`,
        `"${name.slice(0, 60)}" is not an event of the service; ${hint}`,
      );
    }
    if (names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < at) {
      throw invalid(`Events[${at}]`, `${known} is listed twice`, 'Duplicate');
    }
    return known;
  });
}

/** Two registrations of one address for one event would deliver it twice. */
function refuseDoubleRegistration(tx: Tx, url: string, events: readonly EventName[]): void {
  for (const other of tx.webhooks) {
    if (new URL(other.Url).href !== new URL(url).href) continue;
    const shared = other.Events.length === 0 ? 'all events' : sharedEvent(events, other.Events);
    if (shared === undefined) continue;
    throw conflict(
      `${url} is already registered for ${shared} (webhook ${other.Id}). Delete that webhook first, or register different events.`,
      'Duplicate',
    );
  }
}

function sharedEvent(wanted: readonly EventName[], held: readonly EventName[]): string | undefined {
  return wanted.length === 0 ? held.join(', ') : wanted.find((event) => held.includes(event));
}

function checkedSecret(text: string): string {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  let bytes = 0;
  try {
    bytes = base64 === undefined ? 0 : atob(base64).length;
  } catch {}
  if (bytes < 24 || bytes > 64) throw invalid('Secret', 'expected whsec_ and the Base64 of 24 to 64 bytes');
  return text;
}

function checkedHeaders({ Headers: given, BasicAuth }: WebhookInput): Record<string, string> | undefined {
  if (BasicAuth?.Username.includes(':'))
    throw invalid('BasicAuth.Username', 'must not contain a colon (RFC 7617)');
  if (given === undefined) return undefined;
  for (const [name, value] of Object.entries(given)) {
    if (OWN_HEADERS.test(name)) throw invalid(`Headers.${name}`, 'is set by the sandbox for each delivery');
    if (BasicAuth !== undefined && name.toLowerCase() === 'authorization') {
      throw invalid(`Headers.${name}`, 'BasicAuth already sets it; use only one of the two');
    }
    try {
      new Headers([[name, value]]);
    } catch {
      throw invalid(`Headers.${name}`, 'is not a valid HTTP header');
    }
  }
  return given;
}
