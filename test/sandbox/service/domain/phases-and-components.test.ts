import { describe, expect, test } from 'vitest';
import { previewNextRecurring } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import { createComponentSubscription } from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import {
  endContract,
  patchContract,
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, day, ids, Shop } from './billing-kit.ts';

// The sums are those of docs/billing.md, "Proration": a part of a period costs the price up to its end, rounded,
// less the price up to its start, rounded. April has 30 days, May 31.

const seats = { ComponentId: ids.seat, Quantity: 2 };

/** A contract since 1 April, 11:00 in Berlin, on account. */
function since1April(variant: string, cart = {}, catalogue: CatalogueChange = {}, account = {}) {
  const shop = new Shop('2026-04-01T09:00:00Z', { catalogue, account });
  const { Id } = shop.signup(variant, cart);
  return { shop, id: Id, ...stepsOf(shop, Id) };
}

function stepsOf(shop: Shop, id: string) {
  return {
    documents: () => shop.documents(id),
    change: (cart: NonNullable<OrderInput['Cart']>, more: Partial<OrderInput> = {}) =>
      shop.change(id, cart, more),
    billedUntil: () => [
      day(shop.tx.contracts.get(id)?.BilledUntil),
      ...shop.tx.componentSubscriptions.where('ContractId', id).map((one) => day(one.BilledUntil)),
    ],
  };
}

describe('a component continues through a change of plan', () => {
  test('with new terms: it is charged up to the end of the new period', async () => {
    const { shop, documents, change, billedUntil } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    await shop.advanceTo('2026-04-16T09:00:00Z');
    change({ PlanVariantId: ids.proMonthly });
    expect(documents()[1]).toEqual([
      '2026-04-16',
      // 9.90 × 15 / 30
      ['Credit: Basic', '2026-04-16', '2026-05-01', -4.95],
      ['Pro', '2026-04-16', '2026-05-16', 29],
      // The seats were paid until 1 May. 9.00 for 16 April to 16 May, 30 days, of which 15 are left.
      ['Seat', '2026-05-01', '2026-05-16', 4.5],
    ]);
    expect(billedUntil()).toEqual(['2026-05-16', '2026-05-16']);
    await shop.advanceTo('2026-05-17T00:00:00Z');
    expect(documents()[2]).toEqual([
      '2026-05-16',
      ['Pro', '2026-05-16', '2026-06-16', 29],
      ['Seat', '2026-05-16', '2026-06-16', 9],
    ]);
  });

  test('with continued terms: it is already paid', async () => {
    const { shop, documents, change, billedUntil } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    await shop.advanceTo('2026-04-16T09:00:00Z');
    change({ PlanVariantId: ids.proMonthly, InheritStartDate: true });
    expect(documents()[1]).toEqual([
      '2026-04-16',
      ['Credit: Basic', '2026-04-16', '2026-05-01', -4.95],
      ['Pro', '2026-04-16', '2026-05-01', 14.5],
    ]);
    expect(billedUntil()).toEqual(['2026-05-01', '2026-05-01']);
  });

  test('planned within a period: the period is billed in two parts, each with its component', async () => {
    const { shop, documents, change, billedUntil } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    change({ PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-05-11T09:00:00Z' });
    expect(documents()).toHaveLength(1);
    await shop.advanceTo('2026-05-10T00:00:00Z');
    expect(documents()[1]).toEqual([
      '2026-05-01',
      // 9.90 × 10 / 31 = 3.1935; 9.00 × 10 / 31 = 2.9032
      ['Basic', '2026-05-01', '2026-05-11', 3.19],
      ['Seat', '2026-05-01', '2026-05-11', 2.9],
    ]);
    expect(billedUntil()).toEqual(['2026-05-11', '2026-05-11']);
    await shop.advanceTo('2026-05-12T00:00:00Z');
    expect(documents()[2]).toEqual([
      '2026-05-11',
      ['Pro', '2026-05-11', '2026-06-11', 29],
      ['Seat', '2026-05-11', '2026-06-11', 9],
    ]);
  });

  test('to an annual fee: its own monthly price is due twelve times', async () => {
    const { shop, documents, change } = since1April(ids.basicMonthly, { ComponentSubscriptions: [seats] });
    await shop.advanceTo('2026-05-01T08:00:00Z');
    change({ PlanVariantId: ids.basicYearly }, { ChangeDate: '2026-05-01T09:00:00Z' });
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(documents()[1]).toEqual([
      '2026-05-01',
      ['Basic', '2026-05-01', '2027-05-01', 99],
      // 12 × 2 × 4.50
      ['Seat', '2026-05-01', '2027-05-01', 108],
    ]);
  });
});

describe('components in a trial', () => {
  /** Pro trial: 14 days, then 29.00 a month, from 15 April. */
  const trial = (components: readonly object[], catalogue: CatalogueChange = {}) =>
    since1April(ids.proTrial, { ComponentSubscriptions: components }, catalogue);
  const inTrial = { components: { [ids.seat]: { BillInTrial: true } } };

  test('are free until the paid time starts', async () => {
    const { shop, documents, billedUntil } = trial([seats]);
    expect([documents(), billedUntil()]).toEqual([[], [undefined, undefined]]);
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(documents()).toEqual([
      ['2026-04-15', ['Pro trial', '2026-04-15', '2026-05-15', 29], ['Seat', '2026-04-15', '2026-05-15', 9]],
    ]);
  });

  test('are charged at once if they are billed in trials, by the periods of the plan that follows', async () => {
    const { shop, documents, billedUntil } = trial(
      [seats, { ComponentId: ids.support, Quantity: 1 }],
      inTrial,
    );
    // The period from 15 March to 15 April has 31 days, of which 14 are left: 9.00 × 17 / 31 = 4.9355, 9.00 − 4.94.
    expect(documents()).toEqual([['2026-04-01', ['Seat', '2026-04-01', '2026-04-15', 4.06]]]);
    expect(billedUntil()).toEqual([undefined, '2026-04-15', undefined]);
    await shop.advanceTo('2026-04-16T00:00:00Z');
    expect(documents()[1]).toEqual([
      '2026-04-15',
      ['Pro trial', '2026-04-15', '2026-05-15', 29],
      ['Seat', '2026-04-15', '2026-05-15', 9],
      ['Priority support', '2026-04-15', '2026-05-15', 15],
    ]);
  });

  test('that start and end in the trial cost only what is billed in trials', async () => {
    const some = { StartDate: '2026-04-04T09:00:00Z', EndDate: '2026-04-10T09:00:00Z' };
    const components = [
      { ...seats, ...some },
      { ComponentId: ids.support, Quantity: 1, ...some },
    ];
    const { shop, documents } = trial(components, inTrial);
    await shop.advanceTo('2026-04-16T00:00:00Z');
    // From 15 March: day 20 to day 26 of 31. 9.00 × 26 / 31 = 7.5484, 9.00 × 20 / 31 = 5.8065: 7.55 − 5.81.
    expect(documents()).toEqual([
      ['2026-04-01', ['Seat', '2026-04-04', '2026-04-10', 1.74]],
      ['2026-04-15', ['Pro trial', '2026-04-15', '2026-05-15', 29]],
    ]);
  });

  test('that start with the trial and are billed in it are one line per period, also after it', async () => {
    const shop = new Shop('2026-04-01T09:00:00Z', { catalogue: inTrial });
    const { Id } = shop.signup(ids.proTrial);
    const { documents } = stepsOf(shop, Id);
    shop.core.transaction((tx) =>
      createComponentSubscription(tx, Id, {
        ...seats,
        StartDate: '2026-04-10T09:00:00Z',
        EndDate: '2026-04-20T09:00:00Z',
      }),
    );
    await shop.advanceTo('2026-04-21T00:00:00Z');
    expect(documents()).toEqual([
      // 5 days of the trial, 26 to 31 of 31: 9.00 − 7.55.
      ['2026-04-10', ['Seat', '2026-04-10', '2026-04-15', 1.45]],
      // 5 days of 30: 9.00 / 6.
      [
        '2026-04-15',
        ['Pro trial', '2026-04-15', '2026-05-15', 29],
        ['Seat', '2026-04-15', '2026-04-20', 1.5],
      ],
    ]);
  });
});

describe('components and a pause', () => {
  test('are credited with the fee, and charged again with it', async () => {
    const { shop, id, documents, billedUntil } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.settle();
    // 20 of 30 days.
    expect(documents()[1]).toEqual([
      '2026-04-11',
      ['Credit: Basic', '2026-04-11', '2026-05-01', -6.6],
      ['Credit: Seat', '2026-04-11', '2026-05-01', -6],
    ]);
    expect(billedUntil()).toEqual(['2026-04-11', '2026-04-11']);
    await shop.advanceTo('2026-05-11T09:00:00Z');
    expect(documents()).toHaveLength(2);
    shop.core.transaction((tx) => resumeContract(tx, id));
    await shop.settle();
    // 21 of 31 days: 9.90 − 9.90 × 10 / 31 = 9.90 − 3.19; 9.00 − 2.90.
    expect(documents()[2]).toEqual([
      '2026-05-11',
      ['Basic', '2026-05-11', '2026-06-01', 6.71],
      ['Seat', '2026-05-11', '2026-06-01', 6.1],
    ]);
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(documents()[3]).toEqual([
      '2026-06-01',
      ['Basic', '2026-06-01', '2026-07-01', 9.9],
      ['Seat', '2026-06-01', '2026-07-01', 9],
    ]);
  });

  test('a component that ended in the pause is not charged when the contract goes on', async () => {
    const { shop, id, documents, change } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [{ ...seats, EndDate: '2026-04-16T09:00:00Z' }],
    });
    expect(documents()[0]?.[2]).toEqual(['Seat', '2026-04-01', '2026-04-16', 4.5]);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-04-21T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, id));
    await shop.settle();
    expect(documents().slice(1)).toEqual([
      [
        '2026-04-11',
        ['Credit: Basic', '2026-04-11', '2026-05-01', -6.6],
        // 5 of the 15 days that were charged.
        ['Credit: Seat', '2026-04-11', '2026-04-16', -1.5],
      ],
      ['2026-04-21', ['Basic', '2026-04-21', '2026-05-01', 3.3]],
    ]);
    change({ ComponentSubscriptions: [seats] });
    // 10 of 30 days.
    expect(documents()[3]).toEqual(['2026-04-21', ['Seat', '2026-04-21', '2026-05-01', 3]]);
  });

  test('a component that ended before the pause stays as it was, also in a pause with suspended billing', async () => {
    const { shop, id, change, billedUntil } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    await shop.advanceTo('2026-04-06T09:00:00Z');
    change({ EndComponentSubscriptions: [ids.seat] });
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    shop.core.transaction((tx) => patchContract(tx, id, { BillingSuspended: true }));
    await shop.advanceTo('2026-06-11T09:00:00Z');
    shop.core.transaction((tx) => {
      resumeContract(tx, id);
      pauseContract(tx, id);
    });
    await shop.advanceTo('2026-07-11T09:00:00Z');
    expect(billedUntil()).toEqual(['2026-06-11', '2026-04-06']);
  });
});

describe('a contract that ends in an unpaid period', () => {
  test('is billed up to its end, with its components', async () => {
    const { shop, id, documents, billedUntil } = since1April(ids.basicMonthly, {
      ComponentSubscriptions: [seats],
    });
    shop.core.transaction((tx) => endContract(tx, id, '2026-05-11T09:00:00Z'));
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(documents().slice(1)).toEqual([
      ['2026-05-01', ['Basic', '2026-05-01', '2026-05-11', 3.19], ['Seat', '2026-05-01', '2026-05-11', 2.9]],
    ]);
    expect(billedUntil()).toEqual(['2026-05-11', '2026-05-11']);
  });
});

describe('the setup fee', () => {
  const withSetup: CatalogueChange = { variants: { [ids.proTrial]: { SetupFee: 49 } } };

  /** Of each document its day and the net of its lines. */
  const sums = (documents: ReturnType<Shop['documents']>) =>
    documents.map(([date, ...lines]) => [date, ...lines.map((line) => line?.[3])]);

  test('is due once, with the first paid period', async () => {
    const { shop, documents } = since1April(ids.proTrial, {}, withSetup);
    expect(documents()).toEqual([]);
    await shop.advanceTo('2026-06-16T00:00:00Z');
    expect(sums(documents())).toEqual([
      ['2026-04-15', 29, 49],
      ['2026-05-15', 29],
      ['2026-06-15', 29],
    ]);
  });

  test('is due once, even after suspended billing, and never again with an upgrade', async () => {
    const { shop, id, documents, change } = since1April(ids.proTrial, {}, withSetup);
    shop.core.transaction((tx) => patchContract(tx, id, { BillingSuspended: true }));
    await shop.advanceTo('2026-05-20T09:00:00Z');
    expect(documents()).toEqual([]);
    shop.core.transaction((tx) => patchContract(tx, id, { BillingSuspended: false }));
    await shop.settle();
    expect(sums(documents())).toEqual([['2026-05-20', 29, 29, 49]]);
    change({ PlanVariantId: ids.proMonthly });
    expect(
      documents()[1]
        ?.map((line) => line?.[0])
        .slice(1),
    ).toEqual(['Credit: Pro trial', 'Pro']);
  });
});

describe('the next recurring bill', () => {
  test('of a paused contract is that of its resumption, if known', async () => {
    const { shop, id } = since1April(ids.basicMonthly);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.settle();
    expect(previewNextRecurring(shop.tx, id)).toEqual({});
  });

  test('of a trial is that of its end', () => {
    const { shop, id } = since1April(ids.proTrial);
    const { NextBillingDate, Invoice } = previewNextRecurring(shop.tx, id);
    expect([NextBillingDate, Invoice?.TotalNet]).toEqual(['2026-04-15T09:00:00.0000000Z', 29]);
    expect(Invoice).toMatchObject({ DocumentDate: '2026-04-15' });
  });
});
