import { describe, expect, it } from 'vitest';
import { type Api, backEnd, client, newContract, newSandbox } from '../http/service.ts';

// What real clients send, and real services take: one test for each habit.

const proMonthly = 'b00000000000000000000003';
const metered = 'd00000000000000000000003';
const Customer = { FirstName: 'Ada', Address: { Country: 'DE' } };
const order = (api: Api, change: object = {}) =>
  api('POST', 'orders', { Customer, Cart: { PlanVariantId: 'b00000000000000000000001' }, ...change });

describe('3: an empty list is an empty body, wherever a client has nothing to send', () => {
  it('approve and decline', async () => {
    const api = await backEnd(newSandbox({ config: { Account: { OrderApproval: true } } }));
    for (const [answer, Status] of [
      ['approve', 'Approved'],
      ['decline', 'Declined'],
    ]) {
      const { Id } = (await order(api)).body;
      expect((await api('POST', `orders/${Id}/${answer}`, [])).status).toBeLessThan(300);
      expect((await api('GET', `orders/${Id}`)).body.Status).toBe(Status);
    }
  });

  it('a draft that is sent', async () => {
    const api = await backEnd(newSandbox({ config: { Account: { InvoiceDrafts: true } } }));
    await newContract(api);
    const [draft] = (await api('GET', 'invoiceDrafts')).body;
    const sent = await api('POST', `invoiceDrafts/${draft.Id}`, []);
    expect([sent.status, sent.body.InvoiceNumber]).toEqual([200, '2026-000001']);
  });

  it('no body with the content type of JSON', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = (await order(api, { Cart: { PlanVariantId: 'b00000000000000000000006' } })).body;
    const committed = await api('POST', `orders/${Id}/commit`, undefined, {
      'Content-Type': 'application/json',
    });
    expect([committed.status, committed.body.LifecycleStatus]).toEqual([200, 'Active']);
  });
});

describe('what is sent', () => {
  it('null for unset values: CouponCode, ChangeDate, EndDate, DueDate', async () => {
    const api = await backEnd(newSandbox());
    const unset = { ChangeDate: null, StartDate: null, EndDate: null, BilledUntil: null };
    const Cart = {
      PlanVariantId: proMonthly,
      CouponCode: null,
      MeteredUsages: [{ ComponentId: metered, Quantity: 1, DueDate: null, Key: null, Memo: null }],
    };
    const { status, body, headers } = await order(api, { ...unset, Cart });
    expect([status, headers.get('X-Sandbox-Warnings')]).toEqual([200, null]);
    for (const field of ['CouponCode', 'ChangeDate', 'StartDate', 'EndDate', 'BilledUntil'])
      expect(body).not.toHaveProperty(field);
    expect(body.MeteredUsages).toMatchObject([{ DueDate: '2026-01-15T10:00:00.0000000Z', Key: '' }]);
  });

  it.each([
    ['2026-03-01 12:30:00', '2026-03-01T12:30:00.0000000Z'],
    ['2026-03-01T12:30:00.123Z', '2026-03-01T12:30:00.1230000Z'],
    ['2026-03-01T12:30:00.123456Z', '2026-03-01T12:30:00.1230000Z'],
    ['2026-03-01T12:30:00.1234567Z', '2026-03-01T12:30:00.1230000Z'],
    ['2026-03-01T13:30:00+01:00', '2026-03-01T12:30:00.0000000Z'],
    ['2026-03-01T12:30:00+00:00', '2026-03-01T12:30:00.0000000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.0000000Z'],
  ])('the time %s', async (sent, shown) => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const { body } = await api('POST', `contracts/${Id}/usage`, {
      ComponentId: metered,
      Quantity: 1,
      DueDate: sent,
    });
    expect(body.DueDate ?? body[0].DueDate).toBe(shown);
  });

  it('property names in both cases in one object', async () => {
    const api = await backEnd(newSandbox());
    const { body, headers } = await api('POST', 'customers', {
      firstName: 'Ada',
      LastName: 'Byron',
      address: { Street: 'Kade', houseNumber: '2' },
    });
    expect(body).toMatchObject({
      FirstName: 'Ada',
      LastName: 'Byron',
      Address: { Street: 'Kade', HouseNumber: '2' },
    });
    expect(headers.get('X-Sandbox-Warnings')).toBeNull();
  });

  it('custom fields of any simple type, kept as sent', async () => {
    const api = await backEnd(newSandbox());
    const CustomFields = { Score: 0, Vip: true, Segment: 'Trade' };
    expect((await api('POST', 'customers', { CustomFields })).body.CustomFields).toEqual(CustomFields);
  });

  it.each(['application/json;charset="utf-8"', 'text/json', 'application/x-www-form-urlencoded'])(
    'the content type %s of a GET',
    async (type) => {
      const api = await backEnd(newSandbox());
      expect((await api('GET', 'customers', undefined, { 'Content-Type': type })).status).toBe(200);
    },
  );

  it('the content type application/json;charset="utf-8" of a body', async () => {
    const api = await backEnd(newSandbox());
    const type = { 'Content-Type': 'application/json;charset="utf-8"' };
    expect((await api('POST', 'customers', { FirstName: 'Ada' }, type)).body.FirstName).toBe('Ada');
  });

  it('client id and secret in the form, with a warning', async () => {
    const response = await newSandbox().fetch('http://sandbox/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: client.secret,
      }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Sandbox-Warnings')).toContain('client_id was sent in the body');
  });
});

describe('paging by from until the last id repeats', () => {
  it('reads each first entry of a page twice', async () => {
    const api = await backEnd(newSandbox());
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await api('POST', 'customers', {})).body.Id);
    const read: string[] = [];
    for (let from = ''; ; ) {
      const page = (await api('GET', `customers?take=3&from=${from}`)).body as { Id: string }[];
      const last = page.at(-1)?.Id ?? '';
      read.push(...page.map(({ Id }) => Id).filter((id) => !read.includes(id)));
      if (last === from) break;
      from = last;
    }
    expect(read).toEqual(made);
  });
});

describe('periods', () => {
  it.each(['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Year'])('in units of %s', async (Unit) => {
    const api = await backEnd(newSandbox());
    for (const Quantity of [0, 9999]) {
      const CancellationPeriod = { Unit, Quantity };
      const { status, body } = await api('POST', 'planVariants', {
        PlanId: 'b10000000000000000000001',
        InternalName: Unit,
        RecurringFee: 1,
        CancellationPeriod,
      });
      expect([status, body.CancellationPeriod]).toEqual([200, CancellationPeriod]);
    }
  });
});
