import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExamples } from '../../examples/start.mjs';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { newPage } from './browser.ts';
import { block, impatience, ordersOf, paymentFormPage, servePasted } from './pasted-page.ts';
import { goodCard, typeCustomer } from './ten-line-pages.ts';

/* One sale is one order: each sample of the docs and each page of the examples, for customers who press twice. */

const open = servePasted();
let examples: Awaited<ReturnType<typeof startExamples>>;
const servers: { [name: string]: Promise<PreviewServer> } = {};
beforeAll(async () => {
  examples = await startExamples({ sandboxPort: 0, shopPort: 0, backendPort: 0 });
});
afterAll(async () => {
  for (const server of Object.values(servers)) await (await server).close();
  await examples.close();
});

/** An app of the examples, built, on a server with the merchant's back end. */
async function openApp(name: 'react-spa' | 'vue-spa'): Promise<Page> {
  servers[name] ??= startApp(name);
  return openPage((await servers[name]).resolvedUrls?.local[0] ?? '');
}

async function startApp(name: string): Promise<PreviewServer> {
  const outDir = `${process.cwd()}/.cache/sell-once-${name}`;
  const app = { root: `examples/${name}`, logLevel: 'error', build: { outDir, emptyOutDir: true } } as const;
  const define = { 'import.meta.env.VITE_SERVICE_URL': JSON.stringify(examples.sandbox.url) };
  await build({ ...app, define });
  return preview({ ...app, preview: { port: 0, proxy: { '/accounts': examples.backend.url } } });
}

async function openPage(address: string): Promise<Page> {
  const page = await newPage();
  await page.goto(address);
  return page;
}

/** Types who buys, as short as a page lets it be, and a card into the payment form. */
async function fillIn(page: Page): Promise<Page> {
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await fillPaymentForm(page, goodCard);
  return page;
}

async function fillInDropIn(page: Page): Promise<Page> {
  await typeCustomer(page);
  await fillPaymentForm(page, goodCard);
  return page;
}

async function fillInCardFields(page: Page): Promise<Page> {
  const fields = {
    'E-mail': 'ada@example.com',
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Street: 'Main',
    Number: '5',
    'Postal code': '10117',
    City: 'Berlin',
    'Card number': '4111111111111111',
    'Valid until': '12/39',
    'Security code': '123',
    'Name on the card': 'Ada Lovelace',
  };
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  return page;
}

/** By file: the page, filled in. What docs/frameworks.md has is driven in apps of its frameworks, by framework-samples.test.ts. */
const checkouts: { readonly [file: string]: () => Promise<Page> } = {
  'README.md': async () => {
    const [, sample = ''] = readFileSync('README.md', 'utf8').split('**A whole signup in one tag**');
    const [, html = ''] = /```html\n([\s\S]*?)```/.exec(sample) ?? [];
    return fillInDropIn(await open(html));
  },
  'docs/drop-in.md': async () => fillInDropIn(await open(await block('docs/drop-in.md', 'html'))),
  'docs/getting-started.md': async () => {
    const page = await open(await block('docs/getting-started.md', 'html'));
    await page.getByRole('button', { disabled: false }).waitFor();
    return page;
  },
  'docs/payment-form.md': async () => {
    const page = await open(await paymentFormPage());
    await fillPaymentForm(page, goodCard);
    return page;
  },
  'examples/drop-in': async () => fillInDropIn(await openPage(`${examples.shop.url}/drop-in/signup.html`)),
  'examples/payment-form': async () => fillIn(await openPage(`${examples.shop.url}/payment-form/`)),
  'examples/react-spa': async () => fillIn(await openApp('react-spa')),
  'examples/signup-page': async () => fillInCardFields(await openPage(examples.shop.url)),
  'examples/vue-spa': async () => fillIn(await openApp('vue-spa')),
};

describe.each(Object.entries(checkouts))('the checkout of %s', (_, openCheckout) => {
  it.each(impatience)('sells once for %s', async (_, press) => {
    const page = await openCheckout();
    const orders = ordersOf(page);
    await press(page);
    const thanks = page.getByText(/Thank you|Your account is active/).first();
    await Promise.race([thanks.waitFor(), page.waitForURL('**/thank-you.html')]);
    await page.keyboard.up('Enter');
    expect(orders()).toBe(1);
  });
});

it('each page that sells is driven', () => {
  const sells = /paySignupInteractive\(|\.subscribe\(|<clientlib-signup/;
  const files = execFileSync('git', ['ls-files', 'README.md', 'docs/*.md', 'examples'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const pages = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (file.startsWith('examples/'))
      return /\.(html|js|tsx|vue)$/.test(file) && sells.test(text)
        ? file.split('/').slice(0, 2).join('/')
        : [];
    const samples = [...text.matchAll(/^```(html|js|tsx|vue|svelte|ts)\n([\s\S]*?)^```/gm)];
    // With something to press, and no test.
    const isCheckout = ([, , code = '']: RegExpMatchArray) =>
      sells.test(code) &&
      !/from '(vitest|clientlib-sandbox)/.test(code) &&
      /<button|\.onclick|public-api-key|publicApiKey=\{/.test(code);
    return samples.some(isCheckout) ? file : [];
  });
  const elsewhere = ['docs/frameworks.md', 'examples/offline-spa'];
  expect([...new Set(pages)].sort()).toEqual([...Object.keys(checkouts), ...elsewhere].sort());
});
