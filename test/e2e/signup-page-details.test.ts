import { describe, expect, it } from 'vitest';
import { focusedId, newPage } from './browser.ts';
import {
  fillCard,
  fillDetails,
  openShop,
  serveSignupPage,
  shopUrl,
  subscribe,
  thanked,
} from './signup-page.ts';

serveSignupPage();

describe('the signup page', () => {
  it('takes a signup by direct debit', async () => {
    const page = await openShop();
    await fillDetails(page);
    await page.getByLabel('Direct debit').check();
    await page.getByLabel('Account holder').fill('Ada Lovelace');
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await subscribe(page);
    expect((await thanked(page)).events).toContain('OrderSucceeded');
  });

  it('takes a signup on invoice', async () => {
    const page = await openShop();
    await fillDetails(page);
    await page.getByLabel('On invoice').check();
    await subscribe(page);
    const { events } = await thanked(page);
    expect(events).toContain('InvoiceCreated');
    expect(events).not.toContain('PaymentSucceeded');
  });

  it('reports a wrong coupon without failing, and applies a right one', async () => {
    const page = await openShop();
    await page.getByText('€11.78').first().waitFor();
    await page.getByLabel('Coupon').fill('NOSUCHCODE');
    await page.getByText('This code is not valid.').waitFor();
    await page.getByLabel('Coupon').fill('WELCOME20');
    await page.getByText('Applied').waitFor();
    // 9.90 less 20 % is 7.92, with 19 % VAT 9.42.
    await page.getByText('€9.42').first().waitFor();
  });

  it('marks a coupon for which the order is rejected', async () => {
    const page = await openShop({ allowErrors: ['422'] });
    await fillDetails(page);
    await fillCard(page);
    await page.getByLabel('Coupon').fill('NOSUCHCODE');
    await subscribe(page);
    await page.getByText('This code is not valid.').waitFor();
    await expect.poll(() => focusedId(page)).toBe('coupon');
  });

  it('explains it if an extension blocks ClientLib, and submits nothing', async () => {
    const page = await newPage({ allowErrors: ['net::ERR_FAILED', 'clientlib.js did not load'] });
    await page.route('**/clientlib.js', (route) => route.abort());
    await page.goto(shopUrl());
    await page.getByRole('alert').getByText('check your connection and ad blocker').waitFor();
    await fillDetails(page);
    await page.getByLabel('City').press('Enter');
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('button', { name: 'Subscribe' }).isDisabled()).toBe(true);
  });

  it('reports it if the service is not available', async () => {
    const page = await newPage({ allowErrors: ['net::ERR_FAILED'] });
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto(shopUrl());
    await page.getByRole('alert').getByText('The payment methods could not be loaded.').waitFor();
    await page.getByText('The price could not be brought up to date.').waitFor();
  });

  it('can be used again after the customer returns, and charges nothing twice', async () => {
    const page = await openShop({ allowErrors: ['409'] });
    await fillDetails(page);
    await fillCard(page);
    // An answer without a page: the browser stays where it is.
    await page.route('**/thank-you.html*', (route) => route.fulfill({ status: 204 }));
    const paid = page.waitForRequest('**/thank-you.html*');
    await subscribe(page);
    await paid;
    // What a browser does that has kept the page.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.unroute('**/thank-you.html*');
    await subscribe(page);
    const { events } = await thanked(page);
    expect(events.filter((event) => event === 'OrderSucceeded')).toHaveLength(1);
  });

  it('shows the price with the VAT of the country', async () => {
    const page = await openShop();
    await page.getByText('€11.78').first().waitFor();
    await page.getByLabel('Country').selectOption('AT');
    // 9.90 with 20 % VAT.
    await page.getByText('€11.88').first().waitFor();
    await page.getByLabel('Additional seats').fill('3');
    // 9.90 + 3 × 4.50 = 23.40 with 20 % VAT.
    await page.getByText('€28.08').first().waitFor();
  });
});
