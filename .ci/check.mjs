// `npm run check`: everything that can be said without running the program. Builds first what is missing.
import { execFile } from 'node:child_process';
import { ensureBuild } from './ensure-build.mjs';
import { ensureInstalled } from './install.mjs';
import { runSteps } from './steps.mjs';

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

async function directions() {
  ensureInstalled('tools/directions');
  return (await import('../tools/directions/check.mjs')).checkDirections();
}

ensureBuild();
await runSteps([
  ['lock files', lazy('./lock-file.mjs', 'checkLockFiles')],
  ['weight of an installation', lazy('./weight.mjs', 'checkWeight')],
  ['format and lint', tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.')],
  ['import directions', directions],
  ['types', tool('typescript/bin/tsc', '-p', 'tsconfig.json')],
  ['types of the SDK, without Node', tool('typescript/bin/tsc', '-p', 'sdk', '--noEmit')],
  ['size budget', lazy('./check-size.mjs', 'checkSize')],
  ['files made from sources', lazy('./docs.mjs', 'checkDocs')],
]);
