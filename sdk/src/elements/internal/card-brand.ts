import { cvcLength } from '../../payment-data/card.ts';

/** A card scheme, as its numbers look. */
export interface CardBrand {
  /** As in `CardType`. */
  readonly type: string;
  /** Printed beside the number. */
  readonly name: string;
  readonly begins: RegExp;
  /** Digits of the longest number. */
  readonly digits: number;
  /** Sizes of the groups in which the number is printed on the card; the last one goes on. */
  readonly groups: readonly number[];
}

const fours = [4, 4, 4, 4, 3];

// The special ones first: the first that fits counts. Ranges are those of ISO/IEC 7812 issuer numbers in public use.
const brands: readonly CardBrand[] = [
  { type: 'amex', name: 'Amex', begins: /^3[47]/, digits: 15, groups: [4, 6, 5] },
  { type: 'diners', name: 'Diners', begins: /^(30[0-5]|3095|36|3[89])/, digits: 19, groups: [4, 6, 9] },
  { type: 'jcb', name: 'JCB', begins: /^35(2[89]|[3-8])/, digits: 19, groups: fours },
  { type: 'maestro', name: 'Maestro', begins: /^(5018|5020|5038|5893|6304|67)/, digits: 19, groups: fours },
  { type: 'discover', name: 'Discover', begins: /^(6011|64[4-9]|65)/, digits: 19, groups: fours },
  { type: 'unionpay', name: 'UnionPay', begins: /^62/, digits: 19, groups: fours },
  { type: 'visa', name: 'Visa', begins: /^4/, digits: 19, groups: fours },
  {
    type: 'mastercard',
    name: 'Mastercard',
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    digits: 16,
    groups: fours,
  },
];

/** The brand of a number, from its first digits. */
export const brandOf = (digits: string): CardBrand | undefined =>
  brands.find(({ begins }) => begins.test(digits));

/** A number in the groups of its brand, cut to the brand's length. Anything that is no digit is dropped. */
export function groupCardNumber(typed: string): string {
  const all = typed.replace(/\D/g, '');
  const { digits = 19, groups = fours } = brandOf(all) ?? {};
  const parts: string[] = [];
  let rest = all.slice(0, digits);
  for (const size of groups) {
    if (rest) parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** Digits of a card verification code, cut to the length that the brand prints. */
export const cutCvc = (typed: string, cardNumber: string): string =>
  typed.replace(/\D/g, '').slice(0, cvcLength(cardNumber.replace(/\D/g, '')));
