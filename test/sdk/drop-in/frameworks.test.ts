// @vitest-environment happy-dom
import {
  Portal as ReactPortal,
  Pricing as ReactPricing,
  Signup as ReactSignup,
  Withdraw as ReactWithdraw,
} from 'clientlib/react';
import { Cancel as VueCancel, Pricing as VuePricing, Signup as VueSignup } from 'clientlib/vue';
import { act, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, h, ref } from 'vue';
import { basic, key, pagesForEachTest } from './page.ts';

const newPage = pagesForEachTest();
let place: HTMLElement;
beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
});
afterEach(() => {
  place.remove();
  vi.unstubAllGlobals();
});

const shown = (tag: string) => place.querySelector(tag)?.shadowRoot?.textContent ?? '';
const settings = { publicApiKey: key, planVariantId: basic, paymentMethods: ['InvoicePayment'] };

describe('clientlib/react', () => {
  beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

  it('shows a signup, follows its properties, and emits events, also with StrictMode', async () => {
    newPage();
    const onReady = vi.fn();
    const root = createRoot(place);
    const render = (props: object) =>
      act(async () =>
        root.render(
          createElement(StrictMode, null, createElement(ReactSignup, { ...settings, onReady, ...props })),
        ),
      );
    await render({ locale: 'en' });
    await vi.waitFor(() => expect(shown('clientlib-signup')).toContain('Subscribe and pay'), 10_000);
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledWith({ offer: expect.anything() }));
    await render({ locale: 'de', className: 'join' });
    await vi.waitFor(
      () => expect(shown('clientlib-signup')).toContain('Zahlungspflichtig bestellen'),
      10_000,
    );
    expect(place.querySelectorAll('clientlib-signup.join')).toHaveLength(1);
    await act(async () => root.unmount());
    expect(place.innerHTML).toBe('');
  });

  it('shows the price table and a statutory button, and emits their events', async () => {
    newPage();
    const onChoose = vi.fn();
    const root = createRoot(place);
    const pricing = createElement(ReactPricing, {
      publicApiKey: key,
      planVariantIds: [basic],
      locale: 'en',
      onChoose,
    });
    const withdraw = createElement(ReactWithdraw, { declareUrl: '/declare', locale: 'en' });
    await act(async () => root.render(createElement('main', null, pricing, withdraw)));
    await vi.waitFor(() => expect(shown('clientlib-pricing')).toContain('Choose Basic'), 10_000);
    await vi.waitFor(() => expect(shown('clientlib-withdraw')).toBe('Withdraw from contract here'));
    const button = place.querySelector('clientlib-pricing')?.shadowRoot?.querySelector<HTMLElement>('.go');
    button?.click();
    expect(onChoose).toHaveBeenCalledWith({ PlanVariantId: basic });
    await act(async () => root.unmount());
    document.querySelector('clientlib-signup')?.remove();
  });

  it('is an empty tag on a server', () => {
    expect(renderToString(createElement(ReactPortal, { token: 'x' }))).toBe(
      '<clientlib-portal></clientlib-portal>',
    );
  });
});

describe('clientlib/vue', () => {
  it('shows a signup, follows its properties, and emits events', async () => {
    newPage();
    const onReady = vi.fn();
    const locale = ref('en');
    const app = createApp({ render: () => h(VueSignup, { ...settings, locale: locale.value, onReady }) });
    app.mount(place);
    await vi.waitFor(() => expect(shown('clientlib-signup')).toContain('Subscribe and pay'), 10_000);
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledWith({ offer: expect.anything() }));
    locale.value = 'de';
    await vi.waitFor(
      () => expect(shown('clientlib-signup')).toContain('Zahlungspflichtig bestellen'),
      10_000,
    );
    app.unmount();
    expect(place.innerHTML).toBe('');
  });

  it('shows the price table and a statutory button, and emits their events', async () => {
    newPage();
    const onChoose = vi.fn();
    const pricing = { publicApiKey: key, planVariantIds: [basic], locale: 'en', onChoose };
    const app = createApp({
      render: () => [h(VuePricing, pricing), h(VueCancel, { declareUrl: '/declare', locale: 'en' })],
    });
    app.mount(place);
    await vi.waitFor(() => expect(shown('clientlib-pricing')).toContain('Choose Basic'), 10_000);
    await vi.waitFor(() => expect(shown('clientlib-cancel')).toBe('Cancel contracts here'));
    const button = place.querySelector('clientlib-pricing')?.shadowRoot?.querySelector<HTMLElement>('.go');
    button?.click();
    expect(onChoose).toHaveBeenCalledWith({ PlanVariantId: basic });
    app.unmount();
    document.querySelector('clientlib-signup')?.remove();
  });
});
