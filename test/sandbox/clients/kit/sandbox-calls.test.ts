import { expect, it } from 'vitest';
import { withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';

it('the log of a long test has the last thousand lines', () => {
  const sandbox = withCalls(createSandbox(), 'http://sandbox.test');
  const { feed } = getWorkspaces(sandbox).main.core;
  for (let at = 0; at < 1_002; at += 1)
    feed.emit('decided', { Id: '', At: 0, DecisionId: '', Provider: `P${at}`, Outcome: { Pending: true } });
  const numbers = [...sandbox.log().matchAll(/payment by P(\d+): /g)].map(([, number]) => Number(number));
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([1_000, 2, 1_001]);
  sandbox.close();
});
