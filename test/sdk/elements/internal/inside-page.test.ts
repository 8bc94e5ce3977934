// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as allTexts from '../../../../sdk/src/elements/internal/texts/all.ts';
import { languages as loaders } from '../../../../sdk/src/elements/internal/texts/languages.ts';
import type { Texts } from '../../../../sdk/src/elements/internal/texts/texts.ts';
import { fakeServiceForEachTest, paymentMethods, problem, silence, token } from '../../fake-service.ts';
import { answerTo, ask, card, connected, field, opened, said, tokenize, told, type } from './opened-form.ts';

const service = fakeServiceForEachTest();
const languages: Record<string, Texts> = { ...allTexts };
const { en, de } = allTexts;
const iban = { accountHolder: 'Ada', iban: 'DE89370400440532013000' };
const wants = (...paymentmethods: string[]) => ({ paymentmethods });

let resized = (): void => {};
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resized = changed;
      }
      observe(target: Element): void {
        expect(target).toBe(document.documentElement);
      }
    },
  );
});
afterEach(() => vi.restoreAllMocks());

describe('the form of a page', () => {
  it('reports its methods when the customer can type', async () => {
    await opened(wants('CreditCard:FakePSP', 'Debit:FakePSP'), {
      style: { input: { position: 'fixed', color: 'red' }, button: { color: 'red' } },
    });
    expect(said.at(-1)).toEqual({
      clientlib: 1,
      type: 'ready',
      detail: {
        title: en.title,
        methods: 'CreditCard:FakePSP Debit:FakePSP',
        bearer: 'CreditCard:FakePSP',
        label: 'Card',
        ignoredStyles: 'input.position button.color',
        sentences: {},
      },
    });
    expect(document.querySelectorAll('main > form')).toHaveLength(1);
  });

  it('offers all methods of the account to a page that names none', async () => {
    await opened({ paymentmethods: undefined });
    expect((await told('ready')).detail.methods).toBe(paymentMethods.Bearers.join(' '));
  });

  it('shows the texts of the page, and names those that there are none of', async () => {
    const texts = { fields: { cvc: 'CVC', cvv: 'CVV' }, missing: 'Needed.', titel: 'Card' };
    const inside = await opened({ ...wants('CreditCard:FakePSP'), texts });
    const labels = [...document.querySelectorAll('label')].map((label) => label.textContent);
    expect(labels).toEqual([en.fields.cardNumber, en.fields.expiry, 'CVC', en.fields.cardHolder]);
    ask(inside, { type: 'validate', id: 1 });
    await answerTo(1);
    expect(document.querySelector('#cvc-error')?.textContent).toBe('Needed.');
    const errors = said.filter((one) => one.type === 'error').map(({ detail }) => detail);
    expect(errors).toMatchObject([
      {
        errorCode: 'InvalidConfiguration',
        field: 'config.texts.fields.cvv',
        developerMessage: 'config.texts.fields.cvv: expected a name of a text, such as fields.cvc.',
      },
      { errorCode: 'InvalidConfiguration', field: 'config.texts.titel' },
    ]);
  });

  it('reports settings that it does not have, with the nearest name, to the page and in the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await opened({
      localee: 'de',
      paymentmethod: ['CreditCard:FakePSP'],
      popupcreate: true,
      cardtypes: ['visa'],
    });
    const errors = said.filter((one) => one.type === 'error').map(({ detail }) => detail);
    const messages = [
      'config.localee: expected a setting of the form, such as locale.',
      'config.paymentmethod: expected a setting of the form, such as paymentMethods.',
    ];
    expect(errors.map(({ developerMessage }) => developerMessage)).toEqual(messages);
    expect(errors.map(({ field, errorCode }) => [field, errorCode])).toEqual([
      ['config.localee', 'InvalidConfiguration'],
      ['config.paymentmethod', 'InvalidConfiguration'],
    ]);
    expect(warn.mock.calls.flat()).toEqual(messages.map((message) => `ClientLib: ${message}`));
  });

  it.each([
    [['CreditCard:Golf'], ['golf']],
    [undefined, ['golf', 'hotel']],
  ])('loads the scripts of the offered providers: %j', async (paymentmethods, loaded) => {
    const loading = vi.spyOn(document.head, 'append').mockImplementation(() => {});
    const flow = (name: string) => ({ Kind: 'ClientLibrary', Data: 'Card', Url: `https://${name}.test` });
    service.current.on('GET paymentMethods', {
      ...paymentMethods,
      Bearers: ['CreditCard:Golf', 'CreditCard:Hotel'],
      Flows: { 'CreditCard:Golf': flow('golf'), 'CreditCard:Hotel': flow('hotel') },
    });
    await opened({ paymentmethods });
    const scripts = loading.mock.calls.map(([script]) => script as HTMLScriptElement);
    expect(scripts.map(({ src }) => src)).toEqual(loaded.map((name) => `https://${name}.test/client.js`));
    // One that is blocked is loaded anew the next time, as the next test wants it.
    for (const script of scripts) script.onerror?.(new Event('error'));
  });

  it("names the page's methods that are not configured, and offers the others", async () => {
    await opened(wants('CreditCard:Nobody', 'CreditCard:FakePSP', 'no bearer'));
    expect((await told('ready')).detail.methods).toBe('CreditCard:FakePSP');
    const errors = said.filter((one) => one.type === 'error').map(({ detail }) => detail.errorCode);
    expect(errors).toEqual([
      'InvalidPaymentMethod BearerNotConfigured',
      'InvalidPaymentMethod UnknownBearer',
    ]);
  });

  it.each([
    ['de-AT', ['fr'], 'de', 'ltr'],
    ['', ['fr-CA', 'de'], 'fr', 'ltr'],
    ['ja', ['ja', 'he'], 'he', 'rtl'],
    ['', ['ja'], 'en', 'ltr'],
  ])(
    'uses the language of the page (%j), or one of the browser’s (%j)',
    async (locale, browser, language, direction) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
      // The service answers in it too.
      let asked: string | null = null;
      service.current.on('GET paymentMethods', (_, { headers }) => {
        asked = headers.get('Accept-Language');
        return paymentMethods;
      });
      await opened({ locale });
      expect(asked).toBe(language);
      const { lang, dir } = document.documentElement;
      expect([lang, dir, document.title]).toEqual([language, direction, languages[language]?.title]);
      expect(document.querySelector('form')?.getAttribute('aria-label')).toBe(document.title);
    },
  );

  it('warns in the console of a language that it cannot show', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await opened({ locale: 'klingon' });
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringContaining(
        'ClientLib: config.locale: expected a language such as de or de-AT, got klingon. Shown in en; there are ar, bg',
      ),
    ]);
  });

  it('reports that it is loading, and its height, before and after', async () => {
    vi.spyOn(document.documentElement, 'getBoundingClientRect').mockReturnValue({ height: 120.2 } as never);
    document.body.replaceChildren();
    connected();
    // Before any answer of the service: English is there at once.
    while (!document.querySelector('main')) await Promise.resolve();
    expect(document.querySelector('main > p.text')?.textContent).toBe(en.loading);
    expect(document.querySelector('main > p')?.getAttribute('role')).toBe('status');
    const height = { clientlib: 1, type: 'height', detail: { height: 121 } };
    expect(said).toEqual([height]);
    await told('ready');
    expect(said.filter((one) => one.type === 'height')).toEqual([height, height]);
    resized();
    expect(said.filter((one) => one.type === 'height')).toHaveLength(3);
  });

  it('for the other system is not shown', async () => {
    connected({}, { environment: 'Production' });
    expect((await told('failed')).detail.errorCode).toBe('InvalidConfiguration WrongEnvironment');
  });
});

describe('a form that cannot be shown', () => {
  it('reports it to the page and to the customer, who can retry', async () => {
    const refusal = problem(401, 'InvalidKey', 'No such key.');
    service.current.on('GET paymentMethods', refusal, refusal, paymentMethods);
    const inside = connected();
    expect((await told('failed')).detail).toMatchObject({
      errorCode: 'InvalidKey',
      developerMessage: 'No such key.',
      status: 401,
    });
    expect(document.querySelector('[role=alert]')?.textContent).toBe(en.failed);
    ask(inside, { type: 'validate', id: 1 });
    ask(inside, tokenize(2));
    const refused = expect.objectContaining({ errorCode: 'InvalidKey' });
    expect(await answerTo(1)).toEqual({ clientlib: 1, type: 'validate', id: 1, detail: refused });
    expect(await answerTo(2)).toEqual({ clientlib: 1, type: 'tokenize', id: 2, detail: refused });
    const button = () => document.querySelector('button') as HTMLButtonElement;
    expect([button().textContent, button().type]).toEqual([en.again, 'button']);
    // The button goes: the focus is where the customer goes on, whether it works or not.
    const [first] = [button()];
    first.click();
    await vi.waitFor(() => expect([button() === first, document.activeElement]).toEqual([false, button()]));
    button().click();
    await told('ready');
    await vi.waitFor(() => expect(document.activeElement).toBe(field('cardNumber')));
    ask(inside, { type: 'validate', id: 3 });
    expect((await answerTo(3)).detail).toEqual({ valid: false });
  });

  it('says so in the language of the page, however long that takes to load', async () => {
    let load = (_texts: Texts): void => {};
    vi.spyOn(loaders, 'de').mockReturnValue(new Promise((resolve) => (load = resolve)));
    service.current.on('GET paymentMethods', problem(401, 'InvalidKey', 'No such key.'));
    connected({ ...wants('CreditCard:FakePSP'), locale: 'de' });
    await vi.waitFor(() => expect(service.current.received).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    load(de);
    expect((await told('failed')).detail.errorCode).toBe('InvalidKey');
    expect(document.querySelector('[role=alert]')?.textContent).toBe(de.failed);
  });

  it('has no method of the account', async () => {
    connected(wants('CreditCard:Nobody', 'no bearer'));
    expect((await told('failed')).detail.errorCode).toBe('InvalidPaymentMethod BearerNotConfigured');
    expect(said.some((one) => one.type === 'ready' || one.type === 'error')).toBe(false);
  });
});

describe('requests of the page', () => {
  it('validate: whether everything is valid, once the customer can type', async () => {
    const inside = connected();
    ask(inside, { type: 'validate', id: 1 });
    expect(await answerTo(1)).toEqual({ clientlib: 1, type: 'validate', id: 1, detail: { valid: false } });
    expect(said.filter((one) => one.type === 'invalid')).toHaveLength(4);
    type(card);
    ask(inside, { type: 'validate', id: 2 });
    expect((await answerTo(2)).detail).toEqual({ valid: true });
    expect(said.filter((one) => one.type === 'invalid')).toHaveLength(4);
  });

  it('focus: sets the focus into the form', async () => {
    const inside = connected();
    expect(ask(inside, { type: 'focus' })).toBeUndefined();
    await told('ready');
    ask(inside, { type: 'focus' });
    expect(document.activeElement?.id).toBe('cardNumber');
  });

  it('payer: fills in name and e-mail address', async () => {
    const inside = connected();
    const payer = { type: 'payer', holder: 'Ada Byron', emailAddress: 'ada@shop.test' };
    expect(ask(inside, payer)).toBeUndefined();
    await told('ready');
    ask(inside, payer);
    expect(field('cardHolder').value).toBe('Ada Byron');
  });

  it('update: takes the last language, however long the ones before load, and shows no other', async () => {
    const inside = await opened();
    const shown = new Set<string>();
    const watch = new MutationObserver(() => shown.add(document.documentElement.lang));
    watch.observe(document.documentElement, { attributes: true });
    let load = (_texts: Texts): void => {};
    const slow = new Promise<Texts>((resolve) => {
      load = resolve;
    });
    vi.spyOn(loaders, 'fr').mockReturnValue(slow);
    vi.spyOn(loaders, 'de').mockResolvedValue(de);
    const config = { publicapikey: 'a00000000000000000000001' };
    ask(inside, { type: 'update', config: { ...config, locale: 'fr' }, style: {} });
    ask(inside, { type: 'update', config: { ...config, locale: 'de' }, style: {} });
    ask(inside, { type: 'validate', id: 1 });
    // The last one is there first.
    await answerTo(1);
    load(allTexts.fr);
    ask(inside, { type: 'validate', id: 2 });
    await answerTo(2);
    await vi.waitFor(() => expect(document.body.textContent).toContain(de.fields.cardNumber));
    expect(document.documentElement.lang).toBe('de');
    expect(document.body.textContent).not.toContain(allTexts.fr.fields.cardNumber);
    watch.disconnect();
    expect(shown.has('en')).toBe(false);
  });

  it('update: changes language, texts and style, and keeps what is chosen, typed, found wrong and focused', async () => {
    const preselected = { selectedmethod: 'InvoicePayment' };
    const inside = await opened({ ...wants('InvoicePayment', 'CreditCard:FakePSP'), ...preselected });
    document.querySelector<HTMLInputElement>('input[value="CreditCard:FakePSP"]')?.click();
    const number = document.querySelector<HTMLInputElement>('#cardNumber');
    if (number) number.value = '4111';
    number?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    ask(inside, { type: 'validate', id: 1 });
    await answerTo(1);
    const config = { publicapikey: 'a00000000000000000000001', locale: 'de', texts: { card: 'Bankkarte' } };
    expect(ask(inside, { type: 'update', config, style: { body: { colorScheme: 'dark' } } })).toBeUndefined();
    await vi.waitFor(() => expect(document.body.textContent).toContain('Bankkarte'));
    expect(document.documentElement.lang).toBe('de');
    expect(document.documentElement.style.colorScheme).toBe('dark');
    const after = document.querySelector<HTMLInputElement>('#cardNumber');
    expect([after?.value, after?.getAttribute('aria-invalid'), document.activeElement?.id]).toEqual([
      '4111',
      'true',
      'cardNumber',
    ]);
    expect(document.querySelector('#cardNumber-error')?.textContent).toBe(
      'Bitte prüfen Sie die Kartennummer.',
    );
    const chosen = document.querySelector<HTMLInputElement>('input:checked');
    expect(chosen?.value).toBe('CreditCard:FakePSP');
    expect(said.filter(({ type }) => type === 'ready')).toHaveLength(1);
  });

  it('update: names texts that there are none of', async () => {
    const inside = await opened();
    const config = { publicapikey: 'a00000000000000000000001', texts: { titel: 'x' } };
    ask(inside, { type: 'update', config, style: {} });
    expect((await told('error')).detail).toMatchObject({ field: 'config.texts.titel' });
  });

  it('update: changes a form that is busy, which stays so until the answer is there', async () => {
    service.current.on(`POST ${token}`, silence);
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1));
    await vi.waitFor(() => expect(field('cvc').readOnly).toBe(true));
    const config = { publicapikey: 'a00000000000000000000001', locale: 'de' };
    ask(inside, { type: 'update', config, style: {} });
    await vi.waitFor(() => expect(document.body.textContent).toContain(de.fields.cardNumber));
    const isBusy = () => [field('cvc').readOnly, document.querySelector('form')?.getAttribute('aria-busy')];
    expect(isBusy()).toEqual([true, 'true']);
    ask(inside, { type: 'cancel', id: 1 });
    await answerTo(1);
    expect(isBusy()).toEqual([false, 'false']);
  });

  it('update: to the same words leaves the form as it is', async () => {
    const inside = await opened();
    const form = document.querySelector('form');
    const update = (locale: string) => ({
      type: 'update',
      config: { publicapikey: 'a00000000000000000000001', locale },
      style: { body: { colorScheme: 'dark' } },
    });
    ask(inside, update('en'));
    ask(inside, { type: 'validate', id: 1 });
    await answerTo(1);
    expect(document.querySelector('form')).toBe(form);
    expect(document.documentElement.style.colorScheme).toBe('dark');
    // Also to those that another update has brought.
    ask(inside, update('de'));
    await vi.waitFor(() => expect(document.body.textContent).toContain(de.fields.cardNumber));
    const german = document.querySelector('form');
    ask(inside, update('de'));
    ask(inside, { type: 'validate', id: 2 });
    await answerTo(2);
    expect(document.querySelector('form')).toBe(german);
  });

  it('update: before the form is there, in its words', async () => {
    const inside = connected();
    const config = { publicapikey: 'a00000000000000000000001', locale: 'de' };
    ask(inside, { type: 'update', config, style: {} });
    await vi.waitFor(() => expect(said.map(({ type }) => type)).toContain('ready'));
    expect(document.body.textContent).toContain(de.fields.cardNumber);
    expect(said.filter((one) => one.type === 'ready')).toHaveLength(1);
  });

  it('clearCode: empties the code of the card, and is no error before the form is there', async () => {
    const inside = connected();
    expect(ask(inside, { type: 'clearCode' })).toBeUndefined();
    await told('ready');
    type(card);
    expect(ask(inside, { type: 'clearCode' })).toBeUndefined();
    expect([field('cvc').value, field('cardHolder').value]).toEqual(['', 'Ada Byron']);
  });

  it('validate: leaves the focus where it is, if the page wants', async () => {
    const inside = await opened();
    const focused = document.activeElement;
    ask(inside, { type: 'validate', id: 1, quiet: true });
    await answerTo(1);
    expect([document.activeElement, field('cardNumber').getAttribute('aria-invalid')]).toEqual([
      focused,
      'true',
    ]);
    ask(inside, { type: 'validate', id: 2 });
    await answerTo(2);
    expect(document.activeElement).toBe(field('cardNumber'));
  });

  it('tokenize: waits until the customer can type, and then reports errors', async () => {
    const inside = connected();
    ask(inside, tokenize(1));
    expect(await answerTo(1)).toMatchObject({
      type: 'tokenize',
      detail: { errorCode: 'InvalidCardNumber', field: 'cardNumber' },
    });
    expect(service.current.requestsTo(token)).toHaveLength(0);
  });

  it('tokenize: ends within the time that the page allows', async () => {
    service.current.on(`POST ${token}`, silence);
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1, { timeoutMs: 20 }));
    expect((await answerTo(1)).detail).toMatchObject({
      errorCode: 'Timeout',
      developerMessage: 'submit(): Timeout.',
    });
  });

  it('tokenize: names the field of the form that is wrong', async () => {
    const inside = await opened();
    type({ ...card, expiry: '12/20' });
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail).toMatchObject({
      errorCode: 'InvalidExpirationDate',
      field: 'expiry',
    });
  });

  it('cancel: nothing that was already answered', async () => {
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1));
    await answerTo(1);
    await Promise.resolve();
    expect(ask(inside, { type: 'cancel', id: 1 })).toBe('OutOfOrder');
  });

  it('tokenize: input is locked while it runs, and unlocked afterwards', async () => {
    let busy: unknown;
    service.current.on(`POST ${token}`, () => {
      busy = [field('cvc').readOnly, document.querySelector('form')?.getAttribute('aria-busy')];
      return { Token: 'tok_1' };
    });
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail).toEqual({
      Bearer: 'CreditCard:FakePSP',
      TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token: 'tok_1' },
    });
    expect(busy).toEqual([true, 'true']);
    expect(field('cvc').readOnly).toBe(false);
  });

  it('tokenize: input is unlocked when the page ends a call that is about to be repeated', async () => {
    service.current.on(`POST ${token}`, problem(503, '', '', { 'Retry-After': '30' }));
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1, { timeoutMs: 60_000 }));
    await vi.waitFor(() => expect(service.current.requestsTo(token)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    expect(field('cvc').readOnly).toBe(true);
    ask(inside, { type: 'cancel', id: 1 });
    expect((await answerTo(1)).detail.errorCode).toBe('Aborted');
    await vi.waitFor(() => expect(field('cvc').readOnly).toBe(false));
    expect(service.current.requestsTo(token)).toHaveLength(1);
  });

  it('tokenize: one key of the page is one attempt with the current data', async () => {
    const inside = await opened();
    type(card);
    const key = 'k'.repeat(190);
    ask(inside, tokenize(1, { key }));
    await answerTo(1);
    field('cvc').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    field('cvc').dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    ask(inside, tokenize(2, { key }));
    await answerTo(2);
    type({ cvc: '124' });
    ask(inside, tokenize(3, { key }));
    await answerTo(3);
    const keys = service.current.requestsTo(token).map((request) => request.key);
    expect(keys).toEqual([4, 4, 5].map((edits) => `${'k'.repeat(180)}.${edits}.token`));
  });

  it('tokenize: passes a challenge of the bank to the page, with the text for Cancel', async () => {
    const Challenge = { Url: 'https://bank.test/3ds', Params: { id: 'c1' } };
    service.current.on(
      `POST ${token}`,
      { Token: 'tok_3ds', Challenge },
      {
        Token: 'tok_3ds',
        Challenge: { Url: Challenge.Url },
      },
    );
    const inside = await opened({ locale: 'de' });
    type(card);
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail.challenge).toEqual({
      Token: 'tok_3ds',
      Challenge,
      cancelLabel: de.cancel,
    });
    ask(inside, tokenize(2));
    expect((await answerTo(2)).detail.challenge.Challenge).toEqual({ Url: Challenge.Url, Params: {} });
  });
});

describe('an error in a field', () => {
  it('is reported to the page by code and field, and never with the input', async () => {
    const inside = await opened();
    type({ ...card, cvc: '98' });
    ask(inside, { type: 'validate', id: 1 });
    expect((await told('invalid')).detail).toEqual({
      errorCode: 'InvalidCardCvc',
      errorMessage: 'Something went wrong. Please try again later.',
      developerMessage: 'cvc: expected 3 digits.',
      details: '',
      field: 'cvc',
      referenceId: '',
      referenceUrl: '',
    });
    expect(JSON.stringify(said)).not.toMatch(/4111|98/);
  });
});

it.each([
  ['layout', 'grid', 'one of accordion, tabs, auto'],
  ['visibleMethods', 0, 'a whole number above 0'],
  ['cardTypes', 'visa', 'a list of card types, such as ["visa"]'],
])('reports %s: %j, and shows the form as usual', async (name, value, expected) => {
  await opened({ paymentmethods: ['CreditCard:FakePSP', 'Lima'], [name.toLowerCase()]: value });
  const { detail } = await told('error');
  expect(detail).toMatchObject({ errorCode: 'InvalidConfiguration', field: `config.${name}` });
  expect(detail.developerMessage).toContain(expected);
  expect(document.querySelector('.tabs')).toBeNull();
});

it('takes a setting that is null for one that is not there', async () => {
  await opened({
    paymentmethods: ['CreditCard:FakePSP', 'Lima'],
    ...{ layout: null, visiblemethods: null, cardtypes: null, texts: null },
  });
  await Promise.resolve();
  expect(said.filter(({ type }) => type === 'error')).toEqual([]);
});

it('begins with the method that the page selects', async () => {
  await opened({ paymentmethods: ['CreditCard:FakePSP', 'Lima'], selectedmethod: 'Lima' });
  expect((await told('ready')).detail.bearer).toBe('Lima');
  expect(document.querySelector<HTMLInputElement>('[name=method][checked]')?.value).toBe('Lima');
});

describe('direct debit', () => {
  const mandateOf = async (id: number) => {
    const { TetheredPaymentInformation } = (await answerTo(id)).detail;
    return TetheredPaymentInformation;
  };

  it.each([
    ['the account', paymentMethods, 'Paperboat'],
    ['the shop, where the service does not say', { ...paymentMethods, Creditor: undefined }, 'shop.test'],
    [
      'a name of signs',
      { ...paymentMethods, Creditor: "Salt $& Sons $1 $' {creditor}" },
      "Salt $& Sons $1 $' {creditor}",
    ],
  ])('names %s as creditor', async (_whose, methods, creditor) => {
    service.current.on('GET paymentMethods', methods);
    await opened(wants('Debit:Echo'));
    expect(document.body.textContent).toContain(en.mandate.replaceAll('{creditor}', () => creditor));
  });

  it('shows the whole mandate, with the reference that is then sent', async () => {
    const creditor = {
      CreditorAddress: 'Hafenstraße 1, 20457 Hamburg, DE',
      CreditorId: 'DE98ZZZ09999999999',
    };
    service.current.on('GET paymentMethods', { ...paymentMethods, ...creditor });
    const inside = await opened(wants('Debit:Echo'));
    const shown = [...document.querySelectorAll('.mandate :is(h2, p, dt, dd)')].map(
      (part) => part.textContent,
    );
    // Identifiers are read from left to right, whatever the language.
    expect([...document.querySelectorAll<HTMLElement>('.mandate dd')].map(({ dir }) => dir)).toEqual([
      ...['ltr', 'ltr'],
    ]);
    type(iban);
    ask(inside, tokenize(1));
    expect(shown).toEqual([
      en.mandateTitle,
      'Paperboat, Hafenstraße 1, 20457 Hamburg, DE',
      'Creditor identifier',
      'DE98ZZZ09999999999',
      'Mandate reference',
      (await mandateOf(1)).MandateReference,
      'Recurring payment',
      en.mandate.replaceAll('{creditor}', 'Paperboat'),
    ]);
  });

  it('has a mandate with a random reference of 64 bits', async () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(
      (bytes) => (bytes as Uint8Array).fill(10) as never,
    );
    const inside = await opened(wants('Debit:Echo'));
    type(iban);
    ask(inside, tokenize(1));
    expect((await mandateOf(1)).MandateReference).toBe('M-0A0A0A0A0A0A0A0A');
  });

  it('is accepted by paying: the same mandate until the customer changes something', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-15T10:00:00Z'), toFake: ['Date'] });
    const inside = await opened(wants('Debit:Echo'));
    type(iban);
    ask(inside, tokenize(1));
    const first = await mandateOf(1);
    expect(first).toEqual({
      Bearer: 'Debit:Echo',
      Token: 'tok_1',
      MandateReference: expect.stringMatching(/^M-[0-9A-F]{16}$/),
      MandateSignatureDate: expect.stringMatching(/^2026-01-15T10:00:0\d/),
      // With the name of who collects the money.
      MandateText: expect.stringMatching(
        /authorise \(A\) Paperboat to send .* from Paperboat\. .* within 8 weeks/,
      ),
    });
    ask(inside, tokenize(2));
    expect(await mandateOf(2)).toEqual(first);
    type({ accountHolder: 'Ada Byron' });
    vi.setSystemTime(Date.parse('2026-01-16T10:00:00Z'));
    ask(inside, tokenize(3));
    const third = await mandateOf(3);
    expect(third.MandateReference).not.toBe(first.MandateReference);
    // It is given by this payment, and not by the one before.
    expect(third.MandateSignatureDate).toMatch(/^2026-01-16T10:00:0\d/);
  });

  it('in other words is another mandate, and another attempt', async () => {
    const inside = await opened(wants('Debit:Echo'));
    type(iban);
    ask(inside, tokenize(1));
    const first = await mandateOf(1);
    const config = { publicapikey: 'a00000000000000000000001', locale: 'de' };
    ask(inside, { type: 'update', config, style: {} });
    await vi.waitFor(() => expect(document.body.textContent).toContain(de.mandateTitle));
    ask(inside, tokenize(2));
    const second = await mandateOf(2);
    expect(second.MandateReference).not.toBe(first.MandateReference);
    expect(second.MandateText).toBe(de.mandate.replaceAll('{creditor}', 'Paperboat'));
    const [one, other] = service.current.requestsTo(token).map(({ key }) => key);
    expect(other).not.toBe(one);
  });

  it('is the only one with a mandate', async () => {
    const inside = await opened();
    type(card);
    ask(inside, tokenize(1));
    expect(Object.keys(await mandateOf(1))).toEqual(['Bearer', 'Token']);
  });
});

describe('a method that redirects to its provider', () => {
  it('requires a return URL', async () => {
    const inside = await opened(wants('Lima'));
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail).toMatchObject({
      errorCode: 'InvalidConfiguration',
      field: 'config.providerReturnUrl',
    });
  });

  it("has no fields here, and sends the customer's input to the service", async () => {
    const inside = await opened({ ...wants('November'), providerreturnurl: 'https://shop.test/back' });
    type({ emailAddress: 'ada@shop.test' });
    ask(inside, tokenize(1));
    expect((await answerTo(1)).detail).toEqual({
      Bearer: 'November',
      TetheredPaymentInformation: { Bearer: 'November', EmailAddress: 'ada@shop.test' },
    });
    expect(service.current.requestsTo(token)).toHaveLength(0);
  });
});
