import { expect } from 'vitest';
import type { Page, Place } from '../driver.ts';
import { button, heading, text } from '../locators.ts';
import type { Step, World } from '../world.ts';
import { openCheckout, typeCard } from './payment-form.ts';

interface PayingPage {
  // biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
  ClientLib: any;
  outcome: Promise<{ status?: string; errorCode?: string[] }>;
}

/** The shop of a strict policy, for calls by script. */
export async function openShop(page: Page, { shop }: World): Promise<void> {
  await page.open(shop.url);
}

/** Begins a signup with a card that wants a challenge. */
export async function beginChallenge(page: Place): Promise<void> {
  await page.evaluate(() => {
    const here = window as unknown as PayingPage;
    const pay = async () => {
      const payment = new here.ClientLib.Payment({ publicApiKey: 'a00000000000000000000001' });
      await payment.ready;
      const signup = new here.ClientLib.Signup();
      const order = await signup.createOrder(
        { planVariantId: 'b00000000000000000000001' },
        {
          firstName: 'Ada',
          lastName: 'Byron',
          emailAddress: 'ada@customer.test',
          address: { country: 'DE' },
        },
      );
      const card = { cardNumber: '4000000000003220', expiryMonth: '12', expiryYear: '2032', cvc: '123' };
      const data = { bearer: 'CreditCard:Bravo', cardHolder: 'Ada', ...card };
      return signup.paySignupInteractive(payment, data, order);
    };
    here.outcome = pay().then(
      ({ OrderStatus }) => ({ status: OrderStatus }),
      ({ errorCode }) => ({ errorCode }),
    );
  });
}

/** How the signup ended. */
export const outcome = (page: Place) => page.evaluate(() => (window as unknown as PayingPage).outcome);
const dialogs = (page: Page) => page.evaluate(() => document.querySelectorAll('dialog').length);

export const challengeSteps: Step[] = [
  {
    subject: '3-D Secure',
    title: 'shows the bank’s page in a dialog, and pays when the customer confirms',
    async run(page, world) {
      const form = await openCheckout(page, world);
      await typeCard(form, '4000000000003220');
      await page.click(button('Subscribe'));
      const bank = await page.frame('dialog iframe');
      await bank.click(button('Confirm'));
      await page.see(text('Thank you!'));
    },
  },
  {
    subject: '3-D Secure',
    title: 'ends with 3DsProblem when the confirmation fails',
    async run(page, world) {
      await openShop(page, world);
      await beginChallenge(page);
      const bank = await page.frame('dialog iframe');
      await bank.click(button('Fail the confirmation'));
      expect(await outcome(page)).toEqual({ errorCode: ['3DsProblem'] });
      expect(await dialogs(page)).toBe(0);
    },
  },
  {
    subject: '3-D Secure',
    title: 'keeps the focus in the dialog, and is canceled by Escape',
    async run(page, world) {
      await openShop(page, world);
      await beginChallenge(page);
      const bank = await page.frame('dialog iframe');
      await bank.see(heading('Is it you?'));
      // Round the dialog, the bank's page in it, and where the browser's own controls are.
      for (let tab = 0; tab < 8; tab++) {
        await page.press('Tab');
        const outside = await page.evaluate(() => {
          const { activeElement, body } = document;
          return activeElement !== body && activeElement?.closest('dialog') === null;
        });
        expect(outside).toBe(false);
      }
      await page.evaluate(() => document.querySelector<HTMLElement>('dialog button')?.focus());
      await page.press('Escape');
      expect(await outcome(page)).toEqual({ errorCode: ['Aborted', 'Canceled'] });
      expect(await dialogs(page)).toBe(0);
    },
  },
];
