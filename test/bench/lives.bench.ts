/*
 * Ten thousand random lives of a contract, each also kept in an independent book (test/sandbox/service/lives): how many agree.
 * Every fifth contract was moved here from another system. `LIVES=500 SEED=7 npm run bench lives` runs others. A life that
 * disagrees is shrunk and shown.
 */
import { fc } from '../properties.ts';
import { live } from '../sandbox/service/lives/live.ts';
import { Merchant } from '../sandbox/service/lives/merchant.ts';
import { lives, movedLives } from '../sandbox/service/lives/steps.ts';
import { defaultWorld, sandboxOf } from '../sandbox/service/lives/world.ts';

const numRuns = Number(process.env['LIVES'] ?? 10_000);
const seed = Number(process.env['SEED'] ?? 1);

const all = fc.oneof({ weight: 4, arbitrary: lives }, { weight: 1, arbitrary: movedLives });
const base = sandboxOf(defaultWorld);
const token = await Merchant.token(base);
const began = performance.now();
const run = await fc.check(
  fc.asyncProperty(all, (life) => live(life, base.fork(), token)),
  { numRuns, seed },
);
const seconds = (performance.now() - began) / 1000;

if (run.failed) {
  console.log(JSON.stringify(run.counterexample, undefined, 1));
  console.log((run.errorInstance as Error).message);
  console.log(`Seed ${seed}, path ${run.counterexamplePath}.`);
}
console.log(`${run.numRuns} lives in ${seconds.toFixed(0)} s`);
console.log(
  JSON.stringify({
    name: 'lives on which service and book agree',
    ours: run.failed ? run.numRuns - 1 : run.numRuns,
    baseline: numRuns,
    unit: 'lives',
    aim: '≥ 1',
  }),
);
