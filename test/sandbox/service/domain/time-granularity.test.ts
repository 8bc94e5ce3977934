import { describe, expect, test } from 'vitest';
import { createComponentSubscription } from '../../../../sandbox/src/service/domain/contracts/component-subscriptions.ts';
import { cancellationPreview } from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import {
  endContract,
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { ids, Shop } from './billing-kit.ts';

/** Basic since 15:00 of 1 April in Berlin, of a group that counts in days. */
async function daily(at = '2026-04-16T13:00:00Z') {
  const shop = new Shop('2026-04-01T13:00:00Z', { catalogue: { planGroup: { TimeGranularity: 'Daily' } } });
  const { Id } = shop.signup(ids.basicMonthly);
  await shop.advanceTo(at);
  const phases = () =>
    shop.contract(Id).Phases.map(({ Type, StartDate }) => `${Type} ${StartDate.slice(0, 16)}`);
  return { shop, id: Id, phases };
}
const since = 'Normal 2026-03-31T22:00';

describe('in a plan group that counts in days', () => {
  test('a change starts at midnight of its day, and so do its period and the next billing', async () => {
    const { shop, id, phases } = await daily();
    const { NextBillingDate, BilledUntil } = shop.change(id, { PlanVariantId: ids.proMonthly });
    expect(phases()).toEqual([since, 'Normal 2026-04-15T22:00']);
    expect([NextBillingDate, BilledUntil]).toEqual(Array(2).fill('2026-05-15T22:00:00.0000000Z'));
    expect(
      shop
        .invoices(id)
        .at(-1)
        ?.ItemList.map(({ PeriodStart }) => PeriodStart),
    ).toEqual(Array(2).fill('2026-04-15T22:00:00.0000000Z'));
  });

  test('so does a planned one', async () => {
    const { shop, id, phases } = await daily();
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-04-20T13:00:00Z' });
    expect(phases()).toEqual([since, 'Normal 2026-04-19T22:00']);
  });

  test('so does what another system has not billed any more', async () => {
    const { shop } = await daily();
    const dates = { StartDate: '2026-04-10T13:00:00Z', BilledUntil: '2026-04-20T13:00:00Z' };
    const { Id, NextBillingDate } = shop.order({
      Customer: { FirstName: 'Ada' },
      Cart: { PlanVariantId: ids.basicMonthly },
      ...dates,
    });
    expect(NextBillingDate).toBe('2026-04-19T22:00:00.0000000Z');
    await shop.advanceTo('2026-04-20T00:00:00Z');
    // 20 of 30 days are 9.90 − 3.30; periods begin at 22:00 of the day before in UTC.
    expect(shop.documents(Id)).toEqual([['2026-04-20', ['Basic', '2026-04-19', '2026-05-09', 6.6]]]);
  });

  test('so does the end that an order names', () => {
    const shop = new Shop('2026-04-01T13:00:00Z', { catalogue: { planGroup: { TimeGranularity: 'Daily' } } });
    const ending = (EndDate: string) =>
      shop.order({ Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: ids.basicMonthly }, EndDate })
        .EndDate;
    expect(ending('2026-04-11T13:00:00Z')).toBe('2026-04-10T22:00:00.0000000Z');
    expect(ending('2026-04-01T15:00:00Z')).toBe('2026-04-01T22:00:00.0000000Z');
  });

  test('so do pauses, what follows them, and components', async () => {
    const { shop, id, phases } = await daily();
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-04-20T13:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, id));
    expect(phases()).toEqual([since, 'Inactive 2026-04-15T22:00', 'Normal 2026-04-19T22:00']);
    const seat = { ComponentId: ids.seat, Quantity: 1, EndDate: '2026-04-25T13:00:00Z' };
    const { StartDate, EndDate } = shop.core.transaction((tx) => createComponentSubscription(tx, id, seat));
    expect([StartDate, EndDate]).toEqual(['2026-04-19T22:00:00.0000000Z', '2026-04-24T22:00:00.0000000Z']);
  });

  test('an end takes effect at midnight, on the first day at the next one', async () => {
    const ends = async (at: string, asked: string) => {
      const { shop, id } = await daily(at);
      return shop.core.transaction((tx) => endContract(tx, id, asked)).EndDate;
    };
    expect(await ends('2026-04-16T13:00:00Z', '2026-04-16T13:00:00Z')).toBe('2026-04-15T22:00:00.0000000Z');
    expect(await ends('2026-04-01T14:00:00Z', '2026-04-01T15:00:00Z')).toBe('2026-04-01T22:00:00.0000000Z');
  });

  test('notice keeps its own time: on the day that starts with the last possible midnight, it is late', async () => {
    const { shop, id } = await daily();
    const end = (at: string) => {
      const { NextPossibleCancellationDate, EndDate } = cancellationPreview(shop.tx, id, Date.parse(at));
      return [NextPossibleCancellationDate, EndDate].map((one) => one.slice(0, 16));
    };
    // Basic: a month from 1 April, a day's notice.
    expect(end('2026-04-29T22:00:00Z')).toEqual(['2026-04-29T22:00', '2026-04-30T22:00']);
    expect(end('2026-04-29T22:00:01Z')).toEqual(['2026-05-30T22:00', '2026-05-31T22:00']);
  });
});
