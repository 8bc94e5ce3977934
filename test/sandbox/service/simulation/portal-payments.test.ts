import { describe, expect, it } from 'vitest';
import { accessToken } from '../http/service.ts';
import { type Json, Service, type Tethered } from './service.ts';

const basic = 'b00000000000000000000001';
const pro = 'b00000000000000000000003';

/** A customer with a contract, paid by this card, and a token for Portal. */
async function customer(number = '4111111111111111', service = new Service()) {
  const { body } = await service.pay(await service.order(), await service.byCard(number));
  const access = { Authorization: `Bearer ${await accessToken(service.sandbox)}` };
  const contractId = body.ContractId as string;
  const rest = (method: string, path: string, content?: unknown) =>
    service.call(method, `/api/v1/${path}`, content, access);
  const portal = async (path: string, content: object) => {
    const token = (await rest('GET', `contracts/${contractId}/selfServiceToken`)).body.Token;
    return service.selfService(path, content, { Authorization: `Bearer ${token}` });
  };
  const change = (tethered: Tethered, ProviderReturnUrl?: string) =>
    portal('payment/change', { TetheredPaymentInformation: tethered, ProviderReturnUrl });
  const upgrade = async (): Promise<Json> =>
    (await rest('POST', 'orders', { ContractId: contractId, Cart: { PlanVariantId: pro } })).body;
  const contract = async (): Promise<Json> => (await rest('GET', `contracts/${contractId}`)).body;
  return { service, contractId, portal, change, upgrade, contract, rest };
}

describe('spec: Operation Portal.paymentChange — payment/change', () => {
  it('replaces the method after an authorization', async () => {
    const { service, change, contract, contractId } = await customer();
    const { body } = await change(await service.byCard('5555555555554444', 'CreditCard:Echo'));
    expect(body).toMatchObject({
      ContractId: contractId,
      PaymentBearer: { CardType: 'mastercard', Last4: '4444' },
    });
    expect(await contract()).toMatchObject({ PaymentProvider: 'Echo', PaymentBearer: { Last4: '4444' } });
    expect(service.transactions[1]).toMatchObject({ Trigger: 'Payment', Preauth: true, Amount: 1 });
    expect(service.events).toContain('PaymentDataChanged');
  });

  it('keeps the method if the provider declines the new one', async () => {
    const { service, change, contract } = await customer();
    const { body } = await change(await service.byCard('4000000000000002'));
    expect(body.Error.Code).toBe('BearerInvalid');
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '1111' } });
    expect(service.events).not.toContain('PaymentDataChanged');
  });

  it('takes no token of another provider or medium', async () => {
    const { service, change, contract } = await customer();
    const { Token = '' } = await service.byCard('5555555555554444', 'CreditCard:Echo');
    for (const Bearer of ['CreditCard:Delta', 'Debit:Delta', 'Debit:Echo']) {
      const { body } = await change({ Bearer, Token });
      expect([Bearer, body.Error.Code]).toEqual([Bearer, 'BearerInvalid']);
    }
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '1111' } });
  });

  it('collects the open balance with the new method at once', async () => {
    const { service, change, contract } = await customer('4000000000000341');
    await service.sandbox.clock.advance('P2M');
    expect(await contract()).toMatchObject({
      RecurringPaymentsPaused: true,
      Balance: expect.closeTo(23.56, 2),
    });
    await change(await service.byCard('5555555555554444'));
    await service.sandbox.settle();
    expect(await contract()).toMatchObject({ RecurringPaymentsPaused: false, Balance: 0 });
    expect(service.transactions.at(-1)).toMatchObject({
      Trigger: 'Payment',
      Status: { Status: 'Succeeded' },
    });
  });

  it('redirects the customer to a provider’s page if the method has one', async () => {
    const { service, change, contract, contractId } = await customer();
    const { body } = await change({ Bearer: 'November' }, 'https://shop.test/account');
    expect(body.Url).toContain('/providers/November/checkout/');
    const { location } = await service.visit(body.Url, { email: 'alias@wallet.test', password: 'x' });
    const done = await service.finalize(location);
    expect(done.body).toMatchObject({
      ContractId: contractId,
      PaymentBearer: {
        Type: 'November',
        EmailAddress: 'payer@wallet.test',
        FirstName: 'Pat',
        CountryCode: 'DE',
      },
    });
    expect(await contract()).toMatchObject({ PaymentProvider: 'November' });
    await service.sandbox.clock.advance('P1M1D');
    expect(service.transactions.at(-1)).toMatchObject({
      PaymentProvider: 'November',
      Trigger: 'Recurring',
      Status: { Status: 'Succeeded' },
    });
  });

  it('with a wallet from which nobody returns ends by its notification', async () => {
    const { service, change, contract } = await customer();
    const { body } = await change({ Bearer: 'Mike' }, 'https://shop.test/account');
    await service.visit(body.Url, {});
    await service.sandbox.clock.advance('PT1M');
    expect(await contract()).toMatchObject({ PaymentProvider: 'Mike' });
  });

  it.each([{ Origin: 'null' }, { Referer: 'null' }, {}])(
    'takes no relative return URL from a page without an address: %j',
    async (headers) => {
      const { service } = await customer();
      const { status, body } = await service.pay(
        await service.order(),
        { Bearer: 'Mike' },
        '/thanks',
        headers,
      );
      expect([status, body.Message]).toEqual([422, expect.stringContaining('the request has no page')]);
    },
  );

  it('allows payment on account, and no payment data only if the plan variant allows it', async () => {
    const { change, contract } = await customer();
    expect((await change({ Bearer: 'InvoicePayment' })).body.PaymentBearer).toEqual({
      Type: 'InvoicePayment',
    });
    expect(await contract()).toMatchObject({ PaymentProvider: 'InvoicePayment' });
    const none = await change({ Bearer: 'None:None' });
    expect([none.status, none.body.Error.Code]).toEqual([422, 'InvalidPaymentMethod']);
  });
});

describe('spec: Operation Portal.upgradePaySync, Behaviour rules 5 — upgrade/paySync', () => {
  it('pays with the method of the contract, without the customer', async () => {
    const { portal, upgrade, contractId, contract, service } = await customer();
    const order = await upgrade();
    const { body } = await portal('upgrade/paySync', { OrderId: order.Id });
    expect(body).toEqual({
      OrderId: order.Id,
      ContractId: contractId,
      CustomerId: expect.any(String),
      GrossTotal: order.TotalGross,
      OrderStatus: 'PaymentPending',
    });
    expect(await contract()).toMatchObject({
      PlanVariantId: pro,
      PaymentBearer: { Last4: '1111' },
      Balance: 0,
    });
    expect(service.transactions.at(-1)).toMatchObject({ Trigger: 'Upgrade', Amount: order.TotalGross });
  });

  it('leaves the order payable if the method fails, and another method pays it', async () => {
    const { portal, upgrade, contract, service } = await customer('4000000000000341');
    const OrderId = (await upgrade()).Id;
    expect((await portal('upgrade/paySync', { OrderId })).body.Error.Code).toBe('InsufficientBalance');
    expect((await contract()).PlanVariantId).toBe(basic);
    const tethered = await service.byCard('5555555555554444');
    const paid = await portal('upgrade/pay', { OrderId, TetheredPaymentInformation: tethered });
    expect(paid.body).toMatchObject({ OrderId, OrderStatus: 'InProgress', Currency: 'EUR' });
    expect(await contract()).toMatchObject({
      PlanVariantId: pro,
      PaymentBearer: { Last4: '4444' },
      Balance: 0,
    });
  });

  it('reaches no order of another contract', async () => {
    const { portal, service } = await customer();
    const OrderId = await service.order();
    for (const [path, more] of [
      ['upgrade/paySync', {}],
      ['upgrade/pay', { TetheredPaymentInformation: await service.byCard('4111111111111111') }],
    ] as const) {
      expect((await portal(path, { OrderId, ...more })).status).toBe(404);
    }
  });
});

describe('spec: Operation Portal.upgradePayInteractive, Behaviour rules 6, Order status InProgress — upgrade/pay', () => {
  it('redirects the customer to a provider’s page if the method has one', async () => {
    const { portal, upgrade, contract, service } = await customer();
    const order = await upgrade();
    const { body } = await portal('upgrade/pay', {
      OrderId: order.Id,
      TetheredPaymentInformation: { Bearer: 'iDEAL:Charlie' },
      ProviderReturnUrl: 'https://shop.test/account',
    });
    expect(Object.keys(body).toSorted()).toEqual(['Currency', 'GrossTotal', 'OrderId', 'OrderStatus', 'Url']);
    const { location } = await service.visit(body.Url, { bank: 'Grachtenbank' });
    expect((await service.finalize(location)).body).toMatchObject({ OrderId: order.Id });
    expect(await contract()).toMatchObject({ PlanVariantId: pro, PaymentProviderRole: 'iDEAL', Balance: 0 });
  });
});

it('a contract shows whether its provider supports refunds', async () => {
  const service = new Service();
  const { contract } = await customer('4111111111111111', service);
  expect(await contract()).toMatchObject({ PaymentProviderSupportRefunds: true });
  const { body } = await service.pay(
    await service.order(),
    await service.byCard('4111111111111111', 'CreditCard:India'),
  );
  const contracts = service.state['contracts'] as Json[];
  const ofIndia = contracts.find(({ Id }) => Id === body.ContractId);
  expect(ofIndia.PaymentProviderSupportRefunds).toBe(false);
});

describe('the test provider’s page', () => {
  it.each([
    ['2', 'Minor', ['Succeeded', 'Succeeded', 'Failed']],
    ['0', 'Severe', ['Failed']],
    ['', 'Minor', ['Succeeded', 'Succeeded', 'Succeeded']],
  ])('fails after %j transactions with severity %s', async (failAfter, severity, expected) => {
    const service = new Service();
    const { body } = await service.pay(await service.order(), { Bearer: 'FakePSP' });
    const { location } = await service.visit(body.Url, { failAfter, severity });
    await service.finalize(location);
    await service.sandbox.clock.advance('P2M');
    const statuses = service.transactions.map(({ Status }) => Status.Status);
    expect(statuses.slice(0, expected.length)).toEqual(expected);
  });

  it('always fails if asked to', async () => {
    const service = new Service();
    const { body } = await service.pay(await service.order(), { Bearer: 'FakePSP' });
    const { location } = await service.visit(body.Url, { alwaysFail: 'true' });
    expect((await service.finalize(location)).body.Error.Code).toBe('InsufficientBalance');
  });
});
