import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { newPage } from './browser.ts';
import { ada, formOf, goodCard, openTenLinePages, type TenLinePages, thanks } from './ten-line-pages.ts';

/* The signup and the portal without a mouse, in forced colors, from right to left, and enlarged. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

/** Id or text of what has the focus, in the page or in a frame of it. */
async function focused(page: Page): Promise<string> {
  for (const frame of page.frames()) {
    const name = await frame.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      if (!active || active.matches('iframe, body') || !document.hasFocus()) return '';
      return active.id || active.textContent || '';
    });
    if (name) return name;
  }
  return '';
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 60) {
    const now = await focused(page);
    if (now === name) return;
    passed.push(now);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}, only ${[...new Set(passed)].join(', ')}.`);
}

async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await tabTo(page, name);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(value);
  }
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

it('signs up by keyboard, with a decline and a confirmation at the bank, and cancels', async () => {
  const page = await shop.openSignup({ bearer: 'CreditCard:Bravo', customer: {} });
  await formOf(page).getByLabel('Card number').waitFor();
  const { EmailAddress, FirstName, LastName, Address } = ada;
  await type(page, { EmailAddress, FirstName, LastName });
  const { Street, HouseNumber, PostalCode, City } = Address;
  await type(page, {
    'Address-Street': Street,
    'Address-HouseNumber': HouseNumber,
    'Address-PostalCode': PostalCode,
    'Address-City': City,
  });
  await type(page, { ...goodCard, cardNumber: '4000000000000002' });
  await press(page, 'Subscribe and pay');
  const declined = 'The payment was declined. Please try another card or payment method.';
  await expect.poll(() => focused(page)).toBe(declined);
  await type(page, { cardNumber: '4000000000003220', cvc: '123' });
  await press(page, 'Subscribe and pay');
  await page.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).waitFor();
  await press(page, 'Confirm');
  await thanks(page);
  await expect.poll(() => focused(page)).toBe('Thank you!');

  await page.goto(`${shop.service.url}/portal/account.html#/${await shop.newToken()}?language=en`);
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  await press(page, 'Cancel subscription');
  await expect.poll(() => focused(page)).toBe('Reason');
  await press(page, 'Cancel subscription');
  await expect.poll(() => focused(page)).toMatch(/^Canceled\. You can use Basic until/);
});

it('pays what is open by keyboard on a phone, after a decline', async () => {
  const signup = await shop.openSignup({ bearer: 'InvoicePayment' });
  await signup.getByRole('button', { name: 'Subscribe and pay' }).click();
  await thanks(signup);
  const page = await newPage({ viewport: { width: 340, height: 700 }, allowErrors: ['402', '422'] });
  await page.goto(`${shop.service.url}/portal/account.html#/${await shop.newToken()}?language=en`);
  await page.getByRole('heading', { name: 'Open amount' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(page, 'Pay €11.78');
  await expect.poll(() => focused(page)).toBe('cardNumber');
  await type(page, { ...goodCard, cardNumber: '4000000000000002' });
  await page.keyboard.press('Enter');
  const declined = page.getByText('The payment was declined.');
  await declined.waitFor();
  const edgesOf = async (place: Locator) => (await place.boundingBox()) ?? { y: NaN, height: NaN };
  const [message, form] = [await edgesOf(declined), await edgesOf(page.locator('[part=payment]'))];
  expect([message.y >= 0, message.y + message.height <= form.y]).toEqual([true, true]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await type(page, { cardNumber: goodCard.cardNumber, cvc: '123' });
  await press(page, 'Pay €11.78');
  await expect.poll(() => focused(page)).toBe('Your changes are saved. Paid: €11.78');
  expect(await page.getByRole('heading', { name: 'Open amount' }).count()).toBe(0);
  expect((await shop.books()).charged).toEqual([11.78]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

const plans = 'b00000000000000000000001 b00000000000000000000002 b00000000000000000000003';

/** Too wide by so many pixels. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

it.each([
  { name: 'in forced colors', look: { forcedColors: 'active' }, width: 390, locale: 'en' },
  { name: 'from right to left', look: {}, width: 390, locale: 'ar' },
  { name: 'enlarged to 400 %', look: {}, width: 320, locale: 'de' },
] as const)('the signup $name: choice and focus can be seen, and nothing is too wide', async (one) => {
  const page = await newPage({
    viewport: { width: one.width, height: 800 },
    reducedMotion: 'reduce',
    ...one.look,
  });
  await page.goto(
    `${shop.service.url}/portal/signup.html#/b00000000000000000000001?language=${one.locale}&country=DE&payment-methods=InvoicePayment`,
  );
  await page.locator('#due').waitFor();
  await page
    .locator('clientlib-signup')
    .evaluate((element, ids) => element.setAttribute('plan-variant-ids', ids), plans);
  await page.locator('[part=period]').waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.locator('clientlib-signup .top').getAttribute('dir')).toBe(
    one.locale === 'ar' ? 'rtl' : 'ltr',
  );
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outlineStyle, outlineWidth, borderTopColor } = getComputedStyle(element);
        return { outline: `${outlineStyle} ${outlineWidth}`, borderTopColor };
      });
  const [on, off] = [
    await outlineOf('.switch :checked + span'),
    await outlineOf('.switch :not(:checked) + span'),
  ];
  if (one.name === 'in forced colors') expect([on.outline, off.outline]).toEqual(['solid 2px', 'none 3px']);
  await page.locator('#EmailAddress').focus();
  expect((await outlineOf('#EmailAddress')).outline).toBe('solid 2px');
});
