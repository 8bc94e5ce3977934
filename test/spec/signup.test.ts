import { ClientLibError, type CustomerData, Signup } from 'clientlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ada,
  apiCalls,
  basicMonthly,
  card,
  openShop,
  proMonthly,
  proTrial,
  type Shop,
  seat,
} from './shop.ts';

let shop: Shop;
beforeEach(() => {
  shop = openShop();
});
afterEach(() => {
  vi.useRealTimers();
  shop.close();
});

const paths = () => shop.sent.map(({ path }) => path.replace(/.*CustomerSelfService\//, ''));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: ClientLibError) => error.errorCode[0],
  );

describe('cart', () => {
  it('spec: cart, cart PlanVariantId — the plan variant is required and must exist', async () => {
    const { Order } = await new Signup().preview({ PlanVariantId: basicMonthly }, ada);
    expect(Order.PlanVariantId).toBe(basicMonthly);
    const missing = await new Signup().createOrder({} as never, ada).catch((error) => error);
    expect(missing.errorCode).toEqual(['InvalidData']);
    const unknown = await codeOf(
      new Signup().createOrder({ PlanVariantId: 'b000000000000000000000ff' }, ada),
    );
    expect(unknown).toBe('InvalidData');
  });

  it('spec: cart ComponentSubscriptions, cart element — components with decimal quantities, metered ones refused', async () => {
    const signup = new Signup();
    const { Order } = await signup.preview(
      { PlanVariantId: basicMonthly, ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2.5 }] },
      ada,
    );
    // 9.90 + 2.5 × 4.50 = 21.15
    expect(Order.Total).toBe(21.15);
    expect(Order.ComponentSubscriptions[0]).toMatchObject({
      ComponentId: seat,
      Quantity: 2.5,
      TotalNet: 11.25,
    });
    const wrong = {
      PlanVariantId: basicMonthly,
      ComponentSubscriptions: [{ ComponentId: apiCalls, Quantity: 1 }],
    };
    expect(await codeOf(signup.createOrder(wrong, ada))).toBe('InvalidData');
    expect(
      await codeOf(
        signup.createOrder(
          { PlanVariantId: basicMonthly, ComponentSubscriptions: [{ ComponentId: seat } as never] },
          ada,
        ),
      ),
    ).toBe('InvalidData');
  });

  it('spec: cart MeteredUsages — metered components only', async () => {
    const signup = new Signup();
    const { Order } = await signup.preview(
      { PlanVariantId: basicMonthly, MeteredUsages: [{ ComponentId: apiCalls, Quantity: 1500 }] },
      ada,
    );
    expect(Order.MeteredComponents[0]).toMatchObject({ ComponentId: apiCalls, Quantity: 1500 });
    const wrong = { PlanVariantId: basicMonthly, MeteredUsages: [{ ComponentId: seat, Quantity: 1 }] };
    expect(await codeOf(signup.createOrder(wrong, ada))).toBe('InvalidData');
  });

  it('spec: cart CouponCode, Errors 2 — its discount counts; an invalid one is reported inside the preview and refused in an order', async () => {
    const signup = new Signup();
    const { Order: reduced } = await signup.preview(
      { PlanVariantId: basicMonthly, CouponCode: 'WELCOME20' },
      ada,
    );
    expect(reduced.Total).toBe(7.92);
    const { Order } = await new Signup().preview({ PlanVariantId: basicMonthly, CouponCode: 'NOPE' }, ada);
    expect(Order.Total).toBe(9.9);
    expect(Order.Coupon).toEqual({
      CouponCode: 'NOPE',
      ErrorCode: 'InvalidCouponCode',
      ErrorMessage: 'This coupon is not valid.',
      DeveloperMessage: 'There is no coupon "NOPE".',
    });
    expect(await codeOf(signup.createOrder({ PlanVariantId: basicMonthly, CouponCode: 'NOPE' }, ada))).toBe(
      'InvalidCouponCode',
    );
  });
});

describe('customerData', () => {
  it('spec: customerData, customerData EmailAddress, FirstName, LastName, CompanyName, PhoneNumber, Address, Locale — is what the customer becomes', async () => {
    const everything = {
      ...ada,
      CompanyName: 'Analytical Engines Ltd',
      PhoneNumber: '+49 30 1234',
      Locale: 'de-DE',
      Tag: 'user-9',
      Address: { ...ada.Address, AddressLine1: 'Building C' },
    };
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, everything);
    const payment = await shop.payment();
    const result = await new Signup().paySignupInteractive(payment, card(), order);
    expect(await shop.rest('GET', `customers/${result.CustomerId}`)).toMatchObject(everything);
    expect(
      await codeOf(
        new Signup().createOrder(
          { PlanVariantId: basicMonthly },
          { ...ada, Address: { Country: 'Germany' } },
        ),
      ),
    ).toBe('InvalidCountry');
  });

  it('spec: customerData Tag, customerData rules 2, Events 1 — the tag comes back in the webhook of the signup; the external id is set by REST afterwards', async () => {
    const heard: unknown[] = [];
    shop.sandbox.on('OrderSucceeded', (event) => heard.push(event));
    const payment = await shop.payment();
    const result = await new Signup().subscribe(
      payment,
      { PlanVariantId: basicMonthly },
      { ...ada, Tag: 'user-1' },
      card(),
    );
    expect(heard).toMatchObject([{ Event: 'OrderSucceeded', Tag: 'user-1', OrderId: result.OrderId }]);
    const refused = new Signup().createOrder({ PlanVariantId: basicMonthly }, {
      ...ada,
      ExternalCustomerId: 'user-1',
    } as never);
    expect(await codeOf(refused)).toBe('InvalidData');
    await shop.rest('PATCH', `customers/${result.CustomerId}`, { ExternalCustomerId: 'user-1' });
    const found = await shop.rest('GET', 'customers?externalId=user-1');
    expect(found.map(({ Id }: { Id: string }) => Id)).toEqual([result.CustomerId]);
    const other = await shop.rest('POST', 'customers', { FirstName: 'Bob', ExternalCustomerId: 'user-1' });
    expect(other.status).toBe(409);
  });

  it('spec: customerData VatId, customerData rules 1 — the final price depends on country and VAT id', async () => {
    const signup = new Signup();
    const gross = async (customer: CustomerData) =>
      (await new Signup().preview({ PlanVariantId: basicMonthly }, customer)).Order.TotalGross;
    expect(await gross({ Address: { Country: 'DE' } })).toBe(11.78);
    expect(await gross({ Address: { Country: 'AT' } })).toBe(11.88);
    expect(await gross({ Address: { Country: 'US' } })).toBe(9.9);
    expect(await gross({ Address: { Country: 'AT' }, VatId: 'ATU12345678' })).toBe(9.9);
    expect(await codeOf(signup.preview({ PlanVariantId: basicMonthly }, { VatId: 'no vat id' }))).toBe(
      'InvalidVatId',
    );
  });

  it('spec: customerData rules 5 — which fields are mandatory is left open: an order needs none', async () => {
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, {});
    expect(order.OrderStatus).toBe('InProgress');
  });
});

describe('selfServiceOrder', () => {
  const config = {
    Account: {
      SelfService: {
        CustomerChange: true,
        CustomFields: { Customer: ['Segment'], Contract: ['Department'], Order: ['Campaign'] },
      },
    },
  };

  it('spec: selfServiceOrder, selfServiceOrder Cart, Customer, ContractCustomFields, CustomFields, customerData CustomFields, Operation Signup.createOrder selfServiceOrder — custom fields count where the account grants access', async () => {
    shop.close();
    shop = openShop({ config });
    const order = await new Signup().createOrder({
      Cart: { PlanVariantId: basicMonthly },
      Customer: { ...ada, CustomFields: { Segment: 'Trade' } },
      ContractCustomFields: { Department: 'R&D' },
      CustomFields: { Campaign: 'Winter' },
    });
    const payment = await shop.payment();
    const paid = await new Signup().paySignupInteractive(payment, card(), order);
    expect(await shop.rest('GET', `customers/${paid.CustomerId}`)).toMatchObject({
      CustomFields: { Segment: 'Trade' },
    });
    expect(await shop.rest('GET', `contracts/${paid.ContractId}`)).toMatchObject({
      CustomFields: { Department: 'R&D' },
    });
    expect(await shop.rest('GET', `orders/${paid.OrderId}`)).toMatchObject({
      CustomFields: { Campaign: 'Winter' },
    });
    for (const missing of [{ Customer: ada }, { Cart: { PlanVariantId: basicMonthly } }]) {
      expect(await codeOf(new Signup().createOrder(missing as never))).toBe('InvalidData');
    }
  });
});

describe('order preview', () => {
  it('spec: Order preview result, Order preview result component, line item, values, Operation Signup.preview, Order status preview — every field of the specification', async () => {
    const { Order } = await new Signup().preview(
      {
        PlanVariantId: proMonthly,
        ComponentSubscriptions: [{ ComponentId: seat, Quantity: 3 }],
        MeteredUsages: [{ ComponentId: apiCalls, Quantity: 10 }],
      },
      ada,
    );
    expect(Order).toMatchObject({
      PlanVariantId: proMonthly,
      Quantity: 1,
      AllowWithoutPaymentData: false,
      Currency: 'EUR',
      IsTrial: false,
      TrialEndPolicy: 'NoTrial',
      Status: 'InProgress',
      OrderType: 'Signup',
      TriggerInterimBilling: false,
      PreviewAfterTrial: false,
    });
    for (const field of ['Total', 'TotalVat', 'TotalGross', 'NextTotalGross'] as const)
      expect(Order[field]).toBeTypeOf('number');
    expect(Order.NextTotalGrossDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
    expect(Order.RecurringFee).toMatchObject({ FeePeriod: { Unit: 'Month', Quantity: 1 }, TotalNet: 29 });
    for (const field of ['VariantName', 'VariantDescription', 'Description'] as const) {
      expect((Order.RecurringFee as unknown as Record<string, unknown>)[field]).toBeTypeOf('string');
    }
    expect(Order.SetupFee).toMatchObject({ TotalNet: 49 });
    const [component] = Order.ComponentSubscriptions;
    expect(component).toMatchObject({
      ComponentType: 'QuantityBased',
      PreventModification: false,
      Name: 'Seat',
      PricePerUnit: 4.5,
      VatPercentage: 19,
      TotalNet: 13.5,
      IsQuantityBased: true,
      ComponentId: seat,
      Quantity: 3,
    });
    expect(Order.MeteredComponents[0]).toMatchObject({ ComponentType: 'Metered' });
    const [line] = Order.RecurringFee?.LineItems ?? [];
    expect(line).toEqual({
      Description: 'Pro',
      ProductDescription: 'Pro monthly',
      ProductId: proMonthly,
      ProductType: 'RecurringFee',
      PeriodStart: '2026-01-15T10:00:00.0000000Z',
      PeriodEnd: '2026-02-15T10:00:00.0000000Z',
      PeriodMultiplier: 1,
      ScaleAmount: 1,
      Quantity: 1,
      PricePerUnit: 29,
      VatPercentage: 19,
      TotalNet: 29,
      TotalVat: 5.51,
      TotalGross: 34.51,
    });
    const sum = (Order.Total * 100 + Order.TotalVat * 100) / 100;
    expect(Math.round(sum * 100)).toBe(Math.round(Order.TotalGross * 100));
  });

  it('spec: What the service does 1 — a trial: nothing is due, the first fee falls on its end', async () => {
    const { Order } = await new Signup().preview({ PlanVariantId: proTrial }, ada);
    expect(Order).toMatchObject({
      IsTrial: true,
      TotalGross: 0,
      NextTotalGross: 34.51,
      NextTotalGrossDate: '2026-01-29T10:00:00.0000000Z',
      TrialPeriod: { Unit: 'Day', Quantity: 14 },
    });
  });

  it('spec: Behaviour rules 3, Limits 1 — only the first call sends its request at once; later ones wait for 700 ms', async () => {
    vi.useFakeTimers();
    const signup = new Signup();
    const first = signup.preview({ PlanVariantId: basicMonthly }, ada);
    await vi.advanceTimersByTimeAsync(0);
    expect(paths()).toEqual(['signup/preview']);
    await first;
    const second = signup.preview({ PlanVariantId: proMonthly }, ada);
    await vi.advanceTimersByTimeAsync(699);
    expect(paths()).toEqual(['signup/preview']);
    await vi.advanceTimersByTimeAsync(1);
    expect(paths()).toEqual(['signup/preview', 'signup/preview']);
    expect((await second).Order.PlanVariantId).toBe(proMonthly);
  });
});

describe('orders and their payment', () => {
  it('spec: Order result, Order result OrderId, ContractId, CustomerId, GrossTotal, Currency, OrderStatus, Order status InProgress, Operation Signup.createOrder, Behaviour rules 4 — an order can be paid later', async () => {
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, ada);
    expect(order).toEqual({
      OrderId: expect.stringMatching(/^[0-9a-f]{24}$/),
      ContractId: expect.stringMatching(/^[0-9a-f]{24}$/),
      CustomerId: expect.stringMatching(/^[0-9a-f]{24}$/),
      GrossTotal: 11.78,
      Currency: 'EUR',
      OrderStatus: 'InProgress',
    });
    await shop.sandbox.clock.advance('P2D');
    const payment = await shop.payment();
    const paid = await new Signup().paySignupInteractive(payment, card(), order);
    expect(paid).toEqual({ ...order, OrderStatus: 'PaymentPending' });
  });

  it('spec: Order status PaymentPending, Order status transitions, Operation Signup.paySignupInteractive — the result says pending, the order is completed, the webhook reports it', async () => {
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, ada);
    const payment = await shop.payment();
    const status = async () => (await shop.rest('GET', `orders/${order.OrderId}`)).Status;
    expect(await status()).toBe('InProgress');
    const refused = new Signup().paySignupInteractive(payment, card('4000000000000002'), order);
    expect(await codeOf(refused)).toBe('BearerInvalid');
    expect(await status()).toBe('InProgress');
    const paid = await new Signup().paySignupInteractive(payment, card(), order);
    expect(paid.OrderStatus).toBe('PaymentPending');
    expect(await status()).toBe('Completed');
  });

  it('spec: Order result Url — a provider with a page of its own: the order result has its address, and no contract yet', async () => {
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, ada);
    const payment = await shop.payment();
    const result = await new Signup().paySignupInteractive(
      payment,
      { bearer: 'CreditCard:Charlie' } as never,
      order,
    );
    expect(result).toEqual({
      OrderId: order.OrderId,
      GrossTotal: 11.78,
      Currency: 'EUR',
      OrderStatus: 'PaymentPending',
      Url: expect.stringMatching(/^http:\/\/sandbox\.test\/providers\/Charlie\//),
    });
  });

  it('spec: Operation Signup.subscribe, Operation new Signup, Behaviour rules 1, What the service does 3 — subscribe is createOrder and paySignupInteractive', async () => {
    const payment = await shop.payment();
    shop.sent.length = 0;
    const result = await new Signup().subscribe(payment, { PlanVariantId: basicMonthly }, ada, card());
    expect(paths().filter((path) => path.startsWith('signup/'))).toEqual(['signup/order', 'signup/pay']);
    expect(result).toMatchObject({ OrderStatus: 'InProgress', Currency: 'EUR' });
  });

  it('spec: Behaviour rules 1 — an order of an existing customer made by REST is paid directly', async () => {
    const customer = await shop.rest('POST', 'customers', ada);
    const order = await shop.rest('POST', 'orders', {
      CustomerId: customer.Id,
      Cart: { PlanVariantId: basicMonthly },
    });
    const payment = await shop.payment();
    const paid = await new Signup().paySignupInteractive(payment, card(), {
      OrderId: order.Id,
      GrossTotal: order.TotalGross,
      Currency: order.Currency,
    });
    expect(paid).toMatchObject({ OrderId: order.Id, CustomerId: customer.Id, OrderStatus: 'PaymentPending' });
  });

  it('spec: Behaviour rules 2 — each call of subscribe is a new order; a repeated one has the same key', async () => {
    const payment = await shop.payment();
    const subscribe = (key?: string) =>
      new Signup().subscribe(
        payment,
        { PlanVariantId: basicMonthly },
        ada,
        card(),
        ...(key === undefined ? [] : [{ idempotencyKey: key }]),
      );
    const orders = [await subscribe(), await subscribe(), await subscribe('one'), await subscribe('one')];
    expect(new Set(orders.map(({ OrderId }) => OrderId)).size).toBe(3);
  });

  it('spec: Operation callbacks, Errors 1 — every operation answers a success callback or an error callback', async () => {
    const order = await new Promise((success, error) => {
      new Signup().createOrder({ PlanVariantId: basicMonthly }, ada, success, error);
    });
    expect(order).toMatchObject({ OrderStatus: 'InProgress' });
    const error = await new Promise<ClientLibError>((resolve, reject) => {
      new Signup().createOrder({ PlanVariantId: 'unknown' }, ada, reject, resolve);
    });
    expect(error).toBeInstanceOf(ClientLibError);
    expect(error).toMatchObject({
      errorCode: ['InvalidData'],
      developerMessage:
        'Cart.PlanVariantId: expected 24 hexadecimal digits such as b00000000000000000000001, got "unknown"',
    });
  });
});
