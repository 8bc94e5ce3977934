import { describe, expect, it } from 'vitest';
import { cutCvc, groupCardNumber } from '../../../../sdk/src/elements/internal/card-field.ts';
import { findBrand } from '../../../../sdk/src/payment-data/card-brand.ts';
import { findCardType } from '../../../../sdk/src/payment-data/card-type.ts';
import { fc } from '../../../properties.ts';

describe('the brand of a card', () => {
  it.each([
    ['4', 'visa'],
    ['4111', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['36', 'diners'],
    ['38', 'diners'],
    ['39', 'diners'],
    ['300', 'diners'],
    ['305', 'diners'],
    ['3095', 'diners'],
    ['6011', 'discover'],
    ['644', 'discover'],
    ['649', 'discover'],
    ['65', 'discover'],
    ['3528', 'jcb'],
    ['3589', 'jcb'],
    ['62', 'unionpay'],
    ['5018', 'maestro'],
    ['5020', 'maestro'],
    ['5038', 'maestro'],
    ['5893', 'maestro'],
    ['6304', 'maestro'],
    ['6759', 'maestro'],
  ])('%s… is %s', (digits, type) => expect(findCardType(digits)).toBe(type));

  it.each([
    '',
    '1',
    '3',
    '5',
    '56',
    '27',
    '2220',
    '2721',
    '306',
    '3094',
    '358',
    '3527',
    '3590',
    '643',
    '5019',
    '5892',
    '9',
  ])('%s… is not known (yet)', (digits) => expect(findCardType(digits)).toBe(''));
});

describe('a displayed card number', () => {
  it('is grouped as on the card', () => {
    expect(groupCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
    expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005');
    expect(groupCardNumber('41111')).toBe('4111 1');
    expect(groupCardNumber('4111-1111_1111.1111')).toBe('4111 1111 1111 1111');
    expect(groupCardNumber('6759649826438453000')).toBe('6759 6498 2643 8453 000');
  });

  it('ends at the length of its brand', () => {
    expect(groupCardNumber('55555555555544449')).toBe('5555 5555 5555 4444');
    expect(groupCardNumber('3782822463100059')).toBe('3782 822463 10005');
  });

  it.each(['4', '51', '34', '62', '300', '36', '3528', '5018', '6011', '9'])(
    'shows every digit of a number that begins with %s, as many as there can be',
    (start) => {
      for (const length of findBrand(start).lengths) {
        const digits = start.padEnd(length, '123456789');
        expect(groupCardNumber(digits).replaceAll(' ', '')).toBe(digits);
      }
    },
  );

  it('keeps the digits in order and adds only single spaces, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 -x'), maxLength: 40 }), (typed) => {
        const shown = groupCardNumber(typed);
        expect(typed.replace(/\D/g, '').startsWith(shown.replaceAll(' ', ''))).toBe(true);
        expect(shown).toMatch(/^(\d+( \d+)*)?$/);
        expect(groupCardNumber(shown)).toBe(shown);
      }),
    );
  });

  it('determines the length of the security code', () => {
    expect(cutCvc('12345', '4111 1111')).toBe('123');
    expect(cutCvc('12345', '3782 82')).toBe('1234');
    expect(cutCvc('1a2', '')).toBe('12');
  });
});
