import { describe, expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

// Differences from real services, titled by their numbers.

const basicMonthly = 'b00000000000000000000001';
const proMonthly = 'b00000000000000000000003';
const trialVariant = 'b00000000000000000000005';
const seat = 'd00000000000000000000001';
const metered = 'd00000000000000000000003';
const scaled = 'd00000000000000000000004';

const Customer = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };
const cart = (more: object = {}) => ({ PlanVariantId: proMonthly, ...more });
const warningsOf = (headers: Headers) => headers.get('X-Sandbox-Warnings');

describe('1: an order response contains the future contract', () => {
  it('with reserved ids, its phase and its reference code, which the contract then has', async () => {
    const api = await backEnd(newSandbox());
    const { body: order } = await api('POST', 'orders', { Customer, Cart: cart() });
    expect(order.Contract).toMatchObject({
      Id: order.ContractId,
      CustomerId: order.CustomerId,
      CustomerName: 'Ada Lovelace',
      LifecycleStatus: 'Active',
      CurrentPhase: { Type: 'Normal', PlanVariantId: proMonthly },
      BilledUntil: '2026-02-15T10:00:00.0000000Z',
      ReferenceCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
    });
    expect(order.Contract).not.toHaveProperty('StartedPhase');
    const committed = await api('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    expect(committed.body.ReferenceCode).toBe(order.Contract.ReferenceCode);
    const { body: listed } = await api('GET', 'orders');
    expect(listed[0].Contract).toEqual((await api('GET', `contracts/${order.ContractId}`)).body);
  });

  it('of a trial the Trial phase, of an upgrade the new phase', async () => {
    const api = await backEnd(newSandbox());
    const trial = await api('POST', 'orders', { Customer, Cart: cart({ PlanVariantId: trialVariant }) });
    expect(trial.body.Contract.CurrentPhase.Type).toBe('Trial');
    const contract = await newContract(api);
    const upgrade = await api('POST', 'orders', { ContractId: contract.Id, Cart: cart() });
    expect(upgrade.body.Contract.Phases.at(-1)).toMatchObject({ PlanVariantId: proMonthly });
    expect((await api('GET', `contracts/${contract.Id}`)).body.PlanVariantId).toBe(basicMonthly);
    expect((await api('GET', `orders/${upgrade.body.Id}`)).body).toEqual(upgrade.body);
  });

  it('omits a deleted contract', async () => {
    const api = await backEnd(newSandbox());
    const Cart = cart({ PlanVariantId: trialVariant });
    const { Id } = await newContract(api, { Cart });
    expect((await api('DELETE', `contracts/${Id}`)).status).toBe(204);
    expect((await api('GET', 'orders')).body[0]).not.toHaveProperty('Contract');
  });
});

describe('5: commit accepts every documented payment method', () => {
  const committed = async (PaymentMethod: string) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const order = await api('POST', 'orders', { Customer, Cart: cart() });
    const answer = await api('POST', `orders/${order.body.Id}/commit`, { PaymentMethod });
    return { sandbox, api, answer };
  };

  it('BlackLabel:InvoicePayment is payment on account', async () => {
    const { answer } = await committed('BlackLabel:InvoicePayment');
    expect(answer.body).toMatchObject({
      PaymentBearer: { Type: 'InvoicePayment' },
      PaymentProviderRole: 'BlackLabel',
    });
  });

  it.each([
    ['CreditCard:FakePSP', 'FakePSP', 'CreditCard'],
    ['Debit:FakePSP', 'FakePSP', 'Debit'],
    ['iDEAL:Charlie', 'Charlie', 'iDEAL'],
    ['BlackLabel:November', 'November', 'BlackLabel'],
    ['November', 'November', 'BlackLabel'],
  ])('%s: the contract waits for payment data', async (method, PaymentProvider, PaymentProviderRole) => {
    const { sandbox, api, answer } = await committed(method);
    expect(answer.body).toMatchObject({ PaymentProvider, PaymentProviderRole, LifecycleStatus: 'Active' });
    expect(answer.body).not.toHaveProperty('PaymentBearer');
    await sandbox.clock.advance('PT1M');
    const { body } = await api('GET', `contracts/${answer.body.Id}`);
    expect(body.Balance).toBe(92.82);
    expect((await api('GET', 'paymentTransactions')).body).toEqual([]);
  });

  it('OnAccount:Alpha needs no data and is charged', async () => {
    const { sandbox, api } = await committed('OnAccount:Alpha');
    await sandbox.clock.advance('PT1M');
    const [transaction] = (await api('GET', 'paymentTransactions')).body;
    expect(transaction).toMatchObject({ PaymentProvider: 'Alpha', PaymentProviderRole: 'OnAccount' });
  });

  it("the contract's current method keeps its data; an unconfigured one is rejected", async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api);
    const upgrade = await api('POST', 'orders', { ContractId: contract.Id, Cart: cart() });
    const unknown = await api('POST', `orders/${upgrade.body.Id}/commit`, { PaymentMethod: 'Debit:Nobody' });
    expect([unknown.status, unknown.body.Code]).toEqual([422, 'InvalidPaymentMethod']);
    const same = await api('POST', `orders/${upgrade.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    expect(same.body.PaymentBearer).toEqual({ Type: 'InvoicePayment' });
    expect((await api('GET', '/sandbox/events?event=PaymentDataChanged')).body).toEqual([]);
  });
});

describe('6: component fields of a cart are applied', () => {
  it('Memo, StartDate, EndDate and ProductOverride reach the contract and its bill', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const entry = {
      ComponentId: seat,
      Quantity: 2,
      Memo: 'Seat of Grace',
      StartDate: '2026-01-20T10:00:00Z',
      EndDate: '2026-03-15T10:00:00Z',
      ProductOverride: { PricePerUnit: 1, Name: 'Friendly seat', Description: 'For a friend' },
    };
    const order = await api('POST', 'orders', { Customer, Cart: cart({ ComponentSubscriptions: [entry] }) });
    expect(warningsOf(order.headers)).toBeNull();
    expect(order.body.ComponentSubscriptions).toMatchObject([
      { ComponentId: seat, Quantity: 2, StartDate: '2026-01-20T10:00:00.0000000Z', Name: 'Friendly seat' },
    ]);
    await api('POST', `orders/${order.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    const path = `contracts/${order.body.ContractId}/componentSubscriptions`;
    expect((await api('GET', path)).body).toMatchObject([
      {
        Quantity: 2,
        Memo: 'Seat of Grace',
        StartDate: '2026-01-20T10:00:00.0000000Z',
        EndDate: '2026-03-15T10:00:00.0000000Z',
        ProductOverride: entry.ProductOverride,
      },
    ]);
    await sandbox.clock.set('2026-02-16T00:00:00Z');
    const documents = (await api('GET', 'invoices')).body;
    const renewal = (await api('GET', `invoices/${documents[0].Id}`)).body;
    const line = renewal.ItemList.find((one: { ProductId: string }) => one.ProductId === seat);
    expect(line).toMatchObject({ Description: 'Friendly seat', PricePerUnit: 1, Quantity: 2, TotalNet: 2 });
  });

  it('an override requires a simple price, and a start within the contract', async () => {
    const api = await backEnd(newSandbox());
    const field = async (entry: object) => {
      const Cart = cart({ MeteredUsages: [{ ComponentId: scaled, Quantity: 1, ...entry }] });
      return (await api('POST', 'orders', { Customer, Cart })).body.Errors[0].Field;
    };
    expect(await field({ ProductOverride: { PricePerUnit: 1 } })).toBe(
      'Cart.MeteredUsages[0].ProductOverride',
    );
    const Cart = cart({
      ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1, StartDate: '2026-01-01T00:00:00Z' }],
    });
    const early = await api('POST', 'orders', { Customer, Cart });
    expect([early.status, early.body.Errors[0].Field]).toEqual([
      422,
      'Cart.ComponentSubscriptions[0].StartDate',
    ]);
  });

  it('EnableTrial: false starts without the trial', async () => {
    const api = await backEnd(newSandbox());
    const Cart = cart({ PlanVariantId: trialVariant, EnableTrial: false });
    const order = await api('POST', 'orders', { Customer, Cart });
    expect(order.body).toMatchObject({ IsTrial: false, Contract: { LifecycleStatus: 'Active' } });
    expect(order.body.TotalGross).toBe(34.51);
    const { body } = await api('POST', `orders/${order.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    expect(body).toMatchObject({ LifecycleStatus: 'Active', PlanVariantId: trialVariant });
  });

  it('AllowWithoutPaymentData, PlanId, an ExternalComponentId and the start of a discount', async () => {
    const api = await backEnd(newSandbox());
    await api('PATCH', `components/${metered}`, { ExternalId: 'calls' });
    const Cart = cart({
      PlanId: 'b10000000000000000000002',
      AllowWithoutPaymentData: true,
      MeteredUsages: [{ ExternalComponentId: 'calls', Quantity: 3, ProductOverride: { PricePerUnit: 2 } }],
      DiscountSubscriptions: [{ DiscountId: 'f10000000000000000000001', StartDate: '2026-03-01T00:00:00Z' }],
    });
    const order = await api('POST', 'orders', { Customer, Cart });
    expect(order.body).toMatchObject({
      AllowWithoutPaymentData: true,
      MeteredUsages: [{ ComponentId: metered, Quantity: 3, ProductOverride: { PricePerUnit: 2 } }],
      DiscountSubscriptions: [{ StartDate: '2026-03-01T00:00:00.0000000Z' }],
    });
    const committed = await api('POST', `orders/${order.body.Id}/commit`);
    expect(committed.body.PaymentProviderRole).toBe('None');
    const wrong = await api('POST', 'orders', {
      Customer,
      Cart: cart({ PlanId: 'b10000000000000000000001' }),
    });
    expect(wrong.body.Errors[0].Field).toBe('Cart.PlanId');
  });

  it('CustomerChange changes the customer with the order, and the VAT that it shows', async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api);
    const change = { CustomerChange: { PhoneNumber: '030', Address: { Country: 'US' } } };
    const order = await api('POST', 'orders', { ContractId: contract.Id, Cart: cart(), ...change });
    expect(order.body.LineItems.at(-1).VatPercentage).toBe(0);
    const path = `customers/${contract.CustomerId}`;
    expect((await api('GET', path)).body.Address).toEqual({ Country: 'DE' });
    await api('POST', `orders/${order.body.Id}/commit`);
    expect((await api('GET', path)).body).toMatchObject({
      FirstName: 'Ada',
      PhoneNumber: '030',
      Address: { Country: 'US' },
    });
  });

  it('ContractCustomFields of a change are set when it is completed; null removes one', async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api, { ContractCustomFields: { Desk: 'Berlin', Old: '1' } });
    const fields = async () => (await api('GET', `contracts/${contract.Id}/customFields`)).body;
    const { body: order, headers } = await api('POST', 'orders', {
      ContractId: contract.Id,
      Cart: cart(),
      ContractCustomFields: { Desk: 'Paris', Old: null, New: 2 },
    });
    expect(warningsOf(headers)).toBeNull();
    expect(order.ContractCustomFields).toEqual({ Desk: 'Paris', New: 2 });
    expect(order.Contract.CustomFields).toEqual({ Desk: 'Paris', New: 2 });
    expect(await fields()).toEqual({ Desk: 'Berlin', Old: '1' });
    await api('POST', `orders/${order.Id}/commit`);
    expect(await fields()).toEqual({ Desk: 'Paris', New: 2 });
  });
});

describe('14: rated items of one instant', () => {
  it('PeriodStart may equal PeriodEnd; a later start is rejected', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const item = { Description: 'Call', Quantity: 1, PricePerUnit: 2, PeriodStart: '2026-01-15T10:00:00Z' };
    const path = `contracts/${Id}/ratedItems`;
    const same = await api('POST', path, { ...item, PeriodEnd: item.PeriodStart });
    expect(same.body).toMatchObject({
      PeriodStart: '2026-01-15T10:00:00.0000000Z',
      PeriodEnd: '2026-01-15T10:00:00.0000000Z',
      TransferredAt: expect.stringMatching(/^2026-01-15T10:00:00\.000\d{3}0Z$/),
    });
    const later = await api('POST', path, { ...item, PeriodEnd: '2026-01-14T10:00:00Z' });
    expect([later.status, later.body.Errors[0].Field]).toEqual([422, 'PeriodEnd']);
    const billed = await api('POST', `contracts/${Id}/bill`);
    expect(billed.body.Invoice.TotalNet).toBe(2);
  });
});

describe('22: order responses contain what analytics read', () => {
  it('lines, discounts, usages and rated items with the ids that the contract then has; plan, customer, dates', async () => {
    const api = await backEnd(newSandbox());
    const rated = { Description: 'Import', Quantity: 1, PricePerUnit: 5 };
    const { body: order } = await api('POST', 'orders', {
      Customer,
      StartDate: '2026-01-15T10:00:00Z',
      CustomFields: { Source: 'Fair' },
      Cart: cart({
        CouponCode: 'WELCOME20',
        ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2 }],
        MeteredUsages: [{ ComponentId: metered, Quantity: 3, Key: 'k-1' }],
        RatedItems: [rated],
      }),
    });
    expect(order).toMatchObject({
      PlanId: 'b10000000000000000000002',
      PlanName: 'Pro',
      PlanVariantName: 'Pro monthly',
      Customer: { ...Customer, CustomFields: {}, CustomerType: 'Consumer', Hidden: false },
      StartDate: '2026-01-15T10:00:00.0000000Z',
      CustomFields: { Source: 'Fair' },
      ContractCustomFields: {},
      DiscountSubscriptions: [{ CouponCode: 'WELCOME20', ContractId: order.ContractId }],
      MeteredUsages: [{ ComponentId: metered, Quantity: 3, Key: 'k-1' }],
      RatedItems: [rated],
    });
    expect(order.Customer).not.toHaveProperty('Id');
    const sum = order.LineItems.reduce(
      (total: number, line: { TotalNet: number }) => total + line.TotalNet,
      0,
    );
    expect(sum).toBeCloseTo(order.Total, 6);
    await api('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    const ids = async (list: string) =>
      (await api('GET', `contracts/${order.ContractId}/${list}`)).body.map((one: { Id: string }) => one.Id);
    expect(await ids('discountSubscriptions')).toEqual([order.DiscountSubscriptions[0].Id]);
    expect(await ids('usage')).toEqual([order.MeteredUsages[0].Id]);
    expect(await ids('ratedItems')).toEqual([order.RatedItems[0].Id]);
  });

  it('of a change only what it adds; empty lists stay; the preview keeps its shape', async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api, { Cart: cart({ CouponCode: 'WELCOME20' }) });
    const change = {
      ContractId: contract.Id,
      Cart: { ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1 }] },
    };
    const { body: order } = await api('POST', 'orders', change);
    expect(order).toMatchObject({
      PlanVariantId: proMonthly,
      PlanName: 'Pro',
      DiscountSubscriptions: [],
      MeteredUsages: [],
      RatedItems: [],
      CustomFields: {},
      ContractCustomFields: {},
    });
    expect(order).not.toHaveProperty('Customer');
    const preview = (await api('POST', 'orders/preview', change)).body.Order;
    for (const field of [
      'Contract',
      'LineItems',
      'DiscountSubscriptions',
      'MeteredUsages',
      'PlanName',
      'Customer',
    ])
      expect(preview).not.toHaveProperty(field);
  });
});
