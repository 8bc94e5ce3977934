import { Payment, Portal, Signup } from 'clientlib';
import { expect, test } from 'vitest';
import { card, cart, customer, fakeServiceForEachTest, json, order, paymentMethods } from './fake-service.ts';

const service = fakeServiceForEachTest();
const secret = { bearer: 'InvoicePayment' };

interface Instances {
  readonly payment: Payment;
  readonly signup: Signup;
  readonly portal: Portal;
}

/** A call of each operation. */
const calls: { readonly [operation: string]: (one: Instances) => Promise<unknown> } = {
  processPaymentData: ({ payment }) => payment.processPaymentData(card),
  offer: ({ signup }) => signup.offer('k'),
  preview: ({ signup }) => signup.preview(cart, customer),
  createOrder: ({ signup }) => signup.createOrder(cart, customer),
  subscribe: ({ signup, payment }) => signup.subscribe(payment, cart, customer, secret),
  paySignupInteractive: ({ signup, payment }) => signup.paySignupInteractive(payment, secret, order),
  contractDetails: ({ portal }) => portal.contractDetails(),
  contractCancel: ({ portal }) => portal.contractCancel(),
  revokeCancellation: ({ portal }) => portal.revokeCancellation(),
  customerChange: ({ portal }) => portal.customerChange(customer),
  paymentChange: ({ portal, payment }) => portal.paymentChange(payment, secret),
  upgradePreview: ({ portal }) => portal.upgradePreview(cart),
  upgradeOrder: ({ portal }) => portal.upgradeOrder(cart),
  upgradePaySync: ({ portal }) => portal.upgradePaySync(order.OrderId),
  upgradePayInteractive: ({ portal, payment }) => portal.upgradePayInteractive(payment, secret, order),
};
const withoutService = ['getAvailablePaymentMethods', 'getAvailablePaymentMethodEnum', 'environment'];
withoutService.push('constructor', 'prepare', 'process', 'abort', 'validateVatId', 'invoicePdfDownloadUrl');

const operations = [Payment, Signup, Portal].flatMap(({ prototype }) =>
  Object.getOwnPropertyNames(prototype).filter(
    (name) => !name.startsWith('_') && !withoutService.includes(name),
  ),
);

test.each<[string, (own: object) => Promise<unknown>]>([
  ['Payment', async (own) => new Payment({ publicApiKey: 'k', ...own }).ready],
  ['Signup', async (own) => new Signup(own).offer('k')],
])('%s reads settings of its own as `configure` does', async (_, call) => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    asked.push(url);
    return json({}, 404);
  };
  await call({ BASEURL: 'https://own.test/w/', Fetch: fetch }).catch(() => {});
  expect(asked.map((url) => url.replace(/[?].*/, ''))).toEqual([
    expect.stringMatching(/^https:\/\/own\.test\/w\/api\/v1\/CustomerSelfService\/\w/),
  ]);
  for (const wrong of [{ baseUrl: 'ftp://own.test' }, { timeoutMs: 0 }])
    await expect(call(wrong)).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration'],
      field: Object.keys(wrong)[0],
    });
});

test('the address of an invoice is that of the service, or of its pages, of the instance', () => {
  const url = (own: object) => new Portal('t', own).invoicePdfDownloadUrl('e01');
  expect(url({ baseUrl: 'https://own.test/' })).toMatch(/^https:\/\/own\.test\/api\/v1\//);
  expect(url({ baseUrl: 'https://own.test', pagesUrl: '/pages' })).toMatch(/^\/pages\/api\/v1\//);
});

test.each(operations)('%s of an instance with settings of its own asks that service alone', async (name) => {
  const asked: string[] = [];
  const fetch = async ({ url }: Request): Promise<Response> => {
    asked.push(url);
    if (url.includes('paymentMethods')) return json(paymentMethods);
    return url.includes('signup/order') ? json(order) : json({}, 404);
  };
  // As it is copied from the bar of a browser.
  const own = { baseUrl: 'https://own.test/', fetch };
  const payment = new Payment({ publicApiKey: 'k', ...own });
  await payment.ready;
  const loaded = asked.length;
  const one = { payment, signup: new Signup(own), portal: new Portal('t', own) };
  // Where it is sent counts, and not what comes of it.
  await calls[name]?.(one).catch(() => {});
  expect(asked.length - loaded).toBe(name === 'subscribe' ? 2 : 1);
  expect(service.current.received).toEqual([]);
});
