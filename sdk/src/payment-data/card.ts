import { invalid } from '../error.ts';
import { type Folded, text } from '../record.ts';

/** A checked card as the provider wants it. */
export interface Card {
  readonly Number: string;
  readonly ExpiryMonth: number;
  readonly ExpiryYear: number;
  readonly Holder: string;
  readonly Cvc: string;
}

/** The check digit of card numbers (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]) * (index % 2 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Length of the card verification code: one brand (numbers from 34 and 37) prints four digits. */
export const cvcLength = (cardNumber: string): number => (/^3[47]/.test(cardNumber) ? 4 : 3);

/** Two-digit years belong to this century. */
export const fullYear = (year: string): number => Number(year) + (year.length < 3 ? 2000 : 0);

/** Checks a card before anything is sent, and throws the code of the first field that is wrong. */
export function checkCard(data: Folded, today = new Date()): Card {
  const number = text(data['cardnumber']).replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw invalid('InvalidCardNumber', 'cardNumber', '12 to 19 digits with a right check digit');
  }
  const month = text(data['expirymonth']);
  const year = text(data['expiryyear']);
  const monthsLeft = (fullYear(year) - today.getFullYear()) * 12 + Number(month) - 1 - today.getMonth();
  if (
    !/^(0?[1-9]|1[0-2])$/.test(month) ||
    !/^(\d\d|\d{4})$/.test(year) ||
    monthsLeft < 0 ||
    monthsLeft > 300
  ) {
    throw invalid(
      'InvalidExpirationDate',
      'expiryMonth, expiryYear',
      'a month (1 to 12) and year that are not past',
    );
  }
  const cvc = text(data['cvc']);
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcLength(number)) {
    throw invalid('InvalidCardCvc', 'cvc', `${cvcLength(number)} digits`);
  }
  const holder = text(data['cardholder']);
  if (!holder) throw invalid('InvalidCardHolder', 'cardHolder', 'a name');
  return { Number: number, ExpiryMonth: Number(month), ExpiryYear: fullYear(year), Holder: holder, Cvc: cvc };
}
