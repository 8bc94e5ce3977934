import { describe, expect, test } from 'vitest';
import { previewNextRecurring } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  endContract,
  revokeCancellation,
} from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import {
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contract-pause.ts';
import { day, ids, Shop } from './billing-kit.ts';

/** A contract from 15 January that another system has billed until 15 April. */
async function moved(
  PlanVariantId: string = ids.basicMonthly,
  until = '2026-04-15T09:00:00Z',
  StartDate?: string,
): Promise<{ shop: Shop; Id: string }> {
  const shop = new Shop('2026-01-15T09:00:00Z');
  const { Id } = shop.order({
    Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
    Cart: {
      PlanVariantId,
      ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
    },
    BilledUntil: until,
    ...(StartDate === undefined ? {} : { StartDate }),
  });
  await shop.advanceTo('2026-02-01T09:00:00Z');
  return { shop, Id };
}

async function documentsOf(shop: Shop, Id: string): Promise<unknown> {
  await shop.advanceTo('2026-04-20T09:00:00Z');
  return shop.documents(Id);
}

describe('time billed by another system is not billed here', () => {
  const basic = [
    ['2026-04-15', ['Basic', '2026-04-15', '2026-05-15', 9.9], ['Seat', '2026-04-15', '2026-05-15', 4.5]],
  ];

  test('without changes', async () => {
    const { shop, Id } = await moved();
    expect(await documentsOf(shop, Id)).toEqual(basic);
  });

  test('up to the instant at which a change begins; from then on it is', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-04-15T09:00:00Z' });
    expect(await documentsOf(shop, Id)).toEqual([
      ['2026-04-15', ['Pro', '2026-04-15', '2026-05-15', 29], ['Seat', '2026-04-15', '2026-05-15', 4.5]],
    ]);
  });

  test('after a pause', async () => {
    const { shop, Id } = await moved();
    shop.core.transaction((tx) => pauseContract(tx, Id));
    expect(shop.contract(Id).BilledUntil).toBe('2026-04-15T09:00:00.0000000Z');
    await shop.advanceTo('2026-02-11T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, Id));
    expect(await documentsOf(shop, Id)).toEqual(basic);
  });

  test.each(['planned', 'by hand'])('after a pause that ends at that instant, %s', async (how) => {
    const { shop, Id } = await moved();
    const end = '2026-04-15T09:00:00Z';
    shop.core.transaction((tx) => pauseContract(tx, Id, how === 'planned' ? { EndDate: end } : {}));
    await shop.advanceTo(end);
    if (how === 'by hand') shop.core.transaction((tx) => resumeContract(tx, Id));
    expect(await documentsOf(shop, Id)).toEqual(basic);
  });

  test('after a pause that ends later than that', async () => {
    const { shop, Id } = await moved();
    shop.core.transaction((tx) => pauseContract(tx, Id));
    await shop.advanceTo('2026-05-05T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, Id));
    expect(shop.documents(Id)).toEqual([
      ['2026-05-05', ['Basic', '2026-05-05', '2026-05-15', 3.3], ['Seat', '2026-05-05', '2026-05-15', 1.5]],
    ]);
  });

  test('nor shown by the preview of the end of a pause', async () => {
    const { shop, Id } = await moved(ids.basicMonthly, '2026-04-20T09:00:00Z');
    const pause = { StartDate: '2026-04-16T09:00:00Z', EndDate: '2026-04-18T09:00:00Z' };
    shop.core.transaction((tx) => pauseContract(tx, Id, pause));
    const preview = shop.core.transaction((tx) => previewNextRecurring(tx, Id));
    await shop.advanceTo('2026-04-21T09:00:00Z');
    // 25 of 30 days: 9.90 − 1.65 and 4.50 − 0.75.
    expect(shop.documents(Id)).toEqual([
      ['2026-04-20', ['Basic', '2026-04-20', '2026-05-15', 8.25], ['Seat', '2026-04-20', '2026-05-15', 3.75]],
    ]);
    expect([day(preview.NextBillingDate), preview.Invoice?.TotalNet]).toEqual(['2026-04-20', 12]);
  });

  test('nor is a component that a pause does not credit shown again by the preview of its end', async () => {
    const shop = new Shop('2026-01-15T09:00:00Z', {
      catalogue: { components: { [ids.seat]: { Prorate: false } } },
    });
    const { Id } = shop.order({
      Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
      Cart: {
        PlanVariantId: ids.basicMonthly,
        ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 1 }],
      },
    });
    await shop.advanceTo('2026-01-16T09:00:00Z');
    const pause = { StartDate: '2026-01-20T09:00:00Z', EndDate: '2026-01-25T09:00:00Z' };
    shop.core.transaction((tx) => pauseContract(tx, Id, pause));
    const preview = shop.core.transaction((tx) => previewNextRecurring(tx, Id));
    await shop.advanceTo('2026-01-26T09:00:00Z');
    expect(shop.documents(Id)).toEqual([
      ['2026-01-15', ['Basic', '2026-01-15', '2026-02-15', 9.9], ['Seat', '2026-01-15', '2026-02-15', 4.5]],
      ['2026-01-20', ['Credit: Basic', '2026-01-20', '2026-02-15', -8.3]],
      ['2026-01-25', ['Basic', '2026-01-25', '2026-02-15', 6.71]],
    ]);
    expect([day(preview.NextBillingDate), preview.Invoice?.TotalNet]).toEqual(['2026-01-25', 6.71]);
  });

  test('so the preview before and in a pause of that time shows the first billing after it', async () => {
    const { shop, Id } = await moved();
    const pause = { StartDate: '2026-02-16T09:00:00Z', EndDate: '2026-02-18T09:00:00Z' };
    shop.core.transaction((tx) => pauseContract(tx, Id, pause));
    const preview = () => {
      const next = shop.core.transaction((tx) => previewNextRecurring(tx, Id));
      return [day(next.NextBillingDate), next.Invoice?.TotalNet];
    };
    const ahead = preview();
    await shop.advanceTo('2026-02-17T09:00:00Z');
    expect([ahead, preview()]).toEqual([
      ['2026-04-15', 14.4],
      ['2026-04-15', 14.4],
    ]);
    expect(await documentsOf(shop, Id)).toEqual(basic);
  });

  test('after a pause at the same instant as a planned change', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-02-02T09:00:00Z' });
    await shop.advanceTo('2026-02-02T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, Id));
    // In a pause nothing is billed, neither then nor when the other system's time is over.
    expect(await documentsOf(shop, Id)).toEqual([]);
    shop.core.transaction((tx) => resumeContract(tx, Id));
    expect(shop.documents(Id)).toEqual([
      ['2026-04-20', ['Pro', '2026-04-20', '2026-05-02', 11.6], ['Seat', '2026-04-20', '2026-05-02', 1.8]],
    ]);
  });

  test('after a change of quantity, which is billed from then on', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, { Quantity: 2 });
    expect(await documentsOf(shop, Id)).toEqual([
      ['2026-04-15', ['Basic', '2026-04-15', '2026-05-15', 19.8], ['Seat', '2026-04-15', '2026-05-15', 4.5]],
    ]);
  });

  test('after an upgrade, which is billed from then on to the end of its period', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, { PlanVariantId: ids.proMonthly });
    expect(await documentsOf(shop, Id)).toEqual([
      ['2026-04-15', ['Pro', '2026-04-15', '2026-05-01', 15.47], ['Seat', '2026-04-15', '2026-05-01', 2.4]],
    ]);
  });

  test('after an upgrade with a new component, which the other system has not billed', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, {
      PlanVariantId: ids.proMonthly,
      ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1 }],
    });
    expect(await documentsOf(shop, Id)).toEqual([
      [
        '2026-02-01',
        ['Priority support', '2026-02-01', '2026-03-01', 15],
        ['Priority support', '2026-03-01', '2026-04-01', 15],
        ['Priority support', '2026-04-01', '2026-04-15', 7],
      ],
      [
        '2026-04-15',
        ['Pro', '2026-04-15', '2026-05-01', 15.47],
        ['Seat', '2026-04-15', '2026-05-01', 2.4],
        ['Priority support', '2026-04-15', '2026-05-01', 8],
      ],
    ]);
  });

  test('after an upgrade to a longer period and an earlier end that is revoked', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, { PlanVariantId: ids.basicYearly });
    shop.core.transaction((tx) => endContract(tx, Id, '2026-03-01T09:00:00Z'));
    shop.core.transaction((tx) => endContract(tx, Id, '2026-03-20T09:00:00Z'));
    expect(shop.contract(Id).BilledUntil).toBe('2026-04-15T09:00:00.0000000Z');
    shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant'));
    expect(shop.contract(Id).BilledUntil).toBe('2026-04-15T09:00:00.0000000Z');
    // 292 of 365 days of 99.00
    expect(await documentsOf(shop, Id)).toMatchObject([
      ['2026-04-15', ['Basic', '2026-04-15', '2027-02-01', 79.2], ['Seat', '2026-04-15', '2027-02-01', 43.2]],
    ]);
  });

  test('after a pause in a contract that ends before: revoked, nothing is charged again', async () => {
    const { shop, Id } = await moved();
    shop.change(Id, { PlanVariantId: ids.basicYearly });
    shop.core.transaction((tx) => endContract(tx, Id, '2026-03-01T09:00:00Z'));
    shop.core.transaction((tx) => pauseContract(tx, Id));
    shop.core.transaction((tx) => revokeCancellation(tx, Id, 'Merchant'));
    expect(shop.documents(Id)).toHaveLength(0);
    expect(shop.contract(Id).BilledUntil).toBe('2026-04-15T09:00:00.0000000Z');
  });

  test('after a trial that ends before', async () => {
    const { shop, Id } = await moved(ids.proTrial);
    expect(await documentsOf(shop, Id)).toEqual([
      [
        '2026-04-15',
        ['Pro trial', '2026-04-15', '2026-04-29', 13.1],
        ['Seat', '2026-04-15', '2026-04-29', 2.03],
      ],
    ]);
  });

  test('and if it ends in a trial, billing starts with the paid phase', async () => {
    const { shop, Id } = await moved(ids.proTrial, '2026-01-20T09:00:00Z');
    expect(shop.documents(Id)).toEqual([
      [
        '2026-01-29',
        ['Pro trial', '2026-01-29', '2026-02-28', 29],
        ['Seat', '2026-01-29', '2026-02-28', 4.5],
      ],
    ]);
  });

  test('and if it ends before the contract starts, billing starts with the contract', async () => {
    const { shop, Id } = await moved(ids.proMonthly, '2026-01-10T09:00:00Z');
    expect(shop.documents(Id)).toEqual([
      ['2026-01-15', ['Pro', '2026-01-15', '2026-02-15', 29], ['Seat', '2026-01-15', '2026-02-15', 4.5]],
    ]);
  });

  test('and if it ends in the past, all periods since then are billed at once', async () => {
    const { shop, Id } = await moved(ids.basicMonthly, '2026-01-05T09:00:00Z', '2025-11-20T09:00:00Z');
    expect(shop.documents(Id)).toEqual([
      ['2026-01-15', ['Basic', '2026-01-05', '2026-01-20', 4.79], ['Seat', '2026-01-05', '2026-01-20', 2.18]],
      ['2026-01-20', ['Basic', '2026-01-20', '2026-02-20', 9.9], ['Seat', '2026-01-20', '2026-02-20', 4.5]],
    ]);
  });

  test('and if it ends before a contract that starts later, billing starts with the contract', async () => {
    const { shop, Id } = await moved(ids.proMonthly, '2026-01-20T09:00:00Z', '2026-01-25T09:00:00Z');
    expect(shop.documents(Id)).toEqual([
      ['2026-01-25', ['Pro', '2026-01-25', '2026-02-25', 29], ['Seat', '2026-01-25', '2026-02-25', 4.5]],
    ]);
  });
});
