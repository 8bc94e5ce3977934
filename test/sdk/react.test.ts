// @vitest-environment happy-dom
import { PaymentForm, useFinalize, usePaymentMethods, usePreview } from 'clientlib/react';
import { act, createElement, createRef, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaymentForm as Form } from '../../sdk/src/index.ts';
import { asked as askedInside, insideOf } from './elements/fake-inside.ts';
import { fakeServiceForEachTest, order, paymentMethods, problem, silence } from './fake-service.ts';
import { handlerOf, heardOf, said } from './form-events.ts';
import { asked, plan, price } from './plans-and-prices.ts';

const service = fakeServiceForEachTest();
let place: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const render = (node: ReactNode) => act(async () => root.render(node));

/** Does nothing but use a hook, and tells what it returned. */
function Probe<T>({ use, tell }: { use: () => T; tell: (state: T) => void }): null {
  tell(use());
  return null;
}

/** What a hook returned, render by render. */
async function used<T>(hook: () => T): Promise<{ readonly seen: T[]; again(next?: () => T): Promise<void> }> {
  const seen: T[] = [];
  const tell = (state: T) => seen.push(state);
  const again = (use = hook) => render(createElement(Probe<T>, { use, tell }));
  await again();
  return { seen, again };
}

describe('usePreview', () => {
  beforeEach(() => {
    service.current.on('POST signup/preview', price(1), price(2));
  });

  it('loads the first price at once', async () => {
    const { seen } = await used(() => usePreview(plan('a'), {}));
    expect(seen[0]).toEqual({ order: undefined, error: undefined, isLoading: true });
    expect(seen.at(-1)).toEqual({ order: price(1).Order, error: undefined, isLoading: false });
    expect(service.current.received[0]?.body).toEqual({ Cart: plan('a'), Customer: {} });
  });

  it('loads a new price when cart or customer change, and keeps the old one meanwhile', async () => {
    vi.useFakeTimers();
    const { seen, again } = await used(() => usePreview(plan('a'), {}));
    await again(() => usePreview(plan('a'), {}));
    expect(asked(service, 'signup/preview')).toBe(1);
    await again(() => usePreview(plan('a'), { Address: { Country: 'AT' } }));
    expect(seen.at(-1)).toEqual({ order: price(1).Order, error: undefined, isLoading: true });
    await act(() => vi.advanceTimersByTimeAsync(700));
    expect(seen.at(-1)).toEqual({ order: price(2).Order, error: undefined, isLoading: false });
    expect(asked(service, 'signup/preview')).toBe(2);
  });

  it('shows an error beside the previous price, until it loads again', async () => {
    vi.useFakeTimers();
    service.current.on('POST signup/preview', price(1), problem(422, 'InvalidData'), price(3));
    const { seen, again } = await used(() => usePreview(plan('a'), {}));
    await again(() => usePreview(plan('b'), {}));
    await act(() => vi.advanceTimersByTimeAsync(700));
    const error = expect.objectContaining({ errorCode: ['InvalidData'] });
    expect(seen.at(-1)).toEqual({ order: price(1).Order, error, isLoading: false });
    await again(() => usePreview(plan('c'), {}));
    expect(seen.at(-1)).toEqual({ order: price(1).Order, error: undefined, isLoading: true });
  });

  it.each([null, undefined])('loads nothing without a cart: %s', async (cart) => {
    const { seen, again } = await used(() => usePreview(cart, {}));
    const nothing = { order: undefined, error: undefined, isLoading: false };
    expect(seen.every((state) => JSON.stringify(state) === JSON.stringify(nothing))).toBe(true);
    expect(service.current.received).toEqual([]);
    await again(() => usePreview(plan('a'), {}));
    expect(seen.at(-1)?.order).toEqual(price(1).Order);
    await again(() => usePreview(cart, {}));
    expect(seen.at(-1)).toEqual(nothing);
  });

  it('aborts an unneeded price', async () => {
    const signals: AbortSignal[] = [];
    service.current.on('POST signup/preview', (_, request) => {
      signals.push(request.signal);
      return silence;
    });
    const { seen, again } = await used(() => usePreview(plan('a'), {}));
    await again(() => usePreview(null, {}));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(seen.at(-1)).toEqual({ order: undefined, error: undefined, isLoading: false });
  });
});

describe('usePaymentMethods', () => {
  const config = { publicApiKey: 'a01', providerReturnUrl: 'https://shop.test/back' };
  const loading = { payment: undefined, bearers: [], methods: {}, error: undefined, isLoading: true };

  it('loads the methods of the account', async () => {
    const { seen, again } = await used(() => usePaymentMethods(config));
    expect(seen[0]).toEqual(loading);
    const loaded = seen.at(-1);
    expect(loaded).toMatchObject({
      bearers: paymentMethods.Bearers,
      methods: paymentMethods.Methods,
      error: undefined,
      isLoading: false,
    });
    expect(loaded?.payment).toMatchObject({ ...config, popupCreate: undefined, popupClose: undefined });
    await again(() => usePaymentMethods({ ...config }));
    expect(seen.at(-1)).toBe(loaded);
    expect(asked(service, 'paymentMethods')).toBe(1);
  });

  it.each([
    ['key', { publicApiKey: 'a02' }],
    ['return address', { providerReturnUrl: 'https://shop.test/other' }],
  ])('loads them again when the %s changes', async (_, change) => {
    const { seen, again } = await used(() => usePaymentMethods(config));
    service.current.on('GET paymentMethods', { ...paymentMethods, Bearers: ['InvoicePayment'] });
    const before = seen.length;
    await again(() => usePaymentMethods({ ...config, ...change }));
    expect(seen.slice(before)).toContainEqual(loading);
    expect(seen.at(-1)?.bearers).toEqual(['InvoicePayment']);
    expect(seen.at(-1)?.payment).toMatchObject(change);
  });

  it('says why they could not be loaded', async () => {
    service.current.on('GET paymentMethods', problem(401, 'InvalidKey'));
    const { seen } = await used(() => usePaymentMethods(config));
    const error = expect.objectContaining({ errorCode: ['InvalidKey'] });
    expect(seen.at(-1)).toEqual({ ...loading, error, isLoading: false });
  });

  it.each([
    ['answers', paymentMethods],
    ['fails', problem(401, 'InvalidKey')],
  ])('aborts unneeded ones, whatever the service %s', async (_, answer) => {
    let late = (_: object): void => {};
    service.current.on('GET paymentMethods', () => new Promise((resolve) => (late = resolve as typeof late)));
    const { seen, again } = await used(() => usePaymentMethods(config));
    const first = late;
    await again(() => usePaymentMethods({ publicApiKey: 'a02' }));
    await act(async () => first(answer));
    expect(seen.at(-1)).toEqual(loading);
  });

  it('ends with the component', async () => {
    const signals: AbortSignal[] = [];
    service.current.on('GET paymentMethods', (_, request) => {
      signals.push(request.signal);
      return silence;
    });
    await used(() => usePaymentMethods(config));
    await render(null);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('shows 3-D Secure with the callbacks of the newest render', async () => {
    const calls: unknown[] = [];
    const popups = (name: string) => ({
      popupCreate: (...args: unknown[]) => calls.push([name, ...args]),
      popupClose: () => calls.push([name, 'close']),
    });
    const { seen, again } = await used(() => usePaymentMethods({ ...config, ...popups('old') } as never));
    await again(() => usePaymentMethods({ ...config, ...popups('new') } as never));
    const { payment } = seen.at(-1) as { payment: { popupCreate: unknown; popupClose: unknown } };
    const cancel = () => {};
    (payment.popupCreate as (...args: unknown[]) => void)({ url: 'u' }, cancel);
    (payment.popupClose as () => void)();
    expect(calls).toEqual([
      ['new', { url: 'u' }, cancel],
      ['new', 'close'],
    ]);
    await again(() => usePaymentMethods(config));
    (payment.popupCreate as () => void)();
    (payment.popupClose as () => void)();
    expect(calls).toHaveLength(2);
  });
});

describe('useFinalize', () => {
  const from = (search: string) => vi.stubGlobal('location', new URL(`https://shop.test/thanks${search}`));
  const came = () => from('?transactionId=t1&secret=s1');
  const state = (status: string, more = {}) => ({ status, order: undefined, error: undefined, ...more });

  it('completes the order of a customer who has returned', async () => {
    came();
    service.current.on('POST Finalize', order);
    const { seen } = await used(useFinalize);
    expect(seen[0]).toMatchObject(state('pending'));
    expect(seen.at(-1)).toEqual({ ...state('finalized', { order }), retry: expect.any(Function) });
  });

  it('does nothing on any other visit', async () => {
    from('');
    const { seen } = await used(useFinalize);
    expect(seen.at(-1)).toMatchObject(state('none'));
    expect(service.current.received).toEqual([]);
  });

  it('says why it failed, and retries with `retry`', async () => {
    came();
    service.current.on('POST Finalize', problem(500, ''), order);
    const { seen, again } = await used(useFinalize);
    const error = expect.objectContaining({ errorCode: ['ServerError'] });
    expect(seen.at(-1)).toMatchObject({ ...state('failed'), error });
    const { retry } = seen.at(-1) as (typeof seen)[0];
    await again();
    expect(asked(service, 'Finalize')).toBe(1);
    expect(seen.at(-1)?.retry).toBe(retry);
    const before = seen.length;
    await act(async () => retry());
    expect(seen.slice(before).map(({ status }) => status)).toEqual(['failed', 'pending', 'finalized']);
    expect(seen.at(-1)).toMatchObject(state('finalized', { order }));
  });

  it('retries as often as the page wants', async () => {
    came();
    service.current.on('POST Finalize', problem(500, ''), problem(500, ''), problem(500, ''), order);
    const { seen } = await used(useFinalize);
    for (let attempt = 1; attempt < 4; attempt++) {
      expect(seen.at(-1)?.status).toBe('failed');
      await act(async () => seen.at(-1)?.retry());
    }
    expect(seen.at(-1)?.status).toBe('finalized');
    expect(asked(service, 'Finalize')).toBe(4);
  });

  it.each([
    ['answers', order],
    ['fails', problem(500, '')],
  ])('ignores an attempt after a retry, whatever the service %s', async (_, answer) => {
    came();
    let late = (_: object): void => {};
    const first = new Promise<never>((resolve) => (late = resolve as typeof late));
    service.current.on('POST Finalize', () => first, silence);
    const { seen } = await used(useFinalize);
    await act(async () => seen.at(-1)?.retry());
    await act(async () => late(answer));
    expect(seen.at(-1)?.status).toBe('pending');
  });

  it('completes it even if the component is removed', async () => {
    came();
    let answer = (_: object): void => {};
    service.current.on('POST Finalize', (_, request) => {
      request.signal.throwIfAborted();
      return new Promise((resolve) => (answer = resolve as typeof answer));
    });
    const { seen } = await used(useFinalize);
    const before = seen.length;
    await render(null);
    await act(async () => answer(order));
    expect(seen).toHaveLength(before);
    expect(asked(service, 'Finalize')).toBe(1);
  });
});

describe('on the server', () => {
  it('nothing is loaded, and everything is pending', () => {
    const states: object[] = [];
    const tell = (all: object[]) => states.push(...all);
    const use = () => [
      usePreview(plan('a'), {}),
      usePreview(null, {}),
      useFinalize(),
      usePaymentMethods({ publicApiKey: 'a01' }),
    ];
    renderToString(createElement(Probe<object[]>, { use, tell }));
    expect(states).toMatchObject([
      { isLoading: true },
      { isLoading: false },
      { status: 'pending' },
      { isLoading: true, bearers: [] },
    ]);
    const form = createElement(PaymentForm, { publicApiKey: 'a01', className: 'payment', id: 'form' });
    expect(renderToString(form)).toBe('<div class="payment" id="form"></div>');
    expect(service.current.received).toEqual([]);
  });
});

describe('PaymentForm', () => {
  const frame = () => place.querySelector('iframe') as HTMLIFrameElement;
  const show = (props: object = {}) => render(createElement(PaymentForm, { publicApiKey: 'a01', ...props }));

  it('is the payment form, with its configuration and look; its ref is the form object', async () => {
    const ref = createRef<Form>();
    await show({
      ref,
      paymentMethods: ['CreditCard:FakePSP'],
      locale: 'de',
      providerReturnUrl: 'https://shop.test/back',
      formStyle: { input: { color: 'red' } },
      className: 'payment',
      id: 'form',
    });
    expect((place.firstChild as HTMLElement).outerHTML).toMatch(/^<div class="payment" id="form"><iframe/);
    expect(insideOf(frame()).setup).toMatchObject({
      config: {
        publicapikey: 'a01',
        paymentmethods: ['CreditCard:FakePSP'],
        locale: 'de',
        providerreturnurl: 'https://shop.test/back',
      },
      style: { input: { color: 'red' } },
    });
    expect(ref.current?.publicApiKey).toBe('a01');
    await render(null);
    expect(ref.current).toBeNull();
    expect(frame()).toBeNull();
  });

  it('sends its events to the handlers of the newest render', async () => {
    const old = vi.fn();
    await show({ onChange: old });
    const first = frame();
    const inside = insideOf(first);
    const heard: unknown[] = [];
    const handler = (name: string) => (detail: unknown) => heard.push([name, detail]);
    await show(Object.fromEntries(Object.keys(said).map((name) => [handlerOf(name), handler(name)])));
    expect(frame()).toBe(first);
    for (const [type, detail] of Object.entries(said)) inside.say({ type, detail });
    await vi.waitFor(() => expect(heard).toEqual(heardOf));
    expect(old).not.toHaveBeenCalled();
  });

  it('reports an unhandled error to the console, and nothing else', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    await show();
    const inside = insideOf(frame());
    inside.say({ type: 'change', detail: {} });
    inside.say({ type: 'error', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await vi.waitFor(() => expect(unhandled).toHaveBeenCalled());
    process.off('unhandledRejection', unhandled);
    expect(unhandled.mock.calls.map(([error]) => error.errorCode)).toEqual([['InvalidKey']]);
  });

  it('changes language, texts and style of the form that is shown', async () => {
    const ref = createRef<Form>();
    await show({ ref, locale: 'de' });
    const [made, { received }] = [ref.current, insideOf(frame())];
    await show({ ref, texts: { card: 'Credit card' }, formStyle: { input: { color: 'red' } } });
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({
      type: 'update',
      config: { publicapikey: 'a01', locale: '', texts: { card: 'Credit card' } },
      style: { input: { color: 'red' } },
    });
    expect(ref.current).toBe(made);
  });

  it('changes back to what it was made with', async () => {
    await show({ locale: 'de' });
    const { received } = insideOf(frame());
    for (const locale of ['fr', 'de', 'de']) await show({ locale });
    await vi.waitFor(() =>
      expect(received).toMatchObject(['fr', 'de'].map((locale) => ({ config: { locale } }))),
    );
  });

  it('is created again when its account, methods or return URL change, and only then', async () => {
    const ref = createRef<Form>();
    const style = () => ({ input: { color: 'red' } });
    await show({ ref, paymentMethods: ['a'], formStyle: style() });
    const [first, made] = [frame(), ref.current];
    await show({ ref, paymentMethods: ['a'], formStyle: style(), className: 'other', onReady: () => {} });
    expect(frame()).toBe(first);
    expect(ref.current).toBe(made);
    for (const change of [
      { paymentMethods: ['b'] },
      { publicApiKey: 'a02' },
      { providerReturnUrl: 'https://shop.test/x' },
    ]) {
      const before = ref.current;
      await show({ ref, ...change });
      expect(place.querySelectorAll('iframe')).toHaveLength(1);
      expect(ref.current).not.toBe(before);
      expect(() => before?.focus()).toThrow('destroyed');
      await show({ ref });
    }
  });

  it('is a single one even if React runs every effect twice', async () => {
    await render(createElement(StrictMode, null, createElement(PaymentForm, { publicApiKey: 'a01' })));
    expect(place.querySelectorAll('iframe')).toHaveLength(1);
  });

  it('shows 3-D Secure with the callbacks of the newest render', async () => {
    const ref = createRef<Form>();
    const opened = vi.fn();
    const closed = vi.fn();
    await show({ ref, popupCreate: () => {}, popupClose: () => {} });
    const inside = insideOf(frame());
    await show({ ref, popupCreate: opened, popupClose: closed });
    inside.say({ type: 'ready', detail: { title: '' } });
    await ref.current?.ready;
    const submitted = ref.current?.submit();
    const id = await vi.waitFor(() => {
      const request = inside.received.find(({ type }) => type === 'tokenize');
      expect(request).toBeDefined();
      return request?.['id'];
    });
    const TetheredPaymentInformation = { Bearer: 'a', Token: 'tok' };
    const challenge = { Token: 'tok', Challenge: { Url: 'https://bank.test/c', Params: {} } };
    inside.say({ type: 'tokenize', id, detail: { TetheredPaymentInformation, challenge } });
    await vi.waitFor(() => expect(opened).toHaveBeenCalled());
    expect(opened).toHaveBeenCalledWith({ url: 'https://bank.test/c', params: {} }, expect.any(Function));
    opened.mock.calls[0]?.[1]();
    await expect(submitted).rejects.toMatchObject({ errorCode: ['Aborted', 'Canceled'] });
    expect(closed).toHaveBeenCalledOnce();
  });

  it("shows 3-D Secure in the library's dialog if the page has no callbacks", async () => {
    const ref = createRef<Form>();
    await show({ ref });
    const inside = insideOf(frame());
    inside.say({ type: 'ready', detail: { title: '' } });
    const submitted = expect(ref.current?.submit()).rejects.toMatchObject({
      errorCode: ['Aborted', 'Canceled'],
    });
    const { id } = await askedInside(inside, 'tokenize');
    const TetheredPaymentInformation = { Bearer: 'a', Token: 'tok' };
    const challenge = { Token: 'tok', Challenge: { Url: 'https://bank.test/c', Params: {} } };
    inside.say({ type: 'tokenize', id, detail: { TetheredPaymentInformation, challenge } });
    await vi.waitFor(() => expect(document.querySelector('dialog iframe')).not.toBeNull());
    document.querySelector('dialog')?.querySelector('button')?.click();
    await submitted;
    expect(document.querySelector('dialog')).toBeNull();
  });
});
