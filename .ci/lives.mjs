/*
 * Lives random lives of contracts in the service and in the independent book: `npm run lives -- 10000 20270101`.
 * Without a seed it is the day, so that CI tries others each day; a failure names the life, and comes again by its seed.
 */
import { spawnSync } from 'node:child_process';

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const [count = '10000', seed = today] = process.argv.slice(2);
console.log(`${count} lives by the seed ${seed}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/sandbox/service/lives'],
  {
    stdio: 'inherit',
    env: { ...process.env, LIVES: count, PROPERTY_SEED: seed },
  },
);
process.exit(status ?? 1);
