import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sentencesIn } from '../../sandbox/src/service/http/answers/customer-sentences/by-code.ts';
import { sentences } from '../../sandbox/src/service/http/answers/customer-sentences/sentences.ts';
import * as languages from '../../sdk/src/elements/internal/texts/all.ts';
import { payer } from '../../sdk/src/errors/sentences.ts';
import { ClientLibError, configure, Payment, Portal, Signup } from '../../sdk/src/index.ts';

// Each error says two things: a sentence for the customer, in their language, and what a developer needs.
const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { FirstName: 'Ada', LastName: 'Byron', Locale: 'de-DE', Address: { Country: 'DE' } };
const card = (cardNumber: string) => ({
  bearer: 'CreditCard:FakePSP' as const,
  cardNumber,
  expiryMonth: 12,
  expiryYear: '39',
  cardHolder: 'Ada Byron',
  cvc: '123',
});

const seats = (Quantity: number) => ({ ComponentId: 'd00000000000000000000001', Quantity });

let sandbox: Sandbox;
let language: string;
beforeEach(() => {
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z' });
  language = 'fr-CH, fr;q=0.9, en;q=0.8';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  configure({
    baseUrl: 'http://sandbox.test',
    fetch: (request) => {
      const sent = new Request(request);
      sent.headers.set('Accept-Language', language);
      return sandbox.fetch(sent);
    },
  });
});
afterEach(() => {
  payer.sentences = {};
  vi.restoreAllMocks();
  sandbox.close();
});

const ready = async (): Promise<Payment> => {
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  return payment;
};

const errorOf = async (work: Promise<unknown>): Promise<ClientLibError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClientLibError);
  return error as ClientLibError;
};

describe('a customer reads', () => {
  test('why a payment was declined, in the language of the customer data', async () => {
    const payment = await ready();
    const paying = new Signup().subscribe(payment, cart, customer, card('4000000000000002'));
    const error = await errorOf(paying);
    expect(error).toMatchObject({
      errorCode: ['BearerInvalid'],
      errorMessage: 'Die Zahlung ist fehlgeschlagen.',
      details: 'Ihre Karte wurde abgelehnt.',
    });
    expect(error.developerMessage).toContain('FakePSP declined the payment');
    expect(error.message).toBe(error.developerMessage);
  });

  test('what to check of the card, in the language of the browser, before anything is sent', async () => {
    const payment = await ready();
    const paying = new Signup().subscribe(payment, cart, customer, card('4111111111111112'));
    expect(await errorOf(paying)).toMatchObject({
      errorMessage: 'Veuillez vérifier le numéro de carte.',
      field: 'cardNumber',
      developerMessage: expect.stringContaining('cardNumber: expected'),
    });
  });

  test('English if the language is unknown', async () => {
    language = 'tlh';
    const payment = await ready();
    const paying = new Signup().subscribe(payment, cart, customer, card(''));
    expect((await errorOf(paying)).errorMessage).toBe('Please check the card number.');
  });

  test('a separate message if the service was not reached', async () => {
    configure({ fetch: () => Promise.reject(new TypeError('no connection')) });
    const error = await errorOf(new Signup().preview(cart, {}));
    expect(error.errorMessage).toBe('Something went wrong. Please try again later.');
  });

  test('that too in the language of the browser, once the service has answered in it', async () => {
    await ready();
    const general = payer.sentences[''];
    expect(general).toMatch(/réessayer/);
    expect(new ClientLibError(['ServerError', 'NetworkDown'], '').errorMessage).toBe(general);
  });

  test('the language of the contract’s customer in the portal', async () => {
    const payment = await ready();
    const { ContractId } = await new Signup().subscribe(payment, cart, customer, card('4111111111111111'));
    const login = await sandbox.fetch('http://sandbox.test/oauth/token/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=c00000000000000000000001&client_secret=sandbox-secret',
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const answer = await sandbox.fetch(
      `http://sandbox.test/api/v1/contracts/${ContractId}/selfServiceToken?access_token=${access_token}`,
    );
    const portal = new Portal(((await answer.json()) as { Token: string }).Token);
    const change = portal.customerChange({ ...customer, Address: { Country: 'XX' } });
    expect(await errorOf(change)).toMatchObject({
      errorCode: ['InvalidCountry'],
      errorMessage: 'Bitte prüfen Sie das Land.',
      field: 'Address.Country',
    });
  });

  test('nothing about access rights', async () => {
    const order = new Signup().createOrder(cart, { ...customer, CustomFields: { Secret: 'x' } });
    const error = await errorOf(order);
    expect(error.errorMessage).not.toMatch(/ClientLib|SelfService|CustomFields/);
    expect(error.developerMessage).toContain('SelfService');
  });
});

describe('`field` names what the service rejects', () => {
  test.each([
    ['Cart.CouponCode', 'InvalidCouponCode', { ...cart, CouponCode: 'NOPE' }, customer],
    ['Customer.VatId', 'InvalidVatId', cart, { ...customer, VatId: '12' }],
    ['Customer.Address.Country', 'InvalidCountry', cart, { ...customer, Address: { Country: 'Germany' } }],
    [
      'Cart.ComponentSubscriptions[0].Quantity',
      'InvalidData',
      { ...cart, ComponentSubscriptions: [seats(-1)] },
      customer,
    ],
  ])('%s', async (field, code, wrongCart, wrongCustomer) => {
    const error = await errorOf(new Signup().createOrder(wrongCart, wrongCustomer));
    expect([error.field, error.errorCode[0]]).toEqual([field, code]);
    expect(error.errorMessage).not.toContain(field);
    expect(error.developerMessage).toContain(field);
  });
});

test('developers see their message in the console, whether or not the page shows anything', async () => {
  const payment = await ready();
  const paying = new Signup().subscribe(payment, cart, customer, card('4111'), null, () => {});
  const { message } = await errorOf(paying);
  expect(console.warn).toHaveBeenCalledWith(`ClientLib: ${message}`);
});

test('every language of the payment form has every message, without a name of the API', () => {
  expect(Object.keys(sentences).sort()).toEqual(Object.keys(languages).sort());
  for (const code of Object.keys(languages)) {
    const all = Object.values(sentencesIn([code]));
    for (const sentence of all) expect(sentence).toMatch(/^(?!.*[a-z][A-Z]).{8,}[.۔]$/u);
    if (code !== 'en') expect(all).not.toContain(sentencesIn(['en'])['']);
  }
});
