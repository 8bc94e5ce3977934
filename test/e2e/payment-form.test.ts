import { describe, expect, it } from 'vitest';
import { focusedId, newPage, screenshot } from './browser.ts';
import {
  control,
  fillContact,
  insideOf,
  openCheckout,
  openForm,
  phone,
  places,
  servePaymentForms,
  typeCard,
} from './payment-form-page.ts';

/* The payment form by itself is in payment-form-details.test.ts. */

servePaymentForms();

describe('the checkout with the embedded payment form', () => {
  it('works by keyboard alone', async () => {
    const { page } = await openCheckout();
    const { keyboard } = page;
    await keyboard.press('Tab');
    for (const text of ['ada@example.com', 'Ada', 'Lovelace']) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
    // The methods: arrows choose, and here choose the card again.
    await keyboard.press('ArrowRight');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Tab');
    for (const text of ['4111111111111111', '1230', '123']) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
    await keyboard.type('Ada Lovelace');
    await keyboard.press('Enter');
    await page.getByText('Thank you!').waitFor();
  });

  it('can be left with Tab, forwards and backwards', async () => {
    const { page, frame } = await openForm();
    await frame.getByLabel('Name on card').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedId(page)).toBe('after');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focusedId(frame)).toBe('cardHolder');
  });

  it('shows a challenge in the page, and pays when it is passed', async () => {
    const { page, frame } = await openCheckout();
    await fillContact(page);
    await typeCard(frame, '4000000000003220');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    const challenge = page.frameLocator('dialog iframe');
    await challenge.getByRole('button', { name: 'Confirm', exact: true }).waitFor();
    await screenshot(page, 'payment-form-challenge-desktop');
    await challenge.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Thank you!').waitFor();
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

  it('pays with a wallet by redirect, and returns', async () => {
    const { page, frame } = await openCheckout();
    await fillContact(page);
    await frame.getByLabel('November').check();
    await frame.getByText('You will be taken to the payment provider').waitFor();
    await screenshot(page, 'payment-form-redirect-desktop');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.waitForURL(/\/providers\/November/);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: /^(Pay|Confirm)/ }).click();
    await page.getByText('Thank you!').waitFor();
    expect(page.url()).toContain('/payment-form/done.html');
  });

  it('explains a declined card, and accepts another', async () => {
    const { page, frame } = await openCheckout();
    await fillContact(page);
    await typeCard(frame, '4000000000000002');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Your bank declined this payment.').waitFor();
    await typeCard(frame);
    await page.getByRole('button', { name: 'Subscribe' }).click();
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

  it('sends the card number to the provider alone', async () => {
    const number = '5555555555554444';
    const { page, frame } = await openCheckout();
    const seen: string[] = [];
    page.on('request', (request) => {
      expect(request.url()).not.toContain(number);
      if ((request.postData() ?? '').replace(/\D/g, '').includes(number))
        seen.push(new URL(request.url()).pathname);
    });
    const said = await page.evaluate(() => {
      const heard: string[] = [];
      const port = MessagePort.prototype;
      const { set } = Object.getOwnPropertyDescriptor(port, 'onmessage') as Required<PropertyDescriptor>;
      Object.defineProperty(port, 'onmessage', {
        set(listener) {
          set.call(this, (event: MessageEvent) => {
            heard.push(JSON.stringify(event.data));
            listener(event);
          });
        },
      });
      (window as unknown as { heard: string[] }).heard = heard;
      return heard.length;
    });
    expect(said).toBe(0);
    // The form connects anew, so that all it says is heard.
    await page.evaluate(() => {
      const place = document.querySelector('#payment') as HTMLElement;
      place.append(place.querySelector('iframe') as HTMLIFrameElement);
    });
    const again = await insideOf(page);
    await again.getByLabel('Card number').waitFor();
    await fillContact(page);
    await typeCard(again, number);
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard.length).toBeGreaterThan(5);
    expect(heard.join().replace(/\D/g, '')).not.toContain(number);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Thank you!').waitFor();
    expect(seen).toEqual(['/providers/Bravo/tokens']);
    expect(frame).toBeDefined();
    for (const path of ['snapshot', 'requests?take=500', 'events?take=500']) {
      expect(JSON.stringify(await control(path))).not.toContain(number);
    }
  });
});

describe('the payment form', () => {
  it('spec: Operation createElement — is embedded under the strictest policy, and submits', async () => {
    const { page, frame } = await openForm();
    await typeCard(frame);
    expect(await page.evaluate(() => window.form.validate())).toBe(true);
    const processed = await page.evaluate(() => window.form.submit());
    expect(processed).toMatchObject({
      Bearer: 'CreditCard:Bravo',
      TetheredPaymentInformation: { Bearer: 'CreditCard:Bravo', Token: expect.any(String) },
      Last4: '1111',
      CardType: 'visa',
    });
    expect(JSON.stringify(processed)).not.toContain('411111');
  });
});
