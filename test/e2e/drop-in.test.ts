import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/kit/fill-payment-form.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';
import {
  formOf,
  goodCard,
  openTenLinePages,
  soldOnce,
  subscribe,
  type TenLinePages,
  thanks,
  typeCustomer,
} from './ten-line-pages.ts';

/*
 * The ten-line pages and the hosted ones. What each payment says is in drop-in-outcomes.test.ts; what disturbs a signup in
 * drop-in-disturbances.test.ts; most else is tested in happy-dom (test/sdk/drop-in).
 */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

const fillCard = (page: Page, cardNumber = goodCard.cardNumber) =>
  fillPaymentForm(page, { ...goodCard, cardNumber });

describe('the ten-line signup page', () => {
  it('asks for everything, and sells', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:India', customer: {} });
    await typeCustomer(page);
    await fillCard(page);
    await subscribe(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
    expect(page.url()).toBe(`${shop.url}/drop-in/signup.html`);
  });

  it('shows the bank’s challenge, canceled once, failed once, then passed', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:Bravo' });
    const challenge = page.frameLocator('dialog iframe');
    await fillCard(page, '4000000000003220');
    await subscribe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The payment was canceled.').waitFor();
    await subscribe(page);
    await challenge.getByRole('button', { name: 'Fail the confirmation' }).click();
    await page.getByText('Your bank could not confirm that it is you.').waitFor();
    await subscribe(page);
    await challenge.getByRole('button', { name: 'Confirm', exact: true }).click();
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
    await page.reload();
    await thanks(page);
  });
});

describe.each([
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark-phone', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const)('the hosted pages, $name', ({ name, colorScheme, viewport }) => {
  const look = async (page: Page, what: string) => {
    await screenshot(page, `drop-in-${what}-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([...(await accessibilityProblems(page)), wide > 0 ? `${wide} px too wide` : '']).toEqual(['']);
  };

  it('sign up, and show the contract', { timeout: 120_000 }, async () => {
    const page = await newPage({ colorScheme, viewport });
    await page.goto(
      `${shop.service.url}/portal/signup.html#/b00000000000000000000001?language=en&country=AT`,
    );
    await page
      .locator('clientlib-signup')
      .evaluate((element) =>
        element.setAttribute('payment-methods', 'CreditCard:India Debit:Delta November'),
      );
    await page.getByText('€11.88').first().waitFor();
    await formOf(page).getByLabel('Card number').waitFor();
    await look(page, 'signup');
    await subscribe(page);
    await page.getByText('Please fill this in.').first().waitFor();
    await look(page, 'missing');
    await typeCustomer(page);
    await fillCard(page, '4000000000000002');
    await subscribe(page);
    await page.getByText('The payment was declined.').waitFor();
    await look(page, 'declined');
    await fillCard(page);
    await subscribe(page);
    await thanks(page);
    await look(page, 'thanks');

    const Token = await shop.newToken();
    await page.goto(`${shop.service.url}/portal/account.html#/${Token}?language=en`);
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    await look(page, 'portal');
    const section = (heading: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
    await section('Plan').getByRole('button', { name: 'Change' }).click();
    await page.getByText('Basic yearly').click();
    await page.getByText(/Due today: .* Then/).waitFor();
    await look(page, 'portal-plan');
    await section('Your details').getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Last name').waitFor();
    await section('Payment').getByRole('button', { name: 'Change' }).click();
    await formOf(page).getByText('Payment method').waitFor();
    await page.getByRole('button', { name: 'Cancel subscription' }).first().click();
    await page.getByText(/will end on/).waitFor();
    await look(page, 'portal-open');
  });
});

describe('hosted pages in a frame', () => {
  it('sign up in the frame of an allowed page', async () => {
    const page = await newPage();
    await page.goto(`${shop.url}/drop-in/signup.html`);
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      frame.id = 'hosted';
      document.body.replaceChildren(frame);
    }, `${shop.service.url}/portal/signup.html#/b00000000000000000000001?language=de&country=DE`);
    const hosted = page.frameLocator('#hosted');
    await hosted.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).waitFor();
  });
});
