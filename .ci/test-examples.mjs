// `npm run test:examples`: the property tests and made-up requests with all their examples, and with other ones each day:
// `npm test` tries few, and the same ones each time. `PROPERTY_SEED=20260301 npm run test:examples` tries those of that day
// again; `-- --of-today 10` runs ten of the files, which take turns by day. `npm run lives -- 10000 20260301` lives so many random
// lives of contracts in the service and in the independent books; a failure names the life, and comes again by its seed.
import { execFileSync } from 'node:child_process';
import { ofToday } from './of-today.mjs';
import { lastLine, runTests } from './run-tests.mjs';

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const [option, count, seed] = process.argv.slice(2);
const isLives = option === '--lives';
process.env.PROPERTY_SEED = (isLives && seed) || (process.env.PROPERTY_SEED ?? today);
if (isLives) process.env.LIVES = count ?? '10000';
else process.env.EXAMPLES = 'all';
console.log(
  `${isLives ? `${process.env.LIVES} lives` : 'All examples'}, PROPERTY_SEED=${process.env.PROPERTY_SEED}`,
);

// The package tests have a configuration of their own.
const places = ['test/*.test.ts', ':!test/package'];
const filesWithProperties = () =>
  execFileSync('git', ['grep', '--files-with-matches', "/properties.ts'", '--', ...places], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

function chosen() {
  if (isLives) return ['test/sandbox/service/lives'];
  if (option === '--of-today') return ofToday(filesWithProperties(), Number(count ?? 10));
  return option === undefined ? filesWithProperties() : process.argv.slice(2);
}

const results = await runTests(chosen());
console.log(lastLine(results));
process.exitCode = results.failed > 0 ? 1 : 0;
