import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPage } from './browser.ts';
import { fontFile } from './font-file.ts';
import { type MerchantPage, serveMerchantPage } from './merchant-page.ts';
import { createForm, eventsOf, insideOf, typeCard } from './payment-form-page.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const files = {
  '/shop.ttf': fontFile(`${letters}0123456789 `),
  // One digit is in a font of its own, whose lines are nine times as high.
  '/tall.ttf': fontFile('4', 9000),
  '/fonts/shop.css': '@font-face { font-family: "Shop Sans"; src: url(../shop.ttf); font-weight: 400 }',
  '/large.ttf': Buffer.alloc(300_001),
};
let sandbox: StartedSandbox;
let merchant: MerchantPage;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  merchant = await serveMerchantPage(sandbox.url, sandbox.url, files);
});
afterAll(async () => {
  await merchant?.close();
  await sandbox?.close();
});

async function openForm(config: object, style: object = {}) {
  const page = await newPage();
  const requests: (readonly [string, boolean])[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(ttf|css)$/.test(pathname)) requests.push([pathname, request.frame() === page.mainFrame()]);
  });
  await page.goto(merchant.url);
  await createForm(page, config, style);
  const frame = await insideOf(page);
  const families = () => frame.evaluate(() => [...document.fonts].map(({ family }) => family));
  return { page, frame, requests, families };
}

it.each([
  ['a font file', [{ family: 'Shop Sans', src: '/shop.ttf' }], ['/shop.ttf']],
  ['a style sheet', [{ cssSrc: '/fonts/shop.css' }], ['/fonts/shop.css', '/shop.ttf']],
])('%s of the page is shown in the form, and only the page loads it', async (_what, fonts, addresses) => {
  const { frame, requests, families, page } = await openForm(
    { fonts },
    { body: { fontFamily: '"Shop Sans"' }, label: { fontSize: '20px' } },
  );
  await expect.poll(families).toHaveLength(1);
  const label = frame.locator('label', { hasText: 'Card number' });
  // Every letter is as wide as the font is high.
  const width = () =>
    label.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    });
  await expect.poll(width).toBe('Card number'.length * 20);
  expect(requests).toEqual(addresses.map((address) => [address, true]));
  await typeCard(frame);
  expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
  expect(await eventsOf(page, 'error')).toEqual([]);
});

it('a font tells the page nothing of what is typed: the height of the frame stays', async () => {
  const fonts = [
    { family: 'Tall', src: '/tall.ttf' },
    { family: 'Shop', src: '/shop.ttf' },
  ];
  const { page, frame, families } = await openForm(
    { fonts },
    {
      body: { font: '16px Shop, Tall' },
      input: { font: '16px Tall, Shop', lineHeight: 'normal', minHeight: '1px' },
    },
  );
  await expect.poll(families).toHaveLength(2);
  const number = frame.getByLabel('Card number');
  const heights = new Set<number>();
  for (const digits of ['5', '4', '44444', '55555', '']) {
    await number.fill(digits);
    await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    heights.add(await number.evaluate((input) => input.getBoundingClientRect().height));
    heights.add(await page.locator('iframe').evaluate((element) => -element.clientHeight));
  }
  expect(heights.size).toBe(2);
});

it('fonts that do not load are named, in the event and in the console, and the form works', async () => {
  const lines: string[] = [];
  // The browser reports what the page's policy refuses.
  const page = await newPage({ allowErrors: ['https://fonts.test/x.woff2'] });
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(merchant.url);
  const elsewhere = 'https://fonts.test/x.woff2';
  const fonts = [
    { family: 'A', src: elsewhere },
    { family: 'B', src: '/large.ttf' },
    { family: 'C', src: '/' },
  ];
  await createForm(page, { fonts });
  const expected = [
    `config.fonts[0]: expected ${elsewhere} to load: check the address, connect-src of the page, CORS of the server.`,
    'config.fonts[1]: expected at most 300000 bytes, got 300001 from /large.ttf.',
    'config.fonts[2]: expected a font that the browser can read (woff2, woff, ttf) from /.',
  ];
  await expect
    .poll(async () => (await eventsOf(page, 'error')).map(({ field }) => field))
    .toEqual(['config.fonts[0]', 'config.fonts[1]', 'config.fonts[2]']);
  for (const message of expected) expect(lines).toContain(`ClientLib: ${message}`);
  const frame = await insideOf(page);
  await typeCard(frame);
  expect(await page.evaluate(() => window.form.submit())).toMatchObject({ Last4: '1111' });
});
