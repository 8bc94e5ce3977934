import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileRequests } from '../security/hostile-control.ts';
import { newPage } from './browser.ts';
import { type StaticHost, servePublicFolder } from './static-host.ts';

/*
 * The whole service in a service worker: a host of files, and nothing else, carries a shop with its signup, the pages of
 * payment providers, frames, popups and downloads.
 */

// biome-ignore lint/suspicious/noExplicitAny: what the page has as global.
declare const ClientLib: any;
declare const startServiceWorker: typeof import('../../sandbox/src/entries/service-worker.ts').startServiceWorker;

const key = 'a00000000000000000000001';

const page = (
  title: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<link rel="icon" href="data:,"><script type="module">
import { startServiceWorker } from './service-worker.js';
globalThis.startServiceWorker = startServiceWorker;
const { baseUrl } = await startServiceWorker({ clock: '2026-01-15T10:00:00Z', seed: 'worker' });
const script = Object.assign(document.createElement('script'), { src: baseUrl + '/clientlib.js' });
script.onload = () => document.documentElement.dataset.ready = baseUrl;
document.head.append(script);
</script></head><body><h1>${title}</h1><div id="payment"></div></body></html>`;

let host: StaticHost;

beforeAll(async () => {
  host = await servePublicFolder(
    'serviceWorker',
    { 'index.html': page('Shop'), 'return.html': page('Thank you'), 'deep/page.html': '<title>Deep</title>' },
    {
      'service-worker.js': 'sandbox/dist/service-worker.js',
      'deep/clientlib-sandbox-worker.js': 'sandbox/dist/browser/clientlib-sandbox-worker.js',
      'deep/clientlib-sandbox-worker': 'sandbox/dist/browser/clientlib-sandbox-worker/',
    },
  );
});
afterAll(() => host.close());

const isReady = (shop: Page) => shop.waitForSelector('html[data-ready]', { state: 'attached' });

async function openShop(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const shop = await newPage({ serviceWorkers: 'allow', ...options });
  await shop.goto(`${host.url}/`);
  await isReady(shop);
  return shop;
}

/** What the control API answers to the page. */
// biome-ignore lint/suspicious/noExplicitAny: each path has its own.
const control = (shop: Page, path: string, body?: object): Promise<any> =>
  shop.evaluate(
    async ([url, json]) =>
      (
        await fetch(
          url,
          json === undefined
            ? {}
            : { method: 'POST', body: json, headers: { 'Content-Type': 'application/json' } },
        )
      ).json(),
    [`/clientlib-sandbox/sandbox/${path}`, body === undefined ? undefined : JSON.stringify(body)] as const,
  );

const eventsOf = async (shop: Page): Promise<string[]> =>
  (await control(shop, 'events?take=500')).map(({ Event }: { Event: string }) => Event);

/** Signs up in the page, with data of a payment method. */
const signUp = (shop: Page, data: object) =>
  shop.evaluate(
    async ([publicApiKey, given]) => {
      const payment = new ClientLib.Payment({ publicApiKey, providerReturnUrl: 'return.html?cart=7' });
      await payment.ready;
      const customer = { firstName: 'Ada', lastName: 'Byron', emailAddress: 'ada@customer.test' };
      const cart = { planVariantId: 'b00000000000000000000001' };
      return new ClientLib.Signup().subscribe(payment, cart, customer, given);
    },
    [key, data] as const,
  );

const card = {
  bearer: 'CreditCard:FakePSP',
  cardNumber: '4111111111111111',
  expiryMonth: '12',
  expiryYear: '2032',
  cardHolder: 'Ada Byron',
  cvc: '123',
};

describe('the sandbox in a service worker', () => {
  it('serves the page that started it after a reload, after a hard reload, and in a new tab', async () => {
    const shop = await openShop();
    expect((await signUp(shop, card)).ContractId).toMatch(/^[0-9a-f]{24}$/);
    expect(await eventsOf(shop)).toContain('OrderSucceeded');

    await shop.reload();
    await isReady(shop);
    expect(await eventsOf(shop)).toContain('OrderSucceeded');

    // As by Shift and the reload button: such a page comes past the worker.
    const devtools = await shop.context().newCDPSession(shop);
    const loaded = shop.waitForEvent('load');
    await devtools.send('Page.reload', { ignoreCache: true });
    await loaded;
    await isReady(shop);
    expect(await eventsOf(shop)).toContain('OrderSucceeded');

    const tab = await shop.context().newPage();
    await tab.goto(`${host.url}/`);
    await isReady(tab);
    expect(await eventsOf(tab)).toContain('OrderSucceeded');
  });

  it('refuses sessions and what-ifs of strangers, and continues', async () => {
    const shop = await openShop({ allowErrors: [/status of (422|409)/] });
    const { ContractId } = await signUp(shop, card);
    const statuses = await shop.evaluate(async (requests) => {
      const all: number[] = [];
      for (const { method, path, body } of requests) {
        const headers = { 'Content-Type': 'application/json' };
        all.push((await fetch(`/clientlib-sandbox${path}`, { method, headers, body })).status);
      }
      return all;
    }, hostileRequests);
    // Tabs share the state, so a session whose check finds nothing is not replayed here: 409 `NotRecorded`.
    expect(statuses).toEqual(
      hostileRequests.map(({ name }) => (name === 'a clock of no calendar' ? 409 : 422)),
    );
    await control(shop, 'clock', { Advance: 'P1M' });
    const events: { Event: string; ContractId?: string }[] = await control(shop, 'events?take=500');
    const invoices = events.filter(({ Event }) => Event === 'InvoiceCreated');
    expect(invoices.map((event) => event.ContractId)).toEqual([ContractId, ContractId]);
  });

  it('continues after the browser has stopped it', async () => {
    const shop = await openShop();
    const { ContractId } = await signUp(shop, card);
    await control(shop, 'clock', { Advance: 'P1M' });
    // What caused an event is known as long as the worker runs.
    const eventsWithoutCause = async () => {
      const events: { Cause?: unknown }[] = await control(shop, 'events?take=500');
      return events.map(({ Cause, ...event }) => event);
    };
    const before = await eventsWithoutCause();
    const devtools = await shop.context().newCDPSession(shop);
    await devtools.send('ServiceWorker.enable');
    for (let round = 0; round < 3; round += 1) {
      await devtools.send('ServiceWorker.stopAllWorkers');
      expect(await eventsWithoutCause()).toEqual(before);
    }
    await devtools.send('ServiceWorker.stopAllWorkers');
    expect(await control(shop, 'clock')).toEqual({
      Now: '2026-02-15T10:00:00.0000000Z',
      Mode: 'Manual',
      Next: { Type: 'approaching', Key: ContractId, DueAt: '2026-03-08T10:00:00.0000000Z' },
    });
    await control(shop, 'clock', { Advance: 'P1M' });
    const later: { Event: string; ContractId?: string }[] = await control(shop, 'events?take=500');
    const invoices = later.filter((event) => event.Event === 'InvoiceCreated');
    expect(invoices).toHaveLength(3);
    expect(new Set(invoices.map((event) => event.ContractId))).toEqual(new Set([ContractId]));
  });

  it('has one state for tabs that write at the same time', async () => {
    const shop = await openShop();
    const tab = await shop.context().newPage();
    await tab.goto(`${host.url}/`);
    await isReady(tab);
    await Promise.all([shop, tab, shop, tab, shop, tab].map((one) => signUp(one, card)));
    const events = await eventsOf(tab);
    expect(events.filter((event) => event === 'ContractCreated')).toHaveLength(6);
    expect(await eventsOf(shop)).toEqual(events);
  });

  it('shows the payment form in a frame', async () => {
    const shop = await openShop();
    await shop.evaluate(
      ([publicApiKey]) => {
        const config = { publicApiKey, paymentMethods: ['CreditCard:Bravo'], locale: 'en' };
        // biome-ignore lint/suspicious/noExplicitAny: kept for the next step of the test.
        (window as any).form = ClientLib.createElement(
          'paymentForm',
          document.querySelector('#payment'),
          config,
        );
      },
      [key],
    );
    const frame = shop.frameLocator('#payment iframe');
    await frame.getByLabel('Card number').fill('4111111111111111');
    await frame.getByLabel('Expiry date').fill('12/32');
    await frame.getByLabel('Security code').fill('123');
    await frame.getByLabel('Name on card').fill('Ada Byron');
    const result = await shop.evaluate(async () => {
      const signup = new ClientLib.Signup();
      const cart = { planVariantId: 'b00000000000000000000001' };
      const order = await signup.createOrder(cart, { firstName: 'Ada', lastName: 'Byron' });
      // biome-ignore lint/suspicious/noExplicitAny: made above.
      return signup.paySignupInteractive(null, (window as any).form, order);
    });
    expect(result.ContractId).toMatch(/^[0-9a-f]{24}$/);
  });

  it('shows a 3-D Secure challenge, in a dialog and in a popup that is opened by a form', async () => {
    const shop = await openShop();
    const data = { ...card, bearer: 'CreditCard:Bravo', cardNumber: '4000000000003220' };
    const paying = signUp(shop, data);
    await shop.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).click();
    expect((await paying).ContractId).toMatch(/^[0-9a-f]{24}$/);

    const opened = shop.waitForEvent('popup');
    const byPopup = shop.evaluate(
      async ([publicApiKey, given]) => {
        const popupCreate = ({ url, params }: { url: string; params: Record<string, string> }) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', action: url, target: 'challenge' });
          for (const [name, value] of Object.entries(params)) {
            form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
          }
          document.body.append(form);
          window.open('', 'challenge', 'width=500,height=700');
          form.submit();
        };
        const payment = new ClientLib.Payment({ publicApiKey, popupCreate, popupClose: () => {} });
        await payment.ready;
        const cart = { planVariantId: 'b00000000000000000000001' };
        const customer = { firstName: 'Ada', lastName: 'Byron' };
        return new ClientLib.Signup().subscribe(payment, cart, customer, given);
      },
      [key, data] as const,
    );
    const popup = await opened;
    await popup.getByRole('button', { name: 'Confirm', exact: true }).click();
    expect((await byPopup).ContractId).toMatch(/^[0-9a-f]{24}$/);
  });

  it('takes the customer to a provider and back; the back button shows the outcome', async () => {
    const shop = await openShop();
    const { Url, OrderId } = await signUp(shop, { bearer: 'CreditCard:Charlie' });
    expect(new URL(Url).origin).toBe(host.url);
    await shop.goto(Url);
    await shop.getByLabel('Card number').fill('4111111111111111');
    await shop.getByLabel(/expir|valid/i).fill('12/32');
    await shop.getByLabel(/security code|cvc/i).fill('123');
    await shop.getByLabel(/name/i).fill('Ada Byron');
    await shop.getByRole('button', { name: /^pay/i }).click();
    await shop.waitForURL(/return\.html\?cart=7&/);
    await isReady(shop);
    const result = await shop.evaluate(() => ClientLib.finalize());
    expect(result).toMatchObject({ OrderId, ContractId: expect.stringMatching(/^[0-9a-f]{24}$/) });
    expect(await eventsOf(shop)).toContain('OrderSucceeded');

    await shop.goBack();
    await shop.getByText('nothing is charged twice').waitFor();
    await shop.getByRole('link', { name: /back to/i }).click();
    await shop.waitForURL(/return\.html/);
    await isReady(shop);
    expect(await shop.evaluate(() => ClientLib.finalize())).toEqual(result);
    const events = await eventsOf(shop);
    expect(events.filter((event) => event === 'OrderSucceeded')).toHaveLength(1);
  });

  it('downloads an invoice as PDF', async () => {
    const shop = await openShop();
    const { ContractId } = await signUp(shop, card);
    const downloading = shop.waitForEvent('download');
    await shop.evaluate(async (contract) => {
      const base = document.documentElement.dataset['ready'];
      const asked = await fetch(`${base}/oauth/token/`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const { access_token } = await asked.json();
      const answer = await fetch(`${base}/api/v1/contracts/${contract}/selfServiceToken`, {
        headers: { Authorization: `Bearer ${access_token}` },
      });
      const portal = new ClientLib.Portal((await answer.json()).Token);
      const { RecentInvoices } = await portal.contractDetails();
      location.href = portal.invoicePdfDownloadUrl(RecentInvoices[0]);
    }, ContractId);
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const file = await readFile(await download.path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file.length).toBeGreaterThan(1_000);
  });

  it('makes no workspace and changes nothing for a page of another origin that opens, frames or posts to one', async () => {
    // The browser logs each refusal.
    const shop = await openShop({ allowErrors: ['status of 404'] });
    const base = `${host.url}/clientlib-sandbox`;
    const stateOf = async () => [await control(shop, 'workspaces'), await control(shop, 'snapshot')];
    const before = await stateOf();
    const { length: askedBefore } = host.asked;
    const stranger = await servePublicFolder('serviceWorker', {
      'index.html': '<!doctype html><title>Evil</title>',
    });
    try {
      const evil = await shop.context().newPage();
      await evil.goto(stranger.url.replace('localhost', '127.0.0.1'));
      await evil.evaluate(async (place) => {
        const loaded = (frame: HTMLIFrameElement) =>
          new Promise((done) => frame.addEventListener('load', done, { once: true }));
        const inFrame = async (path: string, method?: string) => {
          const frame = Object.assign(document.createElement('iframe'), { name: `${method}${path}` });
          document.body.append(frame);
          const answered = loaded(frame);
          if (method === undefined) frame.src = place + path;
          else {
            const form = document.createElement('form');
            Object.assign(form, { method, action: place + path, target: frame.name });
            document.body.append(form);
            form.submit();
          }
          await answered;
        };
        // At the same time, too: none must leave what another has made.
        await Promise.all(
          [
            '',
            'sandbox/health',
            'sandbox/catalog',
            'clientlib.js',
            'openapi.json',
            'docs/',
            'nothing',
          ].flatMap((path, at) => [
            inFrame(`/w/framed-${at}/${path}`),
            inFrame(`/w/sent-${at}/${path}`, 'GET'),
          ]),
        );
        await Promise.all(
          ['one', 'two', 'three'].map((path) => inFrame(`/w/posted/providers/${path}`, 'POST')),
        );
      }, base);
      const opened = shop.context().waitForEvent('page');
      await evil.evaluate((place) => window.open(`${place}/w/opened/`)?.name, base);
      const popup = await opened;
      await popup.waitForLoadState();
      expect(await popup.textContent('body')).toContain('There is no workspace');
    } finally {
      await stranger.close();
    }
    // A stranger's frames are not the worker's: the host has answered them.
    host.asked.splice(askedBefore);
    expect(await stateOf()).toEqual(before);

    // The first request of the own page makes one, which can then be opened.
    expect(
      await shop.evaluate(async (place) => (await fetch(`${place}/w/mine/sandbox/health`)).status, base),
    ).toBe(200);
    const tab = await shop.context().newPage();
    expect((await tab.goto(`${base}/w/mine/sandbox/health`))?.status()).toBe(200);
  });

  it('breaks connections as fault rules say, and keeps the changes', async () => {
    const shop = await openShop({ allowErrors: ['net::ERR', 'Failed to load resource'] });
    const asked = (header: string) =>
      shop.evaluate(async (fault) => {
        const path = '/clientlib-sandbox/api/v1/CustomerSelfService/signup/order';
        try {
          const response = await fetch(path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Sandbox-Fault': fault },
            body: JSON.stringify({
              Cart: { PlanVariantId: 'b00000000000000000000001' },
              Customer: { FirstName: 'Ada' },
            }),
          });
          await response.text();
          return response.status;
        } catch (error) {
          return (error as Error).name;
        }
      }, header);
    const orders = async () => (await control(shop, 'snapshot')).Collections.orders?.length ?? 0;
    expect(await asked('drop')).toBe('TypeError');
    expect(await orders()).toBe(0);
    expect(await asked('drop-response')).toBe('TypeError');
    expect(await orders()).toBe(1);
    expect(await asked('truncate')).toBe('TypeError');
    expect(await orders()).toBe(2);
    expect(await asked('status=503')).toBe(503);
    expect(await asked('delay=5')).toBe(200);
    expect(await orders()).toBe(3);
  });

  it('asks the host for files only', async () => {
    const shop = await openShop();
    await signUp(shop, card);
    expect(host.asked.filter((line) => line.includes('/clientlib-sandbox/'))).toEqual([]);
    expect(host.asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  it('explains it if the script is missing or does not control the page', async () => {
    const shop = await openShop({ allowErrors: ['404'] });
    const message = (options: object) =>
      shop.evaluate(
        (given) =>
          startServiceWorker(given).then(
            () => 'started',
            (error: Error) => error.message,
          ),
        options,
      );
    expect(await message({ script: '/nowhere.js' })).toMatch(/nowhere\.js could not be registered.*init/);
    expect(await message({ script: '/deep/clientlib-sandbox-worker.js' })).toMatch(/serves .*\/deep\/ only/);
  });
});
