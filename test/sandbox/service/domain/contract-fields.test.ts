import { describe, expect, test } from 'vitest';
import { createComponentSubscription } from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import {
  annulContract,
  type ContractPatch,
  changePaymentMethod,
  deleteContract,
  endContract,
  patchContract,
  pauseContract,
  replaceContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { createRatedItem } from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import { taskHandlers } from '../../../../sandbox/src/service/domain/tasks.ts';
import { card, day, ids, Shop, succeeded } from './billing-kit.ts';

/** A contract since 1 April, on account, and the events since then. */
function since1April(variant: string = ids.basicMonthly, account = {}) {
  const shop = new Shop('2026-04-01T09:00:00Z', { account });
  const { Id } = shop.signup(variant);
  const before = shop.events().length;
  const patch = (change: ContractPatch) => shop.core.transaction((tx) => patchContract(tx, Id, change));
  const replace = (input: ContractPatch) => shop.core.transaction((tx) => replaceContract(tx, Id, input));
  const tasks = () =>
    Object.keys(taskHandlers).filter((type) => shop.core.schedule.get(type, Id) !== undefined);
  return { shop, id: Id, patch, replace, tasks, events: () => shop.events().slice(before) };
}

const all: ContractPatch = {
  Notes: 'n',
  ExternalId: 'x',
  EscalationSuspended: true,
  RecurringPaymentsPaused: true,
  BillingSuspended: true,
  ThresholdBillingDisabled: true,
  OnAccountDueAfter: { Unit: 'Day', Quantity: 3 },
  CustomFields: { a: 1 },
};
const unset = {
  EscalationSuspended: false,
  RecurringPaymentsPaused: false,
  BillingSuspended: false,
  ThresholdBillingDisabled: false,
  OnAccountDueAfter: { Unit: 'Day', Quantity: 14 },
  CustomFields: {},
};

describe('the fields of a contract', () => {
  test('named fields are changed, the others stay', () => {
    const { patch } = since1April();
    expect(patch(all)).toMatchObject(all);
    expect(patch({ Notes: 'm' })).toMatchObject({ ...all, Notes: 'm' });
    expect(patch({ EscalationSuspended: false })).toMatchObject({
      ...all,
      Notes: 'm',
      EscalationSuspended: false,
    });
  });

  test.each([
    ['undefined', undefined],
    ['an empty text', ''],
  ])('with %s get the defaults of a new contract', (_, text) => {
    const { patch } = since1April();
    patch(all);
    const cleared = patch({
      Notes: text,
      ExternalId: text,
      EscalationSuspended: undefined,
      RecurringPaymentsPaused: undefined,
      BillingSuspended: undefined,
      ThresholdBillingDisabled: undefined,
      OnAccountDueAfter: undefined,
      CustomFields: undefined,
    });
    expect(cleared).toMatchObject(unset);
    for (const field of ['Notes', 'ExternalId']) expect(cleared).not.toHaveProperty(field);
  });

  test('missing in a replacement become unset, except the end', () => {
    const { patch, replace } = since1April();
    patch({ ...all, EndDate: '2026-06-01T09:00:00Z' });
    const replaced = replace({ Notes: 'kept' });
    expect(replaced).toMatchObject({ ...unset, Notes: 'kept', EndDate: '2026-06-01T09:00:00.0000000Z' });
    expect(replaced).not.toHaveProperty('ExternalId');
    expect(replace({ ...all })).toMatchObject(all);
  });

  test('are announced, once for each change', () => {
    const { patch, replace, events } = since1April();
    patch({ Notes: 'n' });
    expect(events()).toEqual(['ContractDataChanged']);
    replace({});
    expect(events()).toEqual(['ContractDataChanged', 'ContractDataChanged']);
  });
});

describe('the end of a contract as a field', () => {
  test('ends it, moves it, and revokes it without a value', () => {
    const { patch, events } = since1April();
    expect(patch({ EndDate: '2026-06-01T11:00:00+02:00' }).EndDate).toBe('2026-06-01T09:00:00.0000000Z');
    expect(events()).toEqual(['ContractCancelled']);
    patch({ EndDate: '2026-06-01T09:00:00Z' });
    expect(events()).toEqual(['ContractCancelled']);
    expect(day(patch({ EndDate: '2026-07-01T09:00:00Z' }).EndDate)).toBe('2026-07-01');
    expect(patch({ EndDate: '' })).not.toHaveProperty('EndDate');
    patch({ EndDate: '2026-06-01T09:00:00Z' });
    expect(patch({ EndDate: undefined })).not.toHaveProperty('EndDate');
    expect(events().at(-1)).toBe('ContractCancellationRevoked');
    // There is none to take back any more.
    expect(patch({ EndDate: undefined })).not.toHaveProperty('EndDate');
    expect(events().filter((event) => event === 'ContractCancellationRevoked')).toHaveLength(2);
  });

  test('can be combined with other fields', () => {
    const { patch, replace, events } = since1April();
    expect(patch({ EndDate: '2026-06-01T09:00:00Z', Notes: 'n' })).toMatchObject({
      EndDate: '2026-06-01T09:00:00.0000000Z',
      Notes: 'n',
    });
    expect(events()).toEqual(['ContractCancelled', 'ContractDataChanged']);
    expect(day(replace({ EndDate: '2026-05-01T09:00:00Z' }).EndDate)).toBe('2026-05-01');
  });

  test('that it already has is not a change, even if the contract is over or belongs to a store', () => {
    const { shop, id, replace } = since1April();
    shop.core.transaction((tx) => annulContract(tx, id));
    const { EndDate } = shop.contract(id);
    expect(EndDate).toBe('2026-04-01T09:00:00.0000000Z');
    expect(replace({ EndDate, Notes: 'n' })).toMatchObject({ Notes: 'n', LifecycleStatus: 'Annulled' });
  });
});

describe('effects of a field', () => {
  test('collecting is announced when it stops and starts, and starts at once', async () => {
    const { shop, id, patch, tasks, events } = since1April();
    const charges = shop.answering(succeeded);
    shop.core.transaction((tx) => changePaymentMethod(tx, id, card));
    await shop.settle();
    const before = events().length;
    patch({ RecurringPaymentsPaused: true });
    await shop.advanceTo('2026-05-02T00:00:00Z');
    patch({ RecurringPaymentsPaused: true, Notes: 'still' });
    expect(shop.contract(id).Balance).toBe(11.78);
    expect(tasks()).not.toContain('collect');
    const paused = charges.length;
    patch({ RecurringPaymentsPaused: false });
    expect(tasks()).toContain('collect');
    await shop.settle();
    expect([charges.length - paused, shop.contract(id).Balance]).toEqual([1, 0]);
    expect(
      events()
        .slice(before)
        .filter((event) => event === 'PaymentProcessStatusChanged'),
    ).toHaveLength(2);
  });

  test('a resumed escalation is evaluated again', () => {
    const account = { Escalation: [{ TriggerDays: 7, Action: 'Reminder' as const }] };
    const { patch, tasks } = since1April(ids.free, account);
    patch({ Notes: 'n' });
    expect(tasks()).not.toContain('escalation');
    patch({ EscalationSuspended: true });
    expect(tasks()).toContain('escalation');
  });
});

describe('a deleted contract', () => {
  test('leaves nothing behind, and no scheduled tasks', () => {
    const account = { Escalation: [{ TriggerDays: 7, Action: 'Reminder' as const }] };
    const shop = new Shop('2026-04-01T09:00:00Z', { account });
    const { Id, CustomerId } = shop.signup(ids.free, { CouponCode: 'WELCOME20' });
    const other = shop.signup(ids.free, {
      ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1, StartDate: '2026-08-01T00:00:00Z' }],
    });
    const left = () =>
      [
        shop.tx.componentSubscriptions,
        shop.tx.discountSubscriptions,
        shop.tx.meteredUsages,
        shop.tx.ratedItems,
      ].map((of) => of.where('ContractId', Id).length);
    const tasks = (id: string) =>
      Object.keys(taskHandlers).filter((type) => shop.core.schedule.get(type, id) !== undefined);
    const ofOther = tasks(other.Id);
    const events = shop.events().length;
    shop.core.transaction((tx) => {
      changePaymentMethod(tx, Id, {
        ...card,
        Shown: { Type: 'CreditCard', ExpiryMonth: 12, ExpiryYear: 2026 },
      });
      createComponentSubscription(tx, Id, {
        ComponentId: ids.seat,
        Quantity: 1,
        StartDate: '2026-08-01T00:00:00Z',
      });
      reportUsage(tx, Id, { ComponentId: ids.apiCalls, Quantity: 1 });
      createRatedItem(tx, Id, { Description: 'Training', Quantity: 1, PricePerUnit: 1 });
      patchContract(tx, Id, { EscalationSuspended: true });
      pauseContract(tx, Id, { StartDate: '2026-07-01T00:00:00Z', EndDate: '2026-08-01T00:00:00Z' });
    });
    expect(left()).toEqual([1, 1, 1, 1]);
    expect(tasks(Id)).toEqual(
      expect.arrayContaining(['lifecycle', 'approaching', 'pause', 'collect', 'escalation', 'card-expiring']),
    );
    shop.core.transaction((tx) => deleteContract(tx, Id));
    expect([left(), tasks(Id)]).toEqual([[0, 0, 0, 0], []]);
    expect([shop.tx.contracts.has(Id), shop.tx.paymentMethods.has(Id)]).toEqual([false, false]);
    expect([...shop.tx.events].at(-1)?.Payload).toMatchObject({
      Event: 'ContractDeleted',
      ContractId: Id,
      CustomerId,
    });
    expect(shop.events().length).toBeGreaterThan(events);
    expect(tasks(other.Id)).toEqual(ofOther);
    expect(shop.tx.componentSubscriptions.where('ContractId', other.Id)).toHaveLength(1);
  });

  test('must have no document or booking', () => {
    const { shop, id } = since1April();
    shop.core.transaction((tx) => endContract(tx, id, '2026-05-01T09:00:00Z'));
    expect(shop.refusal(() => deleteContract(shop.tx, id)).kind).toBe('Conflict');
  });
});
