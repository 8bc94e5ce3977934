import { expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

it('27: where recorded responses differ, ours are consistent (docs/migration.md)', async () => {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const trial = await newContract(api, { Cart: { PlanVariantId: 'b00000000000000000000005' } });
  expect(trial).toMatchObject({ LifecycleStatus: 'InTrial', CustomerName: 'Ada Lovelace' });
  expect(trial).not.toHaveProperty('PlanVariantId');
  const paid = await newContract(api);
  await api('POST', `contracts/${paid.Id}/annulate`);
  const [note] = (await api('GET', `invoices?customerId=${paid.CustomerId}`)).body;
  expect(note.IsInvoice).toBe(false);
  expect(note.TotalGross).toBeLessThan(0);
});

it('dunnings are filtered by template, and none is a draft', async () => {
  const sandbox = newSandbox({
    config: { Account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } },
  });
  const api = await backEnd(sandbox);
  await newContract(api);
  await sandbox.clock.advance('P30D');
  const count = async (query: string) => (await api('GET', `dunnings?${query}`)).body.length;
  expect(await count('drafts=false')).toBe(1);
  expect(await count('drafts=true')).toBe(0);
  expect(await count('templateId=e00000000000000000000002')).toBe(1);
  expect(await count('templateId=e00000000000000000000009')).toBe(0);
});
