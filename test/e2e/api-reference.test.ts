import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText, newPage, screenshot } from './browser.ts';

/* The API reference at /docs with the guides beside it: found by search, tried with a ready token, under the strict policy. */

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

  it('finds an operation, shows its schemas, tries it, and finds a section of a guide from there', async () => {
    const { page, problems, others } = await open('/docs', { colorScheme, viewport });
    await page.getByText('Ready: requests carry an access token.').waitFor();
    await expectFine(page, 'overview');

    await searchFor(page, 'zzzzzz');
    await contents(page).getByText('Nothing found.').waitFor();
    await searchFor(page, 'get /api/v1/contracts');
    await contents(page).locator('a[href$="#/Contracts/getContracts"]').click();
    const operation = page.locator('.opblock.is-open');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation
      .locator('.live-responses-table .response-col_status')
      .filter({ hasText: '200' })
      .first()
      .waitFor();
    expect(await operation.locator('.curl-command').textContent()).toMatch(
      /curl[\s\S]*authorization: Bearer/i,
    );
    await operation.locator('.curl-command .copy-to-clipboard').first().waitFor();
    await expectFoldedWhereLong(page, operation);
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

/** The schema of an answer is there, on a phone when it is asked for; that of a refusal always then only. */
async function expectFoldedWhereLong(page: Page, operation: Locator) {
  const answer = operation.locator('.responses-table:not(.live-responses-table) .response');
  const shown = answer.filter({ has: page.locator('.model-box') });
  const isPhone = (page.viewportSize()?.width ?? 0) < 800;
  expect(await shown.count()).toBe(isPhone ? 0 : 1);
  const refusal = answer.filter({ hasText: 'Code: InvalidData' });
  await refusal.getByText('Example and schema').click();
  await refusal.locator('.model-box').waitFor();
  await refusal.getByText('Example and schema').click();
  await refusal.locator('.model-box').waitFor({ state: 'detached' });
  if (!isPhone) return;
  // A few screens: it was 45,000 pixels once.
  expect((await operation.boundingBox())?.height).toBeLessThan(6000);
  await answer.first().getByText('Example and schema').click();
  await answer.first().locator('.model-box').waitFor();
  await answer.first().getByText('Example and schema').click();
}

it('opens the group that the address names', async () => {
  const { page } = await open('/docs?tag=webhooks');
  await page.locator('#operations-Webhooks-getWebhooks').waitFor();
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
