import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { newPage } from './browser.ts';

/* What the first pages of the documentation show works when it is pasted: the very text is run. */

let service: StartedSandbox;
let server: Server;
let address: string;
let pasted = '';

beforeAll(async () => {
  service = await startSandbox({ port: 0 });
  server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(pasted.replaceAll('http://localhost:4400', service.url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

/** The first block of a language, in a file or below one of its headings. */
async function block(file: string, language: string, heading = ''): Promise<string> {
  const text = await readFile(file, 'utf8');
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(
    text.slice(text.indexOf(heading)),
  )?.[1];
  if (found === undefined) throw new Error(`${file} has no block of ${language}.`);
  return found;
}

const head = '<!doctype html><link rel="icon" href="data:,">';
const key = 'a00000000000000000000001';
/** What a page has beside a sample: its cart and its customer. */
const chosen = `const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { EmailAddress: 'ada@example.com', LastName: 'Lovelace', Address: { Country: 'DE' } };`;

/** The key on the button, repeated as a keyboard does. */
async function holdEnter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe' }).focus();
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
}

describe('pasted', () => {
  it('the script tag of the README signs a customer up', async () => {
    pasted = `<!doctype html><link rel="icon" href="data:,">${await block('README.md', 'html')}`;
    const page = await newPage();
    const logged = page.waitForEvent('console');
    await page.goto(address);
    const message = await logged;
    expect(message.text()).toMatch(/^[0-9a-f]{24} [0-9a-f]{24}$/);
  });

  it('the page of Getting started shows a price and takes a signup', async () => {
    pasted = (await block('docs/getting-started.md', 'html')).replace(
      '<title>',
      '<link rel="icon" href="data:,"><title>',
    );
    const page = await newPage();
    await page.goto(address);
    await page.getByText('11.78 EUR').waitFor();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText(/Thank you! Contract [0-9a-f]{24}/).waitFor();
  });

  it('the page of Getting started handles the return from a provider', async () => {
    pasted = (await block('docs/getting-started.md', 'html'))
      .replace('<title>', '<link rel="icon" href="data:,"><title>')
      .replace('CreditCard:FakePSP', 'November')
      .replace(/(publicApiKey: '\w+')/, '$1, providerReturnUrl: location.href')
      .replace(/<\/script>\s*$/, `${await block('docs/getting-started.md', 'js')}</script>`);
    const page = await newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByLabel('Password').fill('any');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText(/Thank you! Contract [0-9a-f]{24}/).waitFor();
  });

  it.each([
    ['a double click', (page: Page) => page.getByRole('button', { name: 'Subscribe' }).dblclick()],
    ['a held Enter', holdEnter],
  ])('the payment form from its docs page sells once for %s', async (_, pressTwice) => {
    const html = await block('docs/payment-form.md', 'html');
    const script = (await block('docs/payment-form.md', 'js')).replace('…', key).replace('de-DE', 'en');
    pasted = `${head}${html}<script type="module">${chosen}\n${script}</script>`.replaceAll(
      'https://sandbox.example.com',
      'http://localhost:4400',
    );
    const page = await newPage();
    await page.goto(address);
    const form = page.frameLocator('iframe');
    await form.getByLabel('Card number').fill('4111 1111 1111 1111');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await form.getByText('Please fill this in.').first().waitFor();
    await form.getByLabel('Expiry date').fill('12/30');
    await form.getByLabel('Security code').fill('123');
    await form.getByLabel('Name on card').fill('Ada Lovelace');
    let orders = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/signup/order')) orders += 1;
    });
    await pressTwice(page);
    await page.waitForURL('**/thank-you.html');
    expect(orders).toBe(1);
  });

  it('the separate fields from their docs page sell', async () => {
    const html = await block('docs/payment-form.md', 'html', '## Separate fields');
    const fields = await block('docs/payment-form.md', 'js', '## Separate fields');
    const rest = (await block('docs/payment-form.md', 'js')).replace(/^const form = [\s\S]*?\n\);\n/, '');
    const script = fields.replace('…', key).replace('de-DE', 'en') + rest;
    pasted = `${head}${html}<script type="module">${chosen}\n${script}</script>`.replaceAll(
      'https://sandbox.example.com',
      'http://localhost:4400',
    );
    const page = await newPage();
    await page.goto(address);
    expect(await page.locator('iframe').count()).toBe(4);
    const data = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };
    await fillPaymentForm(page, data);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.waitForURL('**/thank-you.html');
  });

  it('the error callback from the docs page on errors explains the error', async () => {
    pasted = `${head}<script src="http://localhost:4400/clientlib.js"></script><script type="module">${chosen}
      const say = (text) => { document.body.textContent = text; };
      const mark = (field, text) => say(field + ': ' + text);
      const thankYou = () => say('Thank you!');
      const signup = new ClientLib.Signup();
      const payment = new ClientLib.Payment({ publicApiKey: '${key}' });
      await payment.ready;
      window.pay = (cardNumber) => {
        const data = { bearer: 'CreditCard:FakePSP', cardNumber, expiryMonth: 12, expiryYear: 2029, cardHolder: 'Ada', cvc: '123' };
        ${await block('docs/errors.md', 'js')}
      };
      say('ready');
    </script>`;
    const page = await newPage();
    await page.goto(address);
    await page.getByText('ready').waitFor();
    const pay = (number: string) =>
      page.evaluate((card) => (window as unknown as { pay(number: string): void }).pay(card), number);
    await pay('4111111111111112');
    await page.getByText('cardNumber: Please check the card number.').waitFor();
    await pay('4000000000009995');
    await page.getByText('The bank declined the payment.').waitFor();
    await pay('4111111111111111');
    await page.getByText('Thank you!').waitFor();
  });
});
