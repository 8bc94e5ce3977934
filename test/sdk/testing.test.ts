// @vitest-environment happy-dom
import { configure, createElement, type PaymentForm, Signup } from 'clientlib';
import { embedFormsInPage, fillPaymentForm } from 'clientlib/testing';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let sandbox: Sandbox;
let restore: () => void;
let place: HTMLElement;
let form: PaymentForm;

beforeEach(async () => {
  // What other files of tests have left.
  document.adoptedStyleSheets = [];
  for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name);
  // jsdom has none.
  vi.stubGlobal('ResizeObserver', undefined);
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z' });
  configure({ baseUrl: 'http://sandbox.test', fetch: (request) => sandbox.fetch(request) });
  restore = embedFormsInPage();
  place = document.createElement('div');
  document.body.append(place);
  const paymentMethods = ['CreditCard:Golf', 'Debit:Delta'];
  const config = { publicApiKey: 'a00000000000000000000001', paymentMethods, locale: 'de' };
  form = createElement('paymentForm', place, config);
  await form.ready;
});
afterEach(() => {
  place.remove();
  restore();
  sandbox.close();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

const card = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };
const customer = { LastName: 'Byron', EmailAddress: 'ada@shop.test', Address: { Country: 'DE' } };

describe('the form without a frame', () => {
  it('accepts a card and pays an order', async () => {
    fillPaymentForm(place, card);
    const signup = new Signup();
    const order = await signup.createOrder({ PlanVariantId: 'b00000000000000000000001' }, customer);
    const paid = await signup.paySignupInteractive(null, form, order);
    expect(paid).toMatchObject({ OrderId: order.OrderId, OrderStatus: 'PaymentPending' });
  });

  it('formats and checks input, in the language of the page', async () => {
    fillPaymentForm(place, { ...card, cardNumber: '4111111111111112' });
    expect(await form.validate()).toBe(false);
    expect(place.textContent).toContain('Bitte prüfen Sie die Kartennummer.');
    expect(place.querySelector('input[name=cardNumber]')).toMatchObject({ value: '4111 1111 1111 1112' });
  });

  it('selects another method by its bearer', async () => {
    fillPaymentForm(place, { bearer: 'Debit:Delta', accountHolder: 'Ada', iban: 'DE89370400440532013000' });
    expect(await form.submit()).toMatchObject({ Bearer: 'Debit:Delta', Last4: '3000' });
  });

  it('has separate fields, each in its place, with one label', async () => {
    const places = Object.keys(card).map((name) => {
      const place = document.createElement('div');
      place.id = `place-${name}`;
      document.body.append(place);
      return [name, place] as const;
    });
    const [[first, firstPlace], ...others] = places as [(typeof places)[0], ...typeof places];
    const config = { publicApiKey: 'a00000000000000000000001', paymentMethods: ['CreditCard:Golf'] };
    const separate = createElement(first as 'cvc', firstPlace, { ...config, locale: 'de' });
    for (const [name, where] of others) createElement(name as 'cvc', where, { form: separate });
    await separate.ready;
    const labels = places.map(([, where]) =>
      [...where.querySelectorAll('label')].map((one) => one.textContent),
    );
    expect(labels).toEqual([['Kartennummer'], ['Gültig bis'], ['Prüfnummer'], ['Name auf der Karte']]);
    for (const [name, where] of places) fillPaymentForm(where, { [name]: card[name as keyof typeof card] });
    expect(await separate.submit()).toMatchObject({ Bearer: 'CreditCard:Golf', Last4: '1111' });
    separate.destroy();
    for (const [, where] of places) {
      expect(where.children).toHaveLength(0);
      where.remove();
    }
  });

  it('names the available fields if one is missing', () => {
    for (const iban of ['x', ''])
      expect(() => fillPaymentForm(place, { iban })).toThrow(
        'The payment form has no iban; it shows CreditCard:Golf, cardNumber, expiry, cvc, cardHolder, Debit:Delta.',
      );
  });

  it('stands in for frames by their name in any case, and loads no other address', async () => {
    const element = document.createElement('IFRAME') as HTMLIFrameElement;
    expect(element.localName).toBe('payment-form-frame');
    const loaded = vi.fn();
    element.onload = loaded;
    element.src = 'https://bank.test/challenge';
    await Promise.resolve();
    expect([element.src, loaded.mock.calls]).toEqual(['https://bank.test/challenge', []]);
    element.src = 'http://sandbox.test/elements/payment-form#cvc';
    await Promise.resolve();
    expect(loaded).toHaveBeenCalledOnce();
    expect(document.createElement('p').localName).toBe('p');
  });

  it('is typed into field by field, as a customer does', () => {
    const input = place.querySelector<HTMLInputElement>('[name=cvc]');
    const events: string[] = [];
    for (const name of ['focus', 'input', 'blur']) input?.addEventListener(name, () => events.push(name));
    fillPaymentForm(place, { cvc: '123' });
    expect(events).toEqual(['focus', 'input', 'blur']);
    fillPaymentForm(place, { cvc: '' });
    expect([input?.value, events.length]).toEqual(['', 6]);
  });

  it('names what there is where a method is missing, or nothing has loaded', () => {
    expect(() => fillPaymentForm(place, { bearer: 'Lima' })).toThrow(
      'The payment form has no Lima; it shows CreditCard:Golf, cardNumber,',
    );
    expect(() => fillPaymentForm(document.createElement('div'), { cvc: '1' })).toThrow(
      'The payment form has no cvc; it shows nothing: wait for its ready.',
    );
  });

  it('leaves all other elements to the browser, with their options', () => {
    restore();
    const made = vi.spyOn(document, 'createElement');
    restore = embedFormsInPage();
    document.createElement('button', { is: 'own-button' });
    expect(made).toHaveBeenCalledExactlyOnceWith('button', { is: 'own-button' });
    made.mockRestore();
  });

  it('leaves the page unchanged', () => {
    restore();
    expect(document.createElement('iframe')).toBeInstanceOf(HTMLIFrameElement);
    expect(document.title).not.toContain('Zahlungsdaten');
    const { lang, dir } = document.documentElement;
    expect([document.adoptedStyleSheets, lang, dir]).toEqual([[], '', '']);
  });
});
