import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { runSteps } from '../../../../sandbox/src/clients/replay/run-steps.ts';

it.each([
  ['the clock that it was given', '2031-03-15T09:00:00.000Z'],
  ['the time at which it was recorded', undefined],
])('a session runs again from %s', async (_from, clock) => {
  const recorded = createSandbox({ record: true, ...(clock === undefined ? {} : { clock }) });
  const session = JSON.parse(JSON.stringify(recorded.session()));
  const { sandbox } = await runSteps(session, [], { webhooks: false });
  expect(sandbox.clock.now().toISOString()).toBe(clock ?? session.Start.At);
  for (const one of [recorded, sandbox]) one.close();
});
