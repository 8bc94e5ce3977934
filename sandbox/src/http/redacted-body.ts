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
