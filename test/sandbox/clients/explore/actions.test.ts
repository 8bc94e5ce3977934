import { transform } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import {
  type Action,
  annul,
  cancel,
  changePlan,
  pause,
  resume,
} from '../../../../sandbox/src/clients/explore/actions.ts';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import type { TestSandbox } from '../../../../sandbox/src/clients/kit/types.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';

function newSandbox(): TestSandbox {
  const made = createSandbox({ seed: 'actions', clock: '2026-01-15T09:00:00Z' });
  const [sandbox, end] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1_000);
  onTestFinished(() => {
    end();
    made.close();
  });
  return sandbox;
}

/** Runs the line of a test that does the same as an action. */
async function runCode({ code = '' }: Action, sandbox: TestSandbox, ContractId: string): Promise<void> {
  const { code: plain } = await transform(`async () => {${code}}`, { loader: 'ts' });
  await new Function('sandbox', 'ContractId', `return (${plain.trim().replace(/;$/, '')})()`)(
    sandbox,
    ContractId,
  );
}

const PRO = 'b00000000000000000000003';

it.each<[string, Action, readonly Action[], object]>([
  ['cancel', cancel, [], { LifecycleStatus: 'Active', EndDate: '2026-02-15' }],
  ['pause', pause, [], { LifecycleStatus: 'Paused' }],
  ['resume', resume, [pause], { LifecycleStatus: 'Active' }],
  ['annul', annul, [], { LifecycleStatus: 'Annulled' }],
  ['change of plan', changePlan(), [], { PlanVariantId: 'b00000000000000000000002' }],
  ['change of plan', changePlan(), [changePlan(PRO)], { PlanVariantId: 'b00000000000000000000001' }],
  [`change to ${PRO}`, changePlan(PRO), [], { PlanVariantId: PRO }],
])('"%s" does what its line of test code does', async (name, action, before, expected) => {
  expect(action.name).toBe(name);
  const states: unknown[] = [];
  for (const isCode of [false, true]) {
    const sandbox = newSandbox();
    const [{ ContractId }] = [await sandbox.signUp(), await sandbox.signUp()];
    for (const one of before) await one.run(sandbox, { ContractId });
    await (isCode ? runCode(action, sandbox, ContractId) : action.run(sandbox, { ContractId }));
    const contract = await sandbox.rest<{ EndDate?: string }>('GET', `/contracts/${ContractId}`);
    expect({ ...contract, EndDate: contract.EndDate?.slice(0, 10) }).toMatchObject(expected);
    states.push([
      contract,
      await sandbox.rest('GET', '/orders'),
      sandbox.snapshot().Collections['contracts'],
    ]);
  }
  expect(states[1]).toEqual(states[0]);
});
