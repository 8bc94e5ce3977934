import { hc } from 'hono/client';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { client as credentials, newSandbox } from './service.ts';

const PlanVariantId = 'b00000000000000000000001';

async function signedIn(sandbox: Sandbox) {
  const granted = await sandbox.client.oauth.token.$post(
    { form: { grant_type: 'client_credentials' } },
    { headers: { Authorization: `Basic ${btoa(`${credentials.id}:${credentials.secret}`)}` } },
  );
  if (!granted.ok) throw new Error((await granted.json()).Message);
  return { headers: { Authorization: `Bearer ${(await granted.json()).access_token}` } };
}

describe('sandbox.client', () => {
  it('signs a customer up: forms, JSON, parameters and queries, each with its type', async () => {
    const sandbox = newSandbox();
    const { v1 } = sandbox.client.api;
    const backEnd = await signedIn(sandbox);
    const ordered = await v1.orders.$post(
      { json: { Customer: { FirstName: 'Ada', LastName: 'Lovelace' }, Cart: { PlanVariantId } } },
      backEnd,
    );
    if (!ordered.ok) throw new Error((await ordered.json()).Message);
    const order = await ordered.json();
    expectTypeOf(order.TotalGross).toEqualTypeOf<number>();
    expectTypeOf(order.Status).toExtend<string>();
    expect(order).toMatchObject({ Status: 'InProgress', TotalGross: 11.78 });

    const committed = await v1.orders[':id'].commit.$post(
      { param: { id: order.Id }, json: { PaymentMethod: 'InvoicePayment' } },
      backEnd,
    );
    if (!committed.ok) throw new Error((await committed.json()).Message);
    const { Id, CustomerId } = await committed.json();

    const listed = await v1.contracts.$get({ query: { customerId: CustomerId, take: 5 } }, backEnd);
    if (!listed.ok) throw new Error((await listed.json()).Message);
    expect((await listed.json()).map((contract) => contract.Id)).toEqual([Id]);

    const removed = await v1.contracts[':id'].$delete({ param: { id: Id } }, backEnd);
    expectTypeOf(removed.status).toExtend<number>();
    if (removed.ok) throw new Error('A contract with an invoice was deleted.');
    expect([removed.status, (await removed.json()).Code]).toEqual([409, 'InvalidPreconditions']);
  });

  it('returns refusals with their code, and moves the clock', async () => {
    const { client, clock } = newSandbox();
    const refused = await client.api.v1.customers.$get();
    if (refused.ok) throw new Error('Customers were listed without a token.');
    expect([refused.status, (await refused.json()).Code]).toEqual([401, 'LoginError']);
    const moved = await client.sandbox.clock.$post({ json: { Advance: 'P1M' } });
    if (!moved.ok) throw new Error((await moved.json()).Message);
    expect([(await moved.json()).Now, clock.now().toISOString()]).toEqual([
      '2026-02-15T10:00:00.0000000Z',
      '2026-02-15T10:00:00.000Z',
    ]);
  });

  it('can be created for a sandbox elsewhere by the type of its app', async () => {
    const sandbox = newSandbox();
    const { headers } = await signedIn(sandbox);
    const remote = hc<Sandbox['app']>('http://sandbox/w/checkout', { fetch: sandbox.fetch, headers });
    const health = await remote.sandbox.health.$get();
    expect(health.status).toBe(200);
    expect(sandbox.workspaces()).toEqual(['checkout']);
  });

  it('knows the path below which a sandbox is mounted', () => {
    const { client } = newSandbox({ basePath: '/billing' });
    const { pathname } = client.api.v1.orders[':id'].$url({ param: { id: 'o1' } });
    expect(pathname).toBe('/billing/api/v1/orders/o1');
  });

  it('sends no body where none is needed', async () => {
    const { client } = newSandbox();
    const receipt = await client.sandbox.stores[':type'].receipts.$post({ param: { type: 'AppleIap' } });
    expect(receipt.status).toBe(200);
    const other = { param: { type: 'AppleIap' }, json: { ProductIds: ['com.merchant.apple.monthly'] } };
    expect((await client.sandbox.stores[':type'].receipts.$post(other)).status).toBe(200);
  });

  it('does not compile with a path, a method or a field that the service does not know', () => {
    const { client } = newSandbox();
    const { v1 } = client.api;
    const wrong = [
      // @ts-expect-error there is no such path
      () => v1.contract.$get(),
      // @ts-expect-error invoices cannot be deleted
      () => v1.invoices[':id'].$delete({ param: { id: '' } }),
      // @ts-expect-error an id is missing
      () => v1.invoices[':id'].$get({}),
      // @ts-expect-error a quantity is a number
      () => v1.orders.$post({ json: { Cart: { PlanVariantId, Quantity: 'many' } } }),
      // @ts-expect-error a body is missing
      () => v1.orders.$post({}),
      // @ts-expect-error there is no such status
      () => v1.contracts.$get({ query: { lifecycleStatus: 'Asleep' } }),
    ];
    expect(wrong).toHaveLength(6);
  });
});
