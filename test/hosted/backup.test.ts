// Backup by snapshot, as docs/hosting.md describes it: out of one workspace, into another and into a sandbox in process.
import { createSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHosted } from './hosted.ts';
import { control, restOf } from './requests.ts';

let hosted: Awaited<ReturnType<typeof startHosted>>;
beforeAll(async () => {
  hosted = await startHosted();
});
afterAll(() => hosted.close());

it('contains the whole state, without name and control token', async () => {
  const first = await hosted.make({ Clock: '2026-01-15T10:00:00Z' });
  const rest = await restOf(first);
  const { json: order } = await rest('POST', 'orders', {
    Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  const { json: contract } = await rest('POST', `orders/${order.Id}/commit`, {
    PaymentMethod: 'InvoicePayment',
  });
  const { json: before } = await rest('GET', `contracts/${contract.Id}`);
  const { json: backup } = await control(first)('GET', 'snapshot');
  expect(JSON.stringify(backup)).not.toContain(first.ControlToken);

  const second = await hosted.make();
  expect((await control(second)('PUT', 'snapshot', backup)).status).toBe(200);
  expect((await control(second)('GET', 'clock')).json).toMatchObject({ Mode: 'Manual' });
  await hosted.evict(second.Name);
  const restored = await (await restOf(second))('GET', `contracts/${contract.Id}`);
  expect([restored.status, restored.json]).toEqual([200, before]);

  const local = createSandbox();
  local.restore(backup);
  expect(local.clock.now().toISOString()).toBe('2026-01-15T10:00:00.000Z');
});
