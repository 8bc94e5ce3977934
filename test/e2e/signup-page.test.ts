import { describe, expect, it } from 'vitest';
import { focusedId, screenshot } from './browser.ts';
import {
  control,
  fillCard,
  fillDetails,
  openShop,
  serveSignupPage,
  subscribe,
  thanked,
} from './signup-page.ts';

/* The other ways to pay, prices and mishaps are in signup-page-details.test.ts. */

serveSignupPage();

describe('the signup page', () => {
  it('takes a card signup to an active account', async () => {
    const page = await openShop();
    await screenshot(page, 'signup-desktop');
    await fillDetails(page);
    await fillCard(page);
    await subscribe(page);
    const { events } = await thanked(page);
    expect(events).toEqual(
      expect.arrayContaining([
        'OrderSucceeded',
        'ContractCreated',
        'CustomerCreated',
        'InvoiceCreated',
        'PaymentSucceeded',
      ]),
    );
    const bought = ['Plan', 'Basic', 'Total, VAT included', '€11.78'];
    expect(await page.locator('#bought').locator('dt, dd').allTextContents()).toEqual(bought);
    await screenshot(page, 'thank-you');
    // A reload shows the same, and the link leads to the account.
    await page.reload();
    await thanked(page);
    expect(await page.locator('#bought').locator('dt, dd').allTextContents()).toEqual(bought);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('heading', { name: 'Your subscription' }).waitFor();
  });

  it('keeps the order if the customer returns from a provider without paying', async () => {
    const page = await openShop();
    // Only the card provider that redirects.
    await page.route('**/CustomerSelfService/paymentMethods*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const isOffered = (bearer: string) =>
        !bearer.startsWith('CreditCard:') || bearer === 'CreditCard:Charlie';
      await route.fulfill({ response, json: { ...answer, Bearers: answer.Bearers.filter(isOffered) } });
    });
    let orders = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/signup/order')) orders += 1;
    });
    await page.reload();
    await page.getByLabel('Card', { exact: true }).waitFor();
    await fillDetails(page);
    await page.getByLabel('Additional seats').fill('2');
    await subscribe(page);
    await page.getByRole('button', { name: 'Simulate decline' }).click();
    await page.getByRole('heading', { name: 'The payment did not work' }).waitFor();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await page.getByLabel('Card', { exact: true }).waitFor();
    expect(await page.getByLabel('Last name').inputValue()).toBe('Lovelace');
    expect(await page.getByLabel('Additional seats').inputValue()).toBe('2');
    await subscribe(page);
    // The provider's page asks for the same amount again, with no second order.
    await page.getByRole('button', { name: 'Pay €22.49' }).waitFor();
    expect(orders).toBe(1);
  });

  it('explains what is wrong with a card before anything is sent', async () => {
    const page = await openShop();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await fillDetails(page);
    await fillCard(page, { cvc: '12' });
    await subscribe(page);
    await page.getByText('Please check the security code.').waitFor();
    await fillCard(page, { expiry: '01/20' });
    await subscribe(page);
    await page.getByText('Please check the date; it must lie in the future.').waitFor();
    await fillCard(page, { number: '4111 1111 1111 1112' });
    await subscribe(page);
    await page.getByText('Please check the card number.').waitFor();
    expect(sent.filter((path) => path.includes('/tokens') || path.endsWith('/pay'))).toEqual([]);
    await screenshot(page, 'signup-field-error');
  });

  it('keeps the order payable after a declined and an expired card', async () => {
    const page = await openShop();
    await fillDetails(page);
    await fillCard(page, { number: '4000 0000 0000 0002' });
    await subscribe(page);
    await page.getByRole('alert').getByText('Your bank declined this payment').waitFor();
    await fillCard(page, { number: '4000 0000 0000 0069' });
    await subscribe(page);
    await page.getByRole('alert').getByText('This card has expired').waitFor();
    await screenshot(page, 'signup-declined');
    await fillCard(page);
    await subscribe(page);
    const { events } = await thanked(page);
    expect(events.filter((event) => event === 'OrderSucceeded')).toHaveLength(1);
  });

  it('creates one order for a double click', async () => {
    const page = await openShop();
    let orders = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/signup/order')) orders += 1;
    });
    await fillDetails(page);
    await fillCard(page);
    await page.getByRole('button', { name: 'Subscribe' }).dblclick();
    const { events } = await thanked(page);
    expect(orders).toBe(1);
    expect(events.filter((event) => event === 'ContractCreated')).toHaveLength(1);
  });

  it('asks for missing data, and works on a phone', async () => {
    const page = await openShop({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await screenshot(page, 'signup-phone');
    await subscribe(page);
    expect(await page.getByText('Please fill this in.').count()).toBe(7);
    await expect.poll(() => focusedId(page)).toBe('email');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it('sends the card number to no path of the service, and stores it nowhere', async () => {
    const page = await openShop();
    const seen: string[] = [];
    page.on('request', (request) => {
      if ((request.postData() ?? '').replace(/\D/g, '').includes('5555555555554444'))
        seen.push(new URL(request.url()).pathname);
      expect(request.url()).not.toContain('5555555555554444');
    });
    await fillDetails(page);
    await fillCard(page, { number: '5555 5555 5555 4444' });
    await subscribe(page);
    await thanked(page);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((path) => !path.startsWith('/providers/'))).toEqual([]);
    for (const path of ['snapshot', 'requests?take=500', 'events?take=500', 'deliveries?take=500']) {
      expect(JSON.stringify(await control(path))).not.toContain('5555555555554444');
    }
  });
});
