import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage } from './browser.ts';
import {
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
 * drop-in-disturbances.test.ts; how each step looks in drop-in-looks.test.ts; most else is tested in happy-dom (test/sdk/drop-in).
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
  it('asks for all data and sells', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:India', customer: {} });
    expect(await accessibilityProblems(page)).toEqual([]);
    await typeCustomer(page);
    await fillCard(page);
    await subscribe(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
    expect(page.url()).toBe(`${shop.url}/drop-in/signup.html`);
  });

  it('keeps its button in place while it is pressed, and then marks what is wrong', async () => {
    const page = await shop.openSignup({ bearer: 'InvoicePayment', customer: {} });
    await typeCustomer(page, 'ada');
    const email = page.getByLabel('E-mail address').first();
    const button = page.getByRole('button', { name: 'Subscribe and pay' });
    await email.focus();
    await button.hover();
    const place = await button.boundingBox();
    await page.mouse.down();
    expect(await button.boundingBox()).toEqual(place);
    await page.mouse.up();
    await page.getByText('Please check this entry.').waitFor();
    expect(await email.evaluate((input) => input.matches(':focus'))).toBe(true);
    await email.fill('ada@example.com');
    await subscribe(page);
    await thanks(page);
    expect(await shop.books()).toEqual({ ...soldOnce, charged: [] });
  });

  it('shows the bank’s challenge: canceled, then failed, then passed', async () => {
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
