import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../sandbox/src/entries/index.ts';
import { accessToken } from './http/service.ts';

const start = '2026-01-15T10:00:00Z';
const publicApiKey = 'a00000000000000000000001';

function open() {
  const sandbox = createSandbox({ seed: 'signup', clock: start });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };
  const access = async () => ({ Authorization: `Bearer ${await accessToken(sandbox)}` });
  return { sandbox, call, access };
}

const customer = {
  EmailAddress: 'ada@example.com',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Tag: 'user-1',
  Address: { Country: 'DE' },
};

async function signUp(call: ReturnType<typeof open>['call'], cart: object, bearer: string, data?: object) {
  const order = await call('POST', '/api/v1/CustomerSelfService/signup/order', {
    Cart: cart,
    Customer: customer,
  });
  let token: string | undefined;
  if (data !== undefined) {
    const provider = bearer.split(':')[1];
    token = (await call('POST', `/providers/${provider}/tokens`, { Bearer: bearer, ...data })).body.Token;
  }
  const paid = await call('POST', '/api/v1/CustomerSelfService/signup/pay', {
    PublicApiKey: publicApiKey,
    OrderId: order.body.OrderId,
    GrossTotal: order.body.GrossTotal,
    Currency: order.body.Currency,
    TetheredPaymentInformation: { Bearer: bearer, ...(token === undefined ? {} : { Token: token }) },
  });
  return { order: order.body, paid: paid.body };
}

const card = (number: string) => ({
  Card: { Number: number, ExpiryMonth: 12, ExpiryYear: 2029, Holder: 'Ada Lovelace', Cvc: '123' },
});

describe('a signup over the self-service API', () => {
  it('makes customer, contract, invoice, ledger and events of a paid order', async () => {
    const { sandbox, call, access } = open();
    const cart = { PlanVariantId: 'b00000000000000000000001' };
    const { order, paid } = await signUp(call, cart, 'CreditCard:FakePSP', card('4111111111111111'));
    expect(order).toMatchObject({ GrossTotal: 11.78, Currency: 'EUR', OrderStatus: 'InProgress' });
    expect(paid).toEqual({
      OrderId: order.OrderId,
      ContractId: order.ContractId,
      CustomerId: order.CustomerId,
      GrossTotal: 11.78,
      Currency: 'EUR',
      OrderStatus: 'PaymentPending',
    });

    const bearer = await access();
    const contract = await call('GET', `/api/v1/contracts/${paid.ContractId}`, undefined, bearer);
    expect(contract.body).toMatchObject({
      LifecycleStatus: 'Active',
      Balance: 0,
      NextBillingDate: '2026-02-15T10:00:00.0000000Z',
      PaymentBearer: { Type: 'CreditCard', CardType: 'visa', Last4: '1111' },
    });
    const invoices = await call('GET', `/api/v1/invoices?customerId=${paid.CustomerId}`, undefined, bearer);
    expect(invoices.body).toMatchObject([
      { TotalNet: 9.9, TotalVat: 1.88, TotalGross: 11.78, IsInvoice: true },
    ]);
    const saved = await call('GET', `/api/v1/customers/${paid.CustomerId}`, undefined, bearer);
    expect(saved.body).toMatchObject({ CustomerName: 'Ada Lovelace', Tag: 'user-1' });
    const events = await call('GET', '/sandbox/events');
    expect(events.body.map(({ Event }: { Event: string }) => Event)).toEqual(
      expect.arrayContaining([
        'CustomerCreated',
        'ContractCreated',
        'OrderSucceeded',
        'InvoiceCreated',
        'PaymentSucceeded',
      ]),
    );
    expect(events.body.find(({ Event }: { Event: string }) => Event === 'OrderSucceeded')).toMatchObject({
      Tag: 'user-1',
    });
    sandbox.close();
  });

  it('leaves the order payable after a decline', async () => {
    const { sandbox, call } = open();
    const cart = { PlanVariantId: 'b00000000000000000000001' };
    const { order, paid } = await signUp(call, cart, 'CreditCard:FakePSP', card('4000000000000002'));
    expect(paid).toMatchObject({ Error: { Code: 'BearerInvalid' } });
    const again = await call('POST', '/api/v1/CustomerSelfService/signup/pay', {
      OrderId: order.OrderId,
      TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
    });
    expect(again.body).toMatchObject({ OrderId: order.OrderId, OrderStatus: 'PaymentPending' });
    sandbox.close();
  });

  it('renews by the clock', async () => {
    const { sandbox, call, access } = open();
    const cart = { PlanVariantId: 'b00000000000000000000001' };
    const { paid } = await signUp(call, cart, 'CreditCard:FakePSP', card('4111111111111111'));
    await sandbox.clock.advance('P1Y');
    const invoices = await call(
      'GET',
      `/api/v1/invoices?contractId=${paid.ContractId}&take=50`,
      undefined,
      await access(),
    );
    expect(invoices.body).toHaveLength(13);
    sandbox.close();
  });
});
