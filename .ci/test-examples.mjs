// `npm run test:examples`: the property tests and made-up requests with all their examples, and with other ones each day:
// `npm test` tries few, and the same ones each time. `PROPERTY_SEED=20260301 npm run test:examples` tries those of that day
// again. `npm run lives` lives more random lives.
import { execFileSync } from 'node:child_process';
import { lastLine, runTests } from './run-tests.mjs';

process.env.EXAMPLES = 'all';
process.env.PROPERTY_SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');
console.log(`All examples, PROPERTY_SEED=${process.env.PROPERTY_SEED}`);

const files = execFileSync(
  'git',
  ['grep', '--files-with-matches', "/properties.ts'", '--', 'test/*.test.ts'],
  {
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n');
const results = await runTests(process.argv.length > 2 ? process.argv.slice(2) : files);
console.log(lastLine(results));
process.exitCode = results.failed > 0 ? 1 : 0;
