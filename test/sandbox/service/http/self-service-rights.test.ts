import { describe, expect, it } from 'vitest';
import { publicApiKey, Service, type Tethered } from '../simulation/service.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const granted = { SelfService: { CustomFields: { Customer: ['Size'], Contract: ['Channel'] } } };

/** A contract with a customer, and what ClientLib's Portal calls for it. */
async function portalOf(api: Api, input: object = {}) {
  const contract = await newContract(api, input);
  const { Token } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
  const portal: Api = (method, path, body) =>
    api(method, `CustomerSelfService/${path}`, body, { Authorization: `Bearer ${Token}` });
  return { contract, portal };
}

describe('a token of a customer with two contracts', () => {
  it('reaches the documents, orders and payment data of its own one only', async () => {
    const api = await backEnd(newSandbox());
    const { contract: own, portal } = await portalOf(api);
    const ordered = await api('POST', 'orders', {
      CustomerId: own.CustomerId,
      Cart: { PlanVariantId: 'b00000000000000000000003' },
    });
    const paid = { PaymentMethod: 'InvoicePayment' };
    const other = (await api('POST', `orders/${ordered.body.Id}/commit`, paid)).body;
    expect(other.CustomerId).toBe(own.CustomerId);
    const invoiceOf = async (id: string) =>
      (await api('GET', `invoices?contractId=${id}`)).body[0].Id as string;
    const [ownInvoice, otherInvoice] = [await invoiceOf(own.Id), await invoiceOf(other.Id)];
    expect((await portal('GET', 'contract')).body.RecentInvoices.map(({ Id }: { Id: string }) => Id)).toEqual(
      [ownInvoice],
    );
    const statusOf = async (path: string) => (await portal('GET', path)).status;
    expect(await statusOf(`invoices/${ownInvoice}/pdf`)).toBe(200);
    expect(await statusOf(`invoices/${otherInvoice}/pdf`)).toBe(404);
    const change = { ContractId: other.Id, Cart: { PlanVariantId: 'b00000000000000000000001' } };
    const OrderId = (await api('POST', 'orders', change)).body.Id;
    const before = (await api('GET', `contracts/${other.Id}`)).body;
    expect((await portal('POST', 'upgrade/paySync', { OrderId })).status).toBe(404);
    const TetheredPaymentInformation = { Bearer: 'InvoicePayment' };
    expect((await portal('POST', 'upgrade/pay', { OrderId, TetheredPaymentInformation })).status).toBe(404);
    await portal('POST', 'payment/change', { TetheredPaymentInformation });
    await portal('POST', 'contract/cancel', {});
    expect((await api('GET', `contracts/${other.Id}`)).body).toEqual(before);
    expect((await api('GET', `contracts/${own.Id}`)).body.EndDate).toBeDefined();
  });
});

describe('custom fields in self-service', () => {
  const fields = {
    Customer: { FirstName: 'Ada', LastName: 'Byron', CustomFields: { Size: 'M', Margin: 0.4 } },
    ContractCustomFields: { Channel: 'web', Commission: 12 },
  };

  it('are shown only with access', async () => {
    const api = await backEnd(newSandbox({ config: { Account: granted } }));
    const { contract, portal } = await portalOf(api, fields);
    const { body } = await portal('GET', 'contract');
    expect(body.Customer.CustomFields).toEqual({ Size: 'M' });
    expect(body.Contract.CustomFields).toEqual({ Channel: 'web' });
    const changed = await portal('PUT', 'customer', body.Customer);
    expect([changed.status, changed.body.CustomFields]).toEqual([200, { Size: 'M' }]);
    const canceled = await portal('POST', 'contract/cancel', {});
    expect(canceled.body.Contract.CustomFields).toEqual({ Channel: 'web' });
    // The back end sees all of them, and nothing was lost.
    expect((await api('GET', `customers/${contract.CustomerId}`)).body.CustomFields).toEqual({
      Size: 'M',
      Margin: 0.4,
    });
    expect((await api('GET', `contracts/${contract.Id}`)).body.CustomFields).toEqual({
      Channel: 'web',
      Commission: 12,
    });
  });

  it('are all hidden without access', async () => {
    const api = await backEnd(newSandbox());
    const { portal } = await portalOf(api, fields);
    const { body } = await portal('GET', 'contract');
    expect([body.Customer.CustomFields, body.Contract.CustomFields]).toEqual([{}, {}]);
  });
});

describe('what only the merchant sells', () => {
  const Pro = 'b00000000000000000000003';
  const seat = 'd00000000000000000000001';

  it.each([
    ['a plan variant that is not for self-service', `planVariants/${Pro}`, { AllowSelfService: false }, {}],
    ['a hidden plan variant', `planVariants/${Pro}`, { Hidden: true }, {}],
    ['a component that is not for self-service', `components/${seat}`, { AllowSelfService: false }, { seat }],
    ['a hidden component', `components/${seat}`, { Hidden: true }, { seat }],
  ])(
    '%s is refused in each preview and order of a page, and sold by the merchant',
    async (_, path, change, wanted) => {
      const api = await backEnd(newSandbox());
      const { contract, portal } = await portalOf(api);
      expect((await api('PATCH', path, change)).status).toBe(200);
      const ComponentSubscriptions = Object.values(wanted).map((ComponentId) => ({
        ComponentId,
        Quantity: 1,
      }));
      const Cart = { PlanVariantId: Pro, ComponentSubscriptions };
      const Customer = { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } };
      for (const step of ['preview', 'order']) {
        const [upgrade, signup] = [
          await portal('POST', `upgrade/${step}`, { Cart }),
          await portal('POST', `signup/${step}`, { Cart, Customer }),
        ];
        expect([step, upgrade.status, signup.status]).toEqual([step, 422, 422]);
        expect(upgrade.body.Errors[0].Field).toMatch(/^Cart\./);
      }
      const order = { Cart, ContractId: contract.Id };
      expect((await api('POST', 'orders/preview', order)).status).toBe(200);
      expect((await api('POST', 'orders', order)).status).toBe(200);
    },
  );
});

describe('customer data that only the merchant sets', () => {
  it('is ignored with a warning if a page sends it', async () => {
    const api = await backEnd(newSandbox());
    const { contract, portal } = await portalOf(api);
    const answer = await portal('PUT', 'customer', {
      LastName: 'Byron',
      ExternalCustomerId: 'crm-1',
      IsLocked: true,
    });
    expect([answer.status, answer.headers.get('X-Sandbox-Warnings')]).toEqual([
      200,
      'ExternalCustomerId is ignored: only the REST API changes it; IsLocked is ignored: only the REST API changes it',
    ]);
    const customer = (await api('GET', `customers/${contract.CustomerId}`)).body;
    expect(customer).toMatchObject({ LastName: 'Byron', IsLocked: false });
    expect('ExternalCustomerId' in customer).toBe(false);
  });

  it('has no warning if it is sent back unchanged', async () => {
    const api = await backEnd(newSandbox());
    const { contract, portal } = await portalOf(api);
    await api('PATCH', `customers/${contract.CustomerId}`, { ExternalCustomerId: 'crm-1', Notes: 'VIP' });
    const { Customer } = (await portal('GET', 'contract')).body;
    const answer = await portal('PUT', 'customer', { ...Customer, LastName: 'King' });
    expect([answer.status, answer.headers.get('X-Sandbox-Warnings')]).toEqual([200, null]);
    expect(answer.body).toMatchObject({ LastName: 'King', ExternalCustomerId: 'crm-1', Notes: 'VIP' });
  });
});

describe('a quantity of 0', () => {
  const cart = { PlanVariantId: 'b00000000000000000000003', Quantity: 0 };

  it('is rejected at signup and in a change', async () => {
    const api = await backEnd(newSandbox());
    const Customer = { LastName: 'Byron' };
    for (const path of ['orders', 'orders/preview']) {
      const { status, body } = await api('POST', path, { Customer, Cart: cart });
      expect([status, body.Errors]).toEqual([
        422,
        [
          {
            Field: 'Cart.Quantity',
            Code: 'InvalidData',
            Message: 'expected more than 0 units of the plan, got 0.',
          },
        ],
      ]);
    }
    const { Id } = await newContract(api, { Cart: { ...cart, Quantity: 2 } });
    const change = await api('POST', 'orders', { ContractId: Id, Cart: { Quantity: 0 } });
    expect([change.status, change.body.Errors[0].Message]).toEqual([
      422,
      'expected more than 0 units of the plan, got 0; to have none, end the contract.',
    ]);
  });
});

describe('a locked customer', () => {
  /** A contract paid by card, whose customer gets locked by REST. */
  async function locked(number = '4111111111111111') {
    const service = new Service();
    const { body } = await service.pay(await service.order(), await service.byCard(number));
    const api = await backEnd(service.sandbox);
    const lock = (IsLocked: boolean) => api('PATCH', `customers/${body.CustomerId}`, { IsLocked });
    const { Token } = (await api('GET', `contracts/${body.ContractId}/selfServiceToken`)).body;
    const portal: Api = (method, path, content) =>
      api(method, `CustomerSelfService/${path}`, content, { Authorization: `Bearer ${Token}` });
    const contract = async () => (await api('GET', `contracts/${body.ContractId}`)).body;
    return { service, api, lock, portal, contract, ContractId: body.ContractId as string };
  }

  it('can read and cancel, and neither pay nor change anything', async () => {
    const { service, api, lock, portal, ContractId } = await locked();
    const order = await api('POST', 'orders', {
      ContractId,
      Cart: { PlanVariantId: 'b00000000000000000000003' },
    });
    const TetheredPaymentInformation: Tethered = await service.byCard('5555555555554444');
    await lock(true);
    const OrderId = order.body.Id;
    for (const [method, path, content] of [
      ['PUT', 'customer', { LastName: 'King' }],
      ['POST', 'payment/change', { TetheredPaymentInformation }],
      ['POST', 'upgrade/pay', { OrderId, TetheredPaymentInformation }],
      ['POST', 'upgrade/paySync', { OrderId }],
    ] as const) {
      const { status, body } = await portal(method, path, content);
      expect([path, status, body.Error?.Code]).toEqual([path, 403, 'PermissionDenied']);
    }
    expect((await portal('GET', 'contract')).body).toMatchObject({
      PaymentsBlocked: true,
      PayableAmount: 0,
      Allowed: {
        CustomerChange: false,
        ContractChange: false,
        RevokeCancellation: false,
        PaymentChange: false,
      },
      Contract: { CustomerIsLocked: true },
    });
    expect((await portal('POST', 'contract/cancel', {})).status).toBe(200);
    const taken = await portal('POST', 'contract/revokeCancellation', {});
    expect([taken.status, taken.body.Error?.Code]).toEqual([403, 'PermissionDenied']);
    expect(service.events.filter((event) => event === 'CustomerLocked')).toHaveLength(1);
  });

  it('is not charged; open amounts are collected when it is unlocked', async () => {
    const { service, lock, contract } = await locked();
    await lock(true);
    await service.sandbox.clock.advance('P1M1D');
    expect(await contract()).toMatchObject({ Balance: 11.78, RecurringPaymentsPaused: false });
    expect(service.transactions).toHaveLength(1);
    await lock(false);
    await service.sandbox.settle();
    expect(await contract()).toMatchObject({ Balance: 0, CustomerIsLocked: false });
    expect(service.transactions[1]).toMatchObject({ Amount: 11.78, Status: { Status: 'Succeeded' } });
    expect(service.events.filter((event) => event === 'CustomerUnlocked')).toHaveLength(1);
  });
});

describe('revoking a cancellation', () => {
  it('is possible for customers who canceled, once', async () => {
    const api = await backEnd(newSandbox({ config: { Account: granted } }));
    const { contract, portal } = await portalOf(api, {
      ContractCustomFields: { Channel: 'web', Commission: 12 },
    });
    const refusal = async () => {
      const { status, body } = await portal('POST', 'contract/revokeCancellation', {});
      return [status, body.Error?.Code, body.Error?.DeveloperMessage];
    };
    const none = [409, 'InvalidPreconditions', `Contract ${contract.Id} is not canceled.`];
    expect(await refusal()).toEqual(none);
    await portal('POST', 'contract/cancel', {});
    const taken = await portal('POST', 'contract/revokeCancellation', {});
    expect([taken.status, taken.body.Contract.CustomFields]).toEqual([200, { Channel: 'web' }]);
    expect(await refusal()).toEqual(none);
    await api('POST', `contracts/${contract.Id}/end`, { EndDate: '2026-05-15T10:00:00Z' });
    expect(await refusal()).toEqual([
      403,
      'PermissionDenied',
      `Contract ${contract.Id} was ended by the merchant; only the merchant can revoke that.`,
    ]);
  });

  it('can be forbidden by the account', async () => {
    const forbids = { SelfService: { RevokeCancellation: false } };
    const api = await backEnd(newSandbox({ config: { Account: forbids } }));
    const { contract, portal } = await portalOf(api);
    const { EndDate } = (await portal('POST', 'contract/cancel', {})).body;
    const { status, body } = await portal('POST', 'contract/revokeCancellation', {});
    expect([status, body.Error.Code, body.Error.DeveloperMessage]).toEqual([
      403,
      'PermissionDenied',
      'Customers cannot revoke a cancellation: the account setting SelfService.RevokeCancellation is false.',
    ]);
    expect((await api('GET', `contracts/${contract.Id}`)).body.EndDate).toBe(EndDate);
    // The merchant still can.
    expect((await api('POST', `contracts/${contract.Id}/revokeCancellation`)).status).toBe(200);
  });
});

describe('a payment with another GrossTotal than the order', () => {
  it.each([
    ['EUR', 0.01, true],
    ['EUR', 0.001, false],
    ['KWD', 0.001, true],
    ['KWD', 0.0001, false],
    ['JPY', 1, true],
    ['JPY', 0.1, false],
  ])('warns of a difference that %s can show: %d, %s', async (Currency, more, warns) => {
    const PlanGroups = [{ Id: 'a10000000000000000000001', Currency }];
    const service = new Service({ config: { Catalogue: { PlanGroups } } });
    const order = await service.order();
    const { TotalGross, ...shown } = service.orders[0];
    expect(shown.Currency).toBe(Currency);
    const { headers } = await service.selfService('signup/pay', {
      OrderId: order,
      PublicApiKey: publicApiKey,
      GrossTotal: TotalGross + more,
      TetheredPaymentInformation: await service.byCard('4111111111111111'),
    });
    expect(/GrossTotal is/.test(headers.get('X-Sandbox-Warnings') ?? '')).toBe(warns);
  });

  it("charges the order's amount, and warns", async () => {
    const service = new Service();
    const { body } = await service.pay(await service.order(), await service.byCard('4111111111111111'));
    const api = await backEnd(service.sandbox);
    const { Token } = (await api('GET', `contracts/${body.ContractId}/selfServiceToken`)).body;
    const order = await api('POST', 'orders', {
      ContractId: body.ContractId,
      Cart: { PlanVariantId: 'b00000000000000000000003' },
    });
    const answer = await api(
      'POST',
      'CustomerSelfService/upgrade/pay',
      {
        OrderId: order.body.Id,
        GrossTotal: 1,
        TetheredPaymentInformation: await service.byCard('5555555555554444'),
      },
      { Authorization: `Bearer ${Token}` },
    );
    const { TotalGross } = order.body;
    expect([answer.status, answer.headers.get('X-Sandbox-Warnings')]).toEqual([
      200,
      `GrossTotal is 1, the order's is ${TotalGross}: the order's is paid`,
    ]);
    await service.sandbox.settle();
    expect(TotalGross).toBeGreaterThan(1);
    expect(service.transactions.at(-1)).toMatchObject({
      Amount: TotalGross,
      Status: { Status: 'Succeeded' },
    });
  });
});
