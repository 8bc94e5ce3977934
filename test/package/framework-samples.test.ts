// Each sample of docs/frameworks.md, pasted into an app with the packed package: it shows the form and takes a payment.
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import type { Page } from 'playwright';
import type { PluginOption } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage } from '../e2e/browser.ts';
import { impatience, ordersOf } from '../e2e/pasted-page.ts';
import { filesOf } from '../kits/snippets.ts';
import { angularMain, appIndex, decorators } from './angular.ts';
import { buildApp, folderWith, typeCard } from './built-app.ts';
import { startedSandbox } from './node.ts';
import { svelte } from './svelte.ts';

const samples = filesOf('docs/frameworks.md');

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  sandbox = await startedSandbox();
});
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

interface App {
  /** The sample by its file name. */
  readonly sample: string;
  /** The module that mounts it, as the framework's starter app does; none where the sample is the page. */
  readonly main?: string;
  readonly packages?: readonly string[];
  readonly place?: string;
  readonly plugins?: PluginOption[];
}

const apps: { readonly [framework: string]: App } = {
  React: {
    sample: 'src/Checkout.tsx',
    main: `import { createElement } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Checkout } from './Checkout';
      createRoot(document.querySelector('#app')).render(createElement(Checkout));`,
    packages: ['react', 'react-dom'],
    plugins: [react()],
  },
  Vue: {
    sample: 'src/Checkout.vue',
    main: `import { createApp } from 'vue';
      import Checkout from './Checkout.vue';
      createApp(Checkout).mount('#app');`,
    packages: ['vue', '@vue'],
    plugins: [vue()],
  },
  'a page without a framework': { sample: 'index.html' },
  Svelte: {
    sample: 'src/Checkout.svelte',
    main: `import { mount } from 'svelte';
      import Checkout from './Checkout.svelte';
      mount(Checkout, { target: document.querySelector('#app') });`,
    packages: ['svelte'],
    place: 'test/compat',
    plugins: [svelte],
  },
  Angular: {
    sample: 'src/app/checkout.ts',
    main: angularMain,
    packages: ['@angular', 'rxjs', 'tslib'],
    place: 'test/compat',
    plugins: [decorators],
  },
};

async function builtApp({ sample, main, ...options }: App): Promise<string> {
  const root = await folderWith({
    ...(main === undefined ? {} : { 'index.html': appIndex, 'src/main.ts': main }),
    [sample]: (samples[sample] ?? '').replace('<title>', '<link rel="icon" href="data:,"><title>'),
  });
  return (await buildApp(root, { serviceUrl: sandbox.url, ...options })).url;
}

async function openApp(app: App): Promise<Page> {
  const url = await builtApp(app);
  const page = await newPage();
  await page.goto(url);
  return page;
}

describe('the sample for', () => {
  it.each(Object.entries(apps))(
    '%s takes one payment for a double click and a held Enter',
    async (_, app) => {
      const url = await builtApp(app);
      for (const [, press] of impatience) {
        const page = await newPage();
        await page.goto(url);
        const orders = ordersOf(page);
        await typeCard(page);
        await press(page);
        await page.getByText('Thank you!').waitFor();
        await page.keyboard.up('Enter');
        // The payment form is still there, and its key too.
        await page.frameLocator('iframe').getByLabel('Name on card').focus();
        for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
        expect(orders()).toBe(1);
      }
    },
  );

  it('React, a whole signup, shows the elements of the drop-in', async () => {
    const main = (apps['React']?.main ?? '').replaceAll('Checkout', 'SignupPage');
    const page = await openApp({ ...apps['React'], sample: 'src/SignupPage.tsx', main });
    await page.getByText('11.78').filter({ visible: true }).first().waitFor();
  });

  it('Svelte, a whole signup, shows the elements of the drop-in', async () => {
    const main = (apps['Svelte']?.main ?? '').replaceAll('Checkout', 'SignupPage');
    const page = await openApp({ ...apps['Svelte'], sample: 'src/SignupPage.svelte', main });
    await page.getByText('11.78').filter({ visible: true }).first().waitFor();
  });

  it('each framework is tested', () => {
    const tested = [
      ...Object.values(apps).map(({ sample }) => sample),
      'src/SignupPage.tsx',
      'src/SignupPage.svelte',
    ];
    const others = ['app/page.jsx', 'vite.config.js', 'webpack.config.js'];
    expect(Object.keys(samples).sort()).toEqual([...tested, ...others].sort());
  });
});
