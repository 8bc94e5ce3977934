import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';
import { openShop, type Shop, signUp } from './shop.ts';

/* The pages themselves: readable and usable by everybody, at both widths, light and dark; by keyboard; without overflow. */

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ clock: new Date() });
});
afterAll(() => shop.close());

const widths = [
  { name: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

const pages = [
  'CreditCard:Charlie',
  'Debit:Charlie',
  'iDEAL:Charlie',
  'FakePSP',
  'Kilo',
  'Lima',
  'November',
  'Oscar',
];

describe.each(widths)('on the $name', ({ name, viewport, colorScheme }) => {
  async function open(bearer: string) {
    const page = await newPage({ viewport, colorScheme, allowErrors: ['422', '404'] });
    await page.goto(shop.url);
    const { result } = await signUp(page, shop, { bearer, emailAddress: 'payer@wallet.test' });
    await page.goto(result?.Url ?? '');
    const look = async (state: string) => {
      expect([state, await accessibilityProblems(page)]).toEqual([state, []]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([state, wide]).toEqual([state, 0]);
      await screenshot(page, `${bearer}-${state}-${name}`);
    };
    return { page, look };
  }

  it.each(some(pages, 2))('%s', async (bearer) => {
    const { page, look } = await open(bearer);
    await look('open');
    if (bearer === 'CreditCard:Charlie') {
      await page.locator('button[value=pay]').click();
      await page.getByRole('alert').waitFor();
      expect(await page.locator('[aria-invalid=true]').getAttribute('name')).toBe('number');
      await page.getByText('Test data', { exact: true }).click();
      await look('wrong');
    }
    if (bearer === 'Kilo') {
      await page.locator('#phone').fill('0151 0000001');
      await page.locator('button[value=pay]').click();
      await page.getByRole('heading', { name: 'Confirm on your phone' }).waitFor();
      await look('confirm');
    }
    if (bearer === 'Lima') {
      await page.locator('button[value=cancel]').click();
      await page.waitForURL(/pspStatus=canceled/);
      await page.goBack();
      await page.getByRole('heading', { name: 'Payment canceled' }).waitFor();
      await look('canceled');
    }
  });

  it('a page that does not exist', async () => {
    const page = await newPage({ viewport, colorScheme, allowErrors: ['404'] });
    await page.goto(`${shop.service.url}/providers/Lima/checkout/none`);
    expect(await page.textContent('h1')).toBe('There is no such page');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

it('a payment by keyboard alone', async () => {
  const page = await newPage();
  await page.goto(shop.url);
  const { result } = await signUp(page, shop, { bearer: 'CreditCard:Juliett' });
  await page.goto(result?.Url ?? '');
  for (const text of ['5555555555554444', '12/32', '123', 'Ada Byron']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/pspStatus=paid/);
});

it('pages cannot be framed, cached or scripted from elsewhere', async () => {
  const page = await newPage();
  await page.goto(shop.url);
  const { result } = await signUp(page, shop, { bearer: 'Lima' });
  const { headers } = await shop.service.sandbox.fetch(result?.Url ?? '');
  const policy = headers.get('Content-Security-Policy') ?? '';
  for (const part of [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain(`form-action 'self' ${new URL(shop.url).origin}`);
  expect(headers.get('Cache-Control')).toBe('no-store');
});
