import { expect, it } from 'vitest';
import { nextSorting, readSorting, sorted } from '../../../../sandbox/src/served/inspector/sorting.ts';

it('the head of a column sorts up, down and not at all, in turn', () => {
  const pressed = (sort: string) => nextSorting(readSorting(sort), 'Balance');
  expect(['', 'Balance', '-Balance', 'Name', '-Name'].map(pressed)).toEqual([
    'Balance',
    '-Balance',
    '',
    'Balance',
    'Balance',
  ]);
});

it('rows without a value stand last, whichever way', () => {
  const rows = [undefined, 2, 1, undefined, 10];
  const by = (isDescending: boolean) => sorted(rows, (row) => row, isDescending);
  expect(by(false)).toEqual([1, 2, 10, undefined, undefined]);
  expect(by(true)).toEqual([10, 2, 1, undefined, undefined]);
  expect(sorted(rows, undefined, true)).toBe(rows);
});
