// Requests that once kept the sandbox busy for seconds, or for ever.
import { beforeAll, describe, expect, it } from 'vitest';
import { Faults } from '../../sandbox/src/http/faults.ts';
import { nearestPath } from '../../sandbox/src/http/nearest-path.ts';
import { type Api, backEnd, newContract, newSandbox } from '../sandbox/http/service.ts';

const basic = 'b00000000000000000000001';
let api: Api;

beforeAll(async () => {
  api = await backEnd(newSandbox());
});

describe('what would be billed for too many periods', () => {
  it('is refused: from the year 1 on', async () => {
    const { status, body } = await api('POST', 'orders/preview', {
      Cart: { PlanVariantId: basic },
      StartDate: '0001-01-01',
    });
    expect([status, body.Errors[0].Field]).toEqual([422, 'StartDate']);
  });

  it('is refused: a plan that is billed each second, from a year ago on', async () => {
    const { body: variant } = await api('POST', 'planVariants', {
      PlanId: 'b10000000000000000000001',
      InternalName: 'Per second',
      RecurringFee: 1,
      FeePeriod: { Unit: 'Second', Quantity: 1 },
      BillingPeriod: { Unit: 'Second', Quantity: 1 },
      ContractPeriod: { Unit: 'Second', Quantity: 1 },
    });
    const order = { Cart: { PlanVariantId: variant.Id }, StartDate: '2025-01-15' };
    const { status, body } = await api('POST', 'orders/preview', order);
    expect([status, body.Errors[0].Field]).toEqual([422, 'StartDate']);
  });

  it('is allowed for decades by the month', async () => {
    const order = { Cart: { PlanVariantId: basic }, StartDate: '1990-01-15' };
    expect((await api('POST', 'orders/preview', order)).status).toBe(200);
  });
});

it('the next end of a contract is found among millions of terms', async () => {
  const sandbox = newSandbox();
  const back = await backEnd(sandbox);
  const { body: variant } = await back('POST', 'planVariants', {
    PlanId: 'b10000000000000000000001',
    InternalName: 'Terms of a second',
    RecurringFee: 1,
    FeePeriod: { Unit: 'Year', Quantity: 1 },
    BillingPeriod: { Unit: 'Year', Quantity: 1 },
    ContractPeriod: { Unit: 'Second', Quantity: 7 },
    CancellationPeriod: { Unit: 'Second', Quantity: 2 },
  });
  const contract = await newContract(back, { Cart: { PlanVariantId: variant.Id }, StartDate: '2016-01-15' });
  const { body } = await back('GET', `contracts/${contract.Id}/cancellationPreview`);
  const end = Date.parse(body.EndDate ?? body.NextPossibleCancellationDate);
  const now = Date.parse('2026-01-15T10:00:00Z');
  const start = Date.parse('2016-01-15T00:00:00Z');
  expect(end - 2000).toBeGreaterThanOrEqual(now);
  expect(end - 2000 - 7000).toBeLessThan(now);
  expect((end - start) % 7000).toBe(0);
  sandbox.close();
});

it('a price scale has 100 intervals at most', async () => {
  const Items = Array.from({ length: 101 }, (_, From) => ({ From, Value: 1, IsBucketPrice: false }));
  const { status, body } = await api('POST', 'components', {
    PlanGroupId: 'a10000000000000000000001',
    Name: 'Many',
    ComponentType: 'Metered',
    PriceScale: { IsCumulative: true, Items },
  });
  expect(status).toBe(422);
  expect(body.Errors.map(({ Field }: { Field: string }) => Field)).toContain('PriceScale.Items');
});

describe('a fault pattern', () => {
  const meets = (pattern: string, path: string) => {
    const faults = new Faults('patterns');
    faults.add({ Path: pattern, Fault: { Status: 503 } });
    return faults.meet('GET', path, undefined) !== undefined;
  };

  it.each([
    ['/api/*/orders', '/api/v1/orders', true],
    ['/api/*', '/api/', false],
    ['*', '/anything', true],
    ['/a*b*c', '/aXbXbXc', true],
    ['/a*b*c', '/aXcXb', false],
    ['/ab*bc', '/abc', false],
    ['/a.c', '/abc', false],
    ['/A//B', '/a/b/', true],
  ])('%s meets %s: %s', (pattern, path, expected) => expect(meets(pattern, path)).toBe(expected));

  it('takes no longer with many stars', () => {
    expect(meets(`/${'a*'.repeat(1000)}b`, `/${'a'.repeat(20_000)}`)).toBe(false);
  });
});

it('the nearest path of a long one is not looked for', () => {
  const routes = { [Symbol.iterator]: () => expect.unreachable() } as never;
  expect(nearestPath(`/${'x'.repeat(300)}`, routes)).toBeUndefined();
});
