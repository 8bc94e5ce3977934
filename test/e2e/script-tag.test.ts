import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';

/** Nothing but scripts that the page names by hash; no inline script, no inline style, no string as a script. */
const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

let server: Server;
let origin: string;

beforeAll(async () => {
  const script = await readFile('sdk/dist/clientlib.js');
  const integrity = JSON.parse(await readFile('sdk/dist/integrity.json', 'utf8')) as Record<string, string>;
  const bare = '<!doctype html><title>Shop</title><link rel="icon" href="data:,">';
  const html = `${bare}
    <script src="/clientlib.js" integrity="${integrity['clientlib.js']}" crossorigin="anonymous"></script>`;
  server = createServer((request, response) => {
    const isScript = request.url === '/clientlib.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.setHeader('Content-Security-Policy', strictPolicy);
    response.end(isScript ? script : request.url === '/bare' ? bare : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

it('the script-tag build loads with its integrity hash under a strict policy and sets ClientLib', async () => {
  const page = await newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(origin, { waitUntil: 'load' });

  const members = await page.evaluate(() =>
    Object.keys((window as unknown as { ClientLib: object }).ClientLib).sort(),
  );
  expect(members).toEqual(
    expect.arrayContaining([
      'ClientLibError',
      'Payment',
      'Portal',
      'Signup',
      'configure',
      'createElement',
      'finalize',
    ]),
  );
  expect(requests.filter((path) => path.startsWith('/'))).toEqual(['/', '/clientlib.js']);
});

it('the script-tag build adds one global, and the settings it shares with a copy from npm', async () => {
  const page = await newPage();
  const globals = async (path: string) => {
    await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    return page.evaluate(() => Object.getOwnPropertyNames(window));
  };
  const before = new Set(await globals('/bare'));
  const added = (await globals('/')).filter((name) => !before.has(name));
  expect(added.sort()).toEqual(['ClientLib', 'clientlib.configuration']);
});
