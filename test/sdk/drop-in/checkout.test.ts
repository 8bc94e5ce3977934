// @vitest-environment happy-dom
import 'clientlib/drop-in';
import type { SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { basic, free, key, type Page, pagesForEachTest, pro, trial } from './page.ts';

/* What a customer reads and chooses before the button: price, coupon, terms, consent, one check for all, and the steps. */

const newPage = pagesForEachTest();
const attributes = {
  'public-api-key': key,
  'plan-variant-id': basic,
  locale: 'en',
  'payment-methods': 'CreditCard:India InvoicePayment',
};

async function open(more: Record<string, string> = {}, options: SandboxOptions = {}): Promise<Page> {
  const page = await newPage(options).ready('clientlib-signup', { ...attributes, ...more });
  await page.until(() => page.happened('change') > 0);
  return page;
}

async function filled(more: Record<string, string> = {}, options: SandboxOptions = {}): Promise<Page> {
  const page = await open(more, options);
  page.typeCustomer();
  await page.typeCard();
  return page;
}

const linesOf = (page: Page): string[][] => {
  const cells = [...page.root.querySelectorAll('.lines > *')].map(({ textContent }) => `${textContent}`);
  return cells.flatMap((cell, at) => (at % 2 === 0 ? [[cell, cells[at + 1] ?? '']] : []));
};

const textsOf = (page: Page, selector: string): string[] =>
  [...page.root.querySelectorAll(selector)].map(({ textContent }) => `${textContent}`);

const stepsOf = (page: Page): unknown[] =>
  page.events.flatMap(([event, detail]) => (event === 'step' ? [detail] : []));

async function apply(page: Page, code: string): Promise<void> {
  const link = page.find('[part=coupon] > button');
  if (!link.hidden) link.click();
  page.type({ CouponCode: code });
  page.button('Apply').click();
}

const welcome = [
  ['Basic', '€9.90'],
  ['−20% · WELCOME20 · until April 15, 2026', '−€1.98'],
  ['VAT 19%', '€1.50'],
  ['Due today', '€9.42'],
];

describe('the summary', () => {
  it('has list price, discount with code and end, VAT with rate, total, next and regular price', async () => {
    const page = await open({ 'coupon-code': 'WELCOME20' });
    expect(linesOf(page)).toEqual(welcome);
    expect(textsOf(page, '[part=next] p')).toEqual([
      'plus use',
      'Then €9.42 on February 15, 2026',
      'Regular price from April 15, 2026: €11.78',
    ]);
    expect(page.find('.bar-text').textContent).toBe('Basic monthly · €9.42');
    expect(page.find('.due').textContent).toBe('Due today €9.42');
  });

  it('has the discount of the page where customers enter no code themselves', async () => {
    const page = await open({ 'coupon-code': 'WELCOME20', 'hide-coupon': '' });
    expect(page.root.querySelector('[part=coupon]')).toBeNull();
    expect(linesOf(page)).toEqual(welcome);
  });

  it('opens on a phone by the bar that names plan and total, and itself until they are known', async () => {
    const unpriced = newPage();
    unpriced.losesRequestOf = 'signup/preview';
    await unpriced.ready('clientlib-signup', attributes);
    expect(unpriced.find('[part=bar]').textContent).toBe('Summary');
    const page = await open();
    const bar = page.find('[part=bar]');
    expect(bar.textContent).toBe('Basic monthly · €11.78');
    expect(bar.getAttribute('aria-expanded')).toBe('false');
    bar.click();
    expect(bar.getAttribute('aria-expanded')).toBe('true');
    expect(page.find('[part=side]').classList.contains('open')).toBe(true);
    bar.click();
    expect(bar.getAttribute('aria-expanded')).toBe('false');
    expect(page.find('[part=side]').classList.contains('open')).toBe(false);
  });

  it('stands before the form, and the button is the last of it, under the total', async () => {
    const page = await open();
    const form = page.find('form');
    expect([...form.children].map((part) => part.getAttribute('part') ?? part.className)).toEqual([
      'side',
      'main',
    ]);
    const end = [...page.find('.end').children].filter((one) => !(one as HTMLElement).hidden);
    expect(end.slice(-2).map(({ className }) => className)).toEqual(['due', 'main-button wide']);
  });

  it('says nothing of a next payment, or of paying, where nothing is to pay', async () => {
    const page = await open({ 'plan-variant-id': free });
    expect(linesOf(page)).toEqual([
      ['Free', '€0.00'],
      ['Due today', '€0.00'],
    ]);
    expect(page.text).not.toContain('Then €0.00');
    expect(page.find('[part~=submit]').textContent).toBe('Sign up free');
  });

  it('has gross prices with the VAT in them where the prices are gross', async () => {
    const page = newPage();
    const { PlanGroups } = await page.rest<{ PlanGroups: { Id: string }[] }>('productInfo');
    const [group] = PlanGroups;
    await page.rest(`planGroups/${group?.Id}`, {
      method: 'PATCH',
      body: JSON.stringify({ PriceTaxType: 'Gross' }),
    });
    await page.ready('clientlib-signup', attributes);
    await page.untilText('incl. VAT 19%');
    expect(linesOf(page)).toEqual([
      ['Basic', '€9.90'],
      ['Due today', '€9.90'],
      ['incl. VAT 19%', '€1.58'],
    ]);
  });
});

describe('a coupon', () => {
  it('is typed behind a link, becomes a chip and can be removed', async () => {
    const page = await filled();
    expect(page.find('[part=coupon] .row').hidden).toBe(true);
    await apply(page, 'welcome-20');
    await page.untilText('Due today€9.42');
    expect(page.find('[part=coupon-chip]').textContent).toBe('welcome-20');
    expect(page.find('[part=coupon] .row').hidden).toBe(true);
    page.find('[aria-label="Remove coupon welcome-20"]').click();
    await page.untilText('Due today€11.78');
    expect(page.find('[part=coupon-chip]').hidden).toBe(true);
    page.submit();
    await page.untilText('Thank you!');
    expect((await page.books()).charged).toEqual([11.78]);
  });

  it('that is good stays when a wrong one is typed', async () => {
    const page = await filled({ 'coupon-code': 'WELCOME20' });
    await apply(page, 'EXPIRED');
    await page.untilText('This coupon code is not valid.');
    await page.until(() => page.find('[part=summary]').getAttribute('aria-busy') === 'false');
    expect(linesOf(page)).toEqual(welcome);
    expect(page.find('[part=coupon-chip]').textContent).toBe('WELCOME20');
    page.submit();
    await page.untilText('Thank you!');
    expect((await page.books()).charged).toEqual([9.42]);
  });

  it('that is wrong leaves the regular price, and is not ordered', async () => {
    const page = await filled();
    await apply(page, 'EXPIRED');
    await page.untilText('This coupon code is not valid.');
    expect(page.find<HTMLInputElement>('[name=CouponCode]').value).toBe('EXPIRED');
    page.submit();
    await page.untilText('Thank you!');
    expect((await page.books()).charged).toEqual([11.78]);
  });
});

describe('the terms', () => {
  it('name seller, plan, duration, renewal, notice, and what is due now and then', async () => {
    const page = await open({ 'plan-variant-id': pro });
    expect(textsOf(page, '#terms p')).toEqual([
      'Sold by Sandbox Merchant GmbH · Pro monthly, 1,000 API calls',
      'Runs for 1 month, until February 15, 2026. Then it renews for 1 month at a time. To end it then, cancel by January 15, 2026.',
      'Due today: €92.82, incl. VAT, plus use. Then €34.51 on February 15, 2026',
    ]);
    expect(page.find('[part~=submit]').getAttribute('aria-describedby')).toBe('due terms');
    expect(page.find('#due').textContent).toBe('Due today €92.82');
  });

  it('begin a first term after the trial', async () => {
    const page = await open({ 'plan-variant-id': trial });
    expect(textsOf(page, '#terms p').slice(1)).toEqual([
      'Runs for 1 month, until February 28, 2026. Then it renews for 1 month at a time. To end it then, cancel by January 28, 2026.',
      'Due today: €0.00, plus use. 14 days free. Then €34.51 on January 29, 2026',
    ]);
  });

  it('link to the pages that the merchant names', async () => {
    const page = await open({
      'terms-url': '/terms',
      'privacy-url': '/privacy',
      'withdrawal-url': '/withdrawal',
    });
    const links = [...page.root.querySelectorAll('[part=terms] a')];
    expect(links.map((link) => link.getAttribute('rel'))).toEqual(['noopener', 'noopener', 'noopener']);
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
    ).toEqual([
      ['Terms', '/terms', '_blank'],
      ['Privacy', '/privacy', '_blank'],
      ['Right of withdrawal', '/withdrawal', '_blank'],
    ]);
  });
});

describe('consent', () => {
  it('is required where the page asks, and goes with text, version and time into the order and to the page', async () => {
    const page = await filled({ consent: 'terms', 'terms-version': '2026-01' });
    page.submit();
    await page.until(() => page.find('[part=missing]').textContent !== '');
    expect(page.find('#consent-error').textContent).toBe('Please fill this in.');
    const box = page.find('[name=consent]');
    await page.until(() => page.root.activeElement === box);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(await page.books()).toMatchObject({ orders: [] });
    // It is given when the box is ticked, and not when the order is sent.
    const given = Date.parse('2026-01-15T09:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now: given });
    box.click();
    vi.setSystemTime(given + 60_000);
    expect(box.getAttribute('aria-invalid')).toBe('false');
    page.submit();
    await page.untilText('Thank you!');
    vi.useRealTimers();
    const [order] = await page.rest<{ Consent: object }[]>('orders');
    const consent = {
      Text: 'I have read the terms and agree to them.',
      Version: '2026-01',
      GivenAt: expect.stringMatching(/^2026-01-15T09:00:00/),
    };
    expect(order?.Consent).toEqual(consent);
    expect(page.events.at(-1)).toEqual(['signedup', expect.objectContaining({ Consent: consent })]);
  });

  it('is not asked for otherwise', async () => {
    const page = await open();
    expect(page.root.querySelector('[name=consent]')).toBe(null);
  });
});

describe('one click', () => {
  it('shows what is missing in page and payment form, with links that go as it is filled in', async () => {
    const page = await open();
    await page.until(() => page.frame?.querySelector('input') != null);
    page.type({
      EmailAddress: 'ada@shop.test',
      FirstName: 'Ada',
      'Address.Street': 'Weg',
      'Address.HouseNumber': '1',
    });
    page.submit();
    await page.until(() => page.frame?.querySelector('[name=cardNumber][aria-invalid=true]') != null);
    await page.untilText('Missing or wrong (4): Last name Postal code City Payment');
    expect(page.root.activeElement).toBe(page.find('#LastName'));
    page.button('City').click();
    expect(page.root.activeElement).toBe(page.find('#Address-City'));
    page.type({ LastName: 'Byron', 'Address.PostalCode': '10115', 'Address.City': 'Berlin' });
    expect(page.find('[part=missing]').textContent).toBe('Missing or wrong (1): Payment');
    await page.typeCard();
    await page.until(() => page.find('[part=missing]').hidden === true);
    page.submit();
    await page.untilText('Thank you!');
  });

  it('names nothing that was filled in while the payment form was asked', async () => {
    const page = await open();
    await page.until(() => page.frame?.querySelector('input') != null);
    page.typeCustomer({ LastName: '' });
    page.submit();
    page.type({ LastName: 'Byron' });
    await page.until(() => page.find('[part=missing]').textContent?.includes('Payment') === true);
    expect(page.find('[part=missing]').textContent).toBe('Missing or wrong (1): Payment');
  });

  it('leaves the cursor in what is wrong first: the payment before the consent', async () => {
    const page = await open({ consent: 'terms' });
    await page.until(() => page.frame?.querySelector('input') != null);
    page.typeCustomer();
    const focused = vi.fn();
    page.find('[name=consent]').addEventListener('focus', focused);
    page.submit();
    await page.untilText('Missing or wrong (2): Payment Terms');
    await page.until(() => document.activeElement?.getAttribute('name') === 'cardNumber');
    expect(focused).not.toHaveBeenCalled();
  });

  it('leaves the cursor in the page where only the payment is right', async () => {
    const page = await open({ consent: 'terms' });
    await page.until(() => page.frame?.querySelector('input') != null);
    const consent = page.find<HTMLInputElement>('[name=consent]');
    const focused = vi.fn();
    consent.addEventListener('focus', focused);
    page.typeCustomer({ LastName: '' });
    await page.typeCard();
    page.submit();
    expect(page.root.activeElement).toBe(page.find('#LastName'));
    await page.untilText('Missing or wrong (2): Last name Terms');
    page.type({ LastName: 'Byron' });
    consent.click();
    page.submit();
    await page.untilText('Thank you!');
    expect(focused).not.toHaveBeenCalled();
  });

  it('leaves the cursor in the consent where all before it is right', async () => {
    const page = await open({ consent: 'terms' });
    await page.until(() => page.frame?.querySelector('input') != null);
    page.typeCustomer();
    await page.typeCard();
    page.submit();
    await page.until(() => page.root.activeElement === page.find('[name=consent]'));
  });

  it('leaves the cursor in the consent where that is all, and nothing is to pay', async () => {
    const page = await open({ consent: 'terms', 'plan-variant-id': free });
    page.typeCustomer();
    page.submit();
    expect(page.root.activeElement).toBe(page.find('[name=consent]'));
  });
});

describe('who buys as a business', () => {
  it('opens company and VAT id by a box, and reads that the id counts and what it does', async () => {
    const page = await filled();
    const company = page.find('#CompanyName').closest('.field') as HTMLElement;
    const vatId = page.find('#VatId').closest('.field') as HTMLElement;
    expect([company.hidden, vatId.hidden]).toEqual([true, true]);
    page.find('[name=IsBusiness]').click();
    expect(company.hidden).toBe(false);
    page.type({ CompanyName: 'Analytical Engines', VatId: 'FR12345678901', 'Address.Country': 'FR' });
    await page.untilText('VAT ID accepted · no VAT: reverse charge');
    // All prices are those of a business now.
    expect(page.find('[part=plans] .price').textContent).toBe('€9.90 / month');
    expect(textsOf(page, '[part=component] .note')).toEqual(['€4.50 / month', '€15.00 / month']);
    expect(page.find('[part=by-use] .use').textContent).toBe('API calls€0.01');
    expect(linesOf(page).at(-1)).toEqual(['Due today', '€9.90']);
    page.submit();
    await page.untilText('Thank you!');
    const [customer] = await page.rest<object[]>('customers');
    expect(customer).toMatchObject({ CompanyName: 'Analytical Engines', VatId: 'FR12345678901' });
    expect((await page.books()).charged).toEqual([9.9]);
  });

  it('is not one when the box is not ticked, whatever was typed', async () => {
    const page = await filled();
    page.find('[name=IsBusiness]').click();
    page.type({ CompanyName: 'Analytical Engines', VatId: 'nonsense' });
    page.find('[name=IsBusiness]').click();
    page.submit();
    await page.untilText('Thank you!');
    const [customer] = await page.rest<{ CompanyName?: string; VatId?: string }[]>('customers');
    expect([customer?.CompanyName, customer?.VatId]).toEqual([undefined, undefined]);
  });

  it('has the fields at once if the page knows the company, or the account requires it', async () => {
    const known = newPage();
    await known.ready('clientlib-signup', attributes, { customer: { CompanyName: 'Analytical Engines' } });
    expect(known.find<HTMLInputElement>('[name=IsBusiness]').checked).toBe(true);
    const SelfService = { SignupFields: { LastName: 'Required', CompanyName: 'Required' } } as const;
    const required = newPage({ config: { Account: { SelfService } } });
    await required.ready('clientlib-signup', attributes);
    expect(required.root.querySelector('[name=IsBusiness]')).toBe(null);
    expect(required.find('#CompanyName').closest('[hidden]')).toBe(null);
  });
});

describe('the event step', () => {
  it('follows plan, coupon, details, method, attempt and decline, without personal data', async () => {
    const page = await open({ 'plan-variant-ids': `${basic} ${pro}` });
    page.find(`input[value="${pro}"]`).click();
    await apply(page, 'EXPIRED');
    await page.untilText('This coupon code is not valid.');
    page.typeCustomer();
    await page.choose('InvoicePayment');
    await page.choose('CreditCard:India');
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('The payment was declined.');
    expect(stepsOf(page)).toEqual([
      { step: 'plan', planVariantId: pro },
      { step: 'coupon', isAccepted: false },
      { step: 'details' },
      { step: 'method', bearer: 'InvoicePayment' },
      { step: 'method', bearer: 'CreditCard:India' },
      { step: 'attempt', planVariantId: pro, isFree: false },
      { step: 'declined', errorCode: 'BearerInvalid' },
    ]);
  });

  it('of a coupon that counts happens once, whatever else changes', async () => {
    const page = await open();
    await apply(page, 'WELCOME20');
    await page.untilText('Due today€9.42');
    page.type({ 'Address.Country': 'AT' });
    await page.untilText('Due today€9.50');
    expect(textsOf(page, '[part=next] p').at(-1)).toBe('Regular price from April 15, 2026: €11.88');
    expect(stepsOf(page)).toEqual([{ step: 'coupon', isAccepted: true }]);
  });

  it('of the details happens once, and none of what only is said in other words', async () => {
    const page = await open({ 'plan-variant-ids': `${basic} ${pro}` });
    page.find(`input[value="${pro}"]`).click();
    page.typeCustomer();
    page.type({ FirstName: 'Augusta', LastName: '' });
    page.type({ LastName: 'King' });
    const steps = [{ step: 'plan', planVariantId: pro }, { step: 'details' }];
    expect(stepsOf(page)).toEqual(steps);
    page.element.setAttribute('locale', 'de');
    await page.untilText('Zahlungspflichtig bestellen');
    page.type({ LastName: 'Byron' });
    expect(stepsOf(page)).toEqual(steps);
  });
});

describe('a decline', () => {
  it('stands above the methods with the focus, and empties the security code alone', async () => {
    const page = await filled();
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('The payment was declined.');
    const message = page.find('[part=message]');
    expect(message.getAttribute('role')).toBe('alert');
    expect(message.nextElementSibling).toBe(page.find('[part=payment]'));
    expect(page.root.activeElement).toBe(message);
    await page.until(() => page.frame?.querySelector<HTMLInputElement>('[name=cvc]')?.value === '');
    expect(page.frame?.querySelector<HTMLInputElement>('[name=cardHolder]')?.value).toBe('Ada Byron');
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
  });

  it('of a confirmation that failed empties nothing: the card was not refused', async () => {
    const page = await filled();
    page.sandbox.payments.next({ Outcome: { Code: '3DsProblem' } });
    page.submit();
    await page.untilText('Your bank could not confirm');
    page.submit();
    await page.untilText('Thank you!');
  });
});

describe('a price', () => {
  it('with a coupon is asked for with and without it in a row: only what is typed waits for more', async () => {
    const wait = vi.spyOn(globalThis, 'setTimeout');
    await open({ 'coupon-code': 'WELCOME20' });
    expect(wait.mock.calls.filter(([, ms]) => ms === 700)).toEqual([]);
  });

  it('leaves open what the customer has opened', async () => {
    const page = await open();
    page.find<HTMLDetailsElement>('[part=by-use] details').open = true;
    const scale = page.find('[part=by-use] details');
    const seats = page.find<HTMLInputElement>('[part=component] input[type=number]');
    seats.value = '2';
    seats.dispatchEvent(new Event('input', { bubbles: true }));
    await page.untilText('Seat × 2');
    expect([page.find('[part=by-use] details') === scale, scale.hasAttribute('open')]).toEqual([true, true]);
  });

  it('by use is that of who buys: with VAT, and without for a business', async () => {
    const page = await filled();
    await page.until(() => page.find('[part=by-use] .use').textContent === 'API calls€0.0119');
    page.find('[name=IsBusiness]').click();
    page.type({ CompanyName: 'Analytical Engines' });
    await page.until(() => page.find('[part=by-use] .use').textContent === 'API calls€0.01');
  });

  it('keeps the room of the last time until the payment form is there too', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ height: 640 } as DOMRect);
    const page = await open();
    const height = () => page.find('form[part=form]').style.minHeight;
    await page.until(() => height() === '');
    let arrive = (): void => undefined;
    page.answersAfter.set('paymentMethods', new Promise((resolve) => (arrive = resolve)));
    page.element.remove();
    page.events.length = 0;
    document.body.append(page.element);
    await page.until(() => page.happened('change') > 0);
    await new Promise((resolve) => setTimeout(resolve));
    expect(height()).toBe('640px');
    arrive();
    await page.until(() => height() === '');
  });

  it('that is on its way during a decline is still shown', async () => {
    const page = await filled();
    await page.typeCard({ cardNumber: '4000000000000002' });
    let arrive = (): void => undefined;
    page.answersAfter.set('signup/preview', new Promise((resolve) => (arrive = resolve)));
    page.type({ 'Address.Country': 'CH' });
    expect(page.find('[part=summary]').getAttribute('aria-busy')).toBe('true');
    page.submit();
    await page.untilText('The payment was declined.');
    arrive();
    await page.until(() => page.find('[part=summary]').getAttribute('aria-busy') === 'false');
    expect(linesOf(page).at(-1)).toEqual(['Due today', '€10.70']);
  });
});

describe('the thanks', () => {
  it('name plan, price, method, next invoice and order, can be printed, and link to the portal, also after a reload', async () => {
    const page = await filled({ 'portal-url': '/account' });
    page.submit();
    await page.untilText('Thank you!');
    const [order] = await page.rest<{ Id: string }[]>('orders');
    const facts = `PlanBasic monthlyPaid€11.78PaymentCardNext invoiceFebruary 15, 2026 · €11.78Order number${order?.Id}`;
    expect(page.text).toContain(facts);
    const print = vi.fn();
    vi.stubGlobal('print', print);
    page.button('Print').click();
    expect(print).toHaveBeenCalledOnce();
    expect(page.find('[part=done] a').getAttribute('href')).toBe('/account');
    await page.reload();
    await page.untilText(facts);
  });
});

it('a check on the button comes before the thanks, and the event before both', async () => {
  const page = await filled();
  const wait = vi.spyOn(globalThis, 'setTimeout');
  page.submit();
  await page.until(() => page.happened('signedup') > 0);
  // Long enough to see it.
  expect(wait.mock.calls.at(-1)?.[1]).toBe(400);
  wait.mockRestore();
  expect(page.find('button[type=submit] .glyph').nextElementSibling).toBeNull();
  expect(page.root.querySelector('[part=done]')).toBeNull();
  await page.untilText('Thank you!');
});

it('without a connection the customer reads so, and pays once it is back', async () => {
  const page = await filled();
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  page.losesRequestOf = 'signup/order';
  page.submit();
  await page.untilText('There is no internet connection. Please check it and try again.');
  isOnline.mockRestore();
  page.losesRequestOf = undefined;
  page.submit();
  await page.untilText('Thank you!');
  expect(await page.books()).toMatchObject({ contracts: 1 });
});
