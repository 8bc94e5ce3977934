import { cp, rm } from 'node:fs/promises';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { init } from '../../sandbox/src/hosts/command/init.ts';
import { newPage } from './browser.ts';
import { impatience, ordersOf } from './pasted-page.ts';
import { type StaticHost, serveFolder } from './static-host.ts';

/* The static build of examples/offline-spa in a host of files: the whole signup, with the redirect, and no server. */

/** Inside the repository, where a copy of the example finds the packages. */
const folder = '.cache/offline-spa';
let host: StaticHost;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await cp('examples/offline-spa', `${folder}/app`, { recursive: true });
  await init('sandbox/dist/browser', `${folder}/app/public`, 'serviceWorker');
  await build({
    root: `${folder}/app`,
    logLevel: 'error',
    // A folder below the host's root, as where a build is shown to a colleague.
    build: { outDir: '../host/preview/42', emptyOutDir: true },
  });
  host = await serveFolder(`${folder}/host`);
}, 60_000);
afterAll(() => host?.close());

it('signs up through a provider, and shows the same after a reload', async () => {
  const page = await newPage({ serviceWorkers: 'allow' });
  await page.goto(`${host.url}/preview/42/`);
  await page.getByText('€11.78').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByLabel('Card number').fill('4111111111111111');
  await page.getByLabel(/expir|valid/i).fill('12/32');
  await page.getByLabel(/security code|cvc/i).fill('123');
  await page.getByLabel(/name/i).fill('Ada Lovelace');
  await page.getByRole('button', { name: /^pay/i }).click();
  await page.getByText('Thank you!').waitFor();
  const text = await page.locator('#text').textContent();
  expect(text).toMatch(/[0-9a-f]{24}/);
  await page.reload();
  await page.getByText('Thank you!').waitFor();
  expect(await page.locator('#text').textContent()).toBe(text);
  const paths = host.asked.filter((line) => !line.startsWith('GET /preview/42/'));
  expect(paths).toEqual([]);
  expect(host.asked.filter((line) => line.includes('/clientlib-sandbox/'))).toEqual([]);
});

it('signs up on invoice', async () => {
  const page = await newPage({ serviceWorkers: 'allow' });
  await page.goto(`${host.url}/preview/42/`);
  await page.getByLabel('Payment').selectOption('On invoice');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Thank you!').waitFor();
});

it.each(impatience)('sells once for %s', async (_, press) => {
  const page = await newPage();
  await page.goto(`${host.url}/preview/42/`);
  await page.getByLabel('Payment').selectOption('On invoice');
  const orders = ordersOf(page);
  await press(page);
  await page.getByText('Thank you!').waitFor();
  expect(orders()).toBe(1);
});
