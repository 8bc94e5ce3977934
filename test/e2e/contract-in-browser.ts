import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../contract/receiver.ts';
import { options, referenceLog } from '../contract/reference.ts';
import { caseNames, type EventLog } from '../contract/suite.ts';
import { sharedBrowser } from './browser.ts';
import { serveMswPages } from './msw-page.ts';
import type { StaticHost } from './static-host.ts';

/*
 * The contract of test/contract in the hosts that run in a browser. The suite is the same, and so are the events that a
 * case leaves: same seed, same script, same bytes, in Node and in Chromium.
 */

declare global {
  interface Window {
    runCase(name: string): Promise<EventLog>;
  }
}

/** What makes the cases callable in a page. */
export const exposeCases = (place: string) => `
import { runCase } from './test/contract/suite.ts';
globalThis.runCase = (name) => runCase(name, ${place});
document.documentElement.dataset.ready = '';`;

const behindMsw = (receiverUrl: string) => `
import { setupWorker } from 'msw/browser';
import { handlers } from 'clientlib-sandbox/msw';
await setupWorker(...handlers({ ...${JSON.stringify(options)}, baseUrl: 'https://billing.example' }))
  .start({ onUnhandledRequest: 'bypass', quiet: true });
${exposeCases(`{ baseUrl: 'https://billing.example', receiverUrl: '${receiverUrl}' }`)}`;

/** @param serve pages that run the cases against a receiver of webhooks */
export function contractIn(serve: (receiverUrl: string) => Promise<StaticHost>): void {
  let receiver: Receiver;
  let host: StaticHost;
  let open: Page;

  beforeAll(async () => {
    receiver = await openReceiver();
    host = await serve(receiver.url);
    const context = await (await sharedBrowser()).newContext();
    open = await context.newPage();
    await open.goto(host.url);
    await open.waitForSelector('html[data-ready]', { state: 'attached' });
  });
  afterAll(async () => {
    await open?.context().close();
    await host?.close();
    await receiver?.close();
  });

  it.each(caseNames)('%s', async (name) => {
    const log = await open.evaluate((wanted) => window.runCase(wanted), name);
    expect(log).toEqual(await referenceLog(name, receiver.url));
  });
}

/** @param mswFolder where the version of MSW is installed */
export const contractBehindMsw = (mswFolder: string): void =>
  contractIn((receiverUrl) => serveMswPages(behindMsw(receiverUrl), mswFolder));
