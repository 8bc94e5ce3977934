// @vitest-environment happy-dom
import { createElement, type PaymentForm, type PaymentFormDetails } from 'clientlib';
import { embedFormsInPage, fillPaymentForm } from 'clientlib/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServiceForEachTest, paymentMethods, problem, silence, token } from '../fake-service.ts';

/* The page's end of the payment form and the one in the frame, with nothing made up between them: what one says, the other does. */

const service = fakeServiceForEachTest();
const bearer = 'CreditCard:FakePSP';
const card = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };

type Event = keyof PaymentFormDetails;
let heard: [event: string, detail: unknown][];
let place: HTMLElement;
let restore: () => void;
let form: PaymentForm;

function embed(config: object = {}): void {
  heard = [];
  const all = { publicApiKey: 'a01', paymentMethods: [bearer, 'Debit:FakePSP'], locale: 'en', ...config };
  form = createElement('paymentForm', place, all, null, () => {});
  for (const event of Object.keys(events) as Event[])
    form.on(event, (detail: unknown) => heard.push([event, detail]));
}

beforeEach(() => {
  restore = embedFormsInPage();
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  restore();
  vi.restoreAllMocks();
});

const field = (name: string) => place.querySelector(`input[name=${name}]`) as HTMLInputElement;
const press = (key: string) =>
  field('cvc').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const pass = (event: string) => field('cvc').dispatchEvent(new FocusEvent(event, { bubbles: true }));
const wrongCode = { errorCode: ['InvalidCardCvc'], field: 'cvc' };

/** What the customer does for each event, and what the page hears of it. */
const events: { readonly [event in Event]: readonly [act: () => void, detail: object] } = {
  ready: [
    () => {},
    {
      title: 'Payment details',
      methods: `${bearer} Debit:FakePSP`,
      bearer,
      label: 'Card',
      ignoredStyles: '',
    },
  ],
  change: [
    () => fillPaymentForm(place, { cvc: '1' }),
    { bearer, label: 'Card', field: 'cvc', complete: false, empty: false, valid: false },
  ],
  focus: [() => pass('focusin'), { field: 'cvc' }],
  blur: [() => pass('focusout'), { field: 'cvc' }],
  submit: [() => press('Enter'), { bearer }],
  escape: [() => press('Escape'), { bearer }],
  invalid: [
    () => {
      fillPaymentForm(place, { cvc: '1' });
      pass('focusout');
    },
    wrongCode,
  ],
  error: [
    () => form.update({ texts: { titel: 'x' } }),
    { errorCode: ['InvalidConfiguration'], field: 'config.texts.titel' },
  ],
};

it.each(Object.entries(events))(
  'the page hears %s, with all that belongs to it',
  async (event, [act, detail]) => {
    embed();
    await form.ready;
    act();
    await vi.waitFor(() => expect(heard.map(([name]) => name)).toContain(event));
    expect(heard.find(([name]) => name === event)?.[1]).toMatchObject(detail);
  },
);

describe('the form does what the page asks', () => {
  beforeEach(async () => {
    embed();
    await form.ready;
  });

  it('validate: shows what is wrong, with the cursor there or where it was', async () => {
    expect(await form.validate({ focus: false })).toBe(false);
    expect(field('cardNumber').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).not.toBe(field('cardNumber'));
    expect(await form.validate()).toBe(false);
    await vi.waitFor(() => expect(document.activeElement).toBe(field('cardNumber')));
    fillPaymentForm(place, card);
    expect(await form.validate()).toBe(true);
  });

  it('submit: sends what is typed, and gives the token', async () => {
    fillPaymentForm(place, card);
    expect(await form.submit({ idempotencyKey: 'k1' })).toMatchObject({
      Bearer: bearer,
      TetheredPaymentInformation: { Token: 'tok_1' },
      Last4: '1111',
      CardType: 'visa',
    });
    expect(service.current.requestsTo(token)[0]?.key).toMatch(/^k1\./);
  });

  it('submit: within the time of the call, and locked until its end', async () => {
    service.current.on(`POST ${token}`, silence, silence, { Token: 'tok_2' });
    fillPaymentForm(place, card);
    const isLocked = () => field('cvc').readOnly;
    await expect(form.submit({ timeoutMs: 30 })).rejects.toMatchObject({ errorCode: ['Timeout'] });
    await vi.waitFor(() => expect(isLocked()).toBe(false));
    const controller = new AbortController();
    const aborted = expect(form.submit(controller)).rejects.toMatchObject({ errorCode: ['Aborted'] });
    await vi.waitFor(() => expect(isLocked()).toBe(true));
    controller.abort();
    await aborted;
    await vi.waitFor(() => expect(isLocked()).toBe(false));
    expect(await form.submit()).toMatchObject({ TetheredPaymentInformation: { Token: 'tok_2' } });
  });

  it('submit: refuses as the provider does, at the field, with all facts of the error', async () => {
    service.current.on(`POST ${token}`, problem(422, 'InvalidCardCvc', 'The code is wrong.'));
    fillPaymentForm(place, card);
    await expect(form.submit()).rejects.toMatchObject({
      errorCode: ['InvalidCardCvc'],
      errorMessage: 'The code is wrong.',
      status: 422,
      retryable: false,
    });
    expect([field('cvc').getAttribute('aria-invalid'), field('cvc').readOnly]).toEqual(['true', false]);
  });

  it('focus, clearCode and payerDataChanged', async () => {
    fillPaymentForm(place, { cardNumber: card.cardNumber, cvc: '123' });
    form.focus();
    await vi.waitFor(() => expect(document.activeElement).toBe(field('expiry')));
    form.clearCode();
    await vi.waitFor(() => expect(field('cvc').value).toBe(''));
    form.payerDataChanged({ firstName: 'Ada', lastName: 'Byron', emailAddress: 'ada@shop.test' });
    await vi.waitFor(() => expect(field('cardHolder').value).toBe('Ada Byron'));
  });

  it('update: speaks another language, and texts of the page', async () => {
    fillPaymentForm(place, { cvc: '123' });
    form.update({ locale: 'de', texts: { card: 'Bankkarte' } });
    await vi.waitFor(() => expect(place.textContent).toContain('Kartennummer'));
    expect([place.textContent?.includes('Bankkarte'), field('cvc').value]).toEqual([true, '123']);
  });

  it('reload and destroy', async () => {
    fillPaymentForm(place, { cvc: '123' });
    await form.reload();
    expect([field('cvc').value, heard.filter(([event]) => event === 'ready').length]).toEqual(['', 2]);
    form.destroy();
    expect(place.children).toHaveLength(0);
  });
});

it('a form that cannot be loaded says why, and the page can wait for the customer to try again', async () => {
  service.current.on('GET paymentMethods', problem(401, 'InvalidKey', 'No such key.'), paymentMethods);
  embed();
  await expect(form.ready).rejects.toMatchObject({ errorCode: ['InvalidKey'], status: 401 });
  expect(heard).toMatchObject([['error', { errorCode: ['InvalidKey'] }]]);
  place.querySelector('button')?.click();
  await vi.waitFor(() => expect(heard.map(([event]) => event)).toContain('ready'));
  await form.ready;
  expect(await form.validate()).toBe(false);
});

it('the frame is as high as its document', async () => {
  vi.spyOn(document.documentElement, 'getBoundingClientRect').mockReturnValue({ height: 120.2 } as DOMRect);
  embed();
  await form.ready;
  expect((place.firstElementChild as HTMLElement).style.height).toBe('121px');
});

it('a font is loaded by the page, and reported to it where it does not load', async () => {
  const load = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }));
  embed({ fonts: [{ family: 'Own', src: '/own.woff2' }] });
  await vi.waitFor(() => expect(heard.map(([event]) => event)).toContain('error'));
  expect(load).toHaveBeenCalledExactlyOnceWith('/own.woff2', { credentials: 'omit' });
  expect(heard.find(([event]) => event === 'error')?.[1]).toMatchObject({ field: 'config.fonts[0]' });
});
