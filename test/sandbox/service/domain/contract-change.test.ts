import { describe, expect, test } from 'vitest';
import { refuseManyPhases } from '../../../../sandbox/src/service/domain/contract-facts/contract-phases.ts';
import { annulContract, pauseContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { reportUsage } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, day, ids, Shop } from './billing-kit.ts';

const seats = { ComponentId: ids.seat, Quantity: 2 };
const support = { ComponentId: ids.support, Quantity: 1 };

/** A contract since 1 April, on account. */
function since1April(variant: string, cart = {}, catalogue: CatalogueChange = {}) {
  const shop = new Shop('2026-04-01T09:00:00Z', { catalogue });
  const { Id } = shop.signup(variant, cart);
  const change = (wanted: NonNullable<OrderInput['Cart']>, more: Partial<OrderInput> = {}) =>
    shop.change(Id, wanted, more);
  const refused = (wanted: NonNullable<OrderInput['Cart']>) => {
    const { kind, fields, message } = shop.refusal(() => shop.change(Id, wanted));
    return [kind, fields[0]?.Field ?? message];
  };
  return { shop, id: Id, change, refused, documents: () => shop.documents(Id).slice(1) };
}

describe('changes of a contract', () => {
  test('an unchanged quantity is not a change of plan', () => {
    const { shop, id, change, documents } = since1April(ids.proMonthly, { Quantity: 2 });
    change({ Quantity: 2, ComponentSubscriptions: [seats] });
    expect(shop.contract(id).Phases).toHaveLength(1);
    expect(documents()).toEqual([['2026-04-01', ['Seat', '2026-04-01', '2026-05-01', 9]]]);
  });

  test('a quantity requires a plan, which a trial does not have; in a pause, it is that before it', async () => {
    const trial = since1April(ids.proTrial);
    expect(trial.refused({ Quantity: 3 })).toEqual(['Invalid', 'Cart.PlanVariantId']);
    const paused = since1April(ids.proMonthly);
    paused.shop.core.transaction((tx) => pauseContract(tx, paused.id));
    paused.change({ Quantity: 3 });
    expect(paused.shop.contract(paused.id)).toMatchObject({
      LifecycleStatus: 'Active',
      Phases: [{}, {}, { PlanVariantId: ids.proMonthly, Quantity: 3, InheritStartDate: true }],
    });
    paused.shop.core.transaction((tx) => pauseContract(tx, paused.id));
    paused.change({ PlanVariantId: ids.basicMonthly });
    expect(paused.shop.contract(paused.id)).toMatchObject({
      LifecycleStatus: 'Active',
      PlanVariantId: ids.basicMonthly,
    });
  });

  const PlanVariantId = ids.proMonthly;
  test.each<[what: string, wanted: NonNullable<OrderInput['Cart']>, phases: (string | number)[][]]>([
    ['the plan with its quantity, which revokes it', { PlanVariantId }, [[PlanVariantId, 2]]],
    [
      'another quantity',
      { Quantity: 5 },
      [
        [PlanVariantId, 2],
        [PlanVariantId, 5],
      ],
    ],
    [
      'the plan with another quantity',
      { PlanVariantId, Quantity: 5 },
      [
        [PlanVariantId, 2],
        [PlanVariantId, 5],
      ],
    ],
    [
      'the plan by new terms',
      { PlanVariantId, InheritStartDate: false },
      [
        [PlanVariantId, 2],
        [PlanVariantId, 2],
      ],
    ],
    [
      'a third plan',
      { PlanVariantId: ids.basicMonthly },
      [
        [PlanVariantId, 2],
        [ids.basicMonthly, 1],
      ],
    ],
  ])('for the date of a planned change: %s', (_what, wanted, phases) => {
    const { shop, id, change } = since1April(PlanVariantId, { Quantity: 2 });
    const ChangeDate = '2026-05-01T00:00:00Z';
    change({ PlanVariantId: ids.proYearly }, { ChangeDate });
    change(wanted, { ChangeDate });
    expect(shop.contract(id).Phases.map((one) => [one.PlanVariantId, one.Quantity])).toEqual(phases);
  });

  test('an annulled contract cannot be changed', () => {
    const { shop, id, refused } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(refused({ ComponentSubscriptions: [seats] })).toEqual(['Conflict', `Contract ${id} is annulled.`]);
  });

  test('another variant keeps the quantity if its plan has one, and restarts the terms', () => {
    const { shop, id, change } = since1April(ids.proMonthly, { Quantity: 3 });
    change({ PlanVariantId: ids.proYearly });
    change({ PlanVariantId: ids.proMonthly, InheritStartDate: true, Quantity: 2 });
    change({ PlanVariantId: ids.basicMonthly });
    expect(
      shop
        .contract(id)
        .Phases.map(({ Type, PlanVariantId, PlanId, Quantity, InheritStartDate }) => [
          Type,
          PlanVariantId,
          PlanId,
          Quantity,
          InheritStartDate,
        ]),
    ).toEqual([
      ['Normal', ids.proMonthly, 'b10000000000000000000002', 3, false],
      ['Normal', ids.proYearly, 'b10000000000000000000002', 3, false],
      ['Normal', ids.proMonthly, 'b10000000000000000000002', 2, true],
      ['Normal', ids.basicMonthly, 'b10000000000000000000001', 1, false],
    ]);
  });

  test('in the past, it replaces the changes since', async () => {
    const { shop, id, change, documents } = since1April(ids.basicMonthly);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    change({ PlanVariantId: ids.proMonthly });
    await shop.advanceTo('2026-04-21T09:00:00Z');
    change({ PlanVariantId: ids.basicYearly }, { ChangeDate: '2026-04-06T09:00:00Z' });
    expect(documents()).toEqual([
      // 20 of 30 days: 9.90 − 3.30.
      [
        '2026-04-11',
        ['Credit: Basic', '2026-04-11', '2026-05-01', -6.6],
        ['Pro', '2026-04-11', '2026-05-11', 29],
      ],
      // 5 of the 10 days that stand.
      [
        '2026-04-21',
        ['Credit: Basic', '2026-04-06', '2026-04-11', -1.65],
        ['Credit: Pro', '2026-04-11', '2026-05-11', -29],
        ['Basic', '2026-04-06', '2027-04-06', 99],
      ],
    ]);
    expect(
      shop.contract(id).Phases.map(({ PlanVariantId, StartDate }) => [PlanVariantId, day(StartDate)]),
    ).toEqual([
      [ids.basicMonthly, '2026-04-01'],
      [ids.basicYearly, '2026-04-06'],
    ]);
  });

  test('a contract has at most a thousand phases', () => {
    const Phases = Array.from({ length: 999 }, () => ({
      Type: 'Normal' as const,
      StartDate: '2026-04-01T09:00:00.0000000Z',
      Quantity: 1,
      InheritStartDate: false,
    }));
    const [one] = Phases;
    if (one === undefined) throw new Error('no phase');
    expect(() => refuseManyPhases({ Id: 'c1', Phases })).not.toThrow();
    expect(() => refuseManyPhases({ Id: 'c1', Phases: [...Phases, one] })).toThrow(
      'contract c1 has 1000 phases, the maximum',
    );
    const { shop, id, change } = since1April(ids.basicMonthly);
    shop.core.transaction((tx) => tx.contracts.update(id, { Phases: [...Phases, one] }));
    expect(() => change({ PlanVariantId: ids.proMonthly })).toThrow('1000 phases, the maximum');
  });
});

describe('components of a change', () => {
  test('that end are credited on the document of the new plan; the others stay paid', async () => {
    const { shop, id, change, documents } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats, support],
    });
    await shop.advanceTo('2026-04-16T09:00:00Z');
    change({
      PlanVariantId: ids.proMonthly,
      InheritStartDate: true,
      EndComponentSubscriptions: [ids.seat],
    });
    // 15 of 30 days: half of 9.90, 9.00 and 29.00.
    expect(documents()).toEqual([
      [
        '2026-04-16',
        ['Credit: Basic', '2026-04-16', '2026-05-01', -4.95],
        ['Credit: Seat', '2026-04-16', '2026-05-01', -4.5],
        ['Pro', '2026-04-16', '2026-05-01', 14.5],
      ],
    ]);
    expect(
      shop.tx.componentSubscriptions
        .where('ContractId', id)
        .map((one) => [one.ComponentId, day(one.EndDate), day(one.BilledUntil)]),
    ).toEqual([
      [ids.seat, '2026-04-16', expect.any(String)],
      [ids.support, undefined, '2026-05-01'],
    ]);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(documents().slice(1)).toEqual([
      [
        '2026-05-01',
        ['Pro', '2026-05-01', '2026-06-01', 29],
        ['Priority support', '2026-05-01', '2026-06-01', 15],
      ],
    ]);
  });

  test('end by their own id, or all of a component', async () => {
    const { shop, id, change, refused } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats, seats, support],
    });
    const running = () =>
      shop.tx.componentSubscriptions
        .where('ContractId', id)
        .map((one, at) => (one.EndDate === undefined ? at : 'over'));
    const first = shop.tx.componentSubscriptions.where('ContractId', id)[0]?.Id as string;
    change({ EndComponentSubscriptions: [first] });
    expect(running()).toEqual(['over', 1, 2]);
    expect(refused({ EndComponentSubscriptions: [ids.support, first] })).toEqual([
      'Invalid',
      'Cart.EndComponentSubscriptions[1]',
    ]);
    change({ EndComponentSubscriptions: [ids.seat] });
    expect(running()).toEqual(['over', 'over', 2]);
    expect(refused({ EndComponentSubscriptions: [ids.seat] })).toEqual([
      'Invalid',
      'Cart.EndComponentSubscriptions[0]',
    ]);
  });

  test('in a trial are charged up to its end if they are billed in trials, and free otherwise', async () => {
    const { shop, change } = since1April(
      ids.proTrial,
      {},
      { components: { [ids.seat]: { BillInTrial: true } } },
    );
    const id = [...shop.tx.contracts][0]?.Id as string;
    await shop.advanceTo('2026-04-05T09:00:00Z');
    change({ ComponentSubscriptions: [seats, support] });
    // The trial ends on 15 April; from 15 March, 31 days, 10 are left: 9.00 − 9.00 × 21 / 31 = 9.00 − 6.10.
    expect(shop.documents(id)).toEqual([['2026-04-05', ['Seat', '2026-04-05', '2026-04-15', 2.9]]]);
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(shop.documents(id).slice(1)).toEqual([
      [
        '2026-04-15',
        ['Pro trial', '2026-04-15', '2026-05-15', 29],
        ['Seat', '2026-04-15', '2026-05-15', 9],
        ['Priority support', '2026-04-15', '2026-05-15', 15],
      ],
    ]);
  });

  test('in a trial without a following plan are free', async () => {
    const { shop, change } = since1April(
      ids.proTrial,
      {},
      { plans: { b10000000000000000000003: { TrialEndPolicy: 'DeactivateAccount' } } },
    );
    change({ ComponentSubscriptions: [seats] });
    await shop.advanceTo('2026-06-01T00:00:00Z');
    expect(shop.invoices()).toEqual([]);
  });
});

describe('usage and items of a change', () => {
  const metered: CatalogueChange = {
    components: { [ids.apiCalls]: { IncludeInInterimBilling: true, PriceScale: undefined, PricePerUnit: 2 } },
  };
  const cart = {
    ComponentSubscriptions: [seats],
    MeteredUsages: [{ ComponentId: ids.apiCalls, Quantity: 3, Key: 'k', Memo: 'by order' }],
    RatedItems: [{ Description: 'Training', Quantity: 1, PricePerUnit: 80 }],
  };
  const nets = (documents: ReturnType<Shop['documents']>) =>
    documents.map((one) => one.slice(1).map((line) => line?.[3]));

  test.each([
    ['wait for the next billing', false, [[9], [9.9, 9, 10, 80]]],
    [
      'are billed with it where it bills in between',
      true,
      [
        [9, 10, 80],
        [9.9, 9],
      ],
    ],
  ])('%s, with previous usage', async (_, TriggerInterimBilling, expected) => {
    const { shop, id, change, documents } = since1April(ids.basicMonthly, {}, metered);
    shop.core.transaction((tx) => reportUsage(tx, id, { ComponentId: ids.apiCalls, Quantity: 2 }));
    change(cart, { TriggerInterimBilling });
    expect(shop.tx.meteredUsages.where('ContractId', id).map((one) => [one.Quantity, one.Memo])).toEqual([
      [2, undefined],
      [3, 'by order'],
    ]);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    // Two seats; a month of Basic, two seats, 5 × 2.00 for the calls, 80.00 for the training.
    expect(nets(documents())).toEqual(expected);
  });

  test('are billed at once if the change itself is in the future', () => {
    const { change, documents } = since1April(ids.basicMonthly, {}, metered);
    change(
      { PlanVariantId: ids.proMonthly, MeteredUsages: cart.MeteredUsages },
      { ChangeDate: '2026-05-01T09:00:00Z', TriggerInterimBilling: true },
    );
    expect(nets(documents())).toEqual([[6]]);
  });
});
