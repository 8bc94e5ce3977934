import { describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import { outcomeOfChallenge } from '../../../../sandbox/src/service/simulation/challenges.ts';
import { failed, overHttp } from '../../../../sandbox/src/service/simulation/charge-answers.ts';
import type { ProviderChallenge } from '../../../../sandbox/src/service/simulation/collections.ts';
import { declineCodes } from '../../../../sandbox/src/service/simulation/next-payments.ts';
import { providerDefinitions } from '../../../../sandbox/src/service/simulation/provider-definitions.ts';
import { SimulatedProviders } from '../../../../sandbox/src/service/simulation/providers.ts';
import type { SimulationTx } from '../../../../sandbox/src/service/simulation/simulation-tx.ts';
import { card, publicApiKey, Service } from './service.ts';

/** What a customer types on the page of a redirect, by the page. */
const typed: Record<string, Record<string, string>> = {
  Card: { number: '4111 1111 1111 1111', expiry: '12 / 32', cvc: '123', holder: 'Ada Byron' },
  Debit: { holder: 'Ada Byron', iban: 'DE89 3704 0044 0532 0130 00' },
  Bank: { bank: 'Grachtenbank' },
  Wallet: { email: 'payer@wallet.test', password: 'x' },
  Phone: { phone: '0151 0000001' },
  Confirm: {},
  Script: {},
};

const bearers = providerDefinitions.flatMap(({ Name, Bearers }) =>
  Object.entries(Bearers).map(([role, definition]) => ({
    bearer: role === 'BlackLabel' ? Name : `${role}:${Name}`,
    ...definition,
  })),
);
const redirecting = bearers.filter(({ Kind }) => Kind === 'Redirect');
const direct = bearers.filter(({ Kind }) => Kind !== 'Redirect');
/** By invoice nobody is charged, so nothing can be declined. */
const charging = direct.filter(({ Data }) => Data !== 'None');

async function tetheredFor(service: Service, bearer: string, data: string, good: boolean) {
  if (data === 'Card') return service.byCard(good ? '4111111111111111' : '4000000000000002', bearer);
  if (data === 'DebitIban')
    return service.byIban(good ? 'DE89370400440532013000' : 'DE78370400440532013004', bearer);
  if (data !== 'DebitAccount') return { Bearer: bearer };
  const Account = good ? '0532013000' : '0532013004';
  const { body } = await service.token(bearer, {
    Debit: { Holder: 'Ada', Account, RoutingCode: '37040044' },
  });
  return { Bearer: bearer, Token: body.Token };
}

/** Says yes on the page, also on the phone. */
async function payOnPage(service: Service, url: string, page: string | undefined) {
  const visited = await service.visit(url, typed[page ?? 'Confirm'] as Record<string, string>);
  return visited.location === url ? service.visit(url, { action: 'confirm' }) : visited;
}

/** What the customer reads: the address that they come back to says German. */
const inGerman: { readonly [code: string]: string } = {
  Canceled: 'Sie haben die Zahlung abgebrochen.',
  Rejected: 'Die Zahlung ist fehlgeschlagen.',
};

describe.each(direct)('$bearer', ({ bearer, Data }) => {
  it('pays a signup', async () => {
    const service = new Service();
    const order = await service.order();
    const { status, body } = await service.pay(order, await tetheredFor(service, bearer, Data, true));
    expect([status, body]).toEqual([
      200,
      {
        OrderId: order,
        ContractId: expect.stringMatching(/^[0-9a-f]{24}$/),
        CustomerId: expect.stringMatching(/^[0-9a-f]{24}$/),
        GrossTotal: 11.78,
        Currency: 'EUR',
        OrderStatus: 'PaymentPending',
      },
    ]);
    await service.sandbox.clock.advance('P4D');
    expect(service.orders[0].Status).toBe('Completed');
    expect(service.transactions[0].Status.Status).toBe('Succeeded');
    expect(service.events).toContain('OrderSucceeded');
    expect(service.events).toContain('PaymentSucceeded');
    expect((service.state['contracts'] as { Balance: number }[])[0]?.Balance).toBe(0);
  });
});

describe.each(charging)('$bearer', ({ bearer, Data }) => {
  it('is declined, and the order can be paid again', async () => {
    const service = new Service();
    const order = await service.order();
    const declined = await service.pay(order, await tetheredFor(service, bearer, Data, false));
    await service.sandbox.clock.advance('PT5M');
    const asynchronous = bearer.endsWith(':Golf');
    expect(declined.status).toBe(200);
    if (!asynchronous) expect(declined.body.Error.Code).toBe('BearerInvalid');
    expect(service.transactions[0].Status).toMatchObject({
      Status: 'Failed',
      ErrorCode: 'BearerInvalid',
      ...(asynchronous ? {} : { HttpCode: 402 }),
    });
    expect(service.orders[0].Status).toBe('InProgress');
    expect(service.events).toContain('PaymentFailed');
    expect(
      (await service.pay(order, await tetheredFor(service, bearer, Data, true))).body.Error,
    ).toBeUndefined();
    await service.sandbox.clock.advance('PT5M');
    expect(service.orders[0].Status).toBe('Completed');
    expect((await service.pay(order, await tetheredFor(service, bearer, Data, true))).body.Code).toBe(
      'AlreadyExecuted',
    );
  });
});

it.each([
  '+491510000002',
  '+49 151 0000002',
  '0049 151 0000002',
  '0151 0000002',
  '(0151) 0000-002',
  '0151/0000002',
])('a phone number is the same however it is written: %s', async (phone) => {
  const service = new Service();
  const { body } = await service.pay(await service.order(), { Bearer: 'Kilo' });
  await service.visit(body.Url, { phone });
  const { location } = await service.visit(body.Url, { action: 'confirm' });
  expect((await service.finalize(location)).body.Error?.Code).toBe('Rejected');
});

it.each([
  ['4111111111111111', 'CreditCard:Delta', []],
  ['4000000000001448', 'CreditCard:Delta', [3_000, 3_000]],
  ['4000 0000 0000 1448', 'CreditCard:Delta', [3_000, 3_000]],
  ['4000-0000-0000-1448', 'CreditCard:Delta', [3_000, 3_000]],
  ['4111111111111111', 'CreditCard:Hotel', [2_000, 2_000]],
  ['4000000000001448', 'CreditCard:Hotel', [3_000, 3_000]],
])('%s takes its time with %s, for the token and the payment: %j', async (typed, Bearer, waited) => {
  const core = new Core({ clock: '2026-01-15T10:00:00Z', seed: 'slow' });
  const waits: number[] = [];
  const providers = new SimulatedProviders({
    tx: core.tx,
    transaction: (work) => core.transaction(work),
    wait: async (milliseconds) => void waits.push(milliseconds),
    pause: () => expect.unreachable(),
  });
  const provider = Bearer.slice('CreditCard:'.length);
  const { Token } = await providers.tokenize(provider, { Bearer, Card: { ...card, Number: typed } });
  const paid = await providers.charge({
    TransactionId: 't1',
    Method: providers.toMethod({ Bearer, Token }),
    Amount: 10,
    Currency: 'EUR',
    Preauth: false,
    Recurring: false,
    Description: '',
  });
  expect([paid.Outcome, waits]).toEqual(['Succeeded', waited]);
});

it('a refusal has the HTTP status of its code, and none where the provider did not respond', () => {
  const statuses: { readonly [code: string]: number | undefined } = {
    LoginError: 401,
    PermissionDenied: 403,
    AlreadyExecuted: 409,
    RateLimit: 429,
    InternalError: 500,
    InternalProviderError: 500,
    PSPConnectionProblem: undefined,
    PSPConnectionTimeout: undefined,
  };
  const codes = [...new Set([...declineCodes.keys(), ...Object.keys(statuses)])] as Parameters<
    typeof failed
  >[2][];
  for (const code of codes) {
    const { HttpCode } = overHttp(failed('Alpha', 'r1', code, 'Minor', 'test')) as { HttpCode?: number };
    expect([code, HttpCode]).toEqual([code, code in statuses ? statuses[code] : 402]);
  }
  expect(overHttp({ Outcome: 'Succeeded', ProviderTransactionId: 'r1' })).not.toHaveProperty('HttpCode');
});

describe.each(redirecting)('$bearer', ({ bearer, Page }) => {
  const information = {
    Bearer: bearer,
    ...(bearer === 'Oscar' ? { EmailAddress: 'payer@wallet.test' } : {}),
  };

  async function begun() {
    const service = new Service();
    const order = await service.order();
    const { body } = await service.pay(order, information);
    return { service, order, url: body.Url as string, body };
  }

  it('pays a signup on its page', async () => {
    const { service, order, url, body } = await begun();
    expect(body).toEqual({
      OrderId: order,
      GrossTotal: 11.78,
      Currency: 'EUR',
      OrderStatus: 'PaymentPending',
      Url: expect.stringMatching(/^http:\/\/sandbox\/providers\/\w+\/checkout\/[\w-]{32}$/),
    });
    expect((await service.call('GET', new URL(url).pathname)).status).toBe(200);
    const { status, location } = await payOnPage(service, url, Page);
    expect(status).toBe(303);
    const done = await service.finalize(location);
    expect(done.body).toMatchObject({
      OrderId: order,
      OrderStatus: 'PaymentPending',
      ContractId: expect.any(String),
    });
    expect(service.orders[0].Status).toBe('Completed');
    expect(service.transactions[0].StatusHistory).toMatchObject([
      { Status: 'Created' },
      { Status: 'RedirectUrlPrepared', HttpCode: 0 },
      { Status: 'InProgress', HttpCode: 0 },
      { Status: 'Succeeded', HttpCode: 0 },
    ]);
  });

  it('renews without the customer', async () => {
    const { service, url } = await begun();
    await service.finalize((await payOnPage(service, url, Page)).location);
    await service.sandbox.clock.advance('P1M1D');
    expect(service.transactions.map(({ Trigger, Status }) => [Trigger, Status.Status])).toEqual([
      ['Signup', 'Succeeded'],
      ['Recurring', 'Succeeded'],
    ]);
  });

  it.each([
    ['decline', 'Rejected', 'Failed', 'InProgress'],
    ['cancel', 'Canceled', 'Canceled', 'Aborted'],
  ])('ends with %s, and the order can be paid again', async (action, code, transaction, order) => {
    const { service, url, order: orderId } = await begun();
    const { location } = await service.visit(url, { action });
    expect((await service.finalize(location)).body).toEqual({
      Error: {
        Code: code,
        Message: inGerman[code],
        Details: inGerman[code],
        DeveloperMessage: expect.any(String),
        Order: expect.objectContaining({ OrderId: orderId, OrderStatus: order }),
      },
    });
    expect([service.transactions[0].Status.Status, service.orders[0].Status]).toEqual([transaction, order]);
    const again = await service.pay(orderId, information, location);
    expect(again.body.Url).toMatch(/checkout/);
    const { location: back } = await payOnPage(service, again.body.Url, Page);
    // The address of the first visit was given as the page to come back to: its keys are replaced, not doubled.
    expect([...new URL(back).searchParams.keys()].toSorted()).toEqual([
      'cart',
      'language',
      'pspReference',
      'pspStatus',
      'secret',
      'transactionId',
      'trigger',
      'x',
    ]);
    expect((await service.finalize(back)).body.OrderStatus).toBe('PaymentPending');
    expect(service.orders[0].Status).toBe('Completed');
  });

  it('ends correctly by its own notification if nobody returns', async () => {
    const { service, url } = await begun();
    await payOnPage(service, url, Page);
    expect(service.orders[0].Status).toBe('PaymentPending');
    await service.sandbox.clock.advance('PT1M');
    expect(service.orders[0].Status).toBe('Completed');
    expect(service.events).toContain('OrderSucceeded');
  });

  it('expires with the page', async () => {
    const { service, url } = await begun();
    await service.sandbox.clock.advance('PT31M');
    expect([service.transactions[0].Status.Status, service.orders[0].Status]).toEqual([
      'Canceled',
      'Aborted',
    ]);
    const late = await service.visit(url, typed[Page ?? ''] as Record<string, string>);
    expect([late.status, late.text]).toEqual([410, expect.stringContaining('Page expired')]);
    expect(service.orders[0].Status).toBe('Aborted');
  });

  it('treats a second click as the first', async () => {
    const { service, url } = await begun();
    const first = await payOnPage(service, url, Page);
    const second = await payOnPage(service, url, Page);
    expect(second).toEqual(first);
    expect(service.transactions).toHaveLength(1);
    expect((await service.call('GET', new URL(url).pathname)).body).toContain('Payment done');
  });
});

it("a payment's page is its provider's alone: under another name it is not there, and nothing happens", async () => {
  const service = new Service();
  const { body } = await service.pay(await service.order(), { Bearer: 'Lima' });
  const [, Provider = ''] = /\/providers\/(\w+)\//.exec(body.Url) ?? [];
  for (const other of ['FakePSP', 'Nobody', Provider.toLowerCase()]) {
    const url = body.Url.replace(`/${Provider}/`, `/${other}/`);
    expect(url).not.toBe(body.Url);
    expect((await service.call('GET', new URL(url).pathname)).status).toBe(404);
    expect((await service.visit(url, { action: 'cancel' })).status).toBe(404);
  }
  expect((await service.call('GET', new URL(body.Url).pathname)).status).toBe(200);
});

it('a debit page takes no IBAN with wrong check digits', async () => {
  const service = new Service();
  const paid = await service.pay(await service.order(), { Bearer: 'Debit:Charlie' });
  const page = (iban: string) => service.visit(paid.body.Url, { holder: 'Ada Byron', iban });
  expect(await page('DE88370400440532013000')).toMatchObject({ status: 422, location: '' });
  expect(service.orders[0].Status).toBe('PaymentPending');
  expect((await page('DE89370400440532013000')).status).toBe(303);
});

describe('configuration of providers', () => {
  it('renames, removes and adds', async () => {
    const service = new Service({
      config: {
        Account: {
          Providers: [
            { Name: 'YourProvider', Like: 'Alpha' },
            { Name: 'Wallet', Like: 'November' },
          ],
        },
      },
    });
    const methods = (await service.selfService(`paymentMethods?publicApiKey=${publicApiKey}`)).body;
    expect(methods.Bearers).toEqual([
      'InvoicePayment',
      'CreditCard:YourProvider',
      'Debit:YourProvider',
      'OnAccount:YourProvider',
      'Wallet',
    ]);
    expect(Object.keys(methods.Methods)).toEqual(['InvoicePayment', 'YourProvider', 'Wallet']);
    const order = await service.order();
    const tethered = await service.byCard('4111111111111111', 'CreditCard:YourProvider');
    expect((await service.pay(order, tethered)).body.OrderStatus).toBe('PaymentPending');
    expect((await service.call('GET', '/providers/YourProvider/client.js')).body).toContain(
      'clients["YourProvider"]',
    );
    const gone = await service.pay(await service.order(), { Bearer: 'CreditCard:Alpha' });
    expect([gone.status, gone.body.Error.Code]).toEqual([422, 'InvalidPaymentMethod']);
    expect(gone.body.Message).toContain('It has: CreditCard:YourProvider');
  });
});

describe('signed calls', () => {
  const tokens = (service: Service, Signed: object | undefined) =>
    service.call('POST', '/providers/Alpha/tokens', {
      Bearer: 'CreditCard:Alpha',
      Card: { ...card, Number: '4111111111111111' },
      ...(Signed === undefined ? {} : { Signed }),
    });

  it('are checked over every field', async () => {
    const service = new Service();
    const { Methods } = (await service.selfService(`paymentMethods?publicApiKey=${publicApiKey}`)).body;
    const { MerchantId, AccountId, PortalId, Mode, CreditCardHash: Hash, BankAccountHash } = Methods.Alpha;
    const right = { MerchantId, AccountId, PortalId, Mode, Hash };
    expect((await tokens(service, right)).status).toBe(200);
    const wrong = [undefined, { ...right, Hash: BankAccountHash }, { ...right, Hash: '' }];
    for (const name of ['MerchantId', 'AccountId', 'PortalId', 'Mode'])
      wrong.push({ ...right, [name]: 'other' });
    for (const signed of wrong) {
      const { status, body } = await tokens(service, signed);
      expect([status, body.Error.Code]).toEqual([403, 'InvalidConfiguration']);
    }
  });

  it('of another account of the same sandbox are rejected', async () => {
    const [one, other] = [new Service({ seed: 'one' }), new Service({ seed: 'other' })];
    const path = `paymentMethods?publicApiKey=${publicApiKey}`;
    const [a, b] = [(await one.selfService(path)).body, (await other.selfService(path)).body];
    expect(a.Methods.Alpha.CreditCardHash).not.toBe(b.Methods.Alpha.CreditCardHash);
  });
});

it.each([
  ['CreditCard:Alpha', { Card: { ...card, Number: '4111111111111111' } }, '1111'],
  ['Debit:Delta', { Debit: { Holder: 'Ada Byron', Iban: 'DE89370400440532013000' } }, '3000'],
  ['Debit:Alpha', { Debit: { Holder: 'Ada Byron', Account: '123456789', RoutingCode: '021000021' } }, '6789'],
])('a token of %s comes with the last four characters that it stands for', async (bearer, data, last4) => {
  const { status, body } = await new Service().token(bearer, data);
  expect([status, body.Last4]).toEqual([200, last4]);
});

describe('rate limit', () => {
  it('responds with 429 and Retry-After, and continues when the window is over', async () => {
    const service = new Service();
    const ask = () => service.token('CreditCard:Hotel', { Card: { ...card, Number: '4111111111111111' } });
    for (let at = 0; at < 5; at += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.Error.Code, refused.headers.get('Retry-After')]).toEqual([
      429,
      'RateLimit',
      '10',
    ]);
    await service.sandbox.clock.advance('PT10S');
    expect((await ask()).status).toBe(200);
  });

  it('counts from the first request of a window, however late the others come', async () => {
    const service = new Service();
    const ask = () => service.token('CreditCard:Hotel', { Card: { ...card, Number: '4111111111111111' } });
    for (let at = 0; at < 5; at += 1) {
      if (at === 1) await service.sandbox.clock.advance('PT9.5S');
      expect((await ask()).status).toBe(200);
    }
    // A wait of half a second is not over after none.
    expect((await ask()).headers.get('Retry-After')).toBe('1');
    await service.sandbox.clock.advance('PT0.5S');
    expect((await ask()).status).toBe(200);
  });
});

it.each([
  [1, undefined],
  [0, 'failed'],
  [-1, 'failed'],
])('a challenge that expires in %i ms has the outcome %s', (left, outcome) => {
  const challenge = { State: 'Open', ExpiresAt: 1_000 + left } as ProviderChallenge;
  expect(outcomeOfChallenge({ now: 1_000 } as SimulationTx, challenge)).toBe(outcome);
});

it.each([
  ['12/32', 303],
  ['12 / 2032', 303],
  ['12-32', 303],
  ['1232', 303],
  ['1332', 422],
  ['12', 422],
  ['123', 422],
])('a customer who types the expiry %j on the page of a card gets %i', async (expiry, status) => {
  const service = new Service();
  const { body } = await service.pay(await service.order(), { Bearer: 'CreditCard:Charlie' });
  const page = await service.visit(body.Url, { ...typed['Card'], expiry });
  expect([page.status, page.text.includes(`value="${expiry}"`)]).toEqual([status, status === 422]);
});
