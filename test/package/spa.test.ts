import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import type { Page } from 'playwright';
import { build, type PluginOption } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { ClientLibPaymentFormElement } from '../../sdk/src/custom-element/index.ts';
import { newPage } from '../e2e/browser.ts';
import { linkPackages, printed, startedSandbox } from './node.ts';
import { serve } from './serve.ts';

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  sandbox = await startedSandbox();
});
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** An app as Vite builds it, in a folder in which clientlib is the installed package, and the framework the repository's. */
async function builtApp(
  source: string,
  {
    mode = 'production',
    packages = [],
    plugins = [],
  }: {
    mode?: 'development' | 'production';
    packages?: string[];
    plugins?: PluginOption[];
  },
) {
  const root = await mkdtemp(join(inject('consumer'), 'spa-'));
  await cp(source, root, { recursive: true });
  await linkPackages(packages);
  // The test runner's own would make it neither.
  vi.stubEnv('NODE_ENV', mode);
  const modules: string[] = [];
  await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    plugins: [
      plugins,
      { name: 'modules', moduleParsed: ({ id }) => void (id.includes('clientlib') && modules.push(id)) },
    ],
    define: {
      'import.meta.env.VITE_SERVICE_URL': JSON.stringify(sandbox.url),
    },
  });
  vi.unstubAllEnvs();
  const dist = join(root, 'dist');
  const files = new Map<string, { type: string; content: Buffer }>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type = types[path.split('.').pop() as string] ?? 'application/octet-stream';
    files.set(path.slice(dist.length).replaceAll('\\', '/'), { type, content: await readFile(path) });
  }
  const index = files.get('/index.html') as { type: string; content: Buffer };
  for (const page of ['/', '/thank-you']) files.set(page, index);
  const installed = (file: string) =>
    modules.some((id) => id.includes(`node_modules/clientlib/dist/${file}`));
  return { url: await serve(files), installed };
}

async function typeCard(page: Page): Promise<void> {
  const form = page.frameLocator('iframe');
  await form.getByLabel(/card number/i).fill('4111 1111 1111 1111');
  await form.getByLabel(/expir/i).fill('12/39');
  await form.getByLabel(/security code|cvc/i).fill('123');
  await form.getByLabel(/name on/i).fill('Ada Lovelace');
}

describe('the installed package in an app of', () => {
  // In development React runs every effect twice, so the form is made, destroyed and made again.
  it.each(['development', 'production'] as const)(
    'Vite and React, hydrated from server rendering, under StrictMode (%s)',
    async (mode) => {
      const packages = ['react', 'react-dom'];
      const { url, installed } = await builtApp('test/package/programs/spa', {
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
    const { url, installed } = await builtApp('examples/vue-spa', { packages, plugins: [vue()] });
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
    const { url, installed } = await builtApp('test/package/programs/element', {});
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
  ])('%s renders the place of the form, and asks for nothing', async (name, packages, program, expected) => {
    await linkPackages(packages);
    expect(await printed(`server-${name}.mjs`, program)).toBe(expected);
  });
});
