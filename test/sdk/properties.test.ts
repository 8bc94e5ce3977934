// @vitest-environment happy-dom
import 'clientlib/custom-element';
import 'clientlib/drop-in';
import { configure } from 'clientlib';
import type { DeclarationDetails, PortalDetails, PricingDetails, SignupDetails } from 'clientlib/drop-in';
import * as inReact from 'clientlib/react';
import * as inVue from 'clientlib/vue';
import { act, createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef } from 'vue';
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
import { handlerOf } from './form-events.ts';

let place: HTMLElement;
beforeEach(() => {
  configure({ baseUrl: 'https://service.test', fetch: () => new Promise(() => {}) });
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

/** The events of an element; the compiler reports one that is missing. */
const eventsOf = <Details>(all: { readonly [event in keyof Details]: true }): string[] => Object.keys(all);
const signupEvents = eventsOf<SignupDetails>({
  ready: true,
  change: true,
  step: true,
  signedup: true,
  error: true,
});
const portalEvents = eventsOf<PortalDetails>({ ready: true, changed: true, canceled: true, error: true });
const pricingEvents = eventsOf<PricingDetails>({ ready: true, choose: true, error: true });
const declarationEvents = eventsOf<DeclarationDetails>({ declared: true, error: true });

const elements = [
  { name: 'Signup', tag: 'clientlib-signup', table: signupTable, events: signupEvents },
  { name: 'Portal', tag: 'clientlib-portal', table: portalTable, events: portalEvents },
  { name: 'Pricing', tag: 'clientlib-pricing', table: pricingTable, events: pricingEvents },
  { name: 'Cancel', tag: 'clientlib-cancel', table: declarationTable, events: declarationEvents },
  { name: 'Withdraw', tag: 'clientlib-withdraw', table: declarationTable, events: declarationEvents },
] as const;
const paymentForm = { tag: 'clientlib-payment-form', table: paymentFormTable };

describe.each([...elements, paymentForm])('<$tag>', ({ tag, table }) => {
  const names = Object.entries(table);

  it('has each property of its table, and those in HTML as attributes too', () => {
    const element = document.createElement(tag);
    Object.assign(element, samplesOf(table));
    expect(propertiesOf(element, table)).toEqual(samplesOf(table));
    for (const [name, kind] of names)
      expect([name, element.getAttribute(toAttribute(name))]).toEqual([name, samples[kind].attribute]);
  });

  it('has them as the elements of browsers have theirs: in its class, where they can be found and replaced', () => {
    const found = (holder: object, name: string): PropertyDescriptor | undefined =>
      Object.getOwnPropertyDescriptor(holder, name) ?? found(Object.getPrototypeOf(holder), name);
    for (const [name] of names)
      expect(found(document.createElement(tag), name)).toMatchObject({
        configurable: true,
        enumerable: true,
      });
  });

  it.each([undefined, null, false])('has none that is set to %s', (none) => {
    const element = document.createElement(tag);
    const before = propertiesOf(element, table);
    Object.assign(element, samplesOf(table));
    for (const [name, kind] of names) if (kind !== 'value') Object.assign(element, { [name]: none });
    expect(element.getAttributeNames()).toEqual([]);
    for (const [name, kind] of names) if (kind === 'value') Object.assign(element, { [name]: undefined });
    expect(propertiesOf(element, table)).toEqual(before);
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

const ofReact = { ...inReact };
const ofVue = { ...inVue };

/** Shows a component with these properties; again for others. */
type Show = (props: object) => Promise<void>;

const frameworks: { readonly [name: string]: (name: (typeof elements)[number]['name']) => Show } = {
  React: (name) => {
    const root = createRoot(place);
    unmount = () => act(async () => root.unmount());
    const component = ofReact[name] as unknown as FunctionComponent<object>;
    return (props) => act(async () => root.render(createElement(component, props)));
  },
  Vue: (name) => {
    const props = shallowRef<object>({});
    const app = createApp({ render: () => h(ofVue[name] as typeof inVue.Signup, props.value as never) });
    unmount = async () => {
      unmount = async () => {};
      app.unmount();
    };
    return async (next) => {
      props.value = next;
      if (place.childElementCount === 0) app.mount(place);
      await nextTick();
    };
  },
};
let unmount = async (): Promise<void> => {};

const isOfFramework = (text: string): boolean => !text.startsWith('ClientLib: ');

const twins = Object.keys(frameworks).flatMap((framework) =>
  elements.map((element) => ({ framework, ...element })),
);

describe.each(twins)('$name of $framework', ({ framework, name, tag, table, events }) => {
  let show: Show;
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    show = (frameworks[framework] as (typeof frameworks)['React'])(name);
  });
  afterEach(() => unmount());
  const element = () => place.querySelector(tag) as HTMLElement;

  it('has each property before the element starts, and loses those that are gone', async () => {
    const onError = vi.fn();
    const warned = vi.spyOn(console, 'warn');
    const mistaken = vi.spyOn(console, 'error');
    await show({ ...samplesOf(table), onError });
    // React and Vue warn of properties that they take for mistakes.
    expect(
      [warned, mistaken].flatMap(({ mock }) => mock.calls.map(([text]) => `${text}`)).filter(isOfFramework),
    ).toEqual([]);
    expect(propertiesOf(element(), table)).toEqual(samplesOf(table));
    expect(onError.mock.calls.filter(([error]) => `${error}`.includes('expected a key'))).toEqual([]);
    const before = element();
    const keys = Object.entries(table).filter(([, kind]) => kind === 'key');
    await show(Object.fromEntries(keys.map(([name]) => [name, 'a02'])));
    expect(element()).toBe(before);
    expect(element().getAttributeNames()).toEqual(keys.map(([name]) => toAttribute(name)));
    expect(Reflect.get(element(), 'texts')).toBeUndefined();
  });

  it('tells each event to the listener of the newest render', async () => {
    const heard: unknown[] = [];
    const listeners = (tell: (event: string, detail: unknown) => void) =>
      Object.fromEntries(events.map((event) => [handlerOf(event), (detail: unknown) => tell(event, detail)]));
    const keys = Object.entries(table).filter(([, kind]) => kind === 'key');
    const needed = Object.fromEntries(keys.map(([name]) => [name, 'a01']));
    await show({ ...needed, ...listeners(() => heard.push('old')) });
    await show({ ...needed, ...listeners((event, detail) => heard.push([event, detail])) });
    heard.length = 0;
    for (const event of events) element().dispatchEvent(new CustomEvent(event, { detail: `of ${event}` }));
    expect(heard).toEqual(events.map((event) => [event, `of ${event}`]));
    const gone = element();
    await unmount();
    for (const event of events) gone.dispatchEvent(new CustomEvent(event));
    expect(heard).toHaveLength(events.length);
  });
});

it.each(elements)('$name of React has class, id and elements for slots', async ({ name, tag }) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const show = frameworks['React']?.(name) as Show;
  await show({ className: 'wide', id: 'one', children: createElement('p', { slot: 'terms' }) });
  const element = place.querySelector(tag) as HTMLElement;
  expect([element.className, element.id, element.querySelector('p')?.slot]).toEqual(['wide', 'one', 'terms']);
  await unmount();
});

it.each(elements)('$name of Vue has class, id and elements for slots', ({ name, tag }) => {
  const slot = () => h('p', { slot: 'terms' });
  const props = { class: 'wide', id: 'one' };
  const app = createApp({ render: () => h(ofVue[name] as typeof inVue.Signup, props as never, slot) });
  app.mount(place);
  const element = place.querySelector(tag) as HTMLElement;
  expect([element.className, element.id, element.querySelector('p')?.slot]).toEqual(['wide', 'one', 'terms']);
  app.unmount();
});

it.each([...elements, { name: 'PaymentForm', table: paymentFormTable }] as const)(
  '$name of Vue names what must be set, and nothing else',
  ({ name, table }) => {
    // The frame must not really load.
    vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const component = ofVue[name] as typeof inVue.Signup;
    const app = createApp({ render: () => h(component, { onError: () => {} } as never) });
    app.mount(place);
    app.unmount();
    const keys = Object.entries(table).filter(([, kind]) => kind === 'key');
    const messages = warned.mock.calls.map(([text]) => `${text}`).filter(isOfFramework);
    expect(messages).toEqual(keys.map(([key]) => expect.stringContaining(`Missing required prop: "${key}"`)));
  },
);

it('a flag of Vue is set where a template only names it', () => {
  const app = createApp({ render: () => h(inVue.Cancel, { declareUrl: '/x', open: '' } as never) });
  app.mount(place);
  expect(Reflect.get(place.querySelector('clientlib-cancel') ?? {}, 'open')).toBe(true);
  app.unmount();
});
