import type { StartedSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../properties.ts';
import { type Api, apiOf, openInspector, signUp, start } from './inspector-page.ts';

/* What comes over the stream is in the page: each event once. */

let service: StartedSandbox;
let api: Api;

beforeAll(async () => {
  service = await start();
  api = await apiOf(service.url);
});
afterAll(() => service.close());

/** The rows of the activity from top to bottom, as one who scrolls sees them: key and how many events each has. */
async function scrolledRows(page: Page): Promise<[string, number][]> {
  // A tab in the background draws nothing.
  await page.bringToFront();
  return page.locator('.windowed').evaluate(async (list) => {
    const rows = new Map<string, number>();
    list.scrollTop = 0;
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const keys = [...list.querySelectorAll('li.row')].map((row) => {
        const count = Number(/(\d+) events?/.exec(row.querySelector('.sums')?.textContent ?? '')?.[1] ?? 0);
        const key = row.getAttribute('data-row') ?? '';
        rows.set(key, count);
        return key;
      });
      if (new Set(keys).size !== keys.length) throw new Error(`A row is there twice: ${keys}`);
      if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) return [...rows];
      list.scrollTop += 320;
    }
  });
}

/** Each makes more than ten events within three months. */
const signups = examples(200);

describe('all events of many contracts', () => {
  it('appear in two tabs without loss or duplicates, also after a reload', async () => {
    const first = await openInspector(service.url, 'activity?kind=event');
    const second = await first.context().newPage();
    await second.goto(`${service.url}/#/activity?kind=event`);
    await second.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
    for (let at = 0; at < signups; at += 1) await signUp(api, `No ${at}`);
    await api('POST', '/sandbox/clock', { Advance: 'P3M' });
    const events: { Id: string; Cause?: { RequestId?: number; TaskId?: string } }[] = await api(
      'GET',
      '/sandbox/events?take=10000',
    );
    expect(events.length).toBeGreaterThan(signups * 10);
    const causes = new Set(events.map(({ Cause }) => Cause?.TaskId ?? `request-${Cause?.RequestId}`));
    for (const page of [first, second]) {
      await page.bringToFront();
      await page.locator(`.count[data-count="${causes.size}"]`).waitFor();
      const rows = await scrolledRows(page);
      expect(new Set(rows.map(([key]) => key))).toEqual(causes);
      expect(rows.reduce((sum, [, count]) => sum + count, 0)).toBe(events.length);
    }
    await first.bringToFront();
    await first.reload();
    await first.locator(`.count[data-count="${causes.size}"]`).waitFor();
    const rows = await scrolledRows(first);
    expect(rows.reduce((sum, [, count]) => sum + count, 0)).toBe(events.length);
  }, 120_000);
});
