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

it('the order of a list is read from its address, or there is none', () => {
  expect(['-Balance', 'Balance', '', null].map(readSorting)).toEqual([
    { column: 'Balance', isDescending: true },
    { column: 'Balance', isDescending: false },
    undefined,
    undefined,
  ]);
});

it('rows of one value stay in their order', () => {
  const rows = [
    { name: 'a', by: 1 },
    { name: 'b', by: 1 },
    { name: 'c', by: 0 },
  ];
  const names = (isDescending: boolean) => sorted(rows, ({ by }) => by, isDescending).map(({ name }) => name);
  expect([names(false), names(true)]).toEqual([
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
  ]);
});

it('rows without a value stand last, whichever way', () => {
  const rows = [undefined, 2, 1, undefined, 10];
  const by = (isDescending: boolean) => sorted(rows, (row) => row, isDescending);
  expect(by(false)).toEqual([1, 2, 10, undefined, undefined]);
  expect(by(true)).toEqual([10, 2, 1, undefined, undefined]);
  expect(sorted(rows, undefined, true)).toBe(rows);
  for (const isDescending of [false, true])
    expect(sorted([1, undefined], (row) => row, isDescending)).toEqual([1, undefined]);
  expect(sorted(['b', undefined, 'a', 'c', undefined], (row) => row, true)).toEqual([
    ...['c', 'b', 'a', undefined, undefined],
  ]);
});
