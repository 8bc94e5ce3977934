import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Frame, Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { servePages } from '../../examples/serve.mjs';
import type { PaymentForm } from '../../sdk/src/elements/payment-form.ts';
import { newPage, type PageOptions } from './browser.ts';
import { type MerchantPage, serveMerchantPage } from './merchant-page.ts';

/* A merchant's page with a payment form, and the checkout of the examples. */

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;
declare global {
  interface Window {
    form: PaymentForm;
    events: [string, unknown][];
  }
}

export const key = 'a00000000000000000000001';
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
let sandbox: StartedSandbox;
let shop: Awaited<ReturnType<typeof servePages>>;
let merchant: MerchantPage;
let axe: string;

/** Serves the pages to the tests of a file. */
export function servePaymentForms(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
    shop = await servePages({ port: 0, sandboxUrl: sandbox.url });
    sandbox.sandbox.workspace('payment-form');
    // A workspace of its own: everything inside the form must find its way there.
    merchant = await serveMerchantPage(`${sandbox.url}/w/payment-form`);
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });
  afterAll(async () => {
    await merchant?.close();
    await shop?.close();
    await sandbox?.close();
  });
}

/** Where the sandbox and the merchant's page are. */
export const places = () => ({ sandboxUrl: sandbox.url, merchantUrl: merchant.url, shopUrl: shop.url });

export const control = async (path: string) => (await fetch(`${sandbox.url}/sandbox/${path}`)).json();

/** What the accessibility checker finds in a page or frame. The heading is the page's, not the frame's. */
export async function violations(where: Page | Frame): Promise<string[]> {
  await where.evaluate(axe);
  return where.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the checker's own global.
    const { violations: found } = await (window as any).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'page-has-heading-one': { enabled: window.parent === window } },
    });
    return found.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`,
    );
  });
}

export async function insideOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe');
  return (await element.contentFrame()) as Frame;
}

/** The merchant's page with a form in it, when the customer can type. */
export async function openForm(
  config: object = {},
  style: object = {},
  options: PageOptions = {},
): Promise<{ page: Page; frame: Frame }> {
  const page = await newPage(options);
  await page.goto(merchant.url);
  await createForm(page, config, style);
  return { page, frame: await insideOf(page) };
}

export const createForm = (page: Page, config: object = {}, style: object = {}) =>
  page.evaluate(
    ([given, look]) => {
      window.events = [];
      window.form = ClientLib.createElement(
        'paymentForm',
        document.querySelector('#payment'),
        given,
        look,
        (error: unknown) => window.events.push(['error callback', `${error}`]),
      );
      for (const name of ['ready', 'change', 'focus', 'blur', 'submit', 'invalid', 'error'] as const) {
        window.form.on(name, (detail) => {
          const isError = name === 'invalid' || name === 'error';
          // `field` of an error is not enumerable.
          const { field } = Object(detail);
          window.events.push([name, isError ? { ...Object(detail), field } : detail]);
        });
      }
      return window.form.ready;
    },
    [{ publicApiKey: key, paymentMethods: ['CreditCard:Bravo'], locale: 'en', ...config }, style] as const,
  );

/** The event's details, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: each event has its own.
export const eventsOf = (page: Page, name: string): Promise<any[]> =>
  page.evaluate(
    (wanted) => window.events.filter(([event]) => event === wanted).map(([, detail]) => detail),
    name,
  );

export async function typeCard(frame: Frame, number = '4111111111111111'): Promise<void> {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12/30');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Name on card').fill('Ada Lovelace');
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
}

export async function openCheckout(options: PageOptions = {}): Promise<{ page: Page; frame: Frame }> {
  const page = await newPage(options);
  await page.goto(`${shop.url}/payment-form/`);
  const frame = await insideOf(page);
  await frame.getByLabel('Card number').waitFor();
  return { page, frame };
}
