import { describe, expect, it } from 'vitest';
import { formatExpiry, splitExpiry } from '../../../../sdk/src/elements/internal/expiry-field.ts';
import { fc } from '../../../properties.ts';

describe('an expiry date', () => {
  it.each([
    ['1', '1'],
    ['0', '0'],
    ['12', '12 / '],
    ['5', '05 / '],
    ['1/', '01 / '],
    ['1/3', '01 / 3'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['12 / 30', '12 / 30'],
    ['12/2030', '12 / 2030'],
    ['122030', '12 / 2030'],
    ['12 / 20301', '12 / 2030'],
    ['2030-12', '12 / 2030'],
    ['2030/5', '05 / 2030'],
    ['530', '05 / 30'],
    ['13', '01 / 3'],
    ['12-30', '12 / 30'],
    ['12301', '12 / 30'],
    ['12 / 2712', '12 / 27'],
    ['1/29', '01 / 29'],
    ['', ''],
    ['abc', ''],
  ])('typed as "%s" is shown as "%s"', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  it('can be erased', () => {
    expect(formatExpiry('12 / ', true)).toBe('12');
    expect(formatExpiry('12 /', true)).toBe('12');
    expect(formatExpiry('12 / 3', true)).toBe('12 / 3');
    expect(formatExpiry('0', true)).toBe('0');
  });

  it('typed digit by digit gives the intended month and year', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2021, max: 2099 }),
        fc.boolean(),
        (month, year, isShort) => {
          const digits = `${month}`.padStart(2, '0') + `${year}`.slice(isShort ? 2 : 0);
          // The one thing that cannot be told apart: 20 as a short year begins a long one.
          let shown = '';
          for (const digit of digits) shown = formatExpiry(shown + digit);
          const read = splitExpiry(shown);
          expect(Number(read.expiryMonth)).toBe(month);
          expect(Number(read.expiryYear)).toBe(isShort ? year - 2000 : year);
        },
      ),
    );
  });

  it('is read as month and year', () => {
    expect(splitExpiry('12 / 30')).toEqual({ expiryMonth: '12', expiryYear: '30' });
    // While an input method composes, what is typed stays as it is.
    expect(splitExpiry('１２／３０')).toEqual({ expiryMonth: '12', expiryYear: '30' });
    expect(splitExpiry('12')).toEqual({ expiryMonth: '12', expiryYear: '' });
    expect(splitExpiry('')).toEqual({ expiryMonth: '', expiryYear: '' });
  });
});
