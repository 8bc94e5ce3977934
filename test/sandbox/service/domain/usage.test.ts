import { describe, expect, test } from 'vitest';
import { billContract } from '../../../../sandbox/src/service/domain/billing/interim-billing.ts';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import {
  createRatedItem,
  deleteRatedItem,
  type RatedItemInput,
} from '../../../../sandbox/src/service/domain/contracts/rated-items.ts';
import {
  deleteUsage,
  reportUsage,
  type UsageInput,
} from '../../../../sandbox/src/service/domain/contracts/usage.ts';
import { type CatalogueChange, ids, Shop } from './billing-kit.ts';

const time = (day: string) => `${day}T09:00:00.0000000Z`;
const twoEach: CatalogueChange = {
  components: { [ids.apiCalls]: { PriceScale: undefined, PricePerUnit: 2, IncludeInInterimBilling: true } },
};

/** A contract of 9.90 a month since 1 April; a call costs 2.00. */
function running(catalogue: CatalogueChange = twoEach) {
  const shop = new Shop('2026-04-01T09:00:00Z', { catalogue });
  const { Id } = shop.signup(ids.basicMonthly);
  const use = (input: Partial<UsageInput> = {}, contractId = Id) =>
    shop.core.transaction((tx) =>
      reportUsage(tx, contractId, { ComponentId: ids.apiCalls, Quantity: 1, ...input }),
    );
  const refusal = (input: Partial<UsageInput>, field?: string) => {
    const { kind, fields } = shop.refusal(() =>
      reportUsage(shop.tx, Id, { ComponentId: ids.apiCalls, Quantity: 1, ...input }, field),
    );
    return [kind, fields[0]?.Field];
  };
  /** Names and net of the lines since the signup. */
  const lines = () =>
    shop
      .documents(Id)
      .slice(1)
      .map((one) => one.slice(1).map((line) => [line?.[0], line?.[3]]));
  return { shop, id: Id, use, refusal, lines };
}

/** The same contract as one of a store. */
function ofStore(shop: Shop, id: string) {
  const record = shop.tx.contracts.get(id);
  if (record === undefined) throw new Error('no contract');
  shop.core.transaction((tx) => tx.contracts.replace({ ...record, Store: 'AppleIap' }));
}

describe('usage', () => {
  test('is stored as reported, with the current time by default', () => {
    const { shop, id, use } = running();
    const plain = use();
    expect(plain).toEqual({
      Key: '',
      Id: expect.any(String),
      ContractId: id,
      ComponentId: ids.apiCalls,
      Quantity: 1,
      DueDate: time('2026-04-01'),
      TransferredAt: expect.stringMatching(/^2026-04-01T09:00:00/),
    });
    const full = { Key: 'k', Memo: 'm', ProductOverride: { PricePerUnit: 7 } };
    expect(use({ ...full, DueDate: '2026-04-11T11:00:00+02:00' })).toMatchObject({
      ...full,
      DueDate: time('2026-04-11'),
    });
    expect(shop.tx.meteredUsages.where('ContractId', id)).toHaveLength(2);
  });

  test('with a key is stored once for each contract', () => {
    const { shop, use } = running();
    const other = shop.signup(ids.basicMonthly);
    const first = use({ Key: 'k', Quantity: 3 });
    expect(use({ Key: 'k', Quantity: 5 })).toEqual(first);
    expect(use({ Key: 'k', Quantity: 5 }, other.Id)).toMatchObject({ ContractId: other.Id, Quantity: 5 });
    expect(use({ Key: '' }).Id).not.toBe(use({ Key: '' }).Id);
  });

  test.each<[string, Partial<UsageInput>, string]>([
    ['is of a metered component', { ComponentId: ids.seat }, 'ComponentId'],
    ['is of a component that there is', { ComponentId: 'd0' }, 'ComponentId'],
    ['is not less than nothing', { Quantity: -1 }, 'Quantity'],
    ['has a date', { DueDate: 'yesterday' }, 'DueDate'],
    ['is not from before the contract', { DueDate: '2026-04-01T08:59:59Z' }, 'DueDate'],
  ])('%s', (_, input, field) => {
    const { refusal } = running();
    expect(refusal(input)).toEqual(['Invalid', field]);
    expect(refusal(input, 'Usages[2]')).toEqual(['Invalid', `Usages[2].${field}`]);
  });

  test('has the price of its scale, and belongs to the plan group of its contract', () => {
    const PriceScale = { IsCumulative: true, Items: [{ From: 0, Value: 1, IsBucketPrice: false }] };
    const scaled = running({ components: { [ids.apiCalls]: { PriceScale } } });
    expect(scaled.refusal({ ProductOverride: { PricePerUnit: 1 } })).toEqual(['Invalid', 'ProductOverride']);
    const foreign = running({
      components: { [ids.apiCalls]: { PlanGroupId: 'a10000000000000000000011' } },
      variants: Object.fromEntries(
        [ids.proMonthly, ids.proYearly, ids.proTrial].map((id) => [id, { Quota: [] }]),
      ),
    });
    expect(foreign.refusal({})).toEqual(['Invalid', 'ComponentId']);
  });

  test('must be due before the end of the contract, and may be reported after it', async () => {
    const { shop, id, use, refusal } = running();
    shop.core.transaction((tx) => endContract(tx, id, '2026-04-11T09:00:00Z'));
    expect(use({ DueDate: '2026-04-11T09:00:00Z' }).DueDate).toBe(time('2026-04-11'));
    expect(refusal({ DueDate: '2026-04-11T09:00:01Z' })).toEqual(['Invalid', 'DueDate']);
    await shop.advanceTo('2026-04-12T09:00:00Z');
    expect(use({ DueDate: '2026-04-05T09:00:00Z' }).DueDate).toBe(time('2026-04-05'));
    expect(refusal({})).toEqual(['Invalid', 'DueDate']);
  });

  test('of a store contract cannot be reported here', () => {
    const { shop, id } = running();
    ofStore(shop, id);
    const { kind, message } = shop.refusal(() =>
      reportUsage(shop.tx, id, { ComponentId: ids.apiCalls, Quantity: 1 }),
    );
    expect([kind, message]).toEqual([
      'Conflict',
      `Contract ${id} is a subscription of the store AppleIap, which bills it. Usage is not billed here.`,
    ]);
  });

  test('due at this second is billed, due a second later waits', async () => {
    const { shop, id, use, lines } = running();
    await shop.advanceTo('2026-04-11T09:00:00Z');
    use({ Quantity: 3, DueDate: '2026-04-11T09:00:00Z' });
    use({ Quantity: 5, DueDate: '2026-04-11T09:00:01Z' });
    shop.core.transaction((tx) => billContract(tx, id));
    expect(lines()).toEqual([[['API calls', 6]]]);
    use({ Quantity: 7, DueDate: '2026-05-01T09:00:01Z' });
    await shop.advanceTo('2026-05-02T00:00:00Z');
    expect(lines()[1]).toEqual([
      ['Basic', 9.9],
      ['API calls', 10],
    ]);
    await shop.advanceTo('2026-06-02T00:00:00Z');
    expect(lines()[2]).toEqual([
      ['Basic', 9.9],
      ['API calls', 14],
    ]);
  });

  test('can be deleted from its own contract only', () => {
    const { shop, id, use } = running();
    const { Id } = use();
    for (const [contract, usage] of [
      ['another', Id],
      [id, 'another'],
    ] as const)
      expect(shop.refusal(() => deleteUsage(shop.tx, contract, usage)).kind).toBe('NotFound');
    shop.core.transaction((tx) => deleteUsage(tx, id, Id));
    expect(shop.tx.meteredUsages.size).toBe(0);
  });
});

describe('a rated item', () => {
  const item = { Description: 'Training', Quantity: 2, PricePerUnit: 40 };
  const create = (shop: Shop, id: string, input: Partial<RatedItemInput> = {}) =>
    shop.core.transaction((tx) => createRatedItem(tx, id, { ...item, ...input }));

  test('is stored as sent, with the tax policy of the plan group by default', () => {
    const { shop, id } = running();
    const TaxPolicyId = [...shop.tx.planGroups][0]?.TaxPolicyId;
    expect(create(shop, id)).toEqual({
      ...item,
      Id: expect.any(String),
      ContractId: id,
      TaxPolicyId,
      TransferredAt: expect.stringMatching(/^2026-04-01T09:00:00/),
    });
    const period = { PeriodStart: '2026-04-01T11:00:00+02:00', PeriodEnd: '2026-04-01T11:00:00+02:00' };
    expect(create(shop, id, period)).toMatchObject({
      PeriodStart: time('2026-04-01'),
      PeriodEnd: time('2026-04-01'),
    });
    // A discount in the price, as a merchant gives it.
    expect(create(shop, id, { PricePerUnit: -5 }).PricePerUnit).toBe(-5);
  });

  test.each<[string, Partial<RatedItemInput>]>([
    ['Quantity', { Quantity: -1 }],
    ['PricePerUnit', { PricePerUnit: Number.NaN }],
    ['TaxPolicyId', { TaxPolicyId: 'e0' }],
    ['PeriodEnd', { PeriodStart: '2026-04-02T00:00:00Z', PeriodEnd: '2026-04-01T00:00:00Z' }],
  ])('is rejected for its %s', (field, input) => {
    const { shop, id } = running();
    const problem = shop.refusal(() => createRatedItem(shop.tx, id, { ...item, ...input }));
    expect([problem.kind, problem.fields[0]?.Field]).toEqual(['Invalid', field]);
  });

  test('is billed by the contract, not by a store', () => {
    const { shop, id } = running();
    ofStore(shop, id);
    expect(shop.refusal(() => createRatedItem(shop.tx, id, item)).message).toBe(
      `Contract ${id} is billed by its store.`,
    );
  });

  test('that does not exist cannot be deleted', () => {
    const { shop, id } = running();
    const { Id } = create(shop, id);
    expect(shop.refusal(() => deleteRatedItem(shop.tx, 'another')).kind).toBe('NotFound');
    shop.core.transaction((tx) => deleteRatedItem(tx, Id));
    expect(shop.tx.ratedItems.size).toBe(0);
  });
});
