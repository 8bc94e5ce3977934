import { ClientLibError, configure, Payment, Portal, Signup } from 'clientlib';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

// The library and the service as they are, in one process.
const base = 'http://sandbox.test';
const plan = 'b00000000000000000000001';
const cart = { planVariantId: plan };
const customer = {
  FirstName: 'Ada',
  LastName: 'Byron',
  EmailAddress: 'ada@shop.test',
  Address: { Country: 'DE' },
};
const card = (cardNumber = '4111111111111111') => ({
  bearer: 'CreditCard:FakePSP' as const,
  cardNumber,
  expiryMonth: 12,
  expiryYear: '39',
  cardHolder: 'Ada Byron',
  cvc: '123',
});

let sandbox: Sandbox;
let requests: string[];
let loseAnswerOf: string | undefined;
beforeEach(() => {
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z' });
  requests = [];
  loseAnswerOf = undefined;
  configure({
    baseUrl: base,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace(/.*CustomerSelfService\//, '');
      requests.push(path);
      const response = await sandbox.fetch(request);
      if (path !== loseAnswerOf) return response;
      loseAnswerOf = undefined;
      throw new TypeError('The answer was lost.');
    },
  });
});
afterEach(() => {
  sandbox.close();
  Reflect.deleteProperty(globalThis, 'clientlib.configuration');
});

const ready = async (): Promise<Payment> => {
  const payment = new Payment({
    publicApiKey: 'a00000000000000000000001',
    providerReturnUrl: 'https://shop.test/back',
  });
  await payment.ready;
  return payment;
};

/** The REST API, as the merchant's back end uses it. */
async function rest<T>(path: string, init: RequestInit = {}): Promise<T> {
  const form = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
  };
  const login = await sandbox.fetch(`${base}/oauth/token/`, {
    method: 'POST',
    headers: form,
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
  const response = await sandbox.fetch(`${base}/api/v1/${path}`, { ...init, headers });
  return (await response.json()) as T;
}
const orders = (): Promise<{ Id: string }[]> => rest('orders?take=500');
const portalOf = async (contractId: string | undefined): Promise<Portal> =>
  new Portal((await rest<{ Token: string }>(`contracts/${contractId}/selfServiceToken`)).Token);

test('a key of another environment is unknown here', async () => {
  const payment = new Payment({ publicApiKey: 'f0f0f0f0f0f0f0f0f0f0f0f0' });
  await expect(payment.ready).rejects.toMatchObject({ errorCode: ['InvalidKey'] });
});

describe('signup', () => {
  test('from preview to contract', async () => {
    const payment = await ready();
    const signup = new Signup();
    const { Order } = await signup.preview({ ...cart, couponCode: 'welcome20' }, customer);
    expect(Order).toMatchObject({
      PlanVariantId: plan,
      Currency: 'EUR',
      Status: 'InProgress',
      OrderType: 'Signup',
    });
    const result = await signup.subscribe(payment, cart, customer, card());
    expect(result).toMatchObject({ OrderStatus: 'InProgress', Currency: 'EUR' });
    expect(Object.keys(result).sort()).toEqual([
      'ContractId',
      'Currency',
      'CustomerId',
      'GrossTotal',
      'OrderId',
      'OrderStatus',
    ]);
    expect(await rest(`contracts/${result.ContractId}`)).toMatchObject({
      Id: result.ContractId,
      LifecycleStatus: 'Active',
    });
  });

  test('an invalid coupon is part of a preview, and an error of an order', async () => {
    const signup = new Signup();
    const { Order } = await signup.preview({ ...cart, couponCode: 'NOPE' }, customer);
    expect(Order.Coupon).toMatchObject({ ErrorCode: 'InvalidCouponCode' });
    await expect(signup.createOrder({ ...cart, couponCode: 'NOPE' }, customer)).rejects.toMatchObject({
      errorCode: ['InvalidCouponCode'],
    });
  });

  test('a declined card leaves the order payable', async () => {
    const payment = await ready();
    const signup = new Signup();
    const order = await signup.createOrder({ Cart: cart, Customer: customer });
    const declined = signup.paySignupInteractive(payment, card('4000000000009995'), order);
    await expect(declined).rejects.toMatchObject({ errorCode: ['InsufficientBalance'] });
    const { ContractId } = await signup.paySignupInteractive(payment, card(), order);
    expect(ContractId).toMatch(/^[0-9a-f]{24}$/);
  });

  test('an unknown plan is named', async () => {
    const failure = await new Signup()
      .createOrder({ PlanVariantId: 'b000000000000000000000ff' }, customer)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ClientLibError);
    expect((failure as ClientLibError).developerMessage).toContain('b000000000000000000000ff');
  });
});

describe('one order and one charge', () => {
  const charges = (): Promise<unknown[]> => rest('paymentTransactions?take=500');

  test.each(['signup/order', 'signup/pay'])('when the answer of %s is lost', async (path) => {
    const payment = await ready();
    loseAnswerOf = path;
    const result = await new Signup().subscribe(payment, cart, customer, card());
    expect(requests.filter((one) => one === path)).toHaveLength(2);
    expect(await orders()).toEqual([expect.objectContaining({ Id: result.OrderId })]);
    expect(await charges()).toHaveLength(1);
  });

  test('when the page calls twice with one key, and again later', async () => {
    const payment = await ready();
    const signup = new Signup();
    const subscribe = () =>
      signup.subscribe(payment, cart, customer, card(), { idempotencyKey: 'checkout-1' });
    const [one, other] = await Promise.all([subscribe(), subscribe()]);
    const later = await subscribe();
    expect(other).toEqual(one);
    expect(later).toEqual(one);
    expect(await orders()).toHaveLength(1);
    expect(await charges()).toHaveLength(1);
  });

  test('but two calls without a key are two orders (spec: Behaviour rules 2)', async () => {
    const payment = await ready();
    const signup = new Signup();
    await Promise.all([
      signup.subscribe(payment, cart, customer, card()),
      signup.subscribe(payment, cart, customer, card()),
    ]);
    expect(await orders()).toHaveLength(2);
  });

  test('a key that was used for another customer is rejected', async () => {
    const signup = new Signup();
    await signup.createOrder(cart, customer, { idempotencyKey: 'k' });
    const second = signup.createOrder(cart, { ...customer, FirstName: 'Eve' }, { idempotencyKey: 'k' });
    await expect(second).rejects.toMatchObject({ errorCode: ['InvalidData', 'IdempotencyConflict'] });
  });
});

describe('portal', () => {
  const signedUp = async (): Promise<Portal> => {
    const { ContractId } = await new Signup().subscribe(await ready(), cart, customer, card());
    return portalOf(ContractId);
  };

  test('contract, customer, plan, payment method and invoices', async () => {
    const portal = await signedUp();
    const details = await portal.contractDetails();
    expect(details.Customer).toMatchObject({ FirstName: 'Ada' });
    expect(details.Contract.PaymentBearer).toMatchObject({ Type: 'CreditCard', Last4: '1111' });
    expect(details.CurrentPlan?.PlanName).toBe('Basic');
    expect(details.RecentInvoices).toHaveLength(1);
    const [invoice] = details.RecentInvoices;
    const pdf = await sandbox.fetch(portal.invoicePdfDownloadUrl(invoice ?? ''));
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
  });

  test('a wrong token is a LoginError', async () => {
    await expect(new Portal('wrong').contractDetails()).rejects.toMatchObject({ errorCode: ['LoginError'] });
  });

  test('cancels', async () => {
    const portal = await signedUp();
    const { EndDateIfCancelledNow } = await portal.contractDetails();
    expect(await portal.contractCancel()).toMatchObject({ EndDate: EndDateIfCancelledNow });
  });

  test('revokes the cancellation, once', async () => {
    const portal = await signedUp();
    const { Contract: before } = await portal.contractDetails();
    await portal.contractCancel();
    const { Contract } = await portal.revokeCancellation();
    expect(Contract).not.toHaveProperty('EndDate');
    expect(Contract.Phases).toEqual(before.Phases);
    await expect(portal.revokeCancellation()).rejects.toMatchObject({
      errorCode: ['InvalidPreconditions'],
      status: 409,
    });
  });

  test('changes the customer: missing fields are unset', async () => {
    const portal = await signedUp();
    const changed = await portal.customerChange({
      firstName: 'Augusta',
      lastName: 'King',
      address: { country: 'DE' },
    });
    expect(changed).toMatchObject({ FirstName: 'Augusta', LastName: 'King' });
    expect(changed).toMatchObject({ EmailAddress: '' });
  });

  test('changes the payment method', async () => {
    const portal = await signedUp();
    await portal.paymentChange(await ready(), card('5555555555554444'));
    expect((await portal.contractDetails()).Contract.PaymentBearer).toMatchObject({ Last4: '4444' });
  });

  test('pays an upgrade, with the current method and with a new one', async () => {
    const portal = await signedUp();
    const { Contract } = await portal.contractDetails();
    const order = (PlanVariantId: string) =>
      rest<{ Id: string; TotalGross: number; Currency: string }>('orders', {
        method: 'POST',
        body: JSON.stringify({ ContractId: Contract.Id, Cart: { PlanVariantId } }),
      });
    const sync = await portal.upgradePaySync((await order('b00000000000000000000003')).Id);
    expect(Object.keys(sync).sort()).toEqual([
      'ContractId',
      'CustomerId',
      'GrossTotal',
      'OrderId',
      'OrderStatus',
    ]);
    const { Id, TotalGross, Currency } = await order(plan);
    const result = await portal.upgradePayInteractive(await ready(), card(), {
      OrderId: Id,
      GrossTotal: TotalGross,
      Currency,
    });
    expect(result).toMatchObject({ OrderId: Id, ContractId: Contract.Id });
  });
});

test('the calls of the library cause no warning of the service', async () => {
  sandbox.close();
  // Under strict, a warning is an error.
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', strict: true });
  const warnings: (string | null)[] = [];
  configure({
    fetch: async (request) => {
      const response = await sandbox.fetch(request);
      warnings.push(response.headers.get('X-Sandbox-Warnings'));
      return response;
    },
  });
  const payment = await ready();
  const signup = new Signup();
  await signup.preview({ ...cart, couponCode: 'welcome20' }, customer);
  const { ContractId } = await signup.subscribe(payment, cart, customer, card());
  const portal = await portalOf(ContractId);
  const { Contract, Customer } = await portal.contractDetails();
  expect(Contract.Id).toBe(ContractId);
  // A portal page sends back what it has read.
  await portal.customerChange({ ...Customer, FirstName: 'Augusta' });
  expect(await portal.paymentChange(payment, card('5555555555554444'))).toMatchObject({
    PaymentBearer: { Last4: '4444' },
  });
  expect(await portal.contractCancel()).toMatchObject({ EndDate: '2026-02-15T10:00:00.0000000Z' });
  expect(warnings.length).toBeGreaterThan(8);
  expect(warnings.filter((warning) => warning !== null)).toEqual([]);
});

test('an order needs none of the fields that the offer calls required: those are for the page to ask', async () => {
  const signup = new Signup();
  const { Fields } = await signup.offer('a00000000000000000000001');
  expect(Fields.filter(({ Required }) => Required).length).toBeGreaterThan(0);
  const empty = await signup.subscribe(await ready(), cart, {}, card());
  const other = await signup.subscribe(await ready(), cart, { EmailAddress: 'nonsense' }, card());
  expect([empty.OrderStatus, other.OrderStatus]).toEqual(['InProgress', 'InProgress']);
});

test('a custom field is refused until the account grants it, as docs/migration.md says', async () => {
  const order = () => new Signup().createOrder(cart, { ...customer, CustomFields: { size: 'M' } });
  await expect(order()).rejects.toMatchObject({ errorCode: ['InvalidData'] });
  sandbox.close();
  const SelfService = { CustomFields: { Customer: ['size'], Contract: ['source'], Order: ['campaign'] } };
  sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', config: { Account: { SelfService } } });
  expect((await order()).OrderStatus).toBe('InProgress');
});

test('the sample of the offer in docs/getting-started.md names plans, periods and taxes that there are', async () => {
  const { Products } = await new Signup().offer('a00000000000000000000001');
  const [variant] = Products.PlanVariants;
  const offered = Products.Plans.find(({ Id }) => Id === variant?.PlanId);
  const group = Products.PlanGroups.find(({ Id }) => Id === offered?.PlanGroupId);
  expect([variant?.FeePeriod, offered?.Name._c, group?.PriceTaxType]).toEqual([
    { Unit: 'Month', Quantity: 1 },
    'Basic',
    'Net',
  ]);
});
