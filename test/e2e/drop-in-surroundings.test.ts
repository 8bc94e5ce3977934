import type { Frame, Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillPaymentForm } from '../../sandbox/src/clients/kit/fill-payment-form.ts';
import { newPage } from './browser.ts';
import {
  ada,
  answerOf,
  formOf,
  goodCard,
  openTenLinePages,
  soldOnce,
  subscribe,
  type TenLinePages,
  thanks,
  typeCustomer,
} from './ten-line-pages.ts';

/* What stands around a signup: another one, frames, extensions that block, networks that fail, browsers that fill in. */

let shop: TenLinePages;
beforeAll(async () => {
  shop = await openTenLinePages();
});
beforeEach(() => shop.service.sandbox.reset());
afterAll(() => shop.close());

it('two on one page: two forms, two languages, two orders, no mix-up', async () => {
  const page = await shop.openSignup({ bearer: 'CreditCard:India' });
  await page.evaluate(
    (customer) => {
      const second = document.createElement('clientlib-signup');
      second.id = 'second';
      second.setAttribute('public-api-key', 'a00000000000000000000001');
      second.setAttribute('plan-variant-id', 'b00000000000000000000002');
      second.setAttribute('payment-methods', 'Debit:Delta');
      second.setAttribute('locale', 'de');
      Object.assign(second, { customer });
      document.body.append(second);
    },
    { ...ada, EmailAddress: 'bert@shop.test', FirstName: 'Bert' },
  );
  const first = page.locator('clientlib-signup').first();
  const second = page.locator('#second');
  await second.locator('#due').waitFor();
  await fillPaymentForm(second, { accountHolder: 'Bert', iban: 'DE89370400440532013000' });
  await fillPaymentForm(first, goodCard);
  // Both at once.
  await Promise.all([
    first.getByRole('button', { name: 'Subscribe and pay' }).click(),
    second.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click(),
  ]);
  await first.getByRole('heading', { name: 'Thank you!' }).waitFor();
  await second.getByRole('heading', { name: 'Vielen Dank!' }).waitFor();
  const { orders, charged, contracts } = await shop.books();
  expect([orders, charged.toSorted(), contracts]).toEqual([['Completed', 'Completed'], [11.78, 117.81], 2]);
  const customers: { FirstName: string; Locale: string }[] = await shop.api('customers');
  expect(customers.map(({ FirstName, Locale }) => [FirstName, Locale]).toSorted()).toEqual([
    ['Ada', 'en'],
    ['Bert', 'de'],
  ]);
});

it('has the colors and parts that the page sets, and no style goes in or out', async () => {
  const page = await shop.openSignup({ bearer: 'CreditCard:India' });
  const frame = page.locator('clientlib-signup iframe');
  await formOf(page).getByLabel('Card number').waitFor();
  const [before] = [await frame.boundingBox()];
  const outside = () => page.locator('p a').evaluate((link) => getComputedStyle(link).cssText);
  const alone = await outside();
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      clientlib-signup { --clientlib-accent: rgb(11, 110, 79); --clientlib-radius: 3px; }
      clientlib-signup::part(submit) { text-transform: uppercase; }
      clientlib-signup * { margin: 30px; border: 5px solid red; max-width: 90px; opacity: .1; letter-spacing: 9px; }
      button, input, h2 { margin: 30px; border-radius: 30px; letter-spacing: 9px; }`);
    document.adoptedStyleSheets = [sheet];
  });
  const styleOf = (selector: string, ...names: string[]) =>
    page
      .locator(`clientlib-signup ${selector}`)
      .first()
      .evaluate((one, wanted) => wanted.map((name) => getComputedStyle(one).getPropertyValue(name)), names);
  const look = ['background-color', 'border-radius', 'text-transform', 'margin-left', 'letter-spacing'];
  expect(await styleOf('[part~=submit]', ...look)).toEqual([
    'rgb(11, 110, 79)',
    '3px',
    'uppercase',
    '0px',
    'normal',
  ]);
  expect(await styleOf('[part~=input]', 'border-radius', 'margin-left')).toEqual(['3px', '0px']);
  expect(await styleOf('iframe', 'margin-left', 'border-left-width', 'opacity')).toEqual(['0px', '0px', '1']);
  expect(await frame.boundingBox()).toEqual(before);
  // The element's own rules stay in it.
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  expect(await outside()).toBe(alone);
});

const edge = async (place: Locator, side: 'y' | 'width') => (await place.boundingBox())?.[side] ?? Number.NaN;

it('is laid out by its own width, also in a narrow column of a wide page', async () => {
  const signup = await shop.openSignup({ bearer: 'InvoicePayment', customer: {} });
  const isStacked = async (page: Page) =>
    (await edge(page.getByLabel('Last name'), 'y')) > (await edge(page.getByLabel('First name'), 'y'));
  expect(await isStacked(signup)).toBe(false);
  await signup.locator('clientlib-signup').evaluate((element) => {
    element.style.width = '340px';
  });
  expect(await isStacked(signup)).toBe(true);
  await typeCustomer(signup);
  await subscribe(signup);
  await thanks(signup);
  const portal = await newPage({ viewport: { width: 800, height: 900 } });
  await portal.goto(`${shop.service.url}/portal/account.html#/${await shop.newToken()}?language=en`);
  await portal.getByRole('button', { name: 'Change details' }).click();
  await portal.getByLabel('First name').waitFor();
  expect(await isStacked(portal)).toBe(true);
  // Only headings, prices and buttons are bold.
  await portal.getByRole('button', { name: 'Pay €11.78' }).click();
  const samples = portal.locator('[part~=open] input.sample');
  expect(await samples.evaluate((input) => getComputedStyle(input).fontWeight)).toBe('400');
  // While the button works, its label stays, and nothing moves.
  await portal.getByRole('button', { name: 'Cancel subscription' }).click();
  await portal.route('**/contract/cancel', () => {});
  const button = portal.getByRole('button', { name: 'Cancel subscription' });
  const before = [await edge(button, 'width'), await button.evaluate((one) => getComputedStyle(one).color)];
  await button.click();
  await portal.getByText('One moment…').waitFor();
  expect([await edge(button, 'width'), await button.evaluate((one) => getComputedStyle(one).color)]).toEqual(
    before,
  );
});

it('shows a receipt on a phone with room for what was declared', async () => {
  const page = await newPage({ viewport: { width: 340, height: 700 } });
  await page.route('**/declare', (route) => route.fulfill({ json: { ReceivedAt: '2026-01-15T10:00:00Z' } }));
  await page.goto(`${shop.url}/drop-in/signup.html`);
  await page.evaluate(() => {
    document.body.innerHTML = '<clientlib-withdraw declare-url="/declare" open></clientlib-withdraw>';
  });
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Contract or customer number').fill('2026-0001');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await page.getByRole('button', { name: 'Print' }).waitFor();
  expect(await edge(page.locator('[part=receipt] dd').first(), 'width')).toBeGreaterThan(120);
});

describe('blocked by an extension or the network', () => {
  const allowErrors = ['ERR_', 'Failed to load'];

  it('the script of a provider: a message, another method, and a retry', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:Alpha Debit:Delta', allowErrors });
    let isBlocked = true;
    await page.route('**/providers/Alpha/**', (route) => (isBlocked ? route.abort() : route.continue()));
    // The page has begun to load the script before it could be blocked.
    await page.reload();
    await page.locator('#due').waitFor();
    await fillPaymentForm(page, { bearer: 'CreditCard:Alpha', ...goodCard });
    await subscribe(page);
    expect(await answerOf(page)).toBe(
      'This payment method cannot be reached. Please try again, or choose another one.',
    );
    await formOf(page).locator('input[name=method][value="Debit:Delta"]').check();
    await formOf(page).getByLabel('IBAN').waitFor();
    isBlocked = false;
    await fillPaymentForm(page, { bearer: 'CreditCard:Alpha', ...goodCard });
    await subscribe(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });

  it('the frame of the payment form: a message and a retry', async () => {
    const page = await newPage({ allowErrors });
    await page.route('**/elements/payment-form*', (route) => route.abort(), { times: 1 });
    await page.goto(`${shop.url}/drop-in/signup.html`);
    await page.getByText('That did not work. Please try again.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await formOf(page).getByText('Payment method').waitFor();
  });

  it('no network: the same order is paid when the network is back', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:India', allowErrors });
    await fillPaymentForm(page, goodCard);
    await page.context().setOffline(true);
    await subscribe(page);
    expect(await answerOf(page)).not.toBe('');
    await page.context().setOffline(false);
    await subscribe(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });

  it('a slow response: the button shows it, and can be pressed once', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:India' });
    await fillPaymentForm(page, goodCard);
    let answer = (): void => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/signup/pay', (route) => released.then(() => route.continue()));
    await subscribe(page);
    const waiting = page.getByRole('button', { name: 'Subscribe and pay' });
    await page.getByText('One moment…').waitFor();
    expect(await waiting.getAttribute('aria-disabled')).toBe('true');
    expect(await waiting.evaluate((button) => button.matches(':focus'))).toBe(true);
    await waiting.click({ force: true });
    answer();
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });
});

/** Puts the same page into a frame in place of its body. */
async function nested(page: Page | Frame): Promise<Frame> {
  await page.waitForSelector('clientlib-signup', { state: 'attached' });
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    // Browsers do not load an address within itself.
    frame.src = `${location.pathname}?inner${location.search.slice(1)}`;
    Object.assign(frame.style, { width: '900px', height: '1400px' });
    document.body.replaceChildren(frame);
  });
  return (await (await page.waitForSelector('body > iframe')).contentFrame()) as Frame;
}

it('a page within a page within a page: 3-D Secure works there', async () => {
  const page = await newPage();
  await page.goto(`${shop.url}/drop-in/signup.html`);
  const inner = await nested(await nested(page));
  await inner.locator('clientlib-signup').evaluate((element, customer) => {
    element.setAttribute('payment-methods', 'CreditCard:Bravo');
    Object.assign(element, { customer });
  }, ada);
  await fillPaymentForm(inner, { ...goodCard, cardNumber: '4000000000003220' });
  await inner.getByRole('button', { name: 'Subscribe and pay' }).click();
  await inner.frameLocator('dialog iframe').getByRole('button', { name: 'Confirm', exact: true }).click();
  await inner.getByRole('heading', { name: 'Thank you!' }).waitFor();
  expect(await shop.books()).toEqual(soldOnce);
});

describe('autofill by browsers and password managers', () => {
  const tokens = (fields: Element[]) =>
    fields.map((field) => [(field as HTMLInputElement).name, field.getAttribute('autocomplete')]);

  it('customer data: every field declares its purpose', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:India', customer: {} });
    const fields = page.locator('clientlib-signup [part=details] :is(input, select)');
    expect(Object.fromEntries(await fields.evaluateAll(tokens))).toEqual({
      EmailAddress: 'email',
      FirstName: 'given-name',
      LastName: 'family-name',
      IsBusiness: 'off',
      CompanyName: 'organization',
      VatId: 'off',
      'Address.Street': 'address-line1',
      'Address.HouseNumber': 'off',
      'Address.PostalCode': 'postal-code',
      'Address.City': 'address-level2',
      'Address.Country': 'country',
    });
  });

  it.each([
    ['CreditCard:India', { cardNumber: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc', cardHolder: 'cc-name' }],
    ['Debit:India', { accountHolder: 'name', iban: 'off', bic: 'off' }],
    ['Debit:Alpha', { accountHolder: 'name', bankAccountNumber: 'off', bankRoutingCode: 'off' }],
    ['Oscar', { emailAddress: 'email' }],
  ] as const)('payment data of %s: every field says what it is', async (bearer, expected) => {
    const page = await shop.openSignup({ bearer });
    const fields = formOf(page).locator('input:not([type=radio])');
    await fields.first().waitFor();
    expect(Object.fromEntries(await fields.evaluateAll(tokens))).toEqual(expected);
  });

  it('a password manager, which sets values and sends events: what it fills in is formatted, and sells', async () => {
    const page = await shop.openSignup({ bearer: 'CreditCard:India', customer: {} });
    const fill = (fields: Element[], values: Record<string, string>) => {
      for (const field of fields as HTMLInputElement[]) {
        field.value = values[field.autocomplete] ?? 'Main';
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    };
    const card = {
      'cc-number': '4111111111111111',
      'cc-exp': '12/2039',
      'cc-csc': '123',
      'cc-name': 'Ada Byron',
    };
    const inputs = formOf(page).locator('input:not([type=radio])');
    await inputs.first().waitFor();
    await inputs.evaluateAll(fill, card);
    expect(await inputs.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      '4111 1111 1111 1111',
      '12 / 2039',
      '123',
      'Ada Byron',
    ]);
    const customer = { email: 'ada@shop.test', 'postal-code': '10117' };
    await page.locator('clientlib-signup [part=details] input[required]').evaluateAll(fill, customer);
    await subscribe(page);
    await thanks(page);
    expect(await shop.books()).toEqual(soldOnce);
  });
});
