import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';

// What programs send for "nothing": an empty text for a field that was left empty, `[]` for an empty map (PHP).

const seat = 'd00000000000000000000001';
const metered = 'd00000000000000000000003';
const basic = 'b00000000000000000000001';
const warnings = (headers: Headers) => headers.get('X-Sandbox-Warnings');

const newOrder = (api: Api, change: object = {}) =>
  api('POST', 'orders', {
    Customer: { FirstName: 'Ada', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: basic },
    ...change,
  });

describe('an empty text', () => {
  it.each([false, true])(
    'for an optional time, id or enumeration of an order is like null (strict: %s)',
    async (strict) => {
      const api = await backEnd(newSandbox({ strict }));
      const { status, body, headers } = await newOrder(api, {
        CustomerId: '',
        ContractId: '',
        ChangeDate: '',
        StartDate: '',
        EndDate: '',
        BilledUntil: '',
        PriceListId: '',
        Customer: { FirstName: 'Ada', DefaultBearerMedium: '', CustomerType: '' },
        Cart: {
          PlanVariantId: basic,
          PlanId: '',
          ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1, StartDate: '', EndDate: '' }],
          MeteredUsages: [{ ComponentId: metered, Quantity: 1, DueDate: '' }],
        },
      });
      expect([status, warnings(headers)]).toEqual([200, null]);
      for (const field of ['StartDate', 'EndDate', 'BilledUntil', 'PriceListId'])
        expect(body).not.toHaveProperty(field);
      expect(body.MeteredUsages).toMatchObject([{ DueDate: '2026-01-15T10:00:00.0000000Z' }]);
      expect(body.Customer).toMatchObject({ DefaultBearerMedium: 'Email', CustomerType: 'Consumer' });
    },
  );

  it('for BookingDate books now; for the dates of a pause starts now and stays open', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const booked = await api('POST', `contracts/${Id}/payment`, {
      Amount: 5,
      Currency: '',
      BookingDate: '',
      InvoiceId: '',
      Description: '',
    });
    expect([booked.status, booked.body.Timestamp]).toEqual([
      200,
      expect.stringMatching(/^2026-01-15T10:00:00\./),
    ]);
    const paused = await api('POST', `contracts/${Id}/pause`, { StartDate: '', EndDate: '' });
    expect(paused.status).toBe(200);
    const { CurrentPause } = (await api('GET', `contracts/${Id}`)).body;
    expect(CurrentPause).toMatchObject({ StartDate: '2026-01-15T10:00:00.0000000Z' });
    expect(CurrentPause).not.toHaveProperty('EndDate');
  });

  it('for ValidUntil leaves a coupon without an end', async () => {
    const api = await backEnd(newSandbox());
    const [known] = (await api('GET', 'coupons')).body;
    const { status, body } = await api('POST', `planGroups/${known.PlanGroupId}/coupons`, {
      DiscountId: known.DiscountId,
      InternalName: 'Spring',
      Codes: ['SPRING'],
      ValidFrom: '',
      ValidUntil: '',
    });
    expect([status, body.Active]).toEqual([200, true]);
    expect(body).not.toHaveProperty('ValidUntil');
  });

  it('in a PATCH unsets, like null', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    await api('PATCH', `contracts/${Id}`, { EndDate: '2026-06-15T10:00:00Z', Notes: 'Leaves' });
    const { status, body } = await api('PATCH', `contracts/${Id}`, { EndDate: '', Notes: '' });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('EndDate');
    expect(body).not.toHaveProperty('Notes');
  });

  it('is not accepted for a required id, or as a time', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const noComponent = await api('POST', `contracts/${Id}/componentSubscriptions`, {
      ComponentId: '',
      Quantity: 1,
    });
    expect([noComponent.status, noComponent.body.Errors[0].Field]).toEqual([422, 'ComponentId']);
    const noTime = await newOrder(api, { ChangeDate: ' ' });
    expect([noTime.status, noTime.body.Errors[0].Field]).toEqual([422, 'ChangeDate']);
  });

  it('is rejected by the control API, where it is an unset variable of a test', async () => {
    const api = await backEnd(newSandbox());
    expect((await api('POST', '/sandbox/deliveries/resend', { From: '' })).status).toBe(422);
  });
});

describe('an empty list', () => {
  const customer = { FirstName: 'Ada', CustomFields: [], Address: [] };

  it('inside a body is an empty object, with the warning that a whole body gets', async () => {
    const api = await backEnd(newSandbox());
    const { CustomerId } = await newContract(api);
    const { status, body, headers } = await api('PUT', `customers/${CustomerId}`, customer);
    expect(status).toBe(200);
    expect(body).toMatchObject({ FirstName: 'Ada', Address: {}, CustomFields: {} });
    expect(warnings(headers)?.split('; ').sort()).toEqual([
      'property Address is an empty list and was read as an empty object',
      'property CustomFields is an empty list and was read as an empty object',
    ]);
  });

  it('stays a list where one is expected, and is rejected with --strict', async () => {
    const api = await backEnd(newSandbox({ strict: true }));
    const refused = await api('POST', 'customers', customer);
    expect([refused.status, refused.body.Errors.map(({ Field }: { Field: string }) => Field)]).toEqual([
      422,
      ['CustomFields', 'Address'].sort(),
    ]);
    const lists = { PlanVariantId: basic, ComponentSubscriptions: [], MeteredUsages: [], RatedItems: [] };
    const order = await newOrder(api, { Cart: lists });
    expect([order.status, warnings(order.headers)]).toEqual([200, null]);
  });

  it('with content is rejected for an object', async () => {
    const api = await backEnd(newSandbox());
    const refused = await api('POST', 'customers', { FirstName: 'Ada', Address: ['Main Street'] });
    expect([refused.status, refused.body.Errors[0].Field]).toEqual([422, 'Address']);
  });
});
