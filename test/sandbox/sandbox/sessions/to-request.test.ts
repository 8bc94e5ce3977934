import { expect, it } from 'vitest';
import { type Known, PlaceholderBudget } from '../../../../sandbox/src/sandbox/sessions/placeholders.ts';
import { toRequest } from '../../../../sandbox/src/sandbox/sessions/to-request.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';

const known = (): Known => ({
  budget: new PlaceholderBudget(),
  answer: () => ({ Id: 'x'.repeat(budgets.placeholdersOfRow / 2) }),
  made: () => undefined,
  secret: () => undefined,
});
const request = (places: number) => ({
  Method: 'POST',
  Path: '/api/v1/customers',
  Body: Array.from({ length: places }, () => '{{1.Id}}'),
});

it('a row may have long values, whatever the rows before it had', async () => {
  const values = known();
  for (const row of [2, 3, 4]) {
    const sent = toRequest(row, request(2), 'http://sandbox', values, undefined);
    expect((await sent.text()).length).toBeGreaterThan(budgets.placeholdersOfRow);
  }
});

it('a row whose values are longer than its budget is refused by its number', () => {
  expect(() => toRequest(2, request(3), 'http://sandbox', known(), undefined)).toThrow(
    /Rows\[1\]\.Request.*at most 1000000 characters of values in a row/,
  );
});
