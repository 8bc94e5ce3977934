import { describe, expect, it } from 'vitest';
import { examples, fc } from '../../../properties.ts';
import { type Answer, type Api, backEnd, newSandbox } from './service.ts';

/** What a back end believes: everything it made, as it should be. */
interface Model {
  readonly customers: Map<string, Record<string, unknown>>;
  readonly orders: Map<string, { status: string; customer: string; contract: string }>;
  readonly contracts: Map<
    string,
    { customer: string; notes: string | undefined; usage: Set<string>; ended: boolean }
  >;
  readonly coupons: Map<string, string>;
}

interface Step {
  readonly what: (typeof kinds)[number];
  readonly which: number;
  readonly text: string;
  readonly number: number;
}

const kinds = [
  'create customer',
  'patch customer',
  'put customer',
  'delete customer',
  'get customer',
  'list customers',
  'search customers',
  'create order',
  'commit order',
  'delete order',
  'get order',
  'patch contract',
  'get contract',
  'list contracts',
  'end contract',
  'report usage',
  'delete usage',
  'create coupon',
  'delete coupon',
  'get nothing',
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...kinds),
  which: fc.nat(50),
  text: fc.constantFrom('Ada', 'Grace', 'Ünal', 'O’Neill', '<b>', "'; --", '漢字', ' '),
  number: fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => Math.round(value * 100) / 100),
});

const pick = <T>(items: Iterable<T>, which: number): T | undefined => {
  const all = [...items];
  return all.length === 0 ? undefined : all[which % all.length];
};

/** Does one step and holds the answer to the model. */
async function run(api: Api, model: Model, { what, which, text, number }: Step): Promise<void> {
  const is = (answer: Answer, status: number) =>
    expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(status);
  const customer = pick(model.customers.keys(), which);
  const order = pick(model.orders.keys(), which);
  const contract = pick(model.contracts.keys(), which);
  switch (what) {
    case 'create customer': {
      const made = await api('POST', 'customers', { LastName: text, ExternalCustomerId: `x${which}` });
      const taken = [...model.customers.values()].some((one) => one['ExternalCustomerId'] === `x${which}`);
      is(made, taken ? 409 : 201);
      if (!taken) model.customers.set(made.body.Id, { LastName: text, ExternalCustomerId: `x${which}` });
      return;
    }
    case 'patch customer':
    case 'put customer': {
      if (customer === undefined) return;
      const before = model.customers.get(customer) as Record<string, unknown>;
      const method = what === 'patch customer' ? 'PATCH' : 'PUT';
      is(await api(method, `customers/${customer}`, { FirstName: text }), 200);
      model.customers.set(
        customer,
        method === 'PATCH' ? { ...before, FirstName: text } : { FirstName: text },
      );
      return;
    }
    case 'delete customer': {
      if (customer === undefined) return;
      const running = [...model.contracts.values()].some((one) => one.customer === customer && !one.ended);
      is(await api('DELETE', `customers/${customer}`), running ? 409 : 204);
      if (!running) model.customers.delete(customer);
      return;
    }
    case 'get customer': {
      if (customer === undefined) return;
      const { body } = await api('GET', `customers/${customer}`);
      const known = model.customers.get(customer) as Record<string, unknown>;
      for (const field of ['FirstName', 'LastName', 'ExternalCustomerId']) {
        // A text of blanks is a text.
        expect(body[field], field).toBe(known[field]);
      }
      return;
    }
    case 'list customers': {
      const { body } = await api('GET', 'customers?take=500');
      expect(body.map(({ Id }: { Id: string }) => Id).sort()).toEqual([...model.customers.keys()].sort());
      return;
    }
    case 'search customers': {
      const { body } = await api('GET', 'customers?search=grace&take=500');
      const meant = [...model.customers].filter(
        ([, one]) => one['FirstName'] === 'Grace' || one['LastName'] === 'Grace',
      );
      expect(body.map(({ Id }: { Id: string }) => Id).sort()).toEqual(meant.map(([id]) => id).sort());
      return;
    }
    case 'create order': {
      const made = await api('POST', 'orders', {
        ...(customer === undefined ? { Customer: { LastName: text } } : { CustomerId: customer }),
        Cart: { PlanVariantId: 'b00000000000000000000003', Quantity: 1 + (which % 3) },
      });
      is(made, 200);
      expect([made.body.Status, made.body.OrderType]).toEqual(['InProgress', 'Signup']);
      expect(made.body.TotalGross).toBeCloseTo(made.body.Total + made.body.TotalVat, 6);
      model.orders.set(made.body.Id, {
        status: 'InProgress',
        customer: made.body.CustomerId,
        contract: made.body.ContractId,
      });
      return;
    }
    case 'commit order': {
      if (order === undefined) return;
      const known = model.orders.get(order) as { status: string; customer: string; contract: string };
      const committed = await api('POST', `orders/${order}/commit`, { PaymentMethod: 'InvoicePayment' });
      if (known.status !== 'InProgress') return is(committed, 409);
      if (committed.status === 404 || committed.status === 409) {
        // The customer of the order was deleted in the meantime.
        expect(model.customers.has(known.customer)).toBe(false);
        return;
      }
      is(committed, 200);
      model.orders.set(order, { ...known, status: 'Completed' });
      model.contracts.set(committed.body.Id, {
        customer: known.customer,
        notes: undefined,
        usage: new Set(),
        ended: false,
      });
      if (!model.customers.has(known.customer)) {
        const { body } = await api('GET', `customers/${known.customer}`);
        model.customers.set(known.customer, { LastName: body.LastName });
      }
      return;
    }
    case 'delete order': {
      if (order === undefined) return;
      const completed = model.orders.get(order)?.status === 'Completed';
      is(await api('DELETE', `orders/${order}`), completed ? 409 : 204);
      if (!completed) model.orders.delete(order);
      return;
    }
    case 'get order': {
      if (order === undefined) return;
      const { body } = await api('GET', `orders/${order}`);
      expect(body.Status).toBe(model.orders.get(order)?.status);
      return;
    }
    case 'patch contract': {
      if (contract === undefined) return;
      is(await api('PATCH', `contracts/${contract}`, { Notes: text }), 200);
      const known = model.contracts.get(contract);
      if (known !== undefined) model.contracts.set(contract, { ...known, notes: text });
      return;
    }
    case 'get contract': {
      if (contract === undefined) return;
      const { body } = await api('GET', `contracts/${contract}`);
      const known = model.contracts.get(contract);
      expect([body.CustomerId, body.Notes]).toEqual([known?.customer, known?.notes]);
      const entries = await api('GET', `contracts/${contract}/ledgerEntries?take=500`);
      const sum = entries.body.reduce((total: number, { Amount }: { Amount: number }) => total + Amount, 0);
      expect(body.Balance).toBeCloseTo(sum, 6);
      return;
    }
    case 'list contracts': {
      const { body } = await api('GET', 'contracts?take=500');
      expect(body.map(({ Id }: { Id: string }) => Id).sort()).toEqual([...model.contracts.keys()].sort());
      return;
    }
    case 'end contract': {
      if (contract === undefined) return;
      const known = model.contracts.get(contract);
      if (known?.ended === true) return;
      is(await api('POST', `contracts/${contract}/end`, { EndDate: '2026-01-15T10:00:00Z' }), 422);
      return;
    }
    case 'report usage': {
      if (contract === undefined) return;
      const Key = `k${which % 5}`;
      const reported = await api('POST', `contracts/${contract}/usage`, {
        ComponentId: 'd00000000000000000000003',
        Quantity: number,
        Key,
      });
      is(reported, 200);
      model.contracts.get(contract)?.usage.add(reported.body.Id);
      const listed = await api('GET', `contracts/${contract}/usage?take=500`);
      expect(listed.body.map(({ Id }: { Id: string }) => Id).sort()).toEqual(
        [...(model.contracts.get(contract)?.usage ?? [])].sort(),
      );
      return;
    }
    case 'delete usage': {
      if (contract === undefined) return;
      const usage = pick(model.contracts.get(contract)?.usage ?? [], which);
      if (usage === undefined) return;
      is(await api('DELETE', `contracts/${contract}/usage/${usage}`), 204);
      model.contracts.get(contract)?.usage.delete(usage);
      return;
    }
    case 'create coupon': {
      const code = `CODE${which % 8}`;
      const made = await api('POST', 'coupons', { CouponCode: code, DiscountId: 'f10000000000000000000003' });
      is(made, model.coupons.has(code) ? 409 : 200);
      if (made.status === 200) model.coupons.set(code, made.body.Id);
      return;
    }
    case 'delete coupon': {
      const code = pick(model.coupons.keys(), which);
      if (code === undefined) return;
      is(await api('DELETE', `coupons/${model.coupons.get(code)}`), 204);
      model.coupons.delete(code);
      return;
    }
    default:
      is(await api('GET', `customers/6a10580a3c9b1f0e5d0000${String(which).padStart(2, '0')}`), 404);
  }
}

describe('random sequences of REST calls', () => {
  it('always match a simple model, and never fail with 500', { timeout: 120_000 }, async () => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 120 }), async (sequence) => {
        const api = await backEnd(newSandbox());
        const model: Model = {
          customers: new Map(),
          orders: new Map(),
          contracts: new Map(),
          coupons: new Map(),
        };
        for (const one of sequence) {
          steps += 1;
          await run(api, model, one);
        }
      }),
      { numRuns: examples(40), endOnFailure: false },
    );
    expect(steps).toBeGreaterThanOrEqual(examples(40) * 60);
  });
});
