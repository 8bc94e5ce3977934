import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startExamples } from '../../examples/start.mjs';
import { focusedId, newPage, screenshot } from './browser.ts';

let examples: Awaited<ReturnType<typeof startExamples>>;

beforeAll(async () => {
  examples = await startExamples({ sandboxPort: 0, shopPort: 0, backendPort: 0 });
});
afterAll(() => examples.close());

const control = async (path: string) => (await fetch(`${examples.sandbox.url}/sandbox/${path}`)).json();

async function openShop(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(examples.shop.url);
  await page.getByLabel('Card', { exact: true }).waitFor();
  return page;
}

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Street').fill('Hauptstraße');
  await page.getByLabel('Number', { exact: true }).fill('5');
  await page.getByLabel('Postal code').fill('10117');
  await page.getByLabel('City').fill('Berlin');
}

async function fillCard(
  page: Page,
  card: { number?: string; expiry?: string; cvc?: string } = {},
): Promise<void> {
  await page.getByLabel('Card number').fill(card.number ?? '4111 1111 1111 1111');
  await page.getByLabel('Valid until').fill(card.expiry ?? '12/29');
  await page.getByLabel('Security code').fill(card.cvc ?? '123');
  await page.getByLabel('Name on the card').fill('Ada Lovelace');
}

const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' }).click();

/** The page after a signup, once the back end has seen the webhook; the contract's events and documents. */
async function thanked(page: Page) {
  await page.getByText('Your account is active.').waitFor();
  const tag = new URL(page.url()).searchParams.get('tag');
  const events: { Event: string; Tag?: string; CustomerId?: string }[] = await control('events?take=500');
  const created = events.find((event) => event.Event === 'ContractCreated' && event.Tag === tag);
  return {
    tag,
    events: events.filter((event) => event.CustomerId === created?.CustomerId).map(({ Event }) => Event),
  };
}

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
    await page.goto(examples.shop.url);
    await page.getByRole('alert').getByText('check your connection and ad blocker').waitFor();
    await fillDetails(page);
    await page.getByLabel('City').press('Enter');
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('button', { name: 'Subscribe' }).isDisabled()).toBe(true);
  });

  it('reports it if the service is not available', async () => {
    const page = await newPage({ allowErrors: ['net::ERR_FAILED'] });
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto(examples.shop.url);
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
