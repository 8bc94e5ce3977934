import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite } from '../../.ci/docs-site.mjs';
import { accessibilityProblems } from './accessibility.ts';
import { newPage } from './browser.ts';
import { type StaticHost, serveFolder } from './static-host.ts';

/* The documentation as a static site, and the demo in it. */

let host: StaticHost;

beforeAll(async () => {
  await buildSite();
  host = await serveFolder('docs/dist');
}, 120_000);
afterAll(() => host?.close());

async function openSite(path = '') {
  const page = await newPage();
  await page.goto(`${host.url}/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('load');
  return page;
}

it('finds a section by search and opens it', async () => {
  const page = await openSite();
  await page.keyboard.press('/');
  await page.keyboard.type('refund');
  const results = page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
  await results.first().waitFor();
  const first = await results.first().getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${first}`);
  expect(await page.locator('article').textContent()).toMatch(/refund/i);
});

it('lists every page in the navigation and marks the open one', async () => {
  const page = await openSite();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'Payments', exact: true })
    .click();
  await page.waitForURL('**/payments.html');
  expect(await page.locator('[aria-current="page"]').allTextContents()).toEqual(['Payments']);
  expect(await page.locator('#version').inputValue()).toMatch(/^\d+\.\d+\.\d+/);
});

it('loads nothing from other hosts and nothing inline', async () => {
  const page = await openSite();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(host.url)) problems.push(request.url());
  });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(problems).toEqual([]);
});

it('copies a sample', async () => {
  const page = await openSite(`${await version()}/five-minutes.html`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const sample = page.locator('.sample').first();
  await sample.hover();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await sample.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'npm install --save-dev clientlib clientlib-sandbox vitest\n',
  );
});

it.each(['', 'billing.html', 'clientlib.html', 'demo.html', 'inspector.html'])(
  'is accessible, and as wide as a phone: %j',
  async (path) => {
    const page = await openSite(path === '' ? '' : `${await version()}/${path}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);

it('signs up in the demo, without a server', async () => {
  const page = await openSite(`${await version()}/demo.html`);
  await page.getByRole('link', { name: 'Open the signup page' }).click();
  await page.getByLabel('Payment').selectOption('On invoice');
  await page.getByText('€11.78').waitFor();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByText('Thank you!').waitFor();
  expect(host.asked.filter((line) => line.includes('/api/'))).toEqual([]);
});

async function version(): Promise<string> {
  const text = await (await fetch(`${host.url}/versions.js`)).text();
  return /"([^"]+)"/.exec(text)?.[1] ?? '';
}
