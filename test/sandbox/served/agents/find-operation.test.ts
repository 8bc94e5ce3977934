import { afterAll, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { ScriptedAgent, tokensOf } from './agent.ts';

const sandbox = createSandbox({ seed: 'find', clock: '2026-01-15T10:00:00Z' });
const agent = ScriptedAgent.of(sandbox);
afterAll(() => sandbox.close());

const find = (query: string) => agent.text('find_operation', { query });

it('the largest body is shown by its top level, and its parts by name', async () => {
  const order = await find('POST /orders');
  for (const field of ['CustomerId', 'Customer', 'Cart', 'ContractId', 'StartDate', 'Consent'])
    expect(order).toMatch(new RegExp(`^- \`${field}\``, 'm'));
  expect(order).not.toContain('`PlanVariantId`');
  expect(order).toMatch(/^Parts: .*\bCart, .*Cart\.ComponentSubscriptions.*, Answer\.$/m);
  const cart = await find('POST /orders#Cart');
  for (const field of ['PlanVariantId', 'CouponCode', 'ComponentSubscriptions'])
    expect(cart).toMatch(new RegExp(`^- \`${field}\``, 'm'));
  expect(await find('post /orders#cart')).toBe(cart);
  expect(await find('post /api/v1/orders#componentsubscriptions')).toMatch(
    /^- `Quantity` \(required\): number/m,
  );
  expect(await find('POST /orders#Answer')).toMatch(/^- `TotalGross`/m);
  expect(await find('POST /orders#Nothing')).toContain('POST /orders has no part "Nothing".');
});

it.each([
  ['change plan', 'POST /orders'],
  ['upgrade a contract', 'POST /orders'],
  ['switch to another plan', 'POST /orders'],
  ['cancel', 'POST /contracts/{id}/end'],
  ['cancel a contract', 'POST /contracts/{id}/end'],
  ['change payment method', 'POST /CustomerSelfService/payment/change'],
])('"%s" finds %s first', async (query, operation) => {
  expect((await find(query)).startsWith(`${operation}: `)).toBe(true);
});

it('a cancellation is not said to be without notice', async () => {
  expect(await find('cancel')).toMatch(
    /^POST \/contracts\/\{id\}\/end: Cancel a contract, or end it at a date$/m,
  );
});

it('finds and describes what the page of a customer calls', async () => {
  expect(await find('cancel')).toMatch(/^POST \/CustomerSelfService\/contract\/cancel: /m);
  expect(await find('POST /CustomerSelfService/contract/cancel')).toMatch(
    /^# POST \/api\/v1\/CustomerSelfService\/contract\/cancel$/m,
  );
});

it('a body that is an object or a list of them is shown', async () => {
  const usage = await find('POST /contracts/{id}/usage');
  expect(usage).toContain('One of these, or a list of them:');
  expect(usage).toMatch(/^- `Key`: string\. Makes the report idempotent/m);
});

it('queries are described', async () => {
  const orders = await find('GET /orders');
  expect(orders).toMatch(/^- `status`: InProgress \| PaymentPending \| /m);
  expect(orders).toMatch(/^- `from`: string\. Start at this id/m);
});

it('every operation is described within the size of an answer', async () => {
  const { paths } = await (await sandbox.fetch('http://sandbox/openapi.json')).json();
  let count = 0;
  for (const [path, methods] of Object.entries<object>(paths)) {
    if (!path.startsWith('/api/v1/')) continue;
    for (const method of Object.keys(methods)) {
      const called = `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`;
      const text = await find(called);
      count += 1;
      expect([
        called,
        text.startsWith(`# ${method.toUpperCase()} ${path}\n`),
        tokensOf(text) <= 1_200,
      ]).toEqual([called, true, true]);
    }
  }
  expect(count).toBeGreaterThan(100);
});
