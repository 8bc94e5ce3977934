import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newPage } from '../e2e/browser.ts';
import { startedSandbox } from './node.ts';
import { serve } from './serve.ts';

/*
 * A shop without any build: it hosts the script of the installed package and names it by the package's own hash.
 */

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  sandbox = await startedSandbox();
});
afterAll(async () => {
  await sandbox?.end('SIGTERM');
});

const dist = (file: string) => join(inject('consumer'), 'node_modules/clientlib/dist', file);

/** Subscribes as soon as the page has loaded, and shows what came of it. */
const shop = `
  const out = document.querySelector('output');
  const tell = (text) => { out.textContent = text; };
  const fail = (error) => tell(error.errorCode.join(' '));
  const payment = new ClientLib.Payment({ publicApiKey: 'a00000000000000000000001' }, () => {
    new ClientLib.Signup().subscribe(
      payment,
      { planVariantId: 'b00000000000000000000001' },
      { emailAddress: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', address: { country: 'DE' } },
      { bearer: 'CreditCard:FakePSP', cardNumber: '4111111111111111', expiryMonth: 12, expiryYear: 39,
        cardHolder: 'Ada Lovelace', cvc: '123' },
      (order) => tell(order.GrossTotal + ' ' + order.Currency + (order.ContractId ? ' subscribed' : '')),
      fail,
    );
  }, fail);
`;

const integrityOf = async (file: string) =>
  (JSON.parse(await readFile(dist('integrity.json'), 'utf8')) as Record<string, string>)[file];

const shopHtml = (script: string) =>
  `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><output></output>
    ${script}<script src="/shop.js"></script></html>`;

async function shopPage(change: (script: string) => string = (script) => script) {
  const script = await readFile(dist('clientlib.js'), 'utf8');
  const integrity = await integrityOf('clientlib.js');
  const html = shopHtml(
    `<script src="/vendor/clientlib.js" data-base-url="${sandbox.url}" integrity="${integrity}"></script>`,
  );
  return serve(
    new Map([
      ['/', { type: 'text/html', content: html }],
      ['/shop.js', { type: 'text/javascript', content: shop }],
      ['/vendor/clientlib.js', { type: 'text/javascript', content: change(script) }],
    ]),
  );
}

describe('a page with a script tag, from the installed package', () => {
  it('subscribes, with the script named by the hash of integrity.json', async () => {
    const page = await newPage();
    await page.goto(await shopPage());
    await page.getByText('11.78 EUR subscribed').waitFor();
  });

  it('loads the script from the sandbox by the same hash, across origins', async () => {
    const integrity = await integrityOf('clientlib.js');
    const html = shopHtml(
      `<script src="${sandbox.url}/clientlib.js" integrity="${integrity}" crossorigin="anonymous"></script>`,
    );
    const shopFiles = new Map([
      ['/', { type: 'text/html', content: html }],
      ['/shop.js', { type: 'text/javascript', content: shop }],
    ]);
    const page = await newPage();
    await page.goto(await serve(shopFiles));
    await page.getByText('11.78 EUR subscribed').waitFor();
  });

  it('does not run a modified script', async () => {
    const page = await newPage({ allowErrors: ['integrity', 'ClientLib is not defined'] });
    await page.goto(await shopPage((script) => `${script} `));
    expect(await page.evaluate(() => 'ClientLib' in window)).toBe(false);
  });
});

it('integrity.json names every script of the package, each by its own hash', async () => {
  const { createHash } = await import('node:crypto');
  const integrity = JSON.parse(await readFile(dist('integrity.json'), 'utf8')) as Record<string, string>;
  expect(Object.keys(integrity).sort()).toEqual([
    'clientlib.js',
    'custom-element.global.js',
    'drop-in.cjs',
    'drop-in.global.js',
    'drop-in.js',
    'index.cjs',
    'index.js',
    'payment-form.js',
  ]);
  for (const [file, hash] of Object.entries(integrity)) {
    const content = await readFile(dist(file));
    expect(hash, file).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`);
  }
});
