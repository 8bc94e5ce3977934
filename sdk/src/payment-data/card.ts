import { invalid } from '../error.ts';
import { type Folded, get, text } from '../record.ts';
import { compact, field } from './field.ts';

/** A checked card as the provider wants it. */
export interface Card {
  readonly Number: string;
  readonly ExpiryMonth: number;
  readonly ExpiryYear: number;
  readonly Holder: string;
  readonly Cvc: string;
}

/** Form and check digit of a card number (ISO/IEC 7812-1), given without spaces. */
export function isCardNumber(digits: string): boolean {
  // From the right, every second digit counts double, as the sum of its digits.
  const sum = [...digits]
    .map(Number)
    .reduce((total, digit, at) => total + ((digits.length - at) % 2 ? digit : (digit * 2) % 9 || digit), 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

/** Length of the card verification code: one brand (numbers from 34 and 37) prints four digits. */
export const cvcLength = (cardNumber: string): number => (/^3[47]/.test(cardNumber) ? 4 : 3);

/**
 * The month and year of an expiry date, if it is one that is not past and not absurd. Two-digit years belong to this
 * century.
 */
export function readExpiry(
  month: string,
  year: string,
  today = new Date(),
): readonly [number, number] | undefined {
  const fullYear = Number(year) + (year.length < 3 ? 2000 : 0);
  const left = (fullYear - today.getFullYear()) * 12 + Number(month) - 1 - today.getMonth();
  const isDate = /^(0?[1-9]|1[0-2])\/(\d\d){1,2}$/.test(`${month}/${year}`);
  return isDate && left >= 0 && left < 300 ? [Number(month), fullYear] : undefined;
}

/** Checks a card before anything is sent, and throws the code of the first field that is wrong. */
export function checkCard(data: Folded): Card {
  const number = field(data, 'cardNumber', 'InvalidCardNumber', isCardNumber, 'right check digits', compact);
  const expiry = readExpiry(text(get(data, 'expiryMonth')), text(get(data, 'expiryYear')));
  if (!expiry) throw invalid('InvalidExpirationDate', 'expiryMonth, expiryYear', 'a month not past');
  const length = cvcLength(number);
  const isCvc = (cvc: string): boolean => new RegExp(`^\\d{${length}}$`).test(cvc);
  return {
    Number: number,
    ExpiryMonth: expiry[0],
    ExpiryYear: expiry[1],
    Cvc: field(data, 'cvc', 'InvalidCardCvc', isCvc, `${length} digits`),
    Holder: field(data, 'cardHolder', 'InvalidCardHolder', Boolean, 'a name'),
  };
}
