// The service worker in Chromium: from its registration to the first answer, and from a stop to the next answer, with a
// state in IndexedDB; each against a worker that answers one fixed text. The same code registers both.
import { configure, Payment, Signup } from 'clientlib';
import { createSandbox, type Snapshot } from 'clientlib-sandbox';
import { chromium, type Page } from 'playwright';
import { findChromium } from '../../.ci/find-chromium.mjs';
import { servePublicFolder } from '../e2e/static-host.ts';
import { median, report } from './servers/processes.mjs';

declare const startServiceWorker: typeof import('clientlib-sandbox/service-worker').startServiceWorker;

const rounds = 15;
const clock = '2026-01-15T10:00:00Z';

const bareWorker = `
addEventListener('install', (event) => event.waitUntil(skipWaiting()));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (!new URL(event.request.url).pathname.startsWith('/clientlib-sandbox/')) return;
  event.respondWith(Response.json({ Status: 'ok', Now: '2026-01-15T10:00:00.0000000Z' }));
});`;

const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script type="module">
import { startServiceWorker } from './service-worker.js';
Object.assign(globalThis, { startServiceWorker });
</script>`;

/** Customers with a contract each. */
async function signedUp(contracts: number): Promise<Snapshot> {
  const sandbox = createSandbox({ clock });
  configure({ baseUrl: 'http://sandbox', fetch: sandbox.fetch });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  for (let at = 0; at < contracts; at += 1) {
    await new Signup().subscribe(payment, cart, { FirstName: `No. ${at}` }, { bearer: 'InvoicePayment' });
    // So many requests a minute are allowed.
    await sandbox.clock.advance('PT10S');
  }
  const snapshot = sandbox.snapshot();
  sandbox.close();
  return snapshot;
}

/** Milliseconds until a page that has no worker yet has its first answer. */
const firstAnswer = (shop: Page, script: string) =>
  shop.evaluate(
    async ([worker, instant]) => {
      const begun = performance.now();
      const { baseUrl } = await startServiceWorker({ script: worker, clock: instant });
      await (await fetch(`${baseUrl}/sandbox/health`)).json();
      return performance.now() - begun;
    },
    [script, clock] as const,
  );

/** Milliseconds until a worker answers that the browser has stopped. */
async function answerAfterStop(shop: Page): Promise<number> {
  const devtools = await shop.context().newCDPSession(shop);
  const stopped = new Promise<void>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await devtools.detach();
  return shop.evaluate(async () => {
    const begun = performance.now();
    await (await fetch('/clientlib-sandbox/sandbox/health')).json();
    return performance.now() - begun;
  });
}

const host = await servePublicFolder(
  'serviceWorker',
  { 'index.html': page, 'bare-worker.js': bareWorker },
  { 'service-worker.js': 'sandbox/dist/service-worker.js' },
);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-quic'],
});

/** A page of a visitor who was never here. */
async function visit(): Promise<Page> {
  const shop = await (await browser.newContext()).newPage();
  await shop.goto(`${host.url}/`);
  await shop.waitForFunction(() => 'startServiceWorker' in globalThis);
  return shop;
}

/** Puts a state into the worker and lets a year pass. */
const aYearLater = (shop: Page, state: Snapshot) =>
  shop.evaluate(async (snapshot) => {
    const call = async (method: string, path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const url = `/clientlib-sandbox/sandbox/${path}`;
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
    };
    await call('PUT', 'snapshot', snapshot);
    await call('POST', 'clock', { Advance: 'P1Y' });
  }, state);

interface Times {
  readonly ours: number[];
  readonly bare: number[];
}

/** @param aim milliseconds, on the machine that runs the benchmarks */
function reportAgainst(name: string, { ours, bare }: Times, aim: number): void {
  const unit = 'ms';
  report({ name: `${name}, against the aim`, ours: median(ours), baseline: aim, unit, aim: '≤ 1' });
  report({ name: `${name}, against a bare worker`, ours: median(ours), baseline: median(bare), unit });
}

const workers = { ours: '/clientlib-sandbox-worker.js', bare: '/bare-worker.js' };
const states = {
  'without a state': undefined,
  'with 1 contract of a year': 1,
  'with 100 contracts of a year': 100,
};

const first: Times = { ours: [], bare: [] };
for (let round = 0; round < rounds; round += 1) {
  // In turns, so that what else the machine does meets both alike.
  for (const name of ['ours', 'bare'] as const) {
    const shop = await visit();
    first[name].push(await firstAnswer(shop, workers[name]));
    await shop.context().close();
  }
}
reportAgainst('Service worker, from registration to the first answer', first, 1_000);

for (const [state, contracts] of Object.entries(states)) {
  const [ours, bare] = [await visit(), await visit()];
  await firstAnswer(ours, workers.ours);
  await firstAnswer(bare, workers.bare);
  if (contracts !== undefined) await aYearLater(ours, await signedUp(contracts));
  const again: Times = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    again.ours.push(await answerAfterStop(ours));
    again.bare.push(await answerAfterStop(bare));
  }
  reportAgainst(`Service worker, from a stop to the next answer, ${state}`, again, 100);
  await ours.context().close();
  await bare.context().close();
}

await browser.close();
await host.close();
