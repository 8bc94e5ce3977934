import { ClientLibError, configure, Payment, type PaymentConfig, Signup } from 'clientlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  card,
  cart,
  customer,
  fakeServiceForEachTest,
  json,
  noConnection,
  order,
  problem,
  token,
} from './fake-service.ts';

const service = fakeServiceForEachTest();
const ready = async (more: Partial<PaymentConfig> = {}): Promise<Payment> => {
  const payment = new Payment({
    publicApiKey: 'a00000000000000000000001',
    providerReturnUrl: 'https://shop.test/back',
    ...more,
  });
  await payment.ready;
  return payment;
};

describe('spec: Operation Signup.subscribe, Behaviour rules 1, 2 — subscribe', () => {
  test('creates the order, fetches a token from the provider, and pays', async () => {
    const result = await new Signup().subscribe(await ready(), cart, customer, card);
    expect(result).toEqual(order);
    const [methods, create, provider, pay] = service.current.received;
    expect(service.current.received).toHaveLength(4);
    expect(methods?.path).toBe('paymentMethods');
    expect(create?.body).toEqual({ Cart: cart, Customer: customer });
    expect(provider?.path).toBe(token);
    expect(provider?.body).toEqual({
      PublicApiKey: 'a00000000000000000000001',
      Bearer: 'CreditCard:FakePSP',
      Amount: 11.78,
      Currency: 'EUR',
      Card: {
        Number: '4111111111111111',
        ExpiryMonth: 12,
        ExpiryYear: 2039,
        Holder: 'Ada Byron',
        Cvc: '123',
      },
    });
    expect(pay?.body).toEqual({
      PublicApiKey: 'a00000000000000000000001',
      OrderId: order.OrderId,
      GrossTotal: 11.78,
      Currency: 'EUR',
      TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token: 'tok_1' },
      ProviderReturnUrl: 'https://shop.test/back',
    });
  });

  test('the service never sees the card', async () => {
    // A random key may have the same four digits.
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((zeros) => zeros);
    onTestFinished(() => random.mockRestore());
    await new Signup().subscribe(await ready(), cart, customer, card);
    const seen = service.current.received.filter(({ path }) => path !== token);
    expect(JSON.stringify(seen)).not.toMatch(/4111|"123"/);
  });

  test('reports what is wrong with the card before there is an order', async () => {
    const payment = await ready();
    const failure = new Signup().subscribe(payment, cart, customer, { ...card, cvc: '12' });
    await expect(failure).rejects.toMatchObject({ errorCode: ['InvalidCardCvc'], field: 'cvc' });
    expect(service.current.requestsTo('signup/order')).toHaveLength(0);
  });

  test('two calls are two orders; the same idempotency key makes them one', async () => {
    const payment = await ready();
    const signup = new Signup();
    await Promise.all([
      signup.subscribe(payment, cart, customer, card),
      signup.subscribe(payment, cart, customer, card),
    ]);
    const keys = service.current.requestsTo('signup/order').map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);

    const options = { idempotencyKey: 'checkout-1' };
    const twice = [
      signup.subscribe(payment, cart, customer, card, options),
      signup.subscribe(payment, cart, customer, card, options),
    ];
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
    expect(service.current.requestsTo('signup/order').map(({ key }) => key)).toEqual([
      ...keys,
      'checkout-1.order',
    ]);
    expect(service.current.requestsTo('signup/pay').at(-1)?.key).toBe('checkout-1.pay.tok_1');
  });

  test('with a key, an order that is already paid is a result and not an error', async () => {
    const payment = await ready();
    service.current.on('POST signup/pay', problem(200, 'AlreadyExecuted'));
    await expect(new Signup().subscribe(payment, cart, customer, card)).rejects.toMatchObject({
      errorCode: ['AlreadyExecuted'],
    });
    const again = new Signup().subscribe(payment, cart, customer, card, { idempotencyKey: 'checkout-2' });
    expect(await again).toEqual(order);
  });

  test('a lost response is requested again, with the same key', async () => {
    const payment = await ready();
    service.current
      .on('POST signup/order', noConnection(), order)
      .on('POST signup/pay', noConnection(), { ...order });
    vi.useFakeTimers();
    const result = new Signup().subscribe(payment, cart, customer, card);
    await vi.runAllTimersAsync();
    expect(await result).toMatchObject({ OrderId: order.OrderId });
    for (const path of ['signup/order', 'signup/pay']) {
      const keys = service.current.requestsTo(path).map(({ key }) => key);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    }
  });

  test('a declined payment carries the order, which stays payable', async () => {
    const payment = await ready();
    service.current.on('POST signup/pay', problem(200, 'InsufficientBalance', 'No money.'), { ...order });
    const signup = new Signup();
    const failure = await signup.subscribe(payment, cart, customer, card).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ClientLibError);
    expect(failure).toMatchObject({
      errorCode: ['InsufficientBalance'],
      developerMessage: 'No money.',
      retryable: false,
      order,
    });
    expect(await signup.paySignupInteractive(payment, card, order)).toMatchObject({ OrderId: order.OrderId });
  });
});

describe('spec: Operation Signup.createOrder, Signup.createOrder selfServiceOrder, Behaviour rules 4 — createOrder', () => {
  test('takes cart and customer', async () => {
    expect(await new Signup().createOrder(cart, customer)).toEqual(order);
    expect(service.current.received[0]?.body).toEqual({ Cart: cart, Customer: customer });
  });

  test('accepts the whole order in any casing, with both kinds of custom fields', async () => {
    const whole = {
      cart: { planVariantId: cart.PlanVariantId },
      customer,
      contractCustomFields: { a: 'b' },
      customFields: { c: null },
    };
    const success = vi.fn();
    await new Signup().createOrder(whole, success);
    expect(success).toHaveBeenCalledExactlyOnceWith(order);
    expect(service.current.received[0]?.body).toEqual(whole);
  });

  test.each([
    ['no cart', [undefined, customer], 'cart'],
    ['swapped arguments', [customer, cart], 'cart.PlanVariantId'],
    ['a forgotten customer', [cart, () => {}, () => {}], 'createOrder(cart, customerData), argument 2'],
    ['a customer that is text', [cart, 'Ada'], 'customerData'],
    ['an order without customer', [{ Cart: cart }], 'customerData'],
    ['a cart without plan variant', [{ Cart: {}, Customer: {} }], 'cart.PlanVariantId'],
  ])('reports what is wrong: %s', async (_, args, field) => {
    const call = new Signup().createOrder as (...given: unknown[]) => Promise<unknown>;
    await expect(call.apply(new Signup(), args)).rejects.toMatchObject({
      errorCode: ['InvalidData'],
      field,
    });
    expect(service.current.received).toHaveLength(0);
  });

  test('a forgotten argument is reported to the error callback', async () => {
    const success = vi.fn();
    const error = vi.fn();
    const call = new Signup().createOrder as (...given: unknown[]) => Promise<unknown>;
    await call.call(new Signup(), cart, success, error).catch(() => {});
    expect(success).not.toHaveBeenCalled();
    expect(error).toHaveBeenCalledOnce();
  });
});

describe('spec: Operation Signup.paySignupInteractive, Behaviour rules 1, 9 — paySignupInteractive', () => {
  test('accepts an order of the REST API unchanged', async () => {
    await new Signup().paySignupInteractive(
      await ready(),
      { bearer: 'InvoicePayment' },
      { orderId: 'x', grossTotal: 5, currency: 'EUR' },
    );
    expect(service.current.requestsTo('signup/pay')[0]?.body).toMatchObject({
      OrderId: 'x',
      GrossTotal: 5,
      Currency: 'EUR',
      TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
    });
  });

  test("accepts an order with the REST API's field names", async () => {
    const rest = { Id: 'x', TotalGross: '5.5', Currency: 'EUR', OrderStatus: 'New' };
    await new Signup().paySignupInteractive(await ready(), { bearer: 'InvoicePayment' }, rest as never);
    const [paid] = service.current.requestsTo('signup/pay');
    expect(paid?.body).toEqual({
      PublicApiKey: 'a00000000000000000000001',
      TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
      ProviderReturnUrl: 'https://shop.test/back',
      OrderId: 'x',
      GrossTotal: 5.5,
      Currency: 'EUR',
    });
    expect(paid?.key).toMatch(/\.pay\.InvoicePayment$/);
  });

  test('with a key, an order that is already paid is returned unchanged, as pending', async () => {
    const payment = await ready();
    service.current.on('POST signup/pay', problem(200, 'AlreadyExecuted'));
    const signup = new Signup();
    await expect(signup.paySignupInteractive(payment, card, order)).rejects.toMatchObject({
      errorCode: ['AlreadyExecuted'],
    });
    const options = { idempotencyKey: 'checkout-3' };
    expect(await signup.paySignupInteractive(payment, card, order, options)).toEqual({
      ...order,
      OrderStatus: 'PaymentPending',
    });
    service.current.on('POST signup/pay', problem(200, 'Rejected'));
    await expect(signup.paySignupInteractive(payment, card, order, options)).rejects.toMatchObject({
      errorCode: ['Rejected'],
    });
  });

  test('with a key, an order of the REST API that is already paid is a result of this library', async () => {
    service.current.on('POST signup/pay', problem(200, 'AlreadyExecuted'));
    const rest = { id: 'x', totalGross: '5.5', currency: 'EUR' };
    const options = { idempotencyKey: 'checkout-4' };
    expect(
      await new Signup().paySignupInteractive(await ready(), card, rest as never, options),
    ).toMatchObject({
      OrderId: 'x',
      GrossTotal: 5.5,
      Currency: 'EUR',
      OrderStatus: 'PaymentPending',
    });
  });

  test("with a key, a provider's decline with the same code is an error: its order is not paid", async () => {
    const payment = await ready();
    const Order = { ...order, OrderStatus: 'InProgress' };
    service.current.on('POST signup/pay', json({ Error: { Code: 'AlreadyExecuted', Order } }));
    const paying = new Signup().paySignupInteractive(payment, card, order, { idempotencyKey: 'checkout-3' });
    await expect(paying).rejects.toMatchObject({ errorCode: ['AlreadyExecuted'], order: Order });
  });

  test('accepts the result of processPaymentData, without calling the provider again', async () => {
    const payment = await ready();
    const processed = await payment.processPaymentData(card);
    expect(processed).toEqual({
      Bearer: 'CreditCard:FakePSP',
      TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token: 'tok_1' },
      Last4: '1111',
      CardType: 'visa',
    });
    await new Signup().paySignupInteractive(payment, JSON.parse(JSON.stringify(processed)), order);
    expect(service.current.requestsTo(token)).toHaveLength(1);
    expect(service.current.requestsTo('signup/pay')[0]?.body.TetheredPaymentInformation.Token).toBe('tok_1');
  });

  test.each(['tetheredPaymentInformation', 'TETHEREDPAYMENTINFORMATION'])(
    'accepts it with names in any casing: %s',
    async (name) => {
      const given = { bearer: card.bearer, [name]: { Bearer: card.bearer, Token: 'tok_kept' } };
      await new Signup().paySignupInteractive(await ready(), given as never, order);
      expect(service.current.requestsTo(token)).toHaveLength(0);
      const [paid] = service.current.requestsTo('signup/pay');
      expect(paid?.body.TetheredPaymentInformation.Token).toBe('tok_kept');
    },
  );

  test('announces the payment before a 3-D Secure challenge, and completes it after', async () => {
    vi.stubGlobal('addEventListener', vi.fn());
    vi.stubGlobal('removeEventListener', vi.fn());
    const Challenge = { Url: 'https://provider.test/challenge', Params: { challenge: 'c1' } };
    service.current.on(`POST ${token}`, { Token: 'tok_3ds', Challenge });
    const begun = { ...order, ContractId: undefined, CustomerId: undefined, OrderStatus: 'PaymentPending' };
    service.current.on('POST signup/pay', begun, { ...order, OrderStatus: 'PaymentPending' });
    const seen: number[] = [];
    const payment = await ready({
      popupCreate: () => {
        seen.push(service.current.requestsTo('signup/pay').length);
        const [, listener] = vi.mocked(addEventListener).mock.calls[0] as [string, (event: object) => void];
        const data = { type: 'clientlib:challenge', token: 'tok_3ds', outcome: 'passed' };
        listener({ data, origin: 'https://provider.test' });
      },
    });
    const result = await new Signup().paySignupInteractive(payment, card, order);
    vi.unstubAllGlobals();
    expect(result).toMatchObject({ ContractId: order.ContractId, OrderStatus: 'PaymentPending' });
    expect(seen).toEqual([1]);
    const [first, second, ...more] = service.current.requestsTo('signup/pay');
    expect(more).toEqual([]);
    expect(first?.body).toEqual({ ...second?.body, ChallengeFollows: true });
    expect(second?.body).toMatchObject({
      OrderId: order.OrderId,
      TetheredPaymentInformation: { Token: 'tok_3ds' },
    });
    expect(first?.key).toMatch(/\.begin\.tok_3ds$/);
    expect(second?.key).toMatch(/\.pay\.tok_3ds$/);
  });

  test('accepts null and a payment form', async () => {
    const form = {
      publicApiKey: 'key',
      process: vi.fn(async () => ({
        Bearer: 'Debit:Delta',
        TetheredPaymentInformation: { Bearer: 'Debit:Delta', Token: 'tok_form' },
      })),
    };
    await new Signup().paySignupInteractive(null, form as never, order);
    expect(form.process).toHaveBeenCalledWith(
      form,
      { Amount: 11.78, Currency: 'EUR' },
      expect.anything(),
      expect.any(Function),
    );
    expect(service.current.received[0]?.body).toMatchObject({
      PublicApiKey: 'key',
      TetheredPaymentInformation: { Token: 'tok_form' },
    });
  });

  test('a second click while the form pays gets the same result, also with an order of its own', async () => {
    let answer = (_data: object): void => {};
    const process = vi.fn(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const form = { publicApiKey: 'key', process } as never;
    const signup = new Signup();
    const orders = [order, order, { ...order, OrderId: 'f9' }];
    const clicks = orders.map((each) => signup.paySignupInteractive(null, form, each));
    answer({ TetheredPaymentInformation: { Token: 'tok_form' } });
    const [first, ...others] = await Promise.all(clicks);
    expect(others).toEqual([first, first]);
    expect(process).toHaveBeenCalledTimes(1);
    expect(service.current.requestsTo('signup/pay')).toHaveLength(1);
    // Once it is over, the form can pay again.
    const again = signup.paySignupInteractive(null, form, { ...order, OrderId: 'f9' });
    await vi.waitFor(() => expect(process).toHaveBeenCalledTimes(2));
    answer({ TetheredPaymentInformation: { Token: 'tok_form' } });
    await again;
  });

  test.each([
    ['no Payment and no form', [null, card, order], 'InvalidData', 'arguments 1 and 2'],
    ['swapped', [card, {}, order], 'InvalidData', 'arguments 1 and 2'],
    ['an order without id', [null, card, { GrossTotal: 1, Currency: 'EUR' }], 'InvalidData', 'order.OrderId'],
    [
      'an amount that is none',
      [null, card, { OrderId: 'x', GrossTotal: 'much', Currency: 'EUR' }],
      'InvalidAmount',
      'order.GrossTotal',
    ],
    ['no currency', [null, card, { OrderId: 'x', GrossTotal: 0 }], 'InvalidCurrency', 'order.Currency'],
  ])('reports what is wrong: %s', async (_, args, code, field) => {
    const call = new Signup().paySignupInteractive as (...given: unknown[]) => Promise<unknown>;
    await expect(call.apply(new Signup(), args)).rejects.toMatchObject({
      errorCode: [code],
      field,
    });
  });

  test.each([
    ['thanks?x=1', '/shop/thanks?x=1'],
    ['?paid', '/shop/checkout?paid'],
    ['/thanks', '/thanks'],
  ])(
    'returns the Url of a redirect, with the return URL "%s" absolute: %s',
    async (providerReturnUrl, path) => {
      vi.stubGlobal('location', new URL('https://shop.test/shop/checkout?step=2'));
      const payment = new Payment({ publicApiKey: 'k', providerReturnUrl });
      await payment.ready;
      service.current.on('POST signup/pay', { ...order, Url: 'https://provider.test/pay' });
      const result = await new Signup().paySignupInteractive(payment, { bearer: 'Lima' }, order);
      expect(result.Url).toBe('https://provider.test/pay');
      expect(service.current.requestsTo('signup/pay')[0]?.body.ProviderReturnUrl).toBe(
        `https://shop.test${path}`,
      );
    },
  );
});

describe('spec: Operation Signup.preview, new Signup, Behaviour rules 3, Limits 1 — preview', () => {
  const answer = (PlanVariantId: string) => ({
    Order: { PlanVariantId, Currency: 'EUR', TotalGross: 11.78 },
  });
  const preview = (id: string, options = {}): Promise<unknown> =>
    signup.preview({ PlanVariantId: id }, {}, options).then(({ Order }) => Order.PlanVariantId);
  const superseded = { errorCode: ['Aborted', 'Superseded'], retryable: false };
  let signup = new Signup();
  const echo = (): void => {
    signup = new Signup();
    vi.useFakeTimers();
    service.current.on('POST signup/preview', ({ body }) => json(answer(body.Cart.PlanVariantId)));
  };

  test('sends the first request at once, and each later one after 700 ms', async () => {
    echo();
    const first = preview('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(await first).toBe('a');
    const second = preview('b');
    await vi.advanceTimersByTimeAsync(699);
    expect(service.current.received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(service.current.received).toHaveLength(2);
    expect(await second).toBe('b');
  });

  test('the newest call wins: of many in a row only the first and the last are sent', async () => {
    echo();
    service.current.on('POST signup/preview', async ({ body: { Cart } }) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return answer(Cart.PlanVariantId);
    });
    const outcomes = ['a', 'b', 'c'].map((id) => expect(preview(id)).rejects.toMatchObject(superseded));
    const newest = preview('d');
    await vi.runAllTimersAsync();
    await Promise.all(outcomes);
    expect(await newest).toBe('d');
    expect(service.current.received.map(({ body }) => body.Cart.PlanVariantId)).toEqual(['a', 'd']);
  });

  test('a newer call supersedes also where its cart is wrong: no price of an older cart arrives after that', async () => {
    echo();
    const older = expect(preview('a')).rejects.toMatchObject(superseded);
    const wrong = signup.preview({} as never, {});
    await expect(wrong).rejects.toMatchObject({ errorCode: ['InvalidData'] });
    await older;
  });

  test('a superseded call that waits is not sent: `fetch` is not called', async () => {
    echo();
    const fetch = vi.fn(service.current.fetch);
    configure({ fetch });
    const outcomes = ['a', 'b', 'c', 'd'].map((id) => expect(preview(id)).rejects.toMatchObject(superseded));
    const newest = preview('e');
    await vi.runAllTimersAsync();
    await Promise.all([...outcomes, newest]);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('a superseded call runs no callback and leaves no unhandled rejection', async () => {
    echo();
    const success = vi.fn();
    const error = vi.fn();
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    signup.preview(cart, {}, success, error);
    signup.preview(cart, {}, success);
    signup.preview({ PlanVariantId: 'newest' }, {}, success, error);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    process.off('unhandledRejection', unhandled);
    expect(success).toHaveBeenCalledExactlyOnceWith(answer('newest'));
    expect(error).not.toHaveBeenCalled();
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('each Signup has its own: the rows of a price table do not supersede each other', async () => {
    echo();
    const rows = ['a', 'b', 'c'].map((PlanVariantId) => new Signup().preview({ PlanVariantId }, {}));
    await vi.runAllTimersAsync();
    expect((await Promise.all(rows)).map(({ Order }) => Order.PlanVariantId)).toEqual(['a', 'b', 'c']);
  });

  test('abort() cancels running and waiting calls', async () => {
    echo();
    await preview('a');
    const success = vi.fn();
    const error = vi.fn();
    const dropped = signup.preview(cart, {}, success, error);
    signup.abort();
    await expect(dropped).rejects.toMatchObject({ errorCode: ['Aborted'] });
    await vi.runAllTimersAsync();
    expect(service.current.received).toHaveLength(1);
    expect(success).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
    signup.abort();
    const next = preview('b');
    await vi.runAllTimersAsync();
    expect(await next).toBe('b');
  });

  test('one that fails or is aborted by its signal does not delay the next', async () => {
    echo();
    const controller = new AbortController();
    const aborted = preview('a', { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ errorCode: ['Aborted'] });
    service.current.on('POST signup/preview', problem(422, 'InvalidData'), answer('c'));
    const failed = expect(preview('b')).rejects.toMatchObject({ errorCode: ['InvalidData'] });
    await vi.runAllTimersAsync();
    await failed;
    const next = preview('c');
    await vi.runAllTimersAsync();
    expect(await next).toBe('c');
  });

  test('quantities as text are sent as numbers', async () => {
    echo();
    const ComponentSubscriptions = [
      { ComponentId: 'd', Quantity: '2' },
      { componentId: 'e', quantity: '0.5' },
      { ComponentId: 'f', Quantity: 'many' },
      { ComponentId: 'g', Quantity: '' },
      { ComponentId: 'h', Quantity: ' ' },
      { ComponentId: 'i', Quantity: null as never },
      { ComponentId: 'j', Quantity: ' 3 ', Note: '4' },
    ];
    await signup.preview({ PlanVariantId: 'a', ComponentSubscriptions }, { CustomFields: { Quantity: '3' } });
    expect(service.current.received[0]?.body).toEqual({
      Cart: {
        PlanVariantId: 'a',
        ComponentSubscriptions: [
          { ComponentId: 'd', Quantity: 2 },
          { componentId: 'e', quantity: 0.5 },
          { ComponentId: 'f', Quantity: 'many' },
          { ComponentId: 'g', Quantity: '' },
          { ComponentId: 'h', Quantity: ' ' },
          { ComponentId: 'i', Quantity: null },
          { ComponentId: 'j', Quantity: 3, Note: '4' },
        ],
      },
      Customer: { CustomFields: { Quantity: '3' } },
    });
  });
});
