// `npm run check`: everything that can be said without running the program. `npm run check:release`: the packages as they would
// be published. Builds first what is missing.
import { execFile } from 'node:child_process';
import { ensureBuild } from './ensure-build.mjs';
import { ensureInstalled } from './install.mjs';

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

/** A step with packages of its own. */
const withPackages = (place, file, name) => async () => {
  ensureInstalled(place);
  return lazy(`../${place}/${file}`, name)();
};

const released = [['packed packages', withPackages('tools/release', 'check-packages.mjs', 'checkPackages')]];

const steps = [
  ['lock files', lazy('./lock-file.mjs', 'checkLockFiles')],
  ['weight of an installation', lazy('./weight.mjs', 'checkWeight')],
  ['format and lint', tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.')],
  ['import directions', withPackages('tools/directions', 'check.mjs', 'checkDirections')],
  ['types', tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['types of the SDK, without Node', tool('typescript/bin/tsc', '-p', 'sdk', '--noEmit')],
  ['size budget', lazy('./check-size.mjs', 'checkSize')],
  ['files made from sources', lazy('./docs.mjs', 'checkDocs')],
];

/**
 * Prints one line for each step, with its problems below.
 *
 * @param {[string, () => Promise<{ summary: string, problems: string[] }>][]} steps by name; they run beside each other
 */
async function run(steps) {
  const start = performance.now();
  const running = steps.map(([name, step]) =>
    step()
      .catch((error) => ({ summary: '', problems: [error.stack] }))
      .then((found) => ({ name, ...found, seconds: ((performance.now() - start) / 1000).toFixed(1) })),
  );
  for (const step of running) {
    const { name, summary, problems, seconds } = await step;
    console.log(
      `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (after ${seconds} s)${summary && `: ${summary}`}`,
    );
    for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
    if (problems.length > 0) process.exitCode = 1;
  }
}

ensureBuild();
await run(process.argv.includes('--release') ? released : steps);
