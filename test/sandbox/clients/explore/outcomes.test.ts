import { expect, test } from 'vitest';
import { toOutcome, usualOutcomes } from '../../../../sandbox/src/clients/explore/outcomes.ts';

test('each usual outcome decides what its name says, for one attempt or as many as there can be', () => {
  expect(usualOutcomes.map(toOutcome)).toEqual([
    { name: 'Paid' },
    { name: 'InsufficientBalance', outcome: { Code: 'InsufficientBalance' } },
    { name: 'InsufficientBalance, every attempt', outcome: { Code: 'InsufficientBalance' }, times: 1_000 },
    { name: 'BearerExpired', outcome: { Code: 'BearerExpired' } },
    { name: 'PendingThenPaid', outcome: { Pending: 'P3D' } },
    { name: 'PendingThenDeclined', outcome: { Pending: 'P3D', Code: 'InsufficientBalance' } },
    { name: 'Challenge', outcome: { Challenge: true } },
    { name: 'LostAnswer', outcome: { Lose: true } },
    { name: 'Returned', outcome: { ReturnAfter: 'P2D' } },
  ]);
});

test('an outcome of your own is taken as it is', () => {
  const own = { name: 'Late', outcome: { Pending: 'P9D' }, times: 2 };
  expect(toOutcome(own)).toBe(own);
});
