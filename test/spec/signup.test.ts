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

  it('spec: cart ComponentSubscriptions, MeteredUsages — only components that the customer may book, in the plan’s own group', async () => {
    const signup = new Signup();
    const made = async (change: object) =>
      (
        await shop.rest('POST', 'components', {
          ...(await shop.rest('GET', `components/${seat}`)),
          ...change,
        })
      ).Id as string;
    const group = await shop.rest('POST', 'planGroups', {
      ...(await shop.rest('GET', 'planGroups'))[0],
      Name: { _c: 'Other' },
    });
    const [hidden, closed, foreign] = [
      await made({ Hidden: true }),
      await made({ AllowSelfService: false }),
      await made({ PlanGroupId: group.Id }),
    ];
    const refusalOf = (list: 'ComponentSubscriptions' | 'MeteredUsages', ComponentId: string, Quantity = 1) =>
      signup.createOrder({ PlanVariantId: basicMonthly, [list]: [{ ComponentId, Quantity }] }, ada).then(
        () => 'none',
        (error: ClientLibError) => error.developerMessage,
      );
    for (const list of ['ComponentSubscriptions', 'MeteredUsages'] as const) {
      const field = `Cart.${list}[0].ComponentId`;
      for (const id of [hidden, closed])
        expect(await refusalOf(list, id)).toBe(
          `${field}: component "${id}" is not available in self-service.`,
        );
      expect(await refusalOf(list, foreign)).toBe(
        `${field}: component "${foreign}" does not belong to this plan group.`,
      );
      expect(await refusalOf(list, 'd000000000000000000000ff')).toBe(
        `${field}: there is no component "d000000000000000000000ff". Ids are listed at GET /api/v1/components.`,
      );
    }
    expect(await refusalOf('ComponentSubscriptions', apiCalls)).toBe(
      `Cart.ComponentSubscriptions[0].ComponentId: component "${apiCalls}" is metered; add it to Cart.MeteredUsages instead.`,
    );
    expect(await refusalOf('MeteredUsages', seat)).toBe(
      `Cart.MeteredUsages[0].ComponentId: component "${seat}" is not metered; add it to Cart.ComponentSubscriptions instead.`,
    );
    // One that is on or off is there once, or not.
    const support = 'd00000000000000000000002';
    expect(await refusalOf('ComponentSubscriptions', support, 2)).toBe(
      `Cart.ComponentSubscriptions[0].Quantity: component "${support}" is on or off; expected 0 or 1, got 2.`,
    );
    expect(await refusalOf('ComponentSubscriptions', support)).toBe('none');
  });

  it('spec: cart element — a quantity from 0 to a million million', async () => {
    const signup = new Signup();
    const total = (Quantity: number) =>
      signup
        .createOrder(
          { PlanVariantId: basicMonthly, MeteredUsages: [{ ComponentId: apiCalls, Quantity }] },
          ada,
        )
        .then(
          ({ GrossTotal }) => GrossTotal,
          (error: ClientLibError) => error.errorCode[0],
        );
    expect(await total(0)).toBe(11.78);
    expect(await total(1e12)).toBeTypeOf('number');
    for (const wrong of [-0.01, 1e12 + 1, Number.NaN]) expect(await total(wrong)).toBe('InvalidData');
    // The cart of a back end has a quantity of the plan itself, under the same limits.
    const quantity = (Quantity: number) =>
      shop.rest('POST', 'orders/preview', { Customer: ada, Cart: { PlanVariantId: proMonthly, Quantity } });
    expect((await quantity(1e12)).Order.Quantity).toBe(1e12);
    expect((await quantity(-1)).Errors).toMatchObject([{ Field: 'Cart.Quantity' }]);
  });

  it('spec: cart CouponCode — each reason for which a coupon cannot be used', async () => {
    const now = '2026-01-15T10:00:00.0000000Z';
    const [before, after] = ['2026-01-15T09:59:59.9990000Z', '2026-01-15T10:00:00.0010000Z'];
    const fixture = await shop.rest('GET', 'coupons/f00000000000000000000001');
    let made = 0;
    const coupon = async (change: object) => {
      made += 1;
      const { Id, Active, UsedCodes, ...input } = { ...fixture, Codes: [`CODE-${made}`], ...change };
      const answer = await shop.rest('POST', 'coupons', input);
      expect(answer.Id, JSON.stringify(answer)).toMatch(/^[0-9a-f]{24}$/);
      return answer.Codes[0] as string;
    };
    const refusalOf = async (CouponCode: string) =>
      (await new Signup().preview({ PlanVariantId: basicMonthly, CouponCode }, ada)).Order.Coupon
        ?.DeveloperMessage;

    expect(await refusalOf(await coupon({}))).toBeUndefined();
    // Compared as letters and digits.
    expect(await refusalOf('code*1')).toBeUndefined();
    expect(await refusalOf(await coupon({ Enabled: false }))).toBe('The coupon "CODE-2" is disabled.');
    expect(await refusalOf(await coupon({ ValidFrom: after }))).toBe(
      `The coupon "CODE-3" is valid from ${after}.`,
    );
    expect(await refusalOf(await coupon({ ValidFrom: now, ValidUntil: now }))).toBeUndefined();
    expect(await refusalOf(await coupon({ ValidUntil: before }))).toBe(
      `The coupon "CODE-5" was valid until ${before}.`,
    );
    const group = await shop.rest('POST', 'planGroups', {
      ...(await shop.rest('GET', 'planGroups'))[0],
      Name: { _c: 'Other' },
    });
    const discount = await shop.rest('GET', `discounts/${fixture.DiscountId}`);
    const { Id, ...ofGroup } = { ...discount, PlanGroupId: group.Id };
    const foreign = await shop.rest('POST', 'discounts', ofGroup);
    expect(await refusalOf(await coupon({ PlanGroupId: group.Id, DiscountId: foreign.Id }))).toBe(
      'The coupon "CODE-6" does not belong to this plan group.',
    );
  });

  it('spec: cart CouponCode — a single-use code is held by the order that names it, and used by the contract', async () => {
    const signup = new Signup();
    const cart = { PlanVariantId: basicMonthly, CouponCode: 'SINGLE10' };
    const refusalOf = async (code = 'single-10') =>
      (await new Signup().preview({ ...cart, CouponCode: code }, ada)).Order.Coupon?.DeveloperMessage;
    // A code that is not for single use is used again and again.
    const often = { PlanVariantId: basicMonthly, CouponCode: 'HALF1' };
    expect((await signup.createOrder(often, ada)).GrossTotal).toBe(5.89);
    expect((await signup.createOrder(often, ada)).GrossTotal).toBe(5.89);

    const order = await signup.createOrder(cart, ada);
    expect(order.GrossTotal).toBe(10.6);
    expect(await refusalOf()).toBe(
      `The coupon "single-10" is reserved by order ${order.OrderId}, which is not paid yet.`,
    );
    expect(await refusalOf('WELCOME20')).toBeUndefined();
    const payment = await shop.payment();
    const paid = await signup.paySignupInteractive(payment, card(), order);
    expect(paid.OrderStatus).toBe('PaymentPending');
    expect(await refusalOf()).toBe('The coupon "single-10" has already been used.');
    // One that is deleted, or left to expire, gives its code back.
    const other = await shop.rest('POST', 'coupons', {
      ...(await shop.rest('GET', 'coupons/f00000000000000000000003')),
      Codes: ['ONCE', 'TWICE'],
    });
    expect(other.Codes).toEqual(['ONCE', 'TWICE']);
    const left = await signup.createOrder({ ...cart, CouponCode: 'ONCE' }, ada);
    expect(await refusalOf('ONCE')).toContain(left.OrderId);
    expect(await refusalOf('TWICE')).toBeUndefined();
    await shop.rest('DELETE', `orders/${left.OrderId}`);
    expect(await refusalOf('ONCE')).toBeUndefined();
    const late = await signup.createOrder({ ...cart, CouponCode: 'ONCE' }, ada);
    expect(await refusalOf('ONCE')).toContain(late.OrderId);
    await shop.sandbox.clock.advance('P8D');
    expect((await shop.rest('GET', `orders/${late.OrderId}`)).Status).toBe('Expired');
    expect(await refusalOf('ONCE')).toBeUndefined();
    const used = await signup.createOrder({ ...cart, CouponCode: 'ONCE' }, ada);
    await signup.paySignupInteractive(payment, card(), used);
    expect(await refusalOf('ONCE')).toBe('The coupon "ONCE" has already been used.');
    expect(await refusalOf('TWICE')).toBeUndefined();
  });

  it('spec: cart CouponCode, Errors 2 — its discount counts; an invalid one is reported inside the preview and refused in an order', async () => {
    const signup = new Signup();
    const { Order: reduced } = await signup.preview(
      { PlanVariantId: basicMonthly, CouponCode: 'WELCOME20' },
      ada,
    );
    expect(reduced.Total).toBe(7.92);
    expect(reduced.Coupon).toEqual({
      CouponCode: 'WELCOME20',
      CouponId: 'f00000000000000000000001',
      DiscountId: 'f10000000000000000000001',
      AppliesToCart: true,
    });
    for (const none of ['', undefined])
      expect(
        (await new Signup().preview({ PlanVariantId: basicMonthly, CouponCode: none } as never, ada)).Order,
      ).not.toHaveProperty('Coupon');
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
      // Not the language of the account, which stands in for none.
      Locale: 'fr-FR',
      Tag: 'user-9',
      Address: { ...ada.Address, AddressLine1: 'Building C' },
    };
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, everything);
    const payment = await shop.payment();
    const result = await new Signup().paySignupInteractive(payment, card(), order);
    expect(await shop.rest('GET', `customers/${result.CustomerId}`)).toEqual({
      ...everything,
      Id: result.CustomerId,
      CreatedAt: expect.stringMatching(/^2026-01-15T10:00:00\.000\d{4}Z$/),
      CustomerName: 'Analytical Engines Ltd',
      CustomerSubName: 'Ada Lovelace',
      CustomFields: {},
      CustomerType: 'Consumer',
      DefaultBearerMedium: 'Email',
      Language: 'fr-FR',
      Hidden: false,
      IsDeletable: false,
      IsLocked: false,
    });
    // What is empty is not kept; a country is in capitals.
    const bare = await new Signup().createOrder(
      { PlanVariantId: basicMonthly },
      {
        LastName: 'Byron',
        FirstName: '',
        EmailAddress: '',
        Address: { Country: 'de', City: '', Street: 'Hauptstraße' },
      },
    );
    const { CustomerId } = await new Signup().paySignupInteractive(payment, card(), bare);
    expect(await shop.rest('GET', `customers/${CustomerId}`)).toMatchObject({
      CustomerName: 'Byron',
      EmailAddress: '',
      DefaultBearerMedium: 'SnailMail',
      Address: { Country: 'DE', Street: 'Hauptstraße' },
    });
    const { Address, FirstName } = await shop.rest('GET', `customers/${CustomerId}`);
    expect([Object.keys(Address).sort(), FirstName]).toEqual([['Country', 'Street'], undefined]);
    const without = await new Signup().createOrder({ PlanVariantId: basicMonthly }, { LastName: 'Byron' });
    const placeless = await new Signup().paySignupInteractive(payment, card(), without);
    expect((await shop.rest('GET', `customers/${placeless.CustomerId}`)).Address).toEqual({});
    await shop.rest('PATCH', `customers/${placeless.CustomerId}`, {
      CustomFields: { Size: null, Segment: 'A' },
    });
    expect((await shop.rest('GET', `customers/${placeless.CustomerId}`)).CustomFields).toEqual({
      Segment: 'A',
    });
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
    expect(other).toMatchObject({
      status: 409,
      Code: 'AlreadyExists',
      Errors: [{ Field: 'ExternalCustomerId', Code: 'AlreadyExists' }],
    });
    // To keep it, or to have none, is no conflict.
    const own = await shop.rest('PATCH', `customers/${result.CustomerId}`, { ExternalCustomerId: 'user-1' });
    expect(own.ExternalCustomerId).toBe('user-1');
    for (let at = 0; at < 2; at += 1)
      expect(
        (await shop.rest('POST', 'customers', { FirstName: 'Bob', ExternalCustomerId: '' })).Id,
      ).toBeDefined();
    const second = await shop.rest('POST', 'customers', { FirstName: 'Eve', ExternalCustomerId: 'user-2' });
    expect(second.ExternalCustomerId).toBe('user-2');
    expect((await shop.rest('PUT', `customers/${second.Id}`, { ExternalCustomerId: 'user-1' })).status).toBe(
      409,
    );
  });

  it('spec: customerData VatId, customerData rules 1 — the final price depends on country and VAT id', async () => {
    const signup = new Signup();
    const gross = async (customer: CustomerData) =>
      (await new Signup().preview({ PlanVariantId: basicMonthly }, customer)).Order.TotalGross;
    expect(await gross({ Address: { Country: 'DE' } })).toBe(11.78);
    expect(await gross({ Address: { Country: 'AT' } })).toBe(11.88);
    expect(await gross({ Address: { Country: 'US' } })).toBe(9.9);
    expect(await gross({ Address: { Country: 'AT' }, VatId: 'ATU12345678' })).toBe(9.9);
    // The VAT id says more than the address, which says more than the merchant's own country.
    expect(await gross({ Address: { Country: 'US' }, VatId: 'de 123.456-789' })).toBe(11.78);
    expect(await gross({ Address: { Country: 'at' }, VatId: '' })).toBe(11.88);
    expect(await gross({})).toBe(11.78);
    expect(await gross({ VatId: 'EL123456789' })).toBe(9.9);
    expect(await gross({ VatId: 'XI123456789' })).toBe(await gross({ Address: { Country: 'GB' } }));
    expect(await codeOf(signup.preview({ PlanVariantId: basicMonthly }, { VatId: 'no vat id' }))).toBe(
      'InvalidVatId',
    );
  });

  it('spec: customerData rules 5 — which fields are mandatory is left open: an order needs none', async () => {
    const order = await new Signup().createOrder({ PlanVariantId: basicMonthly }, {});
    expect(order.OrderStatus).toBe('InProgress');
    for (const empty of [{ VatId: '' }, { Address: {} }, { Address: { Country: '' } }])
      expect((await new Signup().createOrder({ PlanVariantId: basicMonthly }, empty)).OrderStatus).toBe(
        'InProgress',
      );
    const refusalOf = (customer: CustomerData) =>
      new Signup().createOrder({ PlanVariantId: basicMonthly }, customer).catch((error) => error);
    expect(await refusalOf({ VatId: 'nothing' })).toMatchObject({
      errorCode: ['InvalidVatId'],
      field: 'Customer.VatId',
    });
    expect(await refusalOf({ Address: { Country: 'ZZ' } })).toMatchObject({
      errorCode: ['InvalidCountry'],
      field: 'Customer.Address.Country',
    });
    const wrong = await shop.rest('POST', 'customers', { LastName: 'Byron', VatId: 'nothing' });
    expect(wrong.Errors).toMatchObject([{ Field: 'VatId', Code: 'InvalidVatId' }]);
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

  /** The whole preview; the ids that it makes are numbered by the seed. */
  const isAsExpected = (name: string, order: unknown) =>
    expect(`${JSON.stringify(order, undefined, 2)}\n`).toMatchFileSnapshot(`expected/preview-${name}.json`);

  it('spec: Order preview result, Order preview result component, line item, values — a coupon, components twice, usage by price and by scale', async () => {
    const { Order } = await new Signup().preview(
      {
        PlanVariantId: proMonthly,
        CouponCode: 'WELCOME20',
        ComponentSubscriptions: [
          { ComponentId: seat, Quantity: 3 },
          { ComponentId: seat, Quantity: 2 },
        ],
        MeteredUsages: [
          { ComponentId: apiCalls, Quantity: 1500 },
          { ComponentId: apiCalls, Quantity: 10 },
          { ComponentId: 'd00000000000000000000004', Quantity: 3 },
        ],
      },
      ada,
    );
    // (29 + 5 × 4.50 + 510 × 0.01 + 3 × 0.10) × 0.8 + 49, each reduction rounded: 94.52
    expect(Order.Total).toBe(94.52);
    await isAsExpected('signup', Order);
  });

  it('spec: Order preview result, values, Order status preview — a trial: the first fee lies ahead', async () => {
    const { Order } = await new Signup().preview({ PlanVariantId: proTrial }, ada);
    await isAsExpected('trial', Order);
  });

  it('spec: Order preview result, Order preview result component, line item — without the trial, with a price, a name and a start of its own', async () => {
    const { Order } = await shop.rest('POST', 'orders/preview', {
      Customer: ada,
      Cart: {
        PlanVariantId: proTrial,
        EnableTrial: false,
        AllowWithoutPaymentData: true,
        RatedItems: [{ Description: 'Set-up by hand', Quantity: 2, PricePerUnit: 10 }],
        ComponentSubscriptions: [
          {
            ComponentId: seat,
            Quantity: 1,
            StartDate: '2026-02-01T00:00:00Z',
            ProductOverride: { Name: 'Desk', Description: 'By the window', PricePerUnit: 7 },
          },
        ],
      },
    });
    await isAsExpected('own-prices', Order);
  });

  it('spec: Order preview result, values, Order preview result component, line item — a change: what is paid already is credited by the day', async () => {
    const payment = await shop.payment();
    const signedUp = await new Signup().subscribe(payment, { PlanVariantId: basicMonthly }, ada, card());
    await shop.sandbox.clock.advance('P10D');
    const portal = await shop.portal(signedUp.ContractId);
    const more = { ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1 }] };
    const { Order } = await portal.upgradePreview({ PlanVariantId: proMonthly, ...more });
    // 29 + 4.50 − 9.90 × 21/31
    expect(Order.Total).toBe(26.79);
    await isAsExpected('change-of-plan', Order);
    await isAsExpected('change-of-components', (await portal.upgradePreview(more)).Order);
    const interim = await shop.rest('POST', 'orders/preview', {
      ContractId: signedUp.ContractId,
      Cart: more,
      TriggerInterimBilling: true,
    });
    expect(interim.Order).toMatchObject({ TriggerInterimBilling: true, OrderType: 'Upgrade' });
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
