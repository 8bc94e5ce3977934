import { Problem } from '../domain/problem.ts';
import type { PaymentBearer } from '../model/payment.ts';
import { type TestDataRow, testDataFor } from './test-data.ts';

/** A card as it was typed. It lives as long as the call that reads it. */
export interface CardInput {
  readonly Number: string;
  readonly ExpiryMonth: number;
  readonly ExpiryYear: number;
  readonly Holder: string;
  readonly Cvc: string;
}

/** A bank account as it was typed. */
export interface DebitInput {
  readonly Holder: string;
  readonly Iban?: string | undefined;
  readonly Bic?: string | undefined;
  readonly Account?: string | undefined;
  readonly RoutingCode?: string | undefined;
}

/** What is left of payment data once it has been read: what may be shown, and the row of test data it is. */
export interface ReadData {
  readonly shown: PaymentBearer;
  readonly row: TestDataRow | undefined;
}

/** A field that a provider refuses, by name and code alone: what came is payment data. */
export function refused(field: string, code: string, expected: string): Problem {
  return new Problem('Invalid', code, `${field}: expected ${expected}.`, [
    { Field: field, Code: code, Message: `expected ${expected}` },
  ]);
}

const brands: readonly (readonly [type: string, pattern: RegExp, lengths: readonly number[]])[] = [
  ['amex', /^3[47]/, [15]],
  ['diners', /^3(0[0-5]|[689])/, [14]],
  ['jcb', /^35/, [16]],
  ['visa', /^4/, [13, 16, 19]],
  ['mastercard', /^(5[1-5]|2[2-7])/, [16]],
  ['discover', /^6(011|4[4-9]|5)/, [16]],
  ['maestro', /^(5[06-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]],
];

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/**
 * Reads a card: checks its form, and keeps brand, expiry, holder and the last four digits.
 * @param now epoch milliseconds
 * @throws Problem with the code of the first field that is wrong, and never with what was typed
 */
export function readCard(card: CardInput, now: number): ReadData {
  const number = card.Number.replace(/[\s-]/g, '');
  const brand = brands.find(([, pattern]) => pattern.test(number));
  if (!/^\d+$/.test(number) || !passesLuhn(number) || brand?.[2].includes(number.length) !== true) {
    throw refused('Card.Number', 'InvalidCardNumber', 'a card number');
  }
  const { ExpiryMonth: month } = card;
  const year = card.ExpiryYear < 100 ? 2000 + card.ExpiryYear : card.ExpiryYear;
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year);
  if (!isMonth || Date.UTC(year, month, 1) <= now) {
    throw refused('Card.ExpiryMonth', 'InvalidExpirationDate', 'a month that is not past');
  }
  if (!(brand[0] === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(card.Cvc.trim())) {
    throw refused('Card.Cvc', 'InvalidCardCvc', `${brand[0] === 'amex' ? 4 : 3} digits`);
  }
  const holder = card.Holder.trim();
  if (holder === '' || /\d{5}/.test(holder)) throw refused('Card.Holder', 'InvalidCardHolder', 'a name');
  const row = testDataFor('Card', number);
  return {
    shown: {
      Type: 'CreditCard',
      CardType: brand[0],
      Country: 'DE',
      ...expiryOf(row, { ExpiryMonth: month, ExpiryYear: year }, now),
      Holder: holder,
      Last4: number.slice(-4),
    },
    row,
  };
}

function expiryOf(
  row: TestDataRow | undefined,
  typed: { ExpiryMonth: number; ExpiryYear: number },
  now: number,
): { ExpiryMonth: number; ExpiryYear: number } {
  if (row?.ExpiresInMonths === undefined) return typed;
  const today = new Date(now);
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + row.ExpiresInMonths, 1));
  return { ExpiryMonth: last.getUTCMonth() + 1, ExpiryYear: last.getUTCFullYear() };
}

/** Whether a card is past its last month. */
export function hasExpired({ ExpiryMonth, ExpiryYear }: PaymentBearer, now: number): boolean {
  return ExpiryMonth !== undefined && ExpiryYear !== undefined && Date.UTC(ExpiryYear, ExpiryMonth, 1) <= now;
}

/** The check digits of an IBAN (ISO 13616), without spaces and in upper case. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const compact = (text: string | undefined) => (text ?? '').replace(/[\s-]/g, '').toUpperCase();

/**
 * Reads a bank account, by IBAN or by account number and routing code: checks its form, and keeps a masked number.
 * @throws Problem with the code of the first field that is wrong, and never with what was typed
 */
export function readDebit(debit: DebitInput, kind: 'DebitIban' | 'DebitAccount'): ReadData {
  const holder = debit.Holder.trim();
  if (holder === '' || /\d{5}/.test(holder)) throw refused('Debit.Holder', 'InvalidAccountHolder', 'a name');
  return kind === 'DebitIban' ? readIban(holder, debit) : readAccount(holder, debit);
}

function readIban(holder: string, debit: DebitInput): ReadData {
  const iban = compact(debit.Iban);
  const bic = compact(debit.Bic);
  if (!isIban(iban)) throw refused('Debit.Iban', 'InvalidIban', 'an IBAN with right check digits');
  if (bic !== '' && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) {
    throw refused('Debit.Bic', 'InvalidBic', '8 or 11 characters, or nothing');
  }
  return {
    shown: {
      Type: 'BankAccount',
      Holder: holder,
      IBAN: `${iban.slice(0, 2)}${'*'.repeat(iban.length - 6)}${iban.slice(-4)}`,
      ...(bic === '' ? {} : { BIC: bic }),
      Country: iban.slice(0, 2),
    },
    row: testDataFor('Iban', iban),
  };
}

function readAccount(holder: string, debit: DebitInput): ReadData {
  const account = compact(debit.Account);
  const code = compact(debit.RoutingCode);
  if (!/^\d{1,17}$/.test(account)) throw refused('Debit.Account', 'InvalidAccountNumber', 'up to 17 digits');
  if (!/^\d{5,9}$/.test(code)) throw refused('Debit.RoutingCode', 'InvalidBankCode', '5 to 9 digits');
  return {
    shown: {
      Type: 'BankAccount',
      Holder: holder,
      Code: code,
      Account: `${'*'.repeat(Math.max(5, account.length - 4))}${account.slice(-4)}`,
      Country: 'DE',
    },
    row: testDataFor('Account', account),
  };
}
