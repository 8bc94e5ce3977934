import type { FrameLocator, Page } from 'playwright';
import { servePages } from '../../examples/serve.mjs';
import { type StartedSandbox, startSandbox } from '../../sandbox/src/hosts/node/node.ts';
import { newPage } from './browser.ts';

/* The pages of examples/drop-in with the service behind them, and what a customer does there. */

/** A shop with the ten-line pages. */
export interface TenLinePages {
  readonly service: StartedSandbox;
  readonly url: string;
  /** The signup page, with one payment method, once it shows the price. */
  openSignup(options: SignupOptions): Promise<Page>;
  /** The REST API, as the merchant's back end uses it. */
  api(path: string): Promise<never>;
  /** A self-service token for the newest contract. */
  newToken(): Promise<string>;
  /** What the service has of all customers. */
  books(): Promise<Books>;
  close(): Promise<void>;
}

export interface SignupOptions extends NonNullable<Parameters<typeof newPage>[0]> {
  readonly bearer: string;
  /** Customer data that the merchant's page knows already; with `{}` the customer types it. */
  readonly customer?: object;
}

/** Orders by status, successful charges by amount, and how many contracts there are. */
export interface Books {
  readonly orders: readonly string[];
  readonly charged: readonly number[];
  readonly contracts: number;
}

/** One sale of the plan of the ten-line page. */
export const soldOnce: Books = { orders: ['Completed'], charged: [11.78], contracts: 1 };

export const ada = {
  EmailAddress: 'ada@shop.test',
  FirstName: 'Ada',
  LastName: 'Byron',
  Address: {
    Street: 'Hauptstraße',
    HouseNumber: '5',
    PostalCode: '10117',
    City: 'Berlin',
    Country: 'DE',
  },
};

export const goodCard = {
  cardNumber: '4111111111111111',
  expiry: '12/39',
  cvc: '123',
  cardHolder: 'Ada Byron',
};

export async function openTenLinePages(): Promise<TenLinePages> {
  const service = await startSandbox({ port: 0, seed: 'drop-in', clock: '2026-01-15T10:00:00Z' });
  const shop = await servePages({ port: 0, sandboxUrl: service.url });
  const api = async (path: string) => {
    const login = await service.sandbox.fetch(`${service.url}/oauth/token/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}` };
    return (
      await service.sandbox.fetch(`${service.url}/api/v1/${path}`, { headers })
    ).json() as Promise<never>;
  };
  return {
    service,
    url: shop.url,
    api,
    openSignup: ({ bearer, customer = ada, ...options }) => openSignup(shop.url, bearer, customer, options),
    async newToken() {
      const [contract]: { Id: string }[] = await api('contracts?take=1');
      const { Token }: { Token: string } = await api(`contracts/${contract?.Id}/selfServiceToken`);
      return Token;
    },
    async books() {
      const orders: { Status: string }[] = await api('orders?take=500');
      const payments: { Amount: number; Status: { Status: string } }[] = await api(
        'paymentTransactions?take=500',
      );
      const contracts: unknown[] = await api('contracts?take=500');
      return {
        orders: orders.map(({ Status }) => Status),
        charged: payments.filter(({ Status }) => Status.Status === 'Succeeded').map(({ Amount }) => Amount),
        contracts: contracts.length,
      };
    },
    async close() {
      await shop.close();
      await service.close();
    },
  };
}

async function openSignup(
  url: string,
  bearer: string,
  customer: object,
  options: Parameters<typeof newPage>[0],
): Promise<Page> {
  const page = await newPage(options);
  // As a merchant's page does that knows who is signed in; also after each reload.
  await page.addInitScript(
    ([methods, known]) => {
      addEventListener('DOMContentLoaded', () => {
        const element = document.querySelector('clientlib-signup');
        element?.setAttribute('payment-methods', methods);
        Object.assign(element ?? {}, { customer: known });
      });
    },
    [bearer, customer] as const,
  );
  await page.goto(`${url}/drop-in/signup.html`);
  await page.locator('#due').waitFor();
  return page;
}

/** The payment form of a ten-line page. */
export const formOf = (page: Page | FrameLocator): FrameLocator =>
  page.frameLocator('clientlib-signup iframe, clientlib-portal iframe');

export async function typeCustomer(
  page: Page | FrameLocator,
  emailAddress = ada.EmailAddress,
): Promise<void> {
  await page.getByLabel('E-mail address').first().fill(emailAddress);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Street').fill('Hauptstraße');
  await page.getByLabel('House number').fill('5');
  await page.getByLabel('Postal code').fill('10117');
  await page.getByLabel('City').fill('Berlin');
}

export const subscribe = (page: Page | FrameLocator): Promise<void> =>
  page.getByRole('button', { name: 'Subscribe and pay' }).click();

/** What the customer reads when the attempt has ended: a message, what is wrong with a field, or the thanks. */
export async function answerOf(page: Page): Promise<string> {
  const ends = page.locator('clientlib-signup').locator('[part=message], [part=error], [part=done] h2');
  const words = ends.filter({ hasText: /\S/ }).first();
  await words.waitFor();
  return (await words.textContent()) ?? '';
}

export const thanks = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Thank you!' }).waitFor();

/** Pays by wallet on the page of the provider. */
export async function payAtProvider(page: Page): Promise<void> {
  await page.waitForURL(/\/checkout\//);
  await page.locator('[name=email]').fill('payer@wallet.test');
  await page.locator('[name=password]').fill('any');
  await page.locator('button[value=pay]').click();
}
