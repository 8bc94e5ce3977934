import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientLibPaymentFormElement } from '../../sdk/src/custom-element/index.ts';
import { newPage } from '../e2e/browser.ts';
import { buildApp, copyOf, typeCard } from './built-app.ts';
import { linkPackages, printed, startedSandbox } from './node.ts';

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  sandbox = await startedSandbox();
});
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

describe('the installed package in an app of', () => {
  // In development React runs every effect twice, so the form is made, destroyed and made again.
  it.each(['development', 'production'] as const)(
    'Vite and React, hydrated from server rendering, under StrictMode (%s)',
    async (mode) => {
      const packages = ['react', 'react-dom'];
      const { url, installed } = await buildApp(await copyOf('test/package/programs/spa'), {
        serviceUrl: sandbox.url,
        mode,
        packages,
        plugins: [react()],
      });
      expect([installed('index.js'), installed('react.js')]).toEqual([true, true]);
      const page = await newPage();
      await page.goto(url);
      await typeCard(page);
      await page.getByLabel('Price').getByText('11.78 EUR').waitFor();
      await page.getByLabel('Methods').getByText('loaded').waitFor();
      expect(await page.getByLabel('Return').textContent()).toBe('none');
      expect(await page.getByLabel('Ready').textContent()).toBe('1');
      expect(await page.locator('iframe').count()).toBe(1);
      await page.getByRole('button', { name: 'Pay' }).click();
      await page.getByText('subscribed').waitFor();
    },
  );

  it('Vite and Vue: the example, with a payment by redirect', async () => {
    const packages = ['vue', '@vue'];
    const { url, installed } = await buildApp(await copyOf('examples/vue-spa'), {
      serviceUrl: sandbox.url,
      packages,
      plugins: [vue()],
    });
    expect([installed('index.js'), installed('vue.js')]).toEqual([true, true]);
    const page = await newPage();
    await page.goto(url);
    await page.getByText('€11.78 due today').waitFor();
    await page.getByLabel('Country').selectOption('AT');
    await page.getByText('€11.88 due today').waitFor();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.frameLocator('iframe').getByLabel('November').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText('Thank you!').waitFor();
  });

  it('Vite and the custom element, without a framework', async () => {
    const { url, installed } = await buildApp(await copyOf('test/package/programs/element'), {
      serviceUrl: sandbox.url,
    });
    expect([installed('index.js'), installed('custom-element.js')]).toEqual([true, true]);
    const page = await newPage();
    await page.goto(url);
    await typeCard(page);
    // Everything that changes the form together makes one new form.
    await page.locator('clientlib-payment-form').evaluate((element: ClientLibPaymentFormElement) => {
      element.locale = 'de';
      element.paymentMethods = ['CreditCard:FakePSP', 'Debit:FakePSP'];
      element.formStyle = { label: { color: 'rgb(1, 2, 3)' } };
    });
    const form = page.frameLocator('iframe');
    await form.getByLabel('Kartennummer').waitFor();
    const color = (label: Element) => getComputedStyle(label).color;
    expect(await form.getByText('Kartennummer').first().evaluate(color)).toBe('rgb(1, 2, 3)');
    await page.locator('clientlib-payment-form').evaluate((element: ClientLibPaymentFormElement) => {
      element.locale = 'en';
      element.paymentMethods = ['CreditCard:FakePSP'];
    });
    await form.getByLabel(/card number/i).waitFor();
    expect(await page.locator('iframe').count()).toBe(1);
    await typeCard(page);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('subscribed').waitFor();
    // Without the element there is no form.
    const left = await page
      .locator('clientlib-payment-form')
      .evaluate((element: ClientLibPaymentFormElement) => {
        element.remove();
        return [element.paymentForm, element.childElementCount];
      });
    expect(left).toEqual([undefined, 0]);
  });
});

describe('on a server', () => {
  it.each([
    [
      'React',
      ['react', 'react-dom', 'scheduler'],
      `const { createElement: h } = await import('react');
       const { renderToString } = await import('react-dom/server');
       const { PaymentForm, usePreview, useFinalize, usePaymentMethods } = await import('clientlib/react');
       function Page() {
         const preview = usePreview({ PlanVariantId: 'x' }, {});
         const methods = usePaymentMethods({ publicApiKey: 'x' });
         const { status } = useFinalize();
         return h('main', null, h(PaymentForm, { publicApiKey: 'x', id: 'payment' }), status, preview.isLoading && methods.isLoading && '…');
       }
       console.log(JSON.stringify(renderToString(h(Page)).replaceAll('<!-- -->', '')));`,
      '<main><div id="payment"></div>pending…</main>',
    ],
    [
      'Vue',
      ['vue', '@vue'],
      `const { createSSRApp, h } = await import('vue');
       const { renderToString } = await import('vue/server-renderer');
       const { PaymentForm, usePreview, useFinalize, usePaymentMethods } = await import('clientlib/vue');
       const app = createSSRApp({
         setup() {
           const preview = usePreview({ PlanVariantId: 'x' }, {});
           const methods = usePaymentMethods({ publicApiKey: 'x' });
           const { status } = useFinalize();
           return () => h('main', [h(PaymentForm, { publicApiKey: 'x', id: 'payment' }), status.value + (preview.isLoading.value && methods.isLoading.value && '…')]);
         },
       });
       console.log(JSON.stringify((await renderToString(app)).replaceAll(/<!--.*?-->/g, '')));`,
      '<main><div id="payment"></div>pending…</main>',
    ],
    [
      'Node',
      [],
      `const { ClientLibPaymentFormElement } = await import('clientlib/custom-element');
       console.log(JSON.stringify(typeof ClientLibPaymentFormElement));`,
      'function',
    ],
  ])(
    '%s renders the placeholder of the form, without requests',
    async (name, packages, program, expected) => {
      await linkPackages(packages);
      expect(await printed(`server-${name}.mjs`, program)).toBe(expected);
    },
  );
});
