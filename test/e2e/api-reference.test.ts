import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText, newPage, screenshot } from './browser.ts';

/* The API reference at /docs with the guides beside it: found by search, tried with a token, under the strict policy. */

let service: StartedSandbox;

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
});
afterAll(() => service.close());

/** A page, what it logs as an error, and the hosts that it asks. */
async function open(path: string, options: Parameters<typeof newPage>[0] = {}) {
  const page = await newPage(options);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(`${service.url}${path}`);
  return {
    page,
    problems,
    others: () => [...hosts].filter((host) => host !== service.url && host !== 'null'),
  };
}

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' });

/** On a phone the list of contents is folded. */
async function searchFor(page: Page, text: string) {
  const search = contents(page).getByRole('searchbox', { name: 'Search' });
  if (!(await search.isVisible())) await contents(page).getByText('Contents', { exact: true }).click();
  await search.fill(text);
}

const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 800 } },
] as const;

describe.each(some(looks, 3))('the documentation, $name', ({ name, colorScheme, viewport }) => {
  const expectFine = async (page: Page, state: string) => {
    await screenshot(page, `documentation-${state}-${name}`);
    expect([state, await accessibilityProblems(page)]).toEqual([state, []]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([state, wide]).toEqual([state, 0]);
  };

  it('leads from the overview to an operation, its schemas and a try, and finds a section of a guide from there', async () => {
    const { page, problems, others } = await open('/docs', { colorScheme, viewport });
    await expectFine(page, 'overview');
    await page.getByRole('link', { name: 'POST /api/v1/orders', exact: true }).click();
    const operation = page.locator('section:target');
    await operation.getByRole('heading', { name: 'POST /api/v1/orders' }).waitFor();
    await operation.getByText('Body (application/json)').click();
    await operation.getByRole('link', { name: 'OrderInput' }).click();
    const schema = page.locator('section:target');
    await schema.getByText('ChangeDate', { exact: true }).waitFor();
    await schema.getByRole('link', { name: 'Cart', exact: true }).click();
    await schema.getByRole('heading', { name: 'Cart', exact: true }).waitFor();
    await schema.getByText('"b00000000000000000000001"').first().waitFor();

    await searchFor(page, 'zzzzzz');
    await contents(page).getByText('Nothing found.').waitFor();
    await searchFor(page, 'get /api/v1/contracts');
    await contents(page).locator('a[href$="?tag=Contracts#getContracts"]').click();
    const contracts = page.locator('section:target');
    await contracts.getByText('Try it').click();
    await contracts.getByLabel('take (query)').fill('1');
    await contracts.getByRole('button', { name: 'Send' }).click();
    await contracts
      .getByRole('status')
      .filter({ hasText: /^200 OK in \d+ ms$/ })
      .waitFor();
    expect(JSON.parse((await contracts.locator('pre').textContent()) ?? '')).toEqual([]);
    await expectFine(page, 'operation');

    await searchFor(page, 'rotate the secret');
    await contents(page).getByRole('link', { name: 'Rotate the secret' }).click();
    await page.waitForURL('**/docs/guides/webhooks#rotate-the-secret');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await expectFine(page, 'guide');
    await page.getByRole('link', { name: 'Guides', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    await expectFine(page, 'guides');
    expect(others()).toEqual([]);
    expect(problems).toEqual([]);
  });
});

it('sends the example body of an order as it stands', async () => {
  const { page } = await open('/docs?tag=orders#postOrders');
  const orders = page.locator('section:target');
  await orders.getByText('Try it').click();
  await orders.getByRole('button', { name: 'Send' }).click();
  await orders
    .getByRole('status')
    .filter({ hasText: /^(200|201) / })
    .waitFor();
  expect(JSON.parse((await orders.locator('pre').textContent()) ?? '')).toMatchObject({
    Status: 'InProgress',
  });
});

it('copies a sample of a guide', async () => {
  const { page } = await open('/docs/guides/webhooks');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const sample = page.locator('.sample').first();
  await sample.hover();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await sample.getByRole('button', { name: 'Copied' }).waitFor();
  const code = await sample.locator('code').textContent();
  await expect.poll(() => copiedText(page)).toBe(code);
});

it('works the same in a workspace', async () => {
  const { page } = await open('/w/one/docs/guides/rest');
  const links = await page
    .locator('a[href^="http"]')
    .evaluateAll((all) =>
      all.map((link) => (link as HTMLAnchorElement).href).filter((href) => !href.includes('/w/one/')),
    );
  expect(links.filter((href) => href.startsWith(service.url))).toEqual([]);
  await page.locator('article a[href^="faults"], article a[href^="clock-and-state"]').first().click();
  await page.waitForURL('**/w/one/docs/guides/*');
});
