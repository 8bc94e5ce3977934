import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';
import { serveIntegrityPage } from './integrity-page.ts';

let shop: Awaited<ReturnType<typeof serveIntegrityPage>>;

beforeAll(async () => {
  shop = await serveIntegrityPage();
});
afterAll(() => shop?.close());

it('the script-tag build loads with its integrity hash under a strict policy and sets ClientLib', async () => {
  const page = await newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(shop.url, { waitUntil: 'load' });

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
    await page.goto(`${shop.url}${path}`, { waitUntil: 'load' });
    return page.evaluate(() => Object.getOwnPropertyNames(window));
  };
  const before = new Set(await globals('/bare'));
  const added = (await globals('/')).filter((name) => !before.has(name));
  expect(added.sort()).toEqual(['ClientLib', 'clientlib.configuration']);
});
