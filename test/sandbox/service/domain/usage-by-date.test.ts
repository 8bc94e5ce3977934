import { describe, expect, test } from 'vitest';
import { billContract } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  patchContract,
  pauseContract,
  resumeContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { createRatedItem } from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import { reportUsage, type UsageInput } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import type { OrderInput } from '../../../../sandbox/src/service/model/order.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

/** German VAT is 16 % from 1 July 2026 on. */
const lowered = (SplitOnTaxChange = true): CatalogueChange => ({
  taxPolicy: {
    SplitOnTaxChange,
    Entries: [
      { Country: 'DE', Rate: 19, TaxDefinitionId: 'e10000000000000000000001' },
      {
        Country: 'DE',
        Rate: 16,
        TaxDefinitionId: 'e10000000000000000000001',
        ValidFrom: '2026-06-30T22:00:00.0000000Z',
      },
    ],
  },
});

function since(now: string, variant: string, catalogue: CatalogueChange = {}, cart: OrderInput['Cart'] = {}) {
  const shop = new Shop(now, { catalogue });
  const { Id } = shop.signup(variant, cart);
  const use = (Quantity: number, input: Partial<UsageInput> = {}) =>
    shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.apiCalls, Quantity, ...input }));
  const bill = () => shop.core.transaction((tx) => billContract(tx, Id));
  /** Day of the document, words, quantity, rate and net of each line that is no fee. */
  const lines = () =>
    shop
      .invoices(Id)
      .flatMap(({ DocumentDate, ItemList }) =>
        ItemList.filter(({ ProductType = '' }) => /Usage|Rated/.test(ProductType)).map((line) => [
          DocumentDate.slice(5),
          line.Description,
          line.Quantity,
          line.VatPercentage,
          line.TotalNet,
        ]),
      );
  return { shop, id: Id, use, bill, lines };
}

describe('the quota is free once in each billing period, by the date of use', () => {
  const both = [
    ['API calls (1000 included)', 200, 19, 2],
    ['API calls (1000 included)', 200, 19, 2],
  ];

  test('if a pause lies between two periods that are billed together', async () => {
    const { shop, id, use, lines } = since('2026-04-01T09:00:00Z', ids.proMonthly);
    await shop.advanceTo('2026-04-05T09:00:00Z');
    use(1200);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-05-11T09:00:00Z');
    shop.core.transaction((tx) => resumeContract(tx, id));
    await shop.advanceTo('2026-05-20T09:00:00Z');
    use(1200);
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(lines().map((line) => line.slice(1))).toEqual(both);
  });

  test('if billing was suspended over a renewal', async () => {
    const { shop, id, use, lines } = since('2026-04-01T09:00:00Z', ids.proMonthly);
    await shop.advanceTo('2026-04-20T09:00:00Z');
    use(1200);
    const suspended = (BillingSuspended: boolean) =>
      shop.core.transaction((tx) => patchContract(tx, id, { BillingSuspended }));
    suspended(true);
    await shop.advanceTo('2026-05-20T09:00:00Z');
    use(1200);
    suspended(false);
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(lines().map((line) => line.slice(1))).toEqual(both);
  });

  test('also for usage that is reported after its period was billed', async () => {
    const { shop, use, lines } = since('2026-04-01T09:00:00Z', ids.proMonthly);
    await shop.advanceTo('2026-04-20T09:00:00Z');
    use(800);
    await shop.advanceTo('2026-05-10T09:00:00Z');
    use(300, { DueDate: '2026-04-21T09:00:00Z' });
    use(1000);
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(lines()).toEqual([
      ['05-01', 'API calls (800 included)', 0, 19, 0],
      ['06-01', 'API calls (200 included)', 100, 19, 1],
      ['06-01', 'API calls (1000 included)', 0, 19, 0],
    ]);
  });

  test.each([
    [[1_200], 200],
    [[600, 600], 200],
    [[300, 300, 300, 300], 200],
    [[1_000, 200], 200],
    [[200, 800], undefined],
  ])('also if it is reported in parts: of %j, %s is charged', (parts, charged) => {
    const { shop, use, bill } = since('2026-02-01T00:00:00Z', ids.proMonthly);
    const before = shop.invoices().length;
    for (const part of parts) use(part);
    bill();
    const total = shop
      .invoices()
      .slice(before)
      .flatMap(({ ItemList }) => ItemList)
      .find(({ ProductType }) => ProductType === 'MeteredUsage');
    expect([total?.Quantity]).toEqual([charged]);
  });

  test('of the plan on that day: usage included in Pro stays free after a downgrade', async () => {
    const { shop, id, use, lines } = since('2026-04-01T09:00:00Z', ids.proMonthly);
    await shop.advanceTo('2026-04-05T09:00:00Z');
    use(1200);
    await shop.advanceTo('2026-04-10T09:00:00Z');
    shop.change(id, { PlanVariantId: ids.basicMonthly });
    await shop.advanceTo('2026-04-20T09:00:00Z');
    use(100);
    await shop.advanceTo('2026-05-11T00:00:00Z');
    expect(lines()).toEqual([
      ['05-10', 'API calls (1000 included)', 200, 19, 2],
      ['05-10', 'API calls', 100, 19, 1],
    ]);
  });
});

describe('VAT of usage and rated items', () => {
  test('is that of the day of use', async () => {
    const { shop, use, lines } = since('2026-06-15T09:00:00Z', ids.basicMonthly, lowered());
    await shop.advanceTo('2026-06-20T09:00:00Z');
    use(1000);
    await shop.advanceTo('2026-07-05T09:00:00Z');
    use(500);
    await shop.advanceTo('2026-07-16T00:00:00Z');
    expect(lines()).toEqual([
      ['07-15', 'API calls', 1000, 19, 10],
      ['07-15', 'API calls', 500, 16, 5],
    ]);
  });

  test('is that of the first day if the policy does not split', async () => {
    const { shop, use, lines } = since('2026-06-15T09:00:00Z', ids.basicMonthly, lowered(false));
    await shop.advanceTo('2026-06-20T09:00:00Z');
    use(1000);
    await shop.advanceTo('2026-07-05T09:00:00Z');
    use(500);
    await shop.advanceTo('2026-07-16T00:00:00Z');
    expect(lines()).toEqual([['07-15', 'API calls', 1500, 19, 15]]);
  });

  const item = (from: string, to: string, catalogue = lowered()) => {
    const { shop, id, bill, lines } = since('2026-06-01T09:00:00Z', ids.basicMonthly, catalogue);
    return shop.advanceTo('2026-07-05T09:00:00Z').then(() => {
      const made = shop.core.transaction((tx) =>
        createRatedItem(tx, id, {
          Description: 'Training',
          Quantity: 1,
          PricePerUnit: 100,
          PeriodStart: `2026-${from}T00:00:00+02:00`,
          PeriodEnd: `2026-${to}T00:00:00+02:00`,
        }),
      );
      const [first] = bill()?.ItemList ?? [];
      expect(shop.tx.ratedItems.get(made.Id)?.LineItemId).toBe(first?.Id);
      return lines();
    });
  };

  test('is that of the period of a rated item', async () => {
    expect(await item('06-06', '06-10')).toEqual([['07-05', 'Training', 1, 19, 100]]);
    expect(await item('07-01', '07-05')).toEqual([['07-05', 'Training', 1, 16, 100]]);
  });

  test('splits a rated item where the rate changes, by days, if the policy splits', async () => {
    // 16 of 30 days lie in June: 100.00 × 16 / 30 = 53.3333.
    expect(await item('06-15', '07-15')).toEqual([
      ['07-05', 'Training', 1, 19, 53.33],
      ['07-05', 'Training', 1, 16, 46.67],
    ]);
    expect(await item('06-15', '07-15', lowered(false))).toEqual([['07-05', 'Training', 1, 19, 100]]);
  });
});

describe('a discount applies to usage by the date of use', () => {
  const half = { CouponCode: 'HALF1' };

  test('whatever bills it', async () => {
    for (const atOnce of [false, true]) {
      const { shop, use, bill, lines } = since('2026-04-01T09:00:00Z', ids.basicMonthly, {}, half);
      await shop.advanceTo('2026-04-09T09:00:00Z');
      use(1000);
      if (atOnce) bill();
      await shop.advanceTo('2026-05-02T00:00:00Z');
      expect(lines().map((line) => line[4])).toEqual([10, -5]);
    }
  });

  test('but not to usage before it started', async () => {
    const { shop, id, use, lines } = since('2026-04-01T09:00:00Z', ids.basicMonthly);
    await shop.advanceTo('2026-04-09T09:00:00Z');
    use(1000);
    await shop.advanceTo('2026-04-19T09:00:00Z');
    shop.change(id, half);
    use(100);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(lines().map((line) => line[4])).toEqual([10, 1, -0.5]);
  });

  test('on one line, where another one of the same percentage goes on', async () => {
    const { shop, id, use, bill, lines } = since('2026-04-01T09:00:00Z', ids.basicYearly, {}, half);
    await shop.advanceTo('2026-04-19T09:00:00Z');
    shop.change(id, half);
    use(2053);
    await shop.advanceTo('2026-05-10T09:00:00Z');
    use(1);
    bill();
    // Half of 20.54. Line by line it would be 20.53 − 10.27 + 0.01 − 0.01 = 10.26.
    expect(lines().map(([, , quantity, , net]) => [quantity, net])).toEqual([
      [2054, 20.54],
      [1, -10.27],
    ]);
  });
});
