import { describe, expect, test } from 'vitest';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import { createComponentSubscription } from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import {
  annulContract,
  contractView,
  endContract,
  moveTrialEnd,
  patchContract,
  pauseContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import type { Tx } from '../../../../sandbox/src/service/domain/records/tx.ts';
import { taskHandlers } from '../../../../sandbox/src/service/domain/tasks.ts';
import type { Invoice } from '../../../../sandbox/src/service/model/invoice.ts';
import { type CatalogueChange, card, ids, onAccount, Shop } from './billing-kit.ts';

const time = (of: string) => `${of}T09:00:00.0000000Z`;
const seats = { ComponentId: ids.seat, Quantity: 2 };
const trialPlan = 'b10000000000000000000003';

/** A contract since 1 April, and what is told of it. */
function since1April(
  variant: string,
  cart = {},
  { catalogue = {}, account = {} }: { catalogue?: CatalogueChange; account?: object } = {},
  method = onAccount,
) {
  const shop = new Shop('2026-04-01T09:00:00Z', { catalogue, account });
  const { Id, CustomerId } = shop.signup(variant, cart, undefined, method);
  /** Events of a kind, with the day of each. */
  const told = (event: string) =>
    [...shop.tx.events]
      .filter(({ Payload }) => Payload.Event === event)
      .map(({ Payload, At }) => ({ ...Payload, Day: new Date(At).toISOString().slice(0, 10) }));
  const tasks = () =>
    Object.keys(taskHandlers).filter((type) => shop.core.schedule.get(type, Id) !== undefined);
  return { shop, id: Id, told, tasks, ids: { EntityId: shop.tx.account.Id, ContractId: Id, CustomerId } };
}

describe('a notice', () => {
  test('announces each billing once, a week before', async () => {
    const { shop, told, ids: named } = since1April(ids.basicMonthly);
    await shop.advanceTo('2026-06-30T00:00:00Z');
    expect(told('RecurringBillingApproaching')).toMatchObject([
      { ...named, Day: '2026-04-24' },
      { ...named, Day: '2026-05-25' },
      { ...named, Day: '2026-06-24' },
    ]);
  });

  test('announces the end of a trial once, a week before, and again when it is moved', async () => {
    const { shop, id, told, ids: named } = since1April(ids.proTrial);
    await shop.advanceTo('2026-04-10T00:00:00Z');
    expect(told('TrialEndApproaching')).toMatchObject([{ ...named, Day: '2026-04-08' }]);
    shop.core.transaction((tx) => moveTrialEnd(tx, id, '2026-04-20T09:00:00Z'));
    await shop.advanceTo('2026-04-21T00:00:00Z');
    expect(told('TrialEndApproaching').map(({ Day }) => Day)).toEqual(['2026-04-08', '2026-04-13']);
    expect(told('RecurringBillingApproaching')).toEqual([]);
  });

  test('is sent once for each billing, whatever changes until then', async () => {
    const { shop, id, told } = since1April(ids.basicMonthly);
    await shop.advanceTo('2026-04-25T00:00:00Z');
    shop.core.transaction((tx) =>
      createComponentSubscription(tx, id, { ...seats, EndDate: '2026-04-29T09:00:00Z' }),
    );
    await shop.advanceTo('2026-04-30T00:00:00Z');
    expect(told('RecurringBillingApproaching').map(({ Day }) => Day)).toEqual(['2026-04-24']);
  });

  test('is sent in the middle of the remaining time if that is less than a week', async () => {
    const { shop, told } = since1April(
      ids.basicMonthly,
      {},
      { catalogue: { variants: { [ids.basicMonthly]: { BillingPeriod: { Unit: 'Day', Quantity: 4 } } } } },
    );
    await shop.advanceTo('2026-04-08T00:00:00Z');
    // Billed on the 1st, the 5th and the 9th.
    expect(told('RecurringBillingApproaching').map(({ Day }) => Day)).toEqual(['2026-04-03', '2026-04-07']);
  });

  test('is not sent for a contract that is not billed again', async () => {
    const { shop, id, told, tasks } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => endContract(tx, id, '2026-05-01T09:00:00Z'));
    expect(tasks()).not.toContain('approaching');
    await shop.advanceTo('2026-06-01T00:00:00Z');
    expect(told('RecurringBillingApproaching')).toEqual([]);
  });
});

describe('changes that the calendar brings', () => {
  test('are sent once: a component that starts and one that ends, with the change', async () => {
    const { shop, id, told } = since1April(ids.basicMonthly);
    const one = shop.core.transaction((tx) =>
      createComponentSubscription(tx, id, {
        ...seats,
        StartDate: '2026-04-11T09:00:00Z',
        EndDate: '2026-04-21T09:00:00Z',
      }),
    );
    await shop.advanceTo('2026-04-30T00:00:00Z');
    expect(told('ContractChanged').map((event) => [event.Day, event['ContractChangeType' as never]])).toEqual(
      [
        ['2026-04-01', 'Signup'],
        ['2026-04-11', 'Timebased'],
        ['2026-04-21', 'Timebased'],
      ],
    );
    expect(
      shop.tx.contractChanges
        .where('ContractId', id)
        .slice(1)
        .map(({ Changed }) =>
          Changed.ComponentSubscriptions.map(({ Id, Before, After }) => [Id, Before?.Status, After?.Status]),
        ),
    ).toEqual([[[one.Id, 'Inactive', 'Active']], [[one.Id, 'Active', 'Ended']]]);
  });

  test('of an order that ends a component at once are sent with the order only', async () => {
    const { shop, id, told } = since1April(ids.basicMonthly, { ComponentSubscriptions: [seats] });
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.change(id, { EndComponentSubscriptions: [ids.seat] });
    await shop.advanceTo('2026-04-12T00:00:00Z');
    expect(told('ContractChanged').map((event) => event['ContractChangeType' as never])).toEqual([
      'Signup',
      'Upgrade',
    ]);
  });

  const turn = '2026-05-01T09:00:00Z';
  test.each([
    ['nothing else', () => {}],
    ['a pause begins', (tx: Tx, id: string) => pauseContract(tx, id, { StartDate: turn })],
    [
      'a pause ends',
      (tx: Tx, id: string) => pauseContract(tx, id, { StartDate: '2026-04-21T09:00:00Z', EndDate: turn }),
    ],
    ['the contract ends', (tx: Tx, id: string) => endContract(tx, id, turn)],
  ])('are told once of components that begin and end as %s', async (_, plan) => {
    const { shop, id, told } = since1April(ids.basicMonthly);
    const booked = (dates: object) =>
      shop.core.transaction((tx) => createComponentSubscription(tx, id, { ...seats, ...dates })).Id;
    const turning = [booked({ EndDate: turn })];
    shop.core.transaction((tx) => plan(tx, id));
    if (shop.contract(id).EndDate === undefined) turning.push(booked({ StartDate: turn }));
    await shop.advanceTo('2026-05-02T00:00:00Z');
    const changes = told('ContractChanged')
      .filter(({ Day }) => Day === '2026-05-01')
      .map((event) => shop.tx.contractChanges.get(String(event['ContractChangeId' as never])));
    const heard = changes.flatMap((one) => one?.Changed.ComponentSubscriptions ?? []).map(({ Id }) => Id);
    expect(heard.toSorted()).toEqual(turning);
  });

  test('are sent with the order that planned them', async () => {
    const { shop, id, told } = since1April(ids.basicMonthly);
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-05-11T09:00:00Z' });
    const [, planned] = shop.tx.contractChanges.where('ContractId', id);
    expect(planned).toMatchObject({ Type: 'Upgrade', ChangeDate: time('2026-05-11') });
    expect(told('ContractChanged')).toHaveLength(1);
    await shop.advanceTo('2026-05-12T00:00:00Z');
    expect(told('ContractChanged').slice(1)).toMatchObject([
      { Day: '2026-05-11', ContractChangeId: planned?.Id, ContractChangeType: 'Upgrade' },
    ]);
    expect(shop.tx.contractChanges.where('ContractId', id)).toHaveLength(2);
  });
});

describe('moving the end of a trial', () => {
  test('moves the end after the first term, and its discounts', async () => {
    const { shop, id } = since1April(
      ids.proTrial,
      { CouponCode: 'WELCOME20' },
      { catalogue: { variants: { [ids.proTrial]: { EndAfterFirstContractPeriod: true } } } },
    );
    expect(shop.contract(id).EndDate).toBe(time('2026-05-15'));
    const moved = shop.core.transaction((tx) => moveTrialEnd(tx, id, '2026-04-20T11:00:00+02:00'));
    expect(moved.EndDate).toBe(time('2026-05-20'));
    expect(moved.Phases.map(({ Type, StartDate }) => [Type, StartDate])).toEqual([
      ['Trial', time('2026-04-01')],
      ['Normal', time('2026-04-20')],
      ['Inactive', time('2026-05-20')],
    ]);
    expect(shop.tx.discountSubscriptions.where('ContractId', id)).toMatchObject([
      { StartDate: time('2026-04-20') },
    ]);
    await shop.advanceTo('2026-06-01T00:00:00Z');
    expect(shop.contract(id).LifecycleStatus).toBe('Ended');
  });

  test('keeps an end that was set separately, and discounts with their own start', () => {
    const { shop, id, ids: named, told } = since1April(ids.proTrial);
    const discount = [...shop.tx.discounts][0]?.Id as string;
    shop.change(id, { DiscountSubscriptions: [{ DiscountId: discount, StartDate: time('2026-06-01') }] });
    shop.core.transaction((tx) => endContract(tx, id, '2026-05-10T09:00:00Z'));
    const moved = shop.core.transaction((tx) => moveTrialEnd(tx, id, '2026-04-20T09:00:00Z'));
    expect(moved.EndDate).toBe(time('2026-05-10'));
    expect(shop.tx.discountSubscriptions.where('ContractId', id)).toMatchObject([
      { StartDate: time('2026-06-01') },
    ]);
    expect(told('ContractDataChanged')).toMatchObject([named]);
    expect(shop.refusal(() => moveTrialEnd(shop.tx, id, '2026-05-10T09:00:00Z')).fields[0]?.Field).toBe(
      'TrialEndDate',
    );
  });

  test('requires a trial and a future date', () => {
    const { shop, id } = since1April(ids.proTrial);
    expect(shop.refusal(() => moveTrialEnd(shop.tx, id, '2026-04-01T09:00:00Z')).fields[0]?.Field).toBe(
      'TrialEndDate',
    );
    const paid = since1April(ids.basicMonthly);
    expect(paid.shop.refusal(() => moveTrialEnd(paid.shop.tx, paid.id, '2026-05-01T09:00:00Z')).kind).toBe(
      'Conflict',
    );
  });

  test('that ends the contract ends it then', async () => {
    const { shop, id } = since1April(
      ids.proTrial,
      {},
      { catalogue: { plans: { [trialPlan]: { TrialEndPolicy: 'DeactivateAccount' } } } },
    );
    shop.core.transaction((tx) => moveTrialEnd(tx, id, '2026-04-20T09:00:00Z'));
    await shop.advanceTo('2026-04-20T08:59:59Z');
    expect(shop.contract(id).LifecycleStatus).toBe('InTrial');
    await shop.advanceTo('2026-04-20T09:00:00Z');
    expect(shop.contract(id)).toMatchObject({ LifecycleStatus: 'Ended', EndDate: time('2026-04-20') });
  });
});

test('usage is billed with the plan that starts on the day of a billing', async () => {
  const { shop, id } = since1April(ids.basicMonthly);
  shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-05-01T09:00:00Z' });
  shop.change(id, { MeteredUsages: [{ ComponentId: ids.storage, Quantity: 10, DueDate: '2026-04-20' }] }, {});
  await shop.advanceTo('2026-05-02T00:00:00Z');
  expect(shop.documents(id).slice(1)).toEqual([
    ['2026-05-01', ['Pro', '2026-05-01', '2026-06-01', 29], ['Storage GB', '2026-04-20', '2026-04-20', 1]],
  ]);
});

test('nothing is billed while billing is suspended, whatever starts or ends meanwhile', async () => {
  const { shop, id } = since1April(ids.basicMonthly);
  shop.core.transaction((tx) => {
    patchContract(tx, id, { BillingSuspended: true });
    createComponentSubscription(tx, id, {
      ...seats,
      StartDate: '2026-05-10T09:00:00Z',
      EndDate: '2026-05-12T09:00:00Z',
    });
  });
  await shop.advanceTo('2026-05-20T09:00:00Z');
  expect(shop.documents(id)).toHaveLength(1);
});

test('a component that starts in a paid period is billed when it starts, not with an earlier one', async () => {
  const { shop, id } = since1April(ids.basicMonthly);
  shop.core.transaction((tx) => {
    createComponentSubscription(tx, id, { ...seats, StartDate: '2026-04-11T09:00:00Z' });
    createComponentSubscription(tx, id, { ...seats, Quantity: 4, StartDate: '2026-04-21T09:00:00Z' });
  });
  await shop.advanceTo('2026-04-22T00:00:00Z');
  expect(shop.documents(id).slice(1)).toEqual([
    ['2026-04-11', ['Seat', '2026-04-11', '2026-05-01', 6]],
    ['2026-04-21', ['Seat', '2026-04-21', '2026-05-01', 6]],
  ]);
});

describe('an annulment', () => {
  test('reverses what remains of every invoice, and nothing twice', async () => {
    const {
      shop,
      id,
      told,
      ids: named,
    } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    const [first] = shop.invoices(id);
    shop.core.transaction((tx) => issueCreditNote(tx, first?.Id as string, first?.TotalGross, 'Goodwill'));
    await shop.advanceTo('2026-05-02T00:00:00Z');
    const second = shop.invoices(id).at(-1) as Invoice;
    shop.core.transaction((tx) => annulContract(tx, id));
    // The first invoice is credited already; of the second 9.90 and 9.00.
    expect(shop.documents(id).slice(3)).toEqual([
      [
        '2026-05-02',
        ['Annulment: Basic', '2026-05-01', '2026-06-01', -9.9],
        ['Annulment: Seat', '2026-05-01', '2026-06-01', -9],
      ],
    ]);
    expect(shop.invoices(id).at(-1)).toMatchObject({ OriginalInvoiceId: second.Id, TotalGross: -22.49 });
    expect(shop.contract(id).Balance).toBe(0);
    expect(told('ContractChanged').at(-1)).toMatchObject({ ...named, ContractChangeType: 'Annulment' });
    expect(shop.tx.contractChanges.where('ContractId', id).at(-1)).toMatchObject({
      Type: 'Annulment',
      ChangeDate: time('2026-04-01'),
    });
  });

  test('leaves a contract that ended where it began, without scheduled tasks', async () => {
    const { shop, id, tasks } = since1April(ids.proMonthly, { ComponentSubscriptions: [seats] }, {}, card);
    shop.core.transaction((tx) =>
      pauseContract(tx, id, { StartDate: '2026-04-11T09:00:00Z', EndDate: '2026-04-21T09:00:00Z' }),
    );
    expect(tasks()).toEqual(
      expect.arrayContaining(['lifecycle', 'approaching', 'pause', 'collect', 'card-expiring']),
    );
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(tasks().filter((type) => type !== 'escalation')).toEqual([]);
    const annulled = shop.contract(id);
    expect(annulled).toMatchObject({ LifecycleStatus: 'Annulled', EndDate: time('2026-04-01') });
    expect(annulled).not.toHaveProperty('NextBillingDate');
    expect(annulled.Phases).toEqual([
      expect.objectContaining({ Type: 'Normal', PlanVariantId: ids.proMonthly }),
      { Type: 'Inactive', StartDate: time('2026-04-01'), Quantity: 1, InheritStartDate: false },
    ]);
    expect(shop.tx.componentSubscriptions.where('ContractId', id)).toMatchObject([
      { StartDate: time('2026-04-01'), EndDate: time('2026-04-01') },
    ]);
    await shop.advanceTo('2026-08-01T00:00:00Z');
    expect(shop.invoices(id)).toHaveLength(2);
    expect(shop.refusal(() => annulContract(shop.tx, id)).kind).toBe('Conflict');
  });

  test('drops unsent drafts', () => {
    const { shop, id } = since1April(ids.basicMonthly, {}, { account: { InvoiceDrafts: true } });
    const other = shop.signup(ids.basicMonthly);
    shop.core.transaction((tx) => annulContract(tx, id));
    expect([...shop.tx.invoiceDrafts].map(({ ContractId }) => ContractId)).toEqual([other.Id]);
    expect(shop.invoices(id)).toEqual([]);
  });

  test('is possible in a pause, which disappears', async () => {
    const { shop, id, tasks } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => pauseContract(tx, id, { EndDate: '2026-04-21T09:00:00Z' }));
    expect(tasks()).toContain('pause-end');
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(tasks()).not.toContain('pause-end');
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(contractView(shop.tx, shop.tx.contracts.get(id) as never)).toMatchObject({
      LifecycleStatus: 'Annulled',
      Balance: 0,
    });
  });
});
