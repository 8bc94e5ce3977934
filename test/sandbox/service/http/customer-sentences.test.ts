import { describe, expect, it } from 'vitest';
import { sentencesIn } from '../../../../sandbox/src/service/http/answers/customer-sentences/by-code.ts';
import {
  type Sentences,
  sentences,
} from '../../../../sandbox/src/service/http/answers/customer-sentences/sentences.ts';
import { getTexts } from '../../../../sdk/src/drop-in/texts/languages.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

/* What the customer reads when something is refused: the sentence of each code, in the customer's language. */

describe('the sentences', () => {
  it('of each code, in English', () => {
    expect(sentencesIn(['en'])).toMatchInlineSnapshot(`
      {
        "": "Something went wrong. Please try again later.",
        "3DsProblem": "Your bank did not confirm the payment.",
        "Aborted": "You have canceled the payment.",
        "AlreadyExecuted": "This order is already paid.",
        "AmountLimitExceeded": "Your payment was declined: it is above the limit of your bank.",
        "AuthorizationRejected": "Your payment was declined.",
        "BearerExpired": "Your card has expired.",
        "BearerInvalid": "Your card was declined.",
        "BearerRejected": "Your card was declined.",
        "Canceled": "You have canceled the payment.",
        "InsufficientBalance": "Your payment was declined: there are not enough funds.",
        "InvalidAccountHolder": "Please check the name.",
        "InvalidAccountNumber": "Please check the account number.",
        "InvalidBankCode": "Please check the bank code.",
        "InvalidBic": "Please check the BIC: 8 or 11 characters.",
        "InvalidCardCvc": "Please check the security code.",
        "InvalidCardHolder": "Please check the name.",
        "InvalidCardNumber": "Please check the card number.",
        "InvalidCountry": "Please check the country.",
        "InvalidCouponCode": "This coupon is not valid.",
        "InvalidData": "Please check what you entered.",
        "InvalidExpirationDate": "Please check the date. It must not be past.",
        "InvalidIBAN": "Please check the IBAN.",
        "InvalidIban": "Please check the IBAN.",
        "InvalidName": "Please check the name.",
        "InvalidPaymentData": "Please check what you entered.",
        "InvalidVatId": "Please check the VAT number.",
        "LimitExceeded": "Your payment was declined: it is above the limit of your bank.",
        "LoginError": "Your session has ended. Please open the page again.",
        "Rejected": "Your payment was declined.",
      }
    `);
  });

  it.each(Object.keys(sentences))(
    'in %s are all there, end as sentences and say different things',
    (language) => {
      const all = sentences[language] as object;
      expect(Object.keys(all)).toEqual(Object.keys(sentences['en'] as object));
      const texts = Object.values(all) as string[];
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts.filter((text) => !/[.。।]$/.test(text.trim()))).toEqual([]);
      if (language === 'en') return;
      // No other language has the same sentence, as far as they are not one.
      const others = Object.entries(sentences)
        .filter(([name]) => name !== language)
        .map(([, own]) => Object.values(own));
      expect(texts.filter((text) => others.flat().includes(text)).length).toBeLessThan(3);
    },
  );

  // Arabic and Hebrew have two words for it.
  it.each(Object.keys(sentences).filter((name) => !['ar', 'he'].includes(name)))(
    'in %s name the country as its field does, and for a VAT number does not',
    async (language) => {
      const { fields } = await getTexts(language);
      const word = fields.Country.toLowerCase().slice(0, 3);
      const naming = Object.entries(sentences[language] as Sentences).filter(([, text]) =>
        text
          .toLowerCase()
          .split(/\P{L}+/u)
          .some((one: string) => one.startsWith(word)),
      );
      expect(naming.map(([name]) => name)).toContain('country');
      expect(naming.map(([name]) => name)).not.toContain('vatId');
    },
  );

  it.each([
    [['de'], 'Dieser Gutschein'],
    [['de-AT', 'fr'], 'Dieser Gutschein'],
    [['xx', 'fr'], 'Ce '],
    [['xx'], 'This '],
    [[], 'This '],
  ])('are in the first language of %j that has some', (languages, begins) => {
    expect(sentencesIn(languages).InvalidCouponCode?.startsWith(begins)).toBe(true);
  });
});

describe('the language of the customer', () => {
  const English = sentencesIn(['en']).InvalidCouponCode;
  const German = sentencesIn(['de']).InvalidCouponCode;
  const Cart = { PlanVariantId: 'b00000000000000000000001', CouponCode: 'nothing' };

  it.each([
    [
      'of the customer in the request, before that of the browser',
      { Customer: { Locale: 'de-DE' } },
      'fr',
      German,
    ],
    ['of the browser', {}, 'xx, de;q=0.8', German],
    ['is English without any', {}, '', English],
  ])('is that %s', async (_what, body, accepted, sentence) => {
    const sandbox = newSandbox();
    const answer = await sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/signup/preview', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': accepted },
      body: JSON.stringify({ Cart, ...body }),
    });
    const { Coupon } = ((await answer.json()) as { Order: { Coupon: object } }).Order;
    expect(Coupon).toMatchObject({
      ErrorMessage: sentence,
      DeveloperMessage: expect.stringContaining('nothing'),
    });
  });

  it('is that of the customer whose contract the page shows', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id, CustomerId } = await newContract(api);
    await api('PATCH', `customers/${CustomerId}`, { Locale: 'de-DE' });
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const { body } = await api(
      'POST',
      'CustomerSelfService/upgrade/preview',
      { Cart: { PlanVariantId: 'b00000000000000000000003', CouponCode: 'nothing' } },
      { Authorization: `Bearer ${Token}`, 'Accept-Language': 'fr' },
    );
    expect(body.Order.Coupon.ErrorMessage).toBe(German);
  });
});
