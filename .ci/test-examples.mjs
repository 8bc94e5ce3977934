// `npm run test:examples`: the property tests and made-up requests with all their examples, and with other ones each day:
// `npm test` tries few, and the same ones each time. `PROPERTY_SEED=20260301 npm run test:examples` tries those of that day
// again; `-- --of-today 10` runs ten of the files, which take turns by day. `npm run lives` lives more random lives.
import { execFileSync } from 'node:child_process';
import { ofToday } from './of-today.mjs';
import { lastLine, runTests } from './run-tests.mjs';

process.env.EXAMPLES = 'all';
process.env.PROPERTY_SEED ??= new Date().toISOString().slice(0, 10).replaceAll('-', '');
console.log(`All examples, PROPERTY_SEED=${process.env.PROPERTY_SEED}`);

const files = execFileSync(
  'git',
  // The package tests have a configuration of their own.
  ['grep', '--files-with-matches', "/properties.ts'", '--', 'test/*.test.ts', ':!test/package'],
  {
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n');
const args = process.argv.slice(2);
const chosen = args[0] === '--of-today' ? ofToday(files, Number(args[1] ?? 10)) : args;
const results = await runTests(chosen.length > 0 ? chosen : files);
console.log(lastLine(results));
process.exitCode = results.failed > 0 ? 1 : 0;
