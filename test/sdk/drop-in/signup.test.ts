// @vitest-environment happy-dom
import 'clientlib/drop-in';
import type { SignupOffer } from 'clientlib';
import type { SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { basic, free, japan, key, type Page, pagesForEachTest, pro, tokyo, trial, yearly } from './page.ts';

const newPage = pagesForEachTest();
const attributes = {
  'public-api-key': key,
  'plan-variant-id': basic,
  locale: 'en',
  'payment-methods': 'CreditCard:India Debit:Delta InvoicePayment November',
};

const open = (more: Record<string, string> = {}, options: SandboxOptions = {}): Promise<Page> =>
  newPage(options).ready('clientlib-signup', { ...attributes, ...more });

/** A page on which everything is typed, by card unless another bearer is named. */
async function filled(more: Record<string, string> = {}, options?: SandboxOptions): Promise<Page> {
  const page = await open(more, options);
  await page.until(() => page.happened('change') > 0);
  page.typeCustomer();
  await page.typeCard();
  return page;
}

const sold = { orders: ['Completed'], charged: [11.78], contracts: 1 };

describe('a signup', () => {
  it('asks for data and card, shows the price and thanks the customer', async () => {
    const page = await filled();
    expect(page.text).toContain('VAT 19%€1.88Due today€11.78');
    expect(page.text).toContain('Then €11.78 on February 15, 2026');
    page.submit();
    await page.untilText('Thank you!');
    expect(page.events.at(-1)).toEqual([
      'signedup',
      expect.objectContaining({ OrderId: expect.any(String), ContractId: expect.any(String) }),
    ]);
    expect(await page.books()).toEqual(sold);
    const [customer] = await page.rest<object[]>('customers');
    expect(customer).toMatchObject({ LastName: 'Byron', Locale: 'en', Address: { Country: 'DE' } });
  });

  it('sends no form: the page would load anew', async () => {
    const page = await open();
    const event = new Event('submit', { cancelable: true });
    page.find('form[part=form]').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });

  it('marks each missing field, and sends nothing', async () => {
    const page = await open();
    await page.untilText('€11.78');
    page.calls.length = 0;
    page.submit();
    expect(page.find('#LastName-error').textContent).toBe('Please fill this in.');
    expect(page.find('#LastName').getAttribute('aria-invalid')).toBe('true');
    expect(page.find('#CompanyName-error').textContent).toBe('');
    expect(page.root.activeElement).toBe(page.find('#EmailAddress'));
    page.find('[name=IsBusiness]').click();
    page.typeCustomer({ VatId: 'nonsense' });
    page.submit();
    expect(page.find('#VatId-error').textContent).toBe('Please check this entry.');
    expect(page.calls).toEqual([]);
  });

  it('offers several plans with names and prices, and the extras of the selected one', async () => {
    const page = await open({ 'plan-variant-ids': `${basic} ${yearly} ${pro}`, 'plan-variant-id': yearly });
    const plans = () => [...page.root.querySelectorAll('[part=plan]')].map((one) => one.textContent);
    await page.untilText('€117.81');
    expect(plans()).toEqual([
      'Basic€117.81 / year−17%Billed yearly, incl. VAT',
      'Pro€34.51 / monthBilled monthly, incl. VATSetup fee: €58.311,000 API calls',
    ]);
    const extras = () =>
      [...page.root.querySelectorAll('[part=component] .note')].map((note) => note.textContent);
    const names = [...page.root.querySelectorAll('[part=component] .name')].map((name) => name.textContent);
    // What is billed by use is not ordered.
    expect(names).toEqual(['Seat', 'Priority support']);
    // With the VAT that the customer pays.
    expect(extras()).toEqual(['€5.36 / month', '€17.85 / month']);
    page.find('[name=period][value="1 Month"]').click();
    expect(plans()[0]).toBe('Basic€11.78 / monthBilled monthly, incl. VAT');
    page.find('[name=period][value="1 Year"]').click();
    expect(page.find<HTMLInputElement>('input[name=plan]:checked').value).toBe(yearly);
    const [seats] = page.root.querySelectorAll<HTMLInputElement>('[part=component] input[type=number]');
    (seats as HTMLInputElement).value = '2';
    seats?.dispatchEvent(new Event('input', { bubbles: true }));
    page.find(`input[value="${pro}"]`).click();
    await page.untilText('Setup fee');
    await page.untilText('Seat × 2');
    expect(page.text).toContain('Seat × 2€9.00');
    expect(extras()).toEqual(['€5.36 / month', '€17.85 / month']);
  });

  it('has currency, VAT, extras and prices by use of the plan group of the chosen plan', async () => {
    const plans = { 'plan-variant-ids': `${basic} ${tokyo}`, 'plan-variant-id': basic };
    const page = await open(plans, { config: japan });
    const extras = () =>
      [...page.root.querySelectorAll('[part=component] .name, [part=component] .note, .by-use .use')].map(
        ({ textContent }) => textContent,
      );
    await page.untilText('Due today€11.78');
    expect(extras().slice(0, 4)).toEqual(['Seat', '€5.36 / month', 'Priority support', '€17.85 / month']);
    page.find(`input[value="${tokyo}"]`).click();
    await page.untilText('Due today¥1,200');
    expect(extras()).toEqual(['Desk', '¥100 / month', 'Power¥50']);
  });

  it('says that its price is calculated until the first one is there', async () => {
    const page = newPage();
    let arrive = (): void => {};
    page.answersAfter.set('signup/preview', new Promise((resolve) => (arrive = resolve)));
    await page.ready('clientlib-signup', attributes);
    const isBusy = () => page.find('[part=summary]').getAttribute('aria-busy');
    expect(isBusy()).toBe('true');
    page.element.setAttribute('locale', 'de');
    await page.untilText('Zahlungspflichtig bestellen');
    expect(isBusy()).toBe('true');
    arrive();
    await page.until(() => isBusy() === 'false');
    expect(page.text).toContain('11,78 €');
  });

  it('keeps the price while a new one is calculated, and updates only differences', async () => {
    const page = await filled();
    const cells = [...page.root.querySelectorAll('.lines > *')];
    page.type({ 'Address.Country': 'FR' });
    expect(page.find('[part=summary]').getAttribute('aria-busy')).toBe('true');
    expect(page.text).toContain('€11.78');
    await page.untilText('€11.88');
    expect([...page.root.querySelectorAll('.lines > *')]).toEqual(cells);
    expect(page.find('[part=summary]').getAttribute('aria-busy')).toBe('false');
  });

  it.each([
    [{}, 1],
    // With the coupon, and what the same costs without it.
    [{ 'coupon-code': 'WELCOME20' }, 2],
    [{ 'coupon-code': 'EXPIRED' }, 1],
  ])('asks for a price as often as it needs to: with %j %d times', async (more, times) => {
    const page = await open(more);
    await page.until(() => page.happened('change') > 0);
    expect(page.calls.filter((path) => path === 'signup/preview')).toHaveLength(times);
  });

  it('asks for the price again only if it can have changed', async () => {
    const page = await filled();
    page.calls.length = 0;
    page.type({ LastName: 'King', 'Address.City': 'Bonn' });
    page.type({ VatId: 'DE' });
    expect(page.calls).toEqual([]);
  });

  it('asks for the data that the account requires, including custom fields', async () => {
    const SelfService = {
      CustomFields: { Customer: ['Size'] },
      SignupFields: { LastName: 'Required', PhoneNumber: 'Optional', 'CustomFields.Size': 'Required' },
    } as const;
    const page = await open({}, { config: { Account: { SelfService } } });
    const names = [...page.root.querySelectorAll('.details input, .details select')].map((one) => one.id);
    expect(names).toEqual(['LastName', 'PhoneNumber', 'CustomFields-Size']);
    page.type({ LastName: 'Byron', 'CustomFields.Size': 'M' });
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect((await page.rest<object[]>('customers'))[0]).toMatchObject({ CustomFields: { Size: 'M' } });
  });

  it('says when a trial ends and what it costs then', async () => {
    const page = await open({ 'plan-variant-id': trial });
    await page.untilText('14 days free. Then €34.51 on January 29, 2026');
    expect(page.text).toContain('Due today€0.00');
  });

  it("shows days of the account's zone, whatever that of the browser is", async () => {
    const clock = '2026-01-15T12:30:00Z';
    const page = await open({}, { clock, config: { Account: { TimeZone: 'Pacific/Auckland' } } });
    await page.untilText('Then €11.78 on February 16, 2026');
    page.element.setAttribute('locale', 'en-GB');
    await page.untilText('on 16 February 2026');
  });

  it('asks for no payment if there is nothing to pay', async () => {
    const page = await filled({ 'plan-variant-id': free });
    await page.until(() => page.find('.pay').hidden === true);
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual({ orders: ['Completed'], charged: [], contracts: 1 });
    expect(page.events).toContainEqual(['step', { step: 'attempt', planVariantId: free, isFree: true }]);
    // Nothing is said of a payment or of a next one.
    expect([...page.root.querySelectorAll('dt')].map((one) => one.textContent)).toEqual([
      'Plan',
      'Order number',
    ]);
    expect(page.find('[part=done]').textContent).not.toContain('Payment');
  });

  it('says that the order is reviewed if the merchant approves orders', async () => {
    const page = await filled({}, { config: { Account: { OrderApproval: true } } });
    page.submit();
    await page.untilText('We have received your order and will confirm it soon.');
    expect(page.events.at(-1)).toMatchObject(['signedup', { OrderStatus: 'ApprovalPending' }]);
    expect(await page.books()).toEqual({ orders: ['ApprovalPending'], charged: [], contracts: 0 });
  });

  it('uses data of the page: customer, country, coupon, texts', async () => {
    const page = newPage();
    await page.ready(
      'clientlib-signup',
      { ...attributes, country: 'AT', 'coupon-code': 'HALF1' },
      {
        customer: { LastName: 'King', Tag: 'crm-7', Locale: 'de-AT' },
        texts: { subscribe: 'Join', fields: { LastName: 'Surname' } },
      },
    );
    expect(page.find<HTMLInputElement>('#LastName').value).toBe('King');
    expect(page.find<HTMLSelectElement>('select').value).toBe('AT');
    expect(page.text).toContain('Surname');
    await page.untilText('Due today€5.94');
    page.typeCustomer();
    await page.typeCard();
    page.button('Join').click();
    page.submit();
    await page.untilText('Thank you!');
    expect((await page.rest<object[]>('customers'))[0]).toMatchObject({ Tag: 'crm-7', Locale: 'de-AT' });
  });

  it('selects the country of the customer before that of the page, and what was typed before both', async () => {
    const country = (page: Page) => page.find<HTMLSelectElement>('select').value;
    const customer = { EmailAddress: 'ada@page.test', Address: { Country: 'FR' } };
    const page = newPage();
    await page.ready('clientlib-signup', { ...attributes, country: 'AT' }, { customer });
    expect(country(page)).toBe('FR');
    page.typeCustomer({ 'Address.Country': 'CH' });
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('declined');
    page.element.remove();
    page.events.length = 0;
    await page.ready('clientlib-signup', { ...attributes, country: 'AT' }, { customer });
    expect([country(page), page.find<HTMLInputElement>('#EmailAddress').value]).toEqual([
      'CH',
      'ada@shop.test',
    ]);
  });

  it("tells the payment form the customer's name", async () => {
    const page = await open();
    page.typeCustomer();
    const holder = () => page.frame?.querySelector<HTMLInputElement>('[name=cardHolder]')?.value;
    await page.until(() => holder() === 'Ada Byron');
  });

  it('is paid by Enter in the payment form', async () => {
    const page = await filled();
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    page.frame?.querySelector('[name=cvc]')?.dispatchEvent(press);
    await page.untilText('Thank you!');
  });

  it('leaves the state of the page in its history, and goes on from the thanks', async () => {
    history.replaceState({ own: 1 }, '');
    const page = await filled();
    page.submit();
    await page.untilText('Thank you!');
    expect(history.state).toMatchObject({ own: 1 });
    expect(page.root.activeElement).toBe(page.find('h2'));
  });

  it('fills in the customer by names in any case', async () => {
    const customer = {
      emailAddress: 'ada@shop.test',
      LASTNAME: 'King',
      address: { city: 'Bonn' },
      tag: 'crm-7',
    };
    const page = await newPage().ready('clientlib-signup', attributes, { customer });
    expect(page.find<HTMLInputElement>('#EmailAddress').value).toBe('ada@shop.test');
    expect(page.find<HTMLInputElement>('#LastName').value).toBe('King');
    expect(page.find<HTMLInputElement>('#Address-City').value).toBe('Bonn');
  });

  it('tells the page cart and price each time that they change, and of no price that is not waited for', async () => {
    const page = await open({ 'coupon-code': 'HALF1' });
    await page.until(() => page.happened('change') === 1);
    page.type({ 'Address.Country': 'FR' });
    page.type({ 'Address.Country': 'AT' });
    await page.untilText('€5.94');
    await page.until(() => page.find('[part=summary]').getAttribute('aria-busy') === 'false');
    const cart = { PlanVariantId: basic, CouponCode: 'HALF1' };
    expect(page.events.filter(([event]) => event === 'change')).toEqual([
      ['change', { cart, order: expect.objectContaining({ TotalGross: 5.89 }) }],
      ['change', { cart, order: expect.objectContaining({ TotalGross: 5.94 }) }],
    ]);
    expect(page.happened('error')).toBe(0);
  });

  it('reports what can be ordered when it is ready', async () => {
    const page = await open();
    const [, detail] = page.events.find(([event]) => event === 'ready') as [string, { offer: SignupOffer }];
    expect(detail.offer.Country).toBe('DE');
  });
});

describe('errors in a signup', () => {
  it('if the account cannot be loaded: a message and a retry', async () => {
    const page = newPage();
    page.losesRequestOf = 'signup/offer';
    await page.open('clientlib-signup', attributes);
    await page.untilText('That did not work. Please try again.');
    expect(page.events).toMatchObject([['error', { errorCode: ['ServerError', 'NetworkDown'] }]]);
    page.losesRequestOf = undefined;
    page.button('Try again').click();
    await page.untilText('€11.78');
  });

  it('if the price cannot be loaded: it is asked for again at the next change', async () => {
    const page = newPage();
    page.losesRequestOf = 'signup/preview';
    await page.open('clientlib-signup', attributes);
    await page.untilText('That did not work. Please try again.');
    expect(page.find('[part=summary]').getAttribute('aria-busy')).toBe('false');
    page.losesRequestOf = undefined;
    page.type({ LastName: 'Byron' });
    await page.untilText('€11.78');
    expect(page.text).not.toContain('That did not work.');
  });

  it('if the price cannot be loaded: it is asked for again in another language', async () => {
    const page = newPage();
    page.losesRequestOf = 'signup/preview';
    await page.open('clientlib-signup', attributes);
    await page.untilText('That did not work. Please try again.');
    page.losesRequestOf = undefined;
    page.element.setAttribute('locale', 'de');
    await page.untilText('11,78 €');
    expect(page.find('[part=summary]').getAttribute('aria-busy')).toBe('false');
  });

  it('that are none of the service reach the page as errors of the library, too', async () => {
    const page = newPage();
    page.answers.set('signup/offer', [200, { Countries: [], Fields: [], Products: {} }]);
    await page.open('clientlib-signup', attributes);
    await page.untilText('That did not work.');
    expect(page.events).toMatchObject([
      ['error', { errorCode: ['ServerError', 'NetworkDown'], retryable: true }],
    ]);
    page.answers.clear();
    page.button('Try again').click();
    await page.untilText('€11.78');
  });

  it('in the payment form alone: the next click pays', async () => {
    const page = await open();
    page.typeCustomer();
    await page.typeCard({ cvc: '' });
    page.submit();
    await page.untilText('Missing or wrong (1): Payment');
    expect(page.find('[part~=submit]').getAttribute('aria-busy')).toBe('false');
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
  });

  it.each([
    ['InvalidVatId', undefined, 'VatId'],
    ['InvalidCountry', undefined, 'Address.Country'],
    ['InvalidData', 'Customer.LastName', 'LastName'],
    ['InvalidData', 'Customer.Address.City', 'Address.City'],
    ['InvalidCouponCode', undefined, 'CouponCode'],
  ] as const)('the service refuses the order for %s of %s: it says so there', async (code, field, name) => {
    const page = await filled();
    page.answers.set('signup/order', [422, { Code: code, Message: 'No.', Field: field }]);
    page.submit();
    const input = page.find(`[name="${name}"]`);
    await page.until(() => input.getAttribute('aria-invalid') === 'true');
    expect(page.root.activeElement).toBe(input);
    expect(input.closest('[hidden]')).toBeNull();
    expect(page.find('[part=message]').textContent).toBe('');
    page.answers.clear();
  });

  it('a declined card: the next one pays the same order', async () => {
    const page = await filled();
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('The payment was declined. Please try another card or payment method.');
    expect(page.events.at(-1)).toMatchObject(['error', { errorCode: ['BearerInvalid'] }]);
    await page.typeCard();
    page.submit();
    expect(page.find('[part=message]').textContent).toBe('');
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it.each([
    ['an order that it has charged already', '4000000000001174', 'The payment was declined.'],
    ['the state of the card', '4000000000001182', 'The payment was declined.'],
    ['the country of the card', '4000000000001125', 'The payment was declined.'],
    ['a login of the merchant', '4000000000001208', 'The payment was declined.'],
    ['too many requests', '4000000000001216', 'This payment method cannot be reached.'],
  ])(
    'a provider that rejects for %s: a message about the payment, and the same order',
    async (_why, cardNumber, sentence) => {
      const page = await filled();
      await page.typeCard({ cardNumber });
      page.submit();
      await page.untilText(sentence);
      expect(page.root.querySelector('[aria-invalid=true]')).toBeNull();
      await page.typeCard();
      page.submit();
      await page.untilText('Thank you!');
      expect(await page.books()).toEqual(sold);
    },
  );

  it('a card without a token after a lost response: the order stays bound, as it may be paid', async () => {
    const page = await filled();
    page.losesAnswerOf = 'signup/pay';
    page.submit();
    await page.untilText('We do not know yet');
    page.losesAnswerOf = undefined;
    await page.typeCard({ cardNumber: '4000000000001281' });
    page.submit();
    await page.until(() => page.events.at(-1)?.[0] === 'error');
    await page.until(() => !page.find<HTMLButtonElement>('[part~=submit]').disabled);
    expect(page.find<HTMLFieldSetElement>('fieldset.details').disabled).toBe(true);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('after a decline: the next message stands above the total again, without the focus', async () => {
    const page = await filled();
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('declined');
    const message = page.find('[part=message]');
    const scroll = vi.fn();
    message.scrollIntoView = scroll;
    page.losesRequestOf = 'signup/pay';
    await page.typeCard();
    page.submit();
    await page.untilText('you will not be charged twice');
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
    expect(message.nextElementSibling?.className).toBe('due');
    // What is typed takes it away.
    page.find('[name=LastName]').dispatchEvent(new Event('input', { bubbles: true }));
    expect(message.textContent).toBe('');
    expect(scroll).toHaveBeenCalledOnce();
  });

  it('an order that cannot be paid any more: its price is asked for again, and the next click makes another one', async () => {
    const page = await filled();
    page.answers.set('signup/pay', [409, { Code: 'InvalidPreconditions', Message: 'Expired.' }]);
    page.calls.length = 0;
    page.submit();
    await page.untilText('That did not work. Please try again.');
    await page.until(() => page.calls.at(-1) === 'signup/preview');
    await page.until(() => page.find('[part=summary]').getAttribute('aria-busy') === 'false');
    page.answers.clear();
    page.submit();
    await page.untilText('Thank you!');
    expect(page.calls.filter((path) => path === 'signup/order')).toHaveLength(2);
    expect(await page.books()).toMatchObject({ charged: [11.78], contracts: 1 });
  });

  it('a declined card, and then another way to pay: the thanks name the one that has paid', async () => {
    const page = await filled();
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('declined');
    await page.choose('InvoicePayment');
    page.submit();
    await page.untilText('Thank you!');
    expect(page.text).toContain('PaymentInvoice');
    expect((await page.books()).orders).toEqual(['Completed']);
  });

  it('of the payment form reach the page: a method that the account does not have', async () => {
    const page = await open({ 'payment-methods': 'CreditCard:Nobody CreditCard:India' });
    await page.until(() => page.happened('error') === 1);
    expect(page.events.find(([event]) => event === 'error')).toMatchObject([
      'error',
      { errorCode: ['InvalidPaymentMethod', 'BearerNotConfigured'] },
    ]);
  });

  it('a declined card and other data: a new order, and one sale', async () => {
    const page = await filled();
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('declined');
    page.typeCustomer({ LastName: 'King' });
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    const { orders, charged, contracts } = await page.books();
    expect([orders.filter((status) => status === 'Completed').length, charged, contracts]).toEqual([
      1,
      [11.78],
      1,
    ]);
  });

  it('a rejected VAT id: it is marked', async () => {
    const page = await filled();
    page.find('[name=IsBusiness]').click();
    page.type({ VatId: 'XX12345678' });
    page.submit();
    await page.until(() => page.find('#VatId').getAttribute('aria-invalid') === 'true');
    expect(await page.books()).toMatchObject({ charged: [] });
  });
});

it('whatever fails, one time after the other: button, fields and form work again, and the last try is the one sale', async () => {
  const page = await filled();
  const button = page.find('[part~=submit]');
  const isFree = () => [
    button.getAttribute('aria-busy'),
    button.getAttribute('aria-disabled'),
    button.querySelector('.spinner'),
    page.find('.end .spoken').textContent,
    page.frame?.querySelector<HTMLInputElement>('[name=cardHolder]')?.readOnly,
  ];
  const right = ['false', 'false', null, '', false];
  const said = () => page.find('[part=message]').textContent;
  const lose = (path?: string) => (page.losesRequestOf = path);
  const failures: [fail: () => unknown, mend: () => unknown, hasFailed: () => boolean][] = [
    [() => lose('signup/order'), lose, () => said() !== ''],
    [() => lose('/providers/India/tokens'), lose, () => said() !== ''],
    [
      () => page.answers.set('signup/order', [422, { Code: 'InvalidData', Field: 'Customer.LastName' }]),
      () => page.answers.clear(),
      () => page.find('#LastName').getAttribute('aria-invalid') === 'true',
    ],
    [
      () => page.typeCard({ cvc: '1' }),
      () => page.typeCard(),
      () => page.text.includes('Missing or wrong (1): Payment'),
    ],
    [
      () => page.type({ LastName: '' }),
      () => {},
      () => page.text.includes('Missing or wrong (1): Last name'),
    ],
    [() => lose('signup/pay'), lose, () => said() !== ''],
  ];
  for (const [at, [fail, mend, hasFailed]] of failures.entries()) {
    await fail();
    // Another order each time, but for the last one, which may be paid.
    if (at === 2 || at === 5) page.type({ LastName: `Byron ${at}` });
    page.submit();
    await page.until(hasFailed);
    await page.until(() => JSON.stringify(isFree()) === JSON.stringify(right));
    await mend();
    if (at < 5) page.type({ LastName: 'Byron' });
    await page.until(() => page.find('[part=missing]').hidden === true);
    const wrong = [page.root, page.frame as Element].map((place) =>
      place.querySelector('[aria-invalid=true]'),
    );
    expect([at, said(), ...wrong]).toEqual([
      at,
      at < 5 ? '' : expect.stringContaining('We do not know yet'),
      null,
      null,
    ]);
  }
  page.submit();
  await page.untilText('Thank you!');
  expect(await page.books()).toMatchObject({ charged: [11.78], contracts: 1 });
});

describe('the event error names the field, a reason for the customer, and whether to retry', () => {
  const reason = expect.stringMatching(/^[A-Z].{10,}\.$/);

  it.each([
    [
      'a declined card',
      { cardNumber: '4000000000000002' },
      { errorCode: ['BearerInvalid'], retryable: false },
    ],
    ['a field of the payment form', { cardNumber: '4111111111111112' }, undefined],
  ] as const)('%s', async (_, typed, expected) => {
    const page = await filled();
    await page.typeCard(typed);
    page.submit();
    if (expected === undefined) {
      // The form shows it itself, and nothing is sent.
      await page.until(() => page.frame?.querySelector('[aria-invalid=true]') != null);
      expect(page.happened('error')).toBe(0);
      return;
    }
    await page.until(() => page.happened('error') > 0);
    expect(page.events.at(-1)?.[1]).toMatchObject({ ...expected, errorMessage: reason });
  });

  it.each([
    ['the offer', 'signup/offer', true],
    ['the price', 'signup/preview', true],
    ['the order', 'signup/order', true],
    ['the payment', 'signup/pay', true],
  ] as const)('a lost request of %s', async (_, path, retryable) => {
    const page = newPage();
    page.losesRequestOf = path;
    await page.open('clientlib-signup', attributes);
    if (path === 'signup/order' || path === 'signup/pay') {
      await page.until(() => page.happened('change') > 0);
      page.typeCustomer();
      await page.typeCard();
      page.submit();
    }
    await page.until(() => page.happened('error') > 0);
    expect(page.events.find(([event]) => event === 'error')?.[1]).toMatchObject({
      errorCode: ['ServerError', 'NetworkDown'],
      errorMessage: reason,
      retryable,
    });
  });
});

describe('one sale is one order', () => {
  it('after a double click', async () => {
    const page = await filled();
    page.submit();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
    expect(page.happened('signedup')).toBe(1);
  });

  it.each(['signup/order', 'signup/pay', 'tokens'])(
    'when the answer of %s gets lost, and the customer tries again',
    async (path) => {
      const page = await filled();
      page.losesAnswerOf = path === 'tokens' ? '/providers/India/tokens' : path;
      page.submit();
      await page.until(() => page.happened('error') > 0);
      expect(page.text).toMatch(/not be charged twice|Please try again/);
      // What has not reached the service can still be another order.
      expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(path === 'signup/pay');
      page.losesAnswerOf = undefined;
      page.submit();
      await page.untilText('Thank you!');
      expect(await page.books()).toEqual(sold);
    },
  );

  it('when the response to the payment is lost, the customer changes everything else and reloads', async () => {
    const page = await filled();
    page.losesAnswerOf = 'signup/pay';
    page.submit();
    await page.untilText('you will not be charged twice');
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(true);
    expect(page.find<HTMLFieldSetElement>('.pay').disabled).toBe(false);
    expect(page.find<HTMLInputElement>('[name=CouponCode]').disabled).toBe(true);
    // Nobody has seen what became of the payment.
    expect(page.find('.end > .link').hidden).toBe(true);
    page.element.setAttribute('locale', 'de');
    await page.untilText('Zahlungspflichtig bestellen');
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(true);
    page.element.setAttribute('locale', 'en');
    page.losesAnswerOf = undefined;
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    expect(page.find<HTMLInputElement>('#LastName').value).toBe('Byron');
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(true);
    await page.typeCard({ cardNumber: '5555555555554444' });
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('when the response to the payment is lost, and a box is empty after a reload', async () => {
    const page = await filled({ consent: 'terms' });
    page.find('[name=consent]').click();
    page.losesAnswerOf = 'signup/pay';
    page.submit();
    await page.untilText('you will not be charged twice');
    page.losesAnswerOf = undefined;
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('when the response to the payment is lost, and the page then offers another plan', async () => {
    const page = await filled({ id: 'join' });
    page.losesAnswerOf = 'signup/pay';
    page.submit();
    await page.untilText('you will not be charged twice');
    page.losesAnswerOf = undefined;
    page.element.setAttribute('plan-variant-id', pro);
    await page.until(() => page.happened('ready') > 1);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('after a reload between order and payment', async () => {
    const page = await filled();
    const seats = () => page.find<HTMLInputElement>('[part=component] input[type=number]');
    seats().value = '2';
    seats().dispatchEvent(new Event('input', { bubbles: true }));
    await page.untilText('Seat × 2');
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('declined');
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    expect([page.find<HTMLInputElement>('#LastName').value, seats().value]).toEqual(['Byron', '2']);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual({ ...sold, charged: [22.49] });
  });

  it('with the plan that was ordered, and not the one that the page selects, after a reload', async () => {
    const page = await filled({ 'plan-variant-ids': `${basic} ${pro}`, 'plan-variant-id': basic });
    page.find(`input[value="${pro}"]`).click();
    await page.untilText('Due today€92.82');
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.submit();
    await page.untilText('declined');
    await page.reload();
    await page.untilText('Due today€92.82');
    expect(page.find<HTMLInputElement>('input[name=plan]:checked').value).toBe(pro);
  });

  it('shows the thank-you page again after a reload, and the form on the next visit', async () => {
    const page = await filled();
    page.submit();
    await page.untilText('Thank you!');
    await page.reload();
    await page.untilText('Thank you!');
    expect(page.happened('signedup')).toBe(0);
    history.pushState(null, '', '/join');
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
  });
});

describe('the redirect to a payment provider and back', () => {
  /** A page whose customer has been sent to the page of a wallet. */
  async function leaving(): Promise<{ page: Page; url: string }> {
    const page = await filled();
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await page.choose('November');
    page.submit();
    await page.until(() => assign.mock.calls.length > 0);
    return { page, url: `${assign.mock.calls[0]?.[0]}` };
  }

  it('ends with a thank-you page at a clean address', async () => {
    const { page, url } = await leaving();
    await page.comeBack(url, 'pay');
    await page.untilText('Thank you!');
    expect(location.href).toBe('http://localhost:3000/join?ref=mail');
    expect(page.happened('signedup')).toBe(1);
    expect(await page.books()).toEqual(sold);
    await page.reload();
    await page.untilText('Thank you!');
  });

  it('returns without a payment: the same order is paid by card', async () => {
    const { page, url } = await leaving();
    await page.comeBack(url, 'cancel');
    await page.untilText('The payment was canceled. You can try again.');
    expect(location.href).toBe('http://localhost:3000/join?ref=mail');
    expect(page.find<HTMLInputElement>('#LastName').value).toBe('Byron');
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(false);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('returns without a payment: the coupon still applies, and the same order is paid', async () => {
    const page = await filled();
    page.button('Add coupon code').click();
    page.type({ CouponCode: 'WELCOME20' });
    page.button('Apply').click();
    await page.untilText('Due today€9.42');
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await page.choose('November');
    page.submit();
    await page.until(() => assign.mock.calls.length > 0);
    await page.comeBack(`${assign.mock.calls[0]?.[0]}`, 'cancel');
    await page.untilText('Due today€9.42');
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual({ ...sold, charged: [9.42] });
  });

  it('returns to a page that another payment has paid: thank-you page of that order', async () => {
    const { page, url } = await leaving();
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    const [order] = await page.rest<{ Id: string }[]>('orders');
    await page.comeBack(url, 'pay');
    await page.untilText(`Order number${order?.Id}`);
    expect(await page.books()).toEqual(sold);
  });

  it('is repeated if the response on return is lost', async () => {
    const { page, url } = await leaving();
    page.losesAnswerOf = 'Finalize';
    await page.comeBack(url, 'pay');
    await page.untilText('you will not be charged twice');
    page.losesAnswerOf = undefined;
    page.button('Try again').click();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('returns with the back button: an order that may be paid stays the same', async () => {
    const { page } = await leaving();
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(true);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('returns with the back button after paying there: nothing is charged again', async () => {
    const { page, url } = await leaving();
    await page.visit(url, 'pay');
    history.replaceState(null, '', '/join?ref=mail');
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
    expect(await page.books()).toEqual(sold);
  });

  it('returns with the back button for something else: the customer can change the order', async () => {
    const { page } = await leaving();
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    page.button('Change details').click();
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(false);
    // The button goes, and the customer goes on in the first of the details.
    expect(page.root.activeElement).toBe(page.find('.details input'));
    page.typeCustomer();
    page.losesRequestOf = 'signup/pay';
    await page.typeCard();
    page.submit();
    await page.untilText('you will not be charged twice');
    expect(page.find('.end > .link').hidden).toBe(true);
  });

  it('returns with the back button to a page as it was: its button works again', async () => {
    const { page } = await leaving();
    const isBusy = () => page.find('[part~=submit]').getAttribute('aria-busy');
    const show = (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    show(false);
    expect(isBusy()).toBe('true');
    show(true);
    expect(isBusy()).toBe('false');
    // What was ordered is paid, whatever the fields say: they rest until the customer wants another order.
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(true);
    page.button('Change details').click();
    expect(page.find<HTMLFieldSetElement>('.details').disabled).toBe(false);
  });
});

describe('two signups on one page', () => {
  it('have separate orders, languages and returns', async () => {
    const [first, second] = [newPage(), newPage()];
    await first.ready('clientlib-signup', { ...attributes, id: 'one' });
    await second.ready('clientlib-signup', {
      ...attributes,
      id: 'two',
      locale: 'de',
      'plan-variant-id': pro,
    });
    await second.untilText('Zahlungspflichtig bestellen');
    await first.untilText('Subscribe and pay');
    first.typeCustomer();
    first.typeCustomer.call(second, { LastName: 'König' });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await second.choose('November');
    second.submit();
    await second.until(() => assign.mock.calls.length > 0);
    await second.visit(`${assign.mock.calls[0]?.[0]}`, 'pay');
    await Promise.all([first.reload(), second.reload()]);
    await second.untilText('Vielen Dank!');
    await first.until(() => first.happened('ready') > 0);
    expect(first.text).not.toContain('Thank you');
  });
});

it('two signups on one page are both thanked for after a reload', async () => {
  const [first, second] = [newPage(), newPage()];
  for (const [id, page] of [
    ['one', first],
    ['two', second],
  ] as const) {
    await page.ready('clientlib-signup', { ...attributes, id });
    page.typeCustomer();
    await page.typeCard();
    page.submit();
    await page.untilText('Thank you!');
  }
  await Promise.all([first.reload(), second.reload()]);
  await Promise.all([first.untilText('Thank you!'), second.untilText('Thank you!')]);
});

describe('a field that is wrong', () => {
  it('says so when it is left, and no more as soon as it is right', async () => {
    const page = await open();
    page.find('[name=IsBusiness]').click();
    const field = page.find<HTMLInputElement>('[name=VatId]');
    const error = page.find('#VatId-error');
    page.type({ VatId: 'X' });
    expect(error.textContent).toBe('');
    field.dispatchEvent(new Event('focusout', { bubbles: true }));
    expect(error.textContent).not.toBe('');
    page.type({ VatId: 'DE' });
    expect(error.textContent).not.toBe('');
    page.type({ VatId: 'DE123456789' });
    expect([error.textContent, field.getAttribute('aria-invalid')]).toEqual(['', 'false']);
  });
});

describe('the element', () => {
  it('keeps what is typed and chosen when language and texts change', async () => {
    const page = await filled({ 'plan-variant-ids': `${basic} ${pro}`, 'coupon-code': 'HALF1' });
    await page.typeCard();
    page.find<HTMLInputElement>(`[value="${pro}"]`).click();
    await page.untilText('Setup fee');
    page.type({ 'Address.Country': 'AT' });
    page.find<HTMLInputElement>('[name=CouponCode]').value = 'NOT-YET-APPLIED';
    page.find<HTMLInputElement>('[name=LastName]').focus();
    const { frame, calls } = page;
    await page.until(() => calls.at(-1) === 'signup/preview');
    page.element.setAttribute('locale', 'de');
    await page.untilText('Zahlungspflichtig bestellen');
    Object.assign(page.element, { texts: { subscribe: 'Mitmachen', paymentForm: { again: 'Nochmal' } } });
    await page.untilText('Mitmachen');
    await page.untilText('Einrichtungsgebühr');
    expect(page.find<HTMLInputElement>(`[value="${pro}"]`).checked).toBe(true);
    const typed = ['EmailAddress', 'LastName', 'Address.City', 'Address.Country', 'CouponCode'];
    expect(typed.map((name) => page.find<HTMLInputElement>(`[name="${name}"]`).value)).toEqual([
      'ada@shop.test',
      'Byron',
      'Berlin',
      'AT',
      'NOT-YET-APPLIED',
    ]);
    expect(page.root.activeElement?.getAttribute('name')).toBe('LastName');
    expect(page.find('[part=coupon-chip]').textContent).toBe('HALF1');
    expect(page.frame).toBe(frame);
    await page.until(() => page.frame?.textContent?.includes('Kartennummer') === true);
    page.button('Mitmachen').click();
    page.submit();
    await page.untilText('Vielen Dank');
    expect(page.happened('ready')).toBe(1);
    expect(await page.books()).toMatchObject({ orders: ['Completed'], contracts: 1 });
    page.element.setAttribute('locale', 'fr');
    await page.untilText('Merci');
  });

  it('keeps a coupon away that was removed, and the button busy while it works, when the language changes', async () => {
    const page = await filled({ 'coupon-code': 'HALF1' });
    page.find('[part=coupon-chip] button').click();
    await page.untilText('Due today€11.78');
    let arrive = (): void => undefined;
    page.answersAfter.set('signup/order', new Promise((resolve) => (arrive = resolve)));
    page.submit();
    await page.until(() => page.calls.at(-1) === 'signup/order');
    page.element.setAttribute('locale', 'de');
    await page.untilText('Zahlungspflichtig bestellen');
    expect(page.find('[part~=submit]').getAttribute('aria-busy')).toBe('true');
    expect(page.find('[part=coupon-chip]').hidden).toBe(true);
    arrive();
    await page.untilText('Vielen Dank!');
    expect(await page.books()).toEqual(sold);
  });

  it.each([
    [{}, basic],
    [{ id: 'join' }, 'join'],
    [{ 'plan-variant-ids': `${basic} ${pro}` }, `${basic}.${pro}`],
  ])('keeps what it keeps in this tab apart from that of other elements: %j', async (more, name) => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ height: 640 } as DOMRect);
    await open(more);
    // Its height, once price and payment form are there.
    const kept = () => Object.keys(sessionStorage).filter((one) => one.endsWith('.shape'));
    await vi.waitFor(() => expect(kept()).toEqual([`clientlib.signup-${name}-${key}.shape`]));
  });

  it('changes the language of a failure and of what it loads', async () => {
    const page = newPage();
    page.losesRequestOf = 'signup/offer';
    await page.open('clientlib-signup', attributes);
    await page.untilText('That did not work.');
    page.element.setAttribute('locale', 'de');
    await page.untilText('Das hat nicht funktioniert.');
    page.losesRequestOf = undefined;
    page.button('Noch einmal versuchen').click();
    await page.untilText('Zahlungspflichtig bestellen');
  });

  it('keeps everything when it only looks different', async () => {
    const page = await open();
    page.type({ LastName: 'Byron' });
    const form = page.find('form');
    page.element.setAttribute('theme', 'round');
    page.element.setAttribute('density', 'compact');
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.find('form')).toBe(form);
    expect(page.happened('ready')).toBe(1);
  });

  it('begins anew where it is put again, with what was ordered before', async () => {
    const page = await open();
    page.element.remove();
    document.body.append(page.element);
    await page.until(() => page.happened('ready') === 2);
    await page.untilText('€11.78');
    expect(page.root.querySelectorAll('form[part=form]')).toHaveLength(1);
  });

  it('speaks the language that came last, however long another one takes to load', async () => {
    const page = await open();
    page.element.setAttribute('locale', 'hu');
    await Promise.resolve();
    page.element.setAttribute('locale', 'en-GB');
    await page.until(() => page.find('.top').lang === 'en-GB');
    await import('../../../sdk/src/drop-in/texts/hu.ts');
    await new Promise((resolve) => setTimeout(resolve));
    expect([page.find('.top').lang, page.button('Subscribe and pay').hidden]).toEqual(['en-GB', false]);
  });

  it('is written from right to left where its language is', async () => {
    const page = await open({ locale: 'ar' });
    expect(page.find('.top').dir).toBe('rtl');
    page.element.setAttribute('locale', 'de');
    await page.until(() => page.find('.top').dir === 'ltr');
  });

  it('restarts when another attribute changes, and ends when it is removed', async () => {
    const page = await open();
    page.element.setAttribute('locale', 'de');
    await page.untilText('Zahlungspflichtig bestellen');
    page.element.setAttribute('plan-variant-id', pro);
    page.element.remove();
    document.body.append(page.element);
    await page.untilText('Einrichtungsgebühr');
    expect(page.root.querySelectorAll('form[part=form]')).toHaveLength(1);
    expect(page.element.children).toHaveLength(1);
  });

  it('has the payment form among its own children, where browsers fill it in, until the customer has paid', async () => {
    const page = await filled();
    await page.typeCard();
    expect(page.frame?.parentElement?.parentElement).toBe(page.element);
    expect(page.frame?.parentElement?.assignedSlot?.closest('[part=payment]')).not.toBeNull();
    page.submit();
    await page.untilText('Thank you!');
    await page.until(() => page.element.children.length === 0);
  });

  it('uses the language of the page around it', async () => {
    document.documentElement.lang = 'de-AT';
    const page = newPage();
    const { locale, ...others } = attributes;
    await page.ready('clientlib-signup', others);
    document.documentElement.lang = '';
    await page.untilText('Zahlungspflichtig bestellen');
    expect(page.find('.top').lang).toBe('de-AT');
  });

  it('says what the page says otherwise, in the payment form too, and reports names that there are no texts for', async () => {
    const texts = {
      subscribe: 'Join now',
      fields: { CompanyName: 'Organization', Town: 'x' },
      paymentForm: { fields: { cvc: 'CVC' }, cards: 'x' },
    };
    const page = newPage();
    await page.ready('clientlib-signup', attributes, { texts });
    await page.untilText('Join now');
    expect(page.text).toContain('Organization');
    await page.until(() => page.frame?.textContent?.includes('CVC') === true);
    await page.until(() => page.happened('error') === 2);
    expect(page.events.filter(([event]) => event === 'error').map(([, error]) => error)).toMatchObject([
      { errorCode: ['InvalidConfiguration'], field: 'texts.fields.Town' },
      { errorCode: ['InvalidConfiguration'], field: 'config.texts.cards' },
    ]);
  });

  it('has slots for the parts of the page', async () => {
    const page = await open();
    const slots = [...page.root.querySelectorAll('slot')].map(({ name }) => name);
    expect(slots).toEqual(['before', expect.stringMatching(/^payment-form-\d+$/), 'terms']);
  });
});
