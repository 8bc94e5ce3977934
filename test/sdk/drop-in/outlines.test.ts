// @vitest-environment happy-dom
// Whole pages: each element, attribute, state and text, compared with a reviewed file. What is lost for a customer or a screen
// reader shows in its diff. After an intended change:
//   npx vitest run --project unit test/sdk/drop-in/outlines.test.ts --update
import 'clientlib/drop-in';
import { Payment, Signup } from 'clientlib';
import { describe, expect, it, vi } from 'vitest';
import { Shape } from '../../../sdk/src/drop-in/view/shape.ts';
import { outlineOf } from '../outline.ts';
import { basic, key, type Page, pagesForEachTest, pro, trial, yearly } from './page.ts';

const newPage = pagesForEachTest();

const expectOutline = (page: Page, name: string, ...places: string[]) =>
  expect(
    (places.length > 0 ? places : ['.top']).map((place) => outlineOf(page.find(place))).join(''),
  ).toMatchFileSnapshot(`outlines/${name}.txt`);

/** The payment form has loaded. */
const untilPayable = (page: Page) => page.until(() => page.find('.payment > button').textContent !== '');

const signup = {
  'public-api-key': key,
  'plan-variant-ids': `${basic} ${yearly} ${pro} ${trial}`,
  'plan-variant-id': basic,
  'highlight-plan': pro,
  'payment-methods': 'CreditCard:India InvoicePayment',
  'coupon-code': 'WELCOME20',
  'terms-url': '/terms',
  'privacy-url': '/privacy',
  'withdrawal-url': '/withdrawal',
  'portal-url': '/account',
  consent: 'terms',
  locale: 'en',
};

describe('the outline of a signup', () => {
  it('is that of the file: at first, with what is missing, and at the end', async () => {
    const page = await newPage().ready('clientlib-signup', signup);
    await page.untilText('Due today€9.42');
    await untilPayable(page);
    await expectOutline(page, 'signup');
    page.find('[name=IsBusiness]').click();
    page.type({ VatId: 'nonsense' });
    page.submit();
    await page.untilText('Payment Terms');
    await expectOutline(page, 'signup-incomplete', '.details', '.end');
    page.button('Terms').click();
    expect(page.root.activeElement).toBe(page.find('[name=consent]'));
    page.type({ CompanyName: 'Engines', VatId: 'DE123456789' });
    page.typeCustomer();
    await page.typeCard();
    page.find('[name=consent]').click();
    page.submit();
    await page.untilText('Thank you!');
    await expectOutline(page, 'signup-thanks');
  });

  it.each(['form', 'cards'] as const)('is that of the file while it loads: %s', async (kind) => {
    const gone = new AbortController();
    const place = document.createElement('div');
    place.append(new Shape('one', document.body).skeleton(kind, 'Loading', gone.signal));
    gone.abort();
    await expect(outlineOf(place)).toMatchFileSnapshot(`outlines/loading-${kind}.txt`);
  });
});

describe('the outline of a portal', () => {
  const customer = {
    FirstName: 'Ada',
    LastName: 'Byron',
    EmailAddress: 'ada@shop.test',
    Address: { Street: 'Weg', HouseNumber: '1', PostalCode: '10115', City: 'Berlin', Country: 'DE' },
  };

  async function open(bearer: string, data: object, settings: Record<string, string> = {}) {
    const page = newPage();
    const payment = new Payment({ publicApiKey: key });
    const { ContractId } = await new Signup().subscribe(payment, { PlanVariantId: basic }, customer, {
      bearer,
      ...data,
    });
    const path = `contracts/${ContractId}`;
    const send = (more: string, body: object) =>
      page.rest(`${path}/${more}`, { method: 'POST', body: JSON.stringify(body) });
    await send('componentSubscriptions', { ComponentId: 'd00000000000000000000001', Quantity: 2 });
    await send('componentSubscriptions', { ComponentId: 'd00000000000000000000002', Quantity: 1 });
    const { Token: token } = await page.rest<{ Token: string }>(`${path}/selfServiceToken`);
    await page.ready('clientlib-portal', { token, locale: 'en', 'payment-methods': bearer, ...settings });
    return page;
  }

  const card = {
    cardNumber: '4111111111111111',
    expiryMonth: 12,
    expiryYear: 2039,
    cvc: '123',
    cardHolder: 'A',
  };

  it('is that of the file, with all its panels open', async () => {
    const page = await open('CreditCard:India', card, { 'return-url': '/account' });
    for (const opener of page.root.querySelectorAll<HTMLElement>('button.opener')) opener.click();
    await page.until(() => page.root.querySelectorAll('.panel form').length === 5);
    page.find(`input[value="${pro}"]`).click();
    await page.until(() => page.root.querySelector('.cost .bearer') !== null);
    await page.until(() => page.find('.cost').getAttribute('aria-busy') === 'false');
    await untilPayable(page);
    // Whichever has loaded last has taken it.
    (page.root.activeElement as HTMLElement | null)?.blur();
    await expectOutline(page, 'portal');
  });

  it.each(['invoices', 'cancel'])('is that of the file for one task: %s', async (task) => {
    const page = await open('InvoicePayment', {}, { task, 'return-url': '/account' });
    await page.until(() => task === 'invoices' || page.root.querySelector('.panel form') !== null);
    await expectOutline(page, `portal-task-${task}`);
  });

  it('is that of the file where something is open and the contract is canceled', async () => {
    const page = await open('InvoicePayment', {});
    page.find('[part="section contract"] button.opener').click();
    await page.until(() => page.root.querySelector('.panel form') !== null);
    page.find('.panel form').dispatchEvent(new Event('submit', { cancelable: true }));
    await page.untilText('Canceled.');
    await expectOutline(page, 'portal-owing');
  });
});

describe('the outline of a price table', () => {
  it.each([
    ['links', { 'signup-url': '/join' }],
    ['buttons', { 'coupon-code': 'WELCOME20' }],
  ])('is that of the file: %s', async (name, more) => {
    const page = await newPage().ready('clientlib-pricing', {
      'public-api-key': key,
      'highlight-plan': pro,
      locale: 'en',
      ...more,
    });
    await page.untilText('incl. VAT');
    await expectOutline(page, `pricing-${name}`);
  });
});

describe('the outline of a declaration', () => {
  it.each(['cancel', 'withdraw'])('is that of the file, with its receipt: %s', async (name) => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt');
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ ReceivedAt: '2026-01-15T10:00:00Z' }));
    const page = await newPage().open(`clientlib-${name}`, { 'declare-url': '/x', locale: 'en', open: '' });
    await page.until(() => page.root.querySelector('form') !== null);
    await expectOutline(page, name);
    page.type({ Name: 'Ada Byron', EmailAddress: 'ada@shop.test', Contract: 'C-7' });
    page.submit();
    await page.untilText('Received on');
    await expectOutline(page, `${name}-receipt`);
  });
});
