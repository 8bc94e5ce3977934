// `npm test`: runs the tests, holds the specification to them and ends with the counts. `npm test -- <paths or options>` hands
// them to Vitest, and finds those of `npm run test:pages` and `test:night` too. What the tests need (a build, a browser, packages of others),
// their set-ups bring.
import { lastLine, runTests } from './run-tests.mjs';
import { checkCoverage } from './spec-coverage.mjs';

/** All but `pages`, `night` and `journeys`. */
const projects = ['unit', 'system', 'spec', 'contract', 'e2e'];

const args = process.argv.slice(2);
const complete = args.length === 0;

const results = await runTests(complete ? projects.map((name) => `--project=${name}`) : args);
const covered = !complete || (await checkCoverage(results.tests));
console.log(lastLine(results));
process.exit(results.failed > 0 || !covered ? 1 : 0);
