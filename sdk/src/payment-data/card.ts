import { findBrand } from './card-brand.ts';
import { readExpiry } from './expiry.ts';
import { compact, type Fields, matching, type Rule } from './findings.ts';

/** A validated card in the provider's format. */
export interface Card {
  readonly Number: string;
  readonly ExpiryMonth: number;
  readonly ExpiryYear: number;
  readonly Holder: string;
  readonly Cvc: string;
}

/** The check digit of a card number (ISO/IEC 7812-1, Luhn). */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  let isDoubled = false;
  // From the right, every second digit is doubled, and its digits are added.
  for (const digit of [...digits].reverse()) {
    const counted = Number(digit) * (isDoubled ? 2 : 1);
    sum += counted > 9 ? counted - 9 : counted;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

/** A card number without spaces: digits, a valid length for its brand, and a valid check digit if the brand has one. */
export const cardNumberRule: Rule = (digits) => {
  if (!/^\d+$/.test(digits)) return 'a card number';
  const { lengths, isChecked } = findBrand(digits);
  if (!lengths.includes(digits.length)) return `${lengths.join(' or ')} digits`;
  return isChecked && !hasCheckDigit(digits) ? 'right check digits' : undefined;
};

/** The security code of the card with this number. */
export function cvcRule(cardNumber: string): Rule {
  const { cvcLength } = findBrand(cardNumber);
  return matching(new RegExp(`^\\d{${cvcLength}}$`), `${cvcLength} digits`);
}

/** A name: anything that does not look like a number. */
export const holderRule: Rule = (name) => (name && !/\d{5}/.test(name) ? undefined : 'a name');

const MAX_MONTHS_LEFT = 300;

/** Reads a card and reports its errors. */
export function readCard(fields: Fields): Card {
  const number = fields.read('cardNumber', 'InvalidCardNumber', cardNumberRule, compact);
  const expiry = readExpiry(fields.text('expiryMonth'), fields.text('expiryYear'));
  const { month = 0, year = 0, monthsLeft = -1 } = expiry ?? {};
  if (monthsLeft < 0 || monthsLeft >= MAX_MONTHS_LEFT)
    fields.find('expiryMonth, expiryYear', 'InvalidExpirationDate', 'a month of the next 25 years');
  return {
    Number: number,
    ExpiryMonth: month,
    ExpiryYear: year,
    Cvc: fields.read('cvc', 'InvalidCardCvc', cvcRule(number), compact),
    Holder: fields.read('cardHolder', 'InvalidCardHolder', holderRule),
  };
}
