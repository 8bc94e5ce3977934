import { finalize, Payment, Portal, Signup } from 'clientlib';
import { describe, expect, test, vi } from 'vitest';
import type { MethodsAnswer } from '../../sdk/src/account/payment-methods.ts';
import {
  type Answer,
  card,
  cart,
  customer,
  fakeServiceForEachTest,
  json,
  order,
  paymentMethods,
  token,
} from './fake-service.ts';

const service = fakeServiceForEachTest();
const config = { publicApiKey: 'k', providerReturnUrl: 'https://shop.test/back' };
const signup = () => new Signup();
const portal = () => new Portal('token');
const invoice = { bearer: 'InvoicePayment' };

/** Each request of the library, the operation that makes it, and an answer that is right. */
const operations: readonly [route: string, call: () => Promise<unknown>, right: Record<string, unknown>][] = [
  ['GET paymentMethods', () => new Payment(config).ready, paymentMethods],
  [
    'POST signup/preview',
    () => signup().preview(cart, customer),
    { Order: { Currency: 'EUR', TotalGross: 1 } },
  ],
  [
    'GET signup/offer',
    () => signup().offer('a01'),
    { Countries: ['DE'], Fields: [], Products: { PlanVariants: [] } },
  ],
  ['POST signup/order', () => signup().createOrder(cart, customer), order],
  ['POST signup/pay', () => signup().paySignupInteractive(new Payment(config), invoice, order), order],
  ['POST Finalize', () => finalize(), { OrderId: order.OrderId }],
  ['GET contract', () => portal().contractDetails(), { Contract: {}, RecentInvoices: [] }],
  ['POST contract/cancel', () => portal().contractCancel(), { EndDate: '2027-01-01T00:00:00Z' }],
  ['POST contract/revokeCancellation', () => portal().revokeCancellation(), { Contract: {} }],
  ['PUT customer', () => portal().customerChange({}), { Id: 'c' }],
  ['POST payment/change', () => portal().paymentChange(new Payment(config), invoice), {}],
  ['POST upgrade/preview', () => portal().upgradePreview({}), { Order: { Currency: 'EUR', TotalGross: 1 } }],
  ['POST upgrade/order', () => portal().upgradeOrder({}), order],
  ['POST upgrade/paySync', () => portal().upgradePaySync('o'), order],
  ['POST upgrade/pay', () => portal().upgradePayInteractive(new Payment(config), invoice, order), order],
];

const location = new URL('https://shop.test/?transactionId=1&secret=2');
const unexpected = expect.objectContaining({
  errorCode: ['ServerError', 'UnexpectedAnswer'],
  retryable: false,
});

describe.each(operations)('%s', (route, call, right) => {
  const outcome = async (answer: Answer): Promise<unknown> => {
    vi.stubGlobal('location', location);
    service.current.on(route, answer);
    return call().then(
      () => 'success',
      (error: unknown) => error,
    );
  };

  test('accepts valid responses', async () => expect(await outcome(right)).toBe('success'));

  test.each([null, 7, 'x', true, [], [{}]])('%j is an UnexpectedAnswer, never success', async (answer) => {
    expect(await outcome(json(answer))).toEqual(unexpected);
  });

  test('each promised field must be present and valid', async () => {
    for (const field of Object.keys(right)) {
      if (['ContractId', 'CustomerId'].includes(field) || route === 'POST Finalize') continue;
      if (field === 'Currency' && route.endsWith('paySync')) continue;
      // The payment form names the shop where the service does not name the merchant.
      const absent = field === 'Creditor' ? 'success' : unexpected;
      for (const wrong of [null, {}, [], '', 7].filter((value) => typeof value !== typeof right[field])) {
        expect(await outcome({ ...right, [field]: wrong }), `${field}: ${JSON.stringify(wrong)}`).toEqual(
          wrong === null ? absent : unexpected,
        );
      }
      const { [field]: _, ...rest } = right;
      expect(await outcome(rest), field).toEqual(absent);
    }
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', 'blob:https://x', 7, {}, ''])(
  'a Url that is no web address is never handed to the page: %j',
  async (Url) => {
    vi.stubGlobal('location', location);
    for (const [route, call] of operations) {
      if (!/pay$|order$|change$|Finalize/.test(route)) continue;
      service.current.on(route, { ...order, Url });
      await expect(call(), route).rejects.toEqual(unexpected);
    }
  },
);

test.each([null, 7, 'x', {}, { Token: 7 }, { Token: 't', Challenge: { Url: 'javascript:x' } }])(
  'a provider that answers %j',
  async (answer) => {
    service.current.on(`POST ${token}`, json(answer));
    await expect(signup().paySignupInteractive(new Payment(config), card, order)).rejects.toMatchObject({
      errorCode: ['PspServerError', 'UnexpectedAnswer'],
    });
  },
);

test('a Url of null is omitted', async () => {
  service.current.on('POST signup/order', { ...order, Url: null });
  expect(await signup().createOrder(cart, customer)).toEqual({ ...order, Url: null });
});

type OptionalNames<T> = { [Name in keyof T]-?: undefined extends T[Name] ? Name : never }[keyof T];

/** A wrong value of each field that an account may lack; the compiler reports one that is missing. */
const optionalFields: { readonly [name in OptionalNames<MethodsAnswer>]: unknown } = {
  Creditor: 7,
  CreditorAddress: 7,
  CreditorId: {},
  Sentences: { Rejected: 7 },
};

test.each(Object.entries(optionalFields))('%s may be missing, but not be %j', async (name, wrong) => {
  for (const value of [undefined, null]) {
    service.current.on('GET paymentMethods', { ...paymentMethods, [name]: value });
    await new Payment(config).ready;
  }
  service.current.on('GET paymentMethods', { ...paymentMethods, [name]: wrong });
  await expect(new Payment(config).ready).rejects.toEqual(unexpected);
});

test('a flow that leads to no web address', async () => {
  const Flows = { InvoicePayment: { Kind: 'Direct', Data: 'None', Url: 'javascript:alert(1)' } };
  service.current.on('GET paymentMethods', { ...paymentMethods, Flows });
  await expect(new Payment(config).ready).rejects.toEqual(unexpected);
});

test('invalid bearers', async () => {
  service.current.on('GET paymentMethods', { ...paymentMethods, Bearers: ['InvoicePayment', 7] });
  await expect(new Payment(config).ready).rejects.toEqual(unexpected);
});

test('invalid flows', async () => {
  service.current.on('GET paymentMethods', { ...paymentMethods, Flows: { InvoicePayment: 7 } });
  await expect(new Payment(config).ready).rejects.toEqual(unexpected);
});

describe('warnings of a sandbox', () => {
  test('reach the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const warnings = { 'X-Sandbox-Warnings': 'unknown property Cart.Cupon, meant CouponCode?' };
    service.current.on('POST signup/order', json(order, 200, warnings));
    await signup().createOrder(cart, customer);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'ClientLib: https://service.test/api/v1/CustomerSelfService/signup/order: unknown property Cart.Cupon, meant CouponCode?',
    );
  });
});

describe('the error envelope', () => {
  test('Details is a text for customers; anything else is ignored', async () => {
    const envelope = (Details: unknown) => json({ Error: { Code: 'Rejected', Message: 'no', Details } });
    service.current.on('POST signup/order', envelope('Your card was declined.'));
    await expect(signup().createOrder(cart, customer)).rejects.toMatchObject({
      details: 'Your card was declined.',
      referenceUrl: '',
    });
    for (const Details of [undefined, null, [], {}]) {
      service.current.on('POST signup/order', envelope(Details));
      await expect(signup().createOrder(cart, customer)).rejects.toMatchObject({ details: '' });
    }
  });
});
