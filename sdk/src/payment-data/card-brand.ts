/** A card scheme: the valid lengths of its numbers and codes. */
export interface CardBrand {
  /** Valid numbers of digits. */
  readonly lengths: readonly number[];
  /** Digits of the card verification code. */
  readonly cvcLength: number;
  /** Its numbers end with a check digit. */
  readonly isChecked: boolean;
}

/** Issuer numbers by card scheme. */
export interface Ranges {
  readonly [type: string]: string;
}

/** The ranges of schemes with their own rules. */
export const checkedRanges: Ranges = {
  visa: '4',
  mastercard: '51-55 2221-2720',
  amex: '34 37',
  unionpay: '62',
};

/** Valid numbers of digits, unless any from 12 to 19 is valid. */
const lengths: { readonly [type: string]: readonly number[] } = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  unionpay: [16, 17, 18, 19],
};
const anyLength = [12, 13, 14, 15, 16, 17, 18, 19];

/** The rules for numbers and codes with these first digits. */
export function findBrand(digits: string): CardBrand {
  const type = findScheme(digits, checkedRanges);
  return {
    lengths: lengths[type] ?? anyLength,
    cvcLength: type === 'amex' ? 4 : 3,
    // Banks of UnionPay have issued numbers without one.
    isChecked: type !== 'unionpay',
  };
}

/** The scheme of a number, from its first digits; empty if unknown. */
export function findScheme(digits: string, ranges: Ranges): string {
  const isIn = (range: string): boolean => beginsIn(digits, range);
  return Object.keys(ranges).find((name) => ranges[name]?.split(' ').some(isIn)) ?? '';
}

/** Returns whether the first digits lie in a range, `51-55`. */
function beginsIn(digits: string, range: string): boolean {
  const [from = '', to = from] = range.split('-');
  const start = digits.slice(0, from.length);
  // Of equal length, so that texts compare like numbers.
  return start.length === from.length && start >= from && start <= to;
}
