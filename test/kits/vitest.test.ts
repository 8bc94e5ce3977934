import { configure, Portal, Signup } from 'clientlib';
import { test } from 'clientlib-sandbox/vitest';
import { describe, expect } from 'vitest';

const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };

describe('the kit for Vitest', () => {
  const at = test.extend({ sandboxOptions: { clock: '2026-01-15T10:00:00Z', seed: 'kit' } });

  at('signs up, waits for webhooks and lets a month pass', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    const created = sandbox.webhooks.next('ContractCreated');
    const order = await new Signup().createOrder(cart, customer);
    await sandbox.rest('POST', `/orders/${order.OrderId}/commit`, { PaymentMethod: 'InvoicePayment' });
    const { ContractId } = (await created) as { ContractId?: string };
    await sandbox.webhooks.next('InvoiceCreated');
    await sandbox.clock.advance('P1M');
    await sandbox.webhooks.next('InvoiceCreated');
    const { Token } = await sandbox.rest<{ Token: string }>(
      'GET',
      `/contracts/${ContractId}/selfServiceToken`,
    );
    const { RecentInvoices } = await new Portal(Token).contractDetails();
    expect(RecentInvoices).toHaveLength(2);
    expect(sandbox.webhooks.all().map(({ Event }) => Event)).toContain('OrderSucceeded');
  });

  at('has nothing of the test before', async ({ sandbox }) => {
    expect(await sandbox.rest('GET', '/contracts')).toEqual([]);
    expect(sandbox.webhooks.all()).toEqual([]);
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T10:00:00.000Z');
  });

  at('sets faults', async ({ sandbox }) => {
    configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
    sandbox.faults.add({ Path: '*/signup/order', Times: 1, Fault: { DropResponse: true } });
    await new Signup().createOrder(cart, customer);
    expect(await sandbox.rest('GET', '/orders')).toHaveLength(1);
  });

  at(
    'says which webhooks there were when one does not come, and why a call was refused',
    async ({ sandbox }) => {
      await sandbox.rest('POST', '/customers', customer);
      await expect(sandbox.webhooks.next('OrderSucceeded', { timeoutMs: 1 })).rejects.toThrow(
        'No webhook OrderSucceeded within 1 ms. There were: CustomerCreated.',
      );
      await expect(sandbox.rest('GET', '/contracts/6a10580a3c9b1f0e5d000001')).rejects.toThrow(
        /404.*no contract/i,
      );
    },
  );
});
