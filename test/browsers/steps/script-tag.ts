import { expect } from 'vitest';
import type { Page } from '../driver.ts';
import { button, field, heading, link, text } from '../locators.ts';
import type { Step, World } from '../world.ts';

async function openSignup(page: Page, { examples }: World): Promise<void> {
  await page.open(examples.shop.url);
  await page.see(field('Card'));
  // The last thing that moves what is on the page.
  await page.see(text('€11.78'));
  for (const [label, value] of Object.entries({
    'E-mail': 'ada@example.com',
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Street: 'Hauptstraße',
    Number: '5',
    'Postal code': '10117',
    City: 'Berlin',
  }))
    await page.fill(field(label), value);
}

async function fillCard(page: Page, number = '4111 1111 1111 1111'): Promise<void> {
  await page.fill(field('Card number'), number);
  await page.fill(field('Valid until'), '12/29');
  await page.fill(field('Security code'), '123');
  await page.fill(field('Name on the card'), 'Ada Lovelace');
}

export const scriptTagSteps: Step[] = [
  {
    subject: 'Script tag',
    title: 'loads by its integrity hash under a strict policy, and adds one global',
    async run(page, { integrity }) {
      await page.open(`${integrity.url}/bare`);
      const before = new Set(await page.evaluate(() => Object.getOwnPropertyNames(window)));
      await page.open(integrity.url);
      const after = await page.evaluate(() => Object.getOwnPropertyNames(window));
      expect(after.filter((name) => !before.has(name)).sort()).toEqual([
        'ClientLib',
        'clientlib.configuration',
      ]);
    },
  },
  {
    subject: 'Script tag',
    title: 'signs up by card, and the account becomes active',
    async run(page, world) {
      await openSignup(page, world);
      await page.select(field('Country'), 'AT');
      // 9.90 with 20 % VAT.
      await page.see(text('€11.88'));
      await fillCard(page);
      await page.click(button('Subscribe'));
      await page.see(text('Your account is active.'));
      await page.click(link('Your account'));
      await page.see(heading('Your subscription'));
    },
  },
  {
    subject: 'Script tag',
    title: 'names a wrong field, and takes another card after a declined one',
    async run(page, world) {
      await openSignup(page, world);
      await fillCard(page, '4111 1111 1111 1112');
      await page.click(button('Subscribe'));
      await page.see(text('Please check the card number.'));
      await fillCard(page, '4000 0000 0000 0002');
      await page.click(button('Subscribe'));
      await page.see(text('Your bank declined this payment'));
      await fillCard(page);
      await page.click(button('Subscribe'));
      await page.see(text('Your account is active.'));
    },
  },
];
