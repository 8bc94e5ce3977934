import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract } from '../sandbox/service/http/service.ts';
import { newPage } from './browser.ts';

/* Pages as others write them: callbacks only, a name of their own for the library, mixed casing, whole objects sent back,
 * unguarded reads. They are in test/e2e/pages. */

let service: StartedSandbox;
let merchant: { readonly url: string; close(): Promise<void> };
let api: Api;

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
  merchant = await serveRealPages(service.url);
});
beforeEach(async () => {
  service.sandbox.reset();
  api = await backEnd(service.sandbox);
});
afterAll(async () => {
  await merchant.close();
  await service.close();
});

afterEach(async () => {
  // ClientLib itself causes no warning of the service; what the page sends is ClientLib's to put right.
  const requests = (await api('GET', '/sandbox/requests')).body as { Path: string; Warnings?: string[] }[];
  const ofPages = requests.filter(({ Path }) => /CustomerSelfService|providers/i.test(Path));
  expect(ofPages.flatMap(({ Path, Warnings = [] }) => Warnings.map((text) => `${Path}: ${text}`))).toEqual(
    [],
  );
});

async function serveRealPages(serviceUrl: string) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const page = await readFile(new URL(`pages${pathname}`, import.meta.url), 'utf8').catch(() => undefined);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.writeHead(page === undefined ? 404 : 200).end(page?.replaceAll('{{service}}', serviceUrl));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe('a signup with add-ons drawn from the preview', () => {
  it('shows all add-ons, keeps what is typed, and buys what is shown', async () => {
    const page = await newPage();
    await page.goto(`${merchant.url}/add-ons.html`);
    await page.getByText('11.78 EUR').waitFor();
    await page.getByLabel('Plan').selectOption('Pro');
    await page.getByText('92.82 EUR').waitFor();
    await page.getByLabel(/^Seat \(4\.50\)/).fill('2');
    await page.getByLabel(/^Seat/).blur();
    await page.getByText('103.53 EUR').waitFor();
    await page.getByLabel(/^Priority support/).fill('1');
    await page.getByLabel(/^Priority support/).blur();
    await page.getByText('121.38 EUR').waitFor();
    await page.getByLabel('Coupon').pressSequentially('welcome20');
    await page.getByText('Coupon is valid', { exact: true }).waitFor();
    expect(await page.getByLabel(/^Seat/).inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Buy now' }).click();
    const text = (await page.getByText(/^Thank you: [0-9a-f]{24}$/).textContent()) ?? '';
    const id = text.replace('Thank you: ', '');
    const booked = (await api('GET', `contracts/${id}/componentSubscriptions`)).body as {
      Quantity: number;
    }[];
    expect(booked.map(({ Quantity }) => Quantity).sort()).toEqual([1, 2]);
    const { CustomerId } = (await api('GET', `contracts/${id}`)).body;
    expect((await api('GET', `customers/${CustomerId}`)).body).toMatchObject({
      Language: 'en-GB',
      Address: { PostalCode: '10117', HouseNumber: '5', Country: 'DE' },
      CustomFields: {},
    });
  });

  it('shows the customer why a payment failed, and accepts another card', async () => {
    const page = await newPage();
    await page.goto(`${merchant.url}/add-ons.html`);
    await page.getByText('11.78 EUR').waitFor();
    await page.getByLabel('Card').fill('4000000000000002');
    await page.getByRole('button', { name: 'Buy now' }).click();
    await page.getByText('Your card was declined.').waitFor();
    await page.getByLabel('Card').fill('4111111111111111');
    await page.getByRole('button', { name: 'Buy now' }).click();
    await page.getByText(/^Thank you: /).waitFor();
  });
});

describe('a framed portal', () => {
  it('shows plan, add-ons and invoices; saves, pays with another card, cancels', async () => {
    const contract = await newContract(api, {
      Cart: {
        PlanVariantId: 'b00000000000000000000003',
        ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: 3, Memo: 'Ada' }],
      },
    });
    const { Token } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
    const page = await newPage();
    await page.goto(`${merchant.url}/account.html#/${Token}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Pro' }).waitFor();
    await frame.getByText('3 x Seat (Ada)').waitFor();
    await frame.getByText('InvoicePayment').waitFor();
    const [invoice] = (await api('GET', `invoices?contractId=${contract.Id}`)).body;
    const link = frame.getByRole('link', { name: `${invoice.InvoiceNumber}, due 2026-01-29` });
    const file = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
    await frame.getByLabel('Company').fill('Engines Ltd');
    await frame.getByRole('button', { name: 'Save' }).click();
    await frame.getByText('Saved').waitFor();
    expect((await api('GET', `customers/${contract.CustomerId}`)).body).toMatchObject({
      CustomerName: 'Engines Ltd',
      FirstName: 'Ada',
      Address: { Country: 'DE' },
    });
    await frame.getByRole('button', { name: 'Use another card' }).click();
    await frame.getByText('MASTERCARD ************4444 1/31').waitFor();
    await frame.getByRole('button', { name: 'Cancel contract' }).click();
    const shown = await frame.getByText(/^Ends /).textContent();
    const { EndDate } = (await api('GET', `contracts/${contract.Id}`)).body;
    expect(shown).toBe(`Ends ${EndDate.slice(0, 10)}`);
  });

  it('calls its error callback if the back end has no contract', async () => {
    const page = await newPage({ allowErrors: ['401'] });
    await page.goto(`${merchant.url}/account.html`);
    await page.frameLocator('iframe').getByText('Error: InvalidKey').waitFor();
  });
});

describe('a checkout with the embedded form', () => {
  it('pays by card, after a declined one', async () => {
    const page = await newPage();
    await page.goto(`${merchant.url}/embedded.html`);
    const form = page.frameLocator('iframe');
    const fill = async (number: string) => {
      await form.getByLabel('Card number').fill(number);
      await form.getByLabel('Expiry date').fill('12/30');
      await form.getByLabel('Security code').fill('123');
      await form.getByLabel('Name on card').fill('Ada Lovelace');
      await page.getByRole('button', { name: 'Pay' }).click();
    };
    await fill('4000000000000002');
    await page.getByText('Failed: Your card was declined.').waitFor();
    await fill('4111111111111111');
    const text = (await page.getByText(/^Paid 11\.78 for [0-9a-f]{24}$/).textContent()) ?? '';
    const contract = (await api('GET', `contracts/${text.slice(-24)}`)).body;
    expect(contract).toMatchObject({ LifecycleStatus: 'Active', Balance: 0, PaymentProvider: 'Bravo' });
  });
});

describe('a page that is both checkout and return page', () => {
  it('reports no purchase until somebody returns, and one purchase then', async () => {
    const page = await newPage();
    await page.goto(`${merchant.url}/both.html?campaign=spring`);
    const wallet = page.getByRole('button', { name: 'Pay with the wallet' });
    await wallet.waitFor();
    expect(await page.locator('#message').textContent()).toBe('');
    await wallet.click();
    await page.getByLabel('Password').fill('any');
    await page.getByRole('button', { name: /^Pay/ }).click();
    const text = (await page.getByText(/^Thank you for contract [0-9a-f]{24}$/).textContent()) ?? '';
    expect(page.url()).toContain('campaign=spring');
    expect(await page.evaluate(() => (window as unknown as { purchases: number }).purchases)).toBe(1);
    expect((await api('GET', `contracts/${text.slice(-24)}`)).body.LifecycleStatus).toBe('Active');
  });

  it('shows the checkout again to a customer who canceled', async () => {
    const page = await newPage();
    await page.goto(`${merchant.url}/both.html`);
    await page.getByRole('button', { name: 'Pay with the wallet' }).click();
    await page.getByRole('button', { name: /cancel/i }).click();
    await page.getByText(/^Not paid: .*You have canceled the payment\.$/).waitFor();
    await page.getByRole('button', { name: 'Pay with the wallet' }).waitFor();
  });
});
