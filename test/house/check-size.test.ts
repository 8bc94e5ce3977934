import { expect, test } from 'vitest';
import { judged } from '../../.ci/check-size.mjs';

test('a size above its limit is a problem, one above its aim a warning, one at its limit neither', () => {
  const budgets = [
    { what: 'small', size: 1, limit: 2 },
    { what: 'full', size: 2, limit: 2 },
    { what: 'large', size: 2, aim: 1, limit: 2 },
    { what: 'too large', size: 3, aim: 1, limit: 2 },
  ];
  expect(judged(budgets)).toEqual({
    summary:
      'small 1 of 2 B, full 2 of 2 B, large 2 of 2 B (WARNING: misses the aim of 1 B), too large 3 of 2 B',
    problems: ['too large: 3 B, the limit is 2 B'],
  });
});
