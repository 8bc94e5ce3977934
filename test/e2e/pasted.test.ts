import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

async function block(file: string, language: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`${file} has no block of ${language}.`);
  return found;
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

  it('the page of Getting started takes a customer back from a provider, as it says', async () => {
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
});
