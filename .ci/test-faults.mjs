// `npm run test:faults`: plants the faults of test/faults one by one and says which are noticed by the tests nearest to them.
// `npm run test:faults -- sandbox/src/service/http` those of a folder, `-- rounds-half-even` one by its name, `-- --of-today 6` six
// that take turns by day. The checkout stays as it is: two copies are run. Fails when a fault is not noticed.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allFaults, planted } from '../test/faults/faults.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { ofToday } from './of-today.mjs';

const TIMEOUT_MS = 120_000;

/** Returns the faults selected on the command line. */
function wanted(args) {
  if (args[0] === '--of-today') return ofToday(allFaults, Number(args[1] ?? 6));
  const faults = allFaults.filter(
    ({ id, file }) => args.length === 0 || args.some((arg) => isNamed(id, arg) || file.startsWith(arg)),
  );
  if (faults.length === 0) throw new Error(`No fault is named ${args.join(' ')} or lies in such a folder.`);
  return faults;
}

/** `row-13` names all faults of that row, and none of row 1. */
const isNamed = (id, name) => id === name || id.startsWith(`${name}-`);

/** A copy of the working tree with its packages, in which faults are planted. */
function copyOfTree() {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  const made = ['sdk/dist', 'sandbox/dist', 'sandbox/configuration.schema.json'];
  const packages = ['node_modules', 'sdk/node_modules', 'sandbox/node_modules'];
  // As old as they are: a build that is current is so in the copy, until a fault is planted. Links lead to the copy.
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
  for (const file of [...files.split('\0'), ...made, ...packages].filter(
    (name) => name !== '' && existsSync(name),
  ))
    cpSync(file, join(folder, file), options);
  // Some tests ask git for the files that there are.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  return folder;
}

/** Runs tests in the copy. @returns whether they fail, and what they say; nothing has failed that took too long */
async function runTests(folder, tests, { files = 1, EXAMPLES } = {}) {
  const { NODE_OPTIONS, ...env } = process.env;
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests], {
    cwd: folder,
    env: { ...env, CI: 'true', NO_COLOR: '1', ...(EXAMPLES && { EXAMPLES }) },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), files * TIMEOUT_MS);
  const status = await new Promise((done) => child.on('close', done));
  clearTimeout(timer);
  return { failed: status !== 0 && status !== null, output };
}

/** Plants one fault, runs the tests nearest to it, and takes it out again. @returns whether they notice it */
async function isNoticed(folder, fault) {
  const path = join(folder, fault.file);
  const text = await readFile(path, 'utf8');
  await rm(path);
  await writeFile(path, planted(fault, text));
  try {
    // The sample of `npm test` may miss a fault; then all examples are run.
    return (
      (await runTests(folder, fault.tests)).failed ||
      (await runTests(folder, fault.tests, { EXAMPLES: 'all' })).failed
    );
  } finally {
    await writeFile(path, text);
  }
}

/** Whether the tests pass in the copy without any fault. If not, they would notice one that nobody has planted. */
async function passWithoutFaults(folder) {
  const tests = [...new Set(faults.flatMap((fault) => fault.tests))];
  console.log(`${faults.length} faults. Without any of them, ${tests.length} files of tests must pass …`);
  const { failed, output } = await runTests(folder, tests, { files: tests.length });
  if (failed) console.error(`${output.slice(-4000)}\nThese tests fail without a fault.`);
  return !failed;
}

/** Plants in the copy what waits, one fault after the other. */
async function plantIn(folder) {
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
    const start = Date.now();
    const noticed = await isNoticed(folder, fault);
    if (noticed) noticedFaults += 1;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(`${noticed ? 'noticed' : 'MISSED '} ${fault.id} (${seconds} s): ${fault.why}`);
  }
}

const faults = wanted(process.argv.slice(2));
const waiting = [...faults];
let noticedFaults = 0;

ensureBuild();
// Most tests keep one core busy, so two copies are at work.
const folders = [copyOfTree(), copyOfTree()];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const [first, second] = folders;
const planting = plantIn(second);
const passed = await passWithoutFaults(first);
// The other copy finishes its current fault: its tests do not outlive this process.
if (!passed) waiting.length = 0;
await Promise.all([planting, plantIn(first)]);
if (!passed) process.exit(1);

console.log(`${noticedFaults} of ${faults.length} faults are noticed.`);
process.exitCode = noticedFaults === faults.length ? 0 : 1;
