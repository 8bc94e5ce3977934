import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';

const metered = 'd00000000000000000000003';

const told = async (api: Api, name: string) =>
  (await api('GET', `/sandbox/events?event=${name}`)).body
    .map(({ At }: { At: string }) => At.slice(0, 16))
    .reverse();

describe('RecurringBillingApproaching', () => {
  it('is sent once for each billing, while usage of the closing period can still be reported', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    await sandbox.clock.set('2026-02-10T10:00:00Z');
    expect(await told(api, 'RecurringBillingApproaching')).toEqual(['2026-02-08T10:00']);
    // What changes the contract after that tells it no second time.
    await api('POST', `contracts/${Id}/componentSubscriptions`, {
      ComponentId: 'd00000000000000000000001',
      Quantity: 1,
      EndDate: '2026-12-01T00:00:00Z',
    });
    await api('POST', `contracts/${Id}/usage`, { ComponentId: metered, Quantity: 2 });
    await sandbox.clock.set('2026-02-16T10:00:00Z');
    expect(await told(api, 'RecurringBillingApproaching')).toEqual(['2026-02-08T10:00']);
    const [renewal] = (await api('GET', 'invoices')).body;
    const { ItemList } = (await api('GET', `invoices/${renewal.Id}`)).body;
    expect(ItemList.map((line: { ProductId: string }) => line.ProductId)).toContain(metered);
  });

  it('of a period shorter than the notice is sent in its middle', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const day = { Unit: 'Day', Quantity: 2 };
    await api('PATCH', 'planVariants/b00000000000000000000001', {
      BillingPeriod: day,
      FeePeriod: day,
      ContractPeriod: day,
    });
    const { Id } = await newContract(api);
    await sandbox.clock.set('2026-01-18T10:00:00Z');
    expect(await told(api, 'RecurringBillingApproaching')).toEqual(['2026-01-16T10:00', '2026-01-18T10:00']);
    expect((await api('GET', `contracts/${Id}`)).body.NextBillingDate).toBe('2026-01-19T10:00:00.0000000Z');
  });
});

describe('PaymentEscalated', () => {
  it('sends one reminder and one notification per day', async () => {
    const sandbox = newSandbox({
      config: {
        Account: {
          Escalation: [
            { TriggerDays: 7, Action: 'Reminder' },
            { TriggerDays: 7, Action: 'Notify' },
            { TriggerDays: 9, Action: 'Notify' },
          ],
        },
      },
    });
    const api = await backEnd(sandbox);
    await newContract(api);
    await sandbox.clock.advance('P30D');
    expect(await told(api, 'PaymentEscalated')).toEqual(['2026-02-05T10:00', '2026-02-07T10:00']);
    expect(await told(api, 'DunningCreated')).toEqual(['2026-02-05T10:00']);
  });
});
