// @vitest-environment happy-dom
import { act, createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Component, createApp, h } from 'vue';

/* The components load the elements in the browser: where that fails, the page hears of it. */

const onError = vi.fn();
let place: HTMLElement;
beforeEach(() => {
  onError.mockReset();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.resetModules();
  vi.doMock('clientlib/drop-in', () => {
    throw new TypeError('Failed to fetch');
  });
  place = document.createElement('div');
});
afterEach(() => {
  vi.doUnmock('clientlib/drop-in');
  vi.resetModules();
  vi.unstubAllGlobals();
});

const names = ['Signup', 'Portal', 'Pricing', 'Cancel', 'Withdraw'] as const;
const props = { publicApiKey: 'a01', declareUrl: '/x', onError };
const heard = () => vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Error)));

it.each(names)('%s of React', async (name) => {
  const components: { readonly [name: string]: unknown } = { ...(await import('clientlib/react')) };
  const root = createRoot(place);
  await act(async () => root.render(createElement(components[name] as FunctionComponent<object>, props)));
  await heard();
  await act(async () => root.unmount());
});

it.each(names)('%s of Vue', async (name) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const components: { readonly [name: string]: unknown } = { ...(await import('clientlib/vue')) };
  const app = createApp({ render: () => h(components[name] as Component, props) });
  app.mount(place);
  await heard();
  app.unmount();
  vi.restoreAllMocks();
});
