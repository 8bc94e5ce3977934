import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';

/** Names of fields and parameters whose value is a secret, an access key, or payment data. */
const SECRET =
  /token|secret|password|authorization|challenge|signature|receipt|^card_?number$|^cv[cv]$|^security_?code$|^iban$|^account_?number$|^hash$|cardhash$|accounthash$/i;

/** Fields that are not secret despite their names. */
const HARMLESS = /^(token_type|tokenlifetime|tokenrequests|tokenvalidity|revoked)$/i;

/** Returns whether the value of a field or parameter of this name must not be shown. */
export const isSecret = (name: string): boolean => SECRET.test(name) && !HARMLESS.test(name);

/** Links whose last segment is a key: to a document, to a payment at a provider, to the portal. */
const LINKS = /(\/(?:downloads|checkout|challenge)\/|\/account\.html#\/)[\w-]+/g;

/** Parameters of links. */
const PARAMETERS = /([?&])(\w+)=([^&"\s\\]+)/g;

/** A body for display, without secrets. */
export function redactedBody(text: string): string {
  try {
    return withoutLongNumbers(withoutKeys(JSON.stringify(JSON.parse(text, redacted))));
  } catch {
    const masked = text.replace(
      /("?\b(\w+)"?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|[^&,}\s]*)/g,
      (whole, start: string, name: string) => (isSecret(name) ? `${start}***` : whole),
    );
    return withoutLongNumbers(masked);
  }
}

function withoutKeys(text: string): string {
  return text
    .replace(LINKS, '$1***')
    .replace(PARAMETERS, (whole, start: string, name: string) =>
      isSecret(name) ? `${start}${name}=***` : whole,
    );
}

function redacted(key: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  // Headers that a webhook defines are meant for secrets, whatever their names.
  if (key === 'Headers' && typeof value === 'object')
    return Object.fromEntries(Object.keys(value).map((name) => [name, '***']));
  if (isSecret(key) && typeof value !== 'object') return '***';
  // Truncating a number would produce invalid JSON.
  const isLong = typeof value === 'number' && withoutLongNumbers(`${value}`) !== `${value}`;
  return isLong ? `${value}` : value;
}
