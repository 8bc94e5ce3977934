import { describe, expect, it } from 'vitest';
import { type Api, backEnd } from '../http/service.ts';
import { type Json, publicApiKey, Service, type Tethered } from './service.ts';

/*
 * One life of a payment, whatever it is for: each kind of payment is begun in each way, and the statuses that it passes
 * are the same.
 */

const asks = '4000000000003220';
const good = '4111111111111111';
const trial = 'b00000000000000000000005';
const pro = 'b00000000000000000000003';
const byBravo = 'CreditCard:Bravo';

const statuses = (transaction: Json): string[] =>
  transaction.StatusHistory.map(({ Status }: { Status: string }) => Status);

/** A customer with a contract paid by this card, and the calls of the Portal. */
async function customer(number = good, bearer = 'CreditCard:Delta') {
  const service = new Service();
  const { body } = await service.pay(await service.order(), await service.byCard(number, bearer));
  const { ContractId, CustomerId } = body;
  const api = await backEnd(service.sandbox);
  const portal: Api = async (method, path, content) => {
    const { Token } = (await api('GET', `contracts/${ContractId}/selfServiceToken`)).body;
    return api(method, `CustomerSelfService/${path}`, content, { Authorization: `Bearer ${Token}` });
  };
  const upgrade = async (): Promise<Json> =>
    (await api('POST', 'orders', { ContractId, Cart: { PlanVariantId: pro } })).body;
  const contract = async (): Promise<Json> => (await api('GET', `contracts/${ContractId}`)).body;
  const eventsOf = (name: string): Json[] =>
    (service.state['events'] as Json[]).map(({ Payload }) => Payload).filter(({ Event }) => Event === name);
  return { service, api, portal, upgrade, contract, eventsOf, ContractId, CustomerId };
}

/** What pays, with the challenge that its token asks for. */
async function challenged(service: Service) {
  const { body } = await service.token(byBravo, {
    Card: { Number: asks, ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada Byron', Cvc: '123' },
  });
  const tethered: Tethered = { Bearer: byBravo, Token: body.Token };
  const { Url, Params } = body.Challenge;
  const answer = (action: string) => service.visit(`${Url}/${Params.challenge}`, { action });
  return { tethered, answer };
}

/** Each kind of payment with the customer at the screen, as a call that may be repeated with the same token. */
const kinds: readonly [string, () => Promise<{ service: Service; pay: (by: object) => Promise<Json> }>][] = [
  [
    'signup',
    async () => {
      const service = new Service();
      const OrderId = await service.order();
      const pay = (by: object) =>
        service.selfService('signup/pay', { PublicApiKey: publicApiKey, OrderId, ...by });
      return { service, pay };
    },
  ],
  [
    'signup with nothing due',
    async () => {
      const service = new Service();
      const OrderId = await service.order(trial);
      const pay = (by: object) =>
        service.selfService('signup/pay', { PublicApiKey: publicApiKey, OrderId, ...by });
      return { service, pay };
    },
  ],
  [
    'upgrade',
    async () => {
      const { service, portal, upgrade } = await customer();
      const OrderId = (await upgrade()).Id;
      return { service, pay: (by) => portal('POST', 'upgrade/pay', { OrderId, ...by }) };
    },
  ],
  [
    'payment change',
    async () => {
      const { service, portal } = await customer();
      return { service, pay: (by) => portal('POST', 'payment/change', by) };
    },
  ],
];

describe.each(kinds)('a %s', (kind, begin) => {
  const done = kind === 'signup' || kind === 'upgrade' ? ['Succeeded'] : ['PreliminarySucceeded', 'Canceled'];

  it('by a token is in progress, and then done', async () => {
    const { service, pay } = await begin();
    const { status } = await pay({ TetheredPaymentInformation: await service.byCard(good) });
    await service.sandbox.settle();
    expect([status, statuses(service.transactions.at(-1))]).toEqual([200, ['InProgress', ...done]]);
  });

  it('in a 3-D Secure challenge is visible from its start, and done after it', async () => {
    const { service, pay } = await begin();
    const before = service.transactions.length;
    const { tethered, answer } = await challenged(service);
    const first = await pay({ TetheredPaymentInformation: tethered, ChallengeFollows: true });
    expect([first.status, first.body.Error]).toEqual([200, undefined]);
    expect(service.transactions).toHaveLength(before + 1);
    expect(statuses(service.transactions.at(-1))).toEqual(['Created', 'ThreeDSecurePending']);
    await answer('pass');
    const second = await pay({ TetheredPaymentInformation: tethered });
    expect([second.status, second.body.ContractId]).toEqual([200, expect.stringMatching(/^[0-9a-f]{24}$/)]);
    await service.sandbox.settle();
    expect(service.transactions).toHaveLength(before + 1);
    expect(statuses(service.transactions.at(-1))).toEqual([
      'Created',
      'ThreeDSecurePending',
      'InProgress',
      ...done,
    ]);
  });

  it('that says a challenge follows, although it was passed before, is done at once', async () => {
    const { service, pay } = await begin();
    const { tethered, answer } = await challenged(service);
    await answer('pass');
    const { body } = await pay({ TetheredPaymentInformation: tethered, ChallengeFollows: true });
    expect(body.ContractId).toMatch(/^[0-9a-f]{24}$/);
    await service.sandbox.settle();
    expect(statuses(service.transactions.at(-1))).toEqual(['InProgress', ...done]);
  });

  it('whose customer closes the browser after the challenge is still completed', async () => {
    const { service, pay } = await begin();
    const { tethered, answer } = await challenged(service);
    await pay({ TetheredPaymentInformation: tethered, ChallengeFollows: true });
    await answer('pass');
    await service.sandbox.clock.advance('PT14S');
    expect(service.transactions.at(-1).Status.Status).toBe('ThreeDSecurePending');
    await service.sandbox.clock.advance('PT1S');
    await service.sandbox.settle();
    expect(statuses(service.transactions.at(-1)).slice(1)).toEqual([
      'ThreeDSecurePending',
      'InProgress',
      ...done,
    ]);
  });

  it.each([
    ['fail', ['ThreeDSecurePending', 'InProgress', 'Failed'], '3DsProblem'],
    ['cancel', ['ThreeDSecurePending', 'Canceled'], 'Canceled'],
  ])('whose customer answers the challenge by %s has ended', async (action, expected, code) => {
    const { service, pay } = await begin();
    const { tethered, answer } = await challenged(service);
    await pay({ TetheredPaymentInformation: tethered, ChallengeFollows: true });
    await answer(action);
    await service.sandbox.settle();
    const transaction = service.transactions.at(-1);
    expect(statuses(transaction).slice(1)).toEqual(expected);
    expect(transaction.Status.ErrorCode).toBe(code);
    // It stays payable, by other data.
    const again = await pay({ TetheredPaymentInformation: await service.byCard(good) });
    expect(again.body).toMatchObject({ ContractId: expect.any(String) });
  });

  it('whose challenge is abandoned is canceled when it expires', async () => {
    const { service, pay } = await begin();
    const { tethered } = await challenged(service);
    await pay({ TetheredPaymentInformation: tethered, ChallengeFollows: true });
    await service.sandbox.clock.advance('PT9M59S');
    expect(service.transactions.at(-1).Status.Status).toBe('ThreeDSecurePending');
    await service.sandbox.clock.advance('PT1S');
    expect(service.transactions.at(-1).Status).toMatchObject({
      Status: 'Canceled',
      ErrorCode: 'Canceled',
      ErrorMessage: 'The customer did not complete 3-D Secure in time.',
    });
    expect(service.events.filter((event) => event === 'PaymentFailed')).toHaveLength(0);
  });

  it('that is paid while the challenge is open has not passed it', async () => {
    const { service, pay } = await begin();
    const { tethered } = await challenged(service);
    await pay({ TetheredPaymentInformation: tethered, ChallengeFollows: true });
    const { body } = await pay({ TetheredPaymentInformation: tethered });
    expect(body.Error).toMatchObject({
      Code: '3DsProblem',
      DeveloperMessage: 'The 3-D Secure challenge was not passed.',
    });
    expect(statuses(service.transactions.at(-1))).toEqual([
      'Created',
      'ThreeDSecurePending',
      'InProgress',
      'Failed',
    ]);
  });

  it('on a page of the provider waits there, and is done after it', async () => {
    const { service, pay } = await begin();
    const ProviderReturnUrl = 'https://shop.test/back';
    const { body } = await pay({ TetheredPaymentInformation: { Bearer: 'Lima' }, ProviderReturnUrl });
    expect(statuses(service.transactions.at(-1))).toEqual(['Created', 'RedirectUrlPrepared']);
    const { location } = await service.visit(body.Url, {});
    const first = await service.finalize(location);
    const again = await service.finalize(location);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await service.sandbox.settle();
    expect(statuses(service.transactions.at(-1)).slice(1, 3)).toEqual(['RedirectUrlPrepared', 'InProgress']);
    expect((await service.finalize(location)).body).toEqual(first.body);
  });

  it('declined on that page gets the same decline again', async () => {
    const { service, pay } = await begin();
    const ProviderReturnUrl = 'https://shop.test/back';
    const { body } = await pay({ TetheredPaymentInformation: { Bearer: 'Lima' }, ProviderReturnUrl });
    const { location } = await service.visit(body.Url, { action: 'decline' });
    const first = await service.finalize(location);
    expect([first.status, first.body.Error.Code]).toEqual([200, 'Rejected']);
    expect((await service.finalize(location)).body.Error.Code).toBe('Rejected');
    expect(statuses(service.transactions.at(-1))).toEqual([
      'Created',
      'RedirectUrlPrepared',
      'InProgress',
      'Failed',
    ]);
    expect(service.events.filter((event) => event === 'PaymentFailed')).toHaveLength(1);
  });

  it('whose provider responds later is in progress until then', async () => {
    const { service, pay } = await begin();
    await pay({ TetheredPaymentInformation: await service.byCard(good, 'CreditCard:Golf') });
    const begun = service.transactions.at(-1);
    expect(statuses(begun)).toEqual(['InProgress']);
    expect(begun.StatusHistory[0]).toMatchObject({ Status: 'InProgress', HttpCode: 0 });
    expect(begun.ProviderTransactionId).toMatch(/^golf_[0-9a-f]{16}$/);
    await service.sandbox.clock.advance('PT2M');
    expect(statuses(service.transactions.at(-1))).toEqual(['InProgress', ...done]);
  });
});

describe('a renewal', () => {
  it('whose provider responds later is in progress, and is not charged again', async () => {
    const { service, contract } = await customer(good, 'CreditCard:Golf');
    await service.sandbox.clock.advance('PT2M');
    // The contract began when its payment was known.
    await service.sandbox.clock.advance('P1M');
    expect(service.transactions).toHaveLength(2);
    expect(statuses(service.transactions[1])).toEqual(['InProgress']);
    expect((await contract()).Balance).toBe(11.78);
    await service.sandbox.clock.advance('PT2M');
    expect(statuses(service.transactions[1])).toEqual(['InProgress', 'Succeeded']);
    expect((await contract()).Balance).toBe(0);
    expect(service.transactions).toHaveLength(2);
  });

  it('by debit is in progress, pending while it settles, and done', async () => {
    const service = new Service();
    await service.pay(await service.order(), await service.byIban('DE89370400440532013000', 'Debit:Echo'));
    expect(statuses(service.transactions[0])).toEqual(['InProgress', 'Pending']);
    await service.sandbox.clock.advance('P1M');
    expect(statuses(service.transactions[0])).toEqual(['InProgress', 'Pending', 'Succeeded']);
    expect(statuses(service.transactions[1])).toEqual(['InProgress', 'Pending']);
    await service.sandbox.clock.advance('P3D');
    expect(statuses(service.transactions[1])).toEqual(['InProgress', 'Pending', 'Succeeded']);
  });
});

describe('a preauthorization', () => {
  it('has its own type, is voided, and webhooks distinguish it from a payment', async () => {
    const service = new Service();
    const { body } = await service.pay(await service.order(trial), await service.byCard(good));
    await service.sandbox.settle();
    const [transaction] = service.transactions;
    expect(transaction).toMatchObject({
      Type: 'Preauthorization',
      Preauth: true,
      Amount: 1,
      Trigger: 'Signup',
      ContractId: body.ContractId,
      Status: { Status: 'Canceled', HttpCode: 0, Amount: 1, Preauth: true },
    });
    expect('ErrorCode' in transaction.Status || 'InvoiceId' in transaction).toBe(false);
    const payloads = (service.state['events'] as Json[]).map(({ Payload }) => Payload);
    expect(payloads.filter(({ Event }) => Event === 'PaymentSucceeded')).toEqual([
      {
        Event: 'PaymentSucceeded',
        EntityId: publicApiKey,
        ContractId: body.ContractId,
        CustomerId: body.CustomerId,
        PaymentTransactionId: transaction.Id,
        PaymentTransactionType: 'Preauthorization',
      },
    ]);
    expect(service.state['ledgerEntries']).toEqual([]);
    // The first renewal is a payment.
    await service.sandbox.clock.advance('P1M');
    const renewal = service.transactions[1];
    expect(renewal).toMatchObject({ Type: 'Payment', Preauth: false, Status: { Status: 'Succeeded' } });
    const told = (service.state['events'] as Json[]).map(({ Payload }) => Payload);
    expect(told.filter(({ Event }) => Event === 'PaymentSucceeded')[1]).toMatchObject({
      PaymentTransactionId: renewal.Id,
      PaymentTransactionType: 'Payment',
    });
  });

  it('that fails is reported as one', async () => {
    const service = new Service();
    const order = await service.order(trial);
    const { body } = await service.pay(order, await service.byCard('4000000000000002'));
    expect(body.Error.Code).toBe('BearerInvalid');
    const payloads = (service.state['events'] as Json[]).map(({ Payload }) => Payload);
    expect(payloads).toEqual([
      {
        Event: 'PaymentFailed',
        EntityId: publicApiKey,
        OrderId: order,
        PaymentTransactionId: service.transactions[0].Id,
        PaymentTransactionType: 'Preauthorization',
      },
    ]);
  });

  it('cannot be refunded', async () => {
    const { service, portal, api } = await customer();
    await portal('POST', 'payment/change', { TetheredPaymentInformation: await service.byCard(good) });
    for (const settled of [false, true]) {
      if (settled) await service.sandbox.settle();
      const { status, body } = await api(
        'POST',
        `paymentTransactions/${service.transactions[1].Id}/refund`,
        {},
      );
      expect([status, body.Code]).toEqual([409, 'InvalidPreconditions']);
    }
  });
});

describe('new payment data', () => {
  /** Recurring payments are paused, one month is open, and there is an order for an upgrade. */
  async function paused() {
    const all = await customer('4000000000001380');
    await all.service.sandbox.clock.advance('P1M');
    expect(await all.contract()).toMatchObject({ RecurringPaymentsPaused: true, Balance: 11.78 });
    const order = await all.upgrade();
    return { ...all, order };
  }

  const resumed = async ({
    service,
    contract,
    eventsOf,
    ContractId,
    CustomerId,
  }: Awaited<ReturnType<typeof paused>>) => {
    await service.sandbox.settle();
    const ids = { EntityId: publicApiKey, ContractId, CustomerId };
    expect(await contract()).toMatchObject({ RecurringPaymentsPaused: false, Balance: 0 });
    expect(eventsOf('PaymentDataChanged')).toEqual([{ Event: 'PaymentDataChanged', ...ids }]);
    // Paused by the failure, and going on now.
    expect(eventsOf('PaymentProcessStatusChanged')).toHaveLength(2);
    expect(eventsOf('PaymentProcessStatusChanged')[1]).toEqual({
      Event: 'PaymentProcessStatusChanged',
      ...ids,
    });
  };

  it('with upgradePayInteractive resumes payments and pays what is open', async () => {
    const all = await paused();
    const { service, portal, order } = all;
    const { body } = await portal('POST', 'upgrade/pay', {
      OrderId: order.Id,
      TetheredPaymentInformation: await service.byCard('5555555555554444'),
    });
    expect(body.OrderStatus).toBe('InProgress');
    await resumed(all);
    expect(service.transactions.slice(2).map(({ Trigger, Amount, Type }) => [Trigger, Amount, Type])).toEqual(
      [
        ['Upgrade', order.TotalGross, 'Payment'],
        ['Payment', 11.78, 'Payment'],
      ],
    );
    expect(await all.contract()).toMatchObject({ PaymentBearer: { Last4: '4444' }, PlanVariantId: pro });
  });

  it('with upgradePayInteractive at a provider’s page does too', async () => {
    const all = await paused();
    const { body } = await all.portal('POST', 'upgrade/pay', {
      OrderId: all.order.Id,
      TetheredPaymentInformation: { Bearer: 'November' },
      ProviderReturnUrl: 'https://shop.test/account',
    });
    const { location } = await all.service.visit(body.Url, { email: 'payer@wallet.test', password: 'x' });
    await all.service.finalize(location);
    await resumed(all);
  });

  it('with paymentChange does too', async () => {
    const all = await paused();
    await all.portal('POST', 'payment/change', {
      TetheredPaymentInformation: await all.service.byCard('5555555555554444'),
    });
    await resumed(all);
  });

  it('with a commit on account resumes payments; the debt stays, as nothing can be charged', async () => {
    const { api, order, contract, eventsOf } = await paused();
    await api('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    expect(await contract()).toMatchObject({
      RecurringPaymentsPaused: false,
      PaymentProvider: 'InvoicePayment',
    });
    expect(eventsOf('PaymentDataChanged')).toHaveLength(1);
  });
});

describe('a credit', () => {
  /** A contract with so much credit, and an order for an upgrade that costs 23.87 less the rest of the month. */
  async function credited(Amount: number) {
    const all = await customer();
    const order = await all.upgrade();
    await all.api('POST', `contracts/${all.ContractId}/payment`, { Amount, Description: 'Transfer' });
    return { ...all, order };
  }

  it('is used before the method of the contract', async () => {
    const { service, portal, order, contract } = await credited(10);
    const { body } = await portal('POST', 'upgrade/paySync', { OrderId: order.Id });
    expect(body.GrossTotal).toBe(order.TotalGross);
    expect(service.transactions[1].Amount).toBeCloseTo(order.TotalGross - 10, 10);
    expect(await contract()).toMatchObject({ Balance: 0, PlanVariantId: pro });
  });

  it('that covers everything leaves the method alone', async () => {
    const { service, portal, order, contract } = await credited(100);
    await portal('POST', 'upgrade/paySync', { OrderId: order.Id });
    expect(service.transactions).toHaveLength(1);
    expect((await contract()).Balance).toBeCloseTo(order.TotalGross - 100, 10);
  });

  it('is used before new payment data, which pays later ones', async () => {
    const { service, portal, order, contract } = await credited(10);
    const TetheredPaymentInformation = await service.byCard('5555555555554444');
    await portal('POST', 'upgrade/pay', { OrderId: order.Id, TetheredPaymentInformation });
    await service.sandbox.settle();
    expect(service.transactions.slice(1).map(({ Amount }) => Amount)).toEqual([
      expect.closeTo(order.TotalGross - 10, 10),
    ]);
    expect(await contract()).toMatchObject({ Balance: 0, PaymentBearer: { Last4: '4444' } });
  });

  it('that is gone when a customer returns from the provider leaves no debt', async () => {
    const { service, portal, order, api, contract, ContractId } = await credited(10);
    const { body } = await portal('POST', 'upgrade/pay', {
      OrderId: order.Id,
      TetheredPaymentInformation: { Bearer: 'November' },
      ProviderReturnUrl: 'https://shop.test/account',
    });
    await api('POST', `contracts/${ContractId}/ratedItems`, {
      Description: 'Extra',
      Quantity: 1,
      PricePerUnit: 10,
    });
    await api('POST', `contracts/${ContractId}/bill`, {});
    const { location } = await service.visit(body.Url, { email: 'payer@wallet.test', password: 'x' });
    await service.finalize(location);
    await service.sandbox.settle();
    expect(await contract()).toMatchObject({ Balance: 0, PaymentProvider: 'November' });
  });
});

describe('ownership of orders', () => {
  it('an upgrade is paid with the token of its contract, by nobody else', async () => {
    const { service, upgrade, contract } = await customer();
    const { Id } = await upgrade();
    const { status, body } = await service.pay(Id, await service.byCard('5555555555554444'));
    expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
    expect(await contract()).toMatchObject({ PaymentBearer: { Last4: '1111' } });
    expect(service.transactions).toHaveLength(1);
  });

  it('a later subscription of an existing customer is a signup, and is paid as one', async () => {
    const { service, api, CustomerId } = await customer();
    const order = await api('POST', 'orders', { CustomerId, Cart: { PlanVariantId: pro } });
    const { body } = await service.pay(order.body.Id, await service.byCard(good));
    expect(body).toMatchObject({ CustomerId, OrderStatus: 'PaymentPending' });
  });

  it('order ids cannot be guessed from one another', async () => {
    const service = new Service();
    const [first, second] = [await service.order(), await service.order()];
    expect(first).toMatch(/^[0-9a-f]{24}$/);
    // The same second, and nothing else in common: a counter or a prefix would give the other away.
    const different = [...first.slice(8)].filter((digit, at) => digit !== second[8 + at]);
    expect(different.length).toBeGreaterThan(8);
  });
});

describe('a token of a card', () => {
  it('pays one order, again after a decline, and nothing else', async () => {
    const { service, portal, upgrade } = await customer();
    const tethered = await service.byCard('4000000000009995');
    const order = await service.order();
    for (let times = 0; times < 2; times += 1) {
      expect((await service.pay(order, tethered)).body.Error.Code).toBe('InsufficientBalance');
    }
    const before = service.transactions.length;
    const other = await service.pay(await service.order(), tethered);
    const upgraded = await portal('POST', 'upgrade/pay', {
      OrderId: (await upgrade()).Id,
      TetheredPaymentInformation: tethered,
    });
    const changed = await portal('POST', 'payment/change', { TetheredPaymentInformation: tethered });
    for (const { status, body } of [other, upgraded, changed]) {
      expect([status, body.Error.Code]).toEqual([422, 'BearerInvalid']);
    }
    expect(service.transactions).toHaveLength(before);
  });

  it('that pays a contract cannot pay another order', async () => {
    const service = new Service();
    const tethered = await service.byCard(good);
    await service.pay(await service.order(), tethered);
    const { status, body } = await service.pay(await service.order(), tethered);
    expect([status, body.Error.Code]).toEqual([422, 'BearerInvalid']);
    await service.sandbox.clock.advance('P1M');
    expect(service.transactions[1]).toMatchObject({ Trigger: 'Recurring', Status: { Status: 'Succeeded' } });
  });
});
