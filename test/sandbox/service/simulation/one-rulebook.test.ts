import { describe, expect, it } from 'vitest';
import { readCard, readDebit } from '../../../../sandbox/src/service/simulation/payment-data.ts';
import { findCardType } from '../../../../sdk/src/payment-data/card-type.ts';
import { checkPaymentData } from '../../../../sdk/src/payment-data/check.ts';

/*
 * Page, form and simulated provider judge payment data alike: one rulebook, sdk/src/payment-data.
 */

const NOW = Date.UTC(2026, 0, 15);
const card = (number: string) => ({
  Number: number,
  ExpiryMonth: 12,
  ExpiryYear: 2032,
  Holder: 'Ada',
  Cvc: '123',
});

/** What the page finds wrong with a card. */
const pageSays = (number: string, cvc: string) =>
  checkPaymentData(
    { cardnumber: number, cvc, expirymonth: '12', expiryyear: '2032', cardholder: 'Ada' },
    { Data: 'Card' },
  ).findings.map(({ code }) => code);

/** What the provider refuses it with. */
const providerSays = (number: string, cvc: string) => {
  try {
    readCard({ ...card(number), Cvc: cvc }, NOW);
    return [];
  } catch (error) {
    return [(error as { code: string }).code];
  }
};

describe('a card', () => {
  it.each([
    ['6200000000000005', 'unionpay'],
    ['6759649826438453', 'maestro'],
    ['6011111111111117', 'discover'],
    ['2223003122003222', 'mastercard'],
    ['3530111333300000', 'jcb'],
  ])('%s has the brand %s in the form and at the provider', (number, brand) => {
    expect(findCardType(number)).toBe(brand);
    expect(readCard(card(number), NOW).shown.CardType).toBe(brand);
  });

  it.each([
    ['4111111111111111', '123'],
    ['4111111111111112', '123'],
    ['411111111111111', '123'],
    ['378282246310005', '123'],
    ['378282246310005', '1234'],
    ['6200000000000005', '12'],
    ['', '123'],
  ])('"%s" with the code %s is rejected for the same reason', (number, cvc) => {
    expect(pageSays(number, cvc).slice(0, 1)).toEqual(providerSays(number, cvc));
  });
});

describe('a bank account', () => {
  it.each(['DE89370400440532013000', 'DE89370400440532013001', 'DE89', 'XX'])(
    'by IBAN %s is refused for the same reason',
    (Iban) => {
      const { findings } = checkPaymentData({ iban: Iban, accountholder: 'Ada' }, { Data: 'DebitIban' });
      const read = () => readDebit({ Holder: 'Ada', Iban }, 'DebitIban');
      const [finding] = findings;
      if (finding === undefined) expect(read().shown.Type).toBe('BankAccount');
      else expect(read).toThrow(expect.objectContaining({ code: finding.code }));
    },
  );
});
