import { expect } from 'vitest';
import type { Page } from '../driver.ts';
import { button, field } from '../locators.ts';
import type { Step } from '../world.ts';
import { beginChallenge, outcome } from './challenge.ts';
import { createForm, type FormPage, typeCard } from './payment-form.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
type Globals = any;

const paid = { Bearer: 'CreditCard:Bravo', Last4: '1111' };
const submit = (page: Page) => page.evaluate(() => (window as unknown as FormPage).form.submit());

/** Signs up with a provider that has its own script, by each copy of ClientLib on the page; the length of the contract's id. */
const payByCopies = (page: Page) =>
  page.evaluate(async () => {
    const { first, ClientLib } = window as unknown as Globals;
    const outcomes: unknown[] = [];
    for (const copy of [first, ClientLib].filter(Boolean)) {
      const payment = new copy.Payment({ publicApiKey: 'a00000000000000000000001' });
      const cart = { planVariantId: 'b00000000000000000000001' };
      const customer = { lastName: 'Byron', emailAddress: 'ada@customer.test', address: { country: 'DE' } };
      const card = { cardNumber: '4111111111111111', expiryMonth: '12', expiryYear: '2032', cvc: '123' };
      const data = { bearer: 'CreditCard:Alpha', cardHolder: 'Ada', ...card };
      outcomes.push(
        await new copy.Signup().subscribe(payment, cart, customer, data).then(
          ({ ContractId }: { ContractId: string }) => ContractId.length,
          (error: { errorCode: string[] }) => error.errorCode,
        ),
      );
    }
    return outcomes;
  });

const typesNote = 'it has no Trusted Types';

/** What pages around the form and the script can be like. */
export const surroundingsSteps: Step[] = [
  {
    subject: 'Surroundings',
    title: 'is isolated (Cross-Origin-Embedder-Policy): script, form and 3-D Secure load',
    async run(page, { merchant }) {
      await page.open(`${merchant.url}/isolated`);
      await typeCard(await createForm(page));
      expect(await submit(page)).toMatchObject(paid);
      await beginChallenge(page);
      const bank = await page.frame('dialog iframe');
      await bank.click(button('Confirm'));
      expect(await outcome(page)).toEqual({ status: 'PaymentPending' });
    },
  },
  {
    subject: 'Surroundings',
    title: 'requires Trusted Types: two copies of ClientLib load the script of a provider',
    notIn: [{ engine: 'Firefox 140', because: typesNote }],
    async run(page, { merchant }) {
      await page.open(`${merchant.url}/copies`);
      expect(await payByCopies(page)).toEqual([24, 24]);
    },
  },
  {
    subject: 'Surroundings',
    title: 'allows no policy of Trusted Types: the script of a provider is ScriptBlocked',
    notIn: [{ engine: 'Firefox 140', because: typesNote }],
    allowErrors: ['Trusted', 'trusted'],
    async run(page, { merchant }) {
      await page.open(merchant.url);
      expect(await payByCopies(page)).toEqual([['PspServerError', 'ScriptBlocked']]);
    },
  },
  {
    subject: 'Surroundings',
    title: 'sends no referrer: the form loads, and pays',
    async run(page, { merchant }) {
      await page.open(`${merchant.url}/silent`);
      await typeCard(await createForm(page));
      expect(await submit(page)).toMatchObject(paid);
    },
  },
  {
    subject: 'Surroundings',
    title: 'has the form in a dialog: Escape in a field closes it',
    async run(page, { merchant }) {
      await page.open(merchant.url);
      await page.evaluate(() => {
        const dialog = document.body.appendChild(document.createElement('dialog'));
        dialog.append(document.querySelector('#payment') as Element);
        dialog.showModal();
      });
      const form = await createForm(page);
      await form.click(field('Security code'));
      await page.press('Escape');
      const isOpen = () => page.evaluate(() => document.querySelector('dialog')?.open);
      await expect.poll(isOpen).toBe(false);
      const events = await page.evaluate(() => (window as unknown as FormPage).events);
      expect(events).toContainEqual(['escape', { bearer: 'CreditCard:Bravo' }]);
    },
  },
  {
    subject: 'Surroundings',
    title: 'moves the form by moveBefore: what is typed stays',
    notIn: [
      { engine: 'Firefox 140', because: 'it has no moveBefore' },
      { engine: 'WebKitGTK', because: 'it has no moveBefore' },
    ],
    async run(page, { merchant }) {
      await page.open(merchant.url);
      await typeCard(await createForm(page));
      const next = await page.evaluate(() => {
        const main = document.querySelector('main') as Globals;
        main.moveBefore(document.querySelector('#payment'), main.firstElementChild);
        return document.querySelector('#payment')?.nextElementSibling?.textContent;
      });
      expect(next).toBe('Checkout');
      expect(await submit(page)).toMatchObject(paid);
    },
  },
  {
    subject: 'Surroundings',
    title: 'has an old library that adds toJSON to prototypes: cart and card arrive',
    async run(page, { merchant }) {
      await page.open(`${merchant.url}/copies`);
      await typeCard(await createForm(page));
      const submitted = await page.evaluate(async () => {
        const toJSON = function (this: object): string {
          return `"${this}"`;
        };
        const prototypes = [Array.prototype, String.prototype, Object.prototype, Date.prototype] as Globals[];
        for (const prototype of prototypes)
          Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true });
        try {
          const { ClientLib, form } = window as unknown as Globals;
          const cart = {
            planVariantId: 'b00000000000000000000001',
            componentSubscriptions: [{ componentId: 'd00000000000000000000001', quantity: 2 }],
          };
          const { Order } = await new ClientLib.Signup().preview(cart, { address: { country: 'AT' } });
          const { Last4 } = await form.submit();
          return [Order.TotalGross, Last4];
        } finally {
          for (const prototype of prototypes) delete prototype.toJSON;
        }
      });
      // 9.90 and twice 4.50, with 20 % VAT.
      expect(submitted).toEqual([22.68, '1111']);
    },
  },
];
