// Twenty further jobs, each by at most six calls of tools whose answers say how to go on.
import { expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { fileOf, ScriptedAgent } from './agent.ts';
import { furtherJobs } from './further-jobs.ts';

it('there are twenty', () => expect(new Set(furtherJobs.map(({ name }) => name)).size).toBe(20));

it.each(furtherJobs)('$name', async ({ name, options, before, run }) => {
  const sandbox = createSandbox({ seed: 'jobs', clock: '2026-01-15T10:00:00Z', ...options });
  await before?.(sandbox);
  const agent = ScriptedAgent.of(sandbox);
  await run(agent, sandbox);
  expect(agent.calls).toBeGreaterThan(0);
  expect(agent.calls).toBeLessThanOrEqual(6);
  for (const { name, tokens } of agent.answers) expect([name, tokens <= 1_200]).toEqual([name, true]);
  await expect(agent.transcript()).toMatchFileSnapshot(fileOf(name));
  sandbox.close();
});
