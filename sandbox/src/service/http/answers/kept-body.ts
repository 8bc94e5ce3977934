import { withoutLongNumbers } from '../../../../../sdk/src/payment-data/masking.ts';
import { rulesOf, type ServiceContext } from '../zones/env.ts';

const CARD_DATA = /"?(card_?number|cvc|cvv|security_?code|iban|account_?number)"?\s*[:=]/i;

/** Characters of a body that are shown. */
const MAX_BODY = 16_000;

/** Characters of a text that is kept as it is: to copy its beginning would cost more than the memory is worth. */
const KEPT_WHOLE = 2 * MAX_BODY;

/** Returns whether the log keeps the bodies of a request. */
export function keepsBodies(c: ServiceContext): boolean {
  const { bodies } = rulesOf(c);
  return bodies === 'kept' || (bodies === 'keptOfChanges' && c.req.method !== 'GET');
}

/** The body of a request as the log keeps it: short, and `undefined` where it has payment data. */
export function keptRequest(text: string): string | undefined {
  return CARD_DATA.test(text) ? undefined : kept(withoutLongNumbers(text));
}

/** The body of an answer as the log keeps it; no answer has card data in it. */
export function keptAnswer(text: string): string {
  return kept(text);
}

function kept(text: string): string {
  if (text.length <= KEPT_WHOLE) return text;
  // Copied: a part of a text would keep the whole in memory. One more than is shown says that there was more.
  return JSON.parse(JSON.stringify(text.slice(0, MAX_BODY + 1))) as string;
}

/** A kept body as it is shown. */
export function shortened(text: string): string {
  return text.length <= MAX_BODY ? text : `${text.slice(0, MAX_BODY)}…`;
}
