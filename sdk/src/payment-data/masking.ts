// Masks payment data for display, and removes them from texts.
import { toAscii } from '../input/ascii.ts';

/** An IBAN with only its country and last four characters visible, in its original length. */
export const maskedIban = (iban: string): string =>
  `${iban.slice(0, 2)}${'*'.repeat(Math.max(0, iban.length - 6))}${iban.slice(-4)}`;

/** An account number with only its last four digits visible; the length of a short one is not revealed. */
export const maskedAccount = (account: string): string =>
  `${'*'.repeat(Math.max(5, account.length - 4))}${account.slice(-4)}`;

/** The last four digits of a card, for people who know the rest. */
export const lastFour = (number: string): string => number.slice(-4);

/** A card number for display: only the last four digits. */
export const maskedCardNumber = (number: string): string =>
  `${'*'.repeat(Math.max(0, number.length - 4))}${lastFour(number)}`;

/**
 * A text that is safe in a message, header or log: without long runs of digits, which could be the number of a card or
 * account. Ids are hexadecimal words of 24 digits and are kept.
 */
export function withoutLongNumbers(text: string): string {
  return text.replace(/(?<![0-9A-Za-z_-])\d(?:(?:[ +-]|%20)?\d){11,22}(?![0-9A-Za-z])/g, '…');
}

/** A text without the customer's input, regardless of spacing. */
export function withoutTyped(text: string, typed: readonly string[]): string {
  let clean = text;
  for (const secret of typed) {
    const characters = toAscii(secret)
      .replace(/[^a-z0-9]/gi, '')
      .split('');
    if (characters.length < 3) continue;
    clean = clean.replace(new RegExp(characters.join('[^a-z0-9]*'), 'gi'), '•••');
  }
  return clean;
}
