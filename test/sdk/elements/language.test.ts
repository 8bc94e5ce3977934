// @vitest-environment happy-dom
import { type ClientLibError, configure, createElement, Signup } from 'clientlib';
import { embedFormsInPage, fillPaymentForm } from 'clientlib/testing';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/* The errors of a page speak the language of its payment form, whatever that of the browser is. */

const cart = { PlanVariantId: 'b00000000000000000000001' };
let sandbox: Sandbox;
let restore: () => void;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR', 'fr']);
  restore = embedFormsInPage();
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z' });
  configure({
    baseUrl: 'http://sandbox.test',
    fetch: (request) => {
      const sent = new Request(request);
      if (!sent.headers.has('Accept-Language')) sent.headers.set('Accept-Language', 'fr-FR, fr;q=0.9');
      return sandbox.fetch(sent);
    },
  });
});
afterEach(() => {
  restore();
  sandbox.close();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

async function formIn(locale: string | undefined) {
  const form = createElement('paymentForm', document.body, {
    publicApiKey: 'a00000000000000000000001',
    locale,
  });
  await form.ready;
  return form;
}

const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: ClientLibError) => error.errorMessage,
  );

it.each([
  [
    'de',
    'Bitte prüfen Sie die Kartennummer.',
    'Dieser Gutschein ist nicht gültig.',
    'Etwas ist schiefgegangen. Bitte versuchen Sie es später noch einmal.',
  ],
  [
    undefined,
    'Veuillez vérifier le numéro de carte.',
    'Ce code promo n’est pas valable.',
    'Une erreur est survenue. Veuillez réessayer plus tard.',
  ],
])(
  'with the locale %s: what is typed, what the service refuses, and what never reaches it',
  async (...row) => {
    const [locale, wrongCard, wrongCoupon, unreachable] = row;
    const form = await formIn(locale);
    fillPaymentForm(document.body, { cardNumber: '4111111111111112' });
    expect(await messageOf(form.submit())).toBe(wrongCard);
    const order = new Signup().createOrder({ ...cart, CouponCode: 'NOPE' }, { LastName: 'Byron' });
    expect(await messageOf(order)).toBe(wrongCoupon);
    configure({ fetch: () => Promise.reject(new TypeError('no connection')) });
    expect(await messageOf(new Signup().preview(cart, {}))).toBe(unreachable);
  },
);

it('changes with the language of the form', async () => {
  const form = await formIn('de');
  form.update({ locale: 'it' });
  const order = new Signup().createOrder({ ...cart, CouponCode: 'NOPE' }, { LastName: 'Byron' });
  expect(await messageOf(order)).toBe('Questo coupon non è valido.');
});
