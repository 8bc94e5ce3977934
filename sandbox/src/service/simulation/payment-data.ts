import type { ServiceCode } from '../../../../sdk/src/errors/codes.ts';
import {
  accountNumberRule,
  bicRule,
  ibanFormRule,
  ibanRule,
  routingCodeRule,
} from '../../../../sdk/src/payment-data/bank-account.ts';
import { cardNumberRule, cvcRule, holderRule } from '../../../../sdk/src/payment-data/card.ts';
import { findCardType } from '../../../../sdk/src/payment-data/card-type.ts';
import { readExpiry } from '../../../../sdk/src/payment-data/expiry.ts';
import { compact, type Rule } from '../../../../sdk/src/payment-data/findings.ts';
import {
  lastFour,
  maskedAccount,
  maskedCardNumber,
  maskedIban,
} from '../../../../sdk/src/payment-data/masking.ts';
import { Problem } from '../domain/basics/problem.ts';
import type { PaymentBearer } from '../model/payment.ts';
import { type TestDataRow, testDataFor } from './test-data.ts';

/** A card as entered. It exists only during the call that reads it. */
export interface CardInput {
  readonly Number: string;
  readonly ExpiryMonth: number;
  readonly ExpiryYear: number;
  readonly Holder: string;
  readonly Cvc: string;
}

/** A bank account as entered. */
export interface DebitInput {
  readonly Holder: string;
  readonly Iban?: string | undefined;
  readonly Bic?: string | undefined;
  readonly Account?: string | undefined;
  readonly RoutingCode?: string | undefined;
}

/** The result of reading payment data: displayable facts, and the matching row of the test data. */
export interface ReadData {
  readonly shown: PaymentBearer;
  readonly row: TestDataRow | undefined;
}

/** A field that a provider rejects, with name and code only, because its value is payment data. */
export function refused(field: string, code: ServiceCode, expected: string): Problem {
  return new Problem('Invalid', code, `${field}: expected ${expected}.`, [
    { Field: field, Code: code, Message: `expected ${expected}` },
  ]);
}

/** Rejects values that a rule of the shared rulebook rejects. */
function check(value: string, rule: Rule, field: string, code: ServiceCode): void {
  const expected = rule(value);
  if (expected !== undefined) throw refused(field, code, expected);
}

/**
 * Reads a card: validates its format, and keeps brand, expiry, holder and the last four digits.
 * @param now epoch milliseconds
 * @throws Problem with the code of the first wrong field, and never with its value
 */
export function readCard(card: CardInput, now: number): ReadData {
  const number = compact(card.Number);
  check(number, cardNumberRule, 'Card.Number', 'InvalidCardNumber');
  const expiry = readExpiry(String(card.ExpiryMonth), String(card.ExpiryYear), new Date(now));
  if (expiry === undefined || expiry.monthsLeft < 0)
    throw refused('Card.ExpiryMonth', 'InvalidExpirationDate', 'a month that has not passed');
  check(card.Cvc.trim(), cvcRule(number), 'Card.Cvc', 'InvalidCardCvc');
  const holder = card.Holder.trim();
  check(holder, holderRule, 'Card.Holder', 'InvalidCardHolder');
  const row = testDataFor('Card', number);
  const type = findCardType(number);
  return {
    shown: {
      Type: 'CreditCard',
      ...(type === '' ? {} : { CardType: type }),
      Country: 'DE',
      ...shownExpiry(row, { ExpiryMonth: expiry.month, ExpiryYear: expiry.year }, now),
      Holder: holder,
      Last4: lastFour(number),
      MaskedCardPan: maskedCardNumber(number),
    },
    row,
  };
}

function shownExpiry(
  row: TestDataRow | undefined,
  typed: { ExpiryMonth: number; ExpiryYear: number },
  now: number,
): { ExpiryMonth: number; ExpiryYear: number } {
  if (row?.ExpiresInMonths === undefined) return typed;
  const today = new Date(now);
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + row.ExpiresInMonths, 1));
  return { ExpiryMonth: last.getUTCMonth() + 1, ExpiryYear: last.getUTCFullYear() };
}

/**
 * Reads a bank account, by IBAN or by account number and routing code: validates its format, and keeps a masked number.
 * @throws Problem with the code of the first wrong field, and never with its value
 */
export function readDebit(
  debit: DebitInput,
  kind: 'DebitIban' | 'DebitAccount',
  isFormOnly = false,
): ReadData {
  const holder = debit.Holder.trim();
  check(holder, holderRule, 'Debit.Holder', 'InvalidAccountHolder');
  return kind === 'DebitIban' ? readIban(holder, debit, isFormOnly) : readAccount(holder, debit);
}

function readIban(holder: string, debit: DebitInput, isFormOnly: boolean): ReadData {
  const iban = compact(debit.Iban);
  const bic = compact(debit.Bic);
  check(iban, isFormOnly ? ibanFormRule : ibanRule, 'Debit.Iban', 'InvalidIban');
  check(bic, bicRule, 'Debit.Bic', 'InvalidBic');
  return {
    shown: {
      Type: 'BankAccount',
      Holder: holder,
      IBAN: maskedIban(iban),
      ...(bic === '' ? {} : { BIC: bic }),
      Country: iban.slice(0, 2),
    },
    row: testDataFor('Iban', iban),
  };
}

function readAccount(holder: string, debit: DebitInput): ReadData {
  const account = compact(debit.Account);
  const code = compact(debit.RoutingCode);
  check(account, accountNumberRule, 'Debit.Account', 'InvalidAccountNumber');
  check(code, routingCodeRule, 'Debit.RoutingCode', 'InvalidBankCode');
  return {
    shown: {
      Type: 'BankAccount',
      Holder: holder,
      Code: code,
      Account: maskedAccount(account),
      Country: 'DE',
    },
    row: testDataFor('Account', account),
  };
}
