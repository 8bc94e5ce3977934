import type { WebhookEvent } from './events.ts';
import { type WebhookErrorReason, WebhookVerificationError } from './webhook-verification-error.ts';

/** Headers as `fetch` has them, or as an object: `request.headers` of Node's server. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * A `Request`, or its two parts that count, with the body as `text()` or as a string or bytes. The body must be as it came:
 * JSON that was parsed and written again differs.
 */
export type WebhookRequest =
  | { readonly headers: WebhookHeaders; text(): Promise<string> }
  | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array };

export interface WebhookOptions {
  /** Seconds by which the time of sending may differ from now, so that a recorded message cannot be replayed. Default 300. */
  toleranceSeconds?: number | undefined;
  /** The current time in epoch milliseconds. Default: the clock of the machine. */
  now?: number | undefined;
}

/**
 * Checks that the service sent this request a short time ago (Standard Webhooks), and reads it. Uses Web Crypto alone, so
 * it works in Node, in workers and in Deno.
 *
 * @param secret The webhook's `whsec_…`, or several of which one must fit.
 * @throws WebhookVerificationError whose `reason` says what is wrong. Answer it with 401.
 * @example
 * const event = await verifyWebhook(request, secret);
 * if (event.Event === 'OrderSucceeded') await activate(event.OrderId);
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const secrets = Array.isArray(secret) ? secret : [secret];
  const keys = await Promise.all(secrets.map(importSecret));
  const id = header(request, 'webhook-id');
  const sentAt = header(request, 'webhook-timestamp');
  const signatures = header(request, 'webhook-signature').split(' ').flatMap(signatureBytes);
  checkTime(sentAt, toleranceSeconds, now);

  const body = await readBody(request);
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  // `verify` compares in constant time.
  const checks = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  if (!(await Promise.all(checks)).includes(true)) {
    fail('WrongSignature', 'webhook-signature: none matches the body and the secret. Verify the raw body.');
  }
  return readEvent(body);
}

function fail(reason: WebhookErrorReason, message: string): never {
  throw new WebhookVerificationError(reason, message);
}

function header({ headers }: WebhookRequest, name: string): string {
  const value =
    typeof headers?.get === 'function'
      ? headers.get(name)
      : Object.entries(headers ?? {}).find(([known]) => known.toLowerCase() === name)?.[1];
  return value?.toString() || fail('MissingHeader', `${name}: missing. Pass the headers on unchanged.`);
}

/** The body as received. */
async function readBody(request: WebhookRequest): Promise<string> {
  const body: unknown = 'text' in request ? await request.text() : request.body;
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  return fail(
    'InvalidBody',
    'body: expected the raw body as a string or bytes. Was it parsed? Verify it before parsing.',
  );
}

async function importSecret(secret: unknown): Promise<CryptoKey> {
  const [, base64 = ''] = /^whsec_(.+)$/.exec(String(secret)) ?? [];
  const key = fromBase64(base64);
  if (key === undefined || key.length === 0) {
    fail(
      'InvalidSecret',
      'secret: expected whsec_ followed by Base64, as returned when the webhook was registered.',
    );
  }
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** `v1,<Base64>`; signatures of other versions are ignored. */
function signatureBytes(signature: string): Uint8Array<ArrayBuffer>[] {
  const [version, value = ''] = signature.split(',');
  const bytes = version === 'v1' ? fromBase64(value) : undefined;
  return bytes === undefined ? [] : [bytes];
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function checkTime(sentAt: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(sentAt)) {
    fail(
      'InvalidTimestamp',
      `webhook-timestamp: expected seconds since 1970, got ${JSON.stringify(sentAt)}.`,
    );
  }
  const age = Math.floor(now / 1000) - Number(sentAt);
  if (age > toleranceSeconds) {
    fail('TooOld', `webhook-timestamp: ${age} s ago, more than ${toleranceSeconds} s. Is it a replay?`);
  }
  if (-age > toleranceSeconds) {
    fail(
      'TooNew',
      `webhook-timestamp: ${-age} s ahead, more than ${toleranceSeconds} s. Is the clock right?`,
    );
  }
}

function readEvent(body: string): WebhookEvent {
  let event: Partial<WebhookEvent> | null;
  try {
    event = JSON.parse(body);
  } catch {
    return fail('InvalidBody', 'body: expected JSON.');
  }
  if (typeof event?.Event !== 'string' || typeof event.EntityId !== 'string') {
    fail('InvalidBody', 'body: expected an object with Event and EntityId.');
  }
  return event as WebhookEvent;
}
