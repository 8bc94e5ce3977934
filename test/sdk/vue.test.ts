// @vitest-environment happy-dom
import { PaymentForm, useFinalize, usePaymentMethods, usePreview } from 'clientlib/vue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Component, createApp, createSSRApp, h, nextTick, type ShallowRef, shallowRef } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { Cart, PaymentForm as Form } from '../../sdk/src/index.ts';
import { asked as askedInside, insideOf } from './elements/fake-inside.ts';
import { fakeServiceForEachTest, order, paymentMethods, problem, silence } from './fake-service.ts';
import { handlerOf, heardOf, said } from './form-events.ts';
import { asked, plan, price } from './plans-and-prices.ts';

const service = fakeServiceForEachTest();
let place: HTMLElement;
let end = (): void => {};

beforeEach(() => {
  place = document.createElement('div');
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Mounts a component, which `end` takes away again. */
function mount(component: Component): void {
  const app = createApp(component);
  app.mount(place);
  end = () => {
    end = () => {};
    app.unmount();
  };
}

/** Uses a composable in a component that does nothing else. */
function used<T>(composable: () => T): T {
  let result: T | undefined;
  mount({
    setup() {
      result = composable();
      return () => null;
    },
  });
  return result as T;
}

/** What the refs of a composable hold. */
const state = (refs: object) =>
  Object.fromEntries(
    Object.entries(refs).flatMap(([name, ref]) =>
      typeof ref === 'function' ? [] : [[name, (ref as ShallowRef).value]],
    ),
  );
const loaded = (refs: { readonly isLoading: ShallowRef<boolean> }) =>
  vi.waitFor(() => expect(refs.isLoading.value).toBe(false));

describe('usePreview', () => {
  beforeEach(() => {
    service.current.on('POST signup/preview', price(1), price(2));
  });

  it('loads the first price when the component is mounted', async () => {
    const preview = used(() => usePreview(plan('a'), {}));
    expect(state(preview)).toEqual({ order: undefined, error: undefined, isLoading: true });
    await loaded(preview);
    expect(state(preview)).toEqual({ order: price(1).Order, error: undefined, isLoading: false });
    expect(service.current.received[0]?.body).toEqual({ Cart: plan('a'), Customer: {} });
  });

  it('loads a new price when cart or customer change, and keeps the old one meanwhile', async () => {
    vi.useFakeTimers();
    const cart = shallowRef<Cart>(plan('a'));
    const country = shallowRef('DE');
    const preview = used(() => usePreview(cart, () => ({ Address: { Country: country.value } })));
    await vi.advanceTimersByTimeAsync(0);
    cart.value = plan('a');
    await vi.advanceTimersByTimeAsync(700);
    expect(asked(service, 'signup/preview')).toBe(1);
    country.value = 'AT';
    await nextTick();
    expect(state(preview)).toEqual({ order: price(1).Order, error: undefined, isLoading: true });
    await vi.advanceTimersByTimeAsync(700);
    expect(state(preview)).toEqual({ order: price(2).Order, error: undefined, isLoading: false });
    expect(asked(service, 'signup/preview')).toBe(2);
  });

  it('shows an error beside the previous price, until it loads again', async () => {
    vi.useFakeTimers();
    service.current.on('POST signup/preview', price(1), problem(422, 'InvalidData'), price(3));
    const cart = shallowRef<Cart>(plan('a'));
    const preview = used(() => usePreview(cart, {}));
    await vi.advanceTimersByTimeAsync(0);
    cart.value = plan('b');
    await nextTick();
    await vi.advanceTimersByTimeAsync(700);
    const error = expect.objectContaining({ errorCode: ['InvalidData'] });
    expect(state(preview)).toEqual({ order: price(1).Order, error, isLoading: false });
    cart.value = plan('c');
    await nextTick();
    expect(state(preview)).toEqual({ order: price(1).Order, error: undefined, isLoading: true });
  });

  it.each([null, undefined])('loads nothing without a cart: %s', async (none) => {
    const cart = shallowRef<Cart | null | undefined>(none);
    const preview = used(() => usePreview(cart, {}));
    const nothing = { order: undefined, error: undefined, isLoading: false };
    expect(state(preview)).toEqual(nothing);
    cart.value = plan('a');
    await vi.waitFor(() => expect(preview.order.value).toEqual(price(1).Order));
    cart.value = none;
    await nextTick();
    expect(state(preview)).toEqual(nothing);
    expect(asked(service, 'signup/preview')).toBe(1);
  });

  it.each([
    ['answers', price(9)],
    ['fails', problem(422, 'InvalidData')],
  ])('aborts an unneeded price, whatever the service %s', async (_, answer) => {
    vi.useFakeTimers();
    const cart = shallowRef<Cart>(plan('a'));
    service.current.on(
      'POST signup/preview',
      () => new Promise((resolve) => setTimeout(resolve, 100, answer)),
      silence,
    );
    const preview = used(() => usePreview(cart, {}));
    await vi.advanceTimersByTimeAsync(50);
    cart.value = plan('b');
    await nextTick();
    await vi.advanceTimersByTimeAsync(100);
    expect(state(preview)).toEqual({ order: undefined, error: undefined, isLoading: true });
  });

  it('ends with the component', async () => {
    let signal: AbortSignal | undefined;
    service.current.on('POST signup/preview', (_, request) => {
      signal = request.signal;
      return silence;
    });
    used(() => usePreview(plan('a'), {}));
    await vi.waitFor(() => expect(signal).toBeDefined());
    end();
    expect(signal?.aborted).toBe(true);
  });
});

describe('usePaymentMethods', () => {
  const config = { publicApiKey: 'a01', providerReturnUrl: 'https://shop.test/back' };
  const loading = { payment: undefined, bearers: [], methods: {}, error: undefined, isLoading: true };

  it('loads the methods of the account', async () => {
    const methods = used(() => usePaymentMethods(config));
    expect(state(methods)).toEqual(loading);
    await loaded(methods);
    expect(state(methods)).toEqual({
      payment: expect.objectContaining(config),
      bearers: paymentMethods.Bearers,
      methods: paymentMethods.Methods,
      error: undefined,
      isLoading: false,
    });
  });

  it.each([
    ['key', { publicApiKey: 'a02' }],
    ['return address', { providerReturnUrl: 'https://shop.test/other' }],
  ])('loads them again when the %s changes, and only then', async (_, change) => {
    const given = shallowRef(config);
    const methods = used(() => usePaymentMethods(given));
    await loaded(methods);
    given.value = { ...config };
    await nextTick();
    expect(asked(service, 'paymentMethods')).toBe(1);
    service.current.on('GET paymentMethods', { ...paymentMethods, Bearers: ['InvoicePayment'] });
    given.value = { ...config, ...change };
    await nextTick();
    expect(state(methods)).toEqual(loading);
    await loaded(methods);
    expect(methods.bearers.value).toEqual(['InvoicePayment']);
    expect(methods.payment.value).toMatchObject(change);
  });

  it('says why they could not be loaded, until it retries', async () => {
    service.current.on('GET paymentMethods', problem(401, 'InvalidKey'), paymentMethods);
    const given = shallowRef(config);
    const methods = used(() => usePaymentMethods(() => given.value));
    await loaded(methods);
    const error = expect.objectContaining({ errorCode: ['InvalidKey'] });
    expect(state(methods)).toEqual({ ...loading, error, isLoading: false });
    given.value = { ...config, publicApiKey: 'a02' };
    await nextTick();
    expect(state(methods)).toEqual(loading);
    await loaded(methods);
    expect(methods.error.value).toBeUndefined();
  });

  it.each([
    ['answers', paymentMethods],
    ['fails', problem(401, 'InvalidKey')],
  ])('aborts unneeded ones, whatever the service %s', async (_, answer) => {
    const answers: ((answer: object) => void)[] = [];
    service.current.on('GET paymentMethods', () => new Promise((resolve) => answers.push(resolve as never)));
    const given = shallowRef(config);
    const methods = used(() => usePaymentMethods(given));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    given.value = { ...config, publicApiKey: 'a02' };
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(answer);
    await new Promise((resolve) => setImmediate(resolve));
    expect(state(methods)).toEqual(loading);
  });

  it('shows 3-D Secure with the newest callbacks, if the page has any', async () => {
    const calls: unknown[] = [];
    const popups = (name: string) => ({
      popupCreate: (...args: unknown[]) => calls.push([name, ...args]),
      popupClose: () => calls.push([name, 'close']),
    });
    const given = shallowRef<object>({ ...config, ...popups('old') });
    const methods = used(() => usePaymentMethods(given as never));
    await loaded(methods);
    given.value = { ...config, ...popups('new') };
    type Popups = Record<'popupCreate' | 'popupClose', (...args: unknown[]) => void>;
    const payment = methods.payment.value as unknown as Popups;
    const cancel = () => {};
    payment.popupCreate({ url: 'u' }, cancel);
    payment.popupClose();
    expect(calls).toEqual([
      ['new', { url: 'u' }, cancel],
      ['new', 'close'],
    ]);
    given.value = config;
    payment.popupCreate({ url: 'u' }, cancel);
    payment.popupClose();
    expect(calls).toHaveLength(2);
    end();
    const plain = used(() => usePaymentMethods(config));
    await loaded(plain);
    expect(plain.payment.value).toMatchObject({ popupCreate: undefined, popupClose: undefined });
  });

  it('ends with the component', async () => {
    let signal: AbortSignal | undefined;
    service.current.on('GET paymentMethods', (_, request) => {
      signal = request.signal;
      return silence;
    });
    const methods = used(() => usePaymentMethods(config));
    await vi.waitFor(() => expect(signal).toBeDefined());
    end();
    expect(signal?.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(state(methods)).toEqual(loading);
  });
});

describe('useFinalize', () => {
  const from = (search: string) => vi.stubGlobal('location', new URL(`https://shop.test/thanks${search}`));
  const came = () => from('?transactionId=t1&secret=s1');
  const is = (status: string, more = {}) => ({ status, order: undefined, error: undefined, ...more });

  it('completes the order of a customer who has returned', async () => {
    came();
    service.current.on('POST Finalize', order);
    const finalization = used(useFinalize);
    expect(state(finalization)).toEqual(is('pending'));
    await vi.waitFor(() => expect(state(finalization)).toEqual(is('finalized', { order })));
  });

  it('does nothing on any other visit', () => {
    from('');
    expect(state(used(useFinalize))).toEqual(is('none'));
    expect(service.current.received).toEqual([]);
  });

  it('says why it failed, and retries with `retry`', async () => {
    came();
    service.current.on('POST Finalize', problem(500, ''), order);
    const finalization = used(useFinalize);
    const error = expect.objectContaining({ errorCode: ['ServerError'] });
    await vi.waitFor(() => expect(state(finalization)).toEqual(is('failed', { error })));
    const again = finalization.retry();
    expect(state(finalization)).toEqual(is('pending'));
    await again;
    expect(state(finalization)).toEqual(is('finalized', { order }));
  });

  it.each([
    ['answers', order],
    ['fails', problem(500, '')],
  ])('ignores an attempt after a retry, whatever the service %s', async (_, answer) => {
    came();
    let late = (_: object): void => {};
    const first = new Promise<never>((resolve) => (late = resolve as typeof late));
    service.current.on('POST Finalize', () => first, silence);
    const finalization = used(useFinalize);
    await vi.waitFor(() => expect(asked(service, 'Finalize')).toBe(1));
    finalization.retry();
    late(answer);
    await vi.waitFor(() => expect(asked(service, 'Finalize')).toBe(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(state(finalization)).toEqual(is('pending'));
  });
});

describe('on the server', () => {
  it('nothing is loaded, and everything is pending', async () => {
    const states: object[] = [];
    const page = createSSRApp({
      setup: function Page() {
        const composables = [
          usePreview(plan('a'), {}),
          usePreview(null, {}),
          useFinalize(),
          usePaymentMethods({ publicApiKey: 'a01' }),
        ];
        states.push(...composables.map(state));
        return () => h(PaymentForm, { publicApiKey: 'a01' });
      },
    });
    expect(await renderToString(page)).toBe('<div></div>');
    const nothing = { order: undefined, error: undefined };
    expect(states).toEqual([
      { ...nothing, isLoading: true },
      { ...nothing, isLoading: false },
      { ...nothing, status: 'pending' },
      { payment: undefined, bearers: [], methods: {}, error: undefined, isLoading: true },
    ]);
    expect(service.current.received).toEqual([]);
  });
});

describe('PaymentForm', () => {
  const frame = () => place.querySelector('iframe') as HTMLIFrameElement;
  const instance = shallowRef<{ form: Form | undefined }>();
  const form = () => instance.value?.form as Form;

  /** Mounts the form with these properties, which may be changed afterwards. */
  function show(given: object = {}): ShallowRef<object> {
    const props = shallowRef<object>(given);
    mount(() => h(PaymentForm, { ref: instance, publicApiKey: 'a01', ...props.value } as never));
    return props;
  }

  it('is the payment form, with its configuration and look; `form` is the form object', () => {
    show({
      paymentMethods: ['CreditCard:FakePSP'],
      locale: 'de',
      providerReturnUrl: 'https://shop.test/back',
      formStyle: { input: { color: 'red' } },
    });
    expect(insideOf(frame()).setup).toMatchObject({
      config: {
        publicapikey: 'a01',
        paymentmethods: ['CreditCard:FakePSP'],
        locale: 'de',
        providerreturnurl: 'https://shop.test/back',
      },
      style: { input: { color: 'red' } },
    });
    const made = form();
    expect(made.publicApiKey).toBe('a01');
    end();
    expect(() => made.focus()).toThrow('destroyed');
    expect(frame()).toBeNull();
  });

  it("emits the form's events, as Vue expects", async () => {
    const warned = vi.spyOn(console, 'warn');
    const heard: unknown[] = [];
    show(
      Object.fromEntries(
        Object.keys(said).map((name) => [handlerOf(name), (detail: unknown) => heard.push([name, detail])]),
      ),
    );
    const inside = insideOf(frame());
    for (const [type, detail] of Object.entries(said)) inside.say({ type, detail });
    await vi.waitFor(() => expect(heard).toEqual(heardOf));
    expect(warned).not.toHaveBeenCalled();
  });

  it('is left alone by new objects with the same content', async () => {
    const same = () => ({
      texts: { card: 'Card' },
      formStyle: { input: { color: 'red' } },
      cardTypes: ['visa'],
    });
    const props = show(same());
    const [first, update] = [frame(), vi.spyOn(form(), 'update')];
    props.value = same();
    await nextTick();
    expect([frame() === first, update.mock.calls]).toEqual([true, []]);
    props.value = { ...same(), texts: { card: 'Credit card' } };
    await nextTick();
    expect([frame() === first, update.mock.calls.length]).toEqual([true, 1]);
  });

  it('reports an unhandled error to the console, and nothing else', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    show();
    const inside = insideOf(frame());
    inside.say({ type: 'change', detail: {} });
    inside.say({ type: 'error', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await vi.waitFor(() => expect(unhandled).toHaveBeenCalled());
    const handled = vi.fn();
    end();
    show({ onError: handled });
    insideOf(frame()).say({ type: 'error', detail: { errorCode: 'InvalidKey', developerMessage: 'No.' } });
    await vi.waitFor(() => expect(handled).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled.mock.calls.map(([error]) => error.errorCode)).toEqual([['InvalidKey']]);
  });

  it('changes language, texts and style of the form that is shown', async () => {
    const props = show({ locale: 'de' });
    const [made, { received }] = [form(), insideOf(frame())];
    props.value = { texts: { card: 'Credit card' }, formStyle: { input: { color: 'red' } } };
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({
      type: 'update',
      config: { publicapikey: 'a01', locale: '', texts: { card: 'Credit card' } },
      style: { input: { color: 'red' } },
    });
    expect(form()).toBe(made);
  });

  it('changes back to what it was made with', async () => {
    const props = show({ locale: 'de' });
    const { received } = insideOf(frame());
    for (const locale of ['fr', 'de', 'de']) {
      props.value = { locale };
      await nextTick();
    }
    await vi.waitFor(() =>
      expect(received).toMatchObject(['fr', 'de'].map((locale) => ({ config: { locale } }))),
    );
  });

  it('is created again when its account, methods or return URL change, and only then', async () => {
    const props = show({ paymentMethods: ['a'], formStyle: { input: { color: 'red' } } });
    const [first, made] = [frame(), form()];
    props.value = { paymentMethods: ['a'], formStyle: { input: { color: 'red' } } };
    await nextTick();
    expect(frame()).toBe(first);
    for (const change of [{ paymentMethods: ['b'] }, { providerReturnUrl: 'https://shop.test/x' }]) {
      const before = form();
      props.value = change;
      await nextTick();
      expect(place.querySelectorAll('iframe')).toHaveLength(1);
      expect(form()).not.toBe(before);
      expect(() => before.focus()).toThrow('destroyed');
    }
    expect(() => made.focus()).toThrow('destroyed');
    expect(insideOf(frame()).setup).toMatchObject({
      config: { publicapikey: 'a01', providerreturnurl: 'https://shop.test/x' },
    });
  });

  it('shows 3-D Secure with the newest callbacks', async () => {
    const opened = vi.fn();
    const closed = vi.fn();
    const props = show({ popupCreate: () => {}, popupClose: () => {} });
    const inside = insideOf(frame());
    props.value = { popupCreate: opened, popupClose: closed };
    await nextTick();
    inside.say({ type: 'ready', detail: { title: '' } });
    const submitted = form().submit();
    const { id } = await askedInside(inside, 'tokenize');
    const TetheredPaymentInformation = { Bearer: 'a', Token: 'tok' };
    const challenge = { Token: 'tok', Challenge: { Url: 'https://bank.test/c', Params: {} } };
    inside.say({ type: 'tokenize', id, detail: { TetheredPaymentInformation, challenge } });
    await vi.waitFor(() => expect(opened).toHaveBeenCalled());
    expect(opened).toHaveBeenCalledWith({ url: 'https://bank.test/c', params: {} }, expect.any(Function));
    opened.mock.calls[0]?.[1]();
    await expect(submitted).rejects.toMatchObject({ errorCode: ['Aborted', 'Canceled'] });
    expect(closed).toHaveBeenCalledOnce();
  });
});
