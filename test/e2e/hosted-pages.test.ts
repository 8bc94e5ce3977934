import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backEnd, newContract } from '../sandbox/service/http/service.ts';
import { accessibilityProblems } from './accessibility.ts';
import { copiedText, newPage, screenshot } from './browser.ts';

/* The pages that the service hosts, besides those of providers. Each step of signup and portal is looked at in drop-in-looks.test.ts. */

let service: StartedSandbox;
let merchant: { url: string; close(): void };

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
  merchant = await merchantSite();
});
afterAll(async () => {
  merchant.close();
  await service.close();
});

/** A page of the merchant that shows an address in a frame: `/?<address>`. */
async function merchantSite() {
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '').slice(2)).replaceAll('&', '&amp;');
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>Account</h1>
      <iframe title="Subscription" width="380" height="700" src="${address}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function newToken(customer: object = {}) {
  const api = await backEnd(service.sandbox);
  const contract = await newContract(api, {
    Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' }, ...customer },
  });
  const { Token } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
  return Token as string;
}

const widths = [
  { name: 'phone', viewport: { width: 390, height: 800 }, colorScheme: 'light' },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

async function look(page: Page, name: string) {
  expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([name, wide]).toEqual([name, 0]);
  await screenshot(page, name);
}

describe.each(widths)('on the $name', ({ name, viewport, colorScheme }) => {
  it('the catalog page copies a value', async () => {
    const page = await newPage({ viewport, colorScheme, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${service.url}/sandbox/catalog`);
    const row = page.getByRole('row').filter({ hasText: 'Basic yearly' });
    await row.getByRole('button', { name: 'Copy' }).click();
    await row.getByRole('button', { name: 'Copied' }).waitFor();
    await expect.poll(() => copiedText(page)).toBe('b00000000000000000000002');
    await look(page, `catalog-${name}`);
  });
});

describe('the portal in a frame of the merchant', () => {
  const framed = async (page: Page, address: string) => {
    await page.goto(`${merchant.url}/?${encodeURIComponent(address)}`);
    return page.frameLocator('iframe');
  };

  it('opens by its old address, in its language, and cancels there', async () => {
    const page = await newPage();
    const frame = await framed(page, `${service.url}/portal/?language=de-DE#/${await newToken()}`);
    await frame.getByRole('heading', { name: 'Ihr Abonnement' }).waitFor();
    await screenshot(page, 'portal-framed');
    await frame.getByRole('button', { name: 'Abonnement kündigen' }).click();
    await frame.getByText('15. Februar 2026').first().waitFor();
    await frame.getByRole('button', { name: 'Abonnement kündigen' }).last().click();
    await frame.getByText(/^Gekündigt\. Sie können .* bis zum 15\. Februar 2026 nutzen\.$/).waitFor();
  });

  it('says what to do if the address has no token or an expired one', async () => {
    const page = await newPage({ allowErrors: ['401'] });
    for (const end of ['', '?selfServiceToken=wrong', 'account.html#/wrong']) {
      const frame = await framed(page, `${service.url}/portal/${end}`);
      await frame.getByText('You have been signed out. Please open this page again.').waitFor();
    }
  });

  it('cannot be framed by pages that the configuration does not name', async () => {
    const config = { Account: { PortalFrameAncestors: ['https://shop.example.com'] } };
    const closed = await startSandbox({ port: 0, config });
    try {
      const page = await newPage({ allowErrors: [/frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/] });
      await page.goto(`${merchant.url}/?${encodeURIComponent(`${closed.url}/portal/`)}`);
      const frame = page.frames()[1];
      expect(await frame?.evaluate(() => document.querySelector('main'))).toBeNull();
    } finally {
      await closed.close();
    }
  });
});

it('sends scripts, styles and languages once: a second visit asks for what can change', async () => {
  const page = await newPage();
  const address = `${service.url}/portal/signup.html#/b00000000000000000000001?language=de&country=DE`;
  const log = async () => {
    const response = await service.sandbox.fetch('http://localhost/sandbox/requests?take=1000');
    return (await response.json()) as { Id: number; Method: string; Path: string }[];
  };
  const asked = async () => {
    const [last] = await log();
    await page.goto(address);
    await page.frameLocator('iframe').getByLabel('Kartennummer').waitFor();
    await page.goto('about:blank');
    const since = (await log()).filter(({ Id, Method }) => Id > (last?.Id ?? 0) && Method === 'GET');
    return since.map(({ Path }) => Path.replace(/\?.*/, '')).filter((path) => !path.startsWith('/sandbox/'));
  };
  const scripts = ['/clientlib.js', '/drop-in.js', '/drop-in/de.js', '/elements/payment-form/de.js'];
  const selfService = '/api/v1/CustomerSelfService';
  const first = await asked();
  expect(first).toEqual(expect.arrayContaining(scripts));
  // The newest comes first: what is loaded ahead is asked for once, and nothing that is asked for later waits for it.
  const ahead = [`${selfService}/signup/offer`, '/drop-in/address-fields.global.js'];
  for (const path of ahead) expect(first.indexOf(path)).toBeGreaterThan(first.indexOf('/drop-in/de.js'));
  for (const path of [...ahead, `${selfService}/paymentMethods`, '/elements/payment-form/de.js'])
    expect(first.filter((one) => one === path)).toEqual([path]);
  expect(first.indexOf('/elements/payment-form.js')).toBeGreaterThan(first.indexOf('/elements/payment-form'));
  expect((await asked()).sort()).toEqual(
    [
      `${selfService}/paymentMethods`,
      `${selfService}/signup/offer`,
      '/elements/payment-form',
      '/portal/signup.html',
    ].sort(),
  );
});

it('does not run text from outside', async () => {
  const page = await newPage();
  await page.goto(
    `${service.url}/portal/account.html#/${await newToken({ FirstName: '<img src=x onerror=alert(1)>' })}`,
  );
  await page.getByText('<img src=x onerror=alert(1)> Lovelace').waitFor();
  expect(await page.locator('img').count()).toBe(0);
});
