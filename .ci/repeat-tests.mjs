// `npm run test:repeat -- [times] [paths or options of Vitest]`: the tests again and again, each time in another random order and
// with every core busy with something else, to find those that fail now and then. Ten times by default.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const given = process.argv.slice(2);
const times = /^\d+$/.test(positionals[0] ?? '') ? Number(given.shift()) : 10;
const inProcess = ['unit', 'system', 'spec', 'contract'].map((project) => `--project=${project}`);
const wanted = given.length > 0 ? given : inProcess;

const busy = Array.from(
  { length: availableParallelism() },
  () => new Worker('for (;;) Math.random();', { eval: true }),
);
const failed = [];
for (let run = 1; run <= times; run += 1) {
  const order = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${run}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...order, ...wanted];
  const began = performance.now();
  const { status } = spawnSync(process.execPath, vitest, { stdio: ['ignore', 'inherit', 'inherit'] });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`Run ${run} of ${times}, seed ${run}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failed.push(run);
}
await Promise.all(busy.map((worker) => worker.terminate()));
console.log(
  `${times - failed.length} of ${times} runs passed${failed.length > 0 ? `; seeds that failed: ${failed}` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
