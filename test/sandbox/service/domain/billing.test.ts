import { describe, expect, test } from 'vitest';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import {
  billContract,
  previewNextRecurring,
} from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import {
  nextNumber,
  totalsOfLines,
  vatDescriptors,
} from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import { annulContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { createRatedItem } from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import { reportUsage, type UsageInput } from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import type { Invoice, LineItem } from '../../../../sandbox/src/service/model/invoice.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const time = (text: string) => `${text}:00.0000000Z`;

/** A contract on account, and what bills it in between. */
function running(catalogue: CatalogueChange = {}, account = {}) {
  const shop = new Shop(now, { catalogue, account });
  const { Id, CustomerId } = shop.signup(ids.basicMonthly);
  const bill = (): Invoice | undefined => shop.core.transaction((tx) => billContract(tx, Id));
  const use = (input: Omit<UsageInput, 'ComponentId'>) =>
    shop.core.transaction((tx) => reportUsage(tx, Id, { ComponentId: ids.apiCalls, ...input }));
  return { shop, id: Id, customer: CustomerId, bill, use };
}

const metered: CatalogueChange = {
  components: { [ids.apiCalls]: { IncludeInInterimBilling: true, PriceScale: undefined, PricePerUnit: 2 } },
  variants: { [ids.basicMonthly]: { Quota: [] } },
};

describe('a bill between two renewals', () => {
  test('is empty if nothing is due, and rejected for an annulled contract', () => {
    const { shop, id, bill } = running();
    const before = shop.invoices(id).length;
    expect(bill()).toBeUndefined();
    expect(shop.invoices(id)).toHaveLength(before);
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(shop.refusal(() => billContract(shop.tx, id)).kind).toBe('Conflict');
    expect(previewNextRecurring(shop.tx, id)).toEqual({});
  });

  test('contains each rated item once, with its period', () => {
    const { shop, id, bill } = running();
    const item = { Quantity: 2, PricePerUnit: 10 };
    const [whole, half] = shop.core.transaction((tx) => [
      createRatedItem(tx, id, {
        ...item,
        Description: 'Training',
        PeriodStart: '2026-01-01T00:00:00Z',
        PeriodEnd: '2026-01-03T00:00:00Z',
      }),
      createRatedItem(tx, id, { ...item, Description: 'Travel', PeriodStart: '2026-01-01T00:00:00Z' }),
    ]);
    const lines = bill()?.ItemList ?? [];
    expect(
      lines.map(({ Description, TotalNet, ProductType }) => [Description, TotalNet, ProductType]),
    ).toEqual([
      ['Training', 20, 'RatedItem'],
      ['Travel', 20, 'RatedItem'],
    ]);
    expect(lines[0]).toMatchObject({
      PeriodStart: time('2026-01-01T00:00'),
      PeriodEnd: time('2026-01-03T00:00'),
    });
    expect(lines[1]).not.toHaveProperty('PeriodStart');
    expect([whole, half].map((one) => shop.tx.ratedItems.get(one?.Id)?.LineItemId)).toEqual(
      lines.map((line) => line.Id),
    );
    expect(bill()).toBeUndefined();
  });

  test('combines usage of one component at one price in one line, from the first to the last', async () => {
    const { shop, bill, use } = running(metered);
    await shop.advanceTo('2026-01-20T09:00:00Z');
    const usages = [
      use({ Quantity: 3, DueDate: '2026-01-18T00:00:00Z' }),
      use({ Quantity: 2, DueDate: '2026-01-16T00:00:00Z' }),
      use({ Quantity: 1, DueDate: '2026-01-17T00:00:00Z', ProductOverride: { PricePerUnit: 7 } }),
      use({ Quantity: 9, DueDate: '2026-01-25T00:00:00Z' }),
    ];
    const lines = bill()?.ItemList ?? [];
    expect(
      lines.map(({ Quantity, TotalNet, PeriodStart, PeriodEnd }) => [
        Quantity,
        TotalNet,
        PeriodStart,
        PeriodEnd,
      ]),
    ).toEqual([
      [5, 10, time('2026-01-16T00:00'), time('2026-01-18T00:00')],
      [1, 7, time('2026-01-17T00:00'), time('2026-01-17T00:00')],
    ]);
    expect(lines[0]?.ProductType).toBe('MeteredUsage');
    const stored = usages.map(({ Id }) => shop.tx.meteredUsages.get(Id));
    expect(stored.map((usage) => usage?.LineItemId)).toEqual([
      lines[0]?.Id,
      lines[0]?.Id,
      lines[1]?.Id,
      undefined,
    ]);
    expect(stored.map((usage) => usage?.BilledOn)).toEqual([
      time('2026-01-20T09:00'),
      time('2026-01-20T09:00'),
      time('2026-01-20T09:00'),
      undefined,
    ]);
    expect(bill()).toBeUndefined();
  });

  test('applies the quota of a period once', async () => {
    const { shop, bill, use } = running({
      ...metered,
      variants: { [ids.basicMonthly]: { Quota: [{ ComponentId: ids.apiCalls, Quota: 4 }] } },
    });
    await shop.advanceTo('2026-01-20T09:00:00Z');
    use({ Quantity: 3 });
    expect(bill()).toBeUndefined();
    use({ Quantity: 3 });
    const [line] = bill()?.ItemList ?? [];
    expect([line?.Quantity, line?.TotalNet]).toEqual([2, 4]);
    expect(line?.Description).toMatch(/ \(1 included\)$/);
    await shop.advanceTo('2026-02-20T09:00:00Z');
    use({ Quantity: 5 });
    expect(bill()?.ItemList[0]?.Quantity).toBe(1);
  });

  test('omits usage of a component that is billed with the recurring fee', async () => {
    const { shop, bill, use } = running({
      ...metered,
      components: {
        [ids.apiCalls]: { IncludeInInterimBilling: false, PriceScale: undefined, PricePerUnit: 2 },
      },
    });
    await shop.advanceTo('2026-01-20T09:00:00Z');
    use({ Quantity: 3 });
    expect(bill()).toBeUndefined();
  });
});

describe('a document', () => {
  const bill = (shop: Shop, id: string) =>
    shop.core.transaction((tx) => {
      createRatedItem(tx, id, { Description: 'Training', Quantity: 1, PricePerUnit: 10 });
      return billContract(tx, id);
    });

  test('shows the stored name of the customer', () => {
    const { shop, id, customer } = running();
    const plain = bill(shop, id);
    for (const field of ['ExternalCustomerId', 'DebitorAccount', 'RecipientVatId', 'RecipientSubName'])
      expect(plain).not.toHaveProperty(field);
    expect(plain).toMatchObject({ RecipientName: 'Ada Lovelace', RecipientAddress: { Country: 'DE' } });
    shop.core.transaction((tx) =>
      tx.customers.update(customer, { ExternalCustomerId: 'crm-1', DebitorAccount: '10001' }),
    );
    expect(bill(shop, id)).toMatchObject({ ExternalCustomerId: 'crm-1', DebitorAccount: '10001' });
  });

  test('has the next number of its year', () => {
    const { shop } = running();
    const numbers = shop.core.transaction((tx) => [1, 2].map(() => nextNumber(tx, 'test')));
    expect(numbers).toEqual(['2026-000001', '2026-000002']);
  });

  test('sums its lines by rate, the highest first', () => {
    const line = (VatPercentage: number, TotalNet: number, TotalVat: number) =>
      ({ VatPercentage, TotalNet, TotalVat, TotalGross: TotalNet + TotalVat }) as LineItem;
    const lines = [line(7, 10, 0.7), line(19, 20, 3.8), line(7, 30, 2.1)];
    expect(vatDescriptors('EUR', lines)).toEqual([
      { VatPercentage: 19, TotalNet: 20, TotalVat: 3.8, TotalGross: 23.8 },
      { VatPercentage: 7, TotalNet: 40, TotalVat: 2.8, TotalGross: 42.8 },
    ]);
    expect(totalsOfLines('EUR', lines)).toEqual({ TotalNet: 60, TotalVat: 6.6, TotalGross: 66.6 });
    expect(totalsOfLines('EUR', [])).toEqual({ TotalNet: 0, TotalVat: 0, TotalGross: 0 });
    expect(vatDescriptors('EUR', [])).toEqual([]);
  });
});

describe('a credit note', () => {
  test('requires an invoice, and credits the remaining amount of each line', () => {
    const { shop, id } = running();
    const invoice = shop.invoices(id)[0] as Invoice;
    expect(shop.refusal(() => issueCreditNote(shop.tx, 'nothing', 1, 'Goodwill')).kind).toBe('NotFound');
    const note = (amount?: number) =>
      shop.core.transaction((tx) => issueCreditNote(tx, invoice.Id, amount, 'Goodwill')) as Invoice;
    const first = note(1);
    expect(first.TotalGross).toBe(-1);
    for (const line of first.ItemList) {
      expect(line).toMatchObject({ Quantity: -1, PricePerUnit: -line.TotalNet });
      for (const field of ['PeriodStart', 'PeriodEnd', 'PeriodMultiplier', 'ScaleAmount'])
        expect(line).not.toHaveProperty(field);
    }
    const rest = note();
    expect(rest.TotalGross).toBe(-Math.round((invoice.TotalGross - 1) * 100) / 100);
    expect(rest.ItemList.map((line) => line.Description)).toEqual(
      invoice.ItemList.map((line) => `Goodwill: ${line.Description}`),
    );
    expect(shop.refusal(() => issueCreditNote(shop.tx, invoice.Id, 1, 'Goodwill')).kind).toBe('Conflict');
  });

  test('is rejected for no amount, a fraction of a cent, and more than the invoice', () => {
    const { shop, id } = running();
    const invoice = shop.invoices(id)[0] as Invoice;
    for (const amount of [0, -1, 0.001, invoice.TotalGross + 0.01])
      expect(shop.refusal(() => issueCreditNote(shop.tx, invoice.Id, amount, 'x')).fields?.[0]?.Field).toBe(
        'Amount',
      );
  });
});
