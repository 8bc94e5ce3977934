import { type ClientLibError, Portal, Signup } from 'clientlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ada, basicMonthly, card, openShop, proMonthly, type Shop, seat } from './shop.ts';

let shop: Shop;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => shop.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: ClientLibError) => error.errorCode[0],
  );

async function subscribed(planVariantId = basicMonthly, cardNumber?: string) {
  const payment = await shop.payment();
  const result = await new Signup().subscribe(
    payment,
    { PlanVariantId: planVariantId },
    ada,
    card(cardNumber),
  );
  return { payment, ...result, portal: await shop.portal(result.ContractId) };
}

describe('Portal', () => {
  it('spec: Operation new Portal, Operation Portal.contractDetails, REST GET contracts/{contractId}/selfservicetoken, Behaviour rules 12 — contract, customer, payment method and invoices of the token', async () => {
    const { portal, ContractId, CustomerId } = await subscribed();
    const details = await portal.contractDetails();
    expect(details).toMatchObject({
      Contract: {
        Id: ContractId,
        CurrentBalance: 0,
        PaymentBearer: {
          Type: 'CreditCard',
          CardType: 'visa',
          Last4: '1111',
          ExpiryMonth: 12,
          ExpiryYear: 2029,
        },
      },
      Customer: { Id: CustomerId, FirstName: 'Ada' },
      CurrentPlan: { PlanName: 'Basic' },
      RecentInvoices: [
        { TotalGross: 11.78, InvoiceNumber: expect.any(String), InvoiceDate: expect.any(String) },
      ],
      EndDateIfCancelledNow: '2026-02-15T10:00:00.0000000Z',
      PaymentsBlocked: false,
    });
  });

  /** The whole answer; the ids that it makes are numbered by the seed. */
  const isAsExpected = (name: string, answer: unknown) =>
    expect(`${JSON.stringify(answer, undefined, 2)}\n`).toMatchFileSnapshot(`expected/${name}.json`);

  it('spec: Operation Portal.contractDetails, Behaviour rules 12 — all of it, with components, an open invoice and custom fields that are granted', async () => {
    shop.close();
    shop = openShop({
      config: {
        Account: {
          SelfService: {
            CustomerChange: true,
            ContractChange: false,
            CustomFields: { Customer: ['Segment'], Contract: ['Department'], Order: [] },
          },
        },
      },
    });
    const customer = await shop.rest('POST', 'customers', {
      ...ada,
      Locale: 'de-DE',
      CustomFields: { Segment: 'Trade', Secret: 'x' },
    });
    const hidden = await shop.rest('POST', 'components', {
      ...(await shop.rest('GET', `components/${seat}`)),
      ShowSelfService: false,
    });
    const order = await shop.rest('POST', 'orders', {
      CustomerId: customer.Id,
      ContractCustomFields: { Department: 'R&D', Margin: 3 },
      Cart: {
        PlanVariantId: basicMonthly,
        ComponentSubscriptions: [
          { ComponentId: seat, Quantity: 2, Memo: 'for the team', ProductOverride: { Name: 'Desk' } },
          { ComponentId: seat, Quantity: 1, EndDate: '2026-01-20T00:00:00Z' },
          { ComponentId: seat, Quantity: 4, EndDate: '2026-02-01T00:00:00Z' },
          { ComponentId: hidden.Id, Quantity: 1 },
        ],
      },
    });
    const { Id } = await shop.rest('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    await shop.sandbox.clock.set('2026-01-20T00:00:00Z');
    const { Products, ...details } = await (await shop.portal(Id)).contractDetails();
    await isAsExpected('contract-details', details);
    expect(Products.PlanVariants.map(({ Id }) => Id)).toContain(basicMonthly);
    // Locked, or with payments that are paused: they are blocked.
    await shop.rest('PATCH', `customers/${customer.Id}`, { IsLocked: true });
    expect((await (await shop.portal(Id)).contractDetails()).PaymentsBlocked).toBe(true);
    await shop.rest('PATCH', `customers/${customer.Id}`, { IsLocked: false });
    expect((await (await shop.portal(Id)).contractDetails()).PaymentsBlocked).toBe(false);
    await shop.rest('PATCH', `contracts/${Id}`, { RecurringPaymentsPaused: true });
    expect((await (await shop.portal(Id)).contractDetails()).PaymentsBlocked).toBe(true);
  });

  it('spec: Operation Portal.contractDetails, Behaviour rules 12 — of a contract that has ended, and of one in a trial', async () => {
    const { portal, ContractId } = await subscribed();
    await portal.contractCancel();
    await shop.sandbox.clock.advance('P40D');
    const { Products, Customer, ...ended } = await (await shop.portal(ContractId)).contractDetails();
    expect(ended.Contract.LifecycleStatus).toBe('Ended');
    expect(Object.keys(ended)).not.toContain('EndDateIfCancelledNow');
    expect(Object.keys(ended)).not.toContain('NextTotalGross');
    expect(ended.CurrentPlan?.PlanName).toBe('Basic');
    expect(ended.Allowed).toEqual({
      CustomerChange: true,
      ContractChange: true,
      RevokeCancellation: true,
      PaymentChange: true,
    });
    const trial = await subscribed('b00000000000000000000005');
    const inTrial = await trial.portal.contractDetails();
    expect(inTrial.RecentInvoices).toEqual([]);
    expect([inTrial.NextTotalGross, inTrial.NextTotalGrossDate]).toEqual([
      34.51,
      inTrial.Contract.Phases?.[1]?.StartDate,
    ]);
    const annulled = await subscribed();
    await shop.rest('POST', `contracts/${annulled.ContractId}/annulate`, {});
    const gone = await (await shop.portal(annulled.ContractId)).contractDetails();
    expect(gone).not.toHaveProperty('LastPossibleCancellationDate');
  });

  it('spec: Limits 2 — at most 50 invoices, newest first', async () => {
    const { portal } = await subscribed();
    await shop.sandbox.clock.advance('P5Y');
    const fresh = await shop.portal((await shop.rest('GET', 'contracts'))[0].Id);
    const { RecentInvoices } = await fresh.contractDetails();
    expect(RecentInvoices).toHaveLength(50);
    const dates = RecentInvoices.map(({ InvoiceDate }) => InvoiceDate);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(await codeOf(portal.contractDetails())).toBe('LoginError');
  });

  it('spec: Operation Portal.contractCancel — it ends at the next possible date given by cancellation period and minimum duration', async () => {
    const { portal, ContractId } = await subscribed(proMonthly);
    await shop.sandbox.clock.advance('P20D');
    const later = await shop.portal(ContractId);
    const { EndDate } = await later.contractCancel();
    // One month of notice on 4 February: the term that ends on 15 February is too near, the next one ends in March.
    expect(EndDate).toBe('2026-03-15T10:00:00.0000000Z');
    // Canceled again, it ends when it does already; an end that the merchant has set before stays.
    expect((await later.contractCancel()).EndDate).toBe(EndDate);
    await shop.sandbox.clock.set('2026-03-15T10:00:01Z');
    expect(await shop.rest('GET', `contracts/${ContractId}`)).toMatchObject({ LifecycleStatus: 'Ended' });
    expect(await codeOf((await shop.portal(ContractId)).contractCancel())).toBe('InvalidPreconditions');
    expect(portal).toBeInstanceOf(Portal);
    const other = await subscribed();
    await shop.rest('POST', `contracts/${other.ContractId}/end`, { EndDate: '2026-03-20T00:00:00Z' });
    expect((await other.portal.contractCancel()).EndDate).toBe('2026-03-20T00:00:00.0000000Z');
  });

  it('spec: Operation Portal.customerChange, customerData rules 3, 4 — PUT: what is left unset becomes unset, custom fields that are not named stay', async () => {
    shop.close();
    shop = openShop({
      config: {
        Account: {
          SelfService: {
            CustomerChange: true,
            CustomFields: { Customer: ['Segment', 'Size'], Contract: [], Order: [] },
          },
        },
      },
    });
    const { portal, CustomerId } = await subscribed();
    await shop.rest('PATCH', `customers/${CustomerId}`, {
      PhoneNumber: '1',
      CustomFields: { Segment: 'Trade', Size: 'L', Secret: 'x' },
    });
    const second = await shop.rest('POST', 'orders', { CustomerId, Cart: { PlanVariantId: basicMonthly } });
    await shop.rest('POST', `orders/${second.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    await portal.customerChange({ ...ada, CompanyName: 'Engines Ltd', CustomFields: { Size: null } });
    const saved = await shop.rest('GET', `customers/${CustomerId}`);
    expect(saved).toMatchObject({
      CompanyName: 'Engines Ltd',
      CustomFields: { Segment: 'Trade', Secret: 'x' },
    });
    expect(saved).not.toHaveProperty('PhoneNumber');
    expect(saved.CustomFields).not.toHaveProperty('Size');
    await portal.customerChange({
      ...ada,
      CompanyName: 'Engines Ltd',
      'customFields.Segment': 'Retail',
    } as never);
    expect((await shop.rest('GET', `customers/${CustomerId}`)).CustomFields).toMatchObject({
      Segment: 'Retail',
    });
    // The change is seen in all contracts of the customer.
    const contracts = await shop.rest('GET', `customers/${CustomerId}/contracts`);
    expect(contracts.map(({ CustomerName }: { CustomerName: string }) => CustomerName)).toEqual([
      'Engines Ltd',
      'Engines Ltd',
    ]);
    // A field without access is refused or left as it is; it never changes.
    expect(await codeOf(portal.customerChange({ ...ada, CustomFields: { Secret: 'stolen' } }))).toBe(
      'InvalidData',
    );
    expect((await shop.rest('GET', `customers/${CustomerId}`)).CustomFields).toMatchObject({ Secret: 'x' });
  });

  it('spec: Behaviour rules 8 — the account can prohibit the change', async () => {
    shop.close();
    shop = openShop({
      config: {
        Account: {
          SelfService: { CustomerChange: false, CustomFields: { Customer: [], Contract: [], Order: [] } },
        },
      },
    });
    const { portal, CustomerId } = await subscribed();
    expect(await codeOf(portal.customerChange({ ...ada, FirstName: 'Eve' }))).toBe('PermissionDenied');
    expect(await shop.rest('GET', `customers/${CustomerId}`)).toMatchObject({ FirstName: 'Ada' });
  });

  it('spec: Operation Portal.paymentChange — new payment data, which pays what is open', async () => {
    const { portal, payment, ContractId } = await subscribed(basicMonthly, '4000000000000341');
    await shop.sandbox.clock.advance('P32D');
    const contract = await shop.rest('GET', `contracts/${ContractId}`);
    expect(contract.Balance).toBe(11.78);
    expect(portal).toBeInstanceOf(Portal);
    const later = await shop.portal(ContractId);
    await later.paymentChange(payment, card('5555555555554444'));
    await shop.sandbox.settle();
    expect(await shop.rest('GET', `contracts/${ContractId}`)).toMatchObject({
      Balance: 0,
      PaymentBearer: { CardType: 'mastercard', Last4: '4444' },
    });
  });

  it('spec: Operation Portal.upgradePaySync, Behaviour rules 5, Order result Currency — pays with the active method and answers after the provider, without a currency', async () => {
    const { ContractId, CustomerId, portal } = await subscribed();
    const order = await shop.rest('POST', 'orders', { ContractId, Cart: { PlanVariantId: proMonthly } });
    shop.sent.length = 0;
    const result = await portal.upgradePaySync(order.Id);
    expect(result).toEqual({
      OrderId: order.Id,
      ContractId,
      CustomerId,
      GrossTotal: 22.73,
      OrderStatus: 'PaymentPending',
    });
    expect(shop.sent.map(({ path }) => path)).toEqual(['/api/v1/CustomerSelfService/upgrade/paySync']);
    expect(await shop.rest('GET', `contracts/${ContractId}`)).toMatchObject({ PlanVariantId: proMonthly });
  });

  it('spec: Operation Portal.upgradePayInteractive, Behaviour rules 6 — pays with new payment data', async () => {
    const { ContractId, portal, payment } = await subscribed();
    const order = await shop.rest('POST', 'orders', {
      ContractId,
      Cart: { ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2 }] },
    });
    const result = await portal.upgradePayInteractive(payment, card('5555555555554444'), {
      OrderId: order.Id,
      GrossTotal: order.TotalGross,
      Currency: order.Currency,
    });
    expect(result).toMatchObject({
      OrderId: order.Id,
      ContractId,
      Currency: 'EUR',
      OrderStatus: 'InProgress',
    });
    expect(await shop.rest('GET', `contracts/${ContractId}`)).toMatchObject({
      PaymentBearer: { Last4: '4444' },
    });
  });

  it('spec: Operation Portal.invoicePdfDownloadUrl, Behaviour rules 7 — an address at the service, with the token in it', async () => {
    const { portal } = await subscribed();
    const [invoice] = (await portal.contractDetails()).RecentInvoices;
    const url = portal.invoicePdfDownloadUrl(invoice as { Id: string });
    expect(url).toBe(portal.invoicePdfDownloadUrl((invoice as { Id: string }).Id));
    expect(new URL(url).origin).toBe('http://sandbox.test');
    const pdf = await shop.sandbox.fetch(url);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect(new TextDecoder().decode((await pdf.arrayBuffer()).slice(0, 5))).toBe('%PDF-');
  });

  it('spec: Authentication 8 — a token reaches its own contract and nothing of another customer', async () => {
    const mine = await subscribed();
    const theirs = await subscribed();
    const [theirInvoice] = (await theirs.portal.contractDetails()).RecentInvoices;
    const order = await shop.rest('POST', 'orders', {
      ContractId: theirs.ContractId,
      Cart: { PlanVariantId: proMonthly },
    });
    const before = await shop.rest('GET', `contracts/${theirs.ContractId}`);
    expect(
      (await shop.sandbox.fetch(mine.portal.invoicePdfDownloadUrl(theirInvoice as { Id: string }))).status,
    ).toBe(404);
    expect(await codeOf(mine.portal.upgradePaySync(order.Id))).toBe('InvalidData');
    expect(
      await codeOf(
        mine.portal.upgradePayInteractive(mine.payment, card(), {
          OrderId: order.Id,
          GrossTotal: order.TotalGross,
          Currency: 'EUR',
        }),
      ),
    ).toBe('InvalidData');
    expect(await shop.rest('GET', `contracts/${theirs.ContractId}`)).toEqual(before);
    expect((await shop.rest('GET', `orders/${order.Id}`)).Status).toBe('InProgress');
    await mine.portal.contractCancel();
    await mine.portal.customerChange({ ...ada, FirstName: 'Mine' });
    expect(await shop.rest('GET', `contracts/${theirs.ContractId}`)).toEqual(before);
    expect(await shop.rest('GET', `customers/${theirs.CustomerId}`)).toMatchObject({ FirstName: 'Ada' });
    const stranger = new Portal('no-such-token-at-all');
    for (const work of [
      () => stranger.contractDetails(),
      () => stranger.contractCancel(),
      () => stranger.revokeCancellation(),
      () => stranger.customerChange(ada),
      () => stranger.upgradePaySync(order.Id),
    ]) {
      expect(await codeOf(work())).toBe('LoginError');
    }
  });

  it('spec: What the service does 2, Versioning 1 — calls are stateless and under /api/v1', async () => {
    const { portal } = await subscribed();
    await portal.contractDetails();
    const service = shop.sent.filter(({ path }) => !path.startsWith('/providers/'));
    for (const { path } of service) expect(path).toMatch(/^\/api\/v1\//);
    expect(await portal.contractDetails()).toEqual(await portal.contractDetails());
  });
});
