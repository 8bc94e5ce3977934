import { literal, quoted } from '../test-code/literal.ts';
import { describeStep, type Life, NOTHING } from './life.ts';
import type { World } from './run.ts';

/** A Vitest test of a life: the same seed, clock and decisions. */
export function testOf(world: World, { steps }: Life): string {
  const { seed, clock } = world.sandboxOptions;
  const options = clock === undefined ? { seed } : { seed, clock };
  return [
    "import { test } from 'clientlib-sandbox/vitest';",
    "import { check, scenario } from './scenario'; // those that explore was given",
    '',
    `test.override({ sandboxOptions: ${literal(options)} });`,
    '',
    `test(${quoted(steps.map(describeStep).join('; ') || 'the beginning')}, async ({ sandbox }) => {`,
    '  const { ContractId } = await scenario(sandbox);',
    `  await sandbox.clock.advance('${world.offset}');`,
    ...steps.flatMap((_, at) => stepCode(world, steps, at)),
    '  await check(sandbox, { ContractId });',
    '});',
    '',
  ].join('\n');
}

function stepCode(world: World, steps: Life['steps'], at: number): readonly string[] {
  const step = steps[at] as Life['steps'][number];
  const { outcome, times } = world.outcomes.get(step.outcome) ?? {};
  const action = world.actions.get(step.action);
  const decision =
    outcome === undefined
      ? []
      : [
          `sandbox.payments.next({ ContractId,${times === undefined ? '' : ` Times: ${times},`} Outcome: ${literal(outcome)} });`,
        ];
  const done =
    step.action === NOTHING
      ? []
      : (action?.code ?? `await actions[${quoted(step.action)}](sandbox, { ContractId });`).split('\n');
  const lines = [
    `// Period ${at + 1}: ${describeStep(step)}`,
    ...decision,
    ...done,
    `await sandbox.clock.advance('${world.period}');`,
    'sandbox.payments.clear();',
  ];
  // Each period in a block: names that an action declares do not meet.
  return ['  {', ...lines.map((line) => `    ${line}`), '  }'];
}
