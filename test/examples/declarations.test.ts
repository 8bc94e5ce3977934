import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBackend } from '../../examples/merchant-backend/server.mjs';
import { createServiceClient } from '../../examples/merchant-backend/service-client.mjs';

/* The back end of <clientlib-cancel> and <clientlib-withdraw>. */

let sandbox: StartedSandbox;
let shop: Awaited<ReturnType<typeof startBackend>>;
let rest: ReturnType<typeof createServiceClient>;
let order: { Id: string };
let contract: { Id: string; ReferenceCode: string };
let now = new Date('2026-01-16T10:00:00Z');

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'declarations' });
  shop = await startBackend({ port: 0, sandboxUrl: sandbox.url, now: () => now });
  rest = createServiceClient({
    serviceUrl: sandbox.url,
    clientId: 'c00000000000000000000001',
    clientSecret: 'sandbox-secret',
  });
  order = await rest('POST', '/orders', {
    Customer: {
      FirstName: 'Ada',
      LastName: 'Byron',
      EmailAddress: 'ada@shop.test',
      Address: { Country: 'DE' },
    },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  contract = await rest('POST', `/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  now = new Date('2026-01-16T10:00:00Z');
  await sandbox.sandbox.clock.advance('P1D');
});
afterEach(async () => {
  await shop.close();
  await sandbox.close();
});

const cancellation = () => ({
  Kind: 'Cancellation',
  Name: 'Ada Byron',
  EmailAddress: 'Ada@shop.test',
  Contract: contract.Id,
  IsExtraordinary: false,
  Locale: 'en',
});
const endDate = async () => (await rest('GET', `/contracts/${contract.Id}`)).EndDate ?? null;

async function declare(body: object): Promise<[status: number, body: unknown]> {
  const answer = await fetch(`${shop.url}/declarations`, { method: 'POST', body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
}
const received = [200, { ReceivedAt: '2026-01-16T10:00:00.000Z' }];

describe('a declaration', () => {
  it('to cancel ends the contract at the next possible date, and is receipted', async () => {
    expect(await declare(cancellation())).toEqual(received);
    expect(await endDate()).toBe('2026-02-15T10:00:00.0000000Z');
    expect(shop.backend.toReview).toEqual([]);
  });

  it.each([
    ['the order number', () => order.Id],
    ['the reference in mails', () => ` ${contract.ReferenceCode.toLowerCase()} `],
  ])('may name %s', async (_, number) => {
    await declare({ ...cancellation(), Contract: number() });
    expect(await endDate()).toBe('2026-02-15T10:00:00.0000000Z');
  });

  it.each([
    ['of another e-mail address', { EmailAddress: 'eve@shop.test' }],
    ['of an unknown contract', { Contract: 'f'.repeat(24) }],
    ['of a number that is no id', { Contract: '../customers' }],
    ['for good cause', { IsExtraordinary: true, Reason: 'It does not work.' }],
    ['to a date', { EndDate: '2026-05-31' }],
  ])('%s is receipted alike, changes nothing and is kept for a person', async (_, other) => {
    const declaration = { ...cancellation(), ...other };
    expect(await declare(declaration)).toEqual(received);
    expect(await endDate()).toBeNull();
    expect(shop.backend.toReview).toEqual([{ ...declaration, ReceivedAt: '2026-01-16T10:00:00.000Z' }]);
  });

  it('to withdraw ends the contract at once within 14 days; a person refunds', async () => {
    const declaration = { ...cancellation(), Kind: 'Withdrawal' };
    expect(await declare(declaration)).toEqual(received);
    expect(await endDate()).toBe('2026-01-16T10:00:00.0000000Z');
    expect(shop.backend.toReview).toHaveLength(1);
  });

  it('to withdraw after 14 days is left to a person', async () => {
    now = new Date('2026-01-29T10:00:01Z');
    const declaration = { ...cancellation(), Kind: 'Withdrawal' };
    expect(await declare(declaration)).toEqual([200, { ReceivedAt: '2026-01-29T10:00:01.000Z' }]);
    expect(await endDate()).toBeNull();
    expect(shop.backend.toReview).toHaveLength(1);
  });

  it.each([
    ['without a name', { Name: ' ' }],
    ['of another kind', { Kind: 'Complaint' }],
    ['with a novel', { Reason: 'x'.repeat(501) }],
  ])('%s is refused', async (_, other) => {
    expect(await declare({ ...cancellation(), ...other })).toEqual([
      422,
      { Message: 'The declaration is not complete.' },
    ]);
    expect(shop.backend.toReview).toEqual([]);
  });
});
