import { describe, expect, test } from 'vitest';
import { nextCancellation } from '../../../../sandbox/src/service/domain/contracts/cancellation-date.ts';
import { endContract, pauseContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import type { PlanVariant } from '../../../../sandbox/src/service/model/catalogue.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const months = (Quantity: number) => ({ Unit: 'Month' as const, Quantity });
const days = (Quantity: number) => ({ Unit: 'Day' as const, Quantity });
const customer = { FirstName: 'Ada', Address: { Country: 'DE' } };

/** A contract since 31 January 2027, noon in universal time: a day that not every month has. */
function signedUp(change: Partial<PlanVariant>, input: Partial<OrderInput> = {}) {
  return of(ids.basicMonthly, { variants: { [ids.basicMonthly]: change } }, input);
}

function of(variant: string, catalogue: CatalogueChange, input: Partial<OrderInput> = {}) {
  const shop = new Shop('2027-01-31T12:00:00Z', { catalogue });
  const { Id } = shop.order({ Customer: customer, Cart: { PlanVariantId: variant }, ...input });
  /** Until when the notice can be given, and the end, for a cancellation at this time. */
  const canceledAt = (at: string) => {
    const { noticeDate, endDate } = nextCancellation(shop.tx, shop.contract(Id), Date.parse(at));
    return [noticeDate, endDate].map((one) => new Date(one).toISOString().replace(':00.000Z', ''));
  };
  return { shop, id: Id, canceledAt };
}

describe('the next possible end of a contract', () => {
  test('without a term is now plus the notice period', () => {
    const { canceledAt } = signedUp({ ContractPeriod: undefined, CancellationPeriod: days(14) });
    expect(canceledAt('2027-03-01T10:00:00Z')).toEqual(['2027-03-01T10:00', '2027-03-15T10:00']);
    const atOnce = signedUp({ ContractPeriod: undefined, CancellationPeriod: undefined });
    expect(atOnce.canceledAt('2027-03-01T10:00:00Z')).toEqual(['2027-03-01T10:00', '2027-03-01T10:00']);
  });

  test('without a term, before its start, is the start', () => {
    const { canceledAt } = signedUp(
      { ContractPeriod: undefined, CancellationPeriod: days(1) },
      { StartDate: '2027-03-01T12:00:00Z' },
    );
    expect(canceledAt('2027-02-01T12:00:00Z')).toEqual(['2027-02-01T12:00', '2027-03-01T12:00']);
    expect(canceledAt('2027-02-28T18:00:00Z')).toEqual(['2027-02-28T18:00', '2027-03-01T18:00']);
  });

  test('with a term, before its start, is the end of the first', () => {
    const { canceledAt } = signedUp({ ContractPeriod: months(3) }, { StartDate: '2027-03-01T12:00:00Z' });
    // Berlin has summer time in June: noon of the account stays noon.
    expect(canceledAt('2027-02-01T12:00:00Z')).toEqual(['2027-05-31T11:00', '2027-06-01T11:00']);
  });

  test('is the end of the term whose notice is still possible, up to the exact instant', () => {
    const { canceledAt } = signedUp({ ContractPeriod: months(1), CancellationPeriod: days(7) });
    // From 31 January by months: 28 February, 31 March, 30 April; the hour is that of Berlin.
    expect(canceledAt('2027-02-21T12:00:00Z')).toEqual(['2027-02-21T12:00', '2027-02-28T12:00']);
    expect(canceledAt('2027-02-21T12:00:00.001Z')).toEqual(['2027-03-24T12:00', '2027-03-31T11:00']);
    expect(canceledAt('2027-03-24T12:00:00Z')).toEqual(['2027-03-24T12:00', '2027-03-31T11:00']);
    expect(canceledAt('2027-03-24T12:00:00.001Z')).toEqual(['2027-04-23T11:00', '2027-04-30T11:00']);
  });

  test.each([
    ['2027-05-01', '2027-05-31T11:00'],
    ['2027-06-01', '2027-06-30T11:00'],
    ['2027-07-01', '2027-07-31T11:00'],
    ['2027-08-01', '2027-08-31T11:00'],
    ['2027-10-01', '2027-10-31T12:00'],
    ['2028-02-01', '2028-02-29T12:00'],
    ['2031-01-01', '2031-01-31T12:00'],
  ])('in a later term, on %s, is the end of that term: %s', (at, end) => {
    const { canceledAt } = signedUp({ ContractPeriod: months(1), CancellationPeriod: undefined });
    expect(canceledAt(`${at}T00:00:00Z`)).toEqual([end, end]);
  });

  test('uses the notice and length of later terms, also in other units', () => {
    const { canceledAt } = signedUp({
      ContractPeriod: months(12),
      CancellationPeriod: months(3),
      LaterContractPeriod: days(10),
      LaterCancellationPeriod: days(2),
    });
    expect(canceledAt('2027-10-31T12:00:00Z')).toEqual(['2027-10-31T12:00', '2028-01-31T12:00']);
    // Missed by a millisecond: 31 January and ten days.
    expect(canceledAt('2027-10-31T12:00:00.001Z')).toEqual(['2028-02-08T12:00', '2028-02-10T12:00']);
    expect(canceledAt('2028-02-08T12:00:00.001Z')).toEqual(['2028-02-18T12:00', '2028-02-20T12:00']);
  });

  test('beyond the calendar is in the future', () => {
    const { canceledAt } = signedUp({ ContractPeriod: months(12), CancellationPeriod: undefined });
    expect(canceledAt('7000-01-01T00:00:00Z')).toEqual(['7000-01-31T12:00', '7000-01-31T12:00']);
  });
});

describe('the terms', () => {
  test('are those of the current plan, not of a later one', () => {
    const { shop, id, canceledAt } = of(ids.basicYearly, {});
    shop.change(id, { PlanVariantId: ids.proYearly }, { ChangeDate: '2027-06-30T12:00:00Z' });
    expect(canceledAt('2027-03-01T12:00:00Z')).toEqual(['2027-10-31T12:00', '2028-01-31T12:00']);
    // Of Pro, from 30 June, with a month's notice.
    expect(canceledAt('2027-08-01T12:00:00Z')).toEqual(['2028-05-30T12:00', '2028-06-30T12:00']);
  });

  test('continue in a pause', async () => {
    const { shop, id, canceledAt } = of(ids.basicYearly, {});
    await shop.advanceTo('2027-03-01T12:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    expect(canceledAt('2027-04-01T12:00:00Z')).toEqual(['2027-10-31T12:00', '2028-01-31T12:00']);
  });

  test('in a pause are not those of a plan that starts after it', async () => {
    const { shop, id, canceledAt } = of(ids.basicMonthly, {});
    shop.core.transaction((tx) => endContract(tx, id, '2027-02-10T12:00:00Z'));
    // What was the end is a pause up to the change, which lets the contract go on.
    shop.change(id, { PlanVariantId: ids.proYearly }, { ChangeDate: '2027-02-20T12:00:00Z' });
    await shop.advanceTo('2027-02-15T12:00:00Z');
    expect(shop.contract(id).LifecycleStatus).toBe('Paused');
    expect(canceledAt('2027-02-15T12:00:00Z')).toEqual(['2027-02-27T12:00', '2027-02-28T12:00']);
    expect(canceledAt('2027-02-20T12:00:00Z')).toEqual(['2028-01-20T12:00', '2028-02-20T12:00']);
  });

  test('in a trial are those of the plan that follows it, not of a later change', () => {
    const { shop, id, canceledAt } = of(ids.proTrial, {});
    shop.change(id, { PlanVariantId: ids.proYearly }, { ChangeDate: '2027-02-28T12:00:00Z' });
    expect(canceledAt('2027-02-10T12:00:00Z')).toEqual(['2027-02-14T12:00', '2027-03-14T12:00']);
  });

  test('start after a trial; canceled in it, the contract ends with its first term, whatever the notice', () => {
    const { canceledAt } = of(ids.proTrial, {
      variants: { [ids.proTrial]: { ContractPeriod: months(1), CancellationPeriod: months(2) } },
    });
    // 14 days of trial, then a month from 14 February.
    expect(canceledAt('2027-02-10T12:00:00Z')).toEqual(['2027-01-14T12:00', '2027-03-14T12:00']);
  });

  test('do not exist in a trial without a following plan: it ends at once', () => {
    const { canceledAt } = of(ids.proTrial, {
      plans: { b10000000000000000000003: { TrialEndPolicy: 'DeactivateAccount' } },
    });
    expect(canceledAt('2027-02-10T12:00:00Z')).toEqual(['2027-02-10T12:00', '2027-02-10T12:00']);
  });
});
