import { expect } from 'vitest';
import type { PaymentForm } from '../../../sdk/src/elements/payment-form.ts';
import type { Page, Place } from '../driver.ts';
import { button, field, text } from '../locators.ts';
import type { Step, World } from '../world.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;

/** What the page keeps of its form. */
export interface FormPage {
  form: PaymentForm;
  events: [string, unknown][];
}

export const formConfig = {
  publicApiKey: 'a00000000000000000000001',
  paymentMethods: ['CreditCard:Bravo'],
  locale: 'en',
};

/** Makes the form in a page that has ClientLib, and writes its events down. */
export async function createForm(page: Place, style: object = {}): Promise<Place> {
  await page.evaluate(
    ([config, look]) => {
      const here = window as unknown as FormPage;
      here.events = [];
      here.form = ClientLib.createElement(
        'paymentForm',
        document.querySelector('#payment'),
        config,
        look,
        () => {},
      );
      for (const name of [
        'ready',
        'change',
        'focus',
        'blur',
        'submit',
        'escape',
        'invalid',
        'error',
      ] as const)
        here.form.on(name, (detail) => here.events.push([name, { ...detail }]));
      return here.form.ready;
    },
    [formConfig, style] as const,
  );
  return page.frame('#payment iframe');
}

export async function typeCard(form: Place, number = '4111111111111111'): Promise<void> {
  await form.fill(field('Card number'), number);
  await form.fill(field('Expiry date'), '12/30');
  await form.fill(field('Security code'), '123');
  await form.fill(field('Name on card'), 'Ada Lovelace');
}

/** The example checkout, with the customer's name. */
export async function openCheckout(page: Page, { examples }: World): Promise<Place> {
  await page.open(`${examples.shop.url}/payment-form/`);
  const form = await page.frame('#payment iframe');
  await form.see(field('Card number'));
  await page.fill(field('E-mail'), 'ada@example.com');
  await page.fill(field('First name'), 'Ada');
  await page.fill(field('Last name'), 'Lovelace');
  return form;
}

export const paymentFormSteps: Step[] = [
  {
    subject: 'Payment form',
    title: 'loads under the strictest policy, formats what is typed, and submits it',
    async run(page, { merchant }) {
      await page.open(merchant.url);
      const style = { body: { colorScheme: 'dark', color: '#e8edf4' }, input: { borderRadius: '0' } };
      const form = await createForm(page, style);
      await typeCard(form);
      await form.see(text('Visa'));
      const typed = await form.evaluate(() => {
        const { value } = document.querySelector('#cardNumber') as HTMLInputElement;
        return [value, getComputedStyle(document.body).color, document.documentElement.lang];
      });
      expect(typed).toEqual(['4111 1111 1111 1111', 'rgb(232, 237, 244)', 'en']);
      const submitted = await page.evaluate(() => (window as unknown as FormPage).form.submit());
      expect(submitted).toMatchObject({ Bearer: 'CreditCard:Bravo', Last4: '1111', CardType: 'visa' });
      const events = await page.evaluate(() => JSON.stringify((window as unknown as FormPage).events));
      expect(events).toContain('"ready",{"title":"Payment details"');
      expect(events + JSON.stringify(submitted)).not.toContain('41111111');
    },
  },
  {
    subject: 'Payment form',
    title: 'shows every mistake, and has the height of what it shows',
    async run(page, { merchant }) {
      await page.open(merchant.url);
      const form = await createForm(page);
      const height = () => page.evaluate(() => document.querySelector('iframe')?.clientHeight ?? 0);
      const before = await height();
      expect(before).toBeGreaterThan(200);
      // WebKit lets the form move the cursor once the customer has been in it.
      await form.click(field('Security code'));
      expect(await page.evaluate(() => (window as unknown as FormPage).form.validate())).toBe(false);
      await form.see(text('Please fill this in.'));
      const focused = () => form.evaluate(() => document.activeElement?.id);
      await expect.poll(focused).toBe('cardNumber');
      await expect.poll(height).toBeGreaterThan(before);
      const inner = await form.evaluate(() => document.documentElement.getBoundingClientRect().height);
      expect(await height()).toBe(Math.ceil(inner));
      const codes = await page.evaluate(() =>
        (window as unknown as FormPage).events
          .filter(([name]) => name === 'invalid')
          .map(([, error]) => (error as { errorCode: string[] }).errorCode[0]),
      );
      expect(codes).toEqual([
        'InvalidCardNumber',
        'InvalidExpirationDate',
        'InvalidCardCvc',
        'InvalidCardHolder',
      ]);
    },
  },
  {
    subject: 'Payment form',
    title: 'has separate fields, which show their mistakes and pay together',
    async run(page, { merchant }) {
      await page.open(merchant.url);
      const names = ['cardNumber', 'expiry', 'cvc', 'cardHolder'];
      await page.evaluate(
        ([fields, config]) => {
          const here = window as unknown as FormPage;
          for (const name of fields) {
            const place = document.querySelector('#payment')?.appendChild(document.createElement('div'));
            Object.assign(place as HTMLElement, { id: name });
            const form = ClientLib.createElement(name, place, here.form ? { form: here.form } : config);
            here.form = form;
          }
          return here.form.ready;
        },
        [names, formConfig] as const,
      );
      const [number, expiry, cvc, holder] = await Promise.all(
        names.map((name) => page.frame(`#${name} iframe`)),
      );
      // WebKit lets the form move the cursor only into frames that the customer has been in.
      await expiry?.click(field('Expiry date'));
      await number?.fill(field('Card number'), '4111111111111111');
      await cvc?.fill(field('Security code'), '123');
      await holder?.fill(field('Name on card'), 'Ada Lovelace');
      expect(await page.evaluate(() => (window as unknown as FormPage).form.validate())).toBe(false);
      await expiry?.see(text('Please fill this in.'));
      await expect.poll(() => expiry?.evaluate(() => document.activeElement?.id)).toBe('expiry');
      await expiry?.fill(field('Expiry date'), '12/30');
      const submitted = await page.evaluate(() => (window as unknown as FormPage).form.submit());
      expect(submitted).toMatchObject({ Bearer: 'CreditCard:Bravo', Last4: '1111' });
    },
  },
  {
    subject: 'Payment form',
    title: 'leaves what is composed alone, and reads it: full-width digits, a name with an accent',
    async run(page, { merchant }) {
      await page.open(merchant.url);
      const form = await createForm(page);
      await typeCard(form);
      // The events of an input method. Only the protocol of Chromium composes itself: test/e2e/payment-form-typing.
      const composed = await form.evaluate(() => {
        const compose = (id: string, data: string): string[] => {
          const input = document.querySelector(id) as HTMLInputElement;
          input.focus();
          input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
          input.value = data;
          const inputType = 'insertCompositionText';
          input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true, inputType, data }));
          const during = input.value;
          input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data }));
          return [during, input.value];
        };
        return [compose('#cardNumber', '４１１１１１１１１１１１１１１１'), compose('#cardHolder', 'José')];
      });
      expect(composed).toEqual([
        ['４１１１１１１１１１１１１１１１', '4111 1111 1111 1111'],
        ['José', 'José'],
      ]);
      const submitted = await page.evaluate(() => (window as unknown as FormPage).form.submit());
      expect(submitted).toMatchObject({ Bearer: 'CreditCard:Bravo', Last4: '1111' });
    },
  },
  {
    subject: 'Payment form',
    title: 'is filled in and sent by keyboard alone',
    async run(page, world) {
      const form = await openCheckout(page, world);
      await page.click(field('E-mail'));
      for (let tab = 0; tab < 3; tab++) await page.press('Tab');
      // The methods: arrows choose, and here choose the card again.
      await page.press('ArrowRight');
      await form.see(field('IBAN'));
      await page.press('ArrowLeft');
      await page.press('Tab');
      for (const typed of ['4111111111111111', '1230', '123']) {
        await page.type(typed);
        await page.press('Tab');
      }
      await page.type('Ada Lovelace');
      await page.press('Enter');
      await page.see(text('Thank you!'));
    },
  },
  {
    subject: 'Payment form',
    title: 'pays by direct debit, after a mistake in the IBAN',
    async run(page, world) {
      const form = await openCheckout(page, world);
      await form.click(field('Direct debit'));
      await form.fill(field('Account holder'), 'Ada Lovelace');
      await form.fill(field('IBAN'), 'DE88370400440532013000');
      await page.click(button('Subscribe'));
      await form.see(text('Please check the IBAN.'));
      // The mistake already shows when the field is left. The click has been answered when the cursor is in the field again:
      // before that, it would pay with what is typed next.
      await expect.poll(() => form.evaluate(() => document.activeElement?.id)).toBe('iban');
      await form.fill(field('IBAN'), 'DE89370400440532013000');
      await page.click(button('Subscribe'));
      await page.see(text('Thank you!'));
    },
  },
];
