import { ClientLibError, type OrderResult, type Signup } from 'clientlib';
import { afterEach, expect, it, vi } from 'vitest';
import type { Kept } from '../../../sdk/src/drop-in/kept-in-tab.ts';
import { Checkout, type Purchase } from '../../../sdk/src/drop-in/signup/checkout.ts';
import { cart, customer, order } from '../fake-service.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const error = (code: string, facts: object = {}) => new ClientLibError([code as 'Rejected'], code, facts);

/** The keys of two payments of one form, the first of which ends so. */
async function keysAfter(end: OrderResult | ClientLibError): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  const signup = {
    createOrder: async () => order,
    paySignupInteractive: async (...[, , , options]: [null, object, object, { idempotencyKey: string }]) => {
      keys.push(options.idempotencyKey);
      if (end instanceof ClientLibError && keys.length === 1) throw end;
      return keys.length === 1 ? end : order;
    },
  };
  const kept: Kept<Purchase> = { value: undefined };
  const checkout = new Checkout(signup as unknown as Signup, kept);
  const pay = async () => checkout.pay(await checkout.order(cart, customer), [null, {} as never]);
  await pay().catch(() => {});
  await pay();
  return keys;
}

it.each([
  ['the customer is sent to a provider', 'another', { ...order, Url: 'https://provider.test/pay' }],
  ['the provider declines', 'another', error('Rejected', { order, status: 200 })],
  ['the data is wrong', 'another', error('InvalidData', { status: 422 })],
  [
    'the provider cannot be reached, and nothing was sent',
    'another',
    error('PspServerError', { status: 503 }),
  ],
  ["the provider's bank cannot be reached", 'another', error('AcquirerServerError', { status: 503 })],
  ['the order has expired', 'another', error('InvalidPreconditions', { status: 409 })],
  ['the answer is lost, and it may be paid', 'the same', error('Timeout')],
] as const)('where %s, the next attempt has %s key', async (_where, which, end) => {
  // A phone that tests a shop by plain HTTP has no `crypto.randomUUID`.
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  const [first, second] = await keysAfter(end as OrderResult);
  expect(second === first ? 'the same' : 'another').toBe(which);
});

/** A checkout whose payments and orders end so, one after the other, and what it keeps. */
function checkoutOf(...ends: (object | ClientLibError)[]) {
  const asked: { body: unknown; key: string | undefined }[] = [];
  const end = async (body: unknown, key: string | undefined) => {
    asked.push({ body, key });
    const next = ends.shift() ?? order;
    if (next instanceof ClientLibError) throw next;
    return next;
  };
  const signup = {
    createOrder: (body: object, { idempotencyKey }: { idempotencyKey: string }) => end(body, idempotencyKey),
    paySignupInteractive: (...args: [unknown, unknown, object, { idempotencyKey: string }]) =>
      end(args.slice(0, 3), args[3].idempotencyKey),
  };
  const kept: Kept<Purchase> = { value: undefined };
  return { checkout: new Checkout(signup as unknown as Signup, kept), kept, asked };
}
const form = {} as never;
const refused = { ...order, OrderStatus: 'PaymentFailed' };

it.each([
  ['paid', { ...order, OrderStatus: 'PaymentPending' }, undefined],
  ['on the way to a provider', { ...order, Url: 'https://provider.test/pay' }, { isUnsure: true, order }],
  ['paid already', error('AlreadyExecuted'), undefined],
  ['over', error('NotFound', { status: 404 }), undefined],
  ['declined', error('Rejected', { order: refused, status: 200 }), { isUnsure: false, order }],
  ['not sent', error('PspServerError', { status: 503 }), { order }],
  ['not sent on', error('AcquirerServerError', { status: 503 }), { order }],
  ['wrong', error('InvalidData', { status: 422 }), { order }],
  ['unknown', error('Timeout'), { isUnsure: true, order }],
] as const)('of an order that is %s, the tab keeps what the next attempt needs', async (_, end, expected) => {
  const { checkout, kept } = checkoutOf(order, end);
  await checkout
    .pay(await checkout.order(cart, customer, { bought: { plan: 'Pro' } }), [null, form])
    .catch(() => {});
  if (expected === undefined) expect(kept.value).toBeUndefined();
  else expect(kept.value).toMatchObject({ wanted: JSON.stringify([cart, customer]), ...expected });
  expect(checkout.isBound).toBe((expected as Purchase | undefined)?.isUnsure === true);
  // What was bought stays for the thanks.
  if (expected === undefined) expect(checkout.more).toEqual({ bought: { plan: 'Pro' } });
});

it('an attempt that was no payment leaves what was unsure before unsure', async () => {
  const { checkout } = checkoutOf(order, error('Timeout'), error('InvalidData', { status: 422 }));
  for (let attempt = 0; attempt < 2; attempt++)
    await checkout.pay(await checkout.order(cart, customer), [null, form]).catch(() => {});
  expect(checkout.isBound).toBe(true);
  checkout.settle();
  expect([checkout.isBound, checkout.purchase?.order]).toEqual([false, order]);
});

it('an order that is paid already is one whose payment is pending', async () => {
  const { checkout } = checkoutOf(order, error('AlreadyExecuted'));
  const paid = await checkout.pay(await checkout.order(cart, customer), [null, form]);
  expect(paid).toEqual({ ...order, OrderStatus: 'PaymentPending' });
});

it.each([
  ['that is paid then', { ...order, OrderStatus: 'PaymentPending' }, 'Invoice'],
  ['that was paid before', error('AlreadyExecuted'), 'Card'],
])('the thanks name the way to pay of an order %s', async (_, end, method) => {
  const { checkout } = checkoutOf(order, error('Rejected', { order: refused, status: 200 }), end);
  const more = { bought: { plan: 'Pro', method: 'Card' } };
  const pay = async (way: string) =>
    checkout.pay(await checkout.order(cart, customer, more), [null, form], way);
  await pay('Card').catch(() => {});
  await pay('Invoice');
  expect(checkout.more.bought).toEqual({ plan: 'Pro', method });
});

it('an order is paid by the form, or without one by a payment and its data', async () => {
  const { checkout, asked } = checkoutOf();
  await checkout.pay(order, [null, form]);
  const payment = { publicApiKey: 'k' } as never;
  const data = { bearer: 'None:None' };
  await checkout.pay(order, [payment, data]);
  expect(asked.map(({ body }) => body)).toEqual([
    [null, form, order],
    [payment, data, order],
  ]);
});

it('an order is made once for a cart and a customer, with the consent; for others it is another one', async () => {
  const { checkout, asked } = checkoutOf();
  const consent = { Text: 'Yes.', GivenAt: '2026-01-15T10:00:00Z' };
  await checkout.order(cart, customer, { consent });
  expect(await checkout.order(cart, customer)).toEqual(order);
  await checkout.order({ ...cart, CouponCode: 'X' }, customer);
  await checkout.order({ ...cart, CouponCode: 'X' }, { ...customer, LastName: 'King' });
  expect(asked.map(({ body }) => body)).toEqual([
    { Cart: cart, Customer: customer, Consent: consent },
    { Cart: { ...cart, CouponCode: 'X' }, Customer: customer, Consent: undefined },
    { Cart: { ...cart, CouponCode: 'X' }, Customer: { ...customer, LastName: 'King' }, Consent: undefined },
  ]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
});

it.each([
  ['is lost', error('Timeout'), 'the same'],
  ['refuses', error('InvalidData', { status: 422 }), 'another'],
] as const)('where the answer to an order %s, the next try has %s key', async (_, end, which) => {
  const { checkout, asked } = checkoutOf(end);
  await checkout.order(cart, customer).catch(() => {});
  await checkout.order(cart, customer);
  const [first, second] = asked.map(({ key }) => key);
  expect(second === first ? 'the same' : 'another').toBe(which);
});

it('an order that is forgotten is made anew, with another key for its payment', async () => {
  const { checkout, asked, kept } = checkoutOf(order, error('Timeout'));
  await checkout.pay(await checkout.order(cart, customer), [null, form]).catch(() => {});
  checkout.forget();
  expect([kept.value, checkout.isBound]).toEqual([undefined, false]);
  await checkout.pay(await checkout.order(cart, customer), [null, form]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(4);
});
