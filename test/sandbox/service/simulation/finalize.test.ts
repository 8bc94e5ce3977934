import { describe, expect, it } from 'vitest';
import { absoluteReturnUrl, withKeys } from '../../../../sandbox/src/service/domain/payments/return-url.ts';
import { basic, returnUrl, Service } from './service.ts';

async function paidAtLima(service = new Service()) {
  const order = await service.order();
  const { body } = await service.pay(order, { Bearer: 'Lima' });
  const { location } = await service.visit(body.Url, {});
  return { service, order, location };
}

const pageOf = async (service: Service, url: string): Promise<string> =>
  (await service.call('GET', new URL(url).pathname, undefined, { Accept: 'text/html' })).body;

describe('spec: Behaviour rules 10 — the way back from a provider', () => {
  it('has transactionId, secret, trigger, language and the provider’s keys beside its own query', async () => {
    const { service, location } = await paidAtLima();
    const [transaction] = service.transactions;
    const start = 'https://shop.test/thanks?cart=4%202&x&transactionId=';
    expect(location.startsWith(`${start}${transaction.Id}&secret=`)).toBe(true);
    const back = new URL(location);
    expect(back.searchParams.get('secret')).toMatch(/^[\w-]{22}$/);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      transactionId: expect.stringMatching(/^[0-9a-f]{24}$/),
      trigger: 'Payment',
      language: 'de-DE',
      pspReference: transaction.ProviderTransactionId,
      pspStatus: 'paid',
    });
    expect(back.hash).toBe('#top');
  });

  it('carries the language of the customer', async () => {
    const service = new Service();
    const { body } = await service.pay(await service.order(basic, { Locale: 'fr-FR' }), { Bearer: 'Mike' });
    const { location } = await service.visit(body.Url, { action: 'cancel' });
    expect(new URL(location).searchParams.get('language')).toBe('fr-FR');
  });

  it('is rejected with another secret, and works after that', async () => {
    const { service, location } = await paidAtLima();
    const { secret = '', transactionId = '' } = Object.fromEntries(new URL(location).searchParams);
    const other = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'Q' : 'A'}`;
    const wrong = [
      location.replace(secret, other),
      location.replace(secret, ''),
      location.replace(secret, `${secret}A`),
      location.replace(transactionId, 'f'.repeat(24)),
      location.replace(transactionId, '__proto__'),
    ];
    for (const url of wrong) {
      const { status, body } = await service.finalize(url);
      expect([url, status, body.Error.Code]).toEqual([url, 403, 'PermissionDenied']);
    }
    expect(service.orders[0].Status).toBe('PaymentPending');
    expect((await service.finalize(location)).status).toBe(200);
  });

  it('gets the first response again, with and without an idempotency key', async () => {
    const { service, location } = await paidAtLima();
    const key = { 'Idempotency-Key': 'finalize-1' };
    const first = await service.finalize(location, key);
    expect((await service.finalize(location, key)).body).toEqual(first.body);
    const again = await service.finalize(location);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(service.transactions).toHaveLength(1);
    expect(service.events.filter((event) => event === 'OrderSucceeded')).toHaveLength(1);
  });

  it('returns the outcome even if the provider reported it first', async () => {
    const { service, order, location } = await paidAtLima();
    await service.sandbox.clock.advance('PT1M');
    expect((await service.finalize(location)).body).toMatchObject({
      OrderId: order,
      OrderStatus: 'PaymentPending',
    });
    expect(service.events.filter((event) => event === 'OrderSucceeded')).toHaveLength(1);
  });

  it('of a customer who is still on the page says so, and works later', async () => {
    const service = new Service();
    const { body } = await service.pay(await service.order(), { Bearer: 'Lima' });
    const [payment] = service.state['interactivePayments'] as { Id: string; Secret: string }[];
    const url = withKeys(returnUrl, { transactionId: payment?.Id ?? '', secret: payment?.Secret ?? '' });
    expect((await service.finalize(url)).body.Error.Code).toBe('InvalidPreconditions');
    const { location } = await service.visit(body.Url, {});
    expect((await service.finalize(location)).status).toBe(200);
  });

  it.each(['https://shop.test/thanks', 'nonsense', ''])(
    'of %j, which no provider made, is refused',
    async (url) => {
      const { status, body } = await new Service().finalize(url);
      expect([status, body.Error.Code]).toEqual([422, 'InvalidData']);
    },
  );
});

describe('spec: Behaviour rules 10 — payments that cross', () => {
  it('a later attempt replaces one at a provider; the earlier page charges nothing', async () => {
    const service = new Service();
    const order = await service.order();
    const first = (await service.pay(order, { Bearer: 'Lima' })).body.Url;
    expect(await pageOf(service, first)).toMatch(/<h1[^>]*>Pay €11.78</);
    await service.pay(order, await service.byCard('4111111111111111'));
    const page = await pageOf(service, first);
    expect(page).toMatch(/<h1[^>]*>Order already paid</);
    expect(page).toContain('Your order is paid. Nothing is charged here.');
    expect(page).not.toContain('name="action"');
    const { location } = await service.visit(first, {});
    // The order is paid, which is what a customer wants to know.
    const { Code, Order } = (await service.finalize(location)).body.Error;
    expect([Code, Order]).toEqual([
      'AlreadyExecuted',
      expect.objectContaining({ OrderId: order, OrderStatus: 'Completed', GrossTotal: 11.78 }),
    ]);
    await service.sandbox.clock.advance('P1D');
    const counted = service.transactions.map(({ Status }) => Status.Status).toSorted();
    expect(counted).toEqual(['Canceled', 'Succeeded']);
    expect(service.events.filter((event) => event === 'PaymentSucceeded')).toHaveLength(1);
  });

  it('a replaced attempt cannot be paid while the order is open, and is answered with the order', async () => {
    const service = new Service();
    const order = await service.order();
    const first = (await service.pay(order, { Bearer: 'Lima' })).body.Url;
    const second = (await service.pay(order, { Bearer: 'Mike' })).body.Url;
    const page = await pageOf(service, first);
    expect(page).toMatch(/<h1[^>]*>Payment replaced</);
    expect(page).not.toContain('name="action"');
    const { location } = await service.visit(first, {});
    expect(new URL(location).searchParams.get('pspStatus')).toBe('replaced');
    const { Code, Order } = (await service.finalize(location)).body.Error;
    expect([Code, Order.OrderId, Order.OrderStatus]).toEqual(['Canceled', order, 'PaymentPending']);
    expect((await service.finalize((await service.visit(second, {})).location)).status).toBe(200);
    expect(service.transactions.filter(({ Status }) => Status.Status === 'Succeeded')).toHaveLength(1);
  });

  it('an order with an open outcome is not charged again', async () => {
    const service = new Service();
    const order = await service.order();
    const card = await service.byCard('4111111111111111', 'CreditCard:Golf');
    await service.pay(order, card);
    const second = await service.pay(order, card);
    expect([second.status, second.body.Error.Code]).toEqual([409, 'InvalidPreconditions']);
    await service.sandbox.clock.advance('PT2M');
    expect(service.orders[0].Status).toBe('Completed');
    expect(service.transactions).toHaveLength(1);
  });

  it('two clicks at once make one payment', async () => {
    const service = new Service();
    const order = await service.order();
    const card = await service.byCard('4111111111111111');
    const answers = await Promise.all([service.pay(order, card), service.pay(order, card)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(service.transactions.filter(({ Status }) => Status.Status === 'Succeeded')).toHaveLength(1);
  });

  it('a payment after the order expired is not charged', async () => {
    const service = new Service({ config: { Account: { OrderLifetime: { Unit: 'Minute', Quantity: 5 } } } });
    const { body } = await service.pay(await service.order(), { Bearer: 'Lima' });
    await service.sandbox.clock.advance('PT6M');
    const { location } = await service.visit(body.Url, {});
    expect((await service.finalize(location)).body.Error.Code).toBe('InvalidPreconditions');
    expect(service.transactions[0].Status.Status).toBe('Canceled');
    expect(service.state['contracts']).toEqual([]);
  });
});

describe('spec: paymentConfig providerReturnUrl — providerReturnUrl', () => {
  it('is required for redirects, and only for them', async () => {
    const service = new Service();
    const order = await service.order();
    const missing = await service.pay(order, { Bearer: 'Lima' }, '');
    expect([missing.status, missing.body.Error.Code]).toEqual([422, 'InvalidConfiguration']);
    expect(missing.body.Message).toContain('providerReturnUrl');
    expect(service.orders[0].Status).toBe('InProgress');
    const byCard = await service.pay(order, await service.byCard('4111111111111111'), '');
    expect(byCard.body.OrderStatus).toBe('PaymentPending');
  });

  it('can be relative to the page', async () => {
    const service = new Service();
    const headers = { Referer: 'https://shop.test/cart/checkout' };
    const { body } = await service.pay(await service.order(), { Bearer: 'Lima' }, '../thanks', headers);
    expect((await service.visit(body.Url, {})).location).toContain('https://shop.test/thanks?transactionId=');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.test/',
    'https://user:pw@shop.test/',
    '/relative',
  ])('rejects %s', (url) => {
    expect(() => absoluteReturnUrl(url, undefined)).toThrow(/ProviderReturnUrl/);
  });
});

describe('forms that no page sends', () => {
  it.each(['bogus', '__proto__', 'toString'])('the action %j shows the page again', async (action) => {
    const service = new Service();
    const { body } = await service.pay(await service.order(), { Bearer: 'Lima' });
    expect((await service.visit(body.Url, { action })).text).toContain('Pay €11.78');
    const Card = { Number: '4000000000003220', ExpiryMonth: 1, ExpiryYear: 2030, Holder: 'Ada', Cvc: '123' };
    const { Challenge } = (await service.token('CreditCard:Bravo', { Card })).body;
    const visited = await service.visit(`${Challenge.Url}/${Challenge.Params.challenge}`, { action });
    expect(visited.text).toContain('Is it you?');
    expect((await service.visit(Challenge.Url, {})).status).toBe(404);
    expect(service.orders[0].Status).toBe('PaymentPending');
  });
});
