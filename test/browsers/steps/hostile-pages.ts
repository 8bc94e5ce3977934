import { expect } from 'vitest';
import { attack, countWhatIsOpen, createAndDestroy, pretend, whatIsOpen } from '../../e2e/hostile-page.ts';
import type { Place } from '../driver.ts';
import { button, heading } from '../locators.ts';
import type { Step } from '../world.ts';
import { beginChallenge, openShop, outcome } from './challenge.ts';
import { createForm, type FormPage, formConfig, typeCard } from './payment-form.ts';

/** Counts the messages that arrive in a window from now on. */
const countMessages = (window_: Place) =>
  window_.evaluate(() => {
    const counted = window as unknown as { arrived: number };
    counted.arrived = 0;
    addEventListener('message', () => {
      counted.arrived += 1;
    });
  });

/** Keeps the tokens of providers' answers, as a script in the page could. */
const keepTokens = (): void => {
  const kept: string[] = [];
  Object.assign(window, { tokens: kept });
  const original = window.fetch;
  window.fetch = async (...request) => {
    const response = await original(...request);
    const { Token } = (await response.clone().json()) as { Token?: string };
    if (Token) kept.push(Token);
    return response;
  };
};

export const hostileSteps: Step[] = [
  {
    subject: 'Hostile pages',
    title: 'takes none of 12,000 forged messages, at neither end, and works as before',
    async run(page, { merchant }) {
      // The stranger's page holds the merchant's, which holds the form: the stranger can reach both windows.
      await page.open(merchant.strangerUrl);
      const shop = await page.frame('iframe');
      await shop.see(heading('Checkout'));
      const form = await createForm(shop);
      for (const window_ of [shop, form]) await countMessages(window_);
      const answered = [
        // Wrong origin and source: from the stranger to the page, and to the form.
        await page.evaluate(attack, [3000, 'child'] as const),
        await page.evaluate(attack, [3000, 'grandchild'] as const),
        // Right origin and source, but too late: the page has connected.
        await shop.evaluate(attack, [3000, 'child'] as const),
        // From the form's own origin to the page: nobody listens to windows there.
        await form.evaluate(attack, [3000, 'parent'] as const),
      ];
      expect(answered).toEqual([0, 0, 0, 0]);
      for (const window_ of [shop, form])
        await expect
          .poll(() => window_.evaluate(() => (window as unknown as { arrived: number }).arrived))
          .toBe(6000);
      const events = await shop.evaluate(() => (window as unknown as FormPage).events.map(([name]) => name));
      expect(events).toEqual(['ready']);
      await typeCard(form);
      const paid = await shop.evaluate(() => (window as unknown as FormPage).form.submit());
      expect(paid).toMatchObject({ Bearer: 'CreditCard:Bravo', Last4: '1111' });
    },
  },
  {
    subject: 'Hostile pages',
    title: 'keeps the form closed to a page that only pretends to be ClientLib',
    async run(page, { merchant, shop }) {
      await page.open(merchant.url);
      expect(await page.evaluate(pretend, shop.service.url)).toBe(0);
      // The real one works beside it.
      await page.evaluate(() => document.querySelector('iframe')?.remove());
      await typeCard(await createForm(page));
      const paid = await page.evaluate(() => (window as unknown as FormPage).form.submit());
      expect(paid).toMatchObject({ Bearer: 'CreditCard:Bravo', Last4: '1111' });
    },
  },
  {
    subject: 'Hostile pages',
    title: 'believes no outcome of a challenge that is forged in the page or for another token',
    async run(page, world) {
      await openShop(page, world);
      await page.evaluate(keepTokens);
      await beginChallenge(page);
      const bank = await page.frame('dialog iframe');
      await bank.see(heading('Is it you?'));
      // The right token from the page itself, and another one from the bank's page.
      await page.evaluate(() => {
        const [token] = (window as unknown as { tokens: string[] }).tokens;
        postMessage({ type: 'clientlib:challenge', token, outcome: 'passed' }, '*');
      });
      await bank.evaluate(() =>
        parent.postMessage({ type: 'clientlib:challenge', token: 'forged', outcome: 'passed' }, '*'),
      );
      expect(await page.evaluate(() => (window as unknown as { tokens: string[] }).tokens.length)).toBe(1);
      await bank.click(button('Fail the confirmation'));
      expect(await outcome(page)).toEqual({ errorCode: ['3DsProblem'] });
    },
  },
  {
    subject: 'Hostile pages',
    title: 'leaves no frame, listener, timer or port behind in 100 cycles of create and destroy',
    async run(page, { merchant }) {
      await page.open(merchant.url);
      await page.evaluate(countWhatIsOpen);
      await page.evaluate(createAndDestroy, [formConfig, 100] as const);
      expect(await page.evaluate(whatIsOpen)).toEqual({ timers: 0, listeners: 0, ports: 0 });
      expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
    },
  },
];
