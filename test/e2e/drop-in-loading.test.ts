import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';
import { formOf, openTenLinePages, type TenLinePages } from './ten-line-pages.ts';

/* While answers are slow, the signup takes the room that it had in this tab, and nothing on the page moves. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
afterAll(() => shop.close());

/** Milliseconds that each answer takes. */
const LATENCY = 1500;

/** What moved in a layout shift. */
interface Source {
  readonly node: Element | null;
  readonly previousRect: DOMRect;
  readonly currentRect: DOMRect;
}

const slow = (page: Page) =>
  page.route('**/CustomerSelfService/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATENCY));
    await route.continue();
  });

it.each([1280, 390])(
  'a slow first visit moves nothing in sight by more than 4 px, at a width of %d px',
  async (width) => {
    const page = await newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const moved: number[] = [];
      const tag = () => document.querySelector('clientlib-signup');
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as unknown as { sources: Source[] }[])
          for (const { node, previousRect, currentRect } of sources) {
            // The page's own text below the tag leaves the sight where the browser has painted it before the script was there.
            const isPushedOut = currentRect.height === 0 && node?.previousElementSibling === tag();
            if (!isPushedOut) moved.push(Math.abs(previousRect.top - currentRect.top));
          }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await slow(page);
    await page.goto(`${shop.url}/drop-in/signup.html`);
    await page.locator('clientlib-signup .skeleton').waitFor();
    await page.locator('#due').waitFor();
    await formOf(page).getByLabel('Card number').waitFor();
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved);
    expect(moved.filter((pixels) => pixels > 4)).toEqual([]);
  },
);

it.each([1280, 390])('a slow signup moves nothing by more than 4 px, at a width of %d px', async (width) => {
  const page = await shop.openSignup({
    bearer: 'CreditCard:Bravo InvoicePayment',
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  await formOf(page).getByLabel('Card number').waitFor();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('.shape');
  await page.addInitScript(() => {
    const heights: number[] = [];
    Object.assign(window, { heights });
    const note = (): void => {
      const top = document.querySelector('clientlib-signup')?.shadowRoot?.querySelector('.top');
      if (top?.childElementCount) heights.push(top.getBoundingClientRect().height);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await slow(page);
  await page.reload();
  const skeleton = page.locator('clientlib-signup .skeleton');
  await skeleton.waitFor();
  expect(await skeleton.getAttribute('aria-busy')).toBe('true');
  expect(
    await skeleton
      .locator('.bone')
      .first()
      .evaluate((bone) => getComputedStyle(bone).animationName),
  ).toBe('none');
  await page.getByText('Loading…').waitFor();
  await page.locator('#due').waitFor();
  await formOf(page).getByLabel('Card number').waitFor();
  await expect
    .poll(() => page.locator('form[part=form]').evaluate((form) => (form as HTMLElement).style.minHeight))
    .toBe('');
  const heights = await page.evaluate(() => (window as unknown as { heights: number[] }).heights);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(4);
});
