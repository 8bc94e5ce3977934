import { brandOf } from '../../payment-data/card-brand.ts';
import { cardTypeOf } from '../../payment-data/card-type.ts';

/** Brand names shown beside the number. */
const names: { readonly [type: string]: string } = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  diners: 'Diners',
  jcb: 'JCB',
  maestro: 'Maestro',
  discover: 'Discover',
  unionpay: 'UnionPay',
};

/** Group sizes of numbers that are not printed in groups of four. */
const groups: { readonly [type: string]: readonly number[] } = { amex: [4, 6, 5], diners: [4, 6, 9] };
const fours = [4, 4, 4, 4, 3];

/** The printed name of a `cardType`. */
export const brandNameOf = (type: string): string => names[type] ?? type;

/** Formats a number in the groups of its brand, up to the brand's maximum length. Drops everything but digits. */
export function groupCardNumber(typed: string): string {
  const all = typed.replace(/\D/g, '');
  const { lengths } = brandOf(all);
  const parts: string[] = [];
  let rest = all.slice(0, Math.max(...lengths));
  for (const size of groups[cardTypeOf(all)] ?? fours) {
    if (rest) parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Returns the digits of a card verification code, up to the length that the brand uses. */
export const cutCvc = (typed: string, cardNumber: string): string =>
  typed.replace(/\D/g, '').slice(0, brandOf(cardNumber.replace(/\D/g, '')).cvcLength);
