import { hasIbanCheckDigits } from '../../../../sdk/src/payment-data/bank-account.ts';
import { hasCheckDigit } from '../../../../sdk/src/payment-data/card.ts';
import { testData } from '../../service/simulation/test-data.ts';

/** The numbers of the documented test data, which belong to nobody. */
const known = new Set(testData.map(({ Value }) => compact(Value)));

/** Matches possible card numbers, including separators between digits. */
const CARD = /(?<![\w.-])\d(?:[ +-]?\d){11,18}(?![\w-])/g;
const IBAN = /(?<![\w-])[A-Z]{2}\d{2}(?:[ +]?[A-Z0-9]){11,30}(?![\w-])/g;
const NAMED_IBAN = /("?\biban"?\s*[:=]\s*"?)([a-z]{2}\d{2}[a-z0-9 +]{11,40})/gi;
const ACCOUNT = /("?\baccount(?:_?number)?"?\s*[:=]\s*"?)(\d[\d +-]{3,})/gi;
const CODE = /("?\b(?:cvc|cvv|security_?code)"?\s*[:=]\s*"?)(\d{3,4})/gi;

/** A quick check for texts that need a closer look. */
const SUSPICIOUS =
  /\b\d(?:[ +-]?\d){11}|\b[A-Z]{2}\d{2}[ +A-Z0-9]{11}|iban"?\s*[:=]|account(?:_?number)?"?\s*[:=]|cvc|cvv|security_?code/i;

/**
 * Replaces payment data in a text with numbers that are displayed the same (the same first six and last four
 * digits) and have the same effect. Test data is not changed.
 */
export function withoutPaymentData(text: string): string {
  if (text === '' || !SUSPICIOUS.test(text)) return text;
  // IBANs first: the digits of one can be those of a card.
  return text
    .replace(IBAN, (iban) => (hasIbanCheckDigits(compact(iban)) ? placeholder(iban, ibanLike) : iban))
    .replace(CARD, (number) => (hasCheckDigit(compact(number)) ? placeholder(number, cardLike) : number))
    .replace(NAMED_IBAN, (_, name: string, iban: string) => name + placeholder(iban, ibanLike))
    .replace(ACCOUNT, (_, name: string, number: string) => name + placeholder(number, accountLike))
    .replace(CODE, (_, name: string, code: string) => name + '1234'.slice(0, code.length));
}

const placeholder = (value: string, make: (value: string) => string) =>
  known.has(compact(value)) ? value : make(compact(value));

function compact(text: string): string {
  return text.replace(/[\s+-]/g, '').toUpperCase();
}

/** A number with the same first and last digits and length, and a valid check digit. */
function cardLike(digits: string): string {
  const zeros = '0'.repeat(digits.length - 11);
  const candidates = [...'0123456789'].map(
    (digit) => `${digits.slice(0, 6)}${zeros}${digit}${digits.slice(-4)}`,
  );
  return candidates.find(hasCheckDigit) ?? digits;
}

/** An IBAN of the same bank and length with the same last digits, and valid check digits; zeros hide four or more. */
function ibanLike(iban: string): string {
  const country = iban.slice(0, 2);
  const end = iban.length - 8;
  const rest = iban.slice(4, Math.min(12, end)).padEnd(end, '0') + iban.slice(-4);
  const candidates = Array.from(
    { length: 97 },
    (_, at) => `${country}${String(at + 2).padStart(2, '0')}${rest}`,
  );
  return candidates.find(hasIbanCheckDigits) ?? iban;
}

const accountLike = (digits: string) => '0'.repeat(Math.max(0, digits.length - 4)) + digits.slice(-4);
