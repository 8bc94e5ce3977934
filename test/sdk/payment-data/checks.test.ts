import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCardNumber, readExpiry } from '../../../sdk/src/payment-data/card.ts';
import { isBic, isIban } from '../../../sdk/src/payment-data/debit.ts';

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));

describe('card numbers', () => {
  test.each([
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '4000000000003220',
    '6011000990139424',
  ])('%s is one', (number) => {
    expect(isCardNumber(number)).toBe(true);
  });

  test('of ten check digits exactly one is right', () => {
    fc.assert(
      fc.property(digits(11, 18), (start) => {
        const right = [...'0123456789'].filter((last) => isCardNumber(start + last));
        expect(right).toHaveLength(1);
      }),
    );
  });

  test('one wrong digit is noticed', () => {
    fc.assert(
      fc.property(digits(11, 18), fc.nat(17), fc.integer({ min: 1, max: 9 }), (start, place, change) => {
        const last = [...'0123456789'].find((digit) => isCardNumber(start + digit));
        const number = `${start}${last}`;
        const at = place % number.length;
        const wrong = number.slice(0, at) + ((Number(number[at]) + change) % 10) + number.slice(at + 1);
        expect(isCardNumber(wrong)).toBe(false);
      }),
    );
  });

  test.each(['', '0', '411111111111111a', '4111 1111 1111 1111', '00000000000'])('"%s" is none', (number) => {
    expect(isCardNumber(number)).toBe(false);
  });
});

describe('IBANs', () => {
  test.each([
    'DE89370400440532013000',
    'DE62370400440532013001',
    'NL91ABNA0417164300',
    'FR1420041010050500013M02606',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
  ])('%s is one', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  test('one wrong character is noticed', () => {
    const iban = 'FR1420041010050500013M02606';
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: iban.length - 1 }),
        fc.constantFrom(...'0123456789'),
        (at, digit) => {
          fc.pre(iban[at] !== digit);
          expect(isIban(iban.slice(0, at) + digit + iban.slice(at + 1))).toBe(false);
        },
      ),
    );
  });

  test.each([
    '',
    'DE',
    'DE00',
    'de89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    '89DE370400440532013000',
  ])('"%s" is none', (iban) => {
    expect(isIban(iban)).toBe(false);
  });
});

test.each([
  ['COBADEFF', true],
  ['COBADEFFXXX', true],
  ['COBADEF', false],
  ['COBADEFFXX', false],
  ['C0BADEFF', false],
])('BIC %s: %s', (bic, right) => {
  expect(isBic(bic)).toBe(right);
});

describe('expiry dates', () => {
  const today = new Date(2030, 5, 30);
  test.each([
    ['6', '30', [6, 2030]],
    ['06', '2030', [6, 2030]],
    ['12', '2054', [12, 2054]],
    ['5', '30', undefined],
    ['12', '2029', undefined],
    ['6', '2055', undefined],
    ['0', '31', undefined],
    ['13', '31', undefined],
    ['1', '031', undefined],
    ['', '', undefined],
  ])('%s/%s in June 2030', (month, year, read) => {
    expect(readExpiry(month, year, today)).toEqual(read);
  });
});
