import { describe, expect, test, vi } from 'vitest';
import {
  accountNumberRule,
  bicRule,
  ibanFormRule,
  ibanRule,
  routingCodeRule,
} from '../../../sdk/src/payment-data/bank-account.ts';
import { cardNumberRule, hasCheckDigit } from '../../../sdk/src/payment-data/card.ts';
import { checkPaymentData } from '../../../sdk/src/payment-data/check.ts';
import { readExpiry } from '../../../sdk/src/payment-data/expiry.ts';
import { fc } from '../../properties.ts';

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));

describe('spec: secretPaymentData Credit card — card numbers', () => {
  test.each([
    '4111111111111111',
    '5555555555554444',
    '378282246310005',
    '4000000000003220',
    '6011000990139424',
    // UnionPay has numbers without a check digit.
    '6212345678901234567',
  ])('%s is one', (number) => {
    expect(cardNumberRule(number)).toBeUndefined();
  });

  test('exactly one of ten check digits is valid', () => {
    fc.assert(
      fc.property(digits(11, 18), (start) => {
        const right = [...'0123456789'].filter((last) => hasCheckDigit(start + last));
        expect(right).toHaveLength(1);
      }),
    );
  });

  test('one wrong digit is detected', () => {
    fc.assert(
      fc.property(digits(11, 18), fc.nat(17), fc.integer({ min: 1, max: 9 }), (start, place, change) => {
        const last = [...'0123456789'].find((digit) => hasCheckDigit(start + digit));
        const number = `${start}${last}`;
        const at = place % number.length;
        const wrong = number.slice(0, at) + ((Number(number[at]) + change) % 10) + number.slice(at + 1);
        expect(hasCheckDigit(wrong)).toBe(false);
      }),
    );
  });

  const anyBrand = '12 or 13 or 14 or 15 or 16 or 17 or 18 or 19 digits';
  test.each([
    ['', 'a card number'],
    ['0', anyBrand],
    ['411111111111111a', 'a card number'],
    ['4111 1111 1111 1111', 'a card number'],
    ['00000000000', anyBrand],
  ])('"%s" is invalid: expected %s', (number, wanted) => {
    expect(cardNumberRule(number)).toBe(wanted);
  });

  test.each([
    ['', 'a card number'],
    ['41111111111111x1', 'a card number'],
    ['411111111111111', '13 or 16 or 19 digits'],
    ['37828224631000', '15 digits'],
    ['55555555555544440', '16 digits'],
    ['4111', '13 or 16 or 19 digits'],
    ['2221', '16 digits'],
    ['34', '15 digits'],
    ['62', '16 or 17 or 18 or 19 digits'],
    ['36', anyBrand],
    ['9111', '12 or 13 or 14 or 15 or 16 or 17 or 18 or 19 digits'],
    ['4111111111111112', 'right check digits'],
  ])('"%s" is explained: expected %s', (number, expected) => {
    expect(cardNumberRule(number)).toBe(expected);
  });
});

describe('spec: secretPaymentData Direct debit with IBAN — IBANs', () => {
  test.each([
    'DE89370400440532013000',
    'DE62370400440532013001',
    'NL91ABNA0417164300',
    'FR1420041010050500013M02606',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
  ])('%s is one', (iban) => {
    expect(ibanRule(iban)).toBeUndefined();
  });

  test('one wrong character is detected', () => {
    const iban = 'FR1420041010050500013M02606';
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: iban.length - 1 }),
        fc.constantFrom(...'0123456789'),
        (at, digit) => {
          fc.pre(iban[at] !== digit);
          expect(ibanRule(iban.slice(0, at) + digit + iban.slice(at + 1))).toBe('right check digits');
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
  ])('"%s" is invalid', (iban) => {
    expect(ibanRule(iban)).toBe('the form of an IBAN');
  });

  test('of a test provider need only the format', () => {
    expect(ibanFormRule('DE00123456789012345678')).toBeUndefined();
    expect(ibanFormRule('DE00')).toBe('the form of an IBAN');
    expect(ibanRule('DE00123456789012345678')).toBe('right check digits');
  });
});

describe.each(['DebitIban', 'DebitAccount'] as const)('%s', (Data) => {
  const account = { accountholder: 'Ada', bankaccountnumber: '532013000', bankroutingcode: '37040044' };
  // Its check digits are wrong.
  const data = { ...account, iban: 'DE00370400440532013000' };
  const mandate = { mandatereference: 'M-1', mandatesignaturedate: '2026-01-15' };
  const found = (given: object, rules: object) =>
    checkPaymentData(given as never, { Data, ...rules }).findings.map(({ field }) => field);

  test.each([
    [{}, false, true],
    [{ MandateRequired: false, SyntaxOnly: true }, false, false],
    [{ MandateRequired: true, SyntaxOnly: false }, true, true],
    [{ MandateRequired: true, SyntaxOnly: true }, true, false],
  ])(
    'of a provider with %j needs a mandate: %s, and right check digits: %s',
    (rules, isNeeded, isChecked) => {
      const wrong = Data === 'DebitIban' && isChecked ? ['iban'] : [];
      const missing = isNeeded ? ['mandateReference', 'mandateSignatureDate'] : [];
      expect(found(data, rules)).toEqual([...wrong, ...missing]);
      expect(found({ ...data, ...mandate }, rules)).toEqual(wrong);
    },
  );

  test('sends nothing for what is left out', () => {
    const { secret, open } = checkPaymentData(
      { ...data, iban: 'DE89370400440532013000', bic: ' ', mandatetext: '' } as never,
      { Data },
    );
    expect([...Object.values(secret?.Debit ?? {}), ...Object.values(open ?? {})]).not.toContain('');
  });
});

const wide = (typed: string) =>
  typed.replace(/[!-~]/g, (at) => String.fromCharCode(at.charCodeAt(0) + 0xfee0));
test.each([' ', '-', '\u00a0', '\u3000', '\uff0d', ' \u200b'])(
  'numbers are typed in groups with "%s" between, on narrow and wide keyboards',
  (between) => {
    const grouped = (typed: string) => typed.replace(/.{4}(?=.)/g, (four) => `${four}${between}`);
    for (const typed of [grouped, (one: string) => grouped(wide(one))]) {
      const card = {
        cardnumber: typed('4111111111111111'),
        expirymonth: '12',
        expiryyear: '2039',
        cvc: '123',
        cardholder: 'Ada',
      };
      const { findings, secret } = checkPaymentData(card, { Data: 'Card' });
      expect([findings, secret?.Card?.Number]).toEqual([[], '4111111111111111']);
      const debit = { accountholder: 'Ada', iban: typed('de89370400440532013000') };
      const checked = checkPaymentData(debit, { Data: 'DebitIban' });
      expect([checked.findings, checked.secret?.Debit]).toMatchObject([
        [],
        { Iban: 'DE89370400440532013000' },
      ]);
    }
  },
);

test.each(['Wallet', 'WalletRequired'] as const)('%s sends no address that is empty', (Data) => {
  expect(checkPaymentData({ emailaddress: ' ' }, { Data }).open?.EmailAddress).toBeUndefined();
  expect(checkPaymentData({ emailaddress: ' a@b ' }, { Data }).open?.EmailAddress).toBe('a@b');
});

test.each([
  ['COBADEFF', true],
  ['COBADEFFXXX', true],
  ['COBADEF', false],
  ['COBADEFFXX', false],
  ['C0BADEFF', false],
])('BIC %s: %s', (bic, right) => {
  expect(bicRule(bic) === undefined).toBe(right);
});

test.each([
  [accountNumberRule, '1', true],
  [accountNumberRule, '1'.repeat(17), true],
  [accountNumberRule, '1'.repeat(18), false],
  [accountNumberRule, '', false],
  [accountNumberRule, '12a', false],
  [routingCodeRule, '12345', true],
  [routingCodeRule, '123456789', true],
  [routingCodeRule, '1234', false],
  [routingCodeRule, '1234567890', false],
])('account numbers have 1 to 17 digits, routing codes 5 to 9: %# "%s" %s', (rule, digits, right) => {
  expect(rule(digits) === undefined).toBe(right);
});

test.each([
  ['a@b', true],
  ['a@', false],
  ['@b', false],
  ['ab', false],
])('e-mail address %s: %s', (emailaddress, right) => {
  expect(checkPaymentData({ emailaddress }, { Data: 'WalletRequired' }).findings.length === 0).toBe(right);
});

describe('spec: secretPaymentData Credit card — expiry dates', () => {
  test.each(['Pacific/Auckland', 'America/Los_Angeles'])(
    'a card lasts to the end of its month in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const [last, next] = [new Date(2030, 5, 30, 23, 59), new Date(2030, 6, 1, 0, 0)];
      expect([last, next].map((now) => readExpiry('6', '30', now)?.monthsLeft)).toEqual([0, -1]);
      vi.unstubAllEnvs();
    },
  );

  const today = new Date(2030, 5, 30);
  test.each([
    ['6', '30', { month: 6, year: 2030, monthsLeft: 0 }],
    ['06', '2030', { month: 6, year: 2030, monthsLeft: 0 }],
    ['12', '2054', { month: 12, year: 2054, monthsLeft: 294 }],
    ['5', '30', { month: 5, year: 2030, monthsLeft: -1 }],
    ['12', '2029', { month: 12, year: 2029, monthsLeft: -6 }],
    ['6', '2055', { month: 6, year: 2055, monthsLeft: 300 }],
    ['0', '31', undefined],
    ['13', '31', undefined],
    ['1', '031', undefined],
    ['', '', undefined],
  ])('%s/%s in June 2030', (month, year, read) => {
    expect(readExpiry(month, year, today)).toEqual(read);
  });
});
