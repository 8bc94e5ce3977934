import { NOTHING, PAID, type Step } from './life.ts';
import { relive, toReason, type World } from './run.ts';

/**
 * Finds the shortest life that fails in the same way: with as few periods and as few unusual events as possible. Each
 * attempt is run from the start.
 */
export async function shrink(world: World, steps: readonly Step[], error: Error): Promise<readonly Step[]> {
  const reason = toReason(error);
  const fails = async (candidate: readonly Step[]): Promise<readonly Step[] | undefined> => {
    const failed = await relive(world, candidate);
    failed?.living.close();
    return failed !== undefined && toReason(failed.error) === reason ? failed.living.life.steps : undefined;
  };
  let best = steps;
  for (;;) {
    let smaller: readonly Step[] | undefined;
    for (const candidate of smallerThan(best)) {
      smaller = await fails(candidate);
      if (smaller !== undefined) break;
    }
    if (smaller === undefined) return best;
    best = smaller;
  }
}

/** Simpler lives, the simplest first: with a period, an action, an outcome or a fault less. */
function* smallerThan(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let at = 0; at < steps.length; at += 1) yield steps.toSpliced(at, 1);
  for (const change of [{ action: NOTHING }, { outcome: PAID }]) {
    for (const [at, step] of steps.entries()) {
      const simpler = { ...step, ...change };
      if (simpler.action !== step.action || simpler.outcome !== step.outcome) yield steps.with(at, simpler);
    }
  }
  for (const [at, { fault, ...simpler }] of steps.entries()) {
    if (fault !== undefined) yield steps.with(at, simpler);
  }
}
