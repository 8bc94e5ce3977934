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

test.each<[string, string, (key: never) => Promise<unknown>]>([
  ['Payment', 'paymentConfig.publicApiKey', (publicApiKey) => loading({ publicApiKey })],
  ['createElement', 'config.publicApiKey', embed],
  ['offer', 'publicApiKey', (key) => signup.offer(key)],
])('%s without a key fails with InvalidKey, and sends nothing', async (_, field, call) => {
  for (const key of [undefined, null, '', ' ', {}])
    await expect(call(key as never)).rejects.toMatchObject({ errorCode: ['InvalidKey'], field });
  expect(service.current.received).toEqual([]);
});
