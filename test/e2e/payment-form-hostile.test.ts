import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { CDPSession, Frame, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentForm } from '../../sdk/src/elements/payment-form.ts';
import { examples } from '../properties.ts';
import { newPage } from './browser.ts';
import { attack, countWhatIsOpen, createAndDestroy, pretend, whatIsOpen } from './hostile-page.ts';
import { type MerchantPage, serveMerchantPage } from './merchant-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;

interface Shop {
  form: PaymentForm;
  events: string[];
}

const config = {
  publicApiKey: 'a00000000000000000000001',
  paymentMethods: ['CreditCard:Bravo'],
  locale: 'en',
};
let sandbox: StartedSandbox;
let merchant: MerchantPage;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  merchant = await serveMerchantPage(sandbox.url);
});
afterAll(async () => {
  await merchant?.close();
  await sandbox?.close();
});

const createForm = (page: Page | Frame) =>
  page.evaluate((given) => {
    const shop = window as unknown as Shop;
    shop.events = [];
    shop.form = ClientLib.createElement(
      'paymentForm',
      document.querySelector('#payment'),
      given,
      {},
      () => {},
    );
    for (const name of ['ready', 'change', 'focus', 'blur', 'submit', 'error'] as const)
      shop.form.on(name, () => shop.events.push(name));
    return shop.form.ready;
  }, config);

async function payByCard(page: Page | Frame, frame: Frame): Promise<unknown> {
  await frame.getByLabel('Card number').fill('4111111111111111');
  await frame.getByLabel('Expiry date').fill('12/39');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Name on card').fill('Ada Lovelace');
  return page.evaluate(() => (window as unknown as Shop).form.submit());
}

it('ignores 12,000 hostile messages at both ends, and still works', async () => {
  const page = await newPage();
  // The stranger's page holds the merchant's, which holds the form: the stranger can reach both windows.
  await page.goto(merchant.strangerUrl);
  const shop = page.frames().find((frame) => frame.url().startsWith(merchant.url)) as Frame;
  await shop.waitForLoadState();
  await createForm(shop);
  const form = shop.childFrames()[0] as Frame;
  const title = await shop.locator('iframe').getAttribute('title');

  for (const window_ of [shop, form]) {
    await window_.evaluate(() => {
      const counted = window as unknown as { arrived: number };
      counted.arrived = 0;
      addEventListener('message', () => {
        counted.arrived += 1;
      });
    });
  }

  // Wrong origin and source: from the stranger to the page, and to the form.
  const strangers =
    (await page.evaluate(attack, [3000, 'child'] as const)) +
    (await page.evaluate(attack, [3000, 'grandchild'] as const));
  // Right origin and source, but too late: the page has connected. And to the page from its own window.
  const own = await shop.evaluate(attack, [3000, 'child'] as const);
  // From the form's own origin to the page: nobody listens to windows there.
  const inside = await form.evaluate(attack, [3000, 'parent'] as const);
  expect([strangers, own, inside]).toEqual([0, 0, 0]);
  for (const window_ of [shop, form]) {
    const arrived = () => window_.evaluate(() => (window as unknown as { arrived: number }).arrived);
    await expect.poll(arrived).toBe(6000);
  }

  expect(await shop.evaluate(() => (window as unknown as Shop).events)).toEqual(['ready']);
  expect(await shop.locator('iframe').getAttribute('title')).toBe(title);
  expect(await form.evaluate(() => document.documentElement.lang)).toBe('en');
  expect(await shop.locator('iframe').evaluate((frame) => frame.clientHeight)).toBeLessThan(1000);
  expect(await payByCard(shop, form)).toMatchObject({ Bearer: 'CreditCard:Bravo', Last4: '1111' });
});

it('accepts its first connection only from the embedding page itself', async () => {
  const page = await newPage();
  await page.goto(merchant.url);
  expect(await page.evaluate(pretend, sandbox.url)).toBe(0);
});

/** Documents, nodes and listeners that the page's process holds after everything that can go has gone. */
async function held(
  session: CDPSession,
): Promise<{ documents: number; jsEventListeners: number; nodes: number }> {
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  return session.send('Memory.getDOMCounters');
}

it('leaves no frame, listener, timer or port behind however often it is created and destroyed', async () => {
  const page = await newPage();
  await page.goto(merchant.url);
  await page.evaluate(countWhatIsOpen);
  const session = await page.context().newCDPSession(page);
  const cycles = (count: number) => page.evaluate(createAndDestroy, [config, count] as const);
  await cycles(20);
  const before = await held(session);
  await cycles(examples(500));
  const after = await held(session);
  expect(await page.locator('iframe').count()).toBe(0);
  expect(page.frames()).toHaveLength(1);
  const open = await page.evaluate(whatIsOpen);
  expect(open).toEqual({ timers: 0, listeners: 0, ports: 0 });
  expect(after.documents).toBeLessThanOrEqual(before.documents);
  expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes + 10);
}, 120_000);
