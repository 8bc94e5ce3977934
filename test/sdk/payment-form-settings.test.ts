// @vitest-environment happy-dom
import 'clientlib/custom-element';
import { configure, type PaymentFormConfig } from 'clientlib';
import { PaymentForm as ReactForm } from 'clientlib/react';
import { PaymentForm as VueForm } from 'clientlib/vue';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { insideOf } from './elements/fake-inside.ts';

/** A value of each setting; the compiler reports one that is missing. */
const settings = {
  publicApiKey: 'a01',
  paymentMethods: ['CreditCard:Bravo', 'Debit:Delta'],
  selectedMethod: 'Debit',
  layout: 'tabs',
  visibleMethods: 3,
  cardTypes: ['visa'],
  locale: 'de',
  texts: { card: 'Card' },
  fonts: [{ cssSrc: 'https://shop.test/fonts.css' }],
  providerReturnUrl: 'https://shop.test/back',
  popupCreate: () => {},
  popupClose: () => {},
} as const satisfies { readonly [name in keyof Required<PaymentFormConfig>]: unknown };

/** What the document of the form receives: names in small letters, no callbacks. */
const { popupCreate: _, popupClose: __, ...sent } = settings;
const received = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));

let place: HTMLElement;
beforeEach(() => {
  configure({ baseUrl: 'https://service.test' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The frame must not really load.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(async () => {
  await end();
  place.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

type Show = (props: object) => Promise<unknown>;

/** Ends what is shown: a form that stays would find out later that nothing has loaded. */
let end = async (): Promise<void> => {};

const shows: { readonly [name: string]: Show } = {
  'the component of React': (props) => {
    const root = createRoot(place);
    end = () => act(async () => root.unmount());
    return act(async () => root.render(createElement(ReactForm, props as never)));
  },
  'the component of Vue': async (props) => {
    const app = createApp({ render: () => h(VueForm, props as never) });
    end = async () => app.unmount();
    app.mount(place);
  },
  'the element': async (props) => {
    const element = document.createElement('clientlib-payment-form');
    end = async () => element.remove();
    Object.assign(element, props);
    place.append(element);
  },
};

const setup = () => insideOf(place.querySelector('iframe') as HTMLIFrameElement).setup;

describe.each(Object.entries(shows))('%s', (_, show) => {
  it('gives the form each setting that there is, and its style', async () => {
    const warned = vi.spyOn(console, 'warn');
    await show({ ...settings, formStyle: { input: { color: 'red' } } });
    await vi.waitFor(() => expect(place.querySelector('iframe')).not.toBeNull());
    // A setting that there is none of would be reported to the page as a mistake.
    expect(setup()).toMatchObject({ style: { input: { color: 'red' } } });
    expect(setup()['config']).toEqual(received);
    expect(warned).not.toHaveBeenCalled();
  });
});
