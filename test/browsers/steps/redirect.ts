import { expect } from 'vitest';
import { button, field, heading, link, text } from '../locators.ts';
import type { Step } from '../world.ts';
import { openCheckout } from './payment-form.ts';

export const redirectSteps: Step[] = [
  {
    subject: 'Redirect',
    title: 'goes to the provider’s page, comes back and finalizes the order',
    async run(page, world) {
      const form = await openCheckout(page, world);
      await form.click(field('November'));
      await form.see(text('You will be taken to the payment provider'));
      await page.click(button('Subscribe'));
      await page.fill(field('E-mail address'), 'ada@example.com');
      await page.fill(field('Password'), 'secret');
      await page.click(button('Pay'));
      await page.see(text('Thank you!'));
      expect(await page.url()).toContain('/payment-form/done.html');
    },
  },
  {
    subject: 'Redirect',
    title: 'says that a declined payment did not work, and takes another try',
    async run(page, world) {
      const form = await openCheckout(page, world);
      await form.click(field('November'));
      await page.click(button('Subscribe'));
      await page.click(button('Simulate decline'));
      await page.see(heading('The payment did not work'));
      await page.click(link('Back to the checkout'));
      const again = await page.frame('#payment iframe');
      await again.see(field('Card number'));
    },
  },
];
