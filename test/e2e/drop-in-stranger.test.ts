import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { type StartedSandbox, startSandbox } from '../../sandbox/src/hosts/node/node.ts';
import { newPage } from './browser.ts';
import { goodCard, subscribe, thanks, typeCustomer } from './ten-line-pages.ts';

/* A stranger with nothing but README and docs/drop-in.md: pastes their lines, and sells. */

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

it.each(['README.md', 'docs/drop-in.md'])('the lines of %s, as pasted, take a paid signup', async (path) => {
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
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
