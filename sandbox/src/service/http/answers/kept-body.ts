import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { routeRules, type ServiceContext } from '../zones/env.ts';

const CARD_DATA = /"?(card_?number|cvc|cvv|security_?code|iban|account_?number)"?\s*[:=]/i;

/** Maximum number of characters of a body to show. */
const MAX_BODY = 16_000;

/** Maximum length of a text that is kept uncut: copying its beginning would cost more than the memory is worth. */
const KEPT_WHOLE = 2 * MAX_BODY;

/** Returns whether the log keeps the bodies of a request. */
export function keepsBodies(c: ServiceContext): boolean {
  const { bodies } = routeRules(c);
  return bodies === 'kept' || (bodies === 'keptOfChanges' && c.req.method !== 'GET');
}

/** The request body in the log: shortened, and `undefined` if it contains payment data. */
export function keptRequest(text: string): string | undefined {
  return CARD_DATA.test(text) ? undefined : keptAnswer(withoutLongNumbers(text));
}

/** The response body in the log; no response contains card data. */
export function keptAnswer(text: string): string {
  if (text.length <= KEPT_WHOLE) return text;
  // Copied, because a substring keeps the whole text in memory. One extra character shows that there was more.
  return JSON.parse(JSON.stringify(text.slice(0, MAX_BODY + 1))) as string;
}

/** A stored body in the form in which it is shown. */
export function shortened(text: string): string {
  return text.length <= MAX_BODY ? text : `${text.slice(0, MAX_BODY)}…`;
}
