import { expect, test } from 'vitest';
import { implementations, originOf, placeOf, placesOf, readProofs } from '../../.ci/spec-implementations.mjs';
import { readRules } from '../../.ci/spec-rules.mjs';

const rules = readRules().map(({ id }) => id);

test('each rule of the specification names the places that implement it', () => {
  expect(Object.keys(implementations)).toEqual(rules);
  for (const id of rules) {
    expect(rules).toContain(originOf(id));
    for (const { start, end } of placesOf(id)) expect(end, id).toBeGreaterThan(start);
  }
});

test('the tests of each rule that was measured notice a change of its own, and four of five changes in all', () => {
  const proofs = readProofs();
  const measured = rules.filter((id) => id in proofs);
  expect(Object.keys(proofs)).toEqual(measured);
  expect(measured.filter((id) => proofs[id]?.own === 0)).toEqual([]);
  const sum = (what: 'noticed' | 'of') =>
    measured.reduce((total, id) => total + (proofs[id]?.[what] ?? 0), 0);
  expect(sum('noticed') / sum('of')).toBeGreaterThan(0.8);
});

test('a part of a function is the whole statement, property or expression that begins so', () => {
  const { text } = placeOf('sandbox/src/service/domain/orders/order-result.ts#orderResult > OrderId');
  expect(text).toBe('OrderId: order.Id');
  expect(placeOf('sandbox/src/service/domain/orders/order-result.ts#payResult > OrderStatus').text).toBe(
    "OrderStatus: 'PaymentPending'",
  );
});

test.each([
  [
    'sandbox/src/service/domain/basics/time.ts#yesterday',
    "sandbox/src/service/domain/basics/time.ts has no function 'yesterday'.",
  ],
  [
    'sandbox/src/service/domain/orders/order-result.ts#orderResult > order',
    'sandbox/src/service/domain/orders/order-result.ts#orderResult has 8 parts that begin with "order"; expected one.',
  ],
  [
    'sandbox/src/service/domain/basics/time.ts',
    '"sandbox/src/service/domain/basics/time.ts" is not a place: expected path#name or path#name > beginning.',
  ],
])('a place that cannot be found is named: %s', (place, message) => {
  expect(() => placeOf(place)).toThrow(message);
});
