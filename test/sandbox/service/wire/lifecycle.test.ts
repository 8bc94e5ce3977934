import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';

// What happens to a contract over time, as a back end sees it: what starts later, ends, and is taken back.

const [basic, pro, trial] = [
  'b00000000000000000000001',
  'b00000000000000000000003',
  'b00000000000000000000005',
];
const apiCalls = 'd00000000000000000000003';

const status = async (api: Api, id: string) => (await api('GET', `contracts/${id}`)).body.LifecycleStatus;
const changes = async (api: Api, id: string): Promise<string[]> =>
  (await api('GET', `contractChanges?contractId=${id}`)).body.map(({ Type }: { Type: string }) => Type);
const events = async (api: Api, id: string): Promise<string[]> =>
  (await api('GET', '/sandbox/events')).body
    .filter(({ ContractId }: { ContractId?: string }) => ContractId === id)
    .map(({ Event }: { Event: string }) => Event)
    .filter((name: string) => /^Contract/.test(name))
    .reverse();

async function changed(api: Api, ContractId: string, order: object) {
  const { status, body } = await api('POST', 'orders', { ContractId, ...order });
  expect([status, body.Message]).toEqual([200, undefined]);
  expect((await api('POST', `orders/${body.Id}/commit`, {})).status).toBe(200);
}

describe('a contract that starts later', () => {
  it.each([
    ['at once', basic, ['Active']],
    ['with a trial', trial, ['InTrial', 'Active']],
  ])(
    '%s: is Draft until it starts, with one ContractChanged of its signup',
    async (_, PlanVariantId, later) => {
      const sandbox = newSandbox();
      const api = await backEnd(sandbox);
      const { Id } = await newContract(api, { Cart: { PlanVariantId }, StartDate: '2026-02-01T10:00:00Z' });
      expect(await status(api, Id)).toBe('Draft');
      expect(await events(api, Id)).toEqual(['ContractCreated']);
      const paused = await api('POST', `contracts/${Id}/pause`, {});
      expect([paused.status, paused.body.Message]).toEqual([
        409,
        `Contract ${Id} is Draft; only an active contract can be paused.`,
      ]);
      await sandbox.clock.set('2026-02-01T10:00:00Z');
      expect(await status(api, Id)).toBe(later[0]);
      expect(await events(api, Id)).toEqual(['ContractCreated', 'ContractChanged']);
      await sandbox.clock.set('2026-02-16T10:00:00Z');
      expect(await status(api, Id)).toBe(later.at(-1));
      expect(await changes(api, Id)).toEqual(later.length === 1 ? ['Signup'] : ['Timebased', 'Signup']);
    },
  );
});

describe('an upgrade that revokes a cancellation', () => {
  it.each([
    ['at once', {}],
    ['when it is planned', { ChangeDate: '2026-02-15T10:00:00Z' }],
  ])('%s: is a change and an event of its own', async (_, date) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    await api('POST', `contracts/${Id}/end`, {});
    await changed(api, Id, { Cart: { PlanVariantId: pro }, ...date });
    expect(await changes(api, Id)).toEqual(['Upgrade', 'CancellationRevoked', 'End', 'Signup']);
    expect(await events(api, Id)).toEqual([
      'ContractCreated',
      'ContractChanged',
      'ContractCancelled',
      'ContractCancellationRevoked',
      ...('ChangeDate' in date ? [] : ['ContractChanged']),
    ]);
    expect((await api('GET', `contracts/${Id}`)).body.EndDate).toBeUndefined();
  });

  it('is none after the end, or without a cancellation', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api, { EndDate: '2026-02-15T10:00:00Z' });
    await changed(api, Id, { Cart: { PlanVariantId: pro } });
    expect(await changes(api, Id)).toEqual(['Upgrade', 'Signup']);
    await api('POST', `contracts/${Id}/end`, { EndDate: '2026-01-20T10:00:00Z' });
    await sandbox.clock.set('2026-01-25T10:00:00Z');
    await changed(api, Id, { Cart: { PlanVariantId: basic } });
    expect((await changes(api, Id)).filter((Type) => Type === 'CancellationRevoked')).toEqual([]);
  });
});

describe('a planned change', () => {
  it.each([
    ['at a renewal', '2026-02-15T10:00:00Z'],
    ['within a period', '2026-02-01T10:00:00Z'],
  ])('%s: is revoked by an order of the current plan for the same date', async (_, ChangeDate) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    await changed(api, Id, { Cart: { PlanVariantId: pro }, ChangeDate });
    await changed(api, Id, { Cart: { PlanVariantId: basic }, ChangeDate });
    await sandbox.clock.set('2026-02-15T10:00:00Z');
    const { body } = await api('GET', `contracts/${Id}`);
    expect([body.PlanVariantId, body.NextBillingDate, body.Balance]).toEqual([
      basic,
      '2026-03-15T10:00:00.0000000Z',
      23.56,
    ]);
    expect(
      (await api('GET', `invoices?contractId=${Id}`)).body.map(
        (one: { TotalGross: number }) => one.TotalGross,
      ),
    ).toEqual([11.78, 11.78]);
  });
});

describe('usage that is posted after the end', () => {
  it('is taken with a due date before it, and billed by the next interim billing', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    await api('POST', `contracts/${Id}/end`, { EndDate: '2026-01-20T10:00:00Z' });
    await sandbox.clock.set('2026-01-25T10:00:00Z');
    expect(await status(api, Id)).toBe('Ended');
    const report = (DueDate?: string) =>
      api('POST', `contracts/${Id}/usage`, {
        ComponentId: apiCalls,
        Quantity: 300,
        ...(DueDate && { DueDate }),
      });
    const late = await report();
    expect([late.status, late.body.Message]).toEqual([
      422,
      'DueDate: "2026-01-25T10:00:00.0000000Z" is after the end of the contract, 2026-01-20T10:00:00.0000000Z; usage after the end is not billed.',
    ]);
    expect((await report('2026-01-19T10:00:00Z')).status).toBe(200);
    const { body } = await api('POST', `contracts/${Id}/bill`);
    expect([body.Invoice.TotalNet, body.Invoice.ItemList.length]).toEqual([3, 1]);
    await api('POST', `contracts/${Id}/annulate`);
    const annulled = await report('2026-01-19T10:00:00Z');
    expect([annulled.status, annulled.body.Message]).toEqual([409, `Contract ${Id} is annulled.`]);
  });

  it('of a component that interim billings leave out is billed too', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    await api('PATCH', `components/${apiCalls}`, { IncludeInInterimBilling: false });
    const { Id } = await newContract(api);
    const usage = { ComponentId: apiCalls, Quantity: 100, DueDate: '2026-01-15T10:00:00Z' };
    await api('POST', `contracts/${Id}/usage`, usage);
    expect((await api('POST', `contracts/${Id}/bill`)).body).toEqual({});
    await api('POST', `contracts/${Id}/end`, { EndDate: '2026-01-20T10:00:00Z' });
    await sandbox.clock.set('2026-01-25T10:00:00Z');
    await api('POST', `contracts/${Id}/usage`, usage);
    expect((await api('POST', `contracts/${Id}/bill`)).body.Invoice.TotalNet).toBe(1);
  });
});

describe('dates that have no effect in an order', () => {
  const now = '2026-01-15T10:00:00Z';

  it.each([
    ['EndDate', now],
    ['StartDate', '2026-03-01'],
    ['BilledUntil', '2027-01-01'],
  ])('%s of a change is neither checked nor shown, and refused if strict', async (field, date) => {
    for (const strict of [false, true]) {
      const api = await backEnd(newSandbox({ strict }));
      const { Id } = await newContract(api);
      const { status, body, headers } = await api('POST', 'orders', {
        ContractId: Id,
        Cart: { PlanVariantId: pro },
        [field]: date,
      });
      const text = `property ${field} is ignored: it only applies to signups, and this order changes a contract`;
      expect([status, body[field], headers.get('X-Sandbox-Warnings'), body.Message]).toEqual(
        strict ? [422, undefined, null, `${text}.`] : [200, undefined, text, undefined],
      );
    }
  });

  it('ChangeDate of a signup is not shown', async () => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('POST', 'orders', {
      Customer: { Address: { Country: 'DE' } },
      Cart: { PlanVariantId: basic },
      ChangeDate: '2026-03-01',
    });
    expect([status, body.ChangeDate]).toEqual([200, undefined]);
  });
});
