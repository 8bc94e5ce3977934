import { describe, expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

// Differences from real services, titled by their numbers.

const proMonthly = 'b00000000000000000000003';
const trialVariant = 'b00000000000000000000005';
const seat = 'd00000000000000000000001';
const metered = 'd00000000000000000000003';
const coupons = 'planGroups/a10000000000000000000001/coupons';

const lived = async (change: object = {}) => {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const contract = await newContract(api, change);
  return { sandbox, api, contract, path: `contracts/${contract.Id}` };
};
const warningsOf = (headers: Headers) => headers.get('X-Sandbox-Warnings');
const withSeat = {
  Cart: { PlanVariantId: proMonthly, ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2 }] },
};

describe('4: contracts/{id}/subscriptions is one object', () => {
  it('with what is active now', async () => {
    const { sandbox, api, path } = await lived({
      Cart: { ...withSeat.Cart, CouponCode: 'WELCOME20' },
    });
    await api('POST', `${path}/componentSubscriptions`, {
      ComponentId: seat,
      Quantity: 1,
      StartDate: '2026-01-20T10:00:00Z',
    });
    const { body } = await api('GET', `${path}/subscriptions`);
    expect(body).toMatchObject({
      PlanSubscription: { PlanVariantId: proMonthly, Quantity: 1 },
      ComponentSubscriptions: [{ ComponentId: seat, Quantity: 2 }],
      DiscountSubscriptions: [{ CouponCode: 'WELCOME20' }],
    });
    await sandbox.clock.set('2026-01-21T10:00:00Z');
    expect((await api('GET', `${path}/subscriptions`)).body.ComponentSubscriptions).toHaveLength(2);
    await api('POST', `${path}/pause`);
    expect((await api('GET', `${path}/subscriptions`)).body).not.toHaveProperty('PlanSubscription');
  });
});

describe('12: custom fields of a contract', () => {
  it('are read, and changed by name; ContractId is no field', async () => {
    const { api, contract, path } = await lived({ ContractCustomFields: { Desk: 'Berlin', Old: '1' } });
    const sent = { ContractId: contract.Id, Team: 'A', Old: null };
    expect((await api('PATCH', `${path}/customFields`, sent)).body).toEqual({ Desk: 'Berlin', Team: 'A' });
    expect((await api('GET', `${path}/customFields`)).body).toEqual({ Desk: 'Berlin', Team: 'A' });
    expect((await api('GET', path)).body.CustomFields).toEqual({ Desk: 'Berlin', Team: 'A' });
  });
});

describe('15: PUT componentSubscriptions/{id} changes what is named', () => {
  it('Memo without EndDate, and EndDate without Memo', async () => {
    const { api, contract, path } = await lived(withSeat);
    const [one] = (await api('GET', `${path}/componentSubscriptions`)).body;
    const memo = { ContractId: contract.Id, ComponentId: seat, Memo: 'Seat of Grace' };
    const changed = await api('PUT', `componentSubscriptions/${one.Id}`, memo);
    expect(changed.body).toEqual({ ...one, Memo: 'Seat of Grace' });
    expect(warningsOf(changed.headers)).toBeNull();
    const EndDate = '2026-03-01T00:00:00.0000000Z';
    const ended = await api('PUT', `componentSubscriptions/${one.Id}`, { Id: one.Id, EndDate });
    expect(ended.body).toEqual({ ...changed.body, EndDate });
    expect((await api('GET', `${path}/componentSubscriptions/${one.Id}`)).body).toEqual(ended.body);
    expect((await api('GET', `componentSubscriptions/${one.Id}`)).body).toEqual(ended.body);
  });

  it('another Quantity gets a warning: it takes replace', async () => {
    const { sandbox, api, path } = await lived(withSeat);
    const [one] = (await api('GET', `${path}/componentSubscriptions`)).body;
    const refused = await api('PUT', `componentSubscriptions/${one.Id}`, { ...one, Quantity: 5, Memo: 'x' });
    expect(warningsOf(refused.headers)).toBe('Quantity is read-only and was not changed');
    await sandbox.clock.set('2026-01-20T10:00:00Z');
    const { body } = await api('POST', `componentSubscriptions/${one.Id}/replace`, { Quantity: 5 });
    expect(body).toMatchObject({
      ComponentId: seat,
      Quantity: 5,
      Memo: 'x',
      StartDate: '2026-01-20T10:00:00.0000000Z',
    });
    const all = (await api('GET', `${path}/componentSubscriptions`)).body;
    expect(all).toMatchObject([{ Id: one.Id, EndDate: '2026-01-20T10:00:00.0000000Z' }, { Id: body.Id }]);
    const again = await api('POST', `componentSubscriptions/${one.Id}/replace`, { Quantity: 1 });
    expect(again.status).toBe(409);
  });

  it('a price of its own, where the component has a simple price', async () => {
    const { sandbox, api, path } = await lived();
    const { body } = await api('POST', `${path}/componentSubscriptions`, {
      ComponentId: seat,
      Quantity: 3,
      ProductOverride: { PricePerUnit: 2 },
    });
    expect(body.ProductOverride).toEqual({ PricePerUnit: 2 });
    await sandbox.clock.set('2026-02-16T10:00:00Z');
    const [renewal] = (await api('GET', 'invoices')).body;
    const { ItemList } = (await api('GET', `invoices/${renewal.Id}`)).body;
    expect(ItemList.filter((line: { ProductId: string }) => line.ProductId === seat)).toMatchObject([
      { PricePerUnit: 2, Quantity: 3 },
      { PricePerUnit: 2, Quantity: 3, TotalNet: 6 },
    ]);
  });
});

describe('17: PATCH contracts/{id} with EndDate', () => {
  it('ends the contract then, and null takes it back', async () => {
    const { api, path } = await lived();
    const EndDate = '2026-03-15T10:00:00.0000000Z';
    const patched = await api('PATCH', path, { EndDate: '2026-03-15T10:00:00Z', Notes: 'left' });
    expect(patched.body).toMatchObject({ EndDate, Notes: 'left', Phases: [{}, { Type: 'Inactive' }] });
    expect((await api('GET', '/sandbox/events?event=ContractCancelled')).body).toHaveLength(1);
    const back = await api('PUT', path, (await api('GET', path)).body);
    expect([back.body.EndDate, warningsOf(back.headers)]).toEqual([EndDate, null]);
    const revoked = await api('PATCH', path, { EndDate: null });
    expect(revoked.body).not.toHaveProperty('EndDate');
    expect(revoked.body.Notes).toBe('left');
  });
});

describe('20: contractChanges/{id} with what it changed', () => {
  const all =
    'includeContract=true&includeComponentSubscriptions=All&includeDiscountSubscriptions=Changed&includePauses=All';

  it('a signup has no before; an upgrade shows phases and components on both sides', async () => {
    const { sandbox, api, contract, path } = await lived();
    await sandbox.clock.set('2026-01-20T10:00:00Z');
    const order = await api('POST', 'orders', { ContractId: contract.Id, ...withSeat });
    await api('POST', `orders/${order.body.Id}/commit`);
    const [upgrade, signup] = (await api('GET', `contractChanges?contractId=${contract.Id}`)).body;
    expect(signup).not.toHaveProperty('Contract');
    const first = (await api('GET', `contractChanges/${signup.Id}?${all}`)).body;
    expect(first).toMatchObject({ Type: 'Signup', Contract: { Id: contract.Id, After: { Phases: [{}] } } });
    expect(first.Contract).not.toHaveProperty('Before');
    expect(first.ComponentSubscriptions).toEqual([]);
    const second = (await api('GET', `contractChanges/${upgrade.Id}?${all}`)).body;
    expect(second).toMatchObject({
      Type: 'Upgrade',
      Contract: { Before: { Phases: [{}] }, After: { Phases: [{}, { PlanVariantId: proMonthly }] } },
      ComponentSubscriptions: [{ After: { ComponentId: seat, Quantity: 2, Status: 'Active' } }],
      DiscountSubscriptions: [],
      Pauses: [],
    });
    const [listed] = (await api('GET', `contractChanges?contractId=${contract.Id}&${all}`)).body;
    expect(listed).toEqual(second);
    // Each part is shown where it is asked for, and no other.
    for (const [asked, shown] of [
      ['includeContract=true', 'Contract'],
      ['includeComponentSubscriptions=All', 'ComponentSubscriptions'],
      ['includeDiscountSubscriptions=All', 'DiscountSubscriptions'],
      ['includePauses=All', 'Pauses'],
    ] as const) {
      const part = (await api('GET', `contractChanges/${upgrade.Id}?${asked}`)).body;
      const parts = ['Contract', 'ComponentSubscriptions', 'DiscountSubscriptions', 'Pauses'];
      expect(parts.filter((name) => name in part)).toEqual([shown]);
    }
    expect((await api('GET', `${path.replace('contracts', 'contractChanges')}`)).status).toBe(404);
  });

  it('calendar changes are Timebased: a component that ends, the end of a trial, the end of the contract', async () => {
    const { sandbox, api, contract, path } = await lived({ Cart: { PlanVariantId: trialVariant } });
    await sandbox.clock.set('2026-02-10T10:00:00Z');
    const made = await api('POST', `${path}/componentSubscriptions`, {
      ComponentId: seat,
      Quantity: 1,
      StartDate: '2026-02-11T10:00:00Z',
      EndDate: '2026-02-20T10:00:00Z',
    });
    await api('POST', `${path}/end`, { EndDate: '2026-03-10T10:00:00Z' });
    await sandbox.clock.set('2026-03-11T10:00:00Z');
    const changes = (
      await api(
        'GET',
        `contractChanges?contractId=${contract.Id}&includeComponentSubscriptions=Changed&includeContract=true`,
      )
    ).body.reverse();
    expect(changes).toMatchObject([
      { Type: 'Signup' },
      {
        Type: 'Timebased',
        Contract: {
          Before: { CurrentPhase: { Type: 'Trial' } },
          After: { CurrentPhase: { Type: 'Normal' } },
        },
      },
      { Type: 'End' },
      {
        Type: 'Timebased',
        ComponentSubscriptions: [
          { Id: made.body.Id, Before: { Status: 'Inactive' }, After: { Status: 'Active' } },
        ],
      },
      {
        Type: 'Timebased',
        ComponentSubscriptions: [
          { Id: made.body.Id, Before: { Status: 'Active' }, After: { Status: 'Ended' } },
        ],
      },
      { Type: 'Timebased', Contract: { After: { CurrentPhase: { Type: 'Inactive' } } } },
    ]);
    expect(changes[3]).not.toHaveProperty('ChangeDate');
    const told = (await api('GET', '/sandbox/events?event=ContractChanged')).body.reverse();
    expect(told.map((one: { ContractChangeType: string }) => one.ContractChangeType)).toEqual([
      'Signup',
      'Timebased',
      'Timebased',
      'Timebased',
      'Timebased',
    ]);
  });

  it('All shows what stayed the same, as it was then', async () => {
    const { sandbox, api, contract, path } = await lived(withSeat);
    const [one] = (await api('GET', `${path}/componentSubscriptions`)).body;
    await sandbox.clock.set('2026-01-20T10:00:00Z');
    await api('POST', `${path}/pause`);
    await api('POST', `${path}/resume`);
    const end = { ContractId: contract.Id, Cart: { EndComponentSubscriptions: [one.Id] } };
    await sandbox.clock.set('2026-01-25T10:00:00Z');
    await api('POST', `orders/${(await api('POST', 'orders', end)).body.Id}/commit`);
    const [ended, resume, pause] = (await api('GET', `contractChanges?contractId=${contract.Id}&${all}`))
      .body;
    const was = { Id: one.Id, ComponentId: seat, Quantity: 2, StartDate: one.StartDate, Status: 'Active' };
    expect(pause.ComponentSubscriptions).toEqual([{ Id: one.Id, Before: was, After: was }]);
    expect(ended.ComponentSubscriptions).toEqual([
      {
        Id: one.Id,
        Before: was,
        After: { ...was, EndDate: '2026-01-25T10:00:00.0000000Z', Status: 'Ended' },
      },
    ]);
    const [{ Id }] = pause.Pauses;
    expect(pause.Pauses).toEqual([{ Id, After: { Id, StartDate: '2026-01-20T10:00:00.0000000Z' } }]);
    expect(resume.Pauses).toMatchObject([
      { Id, Before: { Id }, After: { EndDate: '2026-01-20T10:00:00.0000000Z' } },
    ]);
  });

  it('shows a planned pause that one at once has replaced', async () => {
    const { api, contract, path } = await lived();
    await api('POST', `${path}/pause`, { StartDate: '2026-02-01T10:00:00Z' });
    const planned = (await api('GET', path)).body.NextPause;
    await api('POST', `${path}/pause`);
    const [{ Pauses }] = (await api('GET', `contractChanges?contractId=${contract.Id}&${all}`)).body;
    expect(Pauses).toEqual([
      { Id: planned.Id, Before: planned },
      { Id: expect.any(String), After: (await api('GET', path)).body.CurrentPause },
    ]);
  });
});

describe('24: windows of usage', () => {
  it('fromDateTime and untilDateTime on DueDate; a Key is always there', async () => {
    const { api, path } = await lived();
    for (const DueDate of ['2026-01-20T10:00:00Z', '2026-01-16T10:00:00Z', '2026-01-25T10:00:00Z'])
      await api('POST', `${path}/usage`, { ComponentId: metered, Quantity: 1, DueDate });
    const days = async (query: string) =>
      (await api('GET', `${path}/usage?${query}`)).body.map((one: { DueDate: string }) =>
        one.DueDate.slice(8, 10),
      );
    expect(await days('')).toEqual(['16', '20', '25']);
    expect(await days('fromDateTime=2026-01-17&untilDateTime=2026-01-20')).toEqual(['20']);
    expect((await api('GET', `${path}/usage`)).body[0].Key).toBe('');
  });

  it("usage by the component's own id, at its own price", async () => {
    const { api, path } = await lived();
    await api('PATCH', `components/${metered}`, { ExternalId: 'calls' });
    const report = { ExternalComponentId: 'calls', Quantity: 4, Key: 'k', DueDate: null };
    const own = {
      ...report,
      Key: 'k2',
      Quantity: 3,
      ProductOverride: { PricePerUnit: 7, Name: 'Night calls' },
    };
    const { body } = await api('POST', `${path}/usage`, [report, own]);
    expect(body).toMatchObject([
      { ComponentId: metered, Key: 'k' },
      { ProductOverride: own.ProductOverride },
    ]);
    const unknown = await api('POST', `${path}/usage`, { ExternalComponentId: 'nobody', Quantity: 1 });
    expect([unknown.status, unknown.body.Errors[0].Field]).toEqual([422, 'ExternalComponentId']);
    await api('PATCH', `components/${metered}`, { IncludeInInterimBilling: true });
    const { Invoice } = (await api('POST', `${path}/bill`)).body;
    expect(Invoice.ItemList).toContainEqual(
      expect.objectContaining({ Description: 'Night calls', Quantity: 3, PricePerUnit: 7, TotalNet: 21 }),
    );
  });
});

describe('25: pauses have dates, and trials can be moved', () => {
  it('a pause from now until a date ends by itself', async () => {
    const { sandbox, api, path } = await lived();
    await sandbox.clock.set('2026-01-20T10:00:00Z');
    const paused = await api('POST', `${path}/pause`, { StartDate: null, EndDate: '2026-02-01T10:00:00Z' });
    expect(paused.body).toMatchObject({
      LifecycleStatus: 'Paused',
      CurrentPause: { StartDate: '2026-01-20T10:00:00.0000000Z', EndDate: '2026-02-01T10:00:00.0000000Z' },
    });
    expect(warningsOf(paused.headers)).toBeNull();
    await sandbox.clock.set('2026-02-02T10:00:00Z');
    const { body } = await api('GET', path);
    expect(body).toMatchObject({
      LifecycleStatus: 'Active',
      CurrentPhase: { StartDate: '2026-02-01T10:00:00.0000000Z' },
    });
    expect(body).not.toHaveProperty('CurrentPause');
  });

  it('a pause in the future waits, and is dropped by resume', async () => {
    const { sandbox, api, path } = await lived();
    const ahead = { StartDate: '2026-01-20T10:00:00Z', EndDate: '2026-01-25T10:00:00Z' };
    const planned = await api('POST', `${path}/pause`, ahead);
    expect(planned.body).toMatchObject({
      LifecycleStatus: 'Active',
      NextPause: { StartDate: '2026-01-20T10:00:00.0000000Z' },
    });
    expect((await api('POST', `${path}/resume`)).body).not.toHaveProperty('NextPause');
    await api('POST', `${path}/pause`, ahead);
    await sandbox.clock.set('2026-01-21T10:00:00Z');
    const { body } = await api('GET', path);
    expect(body).toMatchObject({
      LifecycleStatus: 'Paused',
      CurrentPause: { EndDate: '2026-01-25T10:00:00.0000000Z' },
    });
    expect(body).not.toHaveProperty('NextPause');
    await sandbox.clock.set('2026-01-26T10:00:00Z');
    expect((await api('GET', path)).body.LifecycleStatus).toBe('Active');
  });

  it('a start in the past gets a warning, an end before the start is rejected', async () => {
    const { api, path } = await lived();
    const wrong = await api('POST', `${path}/pause`, { EndDate: '2026-01-15T10:00:00Z' });
    expect([wrong.status, wrong.body.Errors[0].Field]).toEqual([422, 'EndDate']);
    const late = await api('POST', `${path}/pause`, { StartDate: '2026-01-01T10:00:00Z' });
    expect(warningsOf(late.headers)).toContain('StartDate has passed');
    expect(late.body.CurrentPause.StartDate).toBe('2026-01-15T10:00:00.0000000Z');
  });

  it('PUT trialend moves the end of a trial, with everything that starts there', async () => {
    const { sandbox, api, path } = await lived({
      Cart: { PlanVariantId: trialVariant, CouponCode: 'WELCOME20' },
    });
    const TrialEndDate = '2026-02-20T10:00:00.0000000Z';
    expect((await api('GET', path)).body.TrialEndDate).toBe('2026-01-29T10:00:00.0000000Z');
    const moved = await api('PUT', `${path}/trialend`, { TrialEndDate });
    expect(moved.body).toMatchObject({
      TrialEndDate,
      NextBillingDate: TrialEndDate,
      Phases: [{ Type: 'Trial' }, { StartDate: TrialEndDate }],
    });
    expect((await api('GET', `${path}/discountSubscriptions`)).body[0].StartDate).toBe(TrialEndDate);
    await sandbox.clock.set('2026-02-19T10:00:00Z');
    expect((await api('GET', path)).body.LifecycleStatus).toBe('InTrial');
    await sandbox.clock.set('2026-02-21T10:00:00Z');
    expect((await api('GET', path)).body.LifecycleStatus).toBe('Active');
    expect((await api('PUT', `${path}/trialend`, { TrialEndDate })).status).toBe(409);
  });

  it('a trial that ends the contract ends it on the new date', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    await api('PATCH', 'plans/b10000000000000000000003', { TrialEndPolicy: 'DeactivateAccount' });
    const { Id } = await newContract(api, { Cart: { PlanVariantId: trialVariant } });
    const passed = await api('PUT', `contracts/${Id}/trialend`, { TrialEndDate: '2026-01-15T10:00:00Z' });
    expect([passed.status, passed.body.Errors[0].Field]).toEqual([422, 'TrialEndDate']);
    await api('PUT', `contracts/${Id}/trialend`, { TrialEndDate: '2026-01-20T10:00:00Z' });
    await sandbox.clock.set('2026-01-21T10:00:00Z');
    expect((await api('GET', `contracts/${Id}`)).body).toMatchObject({
      LifecycleStatus: 'Ended',
      EndDate: '2026-01-20T10:00:00.0000000Z',
    });
  });

  it('the cancellation preview takes a time, and plan groups list their coupons', async () => {
    const { api, path } = await lived();
    const { body } = await api('GET', `${path}/cancellationPreview?cancellationTime=2026-06-20T10:00:00Z`);
    expect(body.CancellationDate).toBe('2026-06-20T10:00:00.0000000Z');
    expect(body.EndDate > '2026-06-20').toBe(true);
    const listed = (await api('GET', coupons)).body;
    expect(listed).toEqual((await api('GET', 'coupons?planGroupId=a10000000000000000000001')).body);
    expect(listed.length).toBeGreaterThan(0);
  });
});
