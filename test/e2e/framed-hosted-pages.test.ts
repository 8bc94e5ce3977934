// The hosted signup and self-service in the frame of a merchant's page of another site: bought, paid and changed there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { type Api, backEnd, newContract } from '../sandbox/service/http/service.ts';
import { newPage } from './browser.ts';
import { goodCard, subscribe } from './ten-line-pages.ts';

const basic = 'b00000000000000000000001';
/** The custom fields that the signup of this account asks for, besides the usual ones. */
const SignupFields = {
  EmailAddress: 'Required',
  FirstName: 'Required',
  LastName: 'Required',
  'Address.Country': 'Required',
  'CustomFields.Size': 'Required',
} as const;

let service: StartedSandbox;
let merchant: { readonly url: string; close(): void };
let api: Api;
beforeAll(async () => {
  merchant = await merchantSite();
  service = await startSandbox({
    port: 0,
    clock: '2026-01-15T10:00:00Z',
    seed: 'framed',
    config: {
      Account: {
        PortalFrameAncestors: [merchant.url],
        SelfService: { SignupFields, CustomFields: { Customer: ['Size'] } },
      },
    },
  });
});
beforeEach(async () => {
  service.sandbox.reset();
  api = await backEnd(service.sandbox);
});
afterAll(async () => {
  merchant.close();
  await service.close();
});

/** A page of the merchant that frames an address: `/?<address>`. By another name than the service, so it is another site. */
async function merchantSite() {
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '').slice(2)).replaceAll('&', '&amp;');
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>
      <iframe id="hosted" title="Subscription" width="1000" height="1600" src="${address}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function framed(path: string, options?: Parameters<typeof newPage>[0]): Promise<[Page, FrameLocator]> {
  const page = await newPage(options);
  await page.goto(`${merchant.url}/?${encodeURIComponent(service.url + path)}`);
  return [page, page.frameLocator('#hosted')];
}

/** The signup in its frame with one payment method, filled in but for the payment. */
async function framedSignup(bearer: string): Promise<[Page, FrameLocator]> {
  const [page, hosted] = await framed(`/portal/signup.html#/${basic}?language=en&country=DE`);
  await hosted.locator('clientlib-signup').evaluate((element, methods) => {
    element.setAttribute('payment-methods', methods);
  }, bearer);
  await hosted.getByLabel('E-mail address').first().fill('ada@shop.test');
  await hosted.getByLabel('First name').fill('Ada');
  await hosted.getByLabel('Last name').fill('Byron');
  await hosted.getByLabel('Size').fill('XL');
  return [page, hosted];
}

/** The customer of the only contract, which is active and paid. */
async function soldOnce(): Promise<unknown> {
  const contracts = (await api('GET', 'contracts')).body;
  expect(contracts).toMatchObject([{ LifecycleStatus: 'Active', Balance: 0, PlanVariantId: basic }]);
  return (await api('GET', `customers/${contracts[0].CustomerId}`)).body;
}

describe('the hosted signup in a frame', () => {
  it("asks for the fields of the account, shows the bank's challenge, and sells", async () => {
    const [, hosted] = await framedSignup('CreditCard:Bravo');
    await fillPaymentForm(hosted as never, { ...goodCard, cardNumber: '4000000000003220' });
    await subscribe(hosted);
    await hosted.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).click();
    await hosted.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(await soldOnce()).toMatchObject({ FirstName: 'Ada', CustomFields: { Size: 'XL' } });
  });

  it('opens a provider in the whole window, and thanks the customer on the hosted page', async () => {
    const [page, hosted] = await framedSignup('November');
    await subscribe(hosted);
    await page.getByLabel('Password').fill('any');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/portal/signup.html');
    await soldOnce();
  });
});

describe('the hosted self-service in a frame', () => {
  it('changes address, payment data and plan, and cancels', { timeout: 120_000 }, async () => {
    const { Id, CustomerId } = await newContract(api);
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const [, hosted] = await framed(`/portal/account.html#/${Token}?language=en`);
    const section = (heading: string) =>
      hosted.locator('section').filter({ has: hosted.getByRole('heading', { name: heading }) });
    const press = (heading: string, name: string) =>
      section(heading).getByRole('button', { name, exact: true }).click();
    await press('Your details', 'Change details');
    await hosted.getByLabel('Last name').fill('Lovelace');
    await press('Your details', 'Save');
    await hosted.getByText('Ada Lovelace').first().waitFor();

    await hosted.locator('clientlib-portal').evaluate((element) => {
      element.setAttribute('payment-methods', 'CreditCard:Bravo');
    });
    await press('Payment', 'Change payment method');
    await fillPaymentForm(hosted as never, { ...goodCard, cardNumber: '4000000000003220' });
    // What is open is paid with it.
    await press('Payment', 'Pay €11.78');
    await hosted.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).click();
    await hosted.getByText(/3220/).first().waitFor();

    await press('Plan', 'Change plan');
    await hosted.getByText(/^Yearly/).click();
    await hosted.getByRole('radio', { name: 'Basic' }).check();
    await hosted.getByText('Due today').waitFor();
    await press('Plan', 'Subscribe and pay');
    await expect
      .poll(async () => (await api('GET', `contracts/${Id}`)).body.PlanVariantId)
      .toBe('b00000000000000000000002');

    await hosted.getByRole('button', { name: 'Cancel subscription' }).click();
    await hosted.getByText(/will end on/).waitFor();
    await hosted.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect.poll(async () => (await api('GET', `contracts/${Id}`)).body.EndDate).toMatch(/^2027/);
    expect((await api('GET', `customers/${CustomerId}`)).body.LastName).toBe('Lovelace');
  });
});

it.each([`/portal/signup.html#/${basic}`, '/portal/account.html#/token'])(
  '%s stays closed in the frame of a page that the account does not name',
  async (path) => {
    const other = await merchantSite();
    try {
      const page = await newPage({ allowErrors: [/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/] });
      await page.goto(`${other.url}/?${encodeURIComponent(service.url + path)}`);
      expect(await page.frames()[1]?.evaluate(() => document.querySelector('main'))).toBeNull();
      expect(await page.frames()[1]?.evaluate(() => document.querySelector('clientlib-signup'))).toBeNull();
    } finally {
      other.close();
    }
  },
);
