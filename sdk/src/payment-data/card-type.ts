import { checkedRanges, findScheme, type Ranges } from './card-brand.ts';

/** Ranges are those of ISO/IEC 7812 issuer numbers in public use; no two of them overlap. */
const ranges: Ranges = {
  ...checkedRanges,
  diners: '300-305 3095 36 38-39',
  jcb: '3528-3589',
  maestro: '5018 5020 5038 5893 6304 67',
  discover: '6011 644-649 65',
};

/** The scheme of a number as in `CardType`; empty if it is not known (yet). ClientLib itself only needs `brandOf`. */
export const findCardType = (digits: string): string => findScheme(digits, ranges);
