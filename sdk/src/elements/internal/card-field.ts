import { brandOf } from '../../payment-data/card-brand.ts';
import { cardTypeOf } from '../../payment-data/card-type.ts';

/** Names of the brands, as they are printed beside the number. */
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

/** Sizes of the groups in which the number is printed on the card, where they are not fours. */
const groups: { readonly [type: string]: readonly number[] } = { amex: [4, 6, 5], diners: [4, 6, 9] };
const fours = [4, 4, 4, 4, 3];

/** The printed name of a `cardType`. */
export const brandNameOf = (type: string): string => names[type] ?? type;

/** The name of a number's brand, as soon as its digits tell. */
export const brandName = (digits: string): string => brandNameOf(cardTypeOf(digits));

/** A number in the groups of its brand, cut to the brand's greatest length. Anything that is no digit is dropped. */
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

/** Digits of a card verification code, cut to the length that the brand prints. */
export const cutCvc = (typed: string, cardNumber: string): string =>
  typed.replace(/\D/g, '').slice(0, brandOf(cardNumber.replace(/\D/g, '')).cvcLength);
