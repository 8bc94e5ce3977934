import { withoutLongNumbers } from '../../../sdk/src/payment-data/masking.ts';

/** Fields whose value is a secret or card data, in lower case. */
const SECRETS = new Set([
  'access_token',
  'token',
  'secret',
  'clientsecret',
  'client_secret',
  'password',
  'authorization',
  'selfservicetoken',
  'cardnumber',
  'cvc',
  'cvv',
  'securitycode',
  'iban',
  'accountnumber',
]);

const CARD_DATA = /"?(card_?number|cvc|cvv|security_?code|iban|account_?number)"?\s*[:=]/i;

/** Characters of a body that are kept. */
const MAX_BODY = 16_000;

interface Asked {
  readonly req: { readonly path: string; readonly method: string };
}

/**
 * Whether the bodies of a request are kept: those of the API, and what the control API was told to do. What goes to
 * providers is card data, and snapshots are large.
 */
export function keepsBodies({ req: { path, method } }: Asked): boolean {
  if (path.startsWith('/api/') || path.startsWith('/oauth/')) return true;
  return method !== 'GET' && path.startsWith('/sandbox/') && !path.startsWith('/sandbox/snapshot');
}

/** The body of a request as the log keeps it: short, and without card data. */
export function keptRequest(text: string): string {
  return shortened(CARD_DATA.test(text) ? redactedBody(text) : withoutLongNumbers(text));
}

/** The body of an answer as the log keeps it; no answer has card data in it. */
export function keptAnswer(text: string): string {
  return shortened(text);
}

function shortened(text: string): string {
  if (text.length <= MAX_BODY) return text;
  // Copied: a part of a text would keep the whole in memory.
  return `${JSON.parse(JSON.stringify(text.slice(0, MAX_BODY)))}…`;
}

/** A body as it is shown: without secrets. */
export function redactedBody(text: string): string {
  try {
    return withoutLongNumbers(JSON.stringify(JSON.parse(text, redacted)));
  } catch {
    const masked = text.replace(
      /("?\b(\w+)"?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|[^&,}\s]*)/g,
      (whole, start: string, name: string) => (SECRETS.has(name.toLowerCase()) ? `${start}***` : whole),
    );
    return withoutLongNumbers(masked);
  }
}

const redacted = (key: string, value: unknown): unknown =>
  SECRETS.has(key.toLowerCase()) && value !== null && typeof value !== 'object' ? '***' : value;
