import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage, screenshot } from './browser.ts';

/* The interactive API reference at /docs/try: found by search, tried with a ready token, under the strict policy. */

let service: StartedSandbox;

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
});
afterAll(() => service.close());

it.each([
  ['light', { width: 1280, height: 800 }],
  ['dark', { width: 390, height: 800 }],
] as const)(
  'an operation is found and tried: %s',
  async (colorScheme, viewport) => {
    const page = await newPage({ colorScheme, viewport });
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(`${service.url}/docs`);
    await page.getByRole('link', { name: 'Search and try it' }).click();
    await page.getByText('Ready: requests carry an access token.').waitFor({ timeout: 60_000 });

    const nav = page.getByRole('navigation', { name: 'Operations' });
    await nav.getByRole('searchbox', { name: 'Search' }).fill('zzz');
    await nav.getByText('No operation matches.').waitFor();
    await nav.getByRole('searchbox', { name: 'Search' }).fill('get /api/v1/contracts');
    await nav.locator('a[href="#/Contracts/getContracts"]').click();
    await screenshot(page, `api-reference-${colorScheme}`);
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
    expect([...hosts].filter((host) => host !== service.url && host !== 'null')).toEqual([]);
    expect(problems).toEqual([]);
  },
  120_000,
);
