// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operate } from '../../../sdk/src/calls/operate.ts';
import { configure } from '../../../sdk/src/configuration/configuration.ts';
import { type CreateElement, createElement } from '../../../sdk/src/elements/external.ts';
import type {
  PaymentForm,
  PaymentFormDetails,
  PaymentFormElement,
} from '../../../sdk/src/elements/payment-form.ts';
import { ClientLibError } from '../../../sdk/src/errors/client-lib-error.ts';
import { asked, type FakeInside, insideOf } from './fake-inside.ts';

const key = 'a00000000000000000000001';
const config = { publicApiKey: key, paymentMethods: ['CreditCard:FakePSP'], locale: 'de' };
const bearer = 'CreditCard:FakePSP';

/** Outside the document, where happy-dom leaves frames alone: the tests load them by hand. */
let place: HTMLElement;
const forms: PaymentForm[] = [];
const errors: unknown[] = [];

beforeEach(() => {
  place = document.createElement('div');
  errors.length = 0;
  configure({ baseUrl: 'https://service.test/w/shop', timeoutMs: 30_000 });
  vi.stubGlobal('reportError', (error: unknown) => errors.push(error));
});

afterEach(() => {
  for (const form of forms.splice(0)) {
    try {
      form.destroy();
    } catch {
      // The test has.
    }
  }
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

const frameOf = () => place.querySelector('iframe') as HTMLIFrameElement;

function create(...args: unknown[]): PaymentForm {
  const all = ['paymentForm', place, config, null, ...args];
  const form = (createElement as (...args: unknown[]) => PaymentForm)(...all);
  forms.push(form);
  return form;
}

/** The frame has loaded the document of the service. */
const arrive = (): FakeInside => insideOf(frameOf());

async function ready(...args: unknown[]): Promise<{ form: PaymentForm; inside: FakeInside }> {
  const form = create(...args);
  const inside = arrive();
  inside.say({ type: 'ready', detail: { title: 'Zahlungsdaten', methods: bearer, bearer } });
  await form.ready;
  return { form, inside };
}

/** What stands for the payment data. */
const processedBy = (Token: string) => ({
  Bearer: bearer,
  TetheredPaymentInformation: { Bearer: bearer, Token },
});

const failure = (promise: Promise<unknown>): Promise<ClientLibError> =>
  promise.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: unknown) => error as ClientLibError,
  );

describe('spec: Operation createElement, Behaviour rules 11 — createElement', () => {
  it('spec: Operation createElement — embeds the payment form as an iframe of the service', async () => {
    const { inside } = await ready();
    const frame = frameOf();
    expect(frame.src).toBe('https://service.test/w/shop/elements/payment-form');
    expect(frame.title).toBe('Zahlungsdaten');
    expect(inside.origin).toBe('https://service.test');
    expect(inside.setup).toEqual({
      clientlib: 1,
      type: 'connect',
      config: { publicapikey: key, paymentmethods: [bearer], locale: 'de' },
      style: {},
    });
  });

  it('can be called with new, and takes property names in any casing', async () => {
    const form = new (createElement as CreateElement)('paymentForm', place, {
      PublicApiKey: key,
      ProviderReturnUrl: 'back?x=1',
    } as never);
    forms.push(form);
    expect(arrive().setup).toMatchObject({ config: { publicapikey: key, providerreturnurl: 'back?x=1' } });
    expect(form.providerReturnUrl).toBe(new URL('back?x=1', location.href).href);
  });

  it.each([
    ['another element', ['creditForm', undefined, config], 'InvalidConfiguration', 'embeddableElement'],
    ['no place', ['paymentForm', null, config], 'InvalidConfiguration', 'embedInElement'],
    ['no configuration', ['paymentForm', undefined, null], 'InvalidData', 'config'],
    ['no key', ['paymentForm', undefined, {}], 'InvalidKey', 'config.publicApiKey'],
  ])(
    'reports %s through the error callback, the event and the promise',
    async (_what, [what, where, given], code, field) => {
      const heard: unknown[] = [];
      const form = (createElement as (...args: unknown[]) => PaymentForm)(
        what,
        where === undefined ? place : where,
        given,
        null,
        (error: unknown) => heard.push(error),
      );
      forms.push(form);
      form.on('error', (error) => heard.push(error));
      const error = await failure(form.ready);
      expect(error).toBeInstanceOf(ClientLibError);
      expect(error.errorCode).toEqual([code]);
      expect(error.field).toBe(field);
      expect(heard).toEqual([error, error]);
      expect(place.children).toHaveLength(0);
      expect(form.publicApiKey).toBe('');
      expect(await failure(form.reload())).toMatchObject({ errorCode: [code], field });
      form.destroy();
      expect(() => form.reload()).toThrow('destroyed');
    },
  );

  it('reports an error without listeners to the page', async () => {
    const form = (createElement as (...args: unknown[]) => PaymentForm)('paymentForm', null, config);
    forms.push(form);
    await failure(form.ready);
    expect(errors).toHaveLength(1);
  });

  it('omits what cannot be sent: functions in config and style stay here', async () => {
    const popupCreate = () => {};
    const form = (createElement as (...args: unknown[]) => PaymentForm)(
      'paymentForm',
      place,
      { ...config, popupCreate },
      { input: { color: 'red', onclick: () => {} } },
    );
    forms.push(form);
    expect(arrive().setup).toMatchObject({ style: { input: { color: 'red' } } });
  });
});

describe('spec: Operation createElement — a payment form that does not load', () => {
  it('is reported within its deadline, and can be retried', async () => {
    vi.useFakeTimers();
    const heard: ClientLibError[] = [];
    const form = create((error: ClientLibError) => heard.push(error), { timeoutMs: 20 });
    const failed = failure(form.ready);
    await vi.advanceTimersByTimeAsync(20);
    expect((await failed).errorCode).toEqual(['Timeout']);
    expect(heard).toHaveLength(1);
    const again = form.reload();
    expect(place.querySelectorAll('iframe')).toHaveLength(1);
    arrive().say({ type: 'ready', detail: { title: 'Payment' } });
    await again;
    expect(heard).toHaveLength(1);
  });

  it('reports a document that sends nothing', async () => {
    vi.useFakeTimers();
    const form = create(() => {});
    arrive();
    const failed = failure(form.ready);
    await vi.advanceTimersByTimeAsync(5_000);
    const error = await failed;
    expect(error.errorCode).toEqual(['ServerError', 'FrameBlocked']);
    expect(error.retryable).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports errors of the inside, and works when the customer has retried there', async () => {
    const form = create(() => {});
    const inside = arrive();
    inside.say({
      type: 'failed',
      detail: { errorCode: 'InvalidKey', developerMessage: 'No such key.', status: 401 },
    });
    const error = await failure(form.ready);
    expect(error).toMatchObject({
      errorCode: ['InvalidKey'],
      developerMessage: 'No such key.',
      status: 401,
    });
    expect(await failure(form.ready)).toBe(error);
    const isReady = vi.fn();
    form.on('ready', isReady);
    inside.say({ type: 'ready', detail: { title: 'Payment' } });
    await vi.waitFor(() => expect(isReady).toHaveBeenCalled());
    const valid = form.validate();
    inside.say({ type: 'validate', id: (await asked(inside, 'validate')).id, detail: { valid: true } });
    expect(await valid).toBe(true);
  });
});

type PlainEvent = Exclude<keyof PaymentFormDetails, 'invalid' | 'error'>;

/** What the form inside tells, with each field that the types promise. */
const details: { readonly [event in PlainEvent]: Required<PaymentFormDetails[event]> } = {
  ready: { title: 'Payment', methods: bearer, bearer, label: 'Card', ignoredStyles: 'x' },
  change: {
    bearer,
    label: 'Card',
    field: 'cardNumber',
    complete: true,
    cardType: 'visa',
    empty: false,
    valid: true,
  },
  focus: { field: 'cardNumber' },
  blur: { field: 'cardNumber' },
  submit: { bearer },
  escape: { bearer },
};

describe('spec: Operation createElement, Behaviour rules 9 — the payment form object', () => {
  it.each(Object.entries(details))(
    '%s has each field that its type names, and no other',
    async (event, detail) => {
      const { form, inside } = await ready();
      const heard = vi.fn();
      form.on(event as 'change', heard);
      inside.say({ type: event, detail: { ...detail, more: 'x' } });
      await vi.waitFor(() => expect(heard).toHaveBeenCalled());
      expect(heard.mock.lastCall).toEqual([detail]);
    },
  );

  it.each([
    [undefined, true],
    [{ focus: true }, true],
    [{ focus: false }, false],
  ])('validate(%j) takes the focus to what is wrong: %s', async (options, isFocused) => {
    const { form, inside } = await ready();
    const focus = vi.spyOn(frameOf(), 'focus');
    const valid = form.validate(options);
    const { id } = await asked(inside, 'validate');
    inside.say({ type: 'validate', id, detail: { valid: false } });
    expect(await valid).toBe(false);
    expect(focus.mock.calls.length > 0).toBe(isFocused);
  });

  it('sends events to its listeners until they stop, and survives a listener that throws', async () => {
    const { form, inside } = await ready();
    const heard: unknown[] = [];
    const listener = (detail: unknown) => heard.push(detail);
    form.on('change', () => {
      throw new Error("the page's mistake");
    });
    form.on('change', listener);
    inside.say({ type: 'change', detail: { bearer, complete: false } });
    await vi.waitFor(() => expect(heard).toEqual([{ bearer, complete: false }]));
    expect(errors).toHaveLength(1);
    form.off('change', listener);
    const other = vi.fn();
    form.on('blur', other);
    inside.say({ type: 'change', detail: {} });
    inside.say({ type: 'blur', detail: { field: 'cvc' } });
    await vi.waitFor(() => expect(other).toHaveBeenCalledWith({ field: 'cvc' }));
    expect(heard).toHaveLength(1);
  });

  it('passes on the declared fields of an event only, and of these plain values only', async () => {
    const { form, inside } = await ready();
    const heard: unknown[] = [];
    form.on('change', (detail) => heard.push(detail));
    inside.say({ type: 'change', detail: { bearer, complete: true, cardNumber: '4111', constructor: 'x' } });
    inside.say({ type: 'change', detail: { bearer: { toString: 'x' }, complete: false } });
    // A list is no plain value: such a message is none.
    inside.say({ type: 'change', detail: { bearer: [bearer], complete: false } } as never);
    inside.say({ type: 'change', detail: { bearer: 'last', complete: true } });
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ bearer: 'last', complete: true }));
    expect(heard).toEqual([
      { bearer, complete: true },
      { complete: false },
      { bearer: 'last', complete: true },
    ]);
  });

  it('hears of no event that is none, whatever its name', async () => {
    const { form, inside } = await ready();
    const heard = vi.fn();
    form.on('change', heard);
    for (const type of ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'changed', ''])
      inside.say({ type, detail: { bearer } });
    inside.say({ type: 'change', detail: { bearer, complete: true } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith({ bearer, complete: true }));
    expect(errors).toEqual([]);
  });

  it('gives field errors as typed errors', async () => {
    const { form, inside } = await ready();
    const heard: unknown[] = [];
    form.on('error', (error) => heard.push(error));
    inside.say({
      type: 'error',
      detail: { errorCode: 'InvalidCardCvc', developerMessage: 'cvc: expected 3 digits.', field: 'cvc' },
    });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toBeInstanceOf(ClientLibError);
    expect(heard[0]).toMatchObject({ errorCode: ['InvalidCardCvc'], field: 'cvc' });
  });

  it('updates language, texts and style in the frame, also for when it loads again', async () => {
    const { form, inside } = await ready();
    form.update({ locale: 'fr', style: { body: { colorScheme: 'dark' } } });
    form.update({ texts: { card: 'Carte' } });
    const changed = {
      config: { publicapikey: key, paymentmethods: [bearer], locale: 'fr', texts: { card: 'Carte' } },
      style: { body: { colorScheme: 'dark' } },
    };
    await vi.waitFor(() => expect(inside.received).toHaveLength(2));
    expect(inside.received[1]).toMatchObject({ type: 'update', ...changed });
    expect(frameOf().style.colorScheme).toBe('dark');
    expect(arrive().setup).toMatchObject({ type: 'connect', ...changed });
    expect(() => form.update({ localee: 'fr' } as object)).toThrow('changes.localee: expected locale, style');
  });

  it('leaves what an update does not give as it was', async () => {
    const { form, inside } = await ready();
    form.update({ locale: undefined, texts: { card: 'Carte' }, style: undefined });
    form.update({ locale: '', texts: undefined });
    await vi.waitFor(() => expect(inside.received).toHaveLength(2));
    expect(inside.received.map(({ config }) => config)).toMatchObject([
      { locale: 'de', texts: { card: 'Carte' } },
      { locale: '', texts: { card: 'Carte' } },
    ]);
  });

  it('rejects an unknown event, and a listener that is not a function', async () => {
    const { form } = await ready();
    for (const event of ['click', 'constructor'])
      expect(() => form.on(event as never, () => {})).toThrow(
        expect.objectContaining({
          errorCode: ['InvalidData'],
          message: `event: expected one of ready, change, focus, blur, submit, escape, error, invalid, got ${event}.`,
          field: 'event',
        }),
      );
    expect(() => form.on('change', undefined as never)).toThrow(
      expect.objectContaining({ errorCode: ['InvalidData'], field: 'listener' }),
    );
  });

  it('submits: a token for the data is returned', async () => {
    const { form, inside } = await ready();
    const submitted = form.submit();
    const { id, amount, key: callKey } = await asked(inside, 'tokenize');
    expect(amount).toEqual({ Amount: undefined, Currency: undefined });
    expect(callKey).toEqual(expect.stringMatching(/./));
    const processed = { ...processedBy('tok'), Last4: '1111', CardType: 'visa' };
    inside.say({ type: 'tokenize', id, detail: processed });
    expect(await submitted).toEqual(processed);
  });

  it('shows a challenge in the page, by popupCreate, and waits for its outcome', async () => {
    const opened: unknown[] = [];
    const closed = vi.fn();
    const form = (createElement as (...args: unknown[]) => PaymentForm)('paymentForm', place, {
      ...config,
      popupCreate: (redirect: unknown) => opened.push(redirect),
      popupClose: closed,
    });
    forms.push(form);
    const inside = arrive();
    inside.say({ type: 'ready', detail: { title: '' } });
    const submitted = form.submit();
    const { id } = await asked(inside, 'tokenize');
    const Url = 'https://provider.test/challenge';
    const challenge = { Token: 'tok', Challenge: { Url, Params: { transaction: 't1' } } };
    inside.say({ type: 'tokenize', id, detail: { ...processedBy('tok'), challenge } });
    await vi.waitFor(() => expect(opened).toEqual([{ url: Url, params: { transaction: 't1' } }]));
    const outcome = { type: 'clientlib:challenge', token: 'tok', outcome: 'passed' };
    window.dispatchEvent(new MessageEvent('message', { origin: 'https://provider.test', data: outcome }));
    expect(await submitted).toEqual(processedBy('tok'));
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('announces the payment to the service, and only then shows its challenge', async () => {
    const opened = vi.fn();
    const form = (createElement as (...args: unknown[]) => PaymentForm)('paymentForm', place, {
      ...config,
      popupCreate: opened,
    });
    forms.push(form);
    const inside = arrive();
    inside.say({ type: 'ready', detail: { title: '' } });
    let announced = (): void => {};
    const begin = vi.fn(() => new Promise<void>((resolve) => (announced = resolve)));
    const paid = operate('pay()', [], (run) => form.process(null, {}, run, begin));
    const { id } = await asked(inside, 'tokenize');
    const challenge = { Token: 'tok', Challenge: { Url: 'https://provider.test/challenge', Params: {} } };
    inside.say({ type: 'tokenize', id, detail: { ...processedBy('tok'), challenge } });
    await vi.waitFor(() => expect(begin).toHaveBeenCalledExactlyOnceWith(processedBy('tok')));
    await new Promise((resolve) => setTimeout(resolve));
    expect(opened).not.toHaveBeenCalled();
    announced();
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
    const outcome = { type: 'clientlib:challenge', token: 'tok', outcome: 'passed' };
    window.dispatchEvent(new MessageEvent('message', { origin: 'https://provider.test', data: outcome }));
    expect(await paid).toEqual(processedBy('tok'));
  });

  it('opens no challenge that is not a page: an address that would run as a script is an error', async () => {
    for (const Url of ['javascript:alert(1)', 'data:text/html,x', 'blob:x']) {
      const { form, inside } = await ready();
      const submitted = form.submit();
      const { id } = await asked(inside, 'tokenize');
      const challenge = { Token: 'tok', Challenge: { Url } };
      inside.say({ type: 'tokenize', id, detail: { ...processedBy('tok'), challenge } });
      expect((await failure(submitted)).field).toBe('Challenge.Url');
      expect(document.querySelector('dialog')).toBeNull();
      form.destroy();
    }
  });

  it('forwards an abort to the inside', async () => {
    const { form, inside } = await ready();
    const controller = new AbortController();
    const submitted = form.submit({ signal: controller.signal });
    const { id } = await asked(inside, 'tokenize');
    controller.abort();
    expect((await failure(submitted)).errorCode).toEqual(['Aborted']);
    expect((await asked(inside, 'cancel')).id).toBe(id);
  });

  it('uses each response once, for its own request', async () => {
    const { form, inside } = await ready();
    const submitted = form.submit();
    const { id } = await asked(inside, 'tokenize');
    // Of another request, of another kind, without a request.
    inside.say({ type: 'tokenize', id: id + 1, detail: processedBy('forged') });
    inside.say({ type: 'validate', id, detail: { valid: true } });
    inside.say({ type: 'tokenize', id: -1, detail: { errorCode: 'Rejected', developerMessage: '' } });
    inside.say({ type: 'tokenize', id, detail: processedBy('first') });
    inside.say({ type: 'tokenize', id, detail: processedBy('replayed') });
    expect(await submitted).toEqual(processedBy('first'));
  });

  it('ignores 10,000 invalid messages, and still works', async () => {
    const { form, inside } = await ready();
    const heard = vi.fn();
    for (const event of ['ready', 'change', 'focus', 'blur', 'submit', 'escape', 'error'] as const)
      form.on(event, heard);
    const submitted = form.submit();
    const { id } = await asked(inside, 'tokenize');
    const wrong: ((round: number) => object)[] = [
      () => ({ clientlib: 2, type: 'ready', detail: { title: 'x' } }),
      () => ({ clientlib: undefined, type: 'submit', detail: {} }),
      () => ({ type: 'constructor', detail: {} }),
      () => ({ type: 'height', detail: { height: 'tall' } }),
      () => ({ type: 'height', height: 9 }),
      () => ({ type: 'change', detail: { list: [] } }),
      () => ({ type: 'change', detail: { deep: { date: new Date(0), list: [1] } } }),
      () => ({ type: 'focus', detail: [] }),
      () => ({ type: 'blur', detail: null }),
      () => ({ type: 'error', detail: 'no' }),
      () => ({ type: 'tokenize', id }),
      () => ({ type: 'tokenize', id, detail: [processedBy('forged')] }),
      (round) => ({ type: 'tokenize', id: id + 1 + round, detail: processedBy('forged') }),
      () => ({ type: 'validate', id, detail: { valid: true } }),
      (round) => ({ type: 'tokenize', id: -round, detail: { errorCode: 'Rejected', developerMessage: '' } }),
    ];
    for (let round = 0; round < 10_000; round++) {
      inside.say((wrong[round % wrong.length] as (round: number) => object)(round));
    }
    inside.say({ type: 'tokenize', id, detail: processedBy('right') });
    expect(await submitted).toEqual(processedBy('right'));
    expect(heard).not.toHaveBeenCalled();
    expect(frameOf().title).toBe('Zahlungsdaten');
    expect(frameOf().style.height).toBe('0px');
  });

  it('ignores messages to its window', async () => {
    const { form, inside } = await ready();
    const submitted = form.submit();
    const { id } = await asked(inside, 'tokenize');
    const data = { clientlib: 1, type: 'tokenize', id, detail: processedBy('forged') };
    const source = frameOf().contentWindow;
    window.dispatchEvent(new MessageEvent('message', { origin: 'https://service.test', source, data }));
    inside.say({ type: 'tokenize', id, detail: processedBy('right') });
    expect(await submitted).toEqual(processedBy('right'));
  });

  it('works after the page moves it: the frame reloads, and running calls end', async () => {
    const { form, inside } = await ready();
    const submitted = form.submit();
    await asked(inside, 'tokenize');
    const second = arrive();
    expect((await failure(submitted)).errorCode).toEqual(['Aborted']);
    second.say({ type: 'height', detail: { height: 321 } });
    await vi.waitFor(() => expect(frameOf().style.height).toBe('321px'));
  });

  it('is removed when destroyed, and every use reports it', async () => {
    const { form, inside } = await ready();
    const submitted = form.submit();
    await asked(inside, 'tokenize');
    form.destroy();
    expect((await failure(submitted)).errorCode).toEqual(['InvalidConfiguration', 'Destroyed']);
    expect(place.children).toHaveLength(0);
    for (const use of [
      () => form.on('change', () => {}),
      () => form.off('change', () => {}),
      () => form.focus(),
      () => form.clearCode(),
      () => form.payerDataChanged({}),
      () => form.update({}),
      () => form.reload(),
      () => form.destroy(),
      () => createElement('cvc', place, { form }),
    ]) {
      expect(use).toThrow(expect.objectContaining({ errorCode: ['InvalidConfiguration', 'Destroyed'] }));
    }
    expect((await failure(form.validate())).errorCode[1]).toBe('Destroyed');
    expect((await failure(form.submit())).errorCode[1]).toBe('Destroyed');
  });

  it('ends a call at once that was made just before it was destroyed', async () => {
    const { form } = await ready();
    const valid = failure(form.validate());
    form.destroy();
    expect((await valid).errorCode[1]).toBe('Destroyed');
  });

  it('can be destroyed while it loads: no error is reported, no timer remains', async () => {
    vi.useFakeTimers();
    const heard = vi.fn();
    const form = create(heard);
    form.on('error', heard);
    arrive();
    form.destroy();
    await failure(form.ready);
    expect(heard).not.toHaveBeenCalled();
    expect(errors).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(place.children).toHaveLength(0);
  });
});

/** All that can have a frame of its own; the compiler reports one that is missing. */
const parts: { readonly [name in Exclude<PaymentFormElement, 'paymentForm'>]: true } = {
  cardNumber: true,
  expiry: true,
  cvc: true,
  cardHolder: true,
  accountHolder: true,
  iban: true,
  bic: true,
  bankAccountNumber: true,
  bankRoutingCode: true,
  emailAddress: true,
  mandate: true,
};

describe('a field in a frame of its own', () => {
  type Create = (...args: unknown[]) => PaymentForm;

  /** A form of two fields, each in its place; the document in each frame. */
  function createFields() {
    const further = document.createElement('div');
    const form = (createElement as Create)(
      'cardNumber',
      place,
      config,
      { input: { color: 'red' } },
      () => {},
    );
    forms.push(form);
    expect((createElement as Create)('cvc', further, { form })).toBe(form);
    const frames = () => [place, further].map((one) => one.querySelector('iframe') as HTMLIFrameElement);
    const insides = () => frames().map(insideOf) as [FakeInside, FakeInside];
    return { form, further, frames, insides };
  }

  it('belongs to the form of the first, which runs it, with the same settings', () => {
    const { insides } = createFields();
    const [first, second] = insides().map(({ setup }) => setup);
    const part = (setup: typeof first) => setup?.['part'] as { group: string };
    expect(part(first)).toEqual({ name: 'cardNumber', group: expect.stringMatching(/./), isFirst: true });
    expect(part(second)).toEqual({ name: 'cvc', group: part(first).group, isFirst: false });
    const { part: _, ...settings } = first ?? {};
    expect(second).toMatchObject(settings);
    place = document.createElement('div');
    const other = createFields().insides()[0].setup;
    expect(part(other).group).not.toBe(part(first).group);
  });

  it('is there when all are, and of the events only those of the first frame are of the form', async () => {
    const { form, insides } = createFields();
    const heard = vi.fn();
    form.on('ready', heard);
    form.on('change', heard);
    let isReady = false;
    form.ready.then(() => (isReady = true));
    const [first, second] = insides();
    first.say({ type: 'ready', detail: { title: 'Number' } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    expect(isReady).toBe(false);
    second.say({ type: 'ready', detail: { title: 'Code' } });
    second.say({ type: 'change', detail: { bearer } });
    await form.ready;
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toHaveBeenCalledOnce();
  });

  it('is waited for by the form though a later one is there', async () => {
    const { form, frames, insides } = createFields();
    let isReady = false;
    form.ready.then(() => (isReady = true));
    const [first, second] = insides();
    second.say({ type: 'ready', detail: { title: 'Code' } });
    await vi.waitFor(() => expect(frames()[1]?.title).toBe('Code'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(isReady).toBe(false);
    first.say({ type: 'ready', detail: { title: 'Number' } });
    await form.ready;
  });

  it('is waited for again when the form is loaded again after an error', async () => {
    const { form, frames, insides } = createFields();
    const before = insides();
    before[1].say({ type: 'ready', detail: { title: 'Code' } });
    await vi.waitFor(() => expect(frames()[1]?.title).toBe('Code'));
    before[0].say({ type: 'failed', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await failure(form.ready);
    form.reload();
    const [first, second] = insides();
    const heard = vi.fn();
    form.on('ready', heard);
    first.say({ type: 'ready', detail: { title: 'Number' } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    let isReady = false;
    form.ready.then(() => (isReady = true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(isReady).toBe(false);
    second.say({ type: 'ready', detail: { title: 'Code' } });
    await form.ready;
  });

  it('that still loads when the form is loaded again is no error, and is waited for', async () => {
    const { form, frames, insides } = createFields();
    const heard = vi.fn();
    form.on('error', heard);
    insides()[0].say({ type: 'ready', detail: { title: 'Number' } });
    await vi.waitFor(() => expect(frames()[0]?.title).toBe('Number'));
    form.reload();
    const [first, second] = insides();
    first.say({ type: 'ready', detail: { title: 'Number' } });
    await vi.waitFor(() => expect(frames()[0]?.title).toBe('Number'));
    let isReady = false;
    form.ready.then(() => (isReady = true));
    await new Promise((resolve) => setTimeout(resolve));
    expect([isReady, heard.mock.calls, errors]).toEqual([false, [], []]);
    second.say({ type: 'ready', detail: { title: 'Code' } });
    await form.ready;
  });

  it.each(['first', 'last'])('that cannot be shown is an error of the form: the %s', async (which) => {
    const { form, insides } = createFields();
    const heard = vi.fn();
    form.on('error', heard);
    const [wrong, good] = which === 'first' ? insides() : insides().reverse();
    good?.say({ type: 'ready', detail: { title: 'Number' } });
    wrong?.say({ type: 'failed', detail: { errorCode: 'InvalidConfiguration', developerMessage: 'No.' } });
    expect((await failure(form.ready)).errorCode).toEqual(['InvalidConfiguration']);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('has a deadline and a signal of its own', async () => {
    const { form, insides } = createFields();
    insides();
    const options = { timeoutMs: 60_000, signal: AbortSignal.abort() };
    const create = createElement as Create;
    create('expiry', document.createElement('div'), { form }, null, null, options);
    expect((await failure(form.ready)).errorCode).toEqual(['Aborted']);
  });

  it('changes, loads again and goes with the form', async () => {
    const { form, further, frames, insides } = createFields();
    const both = insides();
    form.update({ locale: 'fr' });
    await vi.waitFor(() => expect(both.map(({ received }) => received.length)).toEqual([1, 1]));
    const before = frames();
    form.reload().catch(() => {});
    for (const [at, frame] of frames().entries()) expect(frame).not.toBe(before[at]);
    expect([place, further].map(({ children }) => children.length)).toEqual([1, 1]);
    expect(insides().map(({ setup }) => setup['part'])).toMatchObject([
      { isFirst: true },
      { isFirst: false },
    ]);
    form.destroy();
    expect([place, further].map(({ children }) => children.length)).toEqual([0, 0]);
  });

  it.each(Object.keys(parts))('is found by its name in the address of its frame: %s', (name) => {
    const form = (createElement as Create)(name, place, config);
    forms.push(form);
    form.ready.catch(() => {});
    expect(frameOf().src).toBe(`https://service.test/w/shop/elements/payment-form#${name}`);
    expect(arrive().setup['part']).toMatchObject({ name });
  });
});

it('a form that cannot be loaded, of which its callback hears, leaves nothing unhandled', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const told = vi.fn();
  const form = create(told);
  form.focus();
  form.clearCode();
  form.payerDataChanged({ FirstName: 'Ada' });
  arrive().say({ type: 'failed', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it('each time that the form cannot be loaded is told to the page, once', async () => {
  const told = vi.fn();
  const form = create(told);
  const fail = async () => {
    arrive().say({ type: 'failed', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await failure(form.ready);
  };
  await fail();
  expect(told).toHaveBeenCalledOnce();
  form.reload().catch(() => {});
  await fail();
  expect(told).toHaveBeenCalledTimes(2);
  // Who is told needs no line in the console.
  expect(errors).toEqual([]);
});
