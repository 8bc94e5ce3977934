import { describe, expect, it } from 'vitest';
import { backEnd, client, newContract, newSandbox } from '../http/service.ts';
import { Service } from '../simulation/service.ts';

// What the programs of others send, and what they read of the answer: requests as they came.

const basic = 'b00000000000000000000001';
const seat = 'd00000000000000000000001';
const trial = 'b00000000000000000000005';
const warnings = (headers: Headers) => headers.get('X-Sandbox-Warnings');

it('GET orders?search= finds the contact of a company even if the order names CustomerId', async () => {
  const api = await backEnd(newSandbox());
  const customer = await api('POST', 'customers', {
    CompanyName: 'Analytical Engines Ltd',
    FirstName: 'Ada',
    LastName: 'Lovelace',
  });
  const { body } = await api('POST', 'orders', {
    CustomerId: customer.body.Id,
    Cart: { PlanVariantId: basic },
  });
  for (const search of ['ada', 'lovelace', 'ada love', 'analytical', 'engines lovelace'])
    expect((await api('GET', `orders?search=${search}`)).body, search).toMatchObject([{ Id: body.Id }]);
  expect((await api('GET', 'orders?search=babbage')).body).toEqual([]);
});

it('the history of a paid transaction is InProgress, Succeeded, each with HttpCode 0', async () => {
  const service = new Service();
  const paid = await service.pay(await service.order(), await service.byCard('4111111111111111'));
  expect(paid.body.OrderStatus).toBe('PaymentPending');
  const api = await backEnd(service.sandbox);
  const [payment] = (await api('GET', 'paymentTransactions')).body;
  expect(payment.Status).toMatchObject({ Status: 'Succeeded', HttpCode: 0 });
  expect(
    payment.StatusHistory.map(({ Status, HttpCode }: { Status: string; HttpCode: number }) => [
      Status,
      HttpCode,
    ]),
  ).toEqual([
    ['InProgress', 0],
    ['Succeeded', 0],
  ]);
});

it('an order is committed with Debit:FakeProvider, an alias of FakePSP', async () => {
  const api = await backEnd(newSandbox());
  const Customer = { FirstName: 'Ada', Address: { Country: 'DE' } };
  const order = await api('POST', 'orders', { Customer, Cart: { PlanVariantId: basic } });
  const committed = await api('POST', `orders/${order.body.Id}/commit`, {
    PaymentMethod: 'Debit:FakeProvider',
  });
  expect([committed.status, committed.body.PaymentMethod]).toEqual([200, 'Debit:FakePSP']);
});

it('an account with its own FakeProvider uses that one', async () => {
  const config = { Account: { Providers: [{ Name: 'FakeProvider', Like: 'FakePSP' }] } };
  const api = await backEnd(newSandbox({ config }));
  const Customer = { FirstName: 'Ada', Address: { Country: 'DE' } };
  const order = await api('POST', 'orders', { Customer, Cart: { PlanVariantId: basic } });
  const committed = await api('POST', `orders/${order.body.Id}/commit`, {
    PaymentMethod: 'Debit:FakeProvider',
  });
  expect(committed.body.PaymentMethod).toBe('Debit:FakeProvider');
});

it('contracts/{id}/subscriptions shows during a trial the coupon of the paid time, and not a later one', async () => {
  const api = await backEnd(newSandbox());
  const { Id } = await newContract(api, {
    Cart: {
      PlanVariantId: trial,
      CouponCode: 'WELCOME20',
      DiscountSubscriptions: [{ DiscountId: 'f10000000000000000000002', StartDate: '2026-08-01T00:00:00Z' }],
    },
  });
  const coupon = { CouponCode: 'WELCOME20', StartDate: '2026-01-29T10:00:00.0000000Z' };
  const { body } = await api('GET', `contracts/${Id}/subscriptions`);
  expect(body.DiscountSubscriptions).toMatchObject([coupon]);
  const all = (await api('GET', `contracts/${Id}/discountSubscriptions`)).body;
  expect(all).toHaveLength(2);
  expect(all).toMatchObject(expect.arrayContaining([expect.objectContaining(coupon)]));
});

it('a scope in a token request is ignored with a warning', async () => {
  const sandbox = newSandbox();
  const response = await sandbox.fetch('http://sandbox/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${client.id}&client_secret=${client.secret}&scope=read%20write`,
  });
  expect(response.status).toBe(200);
  expect(warnings(response.headers)).toContain('scope is ignored');
});

it('a mail template can have any published event; if none is sent, the response warns', async () => {
  const api = await backEnd(newSandbox());
  const template = (EventType: string) =>
    api('POST', 'emailNotificationsTemplates', {
      EventType,
      InternalName: 'Your plan',
      Subject: { _c: 'Your plan has changed' },
      HtmlText: { _c: '<p>Dear {{CustomerName}}, your plan is now {{PlanName}}.</p>' },
    });
  const phase = await template('ActivePhaseChanged');
  expect([phase.status, phase.body.EventType]).toEqual([200, 'ActivePhaseChanged']);
  expect(warnings(phase.headers)).toBe(
    'property EventType: no mail is written about ActivePhaseChanged; the sandbox sends ContractChanged for a change of phases',
  );
  const plan = await template('PlanCreated');
  expect(plan.status).toBe(200);
  expect(warnings(plan.headers)).toContain(
    'no mail is written about PlanCreated; the event names no customer',
  );
  expect(warnings((await template('ContractChanged')).headers)).toBeNull();
  // Not every payment has a contract and a customer; mails are written about those that have.
  expect(warnings((await template('PaymentFailed')).headers) ?? '').not.toContain('no mail is written');
  expect((await template('NoSuchEvent')).status).toBe(422);
  await newContract(api);
  const mails = (await api('GET', '/sandbox/mails')).body as { EventType: string }[];
  expect(mails.map(({ EventType }) => EventType)).not.toContain('ActivePhaseChanged');
});

it('clients that page by time windows get all of 1,200 orders of a stopped clock, and end', async () => {
  const api = await backEnd(newSandbox());
  const made: string[] = [];
  for (let at = 0; at < 1_200; at += 1)
    made.push((await api('POST', 'orders', { Customer: {}, Cart: { PlanVariantId: basic } })).body.Id);
  // One goes on at the last instant in whole milliseconds, another 1 ms before it.
  for (const back of [0, 1]) {
    const seen = new Set<string>();
    let dateTo = '';
    for (let windows = 1; ; windows += 1) {
      const page = (await api('GET', `orders?take=500&dateTo=${dateTo}`)).body as {
        Id: string;
        CreatedAt: string;
      }[];
      for (const { Id } of page) seen.add(Id);
      if (page.length < 500) break;
      expect([back, windows < 5]).toEqual([back, true]);
      dateTo = new Date(Date.parse(page.at(-1)?.CreatedAt ?? '') - back).toISOString();
    }
    expect([back, seen]).toEqual([back, new Set(made)]);
  }
}, 60_000);

it('a report until now contains everything until now, also with a stopped clock', async () => {
  const api = await backEnd(newSandbox());
  for (let at = 0; at < 20; at += 1) await newContract(api);
  const report = await api('POST', 'reports', { Type: 'OpenItems' });
  const { Url } = (await api('POST', `reports/${report.body.Id}/downloadLink`)).body;
  const rows = (await api('GET', new URL(Url).pathname)).body.trim().split('\r\n');
  expect(rows).toHaveLength(1 + 20);
});

it('NextBillingDate stays until then if a contract ends with its paid time', async () => {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const { Id } = await newContract(api);
  const end = '2026-02-15T10:00:00.0000000Z';
  const { ContractAfter } = (await api('POST', `contracts/${Id}/end`, { EndDate: end })).body;
  const equal = { EndDate: end, BilledUntil: end, NextBillingDate: end };
  expect(ContractAfter).toMatchObject(equal);
  expect((await api('GET', `contracts/${Id}`)).body).toMatchObject(equal);
  expect((await api('GET', 'subscriptions')).body).toMatchObject([{ NextBillingDate: end }]);
  await sandbox.clock.advance('P2M');
  const ended = (await api('GET', `contracts/${Id}`)).body;
  expect(ended).toMatchObject({ LifecycleStatus: 'Ended', EndDate: end });
  expect(ended).not.toHaveProperty('NextBillingDate');
  expect((await api('GET', 'invoices')).body).toHaveLength(1);
});

describe('filters', () => {
  it('subscriptions by search, planId and contractStatus', async () => {
    const api = await backEnd(newSandbox());
    const ada = await newContract(api);
    const Customer = { CompanyName: 'Analytical Engines', LastName: 'Babbage' };
    const charles = await newContract(api, { Customer, Cart: { PlanVariantId: trial } });
    const found = async (query: string) =>
      (await api('GET', `subscriptions?${query}`)).body.map(
        ({ ContractId }: { ContractId: string }) => ContractId,
      );
    expect(await found('search=lovelace')).toEqual([ada.Id]);
    expect(await found('search=analytical')).toEqual([charles.Id]);
    expect(await found('contractStatus=InTrial')).toEqual([charles.Id]);
    expect(await found('contractStatus=Active&search=analytical')).toEqual([]);
    const { PlanId } = (await api('GET', `contracts/${charles.Id}`)).body;
    expect(await found(`planId=${PlanId}`)).toEqual([charles.Id]);
    const unfiltered = await api('GET', `subscriptions?search=&planId=&contractStatus=`);
    expect([unfiltered.body.length, warnings(unfiltered.headers)]).toEqual([2, null]);
  });

  it('planVariants by externalId and planGroups by search', async () => {
    const api = await backEnd(newSandbox());
    await api('PATCH', `planVariants/${basic}`, { ExternalId: 'basic-monthly' });
    expect((await api('GET', 'planVariants?externalId=basic-monthly')).body).toMatchObject([{ Id: basic }]);
    expect((await api('GET', 'planVariants?externalId=other')).body).toEqual([]);
    const groups = (await api('GET', 'planGroups')).body as { Id: string; Name: { _c: string } }[];
    const [first] = groups;
    const word = first?.Name._c.split(' ')[0] ?? '';
    const byName = groups.filter(({ Name }) => Name._c.toLowerCase().includes(word.toLowerCase()));
    expect((await api('GET', `planGroups?search=${word}`)).body).toEqual(byName);
    expect((await api('GET', 'planGroups?search=nothing')).body).toEqual([]);
  });
});

describe('component subscriptions', () => {
  it('of all contracts are listed, or by contractId', async () => {
    const api = await backEnd(newSandbox());
    const [ada, charles] = [await newContract(api), await newContract(api)];
    const seats = (id: string) =>
      api('POST', `contracts/${id}/componentSubscriptions`, { ComponentId: seat, Quantity: 2 });
    const made = [(await seats(ada.Id)).body, (await seats(charles.Id)).body];
    expect((await api('GET', 'componentSubscriptions')).body).toEqual(made);
    expect((await api('GET', `componentSubscriptions?contractId=${charles.Id}`)).body).toEqual([made[1]]);
  });

  it('end by a path of their own: now, or at a date', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const [{ Id }, other] = [await newContract(api), await newContract(api)];
    const path = `contracts/${Id}/componentSubscriptions`;
    const add = async () => (await api('POST', path, { ComponentId: seat, Quantity: 2 })).body.Id;
    const [first, second] = [await add(), await add()];
    await sandbox.clock.advance('P1D');
    expect((await api('POST', `${path}/${first}/end`, {})).body.EndDate).toBe('2026-01-16T10:00:00.0000000Z');
    const later = { EndDate: '2026-02-01T00:00:00Z' };
    expect((await api('POST', `${path}/${second}/end`, later)).body.EndDate).toBe(
      '2026-02-01T00:00:00.0000000Z',
    );
    const foreign = `contracts/${other.Id}/componentSubscriptions/${second}/end`;
    expect((await api('POST', foreign, {})).status).toBe(404);
  });
});

it('POST contracts/{id}/end with {} ends at the next possible date', async () => {
  const api = await backEnd(newSandbox());
  const { Id } = await newContract(api);
  const possible = (await api('GET', `contracts/${Id}/cancellationPreview`)).body.EndDate;
  const { status, body } = await api('POST', `contracts/${Id}/end`, {});
  expect([status, body.EndDate, body.ContractAfter.EndDate]).toEqual([200, possible, possible]);
});

describe('the countries for a public key', () => {
  const countries = (query: string, headers = {}) =>
    newSandbox().fetch(`http://sandbox/api/v1/CustomerSelfService/countries?${query}`, {
      headers: { Origin: 'https://shop.example', ...headers },
    });

  it('are named in a language, in its order, for the page of any origin', async () => {
    const response = await countries('publicApiKey=a00000000000000000000001&language=de');
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    const list = (await response.json()) as { TwoLetterCode: string; Name: string }[];
    expect(list).toContainEqual({ TwoLetterCode: 'AT', Name: 'Österreich' });
    const names = list.map(({ Name }) => Name);
    expect(names).toEqual([...names].sort(new Intl.Collator('de').compare));
    expect(list.length).toBeGreaterThan(240);
  });

  it("use the browser's language, and English if it is unknown", async () => {
    const named = async (query: string, language: string) => {
      const response = await countries(query, { 'Accept-Language': language });
      const list = (await response.json()) as { TwoLetterCode: string; Name: string }[];
      return list.find(({ TwoLetterCode }) => TwoLetterCode === 'DE')?.Name;
    };
    expect(await named('entityId=a00000000000000000000001', 'fr-CH,fr;q=0.9')).toBe('Allemagne');
    expect(await named('entityId=a00000000000000000000001', '*')).toBe('Germany');
    expect(await named('entityId=a00000000000000000000001&language=xx', 'fr')).toBe('Germany');
  });

  it('are rejected without the key, and for an invalid language', async () => {
    expect((await countries('')).status).toBe(401);
    expect((await countries('publicApiKey=a00000000000000000000001&language=d_e')).status).toBe(422);
  });
});
