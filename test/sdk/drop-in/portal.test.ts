// @vitest-environment happy-dom
import 'clientlib/drop-in';
import { ClientLibError, Payment, type Portal, Signup } from 'clientlib';
import { fillPaymentForm } from 'clientlib/testing';
import type { SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { PortalAccess } from '../../../sdk/src/drop-in/portal/access.ts';
import { Shape } from '../../../sdk/src/drop-in/view/shape.ts';
import { basic, key, type Page, pagesForEachTest, pro, trial, yearly } from './page.ts';

const newPage = pagesForEachTest();
const seat = 'd00000000000000000000001';
const methods = 'CreditCard:India Debit:Delta InvoicePayment November';

/** A customer who has signed up, and the token of the contract. */
async function signedUp(
  page: Page,
  cardNumber = '4111111111111111',
  plan = basic,
  bearer = 'CreditCard:India',
) {
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
    bearer,
    ...(bearer === 'CreditCard:India' && card),
    ...(bearer === 'Debit:Delta' && { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' }),
  });
  const token = () => page.rest<{ Token: string }>(`contracts/${ContractId}/selfServiceToken`);
  return { ContractId, token: (await token()).Token, renew: token };
}

async function open(
  options: SandboxOptions = {},
  ...means: [cardNumber?: string, plan?: string, bearer?: string]
) {
  const page = newPage(options);
  const customer = await signedUp(page, ...means);
  await page.ready('clientlib-portal', { token: customer.token, locale: 'en', 'payment-methods': methods });
  const contract = () => page.rest<Record<string, unknown>>(`contracts/${customer.ContractId}`);
  return { page, contract, ...customer };
}

const section = (page: Page, name: string) => page.find(`[part="section ${name}"]`);
const openPanel = async (page: Page, name: string) => {
  section(page, name).querySelector<HTMLButtonElement>('button.opener')?.click();
  await page.until(() => section(page, name).querySelector('.panel form') !== null);
};
const confirm = (page: Page, name: string) =>
  section(page, name)
    .querySelector('.panel form')
    ?.dispatchEvent(new Event('submit', { cancelable: true }));

/** The messages and states that are shown. */
const messages = (page: Page) =>
  [...page.root.querySelectorAll('.message, .status')].map((one) => one.textContent).filter(Boolean);
/** What a change costs, line by line. */
const lines = (page: Page) =>
  [...page.root.querySelectorAll('.cost dt')].map((one) => [
    one.textContent,
    one.nextElementSibling?.textContent,
  ]);
const openButtons = (page: Page) =>
  [...page.root.querySelectorAll<HTMLElement>('button')]
    .filter(({ hidden }) => !hidden)
    .map((one) => one.textContent);

describe('<clientlib-portal>', () => {
  it('gives each button a name of its own', async () => {
    const { page } = await open();
    expect(openButtons(page)).toEqual([
      'Cancel subscription',
      'Change plan',
      'Change extras',
      'Change payment method',
      'Change details',
    ]);
    await openPanel(page, 'contract');
    expect(openButtons(page).slice(0, 3)).toEqual([
      'Cancel subscription',
      'Keep subscription',
      'Change plan',
    ]);
  });

  it('shows prices with VAT as the signup and the next invoice do, to a business without', async () => {
    const { page, ContractId } = await open();
    const firstCard = () =>
      [...section(page, 'plan').querySelectorAll('.card:first-child .card-price > *')].map(
        (line) => line.textContent,
      );
    expect(section(page, 'plan').textContent).toBe('PlanChange planBasic monthly€11.78 / month incl. VAT');
    expect(page.text).toContain('Next invoiceFebruary 15, 2026 · €11.78');
    await openPanel(page, 'plan');
    expect(firstCard()).toEqual(['€11.78 / month', 'Billed monthly, incl. VAT']);
    await openPanel(page, 'components');
    const extras = [...section(page, 'components').querySelectorAll('.choice .note')];
    expect(extras.map((note) => note.textContent)).toEqual(['€5.36 / month', '€17.85 / month']);
    const { CustomerId } = await page.rest<{ CustomerId: string }>(`contracts/${ContractId}`);
    const CompanyName = 'Byron Ltd';
    await page.rest(`customers/${CustomerId}`, { method: 'PUT', body: JSON.stringify({ CompanyName }) });
    await page.reload();
    await page.untilText('Basic monthly€9.90 / month plus VAT');
    await openPanel(page, 'plan');
    expect(firstCard()).toEqual(['€9.90 / month', 'Billed monthly, plus VAT']);
  });

  it('shows prices of a plan group with gross prices as they are', async () => {
    const PlanGroups = [{ Id: 'a10000000000000000000001', PriceTaxType: 'Gross' as const }];
    const { page } = await open({ config: { Catalogue: { PlanGroups } } });
    expect(section(page, 'plan').textContent).toBe('PlanChange planBasic monthly€9.90 / month incl. VAT');
    expect(page.text).toContain('Next invoiceFebruary 15, 2026 · €9.90');
  });

  it('has the payment of what is open first, in one step', async () => {
    const { page, contract, renew } = await open({}, '4000000000000341');
    expect(page.root.querySelector('[part="section problem"]')).toBeNull();
    await page.sandbox.clock.advance('P40D');
    Object.assign(page.element, { token: (await renew()).Token });
    await page.untilText('Payment failed. Pay €11.78 or change your payment method.');
    expect(page.find('.sections').firstElementChild).toBe(section(page, 'problem'));
    expect(section(page, 'invoices').querySelector('.owed')?.textContent).toBe('Open');
    await openPanel(page, 'problem');
    expect(section(page, 'problem').querySelector('[type=submit]')?.textContent).toBe('Pay €11.78');
    await page.typeCard();
    confirm(page, 'problem');
    await page.untilText('Your changes are saved.');
    expect(await contract()).toMatchObject({ Balance: 0, PaymentBearer: { Last4: '1111' } });
    expect((await page.books()).charged).toEqual([11.78, 11.78]);
    expect(page.root.querySelector('[part="section problem"]')).toBeNull();
    expect([...page.root.querySelectorAll('td.amount')].map((one) => one.textContent)).toEqual([
      '€11.78Paid',
      '€11.78Paid',
    ]);
  });

  describe('an open amount', () => {
    const openAmount = (page: Page) => page.root.querySelector('[part="section open"]');
    const payButton = (page: Page) => section(page, 'open').querySelector('[type=submit]')?.textContent;
    const onInvoice = () => open({}, undefined, basic, 'InvoicePayment');

    it('comes first with its invoice and one button, and is paid by card', async () => {
      const { page, contract } = await onInvoice();
      const [{ InvoiceNumber }] = await page.rest<[{ InvoiceNumber: string }]>('invoices');
      expect(page.find('.sections').firstElementChild).toBe(openAmount(page));
      expect(openAmount(page)?.textContent?.replace('\u00a0', ' ')).toBe(
        `Open amount€11.78${InvoiceNumber} · January 15, 2026Pay €11.78`,
      );
      expect(section(page, 'contract').textContent).not.toContain('Open amount');
      await openPanel(page, 'open');
      await page.typeCard();
      expect(payButton(page)).toBe('Pay €11.78');
      confirm(page, 'open');
      await page.untilText('Your changes are saved. Paid: €11.78');
      expect(await contract()).toMatchObject({ Balance: 0, PaymentBearer: { Last4: '1111' } });
      expect((await page.books()).charged).toEqual([11.78]);
      expect(openAmount(page)).toBeNull();
    });

    it('is not paid by an invoice: the button says what it does', async () => {
      const { page, contract } = await onInvoice();
      await openPanel(page, 'open');
      await page.until(() => page.frame?.querySelector('input') != null);
      // Who opens it wants to pay now.
      expect(page.frame?.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value).toBe(
        'CreditCard:India',
      );
      await page.choose('InvoicePayment');
      await page.until(() => payButton(page) === 'Save');
      confirm(page, 'open');
      await page.untilText('Your changes are saved.');
      expect(await contract()).toMatchObject({ Balance: 11.78 });
      expect(messages(page)).toEqual(['Your changes are saved.', 'Active']);
    });

    it('that the new card cannot pay stays, with a message', async () => {
      const { page, contract } = await onInvoice();
      await openPanel(page, 'open');
      // The card is accepted, and its first charge is declined.
      await page.typeCard({ cardNumber: '4000000000000341' });
      confirm(page, 'open');
      const declined = 'The payment was declined. Please try another card or payment method.';
      await page.untilText(declined);
      expect(messages(page)).toEqual([declined, 'Active']);
      expect(page.root.activeElement?.textContent).toBe(declined);
      expect(await contract()).toMatchObject({ Balance: 11.78, PaymentBearer: { Last4: '0341' } });
      await openPanel(page, 'open');
      await page.typeCard();
      confirm(page, 'open');
      await page.untilText('Paid: €11.78');
      expect(messages(page)).toEqual(['Your changes are saved. Paid: €11.78', 'Active']);
      expect((await page.books()).charged).toEqual([11.78]);
    });

    it('can be paid before payments are blocked', async () => {
      const { page, renew } = await open({}, '4000000000000341');
      await page.sandbox.clock.set('2026-02-15T11:00:00Z');
      Object.assign(page.element, { token: (await renew()).Token });
      await page.untilText('Open amount€11.78');
      expect(page.root.querySelector('[part~=problem]')).toBeNull();
      expect(openAmount(page)?.querySelector('button')?.textContent).toBe('Pay €11.78');
    });

    it('has no button while the bank works on it', async () => {
      const { page, contract } = await onInvoice();
      page.element.setAttribute('payment-methods', 'Debit:Echo');
      await page.until(() => page.happened('ready') === 2);
      await openPanel(page, 'open');
      await page.until(() => page.frame?.querySelector('input') != null);
      fillPaymentForm(page.element, { accountHolder: 'Ada Byron', iban: 'DE89370400440532013000' });
      confirm(page, 'open');
      await page.untilText('Your changes are saved.');
      expect(messages(page)).toEqual(['Your changes are saved.', 'Active']);
      expect(await contract()).toMatchObject({ Balance: 11.78 });
      expect(openAmount(page)).toBeNull();
      expect(section(page, 'contract').textContent).toContain('Open amount€11.78');
      await page.sandbox.clock.advance('P4D');
      expect((await page.books()).charged).toEqual([11.78]);
    });

    it('of a customer who is locked has no button, as nothing but a cancellation, and the payment says why', async () => {
      const { page, ContractId } = await onInvoice();
      const { CustomerId } = await page.rest<{ CustomerId: string }>(`contracts/${ContractId}`);
      await page.rest(`customers/${CustomerId}`, { method: 'PATCH', body: '{"IsLocked":true}' });
      await page.reload();
      await page.untilText('This cannot be changed here. Please contact us.');
      expect(page.root.querySelector('[part~=problem], [part~=open]')).toBeNull();
      expect(openButtons(page)).toEqual(['Cancel subscription']);
    });
  });

  it('keeps what is open and typed when the language changes', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'payment');
    await page.typeCard({ cardNumber: '5555555555554444' });
    await openPanel(page, 'customer');
    page.type({ 'Address.City': 'Potsdam' });
    await openPanel(page, 'components');
    const seats = section(page, 'components').querySelector('[type=number]') as HTMLInputElement;
    seats.value = '3';
    const { frame } = page;
    page.element.setAttribute('locale', 'de');
    await page.untilText('Ihr Abonnement');
    await page.until(() => page.find<HTMLInputElement>('[name="Address.City"]').value === 'Potsdam');
    const again = section(page, 'components').querySelector('[type=number]') as HTMLInputElement;
    expect([again === seats, again.value, page.frame]).toEqual([false, '3', frame]);
    await page.until(() => section(page, 'components').querySelector('.cost dt') !== null);
    expect(page.happened('ready')).toBe(1);
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    page.frame?.querySelector('[name=cvc]')?.dispatchEvent(press);
    await page.untilText('Ihre Änderungen sind gespeichert.');
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '4444' } });
    // Only the words change, not what has closed meanwhile.
    page.element.setAttribute('locale', 'en');
    await page.untilText('Your subscription');
    expect(page.root.querySelector('.panel form')).toBeNull();
  });

  it('gives the focus back to the button that has opened a panel, in each that is left', async () => {
    const { page } = await open();
    const openers = [...page.root.querySelectorAll<HTMLElement>('button.opener')];
    expect(openers.length).toBeGreaterThan(3);
    for (const opener of openers) {
      const place = opener.parentElement?.closest('section') as HTMLElement;
      opener.click();
      await page.until(() => place.querySelector('.panel form') !== null);
      place.querySelector<HTMLElement>('.panel .actions button[type=button]')?.click();
      expect([page.root.activeElement?.textContent, opener.hidden]).toEqual([opener.textContent, false]);
    }
  });

  it('keeps the cursor where it was when the language changes', async () => {
    const { page } = await open();
    await openPanel(page, 'customer');
    await page.until(() => section(page, 'customer').contains(page.root.activeElement));
    page.find('[name="Address.City"]').focus();
    page.element.setAttribute('locale', 'de');
    await page.untilText('Ihr Abonnement');
    await page.until(() => page.root.activeElement === page.find('[name="Address.City"]'));
  });

  it('has a new payment form in a panel that is opened again after the language has changed', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'payment');
    await page.until(() => page.frame?.querySelector('input') != null);
    const { frame } = page;
    page.element.setAttribute('locale', 'de');
    await page.untilText('Ihr Abonnement');
    page.button('Zurück').click();
    await page.until(() => page.frame === null);
    await openPanel(page, 'payment');
    await page.typeCard({ cardNumber: '5555555555554444' });
    expect(page.frame).not.toBe(frame);
    confirm(page, 'payment');
    await page.untilText('Ihre Änderungen sind gespeichert.');
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '4444' } });
  });

  it('keeps its height, for the skeleton of the next time in this tab', async () => {
    const { page } = await open();
    const shape = () => sessionStorage.getItem('clientlib.portal-.shape');
    expect(shape()).toBeNull();
    const height = vi
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockReturnValue({ height: 640 } as DOMRect);
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    height.mockRestore();
    expect(JSON.parse(shape() ?? '{}')).toMatchObject({ whole: 640 });
    expect(page.root.querySelector('[part=skeleton]')).toBeNull();
    const loading = new AbortController();
    const next = new Shape('portal-', page.find('.top')).skeleton('cards', 'Loading', loading.signal);
    loading.abort();
    expect(next.style.height).toBe('640px');
  });

  it('offers another plan once, below the legal steps of a cancellation', async () => {
    const { page } = await open();
    await openPanel(page, 'contract');
    const panel = section(page, 'contract').querySelector('.panel') as Element;
    expect([...panel.children].map(({ localName }) => localName)).toEqual(['form', 'div']);
    expect(panel.lastElementChild?.textContent).toBe('You can also change to another plan.Change plan');
    panel.lastElementChild?.querySelector('button')?.click();
    await page.until(() => section(page, 'plan').querySelector('.panel form') !== null);
    expect(section(page, 'contract').querySelector('.panel form')).toBeNull();
  });

  it.each([
    ['payment', 'payment', 'Save'],
    ['plan', 'plan', 'Confirm change'],
    ['cancel', 'contract', 'Cancel subscription'],
  ])('opens the one task %s, and comes back', async (task, name, submit) => {
    const page = newPage();
    const { token } = await signedUp(page);
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await page.ready('clientlib-portal', { token, locale: 'en', task, 'return-url': '/account' });
    await page.until(() => section(page, name).querySelector('.panel form') !== null);
    expect([...page.root.querySelectorAll('section')]).toEqual([section(page, name)]);
    const [button, back] = section(page, name).querySelectorAll('.actions button');
    expect(button?.textContent).toBe(submit);
    expect(page.find('[part=return]').getAttribute('href')).toBe('http://localhost:3000/account');
    (back as HTMLElement).click();
    expect(assign).toHaveBeenCalledExactlyOnceWith('http://localhost:3000/account');
  });

  it('opens its task once: not again in other words when the customer has closed it', async () => {
    const page = newPage();
    const { token } = await signedUp(page);
    await page.ready('clientlib-portal', { token, locale: 'en', task: 'cancel' });
    await page.until(() => page.root.querySelector('.panel form') !== null);
    page.button('Keep subscription').click();
    page.element.setAttribute('locale', 'de');
    await page.untilText('Ihr Abonnement');
    expect(page.root.querySelector('.panel form')).toBeNull();
  });

  it('shows only the invoices for the task invoices, and no way back to what is no page', async () => {
    const page = newPage();
    const { token } = await signedUp(page);
    const back = { 'return-url': 'javascript:alert(1)' };
    await page.ready('clientlib-portal', { token, locale: 'en', task: 'invoices', ...back });
    expect([...page.root.querySelectorAll('section')]).toEqual([section(page, 'invoices')]);
    expect(page.root.querySelector('[part=return]')).toBeNull();
  });

  it.each(['pay', ''])('reports the task "%s", which there is none of, and shows all', async (task) => {
    const page = newPage();
    const { token } = await signedUp(page);
    await page.ready('clientlib-portal', { token, locale: 'en', task });
    expect(page.events[0]).toMatchObject([
      'error',
      {
        field: 'task',
        message: expect.stringContaining(`task: expected payment, plan, cancel, invoices, received ${task}.`),
      },
    ]);
    expect(page.root.querySelectorAll('section')).toHaveLength(6);
  });

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
    page.element.setAttribute('locale', 'en-GB');
    await page.untilText('Next invoice16 February 2026');
  });

  it('says when a contract starts that has not started yet, in words of the customer', async () => {
    const page = newPage();
    const post = (path: string, body: object) =>
      page.rest<{ Id: string }>(path, { method: 'POST', body: JSON.stringify(body) });
    const order = await post('orders', {
      Customer: { LastName: 'Byron', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: basic },
      StartDate: '2026-03-15T10:00:00Z',
    });
    const { Id } = await post(`orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    const { Token } = await page.rest<{ Token: string }>(`contracts/${Id}/selfServiceToken`);
    await page.ready('clientlib-portal', { token: Token, locale: 'en' });
    expect(section(page, 'contract').querySelector('.status')?.textContent).toBe('Starts on March 15, 2026');
  });

  it('changes the address, and keeps fields that it does not show', async () => {
    const { page } = await open();
    await openPanel(page, 'customer');
    page.type({ LastName: 'King', 'Address.City': '' });
    confirm(page, 'customer');
    await page.untilText('Please fill this in.');
    expect(page.root.activeElement).toBe(page.find('[name="Address.City"]'));
    expect(page.calls).not.toContain('customer');
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

  it.each([
    ['CreditCard:India', basic],
    ['Debit:Delta', basic],
    ['InvoicePayment', trial],
  ])(
    'offers the present kind of payment first when the customer changes it, with nothing to pay: %s',
    async (bearer, plan) => {
      const page = newPage();
      const { token } = await signedUp(page, undefined, plan, bearer);
      const others = ['November', 'Debit:Delta', 'InvoicePayment', 'CreditCard:India'];
      await page.ready('clientlib-portal', {
        token,
        locale: 'en',
        'payment-methods': [...others.filter((one) => one !== bearer), bearer].join(' '),
        'card-types': 'visa',
      });
      await openPanel(page, 'payment');
      const chosen = () => page.frame?.querySelector<HTMLInputElement>('input[type=radio]:checked');
      await page.until(() => chosen() != null);
      expect(chosen()?.value).toBe(bearer);
      if (bearer.startsWith('CreditCard')) expect(page.frame?.textContent).toContain('Visa');
    },
  );

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

  it('clears the code of a declined card also after the language has changed', async () => {
    const { page } = await open();
    await openPanel(page, 'payment');
    await page.typeCard({ cardNumber: '4000000000000002' });
    page.element.setAttribute('locale', 'de');
    await page.untilText('Ihr Abonnement');
    confirm(page, 'payment');
    await page.until(() => page.happened('error') === 1);
    const code = () => page.frame?.querySelector<HTMLInputElement>('[name=cvc]')?.value;
    await page.until(() => code() === '');
    expect(page.frame?.querySelector<HTMLInputElement>('[name=cardHolder]')?.value).toBe('Ada Byron');
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
    expect(messages(page)[0]).toBe('Your changes are saved. Payment: November · payer@wallet.test');
    expect(location.href).toBe('http://localhost:3000/join?ref=mail');
    expect((await contract())['PaymentBearer']).toMatchObject({ Type: 'November' });
  });

  it('says that nobody knows where the answer on the return is lost, and has the page in its slot', async () => {
    const { page } = await open();
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await openPanel(page, 'payment');
    await page.choose('November');
    confirm(page, 'payment');
    await page.until(() => assign.mock.calls.length > 0);
    page.losesAnswerOf = 'Finalize';
    await page.comeBack(`${assign.mock.calls[0]?.[0]}`, 'pay');
    await page.untilText('We do not know yet whether the payment worked.');
    expect(page.find('.portal').lastElementChild?.outerHTML).toBe('<slot></slot>');
  });

  it('says that nothing was paid where the customer has canceled there, and tells the page', async () => {
    const { page, contract } = await open();
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await openPanel(page, 'payment');
    await page.choose('November');
    confirm(page, 'payment');
    await page.until(() => assign.mock.calls.length > 0);
    await page.comeBack(`${assign.mock.calls[0]?.[0]}`, 'cancel');
    await page.untilText('The payment was canceled. You can try again.');
    expect([messages(page), location.href]).toEqual([
      ['The payment was canceled. You can try again.', 'Active'],
      'http://localhost:3000/join?ref=mail',
    ]);
    expect(page.events).toMatchObject([
      ['error', { errorCode: expect.arrayContaining(['Aborted']) }],
      ['ready', { details: { Contract: { PaymentBearer: { Type: 'CreditCard' } } } }],
    ]);
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '1111' } });
  });

  it('beside another one on the page has returns and heights of its own', async () => {
    const { page } = await open();
    page.element.id = 'mine';
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ height: 640 } as DOMRect);
    page.element.setAttribute('payment-methods', 'November');
    await page.until(() => page.happened('ready') === 2);
    expect(Object.keys(sessionStorage)).toContain('clientlib.portal-mine.shape');
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await openPanel(page, 'payment');
    await page.until(() => page.frame?.querySelector('input') != null);
    confirm(page, 'payment');
    await page.until(() => assign.mock.calls.length > 0);
    await page.visit(`${assign.mock.calls[0]?.[0]}`, 'pay');
    expect(new URLSearchParams(location.search).get('clientlib-element')).toBe('portal-mine');
  });

  it('with a page to go back to, but no task, stays where a panel is closed', async () => {
    const { page } = await open();
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    page.element.setAttribute('return-url', '/account');
    await page.until(() => page.happened('ready') === 2);
    await openPanel(page, 'customer');
    section(page, 'customer').querySelectorAll<HTMLElement>('.actions button')[1]?.click();
    expect([assign.mock.calls, page.root.querySelector('.panel form')]).toEqual([[], null]);
  });

  it('tells the page of a method that the account does not have, and pays by Enter in the form', async () => {
    const { page, contract } = await open();
    page.element.setAttribute('payment-methods', 'CreditCard:Nobody CreditCard:India');
    await page.until(() => page.happened('ready') === 2);
    await openPanel(page, 'payment');
    await page.typeCard({ cardNumber: '5555555555554444' });
    await page.until(() => page.happened('error') === 1);
    expect(page.events.at(-1)).toMatchObject([
      'error',
      { errorCode: ['InvalidPaymentMethod', 'BearerNotConfigured'] },
    ]);
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    page.frame?.querySelector('[name=cvc]')?.dispatchEvent(press);
    await page.untilText('Your changes are saved.');
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '4444' } });
  });

  it('opens no task for a customer who comes back from it', async () => {
    const page = newPage();
    const { token } = await signedUp(page);
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const task = { task: 'payment', 'payment-methods': methods };
    await page.ready('clientlib-portal', { token, locale: 'en', ...task });
    await page.choose('November');
    confirm(page, 'payment');
    await page.until(() => assign.mock.calls.length > 0);
    await page.comeBack(`${assign.mock.calls[0]?.[0]}`, 'pay');
    await page.untilText('Your changes are saved.');
    expect(page.root.querySelector('.panel form')).toBeNull();
  });

  it('says what failed in each section, whose button then works', async () => {
    const { page } = await open();
    const steps: [name: string, path: string, act?: () => unknown][] = [
      ['customer', 'customer'],
      ['payment', 'payment/change', () => page.typeCard({ cardNumber: '5555555555554444' })],
      ['plan', 'upgrade/order', () => page.find(`input[value="${pro}"]`).click()],
      ['contract', 'contract/cancel'],
      ['contract', 'contract/revokeCancellation'],
    ];
    for (const [name, path, act] of steps) {
      await openPanel(page, name);
      await act?.();
      page.losesRequestOf = path;
      confirm(page, name);
      const message = () => section(page, name).querySelector('.panel [role=alert]')?.textContent;
      await page.until(() => message() === 'That did not work. Please try again.');
      const button = section(page, name).querySelector('[type=submit]');
      await page.until(() => button?.getAttribute('aria-busy') === 'false');
      expect([path, button?.getAttribute('aria-disabled')]).toEqual([path, 'false']);
      page.losesRequestOf = undefined;
      const changes = page.happened('changed');
      confirm(page, name);
      await page.until(() => page.happened('changed') > changes);
      expect([path, page.root.querySelector('.panel form')]).toEqual([path, null]);
    }
  });

  it('changes its words after what is being sent, and not under the customer', async () => {
    const { page } = await open();
    await openPanel(page, 'customer');
    const form = section(page, 'customer').querySelector('form');
    let arrive = (): void => undefined;
    page.answersAfter.set('customer', new Promise((resolve) => (arrive = resolve)));
    confirm(page, 'customer');
    await page.until(() => page.calls.at(-1) === 'customer');
    page.element.setAttribute('locale', 'de');
    await page.until(() => page.find('.top').lang === 'de');
    expect(section(page, 'customer').querySelector('form')).toBe(form);
    arrive();
    await page.untilText('Ihr Abonnement');
  });

  it('tells developers of a frame that forbids forms', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
    await open();
    expect(warn.mock.calls.join()).toContain('Add allow-forms to its sandbox attribute.');
  });

  it('changes the plan, after showing the price in words', async () => {
    const { page, contract } = await open();
    await openPanel(page, 'plan');
    const current = page.find<HTMLInputElement>(`input[value="${basic}"]`);
    expect([current.disabled, current.checked]).toEqual([true, false]);
    expect(current.closest('.card-head')?.textContent).toBe('BasicCurrent plan');
    page.find('[name=period][value="1 Year"]').click();
    page.find(`input[value="${yearly}"]`).click();
    await page.untilText('Then ');
    expect(lines(page)).toEqual([
      ['Basic yearly', '€99.00'],
      ['Credit: Basic monthly', '−€9.90'],
      ['VAT', '€16.93'],
      ['Due today', '€106.03'],
    ]);
    expect(page.find('.cost .bearer').textContent).toBe('Visa ending in 1111, valid until 12/2039');
    // What costs something is an order with an obligation to pay.
    expect(section(page, 'plan').querySelector('[type=submit]')?.textContent).toBe('Subscribe and pay');
    confirm(page, 'plan');
    await page.untilText('Your changes are saved.');
    expect((await contract())['PlanVariantId']).toBe(yearly);
    expect(section(page, 'plan').textContent).toContain('€117.81 / year incl. VAT');
    const { charged } = await page.books();
    expect(charged).toHaveLength(2);
  });

  it('offers plans without trial and setup fee: a change has neither', async () => {
    const { page } = await open();
    await openPanel(page, 'plan');
    const cards = [...section(page, 'plan').querySelectorAll('.card')].map(({ textContent }) => textContent);
    expect(cards).toContainEqual(expect.stringContaining('Pro€34.51 / month'));
    expect(cards.join()).not.toMatch(/Setup fee|days free/);
    page.find(`input[value="${pro}"]`).click();
    await page.untilText('Then ');
    expect(lines(page)).toEqual([
      ['Pro monthly', '€29.00'],
      ['Credit: Basic monthly', '−€9.90'],
      ['VAT', '€3.63'],
      ['Due today', '€22.73'],
    ]);
  });

  it('asks for other payment data if the card is declined for the new plan, and pays the same order', async () => {
    const { page, contract } = await open({}, '4000000000000341');
    await openPanel(page, 'plan');
    page.find(`input[value="${pro}"]`).click();
    await page.untilText('Due today');
    confirm(page, 'plan');
    await page.until(() => page.happened('error') > 0);
    await page.typeCard();
    confirm(page, 'plan');
    await page.untilText('Your changes are saved.');
    expect((await contract())['PlanVariantId']).toBe(pro);
    expect((await page.rest<unknown[]>('orders')).length).toBe(2);
  });

  it("names the plan with its extras after a return from a provider's page", async () => {
    const { page, ContractId } = await open({}, '4000000000000341');
    const booking = JSON.stringify({ ComponentId: seat, Quantity: 2 });
    await page.rest(`contracts/${ContractId}/componentSubscriptions`, { method: 'POST', body: booking });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await openPanel(page, 'plan');
    page.find(`input[value="${pro}"]`).click();
    await page.untilText('Due today');
    confirm(page, 'plan');
    await page.until(() => page.happened('error') > 0);
    await page.choose('November');
    confirm(page, 'plan');
    await page.until(() => assign.mock.calls.length > 0);
    await page.comeBack(`${assign.mock.calls[0]?.[0]}`, 'pay');
    await page.untilText('Your changes are saved.');
    expect(messages(page)[0]).toBe('Your changes are saved. Plan: Pro + Seat');
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
    expect(section(page, 'components').textContent).toBe('ExtrasChange extrasNone booked');
    const choose = async (quantity: number) => {
      await openPanel(page, 'components');
      const input = page.find<HTMLInputElement>('[part=component] input[type=number]');
      input.value = `${quantity}`;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await page.until(() => /Due today|Credit/.test(section(page, 'components').textContent ?? ''));
      confirm(page, 'components');
      await page.until(() => !section(page, 'components').querySelector('.panel form'));
    };
    await choose(3);
    expect(section(page, 'components').textContent).toContain('Seat3');
    await choose(1);
    expect(section(page, 'components').textContent).toContain('Seat1');
    await choose(0);
    expect(section(page, 'components').textContent).toBe('ExtrasChange extrasNone booked');
  });

  it('ticks an extra that is booked, and ends it', async () => {
    const { page, ContractId } = await open();
    const path = `contracts/${ContractId}/componentSubscriptions`;
    const ComponentId = 'd00000000000000000000002';
    await page.rest(path, { method: 'POST', body: JSON.stringify({ ComponentId, Quantity: 1 }) });
    await page.reload();
    await page.until(() => page.happened('ready') > 0);
    // There is no number of what is on or off.
    expect(section(page, 'components').textContent).toBe('ExtrasChange extrasPriority support');
    await openPanel(page, 'components');
    const box = page.find<HTMLInputElement>('[part=component] input[type=checkbox]');
    expect(box.checked).toBe(true);
    box.click();
    await page.until(() => /Then €11.78/.test(section(page, 'components').textContent ?? ''));
    confirm(page, 'components');
    await page.until(() => !section(page, 'components').querySelector('.panel form'));
    expect(section(page, 'components').textContent).toBe('ExtrasChange extrasNone booked');
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
    page.button('Keep subscription').click();
    expect(section(page, 'contract').querySelector('.panel form')).toBeNull();
    await openPanel(page, 'contract');
    page.type({ Reason: 'Too expensive' });
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    confirm(page, 'contract');
    await page.untilText('Canceled. You can use Basic until February 15, 2026.');
    expect(messages(page)).toEqual(['Canceled. You can use Basic until February 15, 2026.']);
    expect(page.root.activeElement?.textContent).toBe('Canceled. You can use Basic until February 15, 2026.');
    expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]]);
    const EndDate = '2026-02-15T10:00:00.0000000Z';
    expect(page.events).toContainEqual(['canceled', { EndDate, Reason: 'Too expensive' }]);
    expect((await contract())['EndDate']).toContain('2026-02-15');
    expect(section(page, 'plan').querySelector('button')).toBeNull();
    await openPanel(page, 'contract');
    confirm(page, 'contract');
    await page.until(() => section(page, 'contract').textContent?.includes('Active') === true);
    expect((await contract())['EndDate']).toBeUndefined();
    expect(messages(page)).toEqual(['Your changes are saved.', 'Active']);
    // What was said before goes with the next change.
    await openPanel(page, 'contract');
    confirm(page, 'contract');
    await page.untilText('Canceled. You can use Basic until February 15, 2026.');
    expect(messages(page)).toEqual(['Canceled. You can use Basic until February 15, 2026.']);
  });

  it('offers only what the account allows', async () => {
    const SelfService = { CustomerChange: false, ContractChange: false, RevokeCancellation: false };
    const { page } = await open({ config: { Account: { SelfService } } });
    const buttons = [...page.root.querySelectorAll('button')].map(({ textContent }) => textContent);
    expect(buttons).toEqual(['Cancel subscription', 'Change payment method']);
  });
});

describe('the token of a portal', () => {
  it('is renewed once for two calls that find it expired', async () => {
    const tokens = ['first', 'second', 'third'];
    const ask = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ Token: tokens.shift() }));
    const access = new PortalAccess({ token: undefined, tokenUrl: '/token' }, document.body);
    const used: Portal[] = [];
    const call = () =>
      access.call(async (portal) => {
        used.push(portal);
        if (used.length <= 2) throw new ClientLibError(['LoginError'], 'Expired.');
        return portal;
      });
    const [one, other] = await Promise.all([call(), call()]);
    expect([ask.mock.calls.length, one === other]).toEqual([2, true]);
    expect(await call()).toBe(one);
    expect(ask).toHaveBeenCalledTimes(2);
  });

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
    // Many back ends write names in small letters.
    ask.mockImplementation(async () => Response.json({ token: (await renew()).Token }));
    await openPanel(page, 'contract');
    confirm(page, 'contract');
    await page.untilText('Canceled.');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('that has expired says so, and nothing else', async () => {
    const page = await newPage().open('clientlib-portal', { token: 'nonsense', locale: 'en' });
    await page.untilText('You have been signed out. Please open this page again.');
    expect(page.events).toMatchObject([['error', { errorCode: ['LoginError'], status: 401 }]]);
  });

  it('is not asked for again by a call that fails for another reason', async () => {
    const page = newPage();
    const { renew } = await signedUp(page);
    const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(await renew()));
    const attributes = { 'token-url': '/portal-token', locale: 'en', 'payment-methods': methods };
    await page.ready('clientlib-portal', attributes);
    await openPanel(page, 'payment');
    await page.typeCard({ cardNumber: '4000000000000002' });
    confirm(page, 'payment');
    await page.untilText('The payment was declined.');
    expect(ask).toHaveBeenCalledOnce();
  });

  it('that comes too late to nobody changes nothing', async () => {
    const page = newPage();
    const { renew } = await signedUp(page);
    let fail = (_: Error) => {};
    const late = new Promise<Response>((_, reject) => {
      fail = reject;
    });
    const ask = vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(late);
    ask.mockImplementation(async () => Response.json(await renew()));
    await page.open('clientlib-portal', { 'token-url': '/portal-token', locale: 'en' });
    await page.until(() => ask.mock.calls.length > 0);
    page.element.setAttribute('token-url', '/other-token');
    await page.untilText('Your subscription');
    fail(new TypeError('offline'));
    await late.catch(() => new Promise((done) => setTimeout(done)));
    expect([page.happened('error'), page.text]).toEqual([0, expect.stringContaining('Your subscription')]);
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
    // It says that it loads, and cannot be pressed once more.
    expect([page.root.querySelector('.skeleton') !== null, page.root.querySelector('button')]).toEqual([
      true,
      null,
    ]);
    await page.untilText('Your subscription');
  });

  it.each([
    [401, 'LoginError', false, 'You have been signed out. Please open this page again.'],
    [403, 'LoginError', false, 'You have been signed out. Please open this page again.'],
    [408, 'ServerError', true, 'That did not work. Please try again.'],
    [429, 'ServerError', true, 'That did not work. Please try again.'],
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
