import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { newPage } from './browser.ts';
import { attack, countWhatIsOpen, whatIsOpen } from './hostile-page.ts';
import {
  formOf,
  goodCard,
  openTenLinePages,
  soldOnce,
  subscribe,
  type TenLinePages,
  thanks,
} from './ten-line-pages.ts';

/* The signup in pages that attack it, that forbid all they can, and that come and go. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

async function buy(page: Page): Promise<void> {
  await fillPaymentForm(page, goodCard);
  await subscribe(page);
  await thanks(page);
  expect(await shop.books()).toEqual(soldOnce);
}

it('ignores 4,500 forged messages and still sells', async () => {
  const page = await shop.openSignup({ bearer: 'CreditCard:India' });
  await formOf(page).getByLabel('Card number').waitFor();
  const form = page.frames().find((frame) => frame.url().includes('/elements/')) as ReturnType<
    Page['mainFrame']
  >;
  const answered = [
    // A script of the merchant's page to the form, and to its own window; a script in the form to the page.
    await page.evaluate(attack, [1500, 'drop-in'] as const),
    await page.evaluate(attack, [1500, 'self'] as const),
    await form.evaluate(attack, [1500, 'parent'] as const),
  ];
  expect(answered).toEqual([0, 0, 0]);
  expect(await form.evaluate(() => document.documentElement.lang)).toBe('en');
  await buy(page);
});

it('never renders texts, customer data or errors as HTML', async () => {
  const bad = '<img src=x onerror="window.pwned = true">';
  const page = await shop.openSignup({
    bearer: 'CreditCard:India',
    customer: { FirstName: bad, CompanyName: bad },
  });
  await page.locator('clientlib-signup').evaluate((element, text) => {
    Object.assign(element, { texts: { subscribe: text, fields: { FirstName: text } } });
  }, bad);
  await page.getByRole('button', { name: bad }).waitFor();
  expect(await page.getByLabel(bad).inputValue()).toBe(bad);
  expect(await page.locator('clientlib-signup img').count()).toBe(0);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
});

it('does not show a thank-you page for an address that only looks like a return', async () => {
  const page = await newPage({ allowErrors: ['404', '422', '400'] });
  const forged = '?clientlib-element=signup&transactionId=a00000000000000000000001&secret=x&trigger=Return';
  await page.goto(`${shop.url}/drop-in/signup.html${forged}`);
  await page.locator('#due').waitFor();
  expect(await page.getByRole('heading', { name: 'Thank you!' }).count()).toBe(0);
  expect(await shop.books()).toEqual({ orders: [], charged: [], contracts: 0 });
});

/** The ten-line page with the policy that docs/drop-in.md names, and not a source more. */
async function strictPage(): Promise<{ url: string; close(): void }> {
  const docs = await readFile('docs/drop-in.md', 'utf8');
  const [, section = ''] = docs.split('## Content Security Policy');
  const [, documented = ''] = /```\n([\s\S]*?)```/.exec(section) ?? [];
  const policy = documented.replaceAll('https://sandbox.example.com', shop.service.url).replace(/\s+/g, ' ');
  const html = (await readFile('examples/drop-in/signup.html', 'utf8')).replaceAll(
    'http://localhost:4400',
    shop.service.url,
  );
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', `default-src 'none'; img-src data:; ${policy}`);
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

it('sells under the policy of the docs, with Trusted Types and without inline styles', async () => {
  const strict = await strictPage();
  try {
    const page = await newPage();
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const customer = { EmailAddress: 'ada@shop.test', FirstName: 'Ada', LastName: 'Byron' };
        const Address = { Street: 'Main', HouseNumber: '5', PostalCode: '10117', City: 'Berlin' };
        Object.assign(document.querySelector('clientlib-signup') ?? {}, {
          customer: { ...customer, Address },
        });
        document.querySelector('clientlib-signup')?.setAttribute('payment-methods', 'CreditCard:Bravo');
      });
    });
    await page.goto(strict.url);
    await fillPaymentForm(page, { ...goodCard, cardNumber: '4000000000003220' });
    await subscribe(page);
    const bank = page.locator('dialog iframe');
    await bank.waitFor();
    // Without its style it would be a small box with a border.
    expect(
      await bank.evaluate((frame) => [
        getComputedStyle(frame).borderTopWidth,
        frame.clientWidth === frame.parentElement?.clientWidth,
      ]),
    ).toEqual(['0px', true]);
    await bank.contentFrame().getByRole('button', { name: 'Confirm', exact: true }).click();
    await thanks(page);
  } finally {
    strict.close();
  }
});

it('leaves no frame, listener, timer or port behind, however often it is added and removed', async () => {
  const page = await shop.openSignup({ bearer: 'CreditCard:India' });
  await page.locator('clientlib-signup').evaluate((element) => element.remove());
  await expect.poll(() => page.frames().length).toBe(1);
  await page.evaluate(countWhatIsOpen);
  await page.evaluate(async () => {
    for (let cycle = 0; cycle < 20; cycle++) {
      const element = document.createElement('clientlib-signup');
      element.setAttribute('public-api-key', 'a00000000000000000000001');
      element.setAttribute('plan-variant-id', 'b00000000000000000000001');
      const ready = new Promise((done) => element.addEventListener('ready', done, { once: true }));
      document.body.append(element);
      // At once, when it is loading, and when the customer could type.
      if (cycle % 3 === 1) await new Promise((done) => setTimeout(done, 5));
      if (cycle % 3 === 2) await ready;
      element.remove();
    }
  });
  await expect.poll(() => page.evaluate(whatIsOpen)).toEqual({ timers: 0, listeners: 0, ports: 0 });
  expect(page.frames()).toHaveLength(1);
});
