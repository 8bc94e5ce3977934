import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { Service } from '../sandbox/service/simulation/service.ts';

/** A merchant that is told of everything by webhooks. */
function startMerchant() {
  const secret = `whsec_${btoa('0123456789abcdef01234567')}`;
  const told: { readonly [field: string]: unknown }[] = [];
  const service = new Service({
    webhooks: [{ Url: 'https://merchant.test/webhooks', Secret: secret }],
    deliver: async (request) => {
      const headers = Object.fromEntries(request.headers);
      told.push(new Webhook(secret).verify(await request.text(), headers) as (typeof told)[number]);
      return new Response(null, { status: 204 });
    },
  });
  const toldOf = (event: string) => told.filter(({ Event }) => Event === event);
  return { service, toldOf };
}

it("spec: Events 1, What the service does 7, customerData Tag — a signup's webhook carries the customer's Tag", async () => {
  const { service, toldOf } = startMerchant();
  const orderId = await service.order(undefined, { Tag: 'user-42' });
  await service.sandbox.settle();
  expect(toldOf('OrderSucceeded')).toEqual([]);
  const { body } = await service.pay(orderId, await service.byCard('4111111111111111'));
  await service.sandbox.settle();
  const ids = { ContractId: body.ContractId, CustomerId: body.CustomerId, Tag: 'user-42' };
  expect(toldOf('OrderSucceeded')).toMatchObject([{ OrderId: orderId, ...ids }]);
  expect(toldOf('ContractCreated')).toMatchObject([ids]);
  expect(toldOf('CustomerCreated')).toMatchObject([{ CustomerId: body.CustomerId, Tag: 'user-42' }]);
});

it('spec: Behaviour rules 10 — success is learned from webhooks even where finalize never runs', async () => {
  const { service, toldOf } = startMerchant();
  const orderId = await service.order(undefined, { Tag: 'user-42' });
  const { body } = await service.pay(orderId, { Bearer: 'Lima' });
  expect(new URL(body.Url).pathname).toMatch(/^\/providers\/Lima\/checkout\//);
  await service.visit(body.Url, {});
  // The customer closes the browser here: nobody calls finalize.
  await service.sandbox.settle();
  await service.sandbox.clock.advance('P1D');
  expect(toldOf('OrderSucceeded')).toMatchObject([{ OrderId: orderId, Tag: 'user-42' }]);
});

it('spec: Events 2 — kinds, payload, delivery, retries and signing are those of docs/webhooks.md', async () => {
  const { service, toldOf } = startMerchant();
  const { body } = await service.call('POST', '/sandbox/events', { Event: 'PaymentFailed' });
  await service.call('POST', '/sandbox/deliveries/settle');
  const { Id, At, ...payload } = body;
  expect(toldOf('PaymentFailed')).toEqual([payload]);
});
