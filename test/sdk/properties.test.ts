// @vitest-environment happy-dom
import 'clientlib/custom-element';
import 'clientlib/drop-in';
import { configure } from 'clientlib';
import * as inReact from 'clientlib/react';
import * as inVue from 'clientlib/vue';
import { act, createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { toAttribute } from '../../sdk/src/properties/reflect.ts';
import {
  declarationTable,
  type Kind,
  paymentFormTable,
  portalTable,
  pricingTable,
  signupTable,
  type Table,
} from '../../sdk/src/properties/tables.ts';

let place: HTMLElement;
beforeEach(() => {
  configure({ baseUrl: 'https://service.test', fetch: () => new Promise(() => {}) });
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

const samples: { readonly [kind in Kind]: { readonly value: unknown; readonly attribute: string | null } } = {
  key: { value: 'a01', attribute: 'a01' },
  text: { value: 'de', attribute: 'de' },
  list: { value: ['a', 'b'], attribute: 'a b' },
  flag: { value: true, attribute: '' },
  value: { value: { card: 'Card' }, attribute: null },
};

const samplesOf = (table: Table): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, samples[kind].value]));
const propertiesOf = (element: Element | null, table: Table): unknown =>
  Object.fromEntries(Object.keys(table).map((name) => [name, Reflect.get(element ?? {}, name)]));

const elements = [
  { tag: 'clientlib-signup', table: signupTable, react: inReact.Signup, vue: inVue.Signup },
  { tag: 'clientlib-portal', table: portalTable, react: inReact.Portal, vue: inVue.Portal },
];
const paymentForm = { tag: 'clientlib-payment-form', table: paymentFormTable };

const tags = [
  paymentForm,
  { tag: 'clientlib-pricing', table: pricingTable },
  { tag: 'clientlib-cancel', table: declarationTable },
  { tag: 'clientlib-withdraw', table: declarationTable },
];

describe.each([...elements, ...tags])('<$tag>', ({ tag, table }) => {
  const names = Object.entries(table);

  it('has each property of its table, and those in HTML as attributes too', () => {
    const element = document.createElement(tag);
    Object.assign(element, samplesOf(table));
    expect(propertiesOf(element, table)).toEqual(samplesOf(table));
    for (const [name, kind] of names)
      expect([name, element.getAttribute(toAttribute(name))]).toEqual([name, samples[kind].attribute]);
    for (const [name] of names) Object.assign(element, { [name]: undefined });
    expect(element.getAttributeNames()).toEqual([]);
  });

  it('has the entries of a list, whatever space separates them', () => {
    const element = document.createElement(tag);
    for (const [name] of names.filter(([, kind]) => kind === 'list')) {
      element.setAttribute(toAttribute(name), '\n  a\n\tb  ');
      expect([name, Reflect.get(element, name)]).toEqual([name, ['a', 'b']]);
    }
  });

  it('takes over the properties that a page has set before the element was defined', () => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(samplesOf(table)))
      Object.defineProperty(element, name, { value, configurable: true, enumerable: true, writable: true });
    place.append(element);
    expect(propertiesOf(element, table)).toEqual(samplesOf(table));
    expect(names.filter(([name]) => Object.hasOwn(element, name))).toEqual([]);
    for (const [name, kind] of names)
      expect([name, element.getAttribute(toAttribute(name))]).toEqual([name, samples[kind].attribute]);
  });
});

describe.each(elements)('the component of <$tag>', ({ tag, table, react, vue }) => {
  it('has each property in React, set before the element starts', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const onError = vi.fn();
    const root = createRoot(place);
    const component = react as unknown as FunctionComponent<Record<string, unknown>>;
    await act(async () => root.render(createElement(component, { ...samplesOf(table), onError })));
    expect(propertiesOf(place.querySelector(tag), table)).toEqual(samplesOf(table));
    expect(onError.mock.calls.filter(([error]) => `${error}`.includes('expected a key'))).toEqual([]);
    await act(async () => root.unmount());
  });

  it('has each property in Vue', () => {
    const app = createApp({ render: () => h(vue as typeof inVue.Signup, samplesOf(table) as never) });
    app.mount(place);
    expect(propertiesOf(place.querySelector(tag), table)).toEqual(samplesOf(table));
    app.unmount();
  });
});
