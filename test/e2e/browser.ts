import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';

/*
 * One browser for a test file, a fresh context for each page. A page that logs an error, throws, or runs into its own
 * Content Security Policy fails the test that opened it, unless the test said that it expects so.
 */

/** Where `screenshot` puts its pictures; not committed. */
const screenshots = 'test-results/screenshots';

export interface PageOptions extends BrowserContextOptions {
  /** Errors that the test expects: each a part of the message, or a pattern. */
  allowErrors?: (string | RegExp)[];
  /** For each request that leaves this machine; by default it is refused, and fails the test. */
  allowHosts?: string[];
}

interface OpenPage {
  page: Page;
  errors: string[];
}

let browser: Promise<Browser> | undefined;
const open: OpenPage[] = [];

/** The browser of this test file; started on first use and closed at the file's end. */
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
    ],
  });
  return browser;
}

/** A page in a context of its own: no cookies, storage or service worker of another test. */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const { allowErrors = [], allowHosts = [], ...contextOptions } = options;
  const context = await (await sharedBrowser()).newContext({ locale: 'en-GB', ...contextOptions });
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
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && !isLocal(url.hostname) && !allowHosts.includes(url.hostname),
    (route) => {
      report(`network: a page asked for ${route.request().url()}, which is not on this machine`);
      return route.abort();
    },
  );
  // Below the test's own limit, so that it says what the page waited for.
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  open.push({ page, errors });
  return page;
}

/** A picture of the page, at `test-results/screenshots/<name>.png`. */
export async function screenshot(page: Page, name: string): Promise<string> {
  await mkdir(screenshots, { recursive: true });
  const path = join(screenshots, `${name.replaceAll(/[^\w.-]+/g, '-')}.png`);
  await page.screenshot({ path, fullPage: true });
  return path;
}

const isLocal = (host: string) =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]' || host.endsWith('.localhost');

afterEach(async (context) => {
  const pages = open.splice(0);
  if (context.task.result?.state === 'fail') {
    for (const [index, { page }] of pages.entries()) {
      if (!page.isClosed())
        await screenshot(page, `failed-${context.task.name}-${index}`).catch(() => undefined);
    }
  }
  await Promise.all(pages.map(({ page }) => page.context().close()));
  expect(
    pages.flatMap(({ errors }) => errors),
    'errors that the pages of this test reported',
  ).toEqual([]);
});

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});
