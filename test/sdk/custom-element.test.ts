// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configure } from '../../sdk/src/configuration/configuration.ts';
import type { ClientLibPaymentFormElement } from '../../sdk/src/custom-element/index.ts';
import type { PaymentForm } from '../../sdk/src/elements/payment-form.ts';
import { insideOf } from './elements/fake-inside.ts';
import { heardOf, said } from './form-events.ts';

const tag = 'clientlib-payment-form';
let place: HTMLElement;

beforeEach(async () => {
  configure({ baseUrl: 'https://service.test' });
  if (!customElements.get(tag)) {
    vi.resetModules();
    await import('../../sdk/src/custom-element/index.ts');
  }
  // The frame must not really load.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

const frames = () => [...place.querySelectorAll('iframe')];
const setupOf = (frame = frames()[0]) => insideOf(frame as HTMLIFrameElement).setup;
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

async function put(attributes: Record<string, string> = {}): Promise<ClientLibPaymentFormElement> {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries({ 'public-api-key': 'a01', ...attributes }))
    element.setAttribute(name, value);
  place.append(element);
  await settled();
  return element;
}

describe('<clientlib-payment-form>', () => {
  it('is the payment form, configured by its attributes', async () => {
    const element = await put({
      'payment-methods': ' CreditCard:Bravo  Debit:Delta ',
      locale: 'de',
      'provider-return-url': 'https://shop.test/back',
    });
    expect(frames()).toHaveLength(1);
    expect(element.style.display).toBe('block');
    expect(setupOf()).toMatchObject({
      config: {
        publicapikey: 'a01',
        paymentmethods: ['CreditCard:Bravo', 'Debit:Delta'],
        locale: 'de',
        providerreturnurl: 'https://shop.test/back',
      },
      style: {},
    });
    expect(element.paymentForm?.publicApiKey).toBe('a01');
  });

  it('is displayed as the page styles it', async () => {
    const element = document.createElement(tag);
    element.style.display = 'inline-block';
    place.append(element);
    expect(element.style.display).toBe('inline-block');
  });

  it('has its attributes as properties, and resets them when they are unset', () => {
    const element = document.createElement(tag);
    expect([element.publicApiKey, element.paymentMethods, element.locale, element.providerReturnUrl]).toEqual(
      ['', undefined, undefined, undefined],
    );
    Object.assign(element, {
      publicApiKey: 'a01',
      paymentMethods: ['a', 'b'],
      locale: 'de',
      providerReturnUrl: 'back',
    });
    expect(
      ['public-api-key', 'payment-methods', 'locale', 'provider-return-url'].map((name) =>
        element.getAttribute(name),
      ),
    ).toEqual(['a01', 'a b', 'de', 'back']);
    expect([element.publicApiKey, element.paymentMethods, element.locale, element.providerReturnUrl]).toEqual(
      ['a01', ['a', 'b'], 'de', 'back'],
    );
    Object.assign(element, { paymentMethods: undefined, locale: undefined, providerReturnUrl: undefined });
    expect(element.getAttributeNames()).toEqual(['public-api-key']);
  });

  it('is created once for several changes in a row, and again when something changes', async () => {
    const element = await put();
    const [first, form] = [frames()[0], element.paymentForm];
    const loads = vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockClear();
    element.setAttribute('locale', 'fr');
    element.formStyle = { input: { color: 'red' } };
    element.paymentMethods = ['CreditCard:Bravo'];
    expect(frames()[0]).toBe(first);
    await settled();
    expect(loads).toHaveBeenCalledOnce();
    expect(frames()).toHaveLength(1);
    expect(frames()[0]).not.toBe(first);
    expect(() => form?.focus()).toThrow('destroyed');
    expect(setupOf()).toMatchObject({
      config: { locale: 'fr', paymentmethods: ['CreditCard:Bravo'] },
      style: { input: { color: 'red' } },
    });
    expect(element.formStyle).toEqual({ input: { color: 'red' } });
    const second = frames()[0];
    element.setAttribute('provider-return-url', 'https://shop.test/other');
    await settled();
    expect(frames()[0]).not.toBe(second);
  });

  it('begins nothing anew for an attribute that is set to what it is', async () => {
    const element = await put({
      'payment-methods': 'CreditCard:Bravo',
      'selected-method': 'CreditCard:Bravo',
      layout: 'list',
      'card-types': 'visa',
      locale: 'fr',
      'provider-return-url': 'back',
    });
    const form = element.paymentForm as PaymentForm;
    const update = vi.spyOn(form, 'update');
    for (const name of (element.constructor as typeof ClientLibPaymentFormElement).observedAttributes) {
      element.setAttribute(name, element.getAttribute(name) as string);
      await settled();
      expect([name, element.paymentForm === form]).toEqual([name, true]);
    }
    expect(update).not.toHaveBeenCalled();
  });

  it('is created again where a setting changes just before its words', async () => {
    const element = await put();
    const [first] = frames();
    element.paymentMethods = ['CreditCard:Bravo'];
    element.setAttribute('locale', 'fr');
    await settled();
    expect(frames()[0]).not.toBe(first);
    expect(setupOf()).toMatchObject({ config: { locale: 'fr', paymentmethods: ['CreditCard:Bravo'] } });
  });

  it('changes language, texts and style of the form that is shown', async () => {
    const element = await put({ locale: 'fr' });
    const { received } = insideOf(frames()[0] as HTMLIFrameElement);
    const first = element.paymentForm;
    element.removeAttribute('locale');
    element.texts = { card: 'Credit card' };
    element.formStyle = { input: { color: 'red' } };
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({
      type: 'update',
      config: { publicapikey: 'a01', locale: '', texts: { card: 'Credit card' } },
      style: { input: { color: 'red' } },
    });
    expect(element.paymentForm).toBe(first);
  });

  it('stays where only its callbacks change', async () => {
    const element = await put();
    const [first] = frames();
    Object.assign(element, { popupCreate: () => {}, popupClose: () => {} });
    await settled();
    expect(frames()).toHaveLength(1);
    // Another frame looks the same.
    expect(frames()[0]).toBe(first);
  });

  it('is removed with its element, and restored with it', async () => {
    const element = await put();
    const form = element.paymentForm;
    element.remove();
    expect(element.paymentForm).toBeUndefined();
    expect(element.children).toHaveLength(0);
    expect(() => form?.focus()).toThrow('destroyed');
    element.setAttribute('locale', 'fr');
    await settled();
    expect(element.paymentForm).toBeUndefined();
    place.append(element);
    await settled();
    expect(frames()).toHaveLength(1);
  });

  it('keeps its form where the page moves it by moveBefore, of which the browser tells it by a callback', async () => {
    const element = await put();
    const [first] = frames();
    // Without this one, the browser takes the element out and puts it in again.
    element.connectedMoveCallback();
    await settled();
    expect([frames()[0] === first, frames().length]).toEqual([true, 1]);
  });

  it('reports what happens in the form as events of its own that do not bubble', async () => {
    const element = await put();
    const inside = insideOf(frames()[0] as HTMLIFrameElement);
    const heard: unknown[] = [];
    const bubbled = vi.fn();
    for (const name of Object.keys(said)) {
      element.addEventListener(name, (event) => heard.push([name, (event as CustomEvent).detail]));
      place.addEventListener(name, bubbled);
    }
    for (const [type, detail] of Object.entries(said)) inside.say({ type, detail });
    await vi.waitFor(() => expect(heard).toEqual(heardOf));
    expect(bubbled).not.toHaveBeenCalled();
  });

  it('checks, focuses and reloads its form', async () => {
    const element = await put();
    const inside = insideOf(frames()[0] as HTMLIFrameElement);
    inside.say({ type: 'ready', detail: { title: 'Payment' } });
    await element.paymentForm?.ready;
    const valid = element.validate();
    const id = await vi.waitFor(() => {
      expect(inside.received.at(-1)).toMatchObject({ type: 'validate' });
      return inside.received.at(-1)?.['id'];
    });
    inside.say({ type: 'validate', id, detail: { valid: true } });
    expect(await valid).toBe(true);
    element.focus();
    await vi.waitFor(() => expect(inside.received.at(-1)).toMatchObject({ type: 'focus' }));
    const before = frames()[0];
    const again = element.reload();
    expect(frames()[0]).not.toBe(before);
    insideOf(frames()[0] as HTMLIFrameElement).say({ type: 'ready', detail: { title: 'Payment' } });
    expect(await again).toBeUndefined();
    const failed = expect(element.reload()).rejects.toMatchObject({ errorCode: ['InvalidKey'] });
    element.addEventListener('error', () => {});
    const wrong = { errorCode: 'InvalidKey', developerMessage: 'No.' };
    insideOf(frames()[0] as HTMLIFrameElement).say({ type: 'failed', detail: wrong });
    await failed;
  });

  it('has no form outside a page: invalid, not loaded, no exception', async () => {
    const element = document.createElement(tag);
    expect(await element.validate()).toBe(false);
    expect(await element.reload()).toBeUndefined();
    expect(() => element.focus()).not.toThrow();
  });

  it('shows 3-D Secure with callbacks that were set before it is in the page', async () => {
    const opened = vi.fn();
    const closed = vi.fn();
    const element = Object.assign(document.createElement(tag), {
      publicApiKey: 'a01',
      popupCreate: opened,
      popupClose: closed,
    });
    place.append(element);
    await settled();
    const inside = insideOf(frames()[0] as HTMLIFrameElement);
    inside.say({ type: 'ready', detail: { title: '' } });
    await element.paymentForm?.ready;
    const submitted = element.paymentForm?.submit();
    const id = await vi.waitFor(() => {
      expect(inside.received.at(-1)).toMatchObject({ type: 'tokenize' });
      return inside.received.at(-1)?.['id'];
    });
    const challenge = { Token: 'tok', Challenge: { Url: 'https://bank.test/c', Params: {} } };
    const TetheredPaymentInformation = { Bearer: 'a', Token: 'tok' };
    inside.say({ type: 'tokenize', id, detail: { TetheredPaymentInformation, challenge } });
    await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
    opened.mock.calls[0]?.[1]();
    await expect(submitted).rejects.toMatchObject({ errorCode: ['Aborted', 'Canceled'] });
    expect(closed).toHaveBeenCalledOnce();
  });
});

describe('importing the element', () => {
  it('does nothing without custom elements, as on a server', async () => {
    vi.stubGlobal('HTMLElement', undefined);
    vi.stubGlobal('customElements', undefined);
    vi.resetModules();
    const { ClientLibPaymentFormElement } = await import('../../sdk/src/custom-element/index.ts');
    expect(ClientLibPaymentFormElement.observedAttributes).toEqual([
      'public-api-key',
      'payment-methods',
      'selected-method',
      'layout',
      'card-types',
      'locale',
      'provider-return-url',
    ]);
    vi.unstubAllGlobals();
  });

  it('keeps an element that another copy of the library has defined', async () => {
    const first = customElements.get(tag);
    vi.resetModules();
    const { ClientLibPaymentFormElement } = await import('../../sdk/src/custom-element/index.ts');
    expect(ClientLibPaymentFormElement).not.toBe(first);
    expect(customElements.get(tag)).toBe(first);
  });
});
