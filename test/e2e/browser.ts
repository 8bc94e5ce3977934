import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Page,
} from 'playwright';
import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest';
import type {} from './setup.ts';

/*
 * One browser for all test files of a worker. A page that logs an error, throws, or runs into its own
 * Content Security Policy fails the test that opened it, unless the test said that it expects so.
 */

/** Where pictures of pages are put; not committed. */
const screenshots = 'test-results/screenshots';

export interface PageOptions extends BrowserContextOptions {
  /** Errors that the test expects: each a part of the message, or a pattern. */
  allowErrors?: (string | RegExp)[];
}

let browser: Promise<Browser> | undefined;

/** The browser of this worker: started on first use, and closed by Playwright when the worker ends. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [
      // Chromium refuses its sandbox to root, as which CI runs.
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // No page reaches another machine: no name but those of this one has an address.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]',
      // No machine of CI has a graphics processor; one made up in a process of its own only costs time.
      '--disable-gpu',
      '--disable-gpu-compositing',
      '--in-process-gpu',
    ],
  });
  return browser;
}

/**
 * The context for pages without options, while no page has it: a page opens in it in half the time of one in a new context.
 * Pages have a `sessionStorage` each, and the servers of each test file an origin of their own. What else a page could leave
 * is removed; a service worker cannot be.
 */
let idle: BrowserContext | undefined;

const isPlain = (options: BrowserContextOptions): boolean =>
  inject('sharesContext') && Object.keys(options).length === 0;

async function contextFor(options: BrowserContextOptions): Promise<BrowserContext> {
  if (!isPlain(options)) return (await sharedBrowser()).newContext({ locale: 'en-GB', ...options });
  const kept = idle ?? (await contextFor({ serviceWorkers: 'block' }));
  idle = undefined;
  return kept;
}

/** Leaves the context of a page to the next test, or closes it. */
async function release(context: BrowserContext, isShared: boolean): Promise<void> {
  if (!isShared || idle !== undefined || context.isClosed()) return context.close();
  await Promise.all(context.pages().map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll()]);
  for (const event of reported) await context.removeAllListeners(event);
  idle = context;
}

/** The events of a context that tell what its pages report. */
const reported = ['console', 'weberror', 'requestfailed'];

interface OpenPage {
  readonly page: Page;
  /** What it has reported so far. */
  readonly errors: string[];
  close(): Promise<void>;
}

/** A page in a context that holds nothing of other tests. */
async function openPage(options: PageOptions): Promise<OpenPage> {
  const { allowErrors = [], ...contextOptions } = options;
  const context = await contextFor(contextOptions);
  const errors: string[] = [];
  const report = (message: string) => {
    const expected = allowErrors.some((allowed) =>
      typeof allowed === 'string' ? message.includes(allowed) : allowed.test(message),
    );
    if (!expected) errors.push(message);
  };
  context.on('console', (message) => {
    // Chromium logs a CSP violation as an error, and one in report-only mode as info.
    const violation = /Content[- ]Security[- ]Policy|Trusted ?Types?/i.test(message.text());
    if (message.type() === 'error' || violation) {
      report(`console: ${message.text()} (${message.location().url || 'no source'})`);
    }
  });
  context.on('weberror', (event) => {
    const error = event.error();
    report(`page: ${error.stack ?? error.message}`);
  });
  // Refused by the browser, not by a route: a page with routes passes each request through this process, without a cache.
  context.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_NAME_NOT_RESOLVED')
      report(`network: a page asked for ${request.url()}, which is not on this machine`);
  });
  // Below the test's own limit, so that it says what the page waited for.
  context.setDefaultTimeout(30_000);
  const isShared = isPlain(contextOptions);
  return { page: await context.newPage(), errors, close: () => release(context, isShared) };
}

/** A page for the running test: no cookies or storage of another test. One with a service worker says `serviceWorkers: 'allow'`. */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const { page, errors, close } = await openPage(options);
  const context = page.context();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) {
      const index = context.browser()?.contexts().indexOf(context);
      await takePicture(page, `failed-${task.name}-${index}`).catch(() => undefined);
    }
    await close();
    expectNone(errors);
  });
  return page;
}

/**
 * One page for the tests of a file or `describe`, in which the same customer does one thing after the other. To be called
 * there; the page is there when the tests run.
 */
export function sharedPage(options: PageOptions = {}): () => Page {
  let open: OpenPage;
  beforeAll(async () => {
    open = await openPage(options);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await takePicture(open.page, `failed-${task.name}`).catch(() => undefined);
    expectNone(open.errors.splice(0));
  });
  afterAll(() => open.close());
  return () => open.page;
}

/*
 * A page writes what it copies, and moves the focus into another page, some time after the key or click: ask for it with
 * `expect.poll`.
 */

export const copiedText = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

export const focusedId = (page: Page | Frame): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.id);

function expectNone(errors: string[]): void {
  if (errors.length > 0) throw new Error(`A page of this test reported: ${errors.join('\n')}`);
}

/** With `SCREENSHOTS=1`, a picture of the page for people to look at: `test-results/screenshots/<name>.png`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] === '1') await takePicture(page, name);
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  const path = join(screenshots, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
  await page.screenshot({ path, fullPage: true });
}
