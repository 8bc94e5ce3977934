import { ClientLibError, type OrderResult, type Signup } from 'clientlib';
import { expect, it } from 'vitest';
import type { Kept } from '../../../sdk/src/drop-in/kept.ts';
import { Checkout, type Purchase } from '../../../sdk/src/drop-in/signup/checkout.ts';
import { cart, customer, order } from '../fake-service.ts';

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
  ['the order has expired', 'another', error('InvalidPreconditions', { status: 409 })],
  ['the answer is lost, and it may be paid', 'the same', error('Timeout')],
] as const)('where %s, the next attempt has %s key', async (_where, which, end) => {
  const [first, second] = await keysAfter(end as OrderResult);
  expect(second === first ? 'the same' : 'another').toBe(which);
});
