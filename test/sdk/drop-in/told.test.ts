// @vitest-environment happy-dom
import { Payment, Signup } from 'clientlib';
import 'clientlib/drop-in';
import { expect, it, vi } from 'vitest';
import { basic, key, type Page, pagesForEachTest, pro } from './page.ts';

/* What an element tells the page stands there by then: a listener can find it, scroll to it and count with its height. */

const newPage = pagesForEachTest();
const account = { 'public-api-key': key, locale: 'en' };
const comeBack = () => history.replaceState(null, '', '/join?transactionId=1&secret=s');

async function openPortal(page: Page): Promise<void> {
  const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };
  const payment = new Payment({ publicApiKey: key });
  const cart = { PlanVariantId: basic };
  const { ContractId } = await new Signup().subscribe(payment, cart, customer, { bearer: 'InvoicePayment' });
  const { Token } = await page.rest<{ Token: string }>(`contracts/${ContractId}/selfServiceToken`);
  await page.open('clientlib-portal', { token: Token, locale: 'en' });
}

interface Row {
  readonly event: string;
  open(page: Page): Promise<unknown>;
  /** What leads to the event, once the element is ready. */
  act?(page: Page): void;
  /** What is shown when the event is told. */
  readonly shows: string;
}

const openSignup = (page: Page) =>
  page.open('clientlib-signup', { ...account, 'plan-variant-ids': `${basic} ${pro}` });

const rows: { readonly [what: string]: Row } = {
  'the form of a signup': { event: 'ready', open: openSignup, shows: 'Your details' },
  'a price': { event: 'change', open: openSignup, shows: 'Due today€11.78' },
  'a plan that is chosen, with what it has by use': {
    event: 'step',
    open: openSignup,
    act: (page) => page.find(`[name=plan][value="${pro}"]`).click(),
    shows: '1,000 included',
  },
  'the thanks after a return': {
    event: 'signedup',
    open(page) {
      comeBack();
      page.answers.set('Finalize', [200, { OrderId: 'o1', OrderStatus: 'Completed' }]);
      return openSignup(page);
    },
    shows: 'Thank you!',
  },
  'a contract': { event: 'ready', open: openPortal, shows: 'Your subscription' },
  'a contract that is changed': {
    event: 'changed',
    open: openPortal,
    act(page) {
      page.button('Cancel subscription').click();
      page.find('[part="section contract"] form').dispatchEvent(new Event('submit', { cancelable: true }));
    },
    shows: 'February 15, 2026',
  },
  'the cards of a price table': {
    event: 'ready',
    open: (page) => page.open('clientlib-pricing', account),
    shows: 'Choose Basic',
  },
  'the receipt of a declaration': {
    event: 'declared',
    open(page) {
      vi.stubGlobal('fetch', async () => Response.json({ ReceivedAt: '2026-01-15T10:00:00Z' }));
      return page.open('clientlib-withdraw', { 'declare-url': '/x', open: '', locale: 'en' });
    },
    act(page) {
      for (const [name, value] of [
        ['Name', 'Ada Byron'],
        ['EmailAddress', 'ada@shop.test'],
        ['Contract', 'C-7'],
      ])
        page.find<HTMLInputElement>(`[name=${name}]`).value = `${value}`;
      page.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
    },
    shows: 'Received on January 15, 2026',
  },
};

it.each(Object.entries(rows))(
  '%s is shown when the page is told of it',
  async (_, { event, open, act, shows }) => {
    const page = newPage();
    const shown: string[] = [];
    const look = () => shown.push(page.text);
    document.body.addEventListener(event, look, { once: true, capture: true });
    await open(page);
    if (act) {
      await page.until(() => page.root.querySelector('form, .portal') !== null);
      act(page);
    }
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]).toContain(shows);
    vi.unstubAllGlobals();
  },
);
