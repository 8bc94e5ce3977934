import { findBrand } from '../../payment-data/card-brand.ts';
import { findCardType } from '../../payment-data/card-type.ts';

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
export const shownBrand = (type: string): string => names[type] ?? type;

/** Formats a number in the groups of its brand, up to the brand's maximum length. Drops everything but digits. */
export function groupCardNumber(typed: string): string {
  const all = typed.replace(/\D/g, '');
  const { lengths } = findBrand(all);
  const parts: string[] = [];
  let rest = all.slice(0, Math.max(...lengths));
  for (const size of groups[findCardType(all)] ?? fours) {
    if (rest) parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Returns the digits of a card verification code, up to the length that the brand uses. */
export const cutCvc = (typed: string, cardNumber: string): string =>
  typed.replace(/\D/g, '').slice(0, findBrand(cardNumber.replace(/\D/g, '')).cvcLength);
