import { expect, test } from 'vitest';
import { implementations, linesOf } from '../../.ci/spec-implementations.mjs';
import { readRules } from '../../.ci/spec-rules.mjs';

test('each rule of the specification names the function that implements it', () => {
  expect(Object.keys(implementations)).toEqual(readRules().map(({ id }) => id));
  for (const place of Object.values<string>(implementations)) {
    const { first, last } = linesOf(place);
    expect(last, place).toBeGreaterThanOrEqual(first);
  }
});

test('a function that does not exist is named', () => {
  expect(() => linesOf('sandbox/src/domain/time.ts#yesterday')).toThrow(
    "sandbox/src/domain/time.ts has no function 'yesterday'.",
  );
});
