// `npm run test:faults`: plants the faults of test/faults one by one and says which are noticed by the tests nearest to them.
// `npm run test:faults -- sandbox/src/service/http` those of a folder, `-- rounds-half-even` one by its name, `-- --of-today 6` six
// that take turns by day. `-- --lives 1000 7 row-13` runs 1,000 random lives of contracts by seed 7 instead of the nearest tests,
// and says which life notices it. The checkout stays as it is: two copies are run. Results are kept in .cache/faults.json; when there is one
// of each fault, since its file was changed last, the score is written into docs/reliability.md.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { allFaults, planted } from '../test/faults/faults.mjs';
import { ofToday } from './of-today.mjs';

const PAGE = 'docs/reliability.md';
const KEPT = '.cache/faults.json';
const [BEGIN, END] = ['<!-- fault scores -->', '<!-- end of the fault scores -->'];
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

/** Returns the number of random lives to run with each fault, and their seed; none without `--lives`. */
function livesOf(args) {
  if (args[0] !== '--lives') return undefined;
  const [, LIVES = '1000', PROPERTY_SEED = '1'] = args;
  return { LIVES, PROPERTY_SEED };
}

/** A copy of the working tree in which faults are planted, with the packages of this one. */
function copyOfTree() {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(name)))
    cpSync(file, join(folder, file), { recursive: true });
  for (const packages of ['node_modules', 'sdk/node_modules', 'sandbox/node_modules'])
    if (existsSync(packages)) linkPackages(resolve(packages), join(folder, packages));
  for (const made of ['sdk/dist', 'sandbox/dist'])
    if (existsSync(made)) symlinkSync(resolve(made), join(folder, made));
  // Some tests ask git for the files that there are.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  return folder;
}

/** Links each package; those of this repository to the copy. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  const own = { clientlib: 'sdk', 'clientlib-sandbox': 'sandbox' };
  for (const name of readdirSync(from))
    symlinkSync(own[name] === undefined ? join(from, name) : join(dirname(to), own[name]), join(to, name));
}

/** Runs tests in the copy. @returns whether they fail, and what they say; nothing has failed that took too long */
async function runTests(folder, tests, timeoutMs, lives = {}) {
  const { NODE_OPTIONS, ...env } = process.env;
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests], {
    cwd: folder,
    env: { ...env, CI: 'true', NO_COLOR: '1', ...lives },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), timeoutMs);
  const status = await new Promise((done) => child.on('close', done));
  clearTimeout(timer);
  return { failed: status !== 0 && status !== null, output };
}

/**
 * Plants one fault, runs the tests nearest to it or the lives, and takes it out again.
 * @returns what the lives say where they notice it, an empty text for other tests; nothing when none notices it
 */
async function noticeOf(folder, fault, lives) {
  const path = join(folder, fault.file);
  const text = await readFile(path, 'utf8');
  await rm(path);
  await writeFile(path, planted(fault, text));
  try {
    const tests = lives === undefined ? fault.tests : LIVES;
    // The sample of `npm test` may miss a fault; then all examples are run.
    for (const tried of lives === undefined ? [{}, { EXAMPLES: 'all' }] : [lives]) {
      const { failed, output } = await runTests(folder, tests, timeoutOf(lives, 1), tried);
      if (failed) return output.match(/Property failed after \d+ tests/)?.[0] ?? '';
    }
    return undefined;
  } finally {
    await writeFile(path, text);
  }
}

/** `sandbox/src/service/http`, `sandbox/src/clients`, `sdk/src/drop-in`: the room of a file. */
function roomOf({ file }) {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[2] === 'service' ? 4 : 3).join('/');
}

function scores(results) {
  const rooms = [...new Set(results.map(roomOf))].sort();
  const rows = rooms.map((room) =>
    rowOf(
      `\`${room}\``,
      results.filter((one) => roomOf(one) === room),
    ),
  );
  return ['| Room | Planted | Noticed |', '|---|---|---|', ...rows, rowOf('**all**', results)].join('\n');
}

const rowOf = (name, faults) => `| ${name} | ${faults.length} | ${noticedOf(faults)} |`;

const noticedOf = (faults) => faults.filter(({ noticed }) => noticed).length;

/** Returns the key of a result: the fault and the content of the file. */
const keyOf = async (fault) =>
  createHash('sha256')
    .update(JSON.stringify(fault))
    .update(await readFile(fault.file))
    .digest('hex');

/** Keeps the results, and writes the score when none is missing. */
async function keep(results) {
  const kept = existsSync(KEPT) ? JSON.parse(await readFile(KEPT, 'utf8')) : {};
  for (const { noticed, ...fault } of results) kept[await keyOf(fault)] = noticed;
  await mkdir(dirname(KEPT), { recursive: true });
  await writeFile(KEPT, JSON.stringify(kept));
  const all = await Promise.all(
    allFaults.map(async (fault) => ({ ...fault, noticed: kept[await keyOf(fault)] })),
  );
  const missing = all.filter(({ noticed }) => noticed === undefined).length;
  if (missing > 0) return console.log(`The score is written when ${missing} more faults were planted.`);
  const page = await readFile(PAGE, 'utf8');
  const [head, rest] = page.split(BEGIN);
  await writeFile(PAGE, `${head}${BEGIN}\n\n${scores(all)}\n\n${END}${rest.split(END)[1]}`);
}

const LIVES = ['test/sandbox/service/lives'];
/** A life takes up to a second on a busy machine; so do those that are tried when one has failed. */
const timeoutOf = (lives, files) => files * TIMEOUT_MS + 2_000 * Number(lives?.LIVES ?? 0);

/** Whether the tests pass in the copy without any fault. If not, they would notice one that nobody has planted. */
async function passWithoutFaults(folder) {
  const tests = lives === undefined ? [...new Set(faults.flatMap((fault) => fault.tests))] : LIVES;
  console.log(`${faults.length} faults. Without any of them, ${tests.length} files of tests must pass …`);
  const { failed, output } = await runTests(folder, tests, timeoutOf(lives, tests.length), lives);
  if (failed) console.error(`${output.slice(-4000)}\nThese tests fail without a fault.`);
  return !failed;
}

/** Plants in the copy what waits, one fault after the other. */
async function plantIn(folder) {
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
    const start = Date.now();
    const notice = await noticeOf(folder, fault, lives);
    const noticed = notice !== undefined;
    results.push({ ...fault, noticed });
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    console.log(
      `${noticed ? 'noticed' : 'MISSED '} ${fault.id} (${seconds} s): ${fault.why}${notice ? `. ${notice}` : ''}`,
    );
  }
}

const args = process.argv.slice(2);
const lives = livesOf(args);
const faults = wanted(lives === undefined ? args : args.slice(3));
const waiting = [...faults];
const results = [];

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

if (args[0] !== '--of-today' && lives === undefined) await keep(results);
console.log(`${noticedOf(results)} of ${results.length} faults are noticed.`);
process.exitCode = noticedOf(results) === results.length ? 0 : 1;
