import { describe, expect, test } from 'vitest';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import {
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contract-pause.ts';
import { patchContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import type { Tx } from '../../../../sandbox/src/service/domain/records/tx.ts';
import { day, ids, Shop } from './billing-kit.ts';

/** Basic and one seat, suspended since the first day; April is paid. */
function suspended(start = '2026-04-01T09:00:00Z') {
  const shop = new Shop(start);
  const { Id } = shop.signup(ids.basicMonthly, {
    ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
  });
  const suspend = async (BillingSuspended: boolean) => {
    shop.core.transaction((tx) => patchContract(tx, Id, { BillingSuspended }));
    await shop.settle();
  };
  const at = async (date: string, work: (tx: Tx) => unknown) => {
    await shop.advanceTo(`${date}T09:00:00Z`);
    shop.core.transaction(work);
    await shop.settle();
  };
  return { shop, id: Id, suspend, at, later: () => shop.documents(Id).slice(1) };
}

/** 31 days in May, 30 in June: 9.90 and 4.50 for the whole months. */
const may = (name: string, until: string, net: number) => [name, '2026-05-01', until, net];

describe('a period that is missed while billing is suspended', () => {
  test('keeps its dates, which are counted from the start of the terms', async () => {
    const { shop, id, suspend, later } = suspended('2026-01-31T09:00:00Z');
    await suspend(true);
    await shop.advanceTo('2026-04-10T09:00:00Z');
    await suspend(false);
    expect(later()).toEqual([
      [
        '2026-04-10',
        ['Basic', '2026-02-28', '2026-03-31', 9.9],
        ['Basic', '2026-03-31', '2026-04-30', 9.9],
        ['Seat', '2026-02-28', '2026-03-31', 4.5],
        ['Seat', '2026-03-31', '2026-04-30', 4.5],
      ],
    ]);
    expect(day(shop.contract(id).NextBillingDate)).toBe('2026-04-30');
  });

  test('ends with the contract, and is billed when the suspension ends', async () => {
    const { shop, id, suspend, at, later } = suspended();
    await suspend(true);
    await at('2026-04-10', (tx) => endContract(tx, id, '2026-05-20T09:00:00Z'));
    await shop.advanceTo('2026-06-10T09:00:00Z');
    expect(later()).toEqual([]);
    await suspend(false);
    expect(later()).toEqual([
      ['2026-06-10', may('Basic', '2026-05-20', 6.07), may('Seat', '2026-05-20', 2.76)],
    ]);
  });

  test('ends with the plan: a change bills it, at the price of that plan', async () => {
    const { shop, id, suspend, later } = suspended();
    await suspend(true);
    await shop.advanceTo('2026-06-10T09:00:00Z');
    const Cart = { PlanVariantId: ids.proMonthly };
    expect(shop.preview({ ContractId: id, Cart })).toMatchObject({ Total: 52.22 });
    shop.change(id, Cart);
    expect(later()).toEqual([
      [
        '2026-06-10',
        may('Basic', '2026-06-01', 9.9),
        ['Basic', '2026-06-01', '2026-06-10', 2.97],
        ['Pro', '2026-06-10', '2026-07-10', 29],
        may('Seat', '2026-06-01', 4.5),
        ['Seat', '2026-06-01', '2026-06-10', 1.35],
        ['Seat', '2026-06-10', '2026-07-10', 4.5],
      ],
    ]);
    await suspend(false);
    expect(later()).toHaveLength(1);
  });

  test('is billed by a change that was planned, on its date', async () => {
    const { shop, id, suspend, later } = suspended();
    await suspend(true);
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-05-20T09:00:00Z' });
    await shop.advanceTo('2026-06-10T09:00:00Z');
    expect(later()).toEqual([
      [
        '2026-05-20',
        may('Basic', '2026-05-20', 6.07),
        ['Pro', '2026-05-20', '2026-06-20', 29],
        may('Seat', '2026-05-20', 2.76),
        ['Seat', '2026-05-20', '2026-06-20', 4.5],
      ],
    ]);
  });

  test('ends with a pause, and is billed when the suspension ends in it', async () => {
    const { shop, id, suspend, at, later } = suspended();
    await suspend(true);
    await at('2026-05-20', (tx) => pauseContract(tx, id));
    expect(later()).toEqual([]);
    await shop.advanceTo('2026-06-10T09:00:00Z');
    await suspend(false);
    expect(later()).toEqual([
      ['2026-06-10', may('Basic', '2026-05-20', 6.07), may('Seat', '2026-05-20', 2.76)],
    ]);
  });

  test('or with the end of the pause, beside the rest of the period that runs', async () => {
    const { id, suspend, at, later } = suspended();
    await suspend(true);
    await at('2026-05-20', (tx) => pauseContract(tx, id));
    await at('2026-06-10', (tx) => resumeContract(tx, id));
    expect(later()).toEqual([
      [
        '2026-06-10',
        may('Basic', '2026-05-20', 6.07),
        ['Basic', '2026-06-10', '2026-07-01', 6.93],
        may('Seat', '2026-05-20', 2.76),
        ['Seat', '2026-06-10', '2026-07-01', 3.15],
      ],
    ]);
  });

  test('is also the first one after BilledUntil, if a change was planned before that', async () => {
    const shop = new Shop('2026-04-01T09:00:00Z');
    const { Id } = shop.order({
      Customer: { FirstName: 'Ada', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: ids.basicMonthly },
      BilledUntil: '2026-04-20T09:00:00Z',
    });
    const suspend = (BillingSuspended: boolean) =>
      shop.core.transaction((tx) => patchContract(tx, Id, { BillingSuspended }));
    suspend(true);
    shop.change(Id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-04-10T09:00:00Z' });
    await shop.advanceTo('2026-04-25T09:00:00Z');
    expect(shop.documents(Id)).toEqual([]);
    suspend(false);
    await shop.settle();
    // 20 of 30 days: 29.00 − 9.67.
    expect(shop.documents(Id)).toEqual([['2026-04-25', ['Pro', '2026-04-20', '2026-05-10', 19.33]]]);
  });
});
