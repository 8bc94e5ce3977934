import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { type StartedSandbox, startSandbox } from '../../sandbox/src/hosts/node/node.ts';
import { newPage } from './browser.ts';
import { goodCard, subscribe, thanks, typeCustomer } from './ten-line-pages.ts';

/* A stranger with nothing but README and docs/drop-in.md: pastes their lines, sells, and cancels. */

let service: StartedSandbox;
beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
});
afterAll(() => service.close());

/** The first lines of a page of docs that have the tag. */
async function pasted(path: string): Promise<string> {
  const blocks = [...(await readFile(path, 'utf8')).matchAll(/```html\n([\s\S]*?)```/g)];
  return blocks.map(([, code = '']) => code).find((code) => code.includes('<clientlib-signup')) ?? '';
}

/** Runs the script of docs/drop-in.md that prints the address of a portal. */
async function portalAddress(): Promise<string> {
  const scripts = [...(await readFile('docs/drop-in.md', 'utf8')).matchAll(/```js\n([\s\S]*?)```/g)];
  const script = scripts.map(([, code = '']) => code).find((code) => code.includes('selfServiceToken')) ?? '';
  const code = script.replaceAll('http://localhost:4400', service.url);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  return stdout.trim();
}

it.each(['README.md', 'docs/drop-in.md'])(
  'the lines of %s, as pasted, take a paid signup, and a cancellation',
  async (path) => {
    const lines = await pasted(path);
    expect(lines.trim().split('\n').length).toBeLessThanOrEqual(10);
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      // On another port than the usual one, as that may be taken.
      response.end(lines.replaceAll('http://localhost:4400', service.url));
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    try {
      const page = await newPage({ allowErrors: ['favicon'] });
      await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      await typeCustomer(page);
      await fillPaymentForm(page, goodCard);
      await subscribe(page);
      await thanks(page);
      await page.goto(`${await portalAddress()}?language=en`);
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await page.getByText('Your subscription will end on February 15, 2026.').waitFor();
      await page.getByRole('button', { name: 'Cancel subscription' }).click();
      await page.getByText('Canceled. You can use Basic until February 15, 2026.').waitFor();
    } finally {
      server.close();
      server.closeAllConnections();
    }
  },
);
