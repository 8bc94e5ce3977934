import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { newPage } from './browser.ts';
import { openTenLinePages, type TenLinePages } from './ten-line-pages.ts';

/* What the script for script tags loads besides, and where. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

/** A page with some tags, and the files of the drop-in that it has loaded so far. */
async function open(body: string, allowErrors: string[] = []) {
  const page = await newPage({ allowErrors });
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/drop-in/') && pathname.endsWith('.js')) loaded.push(pathname);
  });
  await page.route(`${shop.service.url}/page`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Parts</title><link rel="icon" href="data:,">
        <script src="${shop.service.url}/clientlib.js" defer></script>
        <script src="${shop.service.url}/drop-in.js" defer></script><main><h1>Parts</h1>${body}</main></html>`,
    }),
  );
  await page.goto(`${shop.service.url}/page`);
  return { page, loaded };
}

it('loads the addresses of countries for a signup in English, and nothing else', async () => {
  const { page, loaded } = await open(
    '<clientlib-signup public-api-key="a00000000000000000000001" plan-variant-id="b00000000000000000000001" payment-methods="InvoicePayment"></clientlib-signup>',
  );
  await page.getByText('Due today').filter({ visible: true }).first().waitFor();
  expect(loaded).toEqual(['/drop-in/address-fields.global.js']);
});

it('loads the portal where a page has it', async () => {
  const signup = await shop.openSignup({ bearer: 'InvoicePayment' });
  await signup.getByRole('button', { name: 'Subscribe and pay' }).click();
  await signup.getByRole('heading', { name: 'Thank you!' }).waitFor();
  const { page, loaded } = await open(
    `<clientlib-portal token="${await shop.newToken()}"></clientlib-portal>`,
  );
  await page.getByText('Next invoice').waitFor();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await page.getByRole('radio', { name: 'Pro', exact: true }).check();
  await page.getByText('Due today').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(loaded).toEqual(['/drop-in/portal-run.global.js']);
});

it('shows a statutory button at once, and loads its form when it is pressed', async () => {
  const { page, loaded } = await open('<clientlib-cancel declare-url="/declarations"></clientlib-cancel>');
  const button = page.getByRole('button', { name: 'Cancel contracts here' });
  await button.waitFor();
  expect(loaded).toEqual([]);
  await button.click();
  await page.getByRole('button', { name: 'Cancel now' }).waitFor();
  expect(loaded).toEqual(['/drop-in/declaration-part.global.js']);
});

it('says so where a part cannot be loaded, and loads it at the next try', async () => {
  const { page } = await open('<clientlib-cancel declare-url="/declarations"></clientlib-cancel>', [
    'ERR_FAILED',
  ]);
  const part = '**/drop-in/declaration-part.global.js';
  await page.route(part, (route) => route.abort());
  await page.getByRole('button', { name: 'Cancel contracts here' }).click();
  await page.getByText('That did not work. Please try again.').waitFor();
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).waitFor();
});
