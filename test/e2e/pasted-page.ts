import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import type { Page } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { newPage } from './browser.ts';

/* Samples of the documentation, pasted into a page: the very text is run. */

export const publicApiKey = 'a00000000000000000000001';

/** What a page has beside a sample: its cart and its customer. */
const chosen = `const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { EmailAddress: 'ada@example.com', LastName: 'Lovelace', Address: { Country: 'DE' } };`;

const icon = '<link rel="icon" href="data:,">';

/** A page of this script, as modules are, after what a sample needs. */
export const pageOf = (html: string, script: string): string =>
  `<!doctype html>${html}<script type="module">${chosen}\n${script}</script>`;

/** The first block of a language, in a file or below one of its headings. */
export async function block(file: string, language: string, heading = ''): Promise<string> {
  const text = await readFile(file, 'utf8');
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(
    text.slice(text.indexOf(heading)),
  )?.[1];
  if (found === undefined) throw new Error(`${file} has no block of ${language}.`);
  return found;
}

/** The page of docs/payment-form.md: the form, or its fields one by one. */
export async function paymentFormPage(heading = ''): Promise<string> {
  const file = 'docs/payment-form.md';
  const whole = await block(file, 'js');
  const rest = whole.replace(/^const form = [\s\S]*?\n\);\n/, '');
  const script = heading ? (await block(file, 'js', heading)) + rest : whole;
  return pageOf(await block(file, 'html', heading), script.replace('…', publicApiKey).replace('de-DE', 'en'));
}

/** Serves pages for the tests of a file. Returns what opens one. */
export function servePasted(): (html: string) => Promise<Page> {
  let service: StartedSandbox;
  let server: Server;
  let address: string;
  let pasted = '';
  beforeAll(async () => {
    service = await startSandbox({ port: 0 });
    server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(pasted.replace(/http:\/\/localhost:4400|https:\/\/sandbox\.example\.com/g, service.url));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await service.close();
  });
  return async (html) => {
    pasted = html.startsWith('<!doctype html>')
      ? html.replace('<!doctype html>', `<!doctype html>${icon}`)
      : `<!doctype html>${icon}${html}`;
    const page = await newPage();
    await page.goto(address);
    return page;
  };
}

/** What customers do who want to be sure. */
export const impatience: readonly (readonly [name: string, press: (page: Page) => Promise<void>])[] = [
  ['a double click', (page) => page.getByRole('button', { name: /^Subscribe/ }).dblclick()],
  [
    'a held Enter',
    async (page) => {
      await page.getByRole('button', { name: /^Subscribe/, disabled: false }).focus();
      // The key is repeated, as by a keyboard.
      for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
    },
  ],
];

/** Counts the orders that a page makes from now on. */
export function ordersOf(page: Page): () => number {
  let orders = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/signup/order')) orders += 1;
  });
  return () => orders;
}
