// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { Payment, Signup } from 'clientlib';
import type { SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { basic, key, type Page, pagesForEachTest, pro, yearly } from './page.ts';

const newPage = pagesForEachTest();
const seat = 'd00000000000000000000001';
const methods = 'CreditCard:India Debit:Delta InvoicePayment November';

/** A customer who has signed up, and the token of the contract. */
async function signedUp(page: Page, cardNumber = '4111111111111111', plan = basic) {
  const payment = new Payment({ publicApiKey: key });
  const Address = {
    Street: 'Hauptstraße',
    HouseNumber: '1',
    PostalCode: '10115',
    City: 'Berlin',
    Country: 'DE',
  };
  const customer = {
    FirstName: 'Ada',
    LastName: 'Byron',
    EmailAddress: 'ada@shop.test',
    Tag: 'crm-7',
    Address,
  };
  const card = { cardNumber, expiryMonth: 12, expiryYear: 2039, cvc: '123', cardHolder: 'Ada Byron' };
  const { ContractId } = await new Signup().subscribe(payment, { PlanVariantId: plan }, customer, {
    bearer: 'CreditCard:India',
    ...card,
  });
  const token = () => page.rest<{ Token: string }>(`contracts/${ContractId}/selfServiceToken`);
  return { ContractId, token: (await token()).Token, renew: token };
}

async function open(options: SandboxOptions = {}, cardNumber?: string, plan?: string) {
  const page = newPage(options);
  const customer = await signedUp(page, cardNumber, plan);
  await page.ready('clientlib-portal', { token: customer.token, locale: 'en', 'payment-methods': methods });
  const contract = () => page.rest<Record<string, unknown>>(`contracts/${customer.ContractId}`);
  return { page, contract, ...customer };
}

const section = (page: Page, name: string) => page.find(`[part="section ${name}"]`);
const openPanel = async (page: Page, name: string) => {
  section(page, name).querySelector<HTMLButtonElement>('button.link')?.click();
  await page.until(() => section(page, name).querySelector('.panel form') !== null);
};
const confirm = (page: Page, name: string) =>
  section(page, name)
    .querySelector('.panel form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }));

describe('<clientlib-portal>', () => {
  it('shows contract, next invoice, payment, customer and invoices', async () => {
    const { page, token } = await open();
    expect(section(page, 'contract').textContent).toContain('Active');
    expect(page.text).toContain('Next invoiceFebruary 15, 2026 · €11.78');
    expect(page.text).toContain('Visa ending in 1111, valid until 12/2039');
    expect(page.text).toContain('Ada Byronada@shop.testHauptstraße 110115 BerlinGermany');
    const link = page.find<HTMLAnchorElement>('td a');
    expect(link.getAttribute('aria-label')).toMatch(/^Download invoice \S+ as PDF$/);
    const pdf = await page.sandbox.fetch(link.href);
    expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(link.href).toContain(token);
  });

  it("shows days of the account's zone, whatever that of the browser is", async () => {
    const clock = '2026-01-15T12:30:00Z';
    const { page } = await open({ clock, config: { Account: { TimeZone: 'Pacific/Auckland' } } });
    expect(page.text).toContain('Next invoiceFebruary 16, 2026');
    expect(page.find('td').textContent).toContain('January 16, 2026');
  });

  it('changes the address, and keeps fields that it does not show', async () => {
    const { page } = await open();
    await openPanel(page, 'customer');
    page.type({ LastName: 'King', 'Address.City': '' });
    confirm(page, 'customer');
    await page.untilText('Please fill this in.');
    page.type({ 'Address.City': 'Bonn' });
    confirm(page, 'customer');
    await page.untilText('Your changes are saved.');
    expect(page.events.at(-1)).toMatchObject(['changed', { details: { Customer: { LastName: 'King' } } }]);
    const [customer] = await page.rest<object[]>('customers');
    expect(customer).toMatchObject({
      FirstName: 'Ada',
      LastName: 'King',
      Tag: 'crm-7',
      Address: { City: 'Bonn' },
    });
  });

  it('keeps parts of the address that the account does not ask for', async () => {
    const SelfService = { SignupFields: { LastName: 'Required', 'Address.City': 'Optional' } } as const;
    const { page } = await open({ config: { Account: { SelfService } } });
    await openPanel(page, 'customer');
    page.type({ 'Address.City': 'Bonn' });
    confirm(page, 'customer');
    await page.untilText('Your changes are saved.');
    const [customer] = await page.rest<object[]>('customers');
    expect(customer).toMatchObject({
      Address: {
        Street: 'Hauptstraße',
        HouseNumber: '1',
        PostalCode: '10115',
        City: 'Bonn',
        Country: 'DE',
      },
    });
  });

  it('has the payment form among its own children only while its panel is open', async () => {
    const { page } = await open();
    const forms = () => page.element.children.length;
    await openPanel(page, 'payment');
    await page.until(() => forms() === 1);
    page.button('Back').click();
    await page.until(() => forms() === 0);
    await openPanel(page, 'payment');
    await page.until(() => forms() === 1);
    page.element.remove();
    await page.until(() => forms() === 0);
  });

  it('changes the payment data, after a declined card', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'payment');
    await page.typeCard({ cardNumber: '4000000000000002' });
    confirm(page, 'payment');
    await page.untilText('The payment was declined.');
    await page.typeCard({ cardNumber: '5555555555554444' });
    confirm(page, 'payment');
    await page.untilText('Your changes are saved.');
    expect(page.text).toContain('Mastercard ending in 4444');
    expect((await contract())['PaymentBearer']).toMatchObject({ Last4: '4444' });
  });

  it('changes the payment data on a provider’s page, and returns to a clean address', async () => {
    const { page, contract } = await open();
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await openPanel(page, 'payment');
    await page.choose('November');
    confirm(page, 'payment');
    await page.until(() => assign.mock.calls.length > 0);
    await page.comeBack(`${assign.mock.calls[0]?.[0]}`, 'pay');
    await page.untilText('Your changes are saved.');
    expect(location.href).toBe('http://localhost:3000/join?ref=mail');
    expect((await contract())['PaymentBearer']).toMatchObject({ Type: 'November' });
  });

  it('changes the plan, after showing the price in words', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'plan');
    page.find('[name=period][value="1 Year"]').click();
    page.find(`input[value="${yearly}"]`).click();
    await page.untilText('Due today: €106.03. Then');
    confirm(page, 'plan');
    await page.untilText('Your changes are saved.');
    expect((await contract())['PlanVariantId']).toBe(yearly);
    expect(section(page, 'plan').textContent).toContain('€99.00 / year');
    const { charged } = await page.books();
    expect(charged).toHaveLength(2);
  });

  it('asks for other payment data if the card is declined for the new plan, and pays the same order', async () => {
    const { page, contract } = await open({}, '4000000000000341');
    await openPanel(page, 'plan');
    page.find(`input[value="${pro}"]`).click();
    await page.untilText('Due today:');
    confirm(page, 'plan');
    await page.until(() => page.happened('error') > 0);
    await page.typeCard();
    confirm(page, 'plan');
    await page.untilText('Your changes are saved.');
    expect((await contract())['PlanVariantId']).toBe(pro);
    expect((await page.rest<unknown[]>('orders')).length).toBe(2);
  });

  it('changes nothing twice if the response to a change is lost', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'plan');
    page.find('[name=period][value="1 Year"]').click();
    page.find(`input[value="${yearly}"]`).click();
    page.losesAnswerOf = 'upgrade/paySync';
    confirm(page, 'plan');
    await page.until(() => page.happened('error') > 0);
    page.losesAnswerOf = undefined;
    section(page, 'plan').querySelector('[part=payment]')?.remove();
    await page.until(
      () => !section(page, 'plan').querySelector<HTMLButtonElement>('button[type=submit]')?.disabled,
    );
    confirm(page, 'plan');
    await page.untilText('Your changes are saved.');
    expect((await contract())['PlanVariantId']).toBe(yearly);
    expect((await page.books()).charged).toHaveLength(2);
  });

  it('books extras, reduces them and removes them', async () => {
    const { page } = await open();
    const offered = section(page, 'components').querySelector('.note')?.textContent;
    expect(offered).toMatch(/^Seat, /);
    const choose = async (quantity: number) => {
      await openPanel(page, 'components');
      const input = page.find<HTMLInputElement>('[part=component] input[type=number]');
      input.value = `${quantity}`;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await page.until(() =>
        /Due today|credited|Nothing is due/.test(section(page, 'components').textContent ?? ''),
      );
      confirm(page, 'components');
      await page.until(() => !section(page, 'components').querySelector('.panel form'));
    };
    await choose(3);
    expect(section(page, 'components').textContent).toContain('Seat3');
    await choose(1);
    expect(section(page, 'components').textContent).toContain('Seat1');
    await choose(0);
    expect(section(page, 'components').querySelector('.note')?.textContent).toBe(offered);
  });

  it('leaves out extras that end later, and books a new quantity beside them', async () => {
    const { page, ContractId } = await open();
    const send = (path: string, body: object) =>
      page.rest<{ Id: string }>(`contracts/${ContractId}/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
    const { Id } = await send('componentSubscriptions', { ComponentId: seat, Quantity: 3 });
    await send(`componentSubscriptions/${Id}/end`, { EndDate: '2026-02-01T00:00:00Z' });
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    expect(section(page, 'components').textContent).not.toContain('Seat3');
    await openPanel(page, 'components');
    const input = page.find<HTMLInputElement>('[part=component] input[type=number]');
    expect(input.value).toBe('0');
    input.value = '4';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await page.until(() => /Due today/.test(section(page, 'components').textContent ?? ''));
    confirm(page, 'components');
    await page.until(() => !section(page, 'components').querySelector('.panel form'));
    expect(section(page, 'components').textContent).toContain('Seat4');
    const booked = await page.rest<object[]>(`contracts/${ContractId}/componentSubscriptions`);
    expect(booked).toMatchObject([{ Id, Quantity: 3 }, { Quantity: 4 }]);
  });

  it('cancels with the end date, and revokes it', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'contract');
    expect(page.text).toContain('Your subscription will end on February 15, 2026.');
    page.button('Back').click();
    expect(section(page, 'contract').querySelector('.panel form')).toBeNull();
    await openPanel(page, 'contract');
    confirm(page, 'contract');
    await page.untilText('Ends on February 15, 2026');
    expect((await contract())['EndDate']).toContain('2026-02-15');
    expect(page.root.querySelector('[part="section plan"]')).toBeNull();
    await openPanel(page, 'contract');
    confirm(page, 'contract');
    await page.until(() => section(page, 'contract').textContent?.includes('Active') === true);
    expect((await contract())['EndDate']).toBeUndefined();
  });

  it('offers only what the account allows', async () => {
    const SelfService = { CustomerChange: false, ContractChange: false, RevokeCancellation: false };
    const { page } = await open({ config: { Account: { SelfService } } });
    const buttons = [...page.root.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Cancel subscription', 'Change']);
    expect(section(page, 'payment').textContent).toContain('Change');
  });
});

describe('the token of a portal', () => {
  it('comes from the merchant’s back end, and again when it has expired', async () => {
    const page = newPage();
    const { renew } = await signedUp(page);
    const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(await renew()));
    await page.ready('clientlib-portal', { 'token-url': '/portal-token', locale: 'en' });
    expect(ask).toHaveBeenCalledExactlyOnceWith('/portal-token', {
      method: 'POST',
      credentials: 'same-origin',
    });
    await page.sandbox.clock.advance('P8D');
    await openPanel(page, 'contract');
    confirm(page, 'contract');
    await page.untilText('Ends on');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('that has expired says so, and nothing else', async () => {
    const page = await newPage().open('clientlib-portal', { token: 'nonsense', locale: 'en' });
    await page.untilText('You have been signed out. Please open this page again.');
    expect(page.events).toMatchObject([['error', { errorCode: ['LoginError'] }]]);
  });

  it('that cannot be loaded is requested again by a button', async () => {
    const page = newPage();
    const { renew } = await signedUp(page);
    const ask = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
    await page.open('clientlib-portal', { 'token-url': '/portal-token', locale: 'en' });
    await page.untilText('That did not work.');
    const errorMessage = expect.stringMatching(/\w/);
    expect(page.events.at(-1)).toMatchObject(['error', { errorMessage, retryable: true }]);
    ask.mockImplementation(async () => Response.json(await renew()));
    page.button('Try again').click();
    await page.untilText('Your subscription');
  });

  it.each([
    [401, 'LoginError', false, 'You have been signed out. Please open this page again.'],
    [500, 'ServerError', true, 'That did not work. Please try again.'],
  ])('rejected with %i shows a message, and an error that says whether to retry', async (...row) => {
    const [status, code, retryable, sentence] = row;
    const page = newPage();
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status }));
    await page.open('clientlib-portal', { 'token-url': '/portal-token', locale: 'en' });
    await page.untilText(sentence);
    expect(page.events).toMatchObject([['error', { errorCode: [code], status, retryable }]]);
  });
});
