import { describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { some } from '../properties.ts';
import {
  block,
  impatience,
  ordersOf,
  pageOf,
  paymentFormPage,
  publicApiKey,
  servePasted,
} from './pasted-page.ts';
import { goodCard } from './ten-line-pages.ts';

/* What the first pages of the documentation show works when it is pasted. */

const open = servePasted();

describe('pasted', () => {
  it('the script tag of the README signs a customer up', async () => {
    const script = await block('README.md', 'html');
    const page = await open(script.replace('console.log(', 'document.body.append('));
    await page.getByText(/^[0-9a-f]{48}$/).waitFor();
  });

  it('the page of Getting started shows a price and takes a signup', async () => {
    const page = await open(await block('docs/getting-started.md', 'html'));
    await page.getByText('11.78 EUR').waitFor();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText(/Thank you! Contract [0-9a-f]{24}/).waitFor();
  });

  it('the page of Getting started handles the return from a provider', async () => {
    const page = await open(
      (await block('docs/getting-started.md', 'html'))
        .replace('CreditCard:FakePSP', 'November')
        .replace(/(publicApiKey: '\w+')/, '$1, providerReturnUrl: location.href')
        .replace(/<\/script>\s*$/, `${await block('docs/getting-started.md', 'js')}</script>`),
    );
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByLabel('Password').fill('any');
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText(/Thank you! Contract [0-9a-f]{24}/).waitFor();
  });

  it.each(some(impatience, 2))('the payment form from its docs page sells once for %s', async (_, press) => {
    const page = await open(await paymentFormPage());
    const { cardNumber, ...others } = goodCard;
    await fillPaymentForm(page, { cardNumber });
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.frameLocator('iframe').getByText('Please fill this in.').first().waitFor();
    await fillPaymentForm(page, others);
    const orders = ordersOf(page);
    await press(page);
    await page.waitForURL('**/thank-you.html');
    expect(orders()).toBe(1);
  });

  it('the separate fields from their docs page sell', async () => {
    const page = await open(await paymentFormPage('## Separate fields'));
    expect(await page.locator('iframe').count()).toBe(4);
    await fillPaymentForm(page, goodCard);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.waitForURL('**/thank-you.html');
  });

  it('the error callback from the docs page on errors explains the error', async () => {
    const script = `
      const say = (text) => { document.body.textContent = text; };
      const mark = (field, text) => say(field + ': ' + text);
      const thankYou = () => say('Thank you!');
      const signup = new ClientLib.Signup();
      const payment = new ClientLib.Payment({ publicApiKey: '${publicApiKey}' });
      await payment.ready;
      window.pay = (cardNumber) => {
        const data = { bearer: 'CreditCard:FakePSP', cardNumber, expiryMonth: 12, expiryYear: 2029, cardHolder: 'Ada', cvc: '123' };
        ${await block('docs/errors.md', 'js')}
      };
      say('ready');`;
    const page = await open(pageOf('<script src="http://localhost:4400/clientlib.js"></script>', script));
    await page.getByText('ready').waitFor();
    const pay = (number: string) =>
      page.evaluate((card) => (window as unknown as { pay(number: string): void }).pay(card), number);
    await pay('4111111111111112');
    await page.getByText('cardNumber: Please check the card number.').waitFor();
    await pay('4000000000009995');
    await page.getByText('The bank declined the payment.').waitFor();
    await pay('4111111111111111');
    await page.getByText('Thank you!').waitFor();
  });
});
