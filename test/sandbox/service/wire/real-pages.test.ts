import { describe, expect, it } from 'vitest';
import { accessToken } from '../http/service.ts';
import { basic, publicApiKey, Service } from '../simulation/service.ts';

// What storefronts and portal pages of others rely on.

const cart = { PlanVariantId: basic };
const ada = { FirstName: 'Ada', EmailAddress: 'ada@customer.test', Address: { Country: 'DE' } };
const customerOf = (service: Service) => service.state['customers']?.[0];

async function signedUp(service: Service, customer: object, headers: Record<string, string> = {}) {
  const { body } = await service.selfService('signup/order', { Cart: cart, Customer: customer }, headers);
  await service.pay(body.OrderId, await service.byCard('4111111111111111'));
  return customerOf(service);
}

describe('customers made by a signup', () => {
  it('have the language of the page, or of the browser, or none', async () => {
    const browser = { 'Accept-Language': 'fr-CH, fr;q=0.9, *;q=0.5' };
    expect(await signedUp(new Service(), { ...ada, Locale: 'de-AT' }, browser)).toMatchObject({
      Language: 'de-AT',
      Locale: 'de-AT',
    });
    expect(await signedUp(new Service(), ada, browser)).toMatchObject({ Language: 'fr-CH', Locale: 'fr-CH' });
    expect((await signedUp(new Service(), ada, { 'Accept-Language': '*' })).Language).toBeUndefined();
  });

  it('get letters by e-mail if there is an address', async () => {
    expect((await signedUp(new Service(), ada)).DefaultBearerMedium).toBe('Email');
    const { EmailAddress, ...unreachable } = ada;
    expect((await signedUp(new Service(), unreachable)).DefaultBearerMedium).toBe('SnailMail');
  });
});

describe('custom fields without access', () => {
  const order = (service: Service, fields: object) =>
    service.selfService('signup/order', { Cart: cart, Customer: { ...ada, CustomFields: fields } });

  it('are rejected with a value, and ignored without one', async () => {
    const service = new Service({
      config: { Account: { SelfService: { CustomFields: { Customer: ['Granted'] } } } },
    });
    expect((await order(service, { Secret: 'x' })).body.Errors[0].Field).toBe('Customer.CustomFields.Secret');
    const { body } = await order(service, { Secret: '', Other: null, Granted: 'yes' });
    await service.pay(body.OrderId, await service.byCard('4111111111111111'));
    expect(customerOf(service).CustomFields).toEqual({ Granted: 'yes' });
  });

  it('never fail a preview, which warns', async () => {
    const service = new Service();
    const Customer = { ...ada, CustomFields: { Secret: 'x', Other: null } };
    const preview = await service.selfService('signup/preview', { Cart: cart, Customer });
    expect(preview.status).toBe(200);
    expect(preview.headers.get('X-Sandbox-Warnings')).toBe(
      'property Customer.CustomFields.Secret is ignored: ClientLib has no access to it',
    );
  });

  it('of a customer stay if a page sends them empty', async () => {
    const service = new Service();
    const { body } = await service.selfService('signup/order', { Cart: cart, Customer: ada });
    await service.pay(body.OrderId, await service.byCard('4111111111111111'));
    const token = await accessToken(service.sandbox);
    const rest = { Authorization: `Bearer ${token}` };
    await service.call('PATCH', `/api/v1/customers/${body.CustomerId}`, { CustomFields: { Score: 7 } }, rest);
    const self = await service.call(
      'GET',
      `/api/v1/contracts/${body.ContractId}/selfServiceToken`,
      undefined,
      rest,
    );
    const change = { ...ada, CustomFields: { Score: null } };
    const headers = { Authorization: `Bearer ${self.body.Token}` };
    const changed = await service.call('PUT', '/api/v1/CustomerSelfService/customer', change, headers);
    expect(changed.status).toBe(200);
    expect(customerOf(service).CustomFields).toEqual({ Score: 7 });
  });
});

describe('payment methods', () => {
  it('show a masked card number', async () => {
    const service = new Service();
    await signedUp(service, ada);
    expect(service.state['contracts']?.[0].PaymentBearer).toMatchObject({
      CardType: 'visa',
      Last4: '1111',
      MaskedCardPan: '************1111',
    });
  });

  it.each<[string, object, object]>([
    [
      'Debit:Delta',
      { Iban: 'DE89370400440532013000', Bic: 'COBADEFFXXX' },
      { IBAN: 'DE****************3000', BIC: 'COBADEFFXXX' },
    ],
    [
      'Debit:Alpha',
      { Account: '0532013000', RoutingCode: '37040044' },
      { Account: '******3000', Code: '37040044' },
    ],
  ])('show a bank account of %s masked except four digits', async (Bearer, account, shown) => {
    const service = new Service();
    const order = await service.order();
    const { body } = await service.token(Bearer, { Debit: { Holder: 'Ada Byron', ...account } });
    await service.pay(order, { Bearer, Token: body.Token });
    expect(service.state['contracts']?.[0].PaymentBearer).toMatchObject({
      Type: 'BankAccount',
      Holder: 'Ada Byron',
      Country: 'DE',
      ...shown,
    });
  });

  it('show the bank of iDEAL, and the payer of a wallet', async () => {
    const paid = async (Bearer: string, form: Record<string, string>) => {
      const service = new Service();
      const { body } = await service.pay(await service.order(), { Bearer });
      await service.finalize((await service.visit(body.Url, form)).location);
      return service.state['contracts']?.[0].PaymentBearer;
    };
    expect(await paid('iDEAL:Charlie', { bank: 'Grachtenbank' })).toMatchObject({ BankName: 'Grachtenbank' });
    expect(await paid('November', { email: 'payer@wallet.test', password: 'x' })).toEqual({
      Type: 'November',
      EmailAddress: 'payer@wallet.test',
      FirstName: 'Pat',
      LastName: expect.any(String),
      CountryCode: 'DE',
    });
  });

  it('show reference and date of a mandate signed on the page of the provider', async () => {
    const service = new Service();
    const order = await service.order();
    const { body } = await service.pay(order, { Bearer: 'Debit:Foxtrot' });
    const page = { holder: 'Ada Byron', iban: 'DE89370400440532013000' };
    const { location } = await service.visit(body.Url, page);
    await service.finalize(location);
    expect(service.state['contracts']?.[0].PaymentBearer).toMatchObject({
      Type: 'BankAccount',
      MandateReference: expect.stringMatching(/^FOXTROT-/),
      MandateReferenceDate: '2026-01-15T10:00:00.0000000Z',
    });
  });
});

describe('errors', () => {
  it('have a text for customers in Details, which is empty if only a developer can help', async () => {
    const service = new Service();
    const declined = await service.pay(await service.order(), await service.byCard('4000000000000002'));
    expect([declined.status, declined.body.Error.Details]).toEqual([200, 'Your card was declined.']);
    const refused = await service.selfService('signup/order', { Cart: {}, Customer: ada });
    expect([refused.status, refused.body.Error.Details]).toEqual([422, '']);
    expect(refused.body.Errors[0].Field).toBe('Cart.PlanVariantId');
  });
});

describe('a configured provider', () => {
  it('keeps everything of its model', async () => {
    const service = new Service({
      config: {
        Account: {
          Providers: [
            { Name: 'Mine', Like: 'Alpha' },
            { Name: 'Other', Like: 'Delta', DefaultPreauthAmount: { CreditCard: 2 } },
          ],
        },
      },
    });
    const { body } = await service.selfService(`paymentMethods?publicApiKey=${publicApiKey}`);
    expect(body.Methods.Mine).toMatchObject({
      CreditCard: true,
      MerchantId: 'mine-merchant',
      DefaultPreauthAmount: { CreditCard: 1, Debit: 0 },
    });
    expect(body.Methods.Other.DefaultPreauthAmount).toEqual({ CreditCard: 2, Debit: 0 });
  });
});

describe('older portal pages', () => {
  const portalOf = async (service: Service) => {
    const ContractId = service.state['contracts']?.[0]?.Id;
    const access = await accessToken(service.sandbox);
    const path = `/api/v1/contracts/${ContractId}/selfServiceToken`;
    const { body } = await service.call('GET', path, undefined, { Authorization: `Bearer ${access}` });
    const token = { Authorization: `Bearer ${body.Token}` };
    return {
      contract: async () => (await service.selfService('contract', undefined, token)).body,
      change: (customer: object) =>
        service.call('PUT', '/api/v1/CustomerSelfService/customer', customer, token),
    };
  };

  it('find GrossTotal and Status of each invoice, open and paid', async () => {
    const service = new Service();
    await signedUp(service, ada);
    await service.sandbox.settle();
    const portal = await portalOf(service);
    const [paid] = (await portal.contract()).RecentInvoices;
    expect(paid).toMatchObject({ TotalGross: 11.78, GrossTotal: 11.78, Status: 'Paid' });
    const onAccount = new Service();
    const { body } = await onAccount.selfService('signup/order', { Cart: cart, Customer: ada });
    await onAccount.pay(body.OrderId, { Bearer: 'InvoicePayment' });
    const [open] = (await (await portalOf(onAccount)).contract()).RecentInvoices;
    expect(open).toMatchObject({ GrossTotal: 11.78, Status: 'Open' });
  });

  it('change the language of mails and invoices with the Locale', async () => {
    const service = new Service();
    await signedUp(service, { ...ada, Locale: 'en-US' });
    const portal = await portalOf(service);
    const changed = await portal.change({ ...ada, Locale: 'de-DE' });
    expect(changed.body).toMatchObject({ Locale: 'de-DE', Language: 'de-DE' });
    expect((await portal.change(ada)).body.Language).toBe('de-DE');
  });
});

it('finalize of an attempt that another payment has replaced reports that the order is paid', async () => {
  const service = new Service();
  const order = await service.order();
  const first = await service.pay(order, { Bearer: 'Lima' });
  const { location } = await service.visit(first.body.Url, { action: 'cancel' });
  await service.pay(order, await service.byCard('4111111111111111'));
  expect(service.orders[0].Status).toBe('Completed');
  const { status, body } = await service.finalize(location);
  expect([status, body.Error.Code]).toEqual([409, 'AlreadyExecuted']);
  expect(body.Error.Message).toBe('Diese Bestellung ist bereits bezahlt.');
});
