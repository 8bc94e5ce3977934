import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';
import {
  formOf,
  goodCard,
  openTenLinePages,
  subscribe,
  type TenLinePages,
  thanks,
  typeCustomer,
} from './ten-line-pages.ts';

/*
 * Each step of the hosted signup and each view of the hosted portal, in both themes, on a phone and wide: nothing that axe
 * finds, nothing too wide. With `SCREENSHOTS=1` a picture of each.
 */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

const looks = [
  { name: 'dark-390', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'light-390', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'light-1280', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark-1280', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const;

describe.each(some(looks, 4))('$name', ({ name, colorScheme, viewport }) => {
  const look = async (page: Page, what: string) => {
    // While a new price is calculated the old one is paler.
    await page.locator('[part=summary][aria-busy=true]').waitFor({ state: 'detached' });
    await screenshot(page, `look-${what}-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const found = [...(await accessibilityProblems(page)), ...(wide > 0 ? [`is ${wide} px too wide`] : [])];
    expect(found.map((problem) => `${what}: ${problem}`)).toEqual([]);
  };
  const openSignup = async (methods: string, plans?: string) => {
    const page = await newPage({ colorScheme, viewport, reducedMotion: 'reduce' });
    await page.goto(
      `${shop.service.url}/portal/signup.html#/b00000000000000000000001?language=en&country=DE`,
    );
    await page.locator('clientlib-signup').evaluate(
      (element, [bearers, ids]) => {
        element.setAttribute('payment-methods', bearers ?? '');
        if (ids) element.setAttribute('plan-variant-ids', ids);
      },
      [methods, plans] as const,
    );
    await page.locator('#due').waitFor();
    return page;
  };
  const selectMethod = (page: Page, bearer: string) =>
    formOf(page).locator(`input[name=method][value="${bearer}"]`).check();

  it('signup: each step', { timeout: 180_000 }, async () => {
    const page = await openSignup(
      'CreditCard:Bravo Debit:Delta November InvoicePayment',
      'b00000000000000000000001 b00000000000000000000002 b00000000000000000000003',
    );
    await formOf(page).getByLabel('Card number').waitFor();
    await look(page, 'signup');
    await selectMethod(page, 'Debit:Delta');
    await formOf(page).getByText('By signing this mandate form, you authorise (A)').waitFor();
    await look(page, 'debit');
    await selectMethod(page, 'November');
    await formOf(page).getByText('You will be taken').waitFor();
    await look(page, 'redirect');
    await selectMethod(page, 'CreditCard:Bravo');
    const bar = page.locator('[part=bar]');
    if (await bar.isVisible()) await bar.click();
    await page.getByRole('button', { name: 'Add coupon code' }).click();
    await page.getByLabel('Coupon code').fill('NOTHING');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('This coupon code is not valid.').waitFor();
    await subscribe(page);
    await page.getByText('Please fill this in.').first().waitFor();
    await look(page, 'missing');
    await page.getByLabel('Coupon code').fill('');
    await typeCustomer(page);
    await fillPaymentForm(page, { ...goodCard, cardNumber: '4000000000000002' });
    await subscribe(page);
    await page.getByText('The payment was declined.').waitFor();
    await look(page, 'declined');
    await fillPaymentForm(page, { ...goodCard, cardNumber: '4000000000003220' });
    await subscribe(page);
    const bank = page.frameLocator('dialog iframe');
    await bank.getByRole('heading', { name: 'Is it you?' }).waitFor();
    await look(page, 'challenge');
    await bank.getByRole('button', { name: 'Confirm', exact: true }).click();
    await thanks(page);
    await look(page, 'thanks');
  });

  it('portal: each view', { timeout: 180_000 }, async () => {
    const signup = await openSignup('CreditCard:India');
    await typeCustomer(signup);
    await fillPaymentForm(signup, goodCard);
    await subscribe(signup);
    await thanks(signup);
    const page = await newPage({ colorScheme, viewport, reducedMotion: 'reduce', allowErrors: ['401'] });
    await page.goto(`${shop.service.url}/portal/account.html#/${await shop.newToken()}?language=en`);
    await page.getByRole('heading', { name: 'Invoices' }).waitFor();
    await look(page, 'portal');
    const section = (heading: string): Locator =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) });
    const change = (heading: string) => section(heading).getByRole('button', { name: 'Change' }).click();
    const back = (heading: string) => section(heading).getByRole('button', { name: 'Back' }).click();
    await change('Plan');
    await page.getByText(/^Yearly/).click();
    await page.getByRole('radio', { name: 'Basic' }).check();
    await page.getByText('Due today').waitFor();
    await look(page, 'portal-plan');
    await back('Plan');
    await change('Extras');
    await section('Extras').getByRole('spinbutton').first().fill('2');
    await page.getByText('Due today').waitFor();
    await look(page, 'portal-extras');
    await back('Extras');
    await change('Your details');
    await page.getByLabel('Last name').waitFor();
    await look(page, 'portal-details');
    await back('Your details');
    await change('Payment');
    await formOf(page).getByText('Payment method').waitFor();
    await look(page, 'portal-payment');
    await back('Payment');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText(/will end on/).waitFor();
    await look(page, 'portal-cancel');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Canceled. You can use Basic until').waitFor();
    await look(page, 'portal-canceled');
    await page.goto(`${shop.service.url}/portal/account.html?again#/wrong?language=en`);
    await page.getByText('You have been signed out.').waitFor();
    await look(page, 'portal-signed-out');
  });
});
