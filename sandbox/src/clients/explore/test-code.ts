import { comment, literal, quoted } from '../../served/test-code/literal.ts';
import { describeStep, type Life, NOTHING } from './life.ts';
import type { World } from './run.ts';

/** A Vitest test of a life: the same seed, clock and decisions. */
export function writeTest(world: World, { steps }: Life): string {
  const { seed, clock } = world.sandboxOptions;
  const options = literal(clock === undefined ? { seed } : { seed, clock }).slice(1, -2);
  const { isThere } = world.merchant;
  return [
    `import { ${isThere ? 'beside, ' : ''}test } from 'clientlib-sandbox/vitest';`,
    `import { check, ${isThere ? 'merchant, ' : ''}scenario } from './scenario'; // those that explore was given`,
    '',
    ...(isThere ? ['const shop = beside(merchant);'] : []),
    `test.override({ sandboxOptions: {${options}${isThere ? ', ...shop.sandboxOptions' : ''} } });`,
    '',
    `test(${quoted(steps.map(describeStep).join('; ') || 'the beginning')}, async ({ sandbox }) => {`,
    ...(isThere ? ['  await shop.enter(sandbox);'] : []),
    '  const { ContractId } = await scenario(sandbox);',
    `  await sandbox.clock.advance(${quoted(world.offset)});`,
    '  await sandbox.settle();',
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
  const fault = world.faults.get(step.fault ?? '');
  const broken = fault === undefined ? [] : [`sandbox.faults.add(${literal(fault.rule)});`];
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
  const mayFail = action?.meetsFaults === true;
  const lines = [
    comment(`Period ${at + 1}: ${describeStep(step)}`),
    ...decision,
    ...(mayFail
      ? [...broken, ...done.map((line) => line.replace(/;$/, '.catch(() => {});'))]
      : [...done, ...broken]),
    `await sandbox.clock.advance(${quoted(world.period)});`,
    'await sandbox.settle();',
    'sandbox.payments.clear();',
    ...(fault === undefined ? [] : ['sandbox.faults.clear();']),
  ];
  // Each period in a block, so that variables of actions do not collide.
  return ['  {', ...lines.map((line) => `    ${line}`), '  }'];
}
