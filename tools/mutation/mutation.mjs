// `npm run test:mutation -- <files or folders>`, `-- --changed` (what the branch touches against main) or `-- --all`:
// changes the code in one place after another and lists the changes that no test notices. Results stay in .cache/mutation,
// so that the next run repeats only what the code or the tests changed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';

const usage = `Usage: npm run test:mutation -- <files or folders of sdk/src or sandbox/src>
       npm run test:mutation -- --changed   the files that this branch changes against main
       npm run test:mutation -- --all       every file; takes hours
Options: --tests <pattern>   only by these tests
         --force             repeat what earlier runs have shown
         --concurrency <n>   processes at a time, 2 by default`;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const isSource = (file) =>
  /^(sdk|sandbox)\/src\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.includes('/fixtures/');

const sourcesIn = (paths) =>
  git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths).filter(isSource);

function changedSources() {
  const since = git('merge-base', 'main', 'HEAD')[0];
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ].filter(isSource);
}

/** Tests that see what all floors of the service do. */
const throughTheService = 'test/sandbox/service/{answers,stores,wire}/*.test.ts';

/** The tests of a file's folder, or of the nearest one above it that has some: test/ mirrors the sources. */
function testsOf(files) {
  const nearest = (file) => {
    let folder = dirname(file).replace('/src', '').replace(/^/, 'test/');
    while (!existsSync(folder)) folder = dirname(folder);
    return /^test\/\w+$/.test(folder) ? `${folder}/*.test.ts` : `${folder}/**/*.test.ts`;
  };
  const patterns = files.flatMap((file) =>
    /^sandbox\/src\/service\//.test(file) ? [nearest(file), throughTheService] : [nearest(file)],
  );
  return [...new Set(patterns)];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean' },
    all: { type: 'boolean' },
    tests: { type: 'string', multiple: true },
    force: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
  },
});
const files = [
  ...(values.all ? sourcesIn(['sdk/src', 'sandbox/src']) : []),
  ...(values.changed ? changedSources() : []),
  ...(positionals.length > 0 ? sourcesIn(positionals) : []),
];
if (files.length === 0) {
  if (positionals.length > 0) console.error(`No source file matches ${positionals.join(' ')}.`);
  console.error(usage);
  process.exit(1);
}

await new Stryker({
  mutate: [...new Set(files)],
  testFiles: values.tests ?? testsOf(files),
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  plugins: [
    fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner')),
    './tools/mutation/wording.mjs',
  ],
  ignorers: ['wording'],
  // TypeScript 7 has no compiler API for Stryker to read a configuration with, so it must find none.
  tsconfigFile: '.cache/none.json',
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  incremental: values.tests === undefined,
  incrementalFile: '.cache/mutation/incremental.json',
  force: values.force,
  concurrency: Number(values.concurrency),
  tempDirName: '.cache/mutation/run',
  ignorePatterns: ['dist', '.cache'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: false,
  logLevel: 'warn',
  dryRunTimeoutMinutes: 15,
  // On a busy machine a test that takes long is no loop without end.
  timeoutMS: 30_000,
}).runMutationTest();
