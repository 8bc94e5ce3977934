import { describe, expect, test } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';
import { ids } from './billing-kit.ts';

const support = { ComponentId: ids.support, Quantity: 1 };
const seat = { ComponentId: ids.seat, Quantity: 1 };
const basic = { PlanVariantId: ids.basicMonthly };
const customer = { LastName: 'Byron' };

async function running(Cart: object = {}) {
  const sandbox = newSandbox({ clock: '2026-04-01T09:00:00Z' });
  const api = await backEnd(sandbox);
  const { Id, CustomerId } = await newContract(api, { Cart: { ...basic, ...Cart } });
  const lines = async () =>
    (await api('GET', `invoices?customerId=${CustomerId}`)).body.map(
      (one: { DocumentDate: string; TotalNet: number }) => [one.DocumentDate.slice(5, 10), one.TotalNet],
    );
  return { sandbox, api, id: Id, path: `contracts/${Id}/componentSubscriptions`, lines };
}

describe('a contract has an on/off component at most once', () => {
  const twice = { ComponentSubscriptions: [support, support] };
  const refused = (field: string) => [
    422,
    [{ Field: field, Code: 'InvalidData', Message: expect.stringContaining('at most one') }],
  ];

  test.each(['orders', 'orders/preview', 'CustomerSelfService/signup/order'])(
    'in the cart of %s',
    async (path) => {
      const { api } = await running();
      const { status, body } = await api('POST', path, { Customer: customer, Cart: { ...basic, ...twice } });
      expect([status, body.Errors]).toEqual(refused('Cart.ComponentSubscriptions[1].ComponentId'));
    },
  );

  test('in an order, by REST, and by a later end of the first', async () => {
    const { sandbox, api, id, path } = await running({ ComponentSubscriptions: [support] });
    const order = await api('POST', 'orders', {
      ContractId: id,
      Cart: { ComponentSubscriptions: [support] },
    });
    expect([order.status, order.body.Errors]).toEqual(refused('Cart.ComponentSubscriptions[0].ComponentId'));
    const posted = await api('POST', path, support);
    expect([posted.status, posted.body.Errors]).toEqual(refused('ComponentId'));
    const [first] = (await api('GET', path)).body;
    await api('PUT', `componentSubscriptions/${first.Id}`, { EndDate: '2026-04-11T09:00:00Z' });
    const next = { ...support, StartDate: '2026-04-11T09:00:00Z' };
    expect((await api('POST', path, next)).status).toBeLessThan(300);
    const moved = await api('PUT', `componentSubscriptions/${first.Id}`, { EndDate: '2026-04-12T09:00:00Z' });
    expect([moved.status, moved.body.Errors]).toEqual(refused('EndDate'));
    await sandbox.clock.set('2026-04-12T09:00:00Z');
  });

  test('so an order may end it and start it again', async () => {
    const { sandbox, api, id } = await running({ ComponentSubscriptions: [support] });
    await sandbox.clock.set('2026-04-11T09:00:00Z');
    const Cart = { EndComponentSubscriptions: [ids.support], ComponentSubscriptions: [support] };
    expect((await api('POST', 'orders', { ContractId: id, Cart })).status).toBeLessThan(300);
  });
});

describe('a component created without an order', () => {
  test('is billed with the next renewal, whatever ends or is ordered before', async () => {
    const { sandbox, api, id, path, lines } = await running({ ComponentSubscriptions: [seat] });
    await sandbox.clock.set('2026-04-11T09:00:00Z');
    await api('POST', path, support);
    const [first] = (await api('GET', path)).body;
    await api('PUT', `componentSubscriptions/${first.Id}`, { EndDate: '2026-04-16T09:00:00Z' });
    await sandbox.clock.set('2026-04-17T09:00:00Z');
    // 15 of 30 days of the seat.
    expect(await lines()).toEqual([
      ['04-16', -2.25],
      ['04-01', 14.4],
    ]);
    const { body } = await api('POST', 'orders', {
      ContractId: id,
      Cart: { ComponentSubscriptions: [seat] },
    });
    // 14 of 30 days.
    expect(body.Total).toBe(2.1);
    await api('POST', `orders/${body.Id}/commit`, {});
    await sandbox.clock.set('2026-05-02T09:00:00Z');
    // Basic and the seat for May; support for 20 of 30 days of April, and for May.
    expect((await lines())[0]).toEqual(['05-01', 39.4]);
  });

  test('is billed alone where it ends after the contract, before a plan that goes on: usage waits for that', async () => {
    const { sandbox, api, id, path, lines } = await running();
    await sandbox.clock.set('2026-04-11T09:00:00Z');
    const usage = await api('POST', `contracts/${id}/usage`, { ComponentId: ids.apiCalls, Quantity: 1000 });
    expect(usage.status).toBe(200);
    await api('POST', `contracts/${id}/end`, { EndDate: '2026-05-01T09:00:00Z' });
    await api('POST', path, { ...seat, EndDate: '2026-05-03T09:00:00Z' });
    const order = {
      ContractId: id,
      ChangeDate: '2026-05-05T09:00:00Z',
      Cart: { PlanVariantId: ids.proMonthly },
    };
    const { body } = await api('POST', 'orders', order);
    await api('POST', `orders/${body.Id}/commit`, {});
    await sandbox.clock.set('2026-05-04T09:00:00Z');
    // 20 of 30 days of the seat; the usage would be 10.00.
    expect(await lines()).toEqual([
      ['05-03', 3],
      ['04-01', 9.9],
    ]);
  });

  test('waits for the end of suspended billing if it ends after the paid time', async () => {
    const { sandbox, api, id, path, lines } = await running();
    await api('POST', path, { ...seat, EndDate: '2026-05-16T09:00:00Z' });
    await api('PATCH', `contracts/${id}`, { BillingSuspended: true });
    await sandbox.clock.set('2026-05-20T09:00:00Z');
    expect(await lines()).toEqual([['04-01', 9.9]]);
    await api('PATCH', `contracts/${id}`, { BillingSuspended: false });
    await sandbox.settle();
    // The fee of May, and the seat for April and 15 of 31 days of May.
    expect((await lines())[0]).toEqual(['05-20', 16.58]);
  });

  test('waits for it, too, if its end is moved into time that was paid', async () => {
    const { sandbox, api, id, path, lines } = await running({ ComponentSubscriptions: [seat] });
    const [first] = (await api('GET', path)).body;
    await api('PATCH', `contracts/${id}`, { BillingSuspended: true });
    await sandbox.clock.set('2026-05-20T09:00:00Z');
    await api('PUT', `componentSubscriptions/${first.Id}`, { EndDate: '2026-04-16T09:00:00Z' });
    await sandbox.clock.set('2026-05-21T09:00:00Z');
    expect(await lines()).toEqual([['04-01', 14.4]]);
    await api('PATCH', `contracts/${id}`, { BillingSuspended: false });
    await sandbox.settle();
    // The fee of May, less 15 of 30 days of the seat.
    expect((await lines())[0]).toEqual(['05-21', 7.65]);
  });

  test('is billed by the next renewal, also when an order has ended it with another one', async () => {
    const { sandbox, api, id, path, lines } = await running({ ComponentSubscriptions: [seat] });
    await api('POST', path, seat);
    await sandbox.clock.set('2026-04-16T09:00:00Z');
    const Cart = { EndComponentSubscriptions: [ids.seat] };
    const { body } = await api('POST', 'orders', { ContractId: id, Cart });
    await api('POST', `orders/${body.Id}/commit`, {});
    await sandbox.settle();
    // 15 of 30 days of the seat that was paid; those of the other one come with the renewal, beside 9.90.
    const credited = [
      ['04-16', -2.25],
      ['04-01', 14.4],
    ];
    expect([body.Total, await lines()]).toEqual([-2.25, credited]);
    await sandbox.clock.set('2026-05-02T09:00:00Z');
    expect(await lines()).toEqual([['05-01', 12.15], ...credited]);
  });

  test('is billed at the end of the contract if no renewal follows', async () => {
    const { sandbox, api, id, path, lines } = await running();
    await api('POST', path, support);
    await api('POST', `contracts/${id}/end`, { EndDate: '2026-04-16T09:00:00Z' });
    await sandbox.clock.set('2026-04-17T09:00:00Z');
    expect(await lines()).toEqual([
      ['04-16', 7.5],
      ['04-01', -4.95],
      ['04-01', 9.9],
    ]);
  });
});

describe('a component that has ended', () => {
  test('cannot get a later end: past days are not billed as used', async () => {
    const { sandbox, api, path } = await running({ ComponentSubscriptions: [seat] });
    const [{ Id }] = (await api('GET', path)).body;
    const put = (EndDate: string) => api('PUT', `componentSubscriptions/${Id}`, { EndDate });
    await put('2026-04-11T09:00:00Z');
    expect((await put('2026-04-12T09:00:00Z')).status).toBe(200);
    await sandbox.clock.set('2026-05-15T09:00:00Z');
    const { status, body } = await put('2026-05-16T09:00:00Z');
    expect([status, body.Message]).toEqual([409, expect.stringContaining('ended at 2026-04-12')]);
  });
});

describe('a quota', () => {
  test('names a component once', async () => {
    const { api } = await running();
    const Quota = [
      { ComponentId: ids.apiCalls, Quota: 10 },
      { ComponentId: ids.apiCalls, Quota: 20 },
    ];
    const { status, body } = await api('PATCH', `planVariants/${ids.basicMonthly}`, { Quota });
    expect([status, body.Errors?.[0]?.Field]).toEqual([422, 'Quota[1].ComponentId']);
  });
});

describe('discount targets', () => {
  const path = 'discounts/f10000000000000000000001';

  test('that are false are removed', async () => {
    const { api } = await running();
    const all = Object.keys((await api('GET', path)).body.Targets);
    const without = (...ids: string[]) =>
      Object.fromEntries(all.filter((id) => !ids.includes(id)).map((id) => [id, true]));
    const one = await api('PATCH', path, { Targets: { [ids.basicMonthly]: false } });
    expect([one.status, one.body.Targets]).toEqual([200, without(ids.basicMonthly)]);
    const two = await api('PATCH', path, { Targets: { [ids.seat]: false } });
    expect(two.body.Targets).toEqual(without(ids.basicMonthly, ids.seat));
    const none = Object.fromEntries(all.map((id) => [id, false]));
    const { status, body } = await api('PATCH', path, { Targets: none });
    expect([status, body.Errors[0].Field]).toEqual([422, 'Targets']);
  });
});
