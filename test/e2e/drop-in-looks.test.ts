import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { some } from '../properties.ts';
import { accessibilityProblems } from './accessibility.ts';
import { newPage, screenshot } from './browser.ts';
import {
  ada,
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

it.each([
  [390, 0.36],
  [340, 0.51],
])('the house number is beside the street and as wide as its label at %i px', async (width, most) => {
  const page = await shop.openSignup({
    bearer: 'InvoicePayment',
    customer: {},
    viewport: { width, height: 800 },
  });
  const [street, number, label] = await Promise.all(
    [
      'input[name="Address.Street"]',
      'input[name="Address.HouseNumber"]',
      'label[for="Address-HouseNumber"]',
    ].map(async (place) => (await page.locator(place).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
  );
  expect(number?.y).toBe(street?.y);
  expect(label?.height).toBeLessThan(25);
  expect((number?.width ?? 0) / ((street?.width ?? 0) + (number?.width ?? 0))).toBeLessThan(most);
});

describe('at 340 px', () => {
  const viewport = { width: 340, height: 800 };
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox();
    if (!box) throw new Error('It is not in sight.');
    return box;
  };
  const signup = (attributes: string) =>
    `<clientlib-signup public-api-key="a00000000000000000000001" plan-variant-id="b00000000000000000000001" ${attributes}></clientlib-signup>`;
  /** One of the elements, alone on a page. */
  const open = async (tag: string, more: Parameters<typeof newPage>[0] = {}) => {
    const page = await newPage({ viewport, ...more });
    await page.route('**/declarations', (route) =>
      route.fulfill({ json: { ReceivedAt: '2026-03-01T10:00:00Z' } }),
    );
    await page.route(`${shop.service.url}/page`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">
          <style>:root { color-scheme: light dark; background: Canvas } body { margin: 16px }</style>
          <script src="${shop.service.url}/clientlib.js" defer></script>
          <script src="${shop.service.url}/drop-in.js" defer></script><main>${tag}</main></html>`,
      }),
    );
    await page.goto(`${shop.service.url}/page`);
    return page;
  };

  it('the example of an IBAN is whole', async () => {
    const page = await open(signup('payment-methods="Debit:Delta InvoicePayment"'));
    const room = await formOf(page)
      .getByLabel('IBAN')
      .evaluate((input: HTMLInputElement) => {
        const style = getComputedStyle(input);
        const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        canvas.font = style.font;
        const inner = input.clientWidth - Number.parseFloat(style.paddingLeft) * 2;
        return inner - canvas.measureText(input.placeholder).width;
      });
    expect(room).toBeGreaterThan(0);
  });

  it('names the accepted cards below the number', async () => {
    const page = await open(signup('payment-methods="CreditCard:Bravo" card-types="visa mastercard"'));
    const hint = await boxOf(formOf(page).getByText('Visa, Mastercard'));
    const number = await boxOf(formOf(page).getByLabel('Card number'));
    const expiry = await boxOf(formOf(page).getByLabel('Expiry'));
    expect(hint.y).toBeGreaterThanOrEqual(number.y + number.height);
    expect(hint.y + hint.height).toBeLessThan(expiry.y);
  });

  it('an address in a receipt is on one line', async () => {
    const page = await open('<clientlib-withdraw declare-url="/declarations"></clientlib-withdraw>');
    await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
    await page.getByLabel('Name').fill('Ada Byron');
    await page.getByLabel('E-mail address').fill('ada.byron@mail.example.com');
    await page.getByLabel('Contract or customer number').fill('2026-0001');
    const confirm = page.getByRole('button', { name: 'Confirm withdrawal' });
    const { height } = await boxOf(confirm);
    await confirm.click();
    const address = await boxOf(page.getByText('ada.byron@mail.example.com', { exact: true }));
    expect(address.height).toBeLessThan(30);
    expect(height).toBe(52);
  });

  it('the coupon of a price table stands at its edge', async () => {
    const page = await open(
      '<clientlib-pricing public-api-key="a00000000000000000000001" coupon-code="WELCOME20"></clientlib-pricing>',
    );
    const coupon = await boxOf(page.locator('[part=coupon]'));
    expect(coupon.x).toBe((await boxOf(page.locator('[part=plans]'))).x);
  });

  it.each(['light', 'dark'] as const)(
    'each button of a portal has an outline that one sees in %s',
    async (colorScheme) => {
      const signup = await shop.openSignup({ bearer: 'InvoicePayment', customer: ada });
      await subscribe(signup);
      await thanks(signup);
      const page = await open(`<clientlib-portal token="${await shop.newToken()}"></clientlib-portal>`, {
        colorScheme,
      });
      await page.getByRole('heading', { name: 'Invoices' }).waitFor();
      const contrasts = await page.locator('clientlib-portal').evaluate((element) => {
        const light = (color: string) => {
          const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
          if (alpha === 0) return undefined;
          const [r = 0, g = 0, b = 0] = [red, green, blue].map((one) =>
            one <= 10 ? one / 3294 : ((one / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const behind = light(getComputedStyle(document.documentElement).backgroundColor) ?? 1;
        const buttons = element.shadowRoot?.querySelectorAll('button:not([hidden]), a.button') ?? [];
        return [...buttons].map((button) => {
          const style = getComputedStyle(button);
          const edge = light(style.borderTopColor) ?? light(style.backgroundColor) ?? behind;
          const [more = 0, less = 0] = [edge, behind].sort((one, other) => other - one);
          return [button.textContent, (more + 0.05) / (less + 0.05)] as const;
        });
      });
      expect(contrasts.length).toBeGreaterThan(5);
      expect(contrasts.filter(([, contrast]) => contrast < 3)).toEqual([]);
    },
  );
});

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
    // The keyboard reaches both, too.
    const period = (name: string | RegExp) => page.getByRole('radio', { name });
    await period(/^Yearly/).press('ArrowLeft');
    expect(await period('Monthly').isChecked()).toBe(true);
    await period('Monthly').press('ArrowRight');
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
