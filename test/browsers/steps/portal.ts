import { expect } from 'vitest';
import { signUp } from '../../e2e/sign-up.ts';
import type { Page } from '../driver.ts';
import { button, field, heading, text } from '../locators.ts';
import type { Step, World } from '../world.ts';

async function openPortal(page: Page, { examples }: World, tag: string): Promise<void> {
  await signUp(examples, { tag });
  await page.open(`${examples.shop.url}/portal-page/?account=${tag}`);
  await page.see(heading('Your subscription'));
  await page.see(text('15 February 2026'));
}

export const portalSteps: Step[] = [
  {
    subject: 'Portal',
    title: 'shows contract and payment method, and downloads an invoice',
    async run(page, world) {
      await openPortal(page, world, 'shows');
      await page.see(text('visa ending in 1111, valid until 12/2029'));
      const beginning = await page.evaluate(async () => {
        const { href } = document.querySelector('#invoices a') as HTMLAnchorElement;
        const answer = await fetch(href);
        return (await answer.text()).slice(0, 5);
      });
      expect(beginning).toBe('%PDF-');
    },
  },
  {
    subject: 'Portal',
    title: 'changes the card and the customer’s details',
    async run(page, world) {
      await openPortal(page, world, 'changes');
      await page.click(text('Use another card'));
      await page.fill(field('Card number'), '5555 5555 5555 4444');
      await page.fill(field('Valid until'), '11/30');
      await page.fill(field('Security code'), '123');
      await page.fill(field('Name on the card'), 'Ada Lovelace');
      await page.click(button('Save card'));
      await page.see(text('mastercard ending in 4444, valid until 11/2030'));
      await page.fill(field('Company'), 'Analytical Engines Ltd');
      await page.click(button('Save details'));
      await page.see(text('Your details are saved.'));
    },
  },
  {
    subject: 'Portal',
    title: 'upgrades with the active payment method, then cancels',
    async run(page, world) {
      await openPortal(page, world, 'upgrades');
      await page.click(button('Upgrade to Pro'));
      await page.see(text('Welcome to Pro.'));
      await page.click(button('Cancel subscription'));
      await page.see(heading('Cancel your subscription?'));
      await page.click(`//dialog${button('Cancel subscription')}`);
      await page.see(text('Your subscription ends on'));
    },
  },
];
