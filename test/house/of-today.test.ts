import { expect, it } from 'vitest';
import { ofToday } from '../../.ci/of-today.mjs';

it('what takes turns by day begins where the day before has ended, and has all in a few days', () => {
  const day = (number: number) => ofToday(['a', 'b', 'c', 'd', 'e'], 2, number * 86_400_000 + 7);
  expect([0, 1, 2, 3].map(day)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'a'],
    ['b', 'c'],
  ]);
  expect(ofToday(['a'], 8)).toEqual(['a']);
});
