// `npm run test:mutation -- <files or folders>`, `-- --changed` (what the branch touches against main) or `-- --all`:
// changes the code in one place after another and lists the changes that no test notices. Results stay in .cache/mutation,
// so that the next run repeats only what the code or the tests changed. The table of docs/reliability.md is made from them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { updateScores } from './scores.mjs';

const usage = `Usage: npm run test:mutation -- <files or folders of sdk/src or sandbox/src>
       npm run test:mutation -- --changed   the files that this branch changes against main
       npm run test:mutation -- --all       every file; takes hours
Options: --tests <pattern>   only by these tests; the score is not kept
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
const throughTheService = 'test/sandbox/service/{answers,wire}/*.test.ts';

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

/** @param {Partial<import('@stryker-mutator/api/core').PartialStrykerOptions>} options */
function runMutations(options) {
  mkdirSync('.cache/mutation', { recursive: true });
  return new Stryker({
    testRunner: 'kept-sources',
    plugins: ['./tools/mutation/runner.mjs', './tools/mutation/wording.mjs'],
    ignorers: ['wording'],
    // TypeScript 7 has no compiler API for Stryker to read a configuration with, so it must find none.
    tsconfigFile: '.cache/none.json',
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    tempDirName: '.cache/mutation/run',
    ignorePatterns: ['dist', '.cache'],
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    logLevel: 'warn',
    dryRunTimeoutMinutes: 15,
    // On a busy machine a test that takes long is no loop without end.
    timeoutMS: 30_000,
    ...options,
  }).runMutationTest();
}

const noticed = new Set(['Killed', 'Timeout', 'RuntimeError']);
const missed = new Set(['Survived', 'NoCoverage']);

/** Counts by file; what is ignored (wording, code that only runs while loading) counts as nothing, and so do types. */
function scoresOf(files, results) {
  const scores = Object.fromEntries(files.map((file) => [file, { noticed: 0, missed: 0 }]));
  for (const { fileName, status } of results) {
    const file = relative(process.cwd(), fileName);
    if (noticed.has(status)) scores[file].noticed += 1;
    if (missed.has(status)) scores[file].missed += 1;
  }
  return scores;
}

function survivorLine({ fileName, location: { start }, mutatorName, replacement = '', status }) {
  const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
  const change = replacement.replace(/\s+/g, ' ');
  const shown = change.length > 90 ? `${change.slice(0, 90)} …` : change;
  const what = { NoCoverage: 'no test comes here', Timeout: `noticed, has no end: ${mutatorName}` };
  return `${place}  ${what[status] ?? mutatorName}: ${shown}`;
}

const percent = ({ noticed, missed }) =>
  noticed + missed === 0 ? '–' : `${((100 * noticed) / (noticed + missed)).toFixed(1)} %`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      all: { type: 'boolean' },
      tests: { type: 'string', multiple: true },
      force: { type: 'boolean' },
      concurrency: { type: 'string', default: '2' },
    },
  });
  const files = values.all
    ? sourcesIn(['sdk/src', 'sandbox/src'])
    : [
        ...(values.changed ? changedSources() : []),
        ...(positionals.length > 0 ? sourcesIn(positionals) : []),
      ];
  if (files.length === 0) {
    console.error(
      positionals.length > 0 ? `No source file matches ${positionals.join(' ')}.\n${usage}` : usage,
    );
    return 1;
  }
  const all = await runMutations({
    mutate: [...new Set(files)],
    testFiles: values.tests ?? testsOf(files),
    incremental: values.tests === undefined,
    incrementalFile: '.cache/mutation/incremental.json',
    force: values.force ?? false,
    concurrency: Number(values.concurrency),
  });
  // Stryker also gives what is left of earlier results of other files, without what has changed of them since.
  const results = all.filter(({ fileName }) => files.includes(relative(process.cwd(), fileName)));
  for (const result of results)
    if (missed.has(result.status) || result.status === 'Timeout') console.log(survivorLine(result));
  const scores = scoresOf(files, results);
  console.log('');
  for (const [file, score] of Object.entries(scores))
    console.log(`${percent(score).padStart(7)}  ${file}  (${score.noticed} noticed, ${score.missed} not)`);
  if (values.tests === undefined) updateScores(scores, sourcesIn(['sdk/src', 'sandbox/src']));
  return 0;
}

process.exitCode = await main();
