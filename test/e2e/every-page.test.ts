import { createSandbox, type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';

/* Every page that the sandbox serves, found in its OpenAPI document, has nothing that axe finds, in both themes and widths. */

let service: StartedSandbox;
let pages: { readonly [operation: string]: string };

/** The operations that answer a browser with a page, by path. */
async function pageOperations(): Promise<string[]> {
  const sandbox = createSandbox();
  const document = await (await sandbox.fetch('http://sandbox/openapi.json')).json();
  const items = Object.entries(
    document.paths as Record<string, { get?: { responses: Record<string, { content?: object }> } }>,
  );
  return items
    .filter(([, { get }]) => 'text/html' in (get?.responses['200']?.content ?? {}))
    .map(([path]) => path);
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

const order = () =>
  post('/api/v1/CustomerSelfService/signup/order', {
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
  });
const pay = (OrderId: string, TetheredPaymentInformation: object) =>
  post('/api/v1/CustomerSelfService/signup/pay', {
    PublicApiKey: 'a00000000000000000000001',
    OrderId,
    TetheredPaymentInformation,
    ProviderReturnUrl: `${service.url}/portal/finalize.html`,
  });
/** The address at which a customer comes back who has paid on the page of a provider. */
async function returned(): Promise<string> {
  const { Url } = await pay((await order()).OrderId, { Bearer: 'Lima' });
  const body = new URLSearchParams({ action: 'pay' });
  const answer = await fetch(Url, { method: 'POST', body, redirect: 'manual' });
  return String(answer.headers.get('Location')).replace(service.url, '');
}

const card = { Number: '4000000000003220', ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada', Cvc: '123' };

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'pages' });
  const checkout = await pay((await order()).OrderId, { Bearer: 'Lima' });
  const { ContractId } = await pay((await order()).OrderId, { Bearer: 'InvoicePayment' });
  const { Challenge } = await post('/providers/Bravo/tokens', { Bearer: 'CreditCard:Bravo', Card: card });
  const granted = await fetch(`${service.url}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = await granted.json();
  const answer = await fetch(`${service.url}/api/v1/contracts/${ContractId}/selfServiceToken`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  const { Token } = await answer.json();
  pages = {
    '/': '/',
    '/playground': '/playground',
    '/docs': '/docs',
    '/docs/guides': '/docs/guides',
    '/docs/guides/{name}': '/docs/guides/faults',
    '/providers/{name}/checkout/{id}': new URL(checkout.Url).pathname,
    '/providers/{name}/challenge': `${new URL(Challenge.Url).pathname}?challenge=${encodeURIComponent(Challenge.Params.challenge)}`,
    '/portal/signup.html': '/portal/signup.html#/b00000000000000000000001',
    '/portal/account.html': `/portal/account.html#/${Token}`,
    // Where the customer comes back from the page of a provider.
    '/portal/finalize.html': '',
    '/elements/payment-form': '/elements/payment-form',
    '/sandbox/catalog': '/sandbox/catalog',
  };
});
afterAll(() => service.close());

/** A mail is what the merchant's template makes of it, and no script runs on its page, axe as little as others. */
const MAIL = '/sandbox/mails/{id}/page';

/** The payment form is the inside of a frame: heading and main part are those of the page around it. */
const ofWholePages = /^(landmark-one-main|page-has-heading-one):/;

const refused = [
  '/nowhere/at/all',
  '/portal/finalize.html',
  '/providers/Lima/checkout/none',
  '/providers/Bravo/challenge',
  '/docs/guides/nothing',
];

it('covers every page of the OpenAPI document', async () => {
  expect([...Object.keys(pages), MAIL].sort()).toEqual((await pageOperations()).sort());
});

const looks = [
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 390, height: 800 } },
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
] as const;

describe.each(some(looks, 2))('each page, $name', ({ name, colorScheme, viewport }) => {
  const check = async (page: Page, path: string) => {
    await screenshot(page, `page-${path.split('?')[0]?.replace(/\W+/g, '-') || 'root'}-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const found = (await accessibilityProblems(page)).filter(
      (problem) => !(path === '/elements/payment-form' && ofWholePages.test(problem)),
    );
    return [...found, ...(wide > 0 ? [`is ${wide} px too wide`] : [])].map(
      (problem) => `${path}: ${problem}`,
    );
  };

  it('has no axe violations', { timeout: 180_000 }, async () => {
    const problems: string[] = [];
    for (const [operation, path] of Object.entries(pages)) {
      const page = await newPage({ colorScheme, viewport });
      page.setDefaultTimeout(60_000);
      const address = operation === '/portal/finalize.html' ? await returned() : path;
      const response = await page.goto(`${service.url}${address}`);
      expect([operation, response?.status()]).toEqual([operation, 200]);
      if (operation === '/') await page.getByRole('heading').first().waitFor();
      if (/signup|account/.test(operation)) await page.getByRole('heading', { level: 2 }).first().waitFor();
      problems.push(...(await check(page, operation)));
      await page.context().close();
    }
    expect(problems).toEqual([]);
  });

  it('has no axe violations on error pages', { timeout: 60_000 }, async () => {
    const problems: string[] = [];
    for (const path of refused) {
      const page = await newPage({ colorScheme, viewport, allowErrors: ['Failed to load resource'] });
      const response = await page.goto(`${service.url}${path}`);
      expect([path, response?.ok()]).toEqual([path, false]);
      if (response?.headers()['content-type']?.includes('text/html'))
        problems.push(...(await check(page, path)));
    }
    expect(problems).toEqual([]);
  });
});
