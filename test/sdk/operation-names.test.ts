import { createElement, finalize, Payment, Portal, Signup } from 'clientlib';
import { expect, test, vi } from 'vitest';
import { fakeServiceForEachTest } from './fake-service.ts';

const service = fakeServiceForEachTest();
// biome-ignore lint/suspicious/noExplicitAny: these calls are wrong on purpose.
const [portal, signup]: any[] = [new Portal('token'), new Signup()];
// biome-ignore lint/suspicious/noExplicitAny: as above
const payment: any = Object.create(Payment.prototype);

const loading = (...args: unknown[]) => new (Payment as new (...args: unknown[]) => Payment)(...args).ready;

test.each<[string, string, (...args: never[]) => Promise<unknown>]>([
  ['Payment(paymentConfig)', 'paymentConfig', loading],
  ['processPaymentData(secretPaymentData)', 'secretPaymentData', (...a) => payment.processPaymentData(...a)],
  ['preview(cart, customerData)', 'cart', (...a) => signup.preview(...a)],
  ['createOrder(cart, customerData)', 'cart', (...a) => signup.createOrder(...a)],
  ['subscribe(payment, cart, customerData, secretPaymentData)', 'payment', (...a) => signup.subscribe(...a)],
  [
    'paySignupInteractive(payment, secretPaymentData, order)',
    'payment',
    (...a) => signup.paySignupInteractive(...a),
  ],
  ['customerChange(customerData)', 'customerData', (...a) => portal.customerChange(...a)],
  ['paymentChange(payment, secretPaymentData)', 'payment', (...a) => portal.paymentChange(...a)],
  ['offer(publicApiKey)', 'publicApiKey', (...a) => signup.offer(...a)],
  ['upgradePreview(cart)', 'cart', (...a) => portal.upgradePreview(...a)],
  ['upgradeOrder(cart)', 'cart', (...a) => portal.upgradeOrder(...a)],
  ['upgradePaySync(orderId)', 'orderId', (...a) => portal.upgradePaySync(...a)],
  [
    'upgradePayInteractive(payment, secretPaymentData, order)',
    'payment',
    (...a) => portal.upgradePayInteractive(...a),
  ],
])(
  'a call of %s that starts with a callback reports that %s is missing',
  async (signature, missing, call) => {
    const error = vi.fn();
    await expect(call(...([() => {}, error] as never[]))).rejects.toMatchObject({
      errorCode: ['InvalidData'],
      developerMessage: `${signature}, argument 1: expected ${missing}, got function.`,
    });
    expect(error).toHaveBeenCalledOnce();
    expect(service.current.received).toEqual([]);
  },
);

test.each<[string, (...args: never[]) => Promise<unknown>]>([
  ['contractDetails()', (...a) => portal.contractDetails(...a)],
  ['contractCancel()', (...a) => portal.contractCancel(...a)],
  ['revokeCancellation()', (...a) => portal.revokeCancellation(...a)],
  ['finalize()', (...a) => finalize(...(a as []))],
  ['createOrder(selfServiceOrder)', (...a) => signup.createOrder({ Cart: {} }, ...a)],
])('a call of %s with an invalid callback reports the signature', async (signature, call) => {
  await expect(call('yes' as never)).rejects.toMatchObject({
    errorCode: ['InvalidData'],
    developerMessage: `${signature}: expected then success, error, options.`,
  });
  expect(service.current.received).toEqual([]);
});

const place = { append: () => {} };
const embed = (publicApiKey: unknown) =>
  createElement('paymentForm', place as never, { publicApiKey } as never, null, () => {}).ready;

const form = { process: () => {} };
const plan = { PlanVariantId: 'b01' };

test.each<[string, string, (wrong: unknown) => Promise<unknown>]>([
  ['Payment', 'paymentConfig', loading],
  ['processPaymentData', 'secretPaymentData', (data) => payment.processPaymentData(data)],
  ['preview', 'cart', (cart) => signup.preview(cart, {})],
  ['preview', 'customerData', (customer) => signup.preview(plan, customer)],
  ['createOrder', 'cart', (cart) => signup.createOrder(cart, {})],
  ['createOrder', 'customerData', (customer) => signup.createOrder(plan, customer)],
  ['subscribe', 'cart', (cart) => signup.subscribe(form, cart, {}, {})],
  ['subscribe', 'customerData', (customer) => signup.subscribe(form, plan, customer, {})],
  ['paySignupInteractive', 'order', (order) => signup.paySignupInteractive(form, {}, order)],
  ['customerChange', 'customerData', (customer) => portal.customerChange(customer)],
  ['upgradePreview', 'cart', (cart) => portal.upgradePreview(cart)],
  ['upgradeOrder', 'cart', (cart) => portal.upgradeOrder(cart)],
  ['upgradePayInteractive', 'order', (order) => portal.upgradePayInteractive(form, {}, order)],
  [
    'createElement',
    'config',
    (config) => createElement('paymentForm', place as never, config as never, null, () => {}).ready,
  ],
])('%s with a %s that is no object fails with InvalidData, and sends nothing', async (_, field, call) => {
  for (const wrong of [null, 'x', 7, true, [], [{}]])
    await expect(call(wrong)).rejects.toMatchObject({ errorCode: ['InvalidData'], field });
  expect(service.current.received).toEqual([]);
});

test.each<[string, string, (key: never) => Promise<unknown>]>([
  ['Payment', 'paymentConfig.publicApiKey', (publicApiKey) => loading({ publicApiKey })],
  ['createElement', 'config.publicApiKey', embed],
  ['offer', 'publicApiKey', (key) => signup.offer(key)],
])('%s without a key fails with InvalidKey, and sends nothing', async (_, field, call) => {
  for (const key of [undefined, null, '', ' ', {}])
    await expect(call(key as never)).rejects.toMatchObject({ errorCode: ['InvalidKey'], field });
  expect(service.current.received).toEqual([]);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['Payment', 'paymentConfig.publicApiKey: expected a key, got { apiKey }.', () => loading({ apiKey: 'k' })],
  [
    'createOrder',
    'cart.PlanVariantId: expected an id, got { Plan }.',
    () => signup.createOrder({ Plan: 'b' }, {}),
  ],
  [
    'paySignupInteractive',
    'order.OrderId: expected an id, got { Order, Currency }.',
    () => signup.paySignupInteractive(form, {}, { Order: 'f', Currency: 'EUR' }),
  ],
])('%s says which names came in place of the one that is missing', async (_, developerMessage, call) => {
  await expect(call()).rejects.toMatchObject({ developerMessage });
});

test.each<[string, (own: object) => Promise<unknown>]>([
  ['offer', (own) => new Signup(own).offer('k/1 &x=2')],
  ['Payment', (own) => loading({ publicApiKey: 'k/1 &x=2', ...own })],
])('%s asks for the whole key, whatever is in it', async (_, call) => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    asked.push(url);
    return Response.json({});
  };
  await call({ baseUrl: 'https://own.test', fetch }).catch(() => {});
  expect(asked.map((url) => [...new URL(url).searchParams])).toEqual([[['publicApiKey', 'k/1 &x=2']]]);
});
