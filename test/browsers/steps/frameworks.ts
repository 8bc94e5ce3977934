import { expect } from 'vitest';
import type { ClientLibPaymentFormElement } from '../../../sdk/src/custom-element/index.ts';
import type { Page } from '../driver.ts';
import { button, field, heading, text } from '../locators.ts';
import type { Step } from '../world.ts';
import { typeCard } from './payment-form.ts';

const frames = (page: Page) => page.evaluate(() => document.querySelectorAll('iframe').length);

/** Changes the language of the custom element. */
const speak = (locale: string): void => {
  const element = document.querySelector('clientlib-payment-form') as ClientLibPaymentFormElement;
  element.locale = locale;
};

export const frameworkSteps: Step[] = [
  {
    subject: 'Frameworks',
    title: 'of React takes over what the server rendered, under StrictMode, and signs up',
    async run(page, { apps }) {
      await page.open(apps.react);
      await page.see(text('11.78 EUR'));
      await page.see(text('loaded'));
      await typeCard(await page.frame('iframe'));
      // The form was made, destroyed and made again: one is left.
      expect(await frames(page)).toBe(1);
      await page.click(button('Pay'));
      await page.see(text('subscribed'));
    },
  },
  {
    subject: 'Frameworks',
    title: 'of Vue asks for the price again when the customer’s country changes, and signs up',
    async run(page, { apps }) {
      await page.open(apps.vue);
      await page.see(text('€11.78 due today'));
      await page.select(field('Country'), 'AT');
      await page.see(text('€11.88 due today'));
      await page.fill(field('E-mail'), 'ada@example.com');
      await page.fill(field('First name'), 'Ada');
      await page.fill(field('Last name'), 'Lovelace');
      await typeCard(await page.frame('iframe'));
      expect(await frames(page)).toBe(1);
      await page.click(button('Subscribe'));
      await page.see(heading('Thank you!'));
    },
  },
  {
    subject: 'Frameworks',
    title: 'and plain pages have a custom element, which keeps what is typed when its language changes',
    async run(page, { apps }) {
      await page.open(apps.element);
      const form = await page.frame('iframe');
      await form.see(field('Card number'));
      await typeCard(form);
      await page.evaluate(speak, 'de');
      await form.see(field('Kartennummer'));
      await page.evaluate(speak, 'en');
      await form.see(field('Card number'));
      expect(await frames(page)).toBe(1);
      await page.click(button('Pay'));
      await page.see(text('subscribed'));
      await page.evaluate(() => document.querySelector('clientlib-payment-form')?.remove());
      expect(await frames(page)).toBe(0);
    },
  },
];
