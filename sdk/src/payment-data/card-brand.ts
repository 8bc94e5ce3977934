/** A card scheme: how long its numbers and codes are. */
export interface CardBrand {
  /** As in `CardType`; empty where it is not known (yet). */
  readonly type: string;
  /** Numbers of digits that exist. */
  readonly lengths: readonly number[];
  /** Digits of the card verification code. */
  readonly cvcLength: number;
  /** Its numbers end with a check digit. */
  readonly isChecked: boolean;
}

/** Ranges are those of ISO/IEC 7812 issuer numbers in public use; no two of them overlap. */
const ranges: { readonly [type: string]: string } = {
  visa: '4',
  mastercard: '51-55 2221-2720',
  amex: '34 37',
  diners: '300-305 3095 36 38-39',
  jcb: '3528-3589',
  maestro: '5018 5020 5038 5893 6304 67',
  discover: '6011 644-649 65',
  unionpay: '62',
};

/** Numbers of digits that exist, where they are not any from 12 to 19. */
const lengths: { readonly [type: string]: readonly number[] } = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  unionpay: [16, 17, 18, 19],
};
const anyLength = [12, 13, 14, 15, 16, 17, 18, 19];

/** The brand of a number, from its first digits; `type` is empty where they tell none. */
export function brandOf(digits: string): CardBrand {
  const isIn = (range: string): boolean => beginsIn(digits, range);
  const type = Object.keys(ranges).find((name) => ranges[name]?.split(' ').some(isIn)) ?? '';
  return {
    type,
    lengths: lengths[type] ?? anyLength,
    cvcLength: type === 'amex' ? 4 : 3,
    // Banks of UnionPay have issued numbers without one.
    isChecked: type !== 'unionpay',
  };
}

/** Whether the first digits lie in a range, `51-55`. */
function beginsIn(digits: string, range: string): boolean {
  const [from = '', to = from] = range.split('-');
  const start = digits.slice(0, from.length);
  // Of the same length, so that the order of texts is that of numbers.
  return start.length === from.length && start >= from && start <= to;
}
