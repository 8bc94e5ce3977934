import { startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine } from '../../examples/hosted/engine/engine.mjs';
import { examples } from '../properties.ts';
import { newPage } from './browser.ts';
import { apiOf, openInspector, signUp, start } from './inspector-page.ts';
import { msw2, serveMswPages } from './msw-page.ts';
import { type StaticHost, servePublicFolder } from './static-host.ts';

/*
 * The inspector where the sandbox ends and begins again, lives in a service worker, stands behind MSW, is hosted, or is
 * guarded by a token.
 */

// biome-ignore lint/suspicious/noExplicitAny: what the page behind MSW has as global.
declare const shop: any;

describe('after a restart', () => {
  it('reconnects and shows only what the new run does', async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    const page = await openInspector(first.url, 'activity?reads=yes', {
      allowErrors: [/ERR_|Failed to fetch|stream/],
    });
    const api = await apiOf(first.url);
    await api('GET', '/api/v1/customers?search=before');
    await page.locator('li.row', { hasText: 'search=before' }).waitFor();
    await first.close();
    await page.locator('html[data-connection="lost"]').waitFor({ state: 'attached' });

    const second = await start({ port });
    try {
      const again = await apiOf(second.url);
      await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
      await again('GET', '/api/v1/customers?search=after');
      await page.locator('li.row', { hasText: 'search=after' }).waitFor();
      await page.locator('li.row', { hasText: 'search=before' }).waitFor({ state: 'detached' });
    } finally {
      await second.close();
    }
  });
});

describe('with a control token', () => {
  it('asks for it once, and sends it with the stream and every action', async () => {
    const guarded = await startSandbox({ port: 0, controlToken: 'let-me-in', clock: '2026-02-15T09:00:00Z' });
    try {
      const page = await newPage({ allowErrors: ['401', '/sandbox/stream'], serviceWorkers: 'allow' });
      await page.goto(guarded.url);
      await page.getByLabel('Control token').fill('let-me-in');
      await page.getByRole('button', { name: 'Open the inspector' }).click();
      await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: '+1 day' }).click();
      await page.locator('.clock').getByText('2026-02-16').waitFor();
      expect(guarded.sandbox.clock.now().toISOString()).toBe('2026-02-16T09:00:00.000Z');

      // The frame of a mail cannot send the token: its address opens that one mail, and nothing else.
      await signUp(await apiOf(guarded.url));
      await page.goto(`${guarded.url}/#/mails`);
      await page.getByRole('link', { name: /^Ihre Bestellung/ }).click();
      await page.frameLocator('iframe.mail').getByText('Ada Lovelace').waitFor();
      const address = (await page.locator('iframe.mail').getAttribute('src')) ?? '';
      expect(address).not.toContain('let-me-in');
      expect((await fetch(address.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(401);
      expect((await fetch(address.replace(/\?.*/, ''))).status).toBe(401);
    } finally {
      await guarded.close();
    }
  });
});

describe('hosted', () => {
  it('asks for the token of the workspace, is live, and acts on it', async () => {
    const engine = await startEngine({ variables: { OPEN_SIGN_UP: 'true', PRIVATE_TARGETS: 'true' } });
    try {
      const made = await fetch(`${engine.url}/sandbox/workspaces`, { method: 'POST' });
      const { Url, ControlToken } = (await made.json()) as { Url: string; ControlToken: string };
      const page = await newPage({ allowErrors: ['401', '/sandbox/stream'], serviceWorkers: 'allow' });
      await page.goto(`${Url}/#/activity?reads=yes`);
      await page.getByLabel('Control token').fill(ControlToken);
      await page.getByRole('button', { name: 'Open the inspector' }).click();
      await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
      const { Id } = await signUp(await apiOf(Url), 'Hosted');
      await page
        .locator('li.row.group', { hasText: ' signed up for ' })
        .getByText(/\d events/)
        .waitFor();
      const clock = async () => {
        const answer = await fetch(`${Url}/sandbox/clock`, {
          headers: { Authorization: `Bearer ${ControlToken}` },
        });
        return ((await answer.json()) as { Now: string }).Now;
      };
      const before = await clock();
      await page.getByRole('button', { name: '+1 month' }).click();
      await page.getByRole('region', { name: 'Sent requests' }).getByText('Advance 1 month 200').waitFor();
      expect(Date.parse(await clock()) - Date.parse(before)).toBeGreaterThan(27 * 86_400_000);
      await page.goto(`${Url}/#/contracts/${Id}`);
      await page.getByRole('heading', { name: /Hosted Lovelace/ }).waitFor();
      await page.close();
    } finally {
      await engine.close();
    }
  });
});

describe('behind MSW', () => {
  const publicApiKey = 'a00000000000000000000001';
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

  it('shows what the page has done before and does now, and moves its clock', async () => {
    const host = await serveMswPages(program, msw2);
    try {
      const page = await newPage({ serviceWorkers: 'allow' });
      await page.goto(`${host.url}/`);
      await page.waitForSelector('html[data-ready]', { state: 'attached' });
      const signUpIn = () =>
        page.evaluate(async (key) => {
          const { ClientLib } = shop;
          const payment = new ClientLib.Payment({ publicApiKey: key, providerReturnUrl: location.href });
          await payment.ready;
          const cart = { planVariantId: 'b00000000000000000000001' };
          const card = {
            bearer: 'CreditCard:FakePSP',
            cardNumber: '4111111111111111',
            expiryMonth: '12',
            expiryYear: '2032',
            cardHolder: 'Ada',
            cvc: '123',
          };
          return new ClientLib.Signup().subscribe(
            payment,
            cart,
            { firstName: 'Ada', lastName: 'Byron' },
            card,
          );
        }, publicApiKey);
      await signUpIn();
      const inspector = await page.context().newPage();
      await inspector.goto(`${await page.evaluate(() => shop.served.pagesUrl)}/`);
      await inspector.waitForURL(`${host.url}/clientlib-sandbox-shell/`);
      await inspector.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
      await inspector.goto(`${host.url}/clientlib-sandbox-shell/#/activity?q=signup/pay`);
      const rows = inspector.locator('li.row.group');
      await rows
        .first()
        .getByText(/\d events/)
        .waitFor();
      expect(await rows.count()).toBe(1);
      const { ContractId } = await signUpIn();
      await rows.nth(1).waitFor();
      await rows
        .first()
        .getByText(/\d events/)
        .waitFor();
      expect(await rows.count()).toBe(2);
      await rows.first().getByRole('link').click();
      const detail = inspector.getByRole('region', { name: 'Details' });
      await detail.getByText('Created contracts').first().waitFor();
      await detail.getByText(`"ContractId": "${ContractId}"`).waitFor();

      await inspector.getByRole('button', { name: '+1 month' }).click();
      await inspector.locator('.clock').getByText('2026-02-15').waitFor();
      const now = () =>
        page.evaluate(async () => {
          const answer = await fetch('https://billing.example/sandbox/clock');
          return (await answer.json()).Now as string;
        });
      expect(await now()).toMatch(/^2026-02-15/);
      await inspector.goto(`${host.url}/clientlib-sandbox-shell/#/contracts/${ContractId}`);
      await inspector.getByRole('group', { name: /2 billed periods/ }).waitFor();
      // The other way round: what the page moves is seen at once.
      await page.evaluate(() =>
        fetch('https://billing.example/sandbox/clock', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ Advance: 'P1D' }),
        }).then((answer) => answer.text()),
      );
      await inspector.locator('.clock').getByText('2026-02-16').waitFor();
      // Before its stream ends with the worker.
      await inspector.close();
    } finally {
      await host.close();
    }
  });

  it('streams to a program in the page itself', async () => {
    const host = await serveMswPages(program, msw2);
    try {
      const page = await newPage({ serviceWorkers: 'allow' });
      await page.goto(`${host.url}/`);
      await page.waitForSelector('html[data-ready]', { state: 'attached' });
      const names = await page.evaluate(async () => {
        const stop = new AbortController();
        const answer = await fetch('https://billing.example/sandbox/stream', { signal: stop.signal });
        const reader = (answer.body as ReadableStream<BufferSource>)
          .pipeThrough(new TextDecoderStream() as unknown as TransformStream<BufferSource, string>)
          .getReader();
        let text = '';
        const asked = fetch('https://billing.example/sandbox/health');
        while (!text.includes('/sandbox/health')) text += (await reader.read()).value ?? '';
        await (await asked).text();
        await reader.cancel();
        return [...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name);
      });
      // That of the stream itself, and the one that was sent.
      expect(names).toEqual(['hello', 'request', 'request']);
    } finally {
      await host.close();
    }
  });
});

describe('in a service worker', () => {
  let host: StaticHost;
  const shop = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"><script type="module">
import { startServiceWorker } from './service-worker.js';
const { baseUrl } = await startServiceWorker({ clock: '2026-02-15T09:00:00Z', seed: 'worker' });
document.documentElement.dataset.ready = baseUrl;
</script></head><body><h1>Shop</h1></body></html>`;

  beforeAll(async () => {
    host = await servePublicFolder(
      'serviceWorker',
      { 'index.html': shop },
      { 'service-worker.js': 'sandbox/dist/service-worker.js' },
    );
  });
  afterAll(() => host.close());

  it('is live, and moves the clock of the worker', async () => {
    const page = await newPage({ serviceWorkers: 'allow' });
    await page.goto(`${host.url}/`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    const inspector = await page.context().newPage();
    await inspector.goto(`${host.url}/clientlib-sandbox/#/activity?reads=yes`);
    await inspector.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
    const api = (method: string, path: string, body?: unknown) =>
      page.evaluate(
        async ([verb, address, json]) => {
          const response = await fetch(address, {
            method: verb,
            headers: { 'Content-Type': 'application/json' },
            ...(json === undefined ? {} : { body: json }),
          });
          return response.json();
        },
        [method, `/clientlib-sandbox${path}`, body === undefined ? undefined : JSON.stringify(body)] as const,
      );
    await api('GET', '/sandbox/requests?take=7');
    await inspector.locator('li.row', { hasText: '/sandbox/requests?take=7' }).waitFor();
    await inspector.getByRole('button', { name: '+1 month' }).click();
    await inspector.locator('.clock').getByText('2026-03-15').waitFor();
    expect((await api('GET', '/sandbox/clock')).Now).toMatch(/^2026-03-15/);
  });
});

/** After how many the page is looked at. */
const STEP = 2_500;
const entries = examples(100_000);

describe(`${entries} entries`, () => {
  it('scroll with a few rows in the page', async () => {
    const service = await start();
    try {
      const page = await openInspector(service.url, 'activity?reads=yes');
      await signUp(await apiOf(service.url));
      const { app } = service.sandbox;
      const list = page.locator('.windowed');
      const rows = () => page.locator('li.row').count();
      /** The median time of a frame in which the list moves by a sixtieth of its length. */
      const frameTime = () =>
        list.evaluate(async (element) => {
          const step = Math.floor(element.scrollHeight / 60);
          const times: number[] = [];
          element.scrollTop = 0;
          for (let at = 0; at < 60; at += 1) {
            const began = performance.now();
            element.scrollTop += step;
            await new Promise((resolve) => requestAnimationFrame(resolve));
            times.push(performance.now() - began);
          }
          return times.sort((one, other) => one - other)[30] as number;
        });
      let few = 0;
      for (let at = 0; at < entries; at += 1) {
        await app.fetch(new Request('http://localhost/sandbox/health'));
        // The page reads as fast as it can; what it has not read after 20,000 more would be a gap.
        if (at % STEP === STEP - 1) {
          await page.waitForFunction(
            (least) => Number(document.querySelector('.count')?.getAttribute('data-count')) >= least,
            at + 1,
          );
          if (at < STEP) {
            few = await frameTime();
            // Away from its top the list waits.
            await list.evaluate((element) => {
              element.scrollTop = 0;
            });
          }
        }
      }
      expect(await rows()).toBeLessThan(80);
      expect((await frameTime()) / few).toBeLessThan(3);
      expect(await rows()).toBeLessThan(80);
      expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(entries * 10);
      // Before its stream ends.
      await page.close();
    } finally {
      await service.close();
    }
  }, 120_000);
});
