import { expect, it } from 'vitest';
import { textTable } from '../../../../sandbox/src/clients/reports/text-table.ts';

it.each([
  ['amounts', ['5.00', '+12.50', '-7.00'], ['  5.00', '+12.50', ' -7.00']],
  ['counts', ['7', '12'], ['     7', '    12']],
  ['texts', ['5.00', 'none'], ['5.00', 'none']],
  ['days', ['2026-01-15', '2026-1'], ['2026-01-15', '2026-1']],
])('a column of %s', (_of, values, expected) => {
  const [, ...lines] = textTable(
    ['Column'],
    values.map((value) => [value]),
  ).split('\n');
  expect(lines).toEqual([...expected, '']);
});

it('has columns as wide as their longest cell, and no spaces at the end', () => {
  expect(
    textTable(
      ['Name', 'Open', 'As of'],
      [
        ['Ada Lovelace', '5.00', 'May'],
        ['Eva', '12.00', 'June'],
      ],
    ),
  ).toBe(
    ['Name           Open  As of', 'Ada Lovelace   5.00  May', 'Eva           12.00  June', ''].join('\n'),
  );
});
