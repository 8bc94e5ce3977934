import { describe, expect, it } from 'vitest';
import { mistakesIn, toPaymentData } from '../../../../sdk/src/elements/internal/check.ts';
import { fieldsByKind, groupIban, type Typed } from '../../../../sdk/src/elements/internal/fields.ts';
import type { Flow } from '../../../../sdk/src/providers/flow.ts';

const flow = (Data: Flow['Data']): Flow => ({ Kind: 'Token', Data, Url: 'https://provider.test' });
const codes = (typed: Typed, data: Flow['Data']) =>
  Object.fromEntries(
    [...mistakesIn(typed, flow(data))].map(([field, { errorCode }]) => [field, errorCode[0]]),
  );

const card = { cardNumber: '4111 1111 1111 1111', expiry: '12 / 39', cvc: '123', cardHolder: 'Ada' };

describe('the errors in a form', () => {
  it('are empty if everything is valid', () => {
    expect(codes(card, 'Card')).toEqual({});
    expect(codes({ ...card, cardNumber: '3782 822463 10005', cvc: '1234' }, 'Card')).toEqual({});
    expect(
      codes({ accountHolder: 'Ada', iban: 'DE89 3704 0044 0532 0130 00', bic: '' }, 'DebitIban'),
    ).toEqual({});
    expect(
      codes({ accountHolder: 'Ada', bankAccountNumber: '1', bankRoutingCode: '37040044' }, 'DebitAccount'),
    ).toEqual({});
    expect(codes({ emailAddress: '' }, 'Wallet')).toEqual({});
    expect(codes({}, 'None')).toEqual({});
  });

  it('are all reported at once, each by its field', () => {
    expect(codes({}, 'Card')).toEqual({
      cardNumber: 'InvalidCardNumber',
      expiry: 'InvalidExpirationDate',
      cvc: 'InvalidCardCvc',
      cardHolder: 'InvalidCardHolder',
    });
    expect(codes({ iban: 'DE88 3704 0044 0532 0130 00', bic: 'X' }, 'DebitIban')).toEqual({
      accountHolder: 'InvalidAccountHolder',
      iban: 'InvalidIban',
      bic: 'InvalidBic',
    });
    expect(codes({}, 'DebitAccount')).toEqual({
      accountHolder: 'InvalidAccountHolder',
      bankAccountNumber: 'InvalidAccountNumber',
      bankRoutingCode: 'InvalidBankCode',
    });
    expect(codes({ emailAddress: 'ada' }, 'WalletRequired')).toEqual({ emailAddress: 'InvalidPaymentData' });
  });

  it.each([
    ['cardNumber', { cardNumber: '4111 1111 1111 1112' }],
    ['expiry', { expiry: '12 / 20' }],
    ['expiry', { expiry: '13 / 39' }],
    ['cvc', { cvc: '12' }],
    ['cvc', { cvc: '1234' }],
    ['cvc', { cardNumber: '3782 822463 10005', cvc: '123' }],
    ['cardHolder', { cardHolder: ' ' }],
  ])('are found in %s only: %j', (field, change) => {
    expect(Object.keys(codes({ ...card, ...change }, 'Card'))).toEqual([field]);
  });

  it('are independent: the length of the code follows the number, even a wrong one', () => {
    expect(codes({ ...card, cardNumber: '3782 822463 10006', cvc: '1234' }, 'Card')).toEqual({
      cardNumber: 'InvalidCardNumber',
    });
    expect(Object.keys(codes({ ...card, cardNumber: '3782 822463 10006', cvc: '123' }, 'Card'))).toEqual([
      'cardNumber',
      'cvc',
    ]);
  });

  it('never repeat what was typed', () => {
    const typed = { cardNumber: '4111111111111112', expiry: '99 / 99', cvc: '98', cardHolder: '' };
    for (const { message, field } of mistakesIn(typed, flow('Card')).values()) {
      expect(JSON.stringify([message, field])).not.toMatch(/4111|99|98/);
    }
  });

  it('do not ask the customer for a mandate, which the form creates', () => {
    const typed = { accountHolder: 'Ada', iban: 'DE89370400440532013000' };
    expect(mistakesIn(typed, { ...flow('DebitIban'), MandateRequired: true }).size).toBe(0);
  });
});

describe('the fields of the form', () => {
  it('become secretPaymentData', () => {
    expect(toPaymentData(card)).toEqual({
      cardnumber: '4111 1111 1111 1111',
      expirymonth: '12',
      expiryyear: '39',
      cvc: '123',
      cardholder: 'Ada',
    });
  });

  it('are filled in from cards saved in the browser', () => {
    expect(fieldsByKind.Card.map(({ autocomplete }) => autocomplete)).toEqual([
      'cc-number',
      'cc-exp',
      'cc-csc',
      'cc-name',
    ]);
  });

  it('show an IBAN in groups of four', () => {
    expect(groupIban('de89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
    expect(groupIban('DE89 3704 0044 0532 0130 00')).toBe('DE89 3704 0044 0532 0130 00');
    expect(groupIban('')).toBe('');
    // A space at the end could not be deleted.
    expect(['DE89', 'DE89 ', 'DE893704'].map(groupIban)).toEqual(['DE89', 'DE89', 'DE89 3704']);
  });
});
