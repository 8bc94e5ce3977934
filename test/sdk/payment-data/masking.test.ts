import { describe, expect, test } from 'vitest';
import {
  maskedAccount,
  maskedCardNumber,
  maskedIban,
  withoutLongNumbers,
  withoutTyped,
} from '../../../sdk/src/payment-data/masking.ts';

describe('what may be shown', () => {
  test('of a card number: the last four digits, at its own length', () => {
    expect(maskedCardNumber('4111111111111234')).toBe('************1234');
    expect(maskedCardNumber('378282246310005')).toBe('***********0005');
    expect(maskedCardNumber('123')).toBe('123');
  });

  test('of an IBAN: country and last four characters, at its own length', () => {
    expect(maskedIban('DE89370400440532013000')).toBe('DE****************3000');
    expect(maskedIban('NO9386011117947')).toBe('NO*********7947');
  });

  test('of an account number: the last four digits, and no length under nine', () => {
    expect(maskedAccount('532013000')).toBe('*****3000');
    expect(maskedAccount('53201300')).toBe('*****1300');
    expect(maskedAccount('1234567890')).toBe('******7890');
    expect(maskedAccount('17')).toBe('*****17');
  });
});

describe('a text for logs', () => {
  test.each([
    ['card 4111111111111111 was refused', 'card … was refused'],
    ['card 4111 1111 1111 1111', 'card …'],
    ['4111-1111-1111-1111', '…'],
    ['/cards/4111%201111%201111%201111', '/cards/…'],
    ['n=4111+1111+1111+1111&x=1', 'n=…&x=1'],
    ['123456789012', '…'],
    ['12345678901234567890123', '…'],
    ['5105105105105100 and 4111111111111111', '… and …'],
  ])('contains no number of a card or account: %s', (given, shown) => {
    expect(withoutLongNumbers(given)).toBe(shown);
  });

  test.each([
    '12345678901',
    '123456789012345678901234',
    'a00000000000000000000001',
    '000000000000000000000a01',
    'contract_4111111111111111',
    'key-4111111111111111',
    '4111111111111111x',
    '2026-01-15 10:00:00',
    '4111  1111  1111  1111',
  ])('keeps ids, dates and short numbers: %s', (given) => {
    expect(withoutLongNumbers(given)).toBe(given);
  });
});

describe("a text without the customer's input", () => {
  test('loses it however it is spaced and written', () => {
    expect(withoutTyped('ADA-BYRON, De89 3704', ['Ada Byron', 'DE893704'])).toBe('•••, •••');
    expect(withoutTyped('Ada Byron and Ada Byron', ['Ada Byron'])).toBe('••• and •••');
  });

  test('keeps what is too short to be distinguished from other words', () => {
    expect(withoutTyped('12 of 3', ['12', '3', '1-2', ''])).toBe('12 of 3');
    expect(withoutTyped('code 123', ['1.2.3'])).toBe('code •••');
  });
});
