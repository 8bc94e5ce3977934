import { describe, expect, test } from 'vitest';
import { previewNextRecurring } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  changeComponentSubscription,
  createComponentSubscription,
} from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import { endContract, pauseContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { day, ids, Shop } from './billing-kit.ts';

function since(variant: string, cart: object = {}) {
  const shop = new Shop('2026-01-01T09:00:00Z');
  const { Id } = shop.signup(variant, cart);
  const preview = () => {
    const next = shop.core.transaction((tx) => previewNextRecurring(tx, Id));
    return [day(next.NextBillingDate), next.Invoice?.TotalGross];
  };
  /** The same, then what comes on that day. */
  const comes = async () => {
    const said = preview();
    await shop.advanceTo(`${said[0]}T09:00:00Z`);
    const last = shop.invoices(Id).at(-1);
    return [said, [day(last?.DocumentDate), last?.TotalGross]];
  };
  const pause = (StartDate: string, EndDate?: string) =>
    shop.core.transaction((tx) =>
      pauseContract(tx, Id, {
        StartDate: `${StartDate}T09:00:00Z`,
        ...(EndDate && { EndDate: `${EndDate}T09:00:00Z` }),
      }),
    );
  return { shop, id: Id, preview, comes, pause };
}

describe('the preview of the next recurring invoice', () => {
  test('shows a planned change within a paid period', async () => {
    const { shop, id, comes } = since(ids.basicYearly, {
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
    });
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-07-01T09:00:00Z' });
    expect(day(shop.contract(id).NextBillingDate)).toBe('2026-07-01');
    const [said, came] = await comes();
    expect(said).toEqual(came);
    expect(said?.[0]).toBe('2026-07-01');
    expect(day(shop.contract(id).NextBillingDate)).toBe('2026-08-01');
  });

  test('shows the credit of a component that ends with a planned change', async () => {
    const { shop, id, comes } = since(ids.basicYearly, {
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
    });
    const at = '2026-07-01T09:00:00Z';
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: at });
    const [seat] = shop.tx.componentSubscriptions.where('ContractId', id);
    shop.core.transaction((tx) => changeComponentSubscription(tx, seat?.Id ?? '', { EndDate: at }));
    const [said, came] = await comes();
    expect(said).toEqual(came);
    // Of it, 32.39 for 184 days of 54.00 a year.
    expect(said).toEqual(['2026-07-01', -57.27]);
  });

  test('shows a planned change if the contract is paid up to its end', async () => {
    const { shop, id, comes } = since(ids.basicYearly);
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-02-01T09:00:00Z' });
    shop.core.transaction((tx) => endContract(tx, id, '2026-05-01T09:00:00Z'));
    expect(day(shop.contract(id).NextBillingDate)).toBe('2026-02-01');
    const [said, came] = await comes();
    expect([said?.[0], said]).toEqual(['2026-02-01', came]);
  });

  test('bills after a pause up to a change that was planned during it', async () => {
    const { shop, id, comes, pause } = since(ids.basicMonthly);
    pause('2026-01-11', '2026-01-21');
    await shop.advanceTo('2026-01-12T09:00:00Z');
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-01-26T09:00:00Z' });
    // Five days of 9.90, and no whole rest of the month.
    expect(await comes()).toEqual([
      ['2026-01-21', 1.89],
      ['2026-01-21', 1.89],
    ]);
  });

  test('leaves out a component that is billed earlier, when it begins or ends', async () => {
    const { shop, id, comes } = since(ids.basicMonthly);
    const dates = [
      { StartDate: '2026-01-11T09:00:00Z', EndDate: '2026-01-21T09:00:00Z' },
      { EndDate: '2026-01-16T09:00:00Z' },
      { StartDate: '2026-01-25T09:00:00Z' },
    ];
    shop.core.transaction((tx) => {
      for (const one of dates)
        createComponentSubscription(tx, id, { ComponentId: ids.seat, Quantity: 1, ...one });
    });
    // 9.90 and the seat that goes on, with 1.88 and 0.86.
    expect(await comes()).toEqual([
      ['2026-02-01', 17.14],
      ['2026-02-01', 17.14],
    ]);
  });

  test('leaves out a component that is billed in a pause, when it ends', async () => {
    const { shop, id, preview, comes, pause } = since(ids.basicMonthly);
    pause('2026-01-10', '2026-01-20');
    shop.core.transaction((tx) =>
      createComponentSubscription(tx, id, {
        ComponentId: ids.seat,
        Quantity: 1,
        EndDate: '2026-01-15T09:00:00Z',
      }),
    );
    const ahead = preview();
    await shop.advanceTo('2026-01-12T09:00:00Z');
    const [said, came] = await comes();
    // 12 of 31 days of 9.90: 3.83 and 0.73.
    expect([ahead, said, came]).toEqual(Array(3).fill(['2026-01-20', 4.56]));
  });

  test('shows the renewal if a change is planned for later', async () => {
    const { shop, id, comes } = since(ids.basicMonthly);
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-02-10T09:00:00Z' });
    const [said, came] = await comes();
    // 9 of 28 days: 3.18 and 0.60.
    expect([said, came]).toEqual([
      ['2026-02-01', 3.78],
      ['2026-02-01', 3.78],
    ]);
  });

  test('is empty if an open pause comes before it', async () => {
    const { shop, preview, pause } = since(ids.basicMonthly);
    pause('2026-01-20');
    expect(preview()).toEqual([undefined, undefined]);
    await shop.advanceTo('2026-01-25T09:00:00Z');
    expect(preview()).toEqual([undefined, undefined]);
  });

  test('shows the end of a pause, before and during it', async () => {
    const { shop, preview, comes, pause } = since(ids.basicMonthly, {
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
    });
    pause('2026-01-20', '2026-02-10');
    const ahead = preview();
    await shop.advanceTo('2026-01-25T09:00:00Z');
    const [said, came] = await comes();
    expect([ahead, said]).toEqual([came, came]);
    expect(said?.[0]).toBe('2026-02-10');
  });

  test('shows the renewal before a pause', async () => {
    const { comes, pause } = since(ids.basicMonthly);
    pause('2026-02-10');
    expect(await comes()).toEqual([
      ['2026-02-01', 11.78],
      ['2026-02-01', 11.78],
    ]);
  });

  test('is empty if the contract ends before', async () => {
    const { shop, id, preview, pause } = since(ids.basicMonthly);
    pause('2026-01-20', '2026-02-10');
    shop.core.transaction((tx) => endContract(tx, id, '2026-02-05T09:00:00Z'));
    await shop.advanceTo('2026-01-25T09:00:00Z');
    expect(preview()).toEqual([undefined, undefined]);
  });
});
