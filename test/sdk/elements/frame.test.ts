// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operate } from '../../../sdk/src/calls/operate.ts';
import { configure } from '../../../sdk/src/configuration/configuration.ts';
import { createElement } from '../../../sdk/src/elements/external.ts';
import type { PaymentForm, PaymentFormStyle } from '../../../sdk/src/elements/payment-form.ts';
import { payer } from '../../../sdk/src/errors/sentences.ts';
import { asked, type FakeInside, insideOf } from './fake-inside.ts';

const config = { publicApiKey: 'a00000000000000000000001' };
const processed = {
  Bearer: 'CreditCard:FakePSP',
  TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token: 'tok' },
};
/** Outside the document, where happy-dom leaves frames alone. */
let place: HTMLElement;
let form: PaymentForm;
const forms: PaymentForm[] = [];
const uncaught = vi.fn();

beforeEach(() => {
  place = document.createElement('div');
  uncaught.mockReset();
  vi.stubGlobal('reportError', uncaught);
  configure({ baseUrl: 'https://service.test' });
});
afterEach(async () => {
  // A form that still loads would report its timeout in a later file.
  for (const created of forms.splice(0)) {
    try {
      created.destroy();
    } catch {
      // The test has.
    }
    await created.ready.catch(() => {});
  }
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

const frame = () => place.querySelector('iframe') as HTMLIFrameElement;

function embed(style?: PaymentFormStyle | null, error: (() => void) | null = () => {}, given = config): void {
  form = createElement('paymentForm', place, given, style, error);
  forms.push(form);
}

async function ready(): Promise<FakeInside> {
  embed();
  const inside = insideOf(frame());
  inside.say({ type: 'ready', detail: { title: 'Payment details' } });
  await form.ready;
  return inside;
}

const received = (inside: FakeInside, type: string) =>
  vi.waitFor(() => {
    const messages = inside.received.filter((message) => message['type'] === type);
    expect(messages).not.toHaveLength(0);
    return messages;
  });
/** Everything that was posted before has arrived. */
const arrived = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('Escape in the form', () => {
  it.each([
    ['closes the dialog around it', false],
    ['leaves a dialog open whose `cancel` is prevented', true],
  ])('%s', async (_rule, isPrevented) => {
    const dialog = document.createElement('dialog');
    dialog.append(place);
    dialog.show();
    dialog.addEventListener('cancel', (event) => isPrevented && event.preventDefault());
    const inside = await ready();
    const heard = vi.fn();
    form.on('escape', heard);
    inside.say({ type: 'escape', detail: { bearer: 'CreditCard:FakePSP' } });
    await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith({ bearer: 'CreditCard:FakePSP' }));
    expect(dialog.open).toBe(isPrevented);
  });
});

describe('the frame in the page', () => {
  it('has the width of its place, no border, and the title of its page', () => {
    embed();
    const { display, width, height, borderWidth, colorScheme } = frame().style;
    expect([display, width, height, borderWidth, colorScheme]).toEqual([
      'block',
      '100%',
      '0px',
      '0px',
      'light',
    ]);
    expect(frame().referrerPolicy).toBe('origin');
    expect(frame().title).toBe('Payment');
  });

  it('has the color scheme that the page sets for the form', () => {
    embed({ BODY: { colorScheme: 'dark' } } as never);
    expect(frame().style.colorScheme).toBe('dark');
    expect(insideOf(frame()).setup).toMatchObject({ style: { body: { colorScheme: 'dark' } } });
  });

  it('rejects an invalid style', () => {
    embed('dark' as never);
    expect(insideOf(frame()).setup['style']).toEqual({});
  });

  it("loads from the address of the service's pages, for the system of the page", () => {
    configure({ pagesUrl: 'https://pages.test/w/1', environment: 'Sandbox' });
    embed();
    expect(frame().src).toBe('https://pages.test/w/1/elements/payment-form');
    const { setup, origin } = insideOf(frame());
    expect(origin).toBe('https://pages.test');
    expect(setup['environment']).toBe('Sandbox');
  });

  it('is as high as the form reports', async () => {
    const inside = await ready();
    inside.say({ type: 'height', detail: { height: 321 } });
    await vi.waitFor(() => expect(frame().style.height).toBe('321px'));
    expect(frame().title).toBe('Payment details');
  });

  it('has five seconds to send its first message, and any time afterwards', async () => {
    vi.useFakeTimers();
    embed();
    insideOf(frame());
    const outcome = form.ready.then(
      () => 'ready',
      (error) => error.errorCode,
    );
    await vi.advanceTimersByTimeAsync(4_999);
    let isSettled = false;
    outcome.then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(['ServerError', 'FrameBlocked']);
  });

  it('has not started with messages of another protocol', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    embed(null, null);
    const inside = insideOf(frame());
    for (const junk of [{ clientlib: 0, type: 'height' }, { type: 7 }, { type: 'height', detail: 'none' }])
      inside.say(junk as never);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(5_000);
    await expect(form.ready).rejects.toMatchObject({ errorCode: ['ServerError', 'FrameBlocked'] });
  });

  it('may take its time after its first message', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    embed(null, null);
    const inside = insideOf(frame());
    inside.say({ type: 'height', detail: { height: 9 } });
    while (frame().style.height !== '9px') await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(5_000);
    inside.say({ type: 'ready', detail: { title: 'Payment details' } });
    expect(await form.ready).toBeUndefined();
  });

  it('has the title of its document when the customer can type, and no other', async () => {
    const inside = await ready();
    inside.say({ type: 'change', detail: { title: 'Forged' } });
    inside.say({ type: 'height', detail: { height: 1, title: 'Forged' } });
    await vi.waitFor(() => expect(frame().style.height).toBe('1px'));
    inside.say({ type: 'change', detail: { height: 2 } });
    await arrived();
    expect(frame().title).toBe('Payment details');
    expect(frame().style.height).toBe('1px');
  });
});

describe('a font for the form', () => {
  const fonts = [{ cssSrc: '/fonts.css' }];
  const answers: { readonly [url: string]: () => Promise<Response> } = {
    '/fonts.css': async () =>
      Object.defineProperty(new Response('css'), 'url', { value: 'https://cdn.test/v2/f.css' }),
    '/none.css': async () => new Response('', { status: 404 }),
    '/refused.css': () => Promise.reject(new TypeError('Failed to fetch')),
  };
  const fetching = vi.fn((url: string) => answers[url]?.());
  beforeEach(() => {
    fetching.mockClear();
    vi.stubGlobal('fetch', fetching);
  });

  it.each([
    ['/fonts.css', 'css', 'https://cdn.test/v2/f.css'],
    ['/none.css', undefined, undefined],
    ['/refused.css', undefined, undefined],
  ])(
    'is loaded by the page, without its cookies, with where it came from: %s',
    async (url, content, from) => {
      embed(null, null, { ...config, fonts } as never);
      const inside = insideOf(frame());
      inside.say({ type: 'load', detail: { url } });
      const [message] = await received(inside, 'loaded');
      const bytes = message?.['bytes'] as ArrayBuffer | undefined;
      expect(bytes && new TextDecoder().decode(bytes)).toBe(content);
      expect(message).toMatchObject({ clientlib: 1, type: 'loaded', url });
      expect(message?.['from']).toBe(from);
      expect(fetching).toHaveBeenCalledExactlyOnceWith(url, { credentials: 'omit' });
    },
  );

  it('is not loaded for a page that has configured none', async () => {
    const inside = await ready();
    inside.say({ type: 'load', detail: { url: '/fonts.css' } });
    await arrived();
    expect(fetching).not.toHaveBeenCalled();
  });
});

describe('a document that was replaced', () => {
  it('is ignored once the frame has loaded another', async () => {
    const old = await ready();
    const current = insideOf(frame());
    await arrived();
    old.say({ type: 'height', detail: { height: 1 } });
    await arrived();
    expect(frame().style.height).toBe('0px');
    current.say({ type: 'height', detail: { height: 2 } });
    await vi.waitFor(() => expect(frame().style.height).toBe('2px'));
  });

  it('leaves nothing to cancel in the next one', async () => {
    const old = await ready();
    const controller = new AbortController();
    const failed = expect(form.submit({ signal: controller.signal })).rejects.toMatchObject({
      errorCode: ['Aborted'],
      developerMessage: 'The payment form was reloaded.',
    });
    await asked(old, 'tokenize');
    const current = insideOf(frame());
    await failed;
    controller.abort();
    await arrived();
    expect(current.received).toEqual([]);
  });

  it('is not waited for: its five seconds end with it', async () => {
    vi.useFakeTimers();
    embed();
    insideOf(frame());
    await vi.advanceTimersByTimeAsync(4_000);
    insideOf(frame());
    const settled = vi.fn();
    form.ready.then(settled, settled);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(settled).toHaveBeenCalledWith(
      expect.objectContaining({ errorCode: ['ServerError', 'FrameBlocked'] }),
    );
  });

  it('is ignored once the page has destroyed the form', async () => {
    const inside = await ready();
    const heard = vi.fn();
    form.on('change', heard);
    inside.say({ type: 'change', detail: {} });
    form.destroy();
    inside.say({ type: 'change', detail: {} });
    await arrived();
    expect(heard).not.toHaveBeenCalled();
    expect(place.children).toHaveLength(0);
  });
});

describe('validate', () => {
  it.each([
    [true, true, 0],
    [false, false, 1],
    ['yes', false, 0],
  ])('with the response %j is %s; the first wrong field gets the focus', async (valid, result, focused) => {
    const inside = await ready();
    const focus = vi.spyOn(frame(), 'focus');
    const call = form.validate();
    const { id } = await asked(inside, 'validate');
    inside.say({ type: 'validate', id, detail: { valid } });
    expect(await call).toBe(result);
    await arrived();
    expect(focus).toHaveBeenCalledTimes(focused);
    expect(inside.received.filter(({ type }) => type === 'focus')).toHaveLength(focused);
  });

  it('leaves the focus where it is, if the page has its own fields before', async () => {
    const inside = await ready();
    const focus = vi.spyOn(frame(), 'focus');
    const call = form.validate({ focus: false });
    const request = await asked(inside, 'validate');
    inside.say({ type: 'validate', id: request.id, detail: { valid: false } });
    expect([await call, request['quiet']]).toEqual([false, true]);
    await arrived();
    expect(focus).not.toHaveBeenCalled();
  });

  it('has an id of its own each time, growing', async () => {
    const inside = await ready();
    const calls = [form.validate(), form.validate(), form.submit()];
    await asked(inside, 'tokenize');
    expect(inside.received.map(({ type, id }) => [type, id])).toEqual([
      ['validate', 1],
      ['validate', 2],
      ['tokenize', 3],
    ]);
    inside.say({ type: 'validate', id: 2, detail: { valid: true } });
    inside.say({ type: 'validate', id: 1, detail: { valid: false } });
    inside.say({ type: 'tokenize', id: 3, detail: processed });
    expect(await Promise.all(calls)).toEqual([false, true, processed]);
  });

  it("rejects with the form's error, with every fact of it", async () => {
    const inside = await ready();
    const call = form.validate();
    const { id } = await asked(inside, 'validate');
    const detail = {
      errorCode: 'ServerError NetworkDown',
      developerMessage: 'No connection.',
      details: 'Later.',
      field: 'x',
      status: 503,
      retryAfterMs: 7,
      idempotencyKey: 'k',
      referenceId: 'r',
      referenceUrl: 'https://x.test',
      order: { OrderId: 'o' },
      stack: 'forged',
      other: 1,
    };
    inside.say({ type: 'validate', id, detail });
    const { errorCode: _, other: __, stack: ___, ...facts } = detail;
    const error = await call.then(
      () => undefined,
      (problem) => problem,
    );
    expect(error).toMatchObject({ ...facts, errorCode: ['ServerError', 'NetworkDown'] });
    expect(error).not.toHaveProperty('other');
    expect(error.stack).not.toBe('forged');
  });
});

describe('a call without a response', () => {
  it.each([
    ['validate()', () => form.validate({ timeoutMs: 5 })],
    ['submit()', () => form.submit({ timeoutMs: 5 })],
  ])('%s ends in time, with its name', async (name, call) => {
    await ready();
    await expect(call()).rejects.toMatchObject({ errorCode: ['Timeout'], message: `${name}: Timeout.` });
  });

  it('createElement() ends in time, with its name', async () => {
    form = createElement('paymentForm', place, config, null, () => {}, { timeoutMs: 5 });
    await expect(form.ready).rejects.toMatchObject({
      errorCode: ['Timeout'],
      message: 'createElement(): Timeout.',
    });
  });
});

describe('a call of the page sends', () => {
  const process = (amount: object, options: object, begin?: (data: object) => Promise<unknown>) =>
    operate('pay()', [options], (run) => form.process(null, amount, run, begin as never));

  it('amount, key and remaining time', async () => {
    const inside = await ready();
    const call = process({ Amount: 11.78, Currency: 'EUR' }, { idempotencyKey: 'k1', timeoutMs: 5_000 });
    const request = await asked(inside, 'tokenize');
    expect(request).toMatchObject({ amount: { Amount: 11.78, Currency: 'EUR' }, key: 'k1' });
    expect(request['timeoutMs']).toBeGreaterThan(3_000);
    expect(request['timeoutMs']).toBeLessThanOrEqual(5_000);
    inside.say({ type: 'tokenize', id: request.id, detail: processed });
    expect(await call).toEqual(processed);
  });

  it('and returns a token for the data, or an error', async () => {
    const inside = await ready();
    const call = process({}, {});
    const { id } = await asked(inside, 'tokenize');
    inside.say({ type: 'tokenize', id, detail: { TetheredPaymentInformation: 'x' } });
    await expect(call).rejects.toMatchObject({ errorCode: ['ServerError', 'UnexpectedAnswer'] });
  });

  it('and is announced to the service before the customer starts a challenge', async () => {
    const inside = await ready();
    const begun = vi.fn(async () => {
      throw new Error('not now');
    });
    const call = process({}, {}, begun);
    const { id } = await asked(inside, 'tokenize');
    const challenge = { Token: 'tok', Challenge: { Url: 'https://bank.test/c', Params: {} } };
    inside.say({ type: 'tokenize', id, detail: { ...processed, challenge } });
    await expect(call).rejects.toMatchObject({ cause: new Error('not now') });
    expect(begun).toHaveBeenCalledExactlyOnceWith(processed);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('and is canceled inside when the call ends early, and not after its response', async () => {
    const inside = await ready();
    const controller = new AbortController();
    const call = process({}, { signal: controller.signal });
    const { id } = await asked(inside, 'tokenize');
    inside.say({ type: 'tokenize', id, detail: processed });
    await call;
    controller.abort();
    await arrived();
    expect(inside.received.filter(({ type }) => type === 'cancel')).toEqual([]);
  });

  it('and ends when the page reloads the form', async () => {
    const inside = await ready();
    const failed = expect(process({}, {})).rejects.toMatchObject({ errorCode: ['Aborted'] });
    await asked(inside, 'tokenize');
    const again = form.reload();
    await failed;
    expect(place.querySelectorAll('iframe')).toHaveLength(1);
    insideOf(frame()).say({ type: 'ready', detail: { title: '' } });
    await again;
  });
});

describe('payer data of the page', () => {
  it.each([
    [{ FirstName: 'Ada', LastName: 'Byron', EmailAddress: 'ada@x.test' }, 'Ada Byron', 'ada@x.test'],
    [{ firstname: 'Ada', COMPANYNAME: 'Engines' }, 'Ada', ''],
    [{ LastName: ' Byron ' }, 'Byron', ''],
    [{ CompanyName: 'Engines', EmailAddress: null }, 'Engines', ''],
    [{}, '', ''],
  ])('of %j is filled into the form', async (customer, holder, emailAddress) => {
    const inside = await ready();
    form.payerDataChanged(customer as never);
    const [message] = await received(inside, 'payer');
    expect(message).toEqual({ clientlib: 1, type: 'payer', holder, emailAddress });
  });

  it('must be an object', async () => {
    await ready();
    expect(() => form.payerDataChanged(null as never)).toThrow(
      expect.objectContaining({ errorCode: ['InvalidData'], field: 'customerData' }),
    );
  });

  it('waits until the customer can type, like the focus', async () => {
    embed();
    form.payerDataChanged({ FirstName: 'Ada' });
    form.focus();
    const inside = insideOf(frame());
    await arrived();
    expect(inside.received).toEqual([]);
    const focus = vi.spyOn(frame(), 'focus');
    inside.say({ type: 'ready', detail: { title: '' } });
    await received(inside, 'focus');
    expect(inside.received.map(({ type }) => type)).toEqual(['payer', 'focus']);
    expect(focus).toHaveBeenCalledOnce();
  });

  it('is dropped with a form that does not load', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    embed();
    form.payerDataChanged({ FirstName: 'Ada' });
    const failed = expect(form.ready).rejects.toMatchObject({ errorCode: ['InvalidKey'] });
    insideOf(frame()).say({ type: 'failed', detail: { errorCode: 'InvalidKey', developerMessage: '' } });
    await failed;
    await arrived();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('cannot be set in a destroyed form', async () => {
    await ready();
    form.destroy();
    expect(() => form.payerDataChanged({})).toThrow('destroyed');
  });
});

it('an error of the page has the words of the form for its customer, in the language of the form', async () => {
  const [before, inside] = [{ ...payer }, await ready()];
  inside.say({ type: 'ready', detail: { title: 'x', sentences: { Timeout: 'Das dauert zu lange.' } } });
  await vi.waitFor(() => expect(frame().title).toBe('x'));
  const call = form.validate({ timeoutMs: 1 });
  await expect(call).rejects.toMatchObject({
    errorCode: ['Timeout'],
    errorMessage: 'Das dauert zu lange.',
  });
  Object.assign(payer, before);
});

describe('an error of the form', () => {
  const fail = async (error: (() => void) | null, listener?: () => void): Promise<void> => {
    place.replaceChildren();
    embed(null, error);
    if (listener) form.on('error', listener);
    const failed = expect(form.ready).rejects.toMatchObject({ errorCode: ['InvalidKey'] });
    insideOf(frame()).say({ type: 'failed', detail: { errorCode: 'InvalidKey', developerMessage: '' } });
    await failed;
  };

  it('goes to the error callback, or to listeners; otherwise to the console', async () => {
    const callback = vi.fn();
    const listener = vi.fn();
    await fail(callback);
    expect(callback).toHaveBeenCalledOnce();
    await fail(null, listener);
    expect(listener).toHaveBeenCalledOnce();
    expect(uncaught).not.toHaveBeenCalled();
    await fail(null);
    expect(uncaught).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ errorCode: ['InvalidKey'] }));
  });
});
