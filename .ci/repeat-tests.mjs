// `npm run test:repeat -- [times] [paths or options of Vitest]`: the tests again and again, each time in another random order and
// with every core busy with something else, to find those that fail now and then. Ten times by default.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * The halves run in parallel, each with a worker per core, because one alone does not keep the cores busy. With a seed,
 * only files are shuffled: in browsers, the steps of one file build on each other.
 */
const halves = [
  { projects: ['unit', 'system', 'spec', 'contract', 'journeys'], options: ['--sequence.shuffle.tests'] },
  { projects: ['e2e', 'pages', 'night'], options: [] },
];

const given = process.argv.slice(2);
const times = /^\d+$/.test(given[0] ?? '') ? Number(given.shift()) : 10;

const chosen = halves.filter(hasFiles);
if (chosen.length === 0) {
  console.error(`No test file matches ${given.join(' ')}.`);
  process.exit(1);
}

/** A choice of tests may be all in one half: a busy loop beside its workers is more than the cores can do at once. */
const loops = given.length > 0 ? Math.ceil(availableParallelism() / 2) : 0;
const busy = Array.from({ length: loops }, () => new Worker('for (;;) Math.random();', { eval: true }));
const failed = [];
for (let seed = 1; seed <= times; seed += 1) {
  const began = performance.now();
  const statuses = await Promise.all(chosen.map((half) => run(half, seed)));
  const passed = statuses.every((status) => status === 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`Run ${seed} of ${times}, seed ${seed}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (!passed) failed.push(seed);
}
await Promise.all(busy.map((worker) => worker.terminate()));
console.log(
  `${times - failed.length} of ${times} runs passed${failed.length > 0 ? `; seeds that failed: ${failed}` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

function vitest(command, { projects }, ...options) {
  const only = projects.map((project) => `--project=${project}`);
  return ['node_modules/vitest/vitest.mjs', command, ...options, ...only, ...given];
}

function hasFiles(half) {
  const { stdout } = spawnSync(process.execPath, vitest('list', half, '--filesOnly', '--json'), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(stdout).length > 0;
}

async function run(half, seed) {
  const options = ['--reporter=dot', `--sequence.seed=${seed}`, ...half.options];
  const child = spawn(process.execPath, vitest('run', half, ...options), {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Property tests try other examples, too.
    env: { ...process.env, PROPERTY_SEED: String(seed) },
  });
  const [status] = await once(child, 'exit');
  return status;
}
