import { describe, expect, test } from 'vitest';
import type { PauseDates } from '../../../../sandbox/src/service/domain/contracts/contract-pause.ts';
import {
  annulContract,
  endContract,
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import { card, ids, onAccount, Shop, succeeded } from './billing-kit.ts';

const time = (day: string) => `${day}T09:00:00.0000000Z`;

/** A contract of 9.90 a month since 1 April, and its pauses. */
function running(variant: string = ids.basicMonthly, cart = {}, method = onAccount) {
  const shop = new Shop('2026-04-01T09:00:00Z');
  const { Id, CustomerId } = shop.signup(variant, cart, undefined, method);
  const pause = (dates?: PauseDates) => shop.core.transaction((tx) => pauseContract(tx, Id, dates));
  const resume = () => shop.core.transaction((tx) => resumeContract(tx, Id));
  const told = () =>
    [...shop.tx.events].map(({ Payload }) => Payload).filter(({ Event }) => Event === 'ContractChanged');
  const status = () => shop.contract(Id).LifecycleStatus;
  return { shop, id: Id, pause, resume, told, status, ids: { ContractId: Id, CustomerId } };
}

describe('a pause', () => {
  test('is a phase without a plan; the plan continues after it with its quantity and terms', async () => {
    const { shop, id, pause, resume, told, ids: named } = running(ids.proMonthly, { Quantity: 3 });
    await shop.advanceTo('2026-04-11T09:00:00Z');
    const paused = pause();
    expect(paused).toMatchObject({
      LifecycleStatus: 'Paused',
      CurrentPause: { Id: expect.any(String), StartDate: time('2026-04-11') },
      BilledUntil: time('2026-04-11'),
    });
    expect(paused).not.toHaveProperty('NextBillingDate');
    await shop.advanceTo('2026-04-21T09:00:00Z');
    const resumed = resume();
    expect(resumed).not.toHaveProperty('CurrentPause');
    expect(resumed).toMatchObject({
      LastPause: { ...paused.CurrentPause, EndDate: time('2026-04-21') },
      NextBillingDate: time('2026-05-01'),
    });
    const plan = { PlanVariantId: ids.proMonthly, PlanId: 'b10000000000000000000002', Quantity: 3 };
    expect(shop.contract(id).Phases).toEqual([
      { Type: 'Normal', StartDate: time('2026-04-01'), ...plan, InheritStartDate: false },
      { Type: 'Inactive', StartDate: time('2026-04-11'), Quantity: 3, InheritStartDate: true },
      { Type: 'Normal', StartDate: time('2026-04-21'), ...plan, InheritStartDate: true },
    ]);
    expect(told().slice(1)).toMatchObject([
      { ...named, ContractChangeType: 'Pause' },
      { ...named, ContractChangeType: 'Resume' },
    ]);
    expect(shop.tx.contractChanges.where('ContractId', id).slice(1)).toMatchObject([
      { Type: 'Pause', ChangeDate: time('2026-04-11') },
      { Type: 'Resume', ChangeDate: time('2026-04-21') },
    ]);
  });

  test('leaves usage from before it to the next renewal: its end bills none', async () => {
    const { shop, id, pause, resume } = running();
    shop.core.transaction((tx) => reportUsage(tx, id, { ComponentId: ids.apiCalls, Quantity: 1_000 }));
    await shop.advanceTo('2026-04-11T09:00:00Z');
    pause();
    await shop.advanceTo('2026-04-21T09:00:00Z');
    resume();
    const billed = () =>
      shop
        .invoices(id)
        .flatMap(({ DocumentDate, ItemList }) =>
          ItemList.some(({ Description }) => Description === 'API calls') ? DocumentDate.slice(0, 10) : [],
        );
    expect(billed()).toEqual([]);
    await shop.advanceTo('2026-05-02T09:00:00Z');
    expect(billed()).toEqual(['2026-05-01']);
  });

  test('ends after it starts', () => {
    const { shop, id, pause } = running();
    for (const dates of [
      { EndDate: '2026-04-01T09:00:00Z' },
      { StartDate: '2026-04-10T09:00:00Z', EndDate: '2026-04-10T09:00:00Z' },
    ])
      expect(shop.refusal(() => pauseContract(shop.tx, id, dates)).fields).toMatchObject([
        { Field: 'EndDate', Code: 'InvalidData' },
      ]);
    expect(pause({ StartDate: '2020-01-01T00:00:00Z' }).CurrentPause?.StartDate).toBe(time('2026-04-01'));
  });

  test('requires an active contract that is billed here', async () => {
    const trial = running(ids.proTrial);
    expect(trial.shop.refusal(() => pauseContract(trial.shop.tx, trial.id)).kind).toBe('Conflict');
    const { shop, id, pause } = running();
    const record = shop.tx.contracts.get(id);
    if (record === undefined) throw new Error('no contract');
    shop.core.transaction((tx) => tx.contracts.replace({ ...record, Store: 'GoogleIap' }));
    expect(shop.refusal(() => pauseContract(shop.tx, id)).message).toBe(
      `Contract ${id} is billed by its store.`,
    );
    shop.core.transaction((tx) => tx.contracts.replace(record));
    pause();
    expect(shop.refusal(() => pauseContract(shop.tx, id)).message).toContain('is Paused');
  });

  test('collects at once by the method when it is resumed', async () => {
    const { shop, id, pause, resume } = running(ids.basicMonthly, {}, card);
    const asked = shop.answering(succeeded);
    await shop.settle();
    const before = asked.length;
    await shop.advanceTo('2026-04-11T09:00:00Z');
    pause();
    await shop.advanceTo('2026-06-11T09:00:00Z');
    resume();
    await shop.settle();
    // −7.85 for 20 days of April; 20 of 30 days of June are 6.60 and 1.25 VAT.
    expect(shop.contract(id).Balance).toBe(0);
    expect(asked.length - before).toBe(0);
    await shop.advanceTo('2026-07-01T09:00:00Z');
    expect(asked.slice(before).map(({ Amount }) => Amount)).toEqual([11.78]);
  });
});

describe('a planned pause', () => {
  const ahead = { StartDate: '2026-04-11T09:00:00Z', EndDate: '2026-04-21T09:00:00Z' };

  test('starts and ends on its dates', async () => {
    const { shop, id, pause, status } = running();
    expect(pause(ahead).NextPause).toEqual({
      Id: expect.any(String),
      StartDate: time('2026-04-11'),
      EndDate: time('2026-04-21'),
    });
    await shop.advanceTo('2026-04-11T08:59:59Z');
    expect(status()).toBe('Active');
    await shop.advanceTo('2026-04-11T09:00:00Z');
    expect(status()).toBe('Paused');
    expect(shop.contract(id)).not.toHaveProperty('NextPause');
    await shop.advanceTo('2026-04-21T08:59:59Z');
    expect(status()).toBe('Paused');
    await shop.advanceTo('2026-04-21T09:00:00Z');
    expect(status()).toBe('Active');
  });

  test('for the instant of a renewal leaves nothing to renew', async () => {
    const { shop, id, pause, status } = running();
    const first = ['2026-04-01', ['Basic', '2026-04-01', '2026-05-01', 9.9]];
    pause({ StartDate: '2026-05-01T09:00:00Z', EndDate: '2026-05-11T09:00:00Z' });
    await shop.advanceTo('2026-05-02T09:00:00Z');
    expect([status(), shop.documents(id)]).toEqual(['Paused', [first]]);
    await shop.advanceTo('2026-05-12T09:00:00Z');
    // 10 of 31 days are 3.19.
    expect(shop.documents(id)).toEqual([first, ['2026-05-11', ['Basic', '2026-05-11', '2026-06-01', 6.71]]]);
  });

  test('for the instant of a planned change deletes that', async () => {
    const { shop, id, pause, status } = running();
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-05-01T09:00:00Z' });
    pause({ StartDate: '2026-05-01T09:00:00Z' });
    await shop.advanceTo('2026-05-02T09:00:00Z');
    expect(shop.contract(id).Phases.map(({ Type }) => Type)).toEqual(['Normal', 'Inactive']);
    expect([status(), shop.documents(id)]).toMatchObject(['Paused', { length: 1 }]);
  });

  test.each([
    ['before it, for its start', ['pause', 'end'], { StartDate: '2026-05-01T09:00:00Z' }],
    ['after it, for its start', ['end', 'pause'], { StartDate: '2026-05-01T09:00:00Z' }],
    [
      'before it, for its end',
      ['pause', 'end'],
      { StartDate: '2026-04-11T09:00:00Z', EndDate: '2026-05-01T09:00:00Z' },
    ],
    [
      'after it, for its end',
      ['end', 'pause'],
      { StartDate: '2026-04-11T09:00:00Z', EndDate: '2026-05-01T09:00:00Z' },
    ],
  ] as const)('planned %s, is void when the contract ends at that instant', async (_, order, dates) => {
    const { shop, id, pause, status } = running();
    shop.core.transaction((tx) => reportUsage(tx, id, { ComponentId: ids.apiCalls, Quantity: 1_000 }));
    for (const one of order) {
      if (one === 'pause') pause(dates);
      else shop.core.transaction((tx) => endContract(tx, id, '2026-05-01T09:00:00Z'));
    }
    await shop.advanceTo('2026-05-02T09:00:00Z');
    expect(status()).toBe('Ended');
    expect(shop.documents(id).at(-1)).toEqual(['2026-05-01', ['API calls', '2026-04-01', '2026-04-01', 10]]);
    expect(shop.contract(id).Phases.at(-1)).toMatchObject({
      Type: 'Inactive',
      StartDate: time('2026-05-01'),
    });
    shop.change(id, { PlanVariantId: ids.basicMonthly });
    expect(shop.contract(id)).toMatchObject({
      LifecycleStatus: 'Active',
      NextBillingDate: time('2026-06-02'),
    });
    expect(shop.contract(id)).not.toHaveProperty('NextPause');
  });

  test('is replaced by another', async () => {
    const { shop, pause, status } = running();
    pause(ahead);
    pause({ StartDate: '2026-04-15T09:00:00Z' });
    await shop.advanceTo('2026-04-12T00:00:00Z');
    expect(status()).toBe('Active');
    await shop.advanceTo('2026-06-01T00:00:00Z');
    expect(status()).toBe('Paused');
  });

  test('before a change that was ordered during it for later keeps that change', async () => {
    const { shop, id, pause, resume } = running();
    await shop.advanceTo('2026-04-11T09:00:00Z');
    pause();
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-04-25T09:00:00Z' });
    await shop.advanceTo('2026-04-21T09:00:00Z');
    resume();
    expect(shop.contract(id).Phases.map(({ Type, StartDate }) => [Type, StartDate.slice(0, 10)])).toEqual([
      ['Normal', '2026-04-01'],
      ['Inactive', '2026-04-11'],
      ['Normal', '2026-04-21'],
      ['Normal', '2026-04-25'],
    ]);
    await shop.advanceTo('2026-04-26T09:00:00Z');
    expect(shop.documents(id).slice(2)).toEqual([
      ['2026-04-21', ['Basic', '2026-04-21', '2026-04-25', 1.32]],
      ['2026-04-25', ['Pro', '2026-04-25', '2026-05-25', 29]],
    ]);
  });

  test('is dropped by resume, and by a pause that starts before it', async () => {
    const { shop, pause, resume, told, status } = running();
    pause(ahead);
    expect(resume()).not.toHaveProperty('NextPause');
    expect(told()).toHaveLength(1);
    await shop.advanceTo('2026-04-12T00:00:00Z');
    expect(status()).toBe('Active');
    pause({ StartDate: '2026-04-15T09:00:00Z', EndDate: '2026-04-20T09:00:00Z' });
    pause();
    await shop.advanceTo('2026-04-13T00:00:00Z');
    resume();
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(status()).toBe('Active');
  });

  test('does not start in an ended contract', async () => {
    const { shop, id, pause, told, status } = running();
    pause(ahead);
    shop.core.transaction((tx) => endContract(tx, id, '2026-04-10T09:00:00Z'));
    await shop.advanceTo('2026-04-22T00:00:00Z');
    expect(status()).toBe('Ended');
    expect(told().map((one) => (one as { ContractChangeType?: string }).ContractChangeType)).toEqual([
      'Signup',
      'Timebased',
    ]);
  });
});

describe('resuming', () => {
  test('before the end of a pause does not end a later one', async () => {
    const { shop, id, pause, resume, status } = running();
    pause({ EndDate: '2026-04-21T09:00:00Z' });
    await shop.advanceTo('2026-04-05T09:00:00Z');
    resume();
    expect(shop.core.schedule.get('pause-end', id)).toBeUndefined();
    pause();
    await shop.advanceTo('2026-04-22T00:00:00Z');
    expect(status()).toBe('Paused');
  });

  test('requires a pause, in a contract that is not over', async () => {
    const { shop, id, pause } = running();
    const refusal = () => shop.refusal(() => resumeContract(shop.tx, id)).message;
    expect(refusal()).toBe(`Contract ${id} is not paused.`);
    pause();
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(refusal()).toBe(`Contract ${id} is not paused.`);
  });

  test('keeps the end of the contract, and bills up to it', async () => {
    const { shop, id, pause, resume, status } = running();
    shop.core.transaction((tx) => endContract(tx, id, '2026-06-11T09:00:00Z'));
    await shop.advanceTo('2026-04-11T09:00:00Z');
    pause();
    await shop.advanceTo('2026-06-06T09:00:00Z');
    resume();
    await shop.advanceTo('2026-07-02T00:00:00Z');
    expect(status()).toBe('Ended');
    expect(shop.documents(id).slice(1)).toEqual([
      ['2026-04-11', ['Credit: Basic', '2026-04-11', '2026-05-01', -6.6]],
      // 5 of 30 days: from the 6th to the 11th, 9.90 × 10 / 30 − 9.90 × 5 / 30.
      ['2026-06-06', ['Basic', '2026-06-06', '2026-06-11', 1.65]],
    ]);
  });
});
