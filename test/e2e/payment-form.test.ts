import { describe, expect, it } from 'vitest';
import { screenshot } from './browser.ts';
import {
  control,
  fillContact,
  insideOf,
  openCheckout,
  openForm,
  servePaymentForms,
  typeCard,
} from './payment-form-page.ts';

/* The payment form by itself is in payment-form-details.test.ts; other ways to pay and mishaps in payment-form-mishaps.test.ts. */

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
