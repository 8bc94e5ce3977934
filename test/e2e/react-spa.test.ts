import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExamples } from '../../examples/start.mjs';
import { newPage, screenshot } from './browser.ts';

let examples: Awaited<ReturnType<typeof startExamples>>;
let vite: ViteDevServer;
let app: string;

beforeAll(async () => {
  examples = await startExamples({ sandboxPort: 0, shopPort: 0, backendPort: 0 });
  // The development server, because StrictMode runs effects twice only there.
  vite = await createServer({
    root: 'examples/react-spa',
    configFile: 'examples/react-spa/vite.config.ts',
    cacheDir: '.cache/vite-react-spa',
    logLevel: 'error',
    define: { 'import.meta.env.VITE_SERVICE_URL': JSON.stringify(examples.sandbox.url) },
    server: {
      port: 0,
      host: '127.0.0.1',
      hmr: false,
      ws: false,
      proxy: { '/accounts': examples.backend.url },
    },
  });
  await vite.listen();
  app = `http://localhost:${((vite.httpServer as NonNullable<ViteDevServer['httpServer']>).address() as AddressInfo).port}`;
});
afterAll(async () => {
  await vite.close();
  await examples.close();
});

async function openSignup(): Promise<{ page: Page; form: FrameLocator }> {
  const page = await newPage();
  await page.goto(app);
  const form = page.frameLocator('iframe');
  await form.getByLabel(/card number/i).waitFor();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  return { page, form };
}

async function fillCard(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel(/card number/i).fill(number);
  await form.getByLabel(/expir|valid/i).fill('12/29');
  await form.getByLabel(/security code|cvc/i).fill('123');
  await form.getByLabel(/name on card|name on the card|card holder|cardholder/i).fill('Ada Lovelace');
}

describe('the React app', () => {
  it('signs up with the embedded form under StrictMode, and shows the account', async () => {
    const { page, form } = await openSignup();
    // The form was made, destroyed and made again: one is left.
    expect(await page.locator('iframe').count()).toBe(1);
    await page.getByText('€11.78 due today').waitFor();
    await page.getByLabel('Country').selectOption('AT');
    await page.getByText('€11.88 due today').waitFor();
    await fillCard(form, '4111 1111 1111 1111');
    await screenshot(page, 'react-spa-signup');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Your account is active.').waitFor();
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByText('Next invoice').waitFor();
    await screenshot(page, 'react-spa-account');
    await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.getByText('Welcome to Pro.').waitFor();
    page.once('dialog', (question) => question.accept());
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText(/Your subscription ends on/).waitFor();
  });

  it('shows that a card was declined and takes another one for the same order', async () => {
    const { page, form } = await openSignup();
    await fillCard(form, '4000 0000 0000 0002');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Your bank declined this payment').waitFor();
    await fillCard(form, '5555 5555 5555 4444');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Your account is active.').waitFor();
  });
});
