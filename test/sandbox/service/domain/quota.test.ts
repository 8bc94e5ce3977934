import { describe, expect, test } from 'vitest';
import { billContract } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  endContract,
  moveTrialEnd,
  pauseContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { createRatedItem } from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import { reportUsage, type UsageInput } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const quotas = (calls: number, storage = 0) => ({
  Quota: [
    { ComponentId: ids.apiCalls, Quota: calls },
    { ComponentId: ids.storage, Quota: storage },
  ],
});
const priced = { PriceScale: undefined, IncludeInInterimBilling: true };
/** A call costs 2.00, a gigabyte 3.00. Basic has 10 calls free, Pro 4 calls and 1 gigabyte. */
const catalogue: CatalogueChange = {
  components: {
    [ids.apiCalls]: { ...priced, PricePerUnit: 2 },
    [ids.storage]: { ...priced, PricePerUnit: 3 },
  },
  variants: {
    [ids.basicMonthly]: quotas(10),
    [ids.proMonthly]: { ...quotas(4, 1), SetupFee: 0 },
    [ids.proTrial]: quotas(4),
  },
};

/** A contract since 1 April, on account. */
function since1April(variant: string, change: CatalogueChange = {}) {
  const shop = new Shop('2026-04-01T09:00:00Z', {
    catalogue: {
      ...catalogue,
      components: Object.fromEntries(
        Object.entries(catalogue.components ?? {}).map(([id, one]) => [
          id,
          { ...one, ...change.components?.[id] },
        ]),
      ),
    },
  });
  const { Id } = shop.signup(variant);
  const use = (Quantity: number, input: Partial<UsageInput> = {}) =>
    shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.apiCalls, Quantity, ...input }));
  const bill = () => shop.core.transaction((tx) => billContract(tx, Id));
  /** Names, quantities and net of usage, by document. */
  const usage = () =>
    shop
      .invoices(Id)
      .map((one) =>
        one.ItemList.flatMap(({ ProductType, Description, Quantity, TotalNet }) =>
          ProductType === 'MeteredUsage' ? [[Description, Quantity, TotalNet]] : [],
        ),
      )
      .filter((lines) => lines.length > 0);
  return { shop, id: Id, use, bill, usage };
}

describe('the free quantity of a period', () => {
  test('is used by its own component only, over all bills of the period, and is full again in the next', async () => {
    const { shop, use, bill, usage } = since1April(ids.proMonthly);
    use(3);
    use(3, { ComponentId: ids.storage });
    bill();
    use(3);
    use(1, { ComponentId: ids.storage });
    await shop.advanceTo('2026-04-20T09:00:00Z');
    bill();
    await shop.advanceTo('2026-05-01T08:00:00Z');
    use(2);
    await shop.advanceTo('2026-05-02T09:00:00Z');
    use(6);
    await shop.advanceTo('2026-06-02T09:00:00Z');
    expect(usage()).toEqual([
      // 3 of 4 calls are free, 1 of 3 gigabytes.
      [
        ['API calls (3 included)', 0, 0],
        ['Storage GB (1 included)', 2, 6],
      ],
      // The fourth free call of April.
      [
        ['API calls (1 included)', 2, 4],
        ['Storage GB', 1, 3],
      ],
      // Billed on 1 May for April, whose quota is used up.
      [['API calls', 2, 4]],
      // Of May.
      [['API calls (4 included)', 2, 4]],
    ]);
  });

  test('covers usage at different prices in order, once', () => {
    const { use, bill, usage } = since1April(ids.proMonthly);
    use(3, { ProductOverride: { PricePerUnit: 5, Name: 'Night calls' } });
    use(3);
    bill();
    expect(usage()).toEqual([
      [
        ['Night calls (3 included)', 0, 0],
        ['API calls (1 included)', 2, 4],
      ],
    ]);
  });

  test('is that of the plan of the period that a renewal ends, not of the plan that starts', async () => {
    const { shop, id, use, usage } = since1April(ids.basicMonthly);
    shop.change(id, { PlanVariantId: ids.proMonthly }, { ChangeDate: '2026-05-01T09:00:00Z' });
    use(12);
    await shop.advanceTo('2026-05-02T00:00:00Z');
    use(6);
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(usage()).toEqual([[['API calls (10 included)', 2, 4]], [['API calls (4 included)', 2, 4]]]);
  });

  test('restarts with terms that restart', async () => {
    const { shop, id, use, bill, usage } = since1April(ids.basicMonthly);
    use(11);
    await shop.advanceTo('2026-04-16T09:00:00Z');
    bill();
    shop.change(id, { PlanVariantId: ids.proMonthly });
    await shop.advanceTo('2026-04-17T09:00:00Z');
    use(5);
    bill();
    expect(usage()).toEqual([[['API calls (10 included)', 1, 2]], [['API calls (4 included)', 1, 2]]]);
  });

  test('is that of the plan on trial, once for the trial and the first period together', async () => {
    const { shop, use, bill, usage } = since1April(ids.proTrial, {
      components: { [ids.apiCalls]: { BillInTrial: true } },
    });
    use(5);
    bill();
    await shop.advanceTo('2026-04-16T09:00:00Z');
    use(5);
    bill();
    await shop.advanceTo('2026-05-16T09:00:00Z');
    use(5);
    bill();
    expect(usage()).toEqual([
      [['API calls (4 included)', 1, 2]],
      [['API calls', 5, 10]],
      [['API calls (4 included)', 1, 2]],
    ]);
  });

  test('is that of the last active plan if the contract is paused', async () => {
    const { shop, id, use, bill, usage } = since1April(ids.proMonthly);
    await shop.advanceTo('2026-04-11T09:00:00Z');
    use(6);
    shop.core.transaction((tx) => pauseContract(tx, id));
    await shop.advanceTo('2026-04-15T09:00:00Z');
    bill();
    expect(usage()).toEqual([[['API calls (4 included)', 2, 4]]]);
  });
});

describe('what is billed besides the fee', () => {
  test('at the end: pending usage and items', async () => {
    const { shop, id, use, usage } = since1April(ids.proMonthly);
    use(5);
    shop.core.transaction((tx) => {
      createRatedItem(tx, id, { Description: 'Training', Quantity: 1, PricePerUnit: 80 });
      endContract(tx, id, '2026-04-11T09:00:00Z');
    });
    await shop.advanceTo('2026-04-12T00:00:00Z');
    expect(usage()).toEqual([[['API calls (4 included)', 1, 2]]]);
    expect(
      shop
        .invoices(id)
        .at(-1)
        ?.ItemList.map((line) => line.TotalNet),
    ).toEqual([2, 80]);
    await shop.advanceTo('2026-07-01T00:00:00Z');
    expect(shop.invoices(id)).toHaveLength(3);
  });

  test('usage in a trial is free, whatever bills it, and stays free when the trial is moved', async () => {
    const { shop, id, use, bill, usage } = since1April(ids.proTrial);
    use(100);
    expect(bill()).toBeUndefined();
    shop.core.transaction((tx) => moveTrialEnd(tx, id, '2026-04-10T09:00:00Z'));
    await shop.advanceTo('2026-05-11T00:00:00Z');
    expect(usage()).toEqual([]);
    expect(shop.invoices(id)).toHaveLength(2);
  });

  test('has the tax of its own policy, and names its line', async () => {
    const { shop, id, use, bill } = since1April(ids.proMonthly);
    const used = use(6, { DueDate: '2026-04-01T09:00:00Z' });
    const item = shop.core.transaction((tx) =>
      createRatedItem(tx, id, { Description: 'Training', Quantity: 3, PricePerUnit: 10.05 }),
    );
    const { ItemList } = bill() ?? { ItemList: [] };
    // 2 × 2.00 = 4.00 and 0.76; 3 × 10.05 = 30.15 and 5.7285.
    expect(ItemList).toMatchObject([
      { ProductType: 'MeteredUsage', TotalNet: 4, TotalVat: 0.76, VatPercentage: 19 },
      {
        ProductType: 'RatedItem',
        ProductId: item.Id,
        Quantity: 3,
        PricePerUnit: 10.05,
        TotalNet: 30.15,
        TotalVat: 5.73,
      },
    ]);
    expect(shop.tx.meteredUsages.get(used.Id)).toMatchObject({
      LineItemId: ItemList[0]?.Id,
      BilledOn: '2026-04-01T09:00:00.0000000Z',
      BilledInvoiceId: shop.invoices(id).at(-1)?.Id,
    });
    expect(shop.tx.ratedItems.get(item.Id)?.LineItemId).toBe(ItemList[1]?.Id);
  });
});

describe('the texts of a line', () => {
  const texts: CatalogueChange = {
    plans: {
      b10000000000000000000002: {
        Name: { _c: 'Pro', de: 'Profi' },
        SetupDescription: { _c: '', de: 'Einrichtung' },
        PlanDescription: { _c: 'For teams', de: 'Für Teams' },
      },
    },
    variants: { [ids.proMonthly]: { Description: { _c: '' } } },
    components: {
      [ids.seat]: { Name: { _c: 'Seat', de: 'Platz' }, Description: { _c: 'Desk', de: 'Tisch' } },
    },
  };
  const lines = (customer: object, account = {}, override?: object) => {
    const shop = new Shop('2026-04-01T09:00:00Z', { catalogue: texts, account });
    const { Id } = shop.signup(
      ids.proMonthly,
      {
        ComponentSubscriptions: [
          {
            ComponentId: ids.seat,
            Quantity: 1,
            ...(override === undefined ? {} : { ProductOverride: override }),
          },
        ],
      },
      { FirstName: 'Ada', Address: { Country: 'DE' }, ...customer },
    );
    return shop.invoices(Id)[0]?.ItemList.map((line) => [line.Description, line.ProductDescription]);
  };

  test('are in the language of the customer, or of the account, or the default', () => {
    const english = [
      ['Pro', 'For teams'],
      ['Seat', 'Desk'],
      ['Pro', undefined],
    ];
    const german = [
      ['Profi', 'Für Teams'],
      ['Platz', 'Tisch'],
      ['Einrichtung', undefined],
    ];
    expect(lines({ Locale: 'de-DE' }, { Locale: 'en-US' })).toEqual(german);
    expect(lines({ Locale: 'de-DE', Language: 'en' }, { Locale: 'de-DE' })).toEqual(english);
    expect(lines({}, { Locale: 'de-DE' })).toEqual(german);
    // Where there is no word for the setup, it has the name of the plan.
    expect(lines({}, { Locale: 'fr-FR' })).toEqual(english);
  });

  test('are those of the subscription if it has its own', () => {
    expect(lines({}, { Locale: 'en-US' }, { Name: 'Ada', Description: 'By the window' })?.[1]).toEqual([
      'Ada',
      'By the window',
    ]);
  });
});
