// `npm test`: builds what is missing, runs every test, brings docs/spec-coverage.md up to date and ends with the counts.
// `npm test -- <paths or options>` hands them to Vitest and leaves the coverage page alone.
import { readFile, rm } from 'node:fs/promises';
import { parseCLI, startVitest } from 'vitest/node';
import { ensureBuild } from './ensure-build.mjs';
import { ResultsReporter } from './results-reporter.mjs';
import { resultsFile, updateCoverage } from './spec-coverage.mjs';

const args = process.argv.slice(2);
const complete = args.length === 0;
const file = complete ? resultsFile : '.cache/test-results-partial.json';

ensureBuild();
await rm(file, { force: true });
const { filter, options } = parseCLI(['vitest', 'run', ...args]);
const vitest = await startVitest('test', filter, {
  ...options,
  run: true,
  watch: false,
  reporters: ['default', new ResultsReporter(file)],
});
await vitest.close();

const results = JSON.parse(await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":1,"skipped":0}'));
const covered = !complete || (await updateCoverage());
const skipped = results.skipped > 0 ? `, ${results.skipped} skipped` : '';
console.log(`\n${results.passed} passed, ${results.failed} failed${skipped}`);
process.exit(results.failed > 0 || !covered || process.exitCode ? 1 : 0);
