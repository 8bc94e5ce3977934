// `npm run check`: everything that can be said without running the program. Builds first what is missing.
import { execFile } from 'node:child_process';
import { ensureBuild } from './ensure-build.mjs';

/** A tool's own script, not its link in node_modules/.bin: several TypeScripts are installed, and one `tsc` wins there. */
const tool =
  (script, ...args) =>
  () =>
    new Promise((resolve) => {
      const command = [`node_modules/${script}`, ...args];
      execFile(process.execPath, command, { maxBuffer: 1e8 }, (error, stdout, stderr) => {
        resolve({ summary: '', problems: error ? [`${stdout}${stderr}`.trim() || error.message] : [] });
      });
    });

const lazy = (file, name) => async () => (await import(file))[name]();

const steps = [
  ['lock file', lazy('./lock-file.mjs', 'checkLockFile')],
  ['format and lint', tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.')],
  ['types', tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['types of the SDK, without Node', tool('typescript/bin/tsc', '-p', 'sdk', '--noEmit')],
  ['container', lazy('./container.mjs', 'checkContainer')],
  ['packed packages', lazy('./check-packages.mjs', 'checkPackages')],
  ['size budget', lazy('./check-size.mjs', 'checkSize')],
  ['reference', lazy('./clientlib-reference.mjs', 'checkReference')],
  ['error reference', lazy('./error-reference.mjs', 'checkErrorReference')],
  ['language', lazy('./language.mjs', 'checkLanguage')],
  [
    'API report',
    tool('@microsoft/api-extractor/bin/api-extractor', 'run', '--config', '.ci/api-extractor.json'),
  ],
];

ensureBuild();
for (const [name, step] of steps) {
  const start = performance.now();
  const { summary, problems } = await step().catch((error) => ({ summary: '', problems: [error.stack] }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${summary && `: ${summary}`}`,
  );
  for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
  if (problems.length > 0) process.exitCode = 1;
}
