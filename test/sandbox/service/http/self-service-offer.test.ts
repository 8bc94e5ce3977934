import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../../sandbox/src/service/configuration/read.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const key = 'a00000000000000000000001';
const basic = 'b00000000000000000000001';
const yearly = 'b00000000000000000000002';
const pro = 'b00000000000000000000003';
const seat = 'd00000000000000000000001';
const support = 'd00000000000000000000002';

const offer = async (SelfService = {}) => {
  const api = await backEnd(newSandbox({ config: { Account: { SelfService } } }));
  return api('GET', `CustomerSelfService/signup/offer?publicApiKey=${key}`);
};

describe('signup/offer', () => {
  it('lists what can be ordered, without plans of app stores, coupons and discounts', async () => {
    const { status, body } = await offer();
    expect([status, body.Name, body.Country]).toEqual([200, expect.any(String), 'DE']);
    expect(body.Products.PlanVariants.map(({ Id }: { Id: string }) => Id.slice(-2))).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
    ]);
    expect(body.Products.Components).toHaveLength(4);
    expect([body.Products.Coupons, body.Products.Discounts]).toEqual([[], []]);
    expect(body.Countries).toHaveLength(250);
  });

  it('asks for the usual fields', async () => {
    const { body } = await offer();
    expect(
      body.Fields.map((field: { Name: string; Required: boolean }) => [field.Name, field.Required]),
    ).toEqual([
      ['EmailAddress', true],
      ['FirstName', true],
      ['LastName', true],
      ['CompanyName', false],
      ['VatId', false],
      ['Address.Street', true],
      ['Address.HouseNumber', true],
      ['Address.PostalCode', true],
      ['Address.City', true],
      ['Address.Country', true],
    ]);
  });

  it('asks for what the account requires, and custom fields with access', async () => {
    const { body } = await offer({
      CustomFields: { Customer: ['Size'] },
      SignupFields: {
        LastName: 'Required',
        'CustomFields.Size': 'Optional',
        'CustomFields.Margin': 'Optional',
      },
    });
    expect(body.Fields).toEqual([
      { Name: 'LastName', Required: true },
      { Name: 'CustomFields.Size', Required: false },
    ]);
  });

  it('rejects an unknown customer field by name', () => {
    const file = JSON.stringify({ Account: { SelfService: { SignupFields: { Nick: 'Required' } } } });
    expect(() => readConfiguration(file, 'shop.json')).toThrow(
      /Nick.*expected one of EmailAddress, .*CustomFields\.<name>/s,
    );
  });

  it('requires the key of the account', async () => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('GET', 'CustomerSelfService/signup/offer?publicApiKey=b0');
    expect([status, body.Error.Code]).toEqual([401, 'InvalidKey']);
  });
});

describe('contract changes by the customer', () => {
  const portalOf = async (SelfService: object = {}) => {
    const api = await backEnd(newSandbox({ config: { Account: { SelfService } } }));
    const contract = await newContract(api);
    const { Token } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
    const portal: Api = (method, path, body) =>
      api(method, `CustomerSelfService/${path}`, body, { Authorization: `Bearer ${Token}` });
    return { api, portal, contract };
  };

  it('are previewed and ordered with what the contract pays today and next', async () => {
    const { api, portal, contract } = await portalOf();
    expect((await api('GET', `contracts/${contract.Id}`)).body.PlanVariantId).toBe(basic);
    const Cart = { PlanVariantId: yearly };
    const { Order } = (await portal('POST', 'upgrade/preview', { Cart })).body;
    expect(Order).toMatchObject({ OrderType: 'Upgrade', PlanVariantId: yearly, Currency: 'EUR' });
    const made = await portal('POST', 'upgrade/order', { Cart });
    expect(made.body).toMatchObject({ GrossTotal: Order.TotalGross, ContractId: contract.Id });
    // Nothing has changed before it is paid.
    expect((await api('GET', `contracts/${contract.Id}`)).body.PlanVariantId).toBe(basic);
    await portal('POST', 'upgrade/paySync', { OrderId: made.body.OrderId });
    expect((await api('GET', `contracts/${contract.Id}`)).body.PlanVariantId).toBe(yearly);
    const { NextTotalGross, NextTotalGrossDate } = (await portal('GET', 'contract')).body;
    expect([NextTotalGross, NextTotalGrossDate]).toEqual([Order.NextTotalGross, Order.NextTotalGrossDate]);
  });

  it('add and end components', async () => {
    const { portal } = await portalOf();
    const change = async (Cart: object) => {
      const { OrderId } = (await portal('POST', 'upgrade/order', { Cart })).body;
      await portal('POST', 'upgrade/paySync', { OrderId });
      const { ComponentsSubscriptions } = (await portal('GET', 'contract')).body;
      return ComponentsSubscriptions.map((one: { ComponentId: string; Quantity: number }) => [
        one.ComponentId,
        one.Quantity,
      ]);
    };
    const ComponentSubscriptions = [
      { ComponentId: seat, Quantity: 2 },
      { ComponentId: support, Quantity: 1 },
    ];
    expect(await change({ ComponentSubscriptions })).toEqual([
      [seat, 2],
      [support, 1],
    ]);
    expect(await change({ EndComponentSubscriptions: [seat] })).toEqual([[support, 1]]);
  });

  it.each(['CustomerChange', 'ContractChange', 'RevokeCancellation'])(
    'contract details say that the account forbids %s',
    async (setting) => {
      const { portal } = await portalOf({ [setting]: false });
      expect((await portal('GET', 'contract')).body.Allowed).toEqual({
        CustomerChange: true,
        ContractChange: true,
        RevokeCancellation: true,
        PaymentChange: true,
        [setting]: false,
      });
    },
  );

  it('are rejected if the account forbids them', async () => {
    const { portal } = await portalOf({ ContractChange: false });
    for (const path of ['upgrade/preview', 'upgrade/order']) {
      const { status, body } = await portal('POST', path, { Cart: { PlanVariantId: pro } });
      expect([path, status, body.Error.Code]).toEqual([path, 403, 'PermissionDenied']);
    }
    expect((await portal('GET', 'contract')).body.PublicApiKey).toBe(key);
  });
});
