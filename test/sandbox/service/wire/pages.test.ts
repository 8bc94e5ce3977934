import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';

// What storefronts and portals read of the answers to ClientLib.

const basicMonthly = 'b00000000000000000000001';
const proMonthly = 'b00000000000000000000003';
const seat = 'd00000000000000000000001';
const support = 'd00000000000000000000002';

const preview = async (api: Api, Cart: object) =>
  (
    await api('POST', 'CustomerSelfService/signup/preview', {
      Cart,
      Customer: { Address: { Country: 'DE' } },
    })
  ).body.Order;

async function portal(sandbox: Sandbox, api: Api, id: string) {
  const { Token } = (await api('GET', `contracts/${id}/selfServiceToken`)).body;
  const answer = await sandbox.fetch('http://sandbox/api/v1/CustomerSelfService/contract', {
    headers: { Authorization: `Bearer ${Token}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  return (await answer.json()) as any;
}

describe('the preview', () => {
  it('lists all bookable components; those not in the cart have quantity 0', async () => {
    const api = await backEnd(newSandbox());
    const { ComponentSubscriptions: empty } = await preview(api, { PlanVariantId: proMonthly });
    expect(empty.length).toBeGreaterThan(1);
    for (const one of empty) {
      expect(one).toMatchObject({ Quantity: 0, TotalNet: 0, LineItems: [], Name: expect.any(String) });
      expect(one.ComponentType).not.toBe('Metered');
    }
    await api('PATCH', `components/${support}`, { Hidden: true });
    const ids = (await preview(api, { PlanVariantId: proMonthly })).ComponentSubscriptions.map(
      ({ ComponentId }: { ComponentId: string }) => ComponentId,
    );
    expect(ids).toContain(seat);
    expect(ids).not.toContain(support);
  });

  it('the whole list can be sent back: without a warning, and zero quantities are not booked', async () => {
    const api = await backEnd(newSandbox());
    const { ComponentSubscriptions } = await preview(api, { PlanVariantId: proMonthly });
    const sent = ComponentSubscriptions.map((one: { ComponentId: string }) =>
      one.ComponentId === seat ? { ...one, Quantity: '2' } : one,
    );
    const order = await api('POST', 'CustomerSelfService/signup/order', {
      Cart: { PlanVariantId: proMonthly, ComponentSubscriptions: sent },
      Customer: { FirstName: 'Ada', Address: { Country: 'DE' } },
    });
    expect(order.headers.get('X-Sandbox-Warnings')).toBe(
      `property Cart.ComponentSubscriptions[${ComponentSubscriptions.findIndex(
        ({ ComponentId }: { ComponentId: string }) => ComponentId === seat,
      )}].Quantity was sent as a text and read as a number`,
    );
    const { body } = await api('GET', `orders/${order.body.OrderId}`);
    expect(body.ComponentSubscriptions).toMatchObject([{ ComponentId: seat, Quantity: 2 }]);
  });

  it('a component can also be sent back with its names in other letters', async () => {
    const api = await backEnd(newSandbox());
    const { ComponentSubscriptions } = await preview(api, { PlanVariantId: proMonthly });
    const component = ComponentSubscriptions.find(
      ({ ComponentId }: { ComponentId: string }) => ComponentId === seat,
    );
    for (const written of [
      (name: string) => name.charAt(0).toLowerCase() + name.slice(1),
      (name: string) => name.toUpperCase(),
    ]) {
      const sent = Object.fromEntries(
        Object.entries(component).map(([name, value]) => [written(name), value]),
      );
      const order = await api('POST', 'CustomerSelfService/signup/order', {
        Cart: { PlanVariantId: proMonthly, ComponentSubscriptions: [sent] },
        Customer: { FirstName: 'Ada', Address: { Country: 'DE' } },
      });
      expect([order.status, order.headers.get('X-Sandbox-Warnings')]).toEqual([200, null]);
    }
  });

  it('AppliesToCart says whether a valid coupon reduces something', async () => {
    const api = await backEnd(newSandbox());
    const discount = await api('POST', 'discounts', {
      PlanGroupId: 'a10000000000000000000001',
      InternalName: 'Seats',
      Effect: { Type: 'Relative', ReductionPercent: 10 },
      Targets: { [seat]: true },
    });
    await api('POST', 'coupons', {
      PlanGroupId: 'a10000000000000000000001',
      DiscountId: discount.body.Id,
      Codes: ['SEATS'],
    });
    const coupon = async (more: object) =>
      (await preview(api, { PlanVariantId: proMonthly, CouponCode: 'SEATS', ...more })).Coupon;
    expect(await coupon({})).toMatchObject({ CouponCode: 'SEATS', AppliesToCart: false });
    const withSeat = { ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1 }] };
    expect(await coupon(withSeat)).toMatchObject({ AppliesToCart: true });
    expect(await coupon({ CouponCode: 'WELCOME20' })).toMatchObject({ AppliesToCart: true });
    expect(await coupon({ CouponCode: 'NOBODY' })).not.toHaveProperty('AppliesToCart');
  });

  it('a customer cannot set a price, and the message says so', async () => {
    const api = await backEnd(newSandbox());
    const Cart = {
      PlanVariantId: proMonthly,
      ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1, ProductOverride: { PricePerUnit: 0 } }],
    };
    const answer = await api('POST', 'CustomerSelfService/signup/preview', { Cart });
    expect(answer.headers.get('X-Sandbox-Warnings')).toContain('ProductOverride');
    const shown = answer.body.Order.ComponentSubscriptions[0];
    expect([shown.ComponentId, shown.TotalNet > 0]).toEqual([seat, true]);
  });
});

describe('contract details', () => {
  it('have booked components, or none; memo and end', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    expect((await portal(sandbox, api, Id)).ComponentsSubscriptions).toEqual([]);
    const made = await api('POST', `contracts/${Id}/componentSubscriptions`, {
      ComponentId: seat,
      Quantity: 2,
      Memo: 'Grace',
      EndDate: '2026-03-01T00:00:00Z',
    });
    expect((await portal(sandbox, api, Id)).ComponentsSubscriptions).toEqual([
      {
        Id: made.body.Id,
        ComponentId: seat,
        ComponentName: expect.any(String),
        Quantity: 2,
        Memo: 'Grace',
        StartDate: '2026-01-15T10:00:00.0000000Z',
        EndDate: '2026-03-01T00:00:00.0000000Z',
      },
    ]);
    await sandbox.clock.set('2026-03-02T00:00:00Z');
    expect((await portal(sandbox, api, Id)).ComponentsSubscriptions).toEqual([]);
  });

  it('Products are what the customer can change to, in the shape of the product information', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    await api('PATCH', `planVariants/${proMonthly}`, { AllowSelfService: false });
    const { Products } = await portal(sandbox, api, Id);
    expect(Object.keys(Products)).toEqual(Object.keys((await api('GET', 'productInfo')).body));
    const variants = Products.PlanVariants.map((one: { Id: string }) => one.Id);
    expect(variants).toContain(basicMonthly);
    expect(variants).not.toContain(proMonthly);
    expect(Products.PlanVariants[0]).toEqual(
      (await api('GET', `planVariants/${Products.PlanVariants[0].Id}`)).body,
    );
    expect(Products.Plans[0].Name._c).toBe('Basic');
    expect([Products.Discounts, Products.Coupons]).toEqual([[], []]);
  });

  it('LastPossibleCancellationDate is next to the end that it leads to', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const { NextPossibleCancellationDate, EndDate } = (
      await api('GET', `contracts/${Id}/cancellationPreview`)
    ).body;
    expect(await portal(sandbox, api, Id)).toMatchObject({
      LastPossibleCancellationDate: NextPossibleCancellationDate,
      EndDateIfCancelledNow: EndDate,
    });
    await api('POST', `contracts/${Id}/annulate`);
    expect(await portal(sandbox, api, Id)).not.toHaveProperty('LastPossibleCancellationDate');
  });
});

describe('Error.Details', () => {
  it('is a text: empty if there is nothing to tell a customer; fields are in Errors', async () => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('POST', 'CustomerSelfService/signup/preview', {
      Cart: { PlanVariantId: 'b0000000000000000000ffff' },
    });
    expect([status, body.Error.Details, body.Errors[0].Field]).toEqual([422, '', 'Cart.PlanVariantId']);
  });
});
