import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';
import { serveMswPages } from './msw-page.ts';
import type { StaticHost } from './static-host.ts';

/*
 * A page behind MSW whose customers leave it for a provider's page, type into the payment form, pass a challenge and
 * download a PDF: browsers ask MSW for none of these, so the shell page shows them.
 */

// biome-ignore lint/suspicious/noExplicitAny: what the page has as global.
declare const shop: any;

const program = `
import { setupWorker } from 'msw/browser';
import { handlers } from 'clientlib-sandbox/msw';
import { ClientLib, configure } from 'clientlib';
const served = handlers({
  baseUrl: 'https://billing.example',
  shell: '/clientlib-sandbox-shell.html',
  clock: '2026-01-15T10:00:00Z',
});
await setupWorker(...served).start({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass', quiet: true });
configure({ baseUrl: 'https://billing.example', pagesUrl: served.pagesUrl });
globalThis.shop = { ClientLib, served };
document.documentElement.dataset.ready = '';`;

const publicApiKey = 'a00000000000000000000001';
const card = {
  cardNumber: '4111111111111111',
  expiryMonth: '12',
  expiryYear: '2032',
  cardHolder: 'Ada',
  cvc: '123',
};

/** @param mswFolder where the version of MSW is installed */
export function shellPage(mswFolder: string): void {
  let host: StaticHost;
  beforeAll(async () => {
    host = await serveMswPages(program, mswFolder, ['index.html', 'return.html']);
  });
  afterAll(() => host.close());

  const isReady = (page: Page) => page.waitForSelector('html[data-ready]', { state: 'attached' });

  async function openShop(allowErrors: string[] = []): Promise<Page> {
    const page = await newPage({ allowErrors, serviceWorkers: 'allow' });
    await page.goto(`${host.url}/`);
    await isReady(page);
    return page;
  }

  const signUp = (page: Page, data: object) =>
    page.evaluate(
      async ([key, given]) => {
        const { ClientLib } = shop;
        const payment = new ClientLib.Payment({ publicApiKey: key, providerReturnUrl: 'return.html?cart=7' });
        await payment.ready;
        const cart = { planVariantId: 'b00000000000000000000001' };
        const customer = { firstName: 'Ada', lastName: 'Byron' };
        return new ClientLib.Signup().subscribe(payment, cart, customer, given);
      },
      [publicApiKey, data] as const,
    );

  const eventsOf = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const answer = await fetch('https://billing.example/sandbox/events?take=500');
      return (await answer.json()).map(({ Event }: { Event: string }) => Event);
    });

  it("shows a provider's page, and continues the page on return", async () => {
    // The browser logs the answer to the wrong security code.
    const page = await openShop(['status of 422']);
    const { Url, OrderId } = await signUp(page, { bearer: 'CreditCard:Charlie' });
    expect(Url).toMatch(`${host.url}/clientlib-sandbox-shell.html?`);
    await page.evaluate((url) => location.assign(url), Url);
    await page.getByLabel('Card number').fill('4000000000000002');
    await page.getByLabel(/expir|valid/i).fill('12/32');
    await page.getByLabel(/security code|cvc/i).fill('12');
    await page.getByLabel(/name/i).fill('Ada Byron');
    await page.getByRole('button', { name: /^pay/i }).click();
    // The page is shown again, with what was wrong.
    await page.getByLabel('Card number').fill('4111111111111111');
    await page.getByLabel(/security code|cvc/i).fill('123');
    await page.getByRole('button', { name: /^pay/i }).click();
    await page.waitForURL(/return\.html\?cart=7&/);
    await isReady(page);
    const result = await page.evaluate(() => shop.ClientLib.finalize());
    expect(result).toMatchObject({ OrderId, ContractId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(await eventsOf(page)).toContain('OrderSucceeded');
  });

  it('shows the payment form, and a challenge in a dialog', async () => {
    const page = await openShop();
    await page.evaluate((key) => {
      const config = { publicApiKey: key, paymentMethods: ['CreditCard:Bravo'], locale: 'en' };
      shop.form = shop.ClientLib.createElement('paymentForm', document.querySelector('#payment'), config);
    }, publicApiKey);
    const frame = page.frameLocator('#payment iframe');
    await frame.getByLabel('Card number').fill('4000000000003220');
    await frame.getByLabel('Expiry date').fill('12/32');
    await frame.getByLabel('Security code').fill('123');
    await frame.getByLabel('Name on card').fill('Ada Byron');
    const paying = page.evaluate(async () => {
      const signup = new shop.ClientLib.Signup();
      const order = await signup.createOrder(
        { planVariantId: 'b00000000000000000000001' },
        { firstName: 'Ada', lastName: 'Byron' },
      );
      return signup.paySignupInteractive(null, shop.form, order);
    });
    await page.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).click();
    expect((await paying).ContractId).toMatch(/^[0-9a-f]{24}$/);
  });

  it('downloads a PDF, and returns to the page', async () => {
    const page = await openShop();
    const { ContractId } = await signUp(page, { bearer: 'CreditCard:FakePSP', ...card });
    const downloading = page.waitForEvent('download');
    await page.evaluate(async (contract) => {
      const base = 'https://billing.example';
      const asked = await fetch(`${base}/oauth/token/`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const { access_token } = await asked.json();
      const answer = await fetch(`${base}/api/v1/contracts/${contract}/selfServiceToken`, {
        headers: { Authorization: `Bearer ${access_token}` },
      });
      const portal = new shop.ClientLib.Portal((await answer.json()).Token);
      const { RecentInvoices } = await portal.contractDetails();
      location.href = portal.invoicePdfDownloadUrl(RecentInvoices[0]);
    }, ContractId);
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
    await page.waitForURL(`${host.url}/`);
    await isReady(page);
    expect(await eventsOf(page)).toContain('OrderSucceeded');
  });

  it('keeps the state after a reload, and clears it on request', async () => {
    const page = await openShop();
    await signUp(page, { bearer: 'CreditCard:FakePSP', ...card });
    const before = await eventsOf(page);
    await page.reload();
    await isReady(page);
    expect(await eventsOf(page)).toEqual(before);
    await page.evaluate(() => shop.served.clear());
    expect(await eventsOf(page)).toEqual([]);
    await page.reload();
    await isReady(page);
    expect(await eventsOf(page)).toEqual([]);
    expect(host.asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });
}
