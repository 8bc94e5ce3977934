import { expect } from 'vitest';
import { signUp } from '../../e2e/sign-up.ts';
import { type Page, type Place, TIMEOUT_MS } from '../driver.ts';
import { button, field } from '../locators.ts';
import type { Step, World } from '../world.ts';
import { typeCard } from './payment-form.ts';

/*
 * The ten-line pages. What stands in a shadow root is found by script, as XPath does not look there, and used by keyboard,
 * as real keys go to whatever has the focus.
 */

type Tag = 'clientlib-signup' | 'clientlib-portal';

/** Repeats a question to the page until the answer is yes. A page that is just being replaced cannot answer. */
export async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  let problem: unknown;
  do {
    try {
      if (await ask()) return;
    } catch (error) {
      problem = error;
    }
    await new Promise((done) => setTimeout(done, 50));
  } while (Date.now() < deadline);
  throw new Error(`Not within ${TIMEOUT_MS} ms: ${what}. ${problem ?? ''}`);
}

/** Puts the focus on a field by its label, or on a button by its name, in a section if one is named. */
const focusOn = (page: Place, tag: Tag, name: string, section = ''): Promise<void> =>
  until(name, () =>
    page.evaluate(
      ([inTag, named, around]) => {
        const root = document.querySelector(inTag as string)?.shadowRoot;
        const place = around
          ? [...(root?.querySelectorAll('section') ?? [])].find(
              (one) => one.querySelector('h2')?.textContent === around,
            )
          : root;
        const starts = (one: Element) =>
          one.textContent?.trim().startsWith(named as string) && !one.closest('[hidden], :disabled');
        const found = [...(place?.querySelectorAll<HTMLElement>('label, button') ?? [])].find(starts);
        const target =
          found instanceof HTMLLabelElement ? (found.control ?? root?.getElementById(found.htmlFor)) : found;
        target?.focus();
        if (target instanceof HTMLInputElement && target.type !== 'radio') target.select();
        return target !== undefined && target !== null && root?.activeElement === target;
      },
      [tag, name, section],
    ),
  );

const seeIn = (page: Place, tag: Tag, words: string): Promise<void> =>
  until(words, () =>
    page.evaluate(
      ([inTag, text]) => {
        const top = document.querySelector(inTag as string)?.shadowRoot?.querySelector('.top');
        return (top?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').includes(text as string);
      },
      [tag, words],
    ),
  );

export const see = (page: Place, words: string) => seeIn(page, 'clientlib-signup', words);

/** By script: Firefox takes no keys of its driver in a page to which another one has led back. */
async function press(page: Place, tag: Tag, name: string, section?: string): Promise<void> {
  await focusOn(page, tag, name, section);
  await page.evaluate((inTag) => {
    const root = document.querySelector(inTag)?.shadowRoot;
    (root?.activeElement as HTMLElement | undefined)?.click();
  }, tag);
}

export const subscribe = (page: Place) => press(page, 'clientlib-signup', 'Subscribe and pay');

const customer = [
  ['E-mail address', 'ada@example.com'],
  ['First name', 'Ada'],
  ['Last name', 'Lovelace'],
  ['Street', 'Hauptstraße'],
  ['House number', '5'],
  ['Postal code', '10117'],
  ['City', 'Berlin'],
] as const;

/** Offers one payment method, on a page that has the element or is about to have it. */
export async function offer(page: Place, bearer: string): Promise<void> {
  await until('the signup', () =>
    page.evaluate((methods) => {
      const element = document.querySelector('clientlib-signup');
      if (!element?.shadowRoot) return false;
      if (element.getAttribute('payment-methods') === methods) return true;
      // It begins anew, and has a price then.
      const priced = new Promise<true>((done) => {
        element.addEventListener('change', () => done(true), { once: true });
      });
      element.setAttribute('payment-methods', methods);
      return priced;
    }, bearer),
  );
  await see(page, '€11.78');
}

const addressOf = (page: Page) => page.evaluate(() => location.href);

/** The signup page with one payment method, and the customer's data. */
async function openSignup(page: Page, { examples }: World, bearer: string): Promise<string> {
  const url = `${examples.shop.url}/drop-in/signup.html`;
  await page.open(url);
  await offer(page, bearer);
  for (const [label, value] of customer) {
    await focusOn(page, 'clientlib-signup', label);
    await page.type(value);
  }
  return url;
}

export const typeCardIn = async (page: Place, number?: string): Promise<void> =>
  typeCard(await page.frame('clientlib-signup iframe'), number);

export async function payAtProvider(page: Page): Promise<void> {
  await page.fill(field('E-mail address'), 'payer@wallet.test');
  await page.fill(field('Password'), 'any');
  await page.click(button('Pay'));
}

export const dropInSteps: Step[] = [
  {
    subject: 'Drop-in',
    title: 'signs up by card after one that is declined, and thanks after a reload too',
    async run(page, world) {
      await openSignup(page, world, 'CreditCard:India');
      await typeCardIn(page, '4000000000000002');
      await subscribe(page);
      await see(page, 'The payment was declined.');
      await typeCardIn(page);
      await subscribe(page);
      await see(page, 'Thank you!');
      await page.evaluate(() => {
        document.documentElement.dataset['before'] = '';
        setTimeout(() => location.reload());
      });
      await until('the reload', () =>
        page.evaluate(() => document.documentElement.dataset['before'] === undefined),
      );
      await see(page, 'Thank you!');
    },
  },
  {
    subject: 'Drop-in',
    title: 'shows the bank’s challenge over the page, and signs up when the customer confirms',
    async run(page, world) {
      await openSignup(page, world, 'CreditCard:Bravo');
      await typeCardIn(page, '4000000000003220');
      await subscribe(page);
      const bank = await page.frame('dialog iframe');
      await bank.click(button('Confirm'));
      await see(page, 'Thank you!');
    },
  },
  {
    subject: 'Drop-in',
    title: 'goes to a payment provider, and comes back to the same page: canceled, then paid',
    async run(page, world) {
      const url = await openSignup(page, world, 'November');
      await subscribe(page);
      await page.click(button('Cancel'));
      await see(page, 'The payment was canceled.');
      expect(await addressOf(page)).toBe(url);
      await offer(page, 'November');
      await subscribe(page);
      await payAtProvider(page);
      await see(page, 'Thank you!');
      expect(await addressOf(page)).toBe(url);
    },
  },
  {
    subject: 'Drop-in',
    title: 'is left by the back button at the provider, and the same order is paid then',
    async run(page, world) {
      await openSignup(page, world, 'November');
      await subscribe(page);
      await page.see(button('Pay'));
      await page.evaluate(() => {
        setTimeout(() => history.back());
      });
      await offer(page, 'November');
      await subscribe(page);
      await payAtProvider(page);
      await see(page, 'Thank you!');
    },
  },
  {
    subject: 'Drop-in',
    title: 'shows a contract, changes the plan at the price that it names, and cancels with the date',
    async run(page, world) {
      await signUp(world.examples, { tag: 'drop-in-portal' });
      await page.open(`${world.examples.shop.url}/drop-in/portal.html?account=drop-in-portal`);
      const seePortal = (words: string) => seeIn(page, 'clientlib-portal', words);
      await seePortal('February 15, 2026');
      await press(page, 'clientlib-portal', 'Change plan');
      await press(page, 'clientlib-portal', 'Yearly');
      await press(page, 'clientlib-portal', 'Basic', 'Plan');
      await seePortal('Due today');
      await press(page, 'clientlib-portal', 'Subscribe and pay');
      await seePortal('Your changes are saved.');
      await press(page, 'clientlib-portal', 'Cancel subscription', 'Your subscription');
      await seePortal('Your subscription will end on');
    },
  },
];
