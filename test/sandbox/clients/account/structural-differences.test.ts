import { expect, it } from 'vitest';
import {
  differenceLine,
  structuralDifferences,
} from '../../../../sandbox/src/clients/account/structural-differences.ts';

const [one, two, changed] = [
  { Id: 'a', N: 1 },
  { Id: 'b', N: 2 },
  { Id: 'b', N: 3 },
];

it.each([
  ['equal values', [one], [one], []],
  ['an entry that is there only after', [one], [one, two], ['+ [b]: {"Id":"b","N":2}']],
  ['an entry that was there only before', [one, two], [two], ['- [a]: {"Id":"a","N":1}']],
  ['the first entry of a list', [], [one], ['+ [a]: {"Id":"a","N":1}']],
  ['the last entry of a list', [one], [], ['- [a]: {"Id":"a","N":1}']],
  ['a field of an entry', [one, two], [one, changed], ['~ [b].N: 2 → 3']],
  ['the order of entries', [one, two], [two, one], ['↕ : in another order']],
  ['entries with ids that each side has made', [one], [two], ['~ [0].Id: "a" → "b"', '~ [0].N: 1 → 2']],
  ['entries without ids that were there only before', [1, 2], [1], ['- [1]: 2']],
  ['entries without ids that are there only after', [1], [1, 2, 3], ['+ [1]: 2', '+ [2]: 3']],
  [
    'entries with other ids, and one more',
    [one],
    [two, changed],
    ['~ [0].Id: "a" → "b"', '~ [0].N: 1 → 2', '+ [1]: {"Id":"b","N":3}'],
  ],
  ['a field of another type', { A: 1 }, { A: '1' }, ['~ A: 1 → "1"']],
  ['a field that is null', { A: null }, { A: [] }, ['~ A: null → []']],
  ['a text of 100 characters', 'x'.repeat(98), 1, [`~ : "${'x'.repeat(98)}" → 1`]],
  ['a longer text', 'x'.repeat(99), 1, [`~ : "${'x'.repeat(99)}… → 1`]],
  ['fields of both sides', { A: { B: 1 } }, { A: { C: 1 } }, ['- A.B: 1', '+ A.C: 1']],
])('%s', (_what, before, after, lines) => {
  expect(structuralDifferences(before, after).map(differenceLine)).toEqual(lines);
});
