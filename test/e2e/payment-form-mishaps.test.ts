import { describe, expect, it } from 'vitest';
import { focusedId, newPage, screenshot } from './browser.ts';
import {
  fillContact,
  insideOf,
  openCheckout,
  openForm,
  phone,
  places,
  servePaymentForms,
  typeCard,
} from './payment-form-page.ts';

servePaymentForms();

describe('the checkout with the embedded payment form', () => {
  it('can be left with Tab, forwards and backwards', async () => {
    const { page, frame } = await openForm();
    await frame.getByLabel('Name on card').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedId(page)).toBe('after');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focusedId(frame)).toBe('cardHolder');
  });

  it('continues when the customer cancels a challenge', async () => {
    const { page, frame } = await openCheckout(phone);
    await fillContact(page);
    await typeCard(frame, '4000000000003220');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    await screenshot(page, 'payment-form-challenge-phone');
    // The frame fits, and the button is nobody's main button, whatever the page makes of its own.
    const dialog = await page.locator('dialog').evaluate((element) => ({
      overflow: element.scrollHeight - element.clientHeight,
      colours: [...document.querySelectorAll('dialog button, #pay')].map(
        (button) => getComputedStyle(button).backgroundColor,
      ),
    }));
    expect(dialog.overflow).toBe(0);
    expect(new Set(dialog.colours).size).toBe(2);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The payment was canceled. You can try again.').waitFor();
    await typeCard(frame);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Thank you!').waitFor();
  });

  it('pays by direct debit, and keeps the order payable after a mistake', async () => {
    const { page, frame } = await openCheckout();
    await fillContact(page);
    await frame.getByLabel('Direct debit').check();
    await frame.getByLabel('Account holder').fill('Ada Lovelace');
    await frame.getByLabel('IBAN').fill('DE88370400440532013000');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await frame.getByText('Please check the IBAN.').first().waitFor();
    await frame.getByLabel('IBAN').fill('DE89370400440532013000');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Thank you!').waitFor();
  });

  it('distinguishes a failed payment from one that could not be confirmed', async () => {
    const { page, frame } = await openCheckout({ allowErrors: ['net::ERR_FAILED'] });
    await fillContact(page);
    await frame.getByLabel('November').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByLabel('Password').fill('any');
    await page.route('**/Finalize', (route) => route.abort());
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText('do not pay again').waitFor();
    expect(await page.getByText('Nothing was charged').isVisible()).toBe(false);
    await page.unroute('**/Finalize');
    await page.reload();
    await page.getByText('Thank you!').waitFor();
  });

  it('takes a payment if the price could not be loaded', async () => {
    const page = await newPage({ allowErrors: ['net::ERR_FAILED'] });
    await page.route('**/signup/preview', (route) => route.abort());
    await page.goto(`${places().shopUrl}/payment-form/`);
    const frame = await insideOf(page);
    await frame.getByLabel('Card number').waitFor();
    await page.getByRole('alert').getByText('The price could not be loaded.').waitFor();
    await fillContact(page);
    await typeCard(frame);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Thank you!').waitFor();
  });
});
