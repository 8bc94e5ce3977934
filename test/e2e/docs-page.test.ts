import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';

/* The description of the service at /docs/plain: readable by everybody, at both widths, light and dark, without a script. */

let service: StartedSandbox;

beforeAll(async () => {
  service = await startSandbox({ port: 0 });
});
afterAll(() => service.close());

const looks = [
  { name: 'phone', viewport: { width: 390, height: 800 }, colorScheme: 'light' },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

describe.each(some(looks, 2))('on the $name', ({ name, viewport, colorScheme }) => {
  it('leads from the overview to an operation with its fields and examples', async () => {
    const page = await newPage({ viewport, colorScheme });
    const look = async (state: string) => {
      expect([state, await accessibilityProblems(page)]).toEqual([state, []]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([state, wide]).toEqual([state, 0]);
      await screenshot(page, `docs-plain-${state}-${name}`);
    };
    await page.goto(`${service.url}/docs/plain`);
    await look('overview');

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
    await look('orders');

    await page.getByRole('link', { name: 'All groups' }).click();
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).last().waitFor();
  });
});
