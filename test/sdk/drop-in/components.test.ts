// @vitest-environment happy-dom
import * as ofReact from 'clientlib/react';
import * as ofVue from 'clientlib/vue';
import { act, createElement, type FunctionComponent, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Component, createApp, h, shallowRef } from 'vue';
import { key, pagesForEachTest } from './page.ts';

/* The components of both frameworks are the same tags: each event, setting and slot of an element is one of its component. */

const newPage = pagesForEachTest();
let place: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  newPage();
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  vi.unstubAllGlobals();
});

const components = {
  Signup: { needs: { publicApiKey: key }, events: ['ready', 'change', 'step', 'signedup', 'error'] },
  Portal: { needs: { token: 'none' }, events: ['ready', 'changed', 'canceled', 'error'] },
  Pricing: { needs: { publicApiKey: key }, events: ['ready', 'choose', 'error'] },
  Cancel: { needs: { declareUrl: '/declare' }, events: ['declared', 'error'] },
  Withdraw: { needs: { declareUrl: '/declare' }, events: ['declared', 'error'] },
} as const;
type Name = keyof typeof components;

const reactParts = {
  Signup: ofReact.Signup,
  Portal: ofReact.Portal,
  Pricing: ofReact.Pricing,
  Cancel: ofReact.Cancel,
  Withdraw: ofReact.Withdraw,
};
const vueParts = {
  Signup: ofVue.Signup,
  Portal: ofVue.Portal,
  Pricing: ofVue.Pricing,
  Cancel: ofVue.Cancel,
  Withdraw: ofVue.Withdraw,
};

interface Mounted {
  render(props: object, child?: string): Promise<void>;
  leave(): Promise<void>;
}

const frameworks: { readonly [framework: string]: (name: Name) => Mounted } = {
  react(name) {
    const root = createRoot(place);
    const component = reactParts[name] as FunctionComponent<{ children?: ReactNode }>;
    const slot = (child?: string) => child && createElement('p', { slot: 'terms' }, child);
    return {
      render: (props, child) => act(async () => root.render(createElement(component, props, slot(child)))),
      leave: () => act(async () => root.unmount()),
    };
  },
  vue(name) {
    const current = shallowRef({});
    const text = shallowRef<string>();
    const slots = { default: () => text.value && h('p', { slot: 'terms' }, text.value) };
    const app = createApp({ render: () => h(vueParts[name] as Component, current.value, slots) });
    let isMounted = false;
    return {
      async render(props, child) {
        text.value = child;
        current.value = props;
        if (!isMounted) app.mount(place);
        isMounted = true;
        await new Promise((resolve) => setTimeout(resolve));
      },
      leave: async () => app.unmount(),
    };
  },
};

const capitalized = (text: string) => text.replace(/^./, (first) => first.toUpperCase());
const twins = Object.keys(frameworks).flatMap((framework) =>
  (Object.keys(components) as Name[]).map((name) => [framework, name] as const),
);

describe.each(twins)('in %s, the component %s', (framework, name) => {
  const tag = `clientlib-${name.toLowerCase()}`;
  const { needs, events } = components[name];
  const mount = () => (frameworks[framework] as (typeof frameworks)['vue'])(name);
  const element = () => place.querySelector(tag) as HTMLElement & Record<string, unknown>;

  it('hears each event of its element, by the newest listeners, until it goes', async () => {
    const { render, leave } = mount();
    const [before, heard] = [vi.fn(), vi.fn()];
    const listeners = (tell: (event: string, detail: unknown) => void) =>
      Object.fromEntries(
        events.map((event) => [`on${capitalized(event)}`, (detail: unknown) => tell(event, detail)]),
      );
    await render({ ...needs, ...listeners(before) });
    await render({ ...needs, ...listeners(heard) });
    before.mockClear();
    heard.mockClear();
    const made = element();
    const tell = () => {
      for (const event of events) made.dispatchEvent(new CustomEvent(event, { detail: `of ${event}` }));
    };
    tell();
    expect(heard.mock.calls).toEqual(events.map((event) => [event, `of ${event}`]));
    expect(before).not.toHaveBeenCalled();
    await leave();
    heard.mockClear();
    tell();
    expect(heard).not.toHaveBeenCalled();
  });

  it('has id, class and slots of its tag, and takes back what the page does not set any more', async () => {
    const { render, leave } = mount();
    const className = framework === 'vue' ? 'class' : 'className';
    const more = { id: 'mine', [className]: 'wide', texts: { loading: 'One moment' } };
    await render({ ...needs, ...more, theme: 'round', locale: 'de' }, 'Our terms');
    const made = element();
    const read = () => [made.id, made.className, made['theme'], made['locale'], made['texts']];
    expect(read()).toEqual(['mine', 'wide', 'round', 'de', { loading: 'One moment' }]);
    expect(made.querySelector('p[slot=terms]')?.textContent).toBe('Our terms');
    await render({ ...needs, locale: 'de', id: 'mine', [className]: 'wide' }, 'Our new terms');
    expect([element() === made, read()]).toEqual([true, ['mine', 'wide', undefined, 'de', undefined]]);
    expect(made.querySelector('p[slot=terms]')?.textContent).toBe('Our new terms');
    await leave();
  });
});

describe.each(Object.keys(frameworks))('in %s, a component', (framework) => {
  it('tells its page that the drop-in could not be loaded', async () => {
    const blocked = new TypeError('Failed to fetch');
    vi.resetModules();
    vi.doMock('clientlib/drop-in', () => Promise.reject(blocked));
    const onError = vi.fn();
    let leave = (): unknown => undefined;
    if (framework === 'react') {
      const { Portal } = await import('clientlib/react');
      const root = createRoot(place);
      await act(async () => root.render(createElement(Portal, { token: 'x', onError })));
      leave = () => act(async () => root.unmount());
    } else {
      const { Portal } = await import('clientlib/vue');
      const app = createApp({ render: () => h(Portal, { token: 'x', onError }) });
      app.mount(place);
      leave = () => app.unmount();
    }
    // The element of another test may report more.
    const causes = () => onError.mock.calls.map(([error]) => error.cause);
    await vi.waitFor(() => expect(causes()).toContain(blocked), 10_000);
    await leave();
    vi.doUnmock('clientlib/drop-in');
    vi.resetModules();
  });
});
