import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../contract/receiver.ts';
import { options, referenceLog } from '../contract/reference.ts';
import { caseNames, type EventLog } from '../contract/suite.ts';
import { sharedBrowser } from './browser.ts';
import { bundled, type MswPackage, serveMswPages } from './msw-page.ts';
import { newerNode } from './node-24.ts';
import { type StaticHost, servePublicFolder } from './static-host.ts';

/*
 * The contract of test/contract in the hosts that run in a browser or need another Node. The suite is the same, and so are
 * the events that a case leaves: same seed, same script, same bytes, in Node and in Chromium.
 */

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

declare global {
  interface Window {
    runCase(name: string): Promise<EventLog>;
  }
}

const exposeCases = (place: string) => `
import { runCase } from './test/contract/suite.ts';
globalThis.runCase = (name) => runCase(name, ${place});
document.documentElement.dataset.ready = '';`;

const behindMsw = (receiverUrl: string) => `
import { setupWorker } from 'msw/browser';
import { handlers } from 'clientlib-sandbox/msw';
await setupWorker(...handlers({ ...${JSON.stringify(options)}, baseUrl: 'https://billing.example' }))
  .start({ onUnhandledRequest: 'bypass', quiet: true });
${exposeCases(`{ baseUrl: 'https://billing.example', receiverUrl: '${receiverUrl}' }`)}`;

const inWorker = (receiverUrl: string) => `
import { startServiceWorker } from './sandbox/src/service-worker.ts';
const { baseUrl } = await startServiceWorker(${JSON.stringify(options)});
${exposeCases(`{ baseUrl, receiverUrl: '${receiverUrl}' }`)}`;

const page = '<!doctype html><title>Contract</title><script type="module" src="/page.js"></script>';

const hosts: readonly [string, () => Promise<StaticHost>][] = [
  ...(['msw', 'msw-3'] as const).map((msw): [string, () => Promise<StaticHost>] => [
    `MSW ${msw === 'msw' ? 2 : 3} in Chromium`,
    () => serveMswPages(behindMsw(receiver.url), msw),
  ]),
  [
    'a service worker in Chromium',
    async () =>
      servePublicFolder('serviceWorker', {
        'index.html': page,
        'page.js': await bundled(inWorker(receiver.url), 'msw'),
      }),
  ],
];

describe.each(hosts)('the contract, %s', (_name, serve) => {
  let host: StaticHost;
  let open: Page;

  beforeAll(async () => {
    host = await serve();
    const context = await (await sharedBrowser()).newContext();
    open = await context.newPage();
    await open.goto(host.url);
    await open.waitForSelector('html[data-ready]', { state: 'attached' });
  });
  afterAll(async () => {
    await open?.context().close();
    await host?.close();
  });

  it.each(caseNames)('%s', async (name) => {
    const log = await open.evaluate((wanted) => window.runCase(wanted), name);
    expect(log).toEqual(await referenceLog(name, receiver.url));
  });
});

describe('the contract, MSW 3 in Node', () => {
  const node = newerNode();
  const logs = new Map<string, { readonly log?: EventLog; readonly error?: string }>();

  beforeAll(async () => {
    if ('missing' in node) return;
    const msw: MswPackage = 'msw-3';
    const program = await bundled(
      `
      import { setupServer } from 'msw/node';
      import { handlers } from 'clientlib-sandbox/msw';
      import { caseNames, runCase } from './test/contract/suite.ts';
      const served = handlers({ ...${JSON.stringify(options)}, baseUrl: 'https://billing.example' });
      // What is not the service is left alone; the option has another name in MSW 3.
      setupServer(...served).listen({ onUnhandledFrame: 'bypass' });
      for (const name of caseNames) {
        const place = { baseUrl: 'https://billing.example', receiverUrl: '${receiver.url}' };
        const came = await runCase(name, place).then((log) => ({ log }), (error) => ({ error: error.stack }));
        console.log(JSON.stringify({ name, ...came }));
      }
      process.exit();`,
      msw,
      'node',
    );
    await mkdir('.cache/contract', { recursive: true });
    await writeFile('.cache/contract/msw-3.mjs', program);
    const child = spawn(node.path, ['.cache/contract/msw-3.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const { name, ...came } = JSON.parse(line);
      logs.set(name, came);
    }
  }, 180_000);

  it.for(caseNames)('%s', async (name, context) => {
    if ('missing' in node) return context.skip(node.missing);
    const came = logs.get(name);
    expect(came?.error).toBeUndefined();
    expect(came?.log).toEqual(await referenceLog(name, receiver.url));
  });
});
