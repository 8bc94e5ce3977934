import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { formOf, goodCard, openTenLinePages, subscribe, type TenLinePages } from './ten-line-pages.ts';

/* The fields of the frame stand and look like those of the page around it. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
afterAll(() => shop.close());

const open = async (css: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
  const page = await shop.openSignup({ bearer: 'CreditCard:Bravo', colorScheme, customer: {} });
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
  await formOf(page).getByLabel('Card number').waitFor();
  return page;
};

const looks = [
  'height',
  'borderTopWidth',
  'borderTopColor',
  'borderTopLeftRadius',
  'backgroundColor',
  'color',
  'fontSize',
];
const lookOf = (field: Locator) =>
  field.evaluate((input, names) => {
    const style = getComputedStyle(input);
    return names.map((name) => style[name as 'color']);
  }, looks);
const edgesOf = async (field: Locator): Promise<number[]> => {
  const box = await field.boundingBox();
  return [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)].map(Math.round);
};

const pageField = (page: Page) => page.locator('clientlib-signup').getByLabel('E-mail address');
const frameField = (page: Page) => formOf(page).getByLabel('Card number');

describe('the fields of the payment form', () => {
  it.each([
    ['by themselves', ''],
    ['with a radius', 'clientlib-signup { --clientlib-radius: 2px }'],
    [
      'with ::part(input)',
      'clientlib-signup::part(input) { border-width: 2px; background: #fee; color: #300 }',
    ],
    ['in a dark page', ':root { color-scheme: dark }'],
  ])('stand and look like those of the page %s', async (_, css) => {
    const page = await open(css);
    expect(await edgesOf(frameField(page))).toEqual(await edgesOf(pageField(page)));
    const look = await lookOf(pageField(page));
    await expect.poll(() => lookOf(frameField(page))).toEqual(look);
  });

  it('are marked in --clientlib-danger', async () => {
    const page = await open('clientlib-signup { --clientlib-danger: rgb(200, 0, 250) }');
    await subscribe(page);
    const error = formOf(page).getByText('Please fill this in.').first();
    await error.waitFor();
    expect(await error.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(200, 0, 250)');
    const border = () => frameField(page).evaluate((input) => getComputedStyle(input).borderTopColor);
    expect(await border()).toBe('rgb(200, 0, 250)');
  });

  it('have an outline in --clientlib-accent with the focus where they are wrong', async () => {
    const page = await open('clientlib-signup { --clientlib-accent: rgb(0, 90, 200) }');
    await subscribe(page);
    await formOf(page).getByText('Please fill this in.').first().waitFor();
    for (const field of [pageField(page), frameField(page)]) {
      await field.focus();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      const outline = () => field.evaluate((input) => getComputedStyle(input).outline);
      await expect.poll(outline).toBe('rgb(0, 90, 200) solid 2px');
    }
  });
});

it.each([
  [':root { color-scheme: dark }', 'dark'],
  [':root { color-scheme: light }', 'light'],
  ['', 'light dark'],
])('the 3-D Secure dialog has the color scheme of the page: %s is %s', async (css, scheme) => {
  const page = await shop.openSignup({ bearer: 'CreditCard:Bravo' });
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
  await fillPaymentForm(page, { ...goodCard, cardNumber: '4000000000003220' });
  await subscribe(page);
  const dialog = page.locator('body > dialog');
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => getComputedStyle(element).colorScheme)).toBe(scheme);
});
