import { type ClientLibError, configure, Payment, Signup, validateVatId } from 'clientlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  card,
  cart,
  customer,
  fakeServiceForEachTest,
  json,
  order,
  paymentMethods,
  problem,
  silence,
  token,
} from './fake-service.ts';

const service = fakeServiceForEachTest();
const config = { publicApiKey: 'a00000000000000000000001', providerReturnUrl: 'https://shop.test/back' };
const ready = async (given = {}): Promise<Payment> => {
  const payment = new Payment({ ...config, ...given });
  await payment.ready;
  return payment;
};

describe('spec: Operation new Payment, paymentConfig — loading', () => {
  test('calls ready, without arguments, and resolves `ready`', async () => {
    const called = vi.fn();
    const failed = vi.fn();
    const payment = new Payment(config, called, failed);
    expect(await payment.ready).toBeUndefined();
    expect(called).toHaveBeenCalledExactlyOnceWith(undefined);
    expect(failed).not.toHaveBeenCalled();
    expect(service.current.received).toHaveLength(1);
  });

  test('returns the methods in both forms, and the environment', async () => {
    const payment = await ready();
    expect(payment.getAvailablePaymentMethods()).toEqual(paymentMethods.Methods);
    expect(payment.getAvailablePaymentMethodEnum().map((bearer) => bearer.split(':')[0])).toEqual([
      'CreditCard',
      'Debit',
      'InvoicePayment',
    ]);
    expect(payment.environment).toBe('Sandbox');
  });

  test('accepts its configuration in any casing', async () => {
    const payment = new Payment({ PublicApiKey: 'key' } as never);
    await payment.ready;
    expect(payment.publicApiKey).toBe('key');
  });

  test('starts at once, and is complete only after DOMContentLoaded', async () => {
    const page = Object.assign(new EventTarget(), { readyState: 'loading' });
    vi.stubGlobal('document', page);
    const called = vi.fn();
    const payment = new Payment(config, called);
    await vi.waitFor(() => expect(service.current.received).toHaveLength(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(called).not.toHaveBeenCalled();
    expect(() => payment.getAvailablePaymentMethodEnum()).toThrow('Payment: wait for ready.');
    page.dispatchEvent(new Event('DOMContentLoaded'));
    await payment.ready;
    expect(called).toHaveBeenCalledOnce();
  });

  test('used before it is ready: synchronous methods throw', async () => {
    service.current.on('GET paymentMethods', silence);
    const payment = new Payment(config, null, () => {}, { timeoutMs: 100 });
    const notReady = expect.objectContaining({ errorCode: ['InvalidConfiguration', 'NotReady'] });
    expect(() => payment.getAvailablePaymentMethods()).toThrow(notReady);
    expect(() => payment.environment).toThrow(notReady);
    await expect(payment.ready).rejects.toMatchObject({ errorCode: ['Timeout'] });
  });

  test('used before it is ready: calls wait for it', async () => {
    const processed = await new Payment(config).processPaymentData(card);
    expect(processed.TetheredPaymentInformation.Token).toBe('tok_1');
    const result = await new Signup().subscribe(new Payment(config), cart, customer, card);
    expect(result.OrderId).toBe(order.OrderId);
    await new Signup().paySignupInteractive(new Payment(config), card, order);
    expect(service.current.requestsTo('signup/pay')).toHaveLength(2);
  });

  test('used before it is ready: a call waits no longer than its own timeout, and creates no order', async () => {
    service.current.on('GET paymentMethods', silence);
    const payment = new Payment(config, null, () => {}, { timeoutMs: 200 });
    const call = new Signup().subscribe(payment, cart, customer, card, { timeoutMs: 20 });
    await expect(call).rejects.toMatchObject({ errorCode: ['Timeout'] });
    await expect(payment.ready).rejects.toMatchObject({ errorCode: ['Timeout'] });
    expect(service.current.requestsTo('signup/order')).toHaveLength(0);
  });

  test('that failed to load: calls end with its error', async () => {
    service.current.on('GET paymentMethods', problem(401, 'InvalidKey'));
    const payment = new Payment(config, null, () => {});
    await expect(payment.processPaymentData(card)).rejects.toMatchObject({ errorCode: ['InvalidKey'] });
  });

  test.each([
    ['the key is not known', problem(401, 'InvalidKey'), ['InvalidKey']],
    ['the service is down', problem(500, ''), ['ServerError']],
  ])('an error is passed to the callback and `ready`: %s', async (_, answer, errorCode) => {
    service.current.on('GET paymentMethods', answer);
    const called = vi.fn();
    const failed = vi.fn<(error: ClientLibError) => void>();
    await expect(new Payment(config, called, failed).ready).rejects.toMatchObject({ errorCode });
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ errorCode });
    expect(called).not.toHaveBeenCalled();
  });

  test.each([
    [undefined, 'InvalidData', 'paymentConfig'],
    [{}, 'InvalidKey', 'paymentConfig.publicApiKey'],
    [{ publicApiKey: 7_000 }, undefined, undefined],
    [{ publicApiKey: 'k', providerReturnUrl: 'http://[' }, 'InvalidConfiguration', 'providerReturnUrl'],
    [{ publicApiKey: 'k', providerReturnUrl: 'javascript:0' }, 'InvalidConfiguration', 'providerReturnUrl'],
    [{ publicApiKey: 'k', providerReturnUrl: 'myapp://thanks' }, undefined, undefined],
  ])('configuration %j', async (given, code, field) => {
    const loading = new Payment(given as never).ready;
    if (code) await expect(loading).rejects.toMatchObject({ errorCode: [code], field });
    else await loading;
  });

  test('has a timeout', async () => {
    service.current.on('GET paymentMethods', silence);
    await expect(new Payment(config, { timeoutMs: 5 }).ready).rejects.toMatchObject({
      errorCode: ['Timeout'],
    });
  });
});

describe('spec: What the service does 6, Versioning 3 — environment', () => {
  const load = (
    baseUrl: string,
    environment?: 'Production' | 'Sandbox',
    actual = 'Sandbox',
  ): Promise<void> => {
    configure({ baseUrl, environment, fetch: async () => json({ ...paymentMethods, Environment: actual }) });
    return new Payment(config).ready;
  };

  test.each([
    ['https://app.service.test', undefined, 'Sandbox'],
    ['https://sandbox.service.test', undefined, 'Production'],
    ['https://billing.shop.test', 'Production', 'Sandbox'],
  ] as const)('%s, meant for %s, answered by %s: refused', async (baseUrl, environment, actual) => {
    await expect(load(baseUrl, environment, actual)).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration', 'WrongEnvironment'],
      developerMessage: expect.stringContaining(actual),
    });
  });

  test.each([
    ['https://app.service.test', undefined, 'Production'],
    ['https://sandbox.service.test', undefined, 'Sandbox'],
    ['http://localhost:4400', undefined, 'Sandbox'],
    ['https://app.service.test', 'Sandbox', 'Sandbox'],
  ] as const)('%s, meant for %s, answered by %s: taken', async (baseUrl, environment, actual) => {
    await load(baseUrl, environment, actual);
  });
});

describe('spec: secretPaymentData, secretPaymentData card data, paymentConfig — payment data', () => {
  const tokenRequest = async (data: object): Promise<unknown> => {
    await (await ready()).processPaymentData(data as never);
    return service.current.requestsTo(token).at(-1)?.body;
  };
  const refusal = async (data: object): Promise<unknown> => {
    const failure = await (await ready()).processPaymentData(data as never).catch((error: unknown) => error);
    expect(service.current.requestsTo(token)).toHaveLength(0);
    return failure;
  };

  test.each([['2039'], ['39'], [2039], [39], [' 39 ']])('expiryYear %j', async (expiryYear) => {
    expect(await tokenRequest({ ...card, expiryYear })).toMatchObject({ Card: { ExpiryYear: 2039 } });
  });

  test('names in any casing, fields of the other kind empty', async () => {
    const data = {
      Bearer: card.bearer,
      CARDNUMBER: 4111111111111111,
      ExpiryMonth: 1,
      expiryYear: 39,
      cardholder: 'A',
      CVC: 123,
      iban: '',
      bic: null,
    };
    expect(await tokenRequest(data)).toMatchObject({
      Card: { Number: '4111111111111111', ExpiryMonth: 1, Cvc: '123' },
    });
  });

  test.each([
    [{ cardNumber: ' 4111 1111-1111 1111 ' }, { Number: '4111111111111111' }],
    [{ cardNumber: '４１１１ １１１１ １１１１ １１１１' }, { Number: '4111111111111111' }],
    [{ cvc: ' 1 2 3 ' }, { Cvc: '123' }],
    [{ cvc: '١٢٣' }, { Cvc: '123' }],
    [
      { expiryMonth: '٠١', expiryYear: '３９' },
      { ExpiryMonth: 1, ExpiryYear: 2039 },
    ],
    [{ cardHolder: '  Ada Byron ' }, { Holder: 'Ada Byron' }],
  ])('%j is read as it is meant', async (typed, sent) => {
    expect(await tokenRequest({ ...card, ...typed })).toMatchObject({ Card: sent });
  });

  test.each([
    ...['\u00AD', '\u061C', '\u200B', '\u200C', '\u200D', '\u200E', '\u200F', '\u202A', '\u202B', '\u202C'],
    ...['\u202D', '\u202E', '\u2060', '\u2066', '\u2067', '\u2068', '\u2069', '\uFEFF'],
  ])('a mark that nobody sees, as copied texts have them, does not count: %j', async (mark) => {
    const marked = (value: string) => `${mark}${value.slice(0, 2)}${mark}${value.slice(2)}${mark}`;
    const names = ['cardNumber', 'expiryMonth', 'expiryYear', 'cvc'] as const;
    const typed = Object.fromEntries(names.map((name) => [name, marked(`${card[name]}`)]));
    expect(await tokenRequest({ ...card, ...typed })).toMatchObject({
      Card: { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2039, Cvc: '123' },
    });
    expect(validateVatId(marked('DE123456789'))).toBe(true);
  });

  test.each([
    [{ cardNumber: '4111111111111112' }, 'InvalidCardNumber', 'cardNumber'],
    [{ cardNumber: '' }, 'InvalidCardNumber', 'cardNumber'],
    [{ cardNumber: {} }, 'InvalidCardNumber', 'cardNumber'],
    [{ expiryMonth: 13 }, 'InvalidExpirationDate', 'expiryMonth, expiryYear'],
    [{ expiryMonth: undefined }, 'InvalidExpirationDate', 'expiryMonth, expiryYear'],
    [{ expiryYear: '2020' }, 'InvalidExpirationDate', 'expiryMonth, expiryYear'],
    [{ expiryYear: '203' }, 'InvalidExpirationDate', 'expiryMonth, expiryYear'],
    [{ expiryYear: '2099' }, 'InvalidExpirationDate', 'expiryMonth, expiryYear'],
    [{ cvc: '12' }, 'InvalidCardCvc', 'cvc'],
    [{ cvc: '1234' }, 'InvalidCardCvc', 'cvc'],
    [{ cardNumber: '378282246310005', cvc: '123' }, 'InvalidCardCvc', 'cvc'],
    [{ cardHolder: ' ' }, 'InvalidCardHolder', 'cardHolder'],
    [{ cardHolder: 'Ada 41111' }, 'InvalidCardHolder', 'cardHolder'],
  ])('card with %j', async (change, code, field) => {
    expect(await refusal({ ...card, ...change })).toMatchObject({
      errorCode: [code],
      field,
      retryable: false,
    });
  });

  test.each([
    [
      { number: '4111111111111111', cardNumber: undefined },
      /^cardNumber: is missing .*number.*expected a card number\.$/,
    ],
    [
      { bearer: card.bearer, cardNumber: '', expiryMonth: null, cvc: undefined, Number: 0 },
      /^cardNumber: is missing \(given: bearer, expiryYear, cardHolder, Number\), expected a card number\.$/,
    ],
    [{ cardNumber: '41111111111' }, /^cardNumber: expected 13 or 16 or 19 digits\.$/],
    [{ expiryMonth: '' }, /^expiryMonth, expiryYear: expected a month of the next 25 years\.$/],
    [{ cardNumber: '4111111111111112' }, /^cardNumber: expected right check digits\.$/],
  ])('explains what is wrong with the number: %j', async (change, message) => {
    expect(((await refusal({ ...card, ...change })) as ClientLibError).message).toMatch(message);
  });

  test('validateVatId checks the format only', async () => {
    const payment = await ready();
    for (const vatId of [
      'DE123456789',
      'ATU12345678',
      'fr 12 345 678 901',
      'NL123456789B01',
      'CHE-123.456.788 MWST',
      'CHE-123.456.788 TVA',
      'che123456788iva',
      '\u200EDE123456789',
      'ＤＥ１２３４５６７８９',
    ]) {
      expect(payment.validateVatId(vatId), vatId).toBe(true);
      expect(validateVatId(vatId), vatId).toBe(true);
    }
    for (const vatId of [
      '',
      '123456789',
      '1DE123456789',
      'D1',
      'DE1',
      'DEABC',
      'DE1234567890123',
      'DE12345678?',
    ])
      expect(new Signup().validateVatId(vatId), vatId).toBe(false);
  });

  test('a name may contain short numbers', async () => {
    expect(await tokenRequest({ ...card, cardHolder: 'Ada Byron 2nd 1815' })).toMatchObject({
      Card: { Holder: 'Ada Byron 2nd 1815' },
    });
  });

  test('a card of the next 25 years is valid, and no later one', async () => {
    vi.useFakeTimers({ now: new Date(2030, 1, 28), toFake: ['Date'] });
    const good = { ...card, expiryMonth: 1, expiryYear: 2055 };
    expect(await tokenRequest(good)).toMatchObject({ Card: { ExpiryMonth: 1, ExpiryYear: 2055 } });
    await expect((await ready()).processPaymentData({ ...good, expiryMonth: 2 })).rejects.toMatchObject({
      errorCode: ['InvalidExpirationDate'],
    });
  });

  test('a card of this month is valid', async () => {
    vi.useFakeTimers({ now: new Date(2030, 1, 28, 23), toFake: ['Date'] });
    const { Card } = (await tokenRequest({ ...card, expiryMonth: 2, expiryYear: 30 })) as { Card: object };
    expect(Card).toMatchObject({ ExpiryMonth: 2, ExpiryYear: 2030 });
    await expect(
      (await ready()).processPaymentData({ ...card, expiryMonth: 1, expiryYear: 30 }),
    ).rejects.toMatchObject({
      errorCode: ['InvalidExpirationDate'],
    });
  });

  test('no message repeats a number', async () => {
    const failure = (await refusal({ ...card, cardNumber: '4111111111111112' })) as ClientLibError;
    expect(JSON.stringify([failure.message, failure.field, failure.stack])).not.toMatch(/41111/);
  });

  const debit = { bearer: 'Debit:FakePSP', accountHolder: 'Ada', iban: 'de89 3704 0044 0532 0130 00' };
  test('IBAN without spaces, in upper case, with and without BIC', async () => {
    expect(await tokenRequest(debit)).toMatchObject({
      Debit: { Holder: 'Ada', Iban: 'DE89370400440532013000' },
    });
    expect(await tokenRequest({ ...debit, bic: 'cobadeffxxx' })).toMatchObject({
      Debit: { Bic: 'COBADEFFXXX' },
    });
  });

  test('spec: secretPaymentData Direct debit with account number — number and routing code go to the provider', async () => {
    const data = {
      bearer: 'Debit:Alpha',
      accountHolder: 'Ada',
      bankAccountNumber: 532013000,
      bankRoutingCode: '370 400 44',
    };
    expect(await tokenRequest(data)).toMatchObject({
      Debit: { Holder: 'Ada', Account: '532013000', RoutingCode: '37040044' },
    });
  });

  test.each([
    [{ ...debit, accountHolder: '' }, 'InvalidAccountHolder', 'accountHolder'],
    [{ ...debit, iban: 'DE88370400440532013000' }, 'InvalidIban', 'iban'],
    [{ ...debit, iban: undefined }, 'InvalidIban', 'iban'],
    [{ ...debit, bic: 'NOPE' }, 'InvalidBic', 'bic'],
    [{ ...debit, mandateSignatureDate: 'yesterday' }, 'InvalidPaymentData', 'mandateSignatureDate'],
    [{ ...debit, mandateSignatureDate: '2026-13-01' }, 'InvalidPaymentData', 'mandateSignatureDate'],
    [{ ...debit, mandateSignatureDate: 'on 2026-01-15' }, 'InvalidPaymentData', 'mandateSignatureDate'],
    [{ ...debit, bearer: 'Debit:Echo' }, 'InvalidPaymentData', 'mandateReference'],
    [
      { ...debit, bearer: 'Debit:Echo', mandateReference: 'M-1' },
      'InvalidPaymentData',
      'mandateSignatureDate',
    ],
    [
      { bearer: 'Debit:Alpha', accountHolder: 'Ada', iban: debit.iban },
      'InvalidAccountNumber',
      'bankAccountNumber',
    ],
    [
      { bearer: 'Debit:Alpha', accountHolder: 'Ada', bankAccountNumber: 1 },
      'InvalidBankCode',
      'bankRoutingCode',
    ],
    [{ bearer: 'Oscar' }, 'InvalidPaymentData', 'emailAddress'],
    [{ bearer: 'November', emailAddress: 'ada' }, 'InvalidPaymentData', 'emailAddress'],
    [{}, 'InvalidPaymentData', 'bearer'],
  ])('%j', async (data, code, field) => {
    expect(await refusal(data)).toMatchObject({ errorCode: [code], field });
  });

  test('the mandate goes to the service, with the token and without the account', async () => {
    const mandate = {
      mandateReference: 'M-1',
      mandateSignatureDate: '2026-01-02T03:04:05Z',
      mandateText: 'I agree.',
    };
    const payment = await ready();
    expect(
      (await payment.processPaymentData({ ...debit, bearer: 'Debit:Echo', ...mandate }))
        .TetheredPaymentInformation,
    ).toEqual({
      Bearer: 'Debit:Echo',
      Token: 'tok_1',
      MandateReference: 'M-1',
      MandateSignatureDate: '2026-01-02T03:04:05Z',
      MandateText: 'I agree.',
    });
  });

  test.each([
    ['Lima', {}, {}],
    ['November', {}, {}],
    ['November', { emailAddress: 'ada@x.test' }, { EmailAddress: 'ada@x.test' }],
    ['Oscar', { emailAddress: 'ada@x.test' }, { EmailAddress: 'ada@x.test' }],
    ['InvoicePayment', {}, {}],
    ['None:None', {}, {}],
  ])('%s calls no provider in the browser', async (bearer, data, expected) => {
    const { TetheredPaymentInformation } = await (await ready()).processPaymentData({ bearer, ...data });
    expect(JSON.parse(JSON.stringify(TetheredPaymentInformation))).toEqual({ Bearer: bearer, ...expected });
    expect(service.current.requestsTo(token)).toHaveLength(0);
  });

  test('a method that redirects requires a return URL', async () => {
    const payment = new Payment({ publicApiKey: 'k' });
    await payment.ready;
    await expect(payment.processPaymentData({ bearer: 'Lima' })).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration'],
      field: 'paymentConfig.providerReturnUrl',
    });
  });

  test.each([
    ['CreditCard:Zulu', 'BearerNotConfigured'],
    ['Debit:Zulu', 'BearerNotConfigured'],
    ['iDEAL:Zulu', 'BearerNotConfigured'],
    ['OnAccount:Zulu', 'BearerNotConfigured'],
    ['None:Zulu', 'BearerNotConfigured'],
    ['Zulu', 'BearerNotConfigured'],
    ['constructor', 'BearerNotConfigured'],
    ['Cash:Zulu', 'UnknownBearer'],
    ['CreditCard:', 'UnknownBearer'],
    ['credit card', 'UnknownBearer'],
  ])('bearer "%s": %s', async (bearer, detail) => {
    expect(await refusal({ bearer })).toMatchObject({
      errorCode: ['InvalidPaymentMethod', detail],
      developerMessage: expect.stringContaining('CreditCard:FakePSP, Debit:FakePSP'),
    });
  });

  test('returns after the challenge of the bank, if there is one', async () => {
    vi.stubGlobal('addEventListener', vi.fn());
    vi.stubGlobal('removeEventListener', vi.fn());
    const Challenge = { Url: 'https://bank.test/c' };
    service.current.on(`POST ${token}`, { Token: 'tok_3ds', Challenge });
    const popupClose = vi.fn();
    const popupCreate = vi.fn(() => {
      const [, listener] = vi.mocked(addEventListener).mock.calls[0] as [string, (event: object) => void];
      const data = { type: 'clientlib:challenge', token: 'tok_3ds', outcome: 'passed' };
      listener({ data, origin: 'https://bank.test' });
    });
    const payment = await ready({ popupCreate, popupClose });
    const { TetheredPaymentInformation } = await payment.processPaymentData(card);
    expect(TetheredPaymentInformation).toEqual({ Bearer: card.bearer, Token: 'tok_3ds' });
    expect(popupCreate).toHaveBeenCalledOnce();
    expect(popupClose).toHaveBeenCalledOnce();
  });

  test('the provider rejects, or fails', async () => {
    const payment = await ready();
    service.current.on(`POST ${token}`, problem(200, 'BearerInvalid', 'Declined.'));
    await expect(payment.processPaymentData(card)).rejects.toMatchObject({
      errorCode: ['BearerInvalid'],
      developerMessage: 'Declined.',
    });
    service.current.on(`POST ${token}`, problem(500, ''));
    await expect(payment.processPaymentData(card)).rejects.toMatchObject({
      errorCode: ['PspServerError'],
      retryable: true,
    });
  });
});

afterEach(() => vi.unstubAllGlobals());
