import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const subscriptions = 'a10000000000000000000001';
const basic = 'b00000000000000000000001';
const pro = 'b00000000000000000000003';
const seat = 'd00000000000000000000001';
const calls = 'd00000000000000000000003';
const storage = 'd00000000000000000000004';

const partners = {
  PlanGroupId: subscriptions,
  InternalName: 'Partners',
  PlanVariants: [
    { PlanVariantId: basic, RecurringFee: 5 },
    { PlanVariantId: pro, RecurringFee: 20, SetupFee: 0 },
  ],
  Components: [
    { ComponentId: seat, PricePerUnit: 2 },
    { ComponentId: storage, PricePerUnit: 0.02 },
  ],
};

const grossOf = async (api: Api) =>
  (await api('GET', 'invoices')).body.map(({ TotalNet }: { TotalNet: number }) => TotalNet);

describe('a price list', () => {
  it('applies to the contract that is ordered with it, at signup and at every renewal', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const list = (await api('POST', 'priceLists', partners)).body;
    expect(list).toMatchObject({ ...partners, Hidden: false, IsDeletable: true });
    const cart = { PlanVariantId: pro, ComponentSubscriptions: [{ ComponentId: seat, Quantity: 3 }] };
    const order = { Cart: cart, PriceListId: list.Id };
    const preview = (await api('POST', 'orders/preview', order)).body.Order;
    expect(preview).toMatchObject({ PriceListId: list.Id, Total: 26, NextTotalGross: 30.94 });
    expect(preview.RecurringFee.PricePerUnit).toBe(20);
    const contract = await newContract(api, order);
    expect(contract).toMatchObject({ PriceListId: list.Id });
    await api('POST', `contracts/${contract.Id}/usage`, { ComponentId: storage, Quantity: 100 });
    await sandbox.clock.advance('P1M');
    expect(await grossOf(api)).toEqual([28, 26]);
    // Others pay the prices of the catalogue.
    await newContract(api, { Cart: { PlanVariantId: basic } });
    expect((await grossOf(api))[0]).toBe(9.9);
  });

  it('is assigned to a contract by an order, and its changes apply from the next billing', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const list = (await api('POST', 'priceLists', partners)).body;
    const { Id } = await newContract(api);
    const later = { ContractId: Id, PriceListId: list.Id, Cart: {}, ChangeDate: '2026-02-01T00:00:00Z' };
    expect((await api('POST', 'orders', later)).body.Errors[0].Field).toBe('PriceListId');
    const order = (await api('POST', 'orders', { ...later, ChangeDate: null })).body;
    expect(order).toMatchObject({ PriceListId: list.Id, TotalGross: 0 });
    const committed = await api('POST', `orders/${order.Id}/commit`, {});
    expect(committed.body).toMatchObject({ PriceListId: list.Id });
    await sandbox.clock.advance('P1M');
    await api('PATCH', `priceLists/${list.Id}`, {
      PlanVariants: [
        { PlanVariantId: basic, RecurringFee: 6 },
        { PlanVariantId: pro, RecurringFee: 21 },
      ],
    });
    await sandbox.clock.advance('P1M');
    expect(await grossOf(api)).toEqual([6, 5, 9.9]);
    // A change without a list keeps it.
    const change = { ContractId: Id, Cart: { PlanVariantId: pro } };
    expect((await api('POST', 'orders/preview', change)).body.Order.PriceListId).toBe(list.Id);
    const upgrade = (await api('POST', 'orders', change)).body;
    const upgraded = await api('POST', `orders/${upgrade.Id}/commit`, {});
    expect(upgraded.body).toMatchObject({ PlanVariantId: pro, PriceListId: list.Id });
    await sandbox.clock.advance('P1M');
    expect((await grossOf(api))[0]).toBe(21);
  });

  it('assigned to a contract makes an earlier order outdated', async () => {
    const api = await backEnd(newSandbox());
    const list = (await api('POST', 'priceLists', partners)).body;
    const { Id } = await newContract(api);
    const upgrade = (await api('POST', 'orders', { ContractId: Id, Cart: { PlanVariantId: pro } })).body;
    const other = (await api('POST', 'orders', { ContractId: Id, PriceListId: list.Id, Cart: {} })).body;
    expect((await api('POST', `orders/${other.Id}/commit`, {})).status).toBe(200);
    const refused = await api('POST', `orders/${upgrade.Id}/commit`, {});
    expect([refused.status, refused.body.Code]).toEqual([409, 'InvalidPreconditions']);
    expect(refused.body.Message).toContain(`Contract ${Id} has changed since`);
  });

  it('of an order keeps its prices until the order is completed', async () => {
    const api = await backEnd(newSandbox());
    const list = (await api('POST', 'priceLists', partners)).body;
    const input = { Customer: { FirstName: 'Ada' }, Cart: { PlanVariantId: basic }, PriceListId: list.Id };
    const order = (await api('POST', 'orders', input)).body;
    expect((await api('DELETE', `priceLists/${list.Id}`)).status).toBe(409);
    await api('PATCH', `priceLists/${list.Id}`, { PlanVariants: [] });
    await api('POST', `orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    expect(await grossOf(api)).toEqual([5]);
    expect((await api('DELETE', `priceLists/${list.Id}`)).status).toBe(409);
    expect((await api('GET', `priceLists/${list.Id}`)).body.IsDeletable).toBe(false);
  });

  it.each([
    ['of another plan group', { PlanGroupId: 'a10000000000000000000011' }, 'PlanVariants[0].PlanVariantId'],
    ['of an unknown component', { Components: [{ ComponentId: basic }] }, 'Components[0].ComponentId'],
    [
      'with two prices of a component',
      { Components: [{ ComponentId: seat }, { ComponentId: seat }] },
      'Components[1].ComponentId',
    ],
    [
      'with a scale that begins above 0',
      {
        Components: [
          {
            ComponentId: calls,
            PriceScale: { IsCumulative: true, Items: [{ From: 5, Value: 1, IsBucketPrice: false }] },
          },
        ],
      },
      'PriceScale.Items[0].From',
    ],
  ])('%s is rejected', async (_what, change, field) => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('POST', 'priceLists', { ...partners, ...change });
    expect([status, body.Errors[0].Field]).toEqual([422, field]);
  });

  it('that is hidden, unknown or of another group is rejected in orders', async () => {
    const api = await backEnd(newSandbox());
    const list = (await api('POST', 'priceLists', { ...partners, Hidden: true })).body;
    for (const PriceListId of [list.Id, basic]) {
      const { status, body } = await api('POST', 'orders', {
        Customer: { FirstName: 'Ada' },
        Cart: { PlanVariantId: basic },
        PriceListId,
      });
      expect([status, body.Errors[0].Field]).toEqual([422, 'PriceListId']);
    }
  });

  it('can be part of a configuration', async () => {
    const Id = 'ab0000000000000000000001';
    const sandbox = newSandbox({ config: { Catalogue: { PriceLists: [{ ...partners, Id }] } } });
    const api = await backEnd(sandbox);
    await newContract(api, { PriceListId: Id });
    expect(await grossOf(api)).toEqual([5]);
  });
});

describe('tax definitions', () => {
  it('are those named by tax policies', async () => {
    const api = await backEnd(newSandbox());
    const [policy] = (await api('GET', 'taxPolicies')).body;
    const all = (await api('GET', 'taxDefinitions')).body;
    expect(all).toHaveLength(policy.Entries.length + 1);
    expect(all[0]).toEqual({
      Id: policy.Entries[0].TaxDefinitionId,
      Name: 'Standard rate DE 19 %',
      Country: 'DE',
      Rate: 19,
      IsReverseCharge: false,
      TaxPolicyId: policy.Id,
    });
    expect((await api('GET', `taxDefinitions/${policy.ReverseChargeTaxDefinitionId}`)).body.Rate).toBe(0);
    expect((await api('GET', `taxDefinitions?from=${all[2].Id}&take=2`)).body).toEqual(all.slice(2, 4));
    expect((await api('GET', 'taxDefinitions/none')).status).toBe(404);
  });
});
