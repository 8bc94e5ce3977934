// What an author of tests waits for: the package's installation, the first signup of a process, 100 tests in one file and a year of
// contracts, beside MSW by hand and an empty test. In turns, by processor time of all processes that take part.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, report } from './servers/processes.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const programs = resolve('test/bench/test-author');
const vitest = resolve('node_modules/vitest/vitest.mjs');

/** Milliseconds of processor time of a command and of all that it starts. */
function cost(cwd, command, ...args) {
  const shell = '"$@" > output.log 2>&1 || { cat output.log; exit 1; }; times';
  const { status, stdout } = spawnSync('sh', ['-c', shell, 'sh', command, ...args], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}`);
  const [, ofChildren = ''] = stdout.trim().split('\n').slice(-2);
  return ofChildren
    .split(' ')
    .map((time) => /^(\d+)m([\d.,]+)s$/.exec(time))
    .reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0);
}

/** Medians of what each part costs; the parts take turns. */
function inTurns(parts) {
  const all = Object.fromEntries(Object.keys(parts).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, part] of Object.entries(parts)) all[name].push(part());
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, median(values)]));
}

const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);

const place = mkdtempSync(join(tmpdir(), 'test-author-'));

/** Installs a package on an empty cache. */
function installed(name, spec) {
  const project = join(place, name);
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  return cost(
    project,
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(project, 'cache'),
    ...spec,
  );
}

function installation() {
  spawnSync('npm', ['pack', '--workspace', 'clientlib-sandbox', '--pack-destination', place]);
  const tarball = readdirSync(place).find((file) => file.endsWith('.tgz'));
  const { version } = JSON.parse(readFileSync('node_modules/msw/package.json', 'utf8'));
  const { ours, msw } = inTurns({
    ours: () => installed('ours', [join(place, tarball)]),
    msw: () => installed('msw', [`msw@${version}`]),
  });
  const named = 'npm install clientlib-sandbox, against';
  report({ name: `${named} msw`, ours, baseline: msw, unit: 'ms', aim: '≤ 1' });
  report({ name: `${named} the aim`, ours, baseline: 1_400, unit: 'ms', aim: '≤ 1' });
  const cache = bytesIn(join(place, 'ours/cache')) / 1e6;
  report({
    name: 'Cache of npm after it, against the aim',
    ours: cache,
    baseline: 11,
    unit: 'MB',
    aim: '≤ 1',
  });
  const lock = JSON.parse(readFileSync(join(place, 'ours/package-lock.json'), 'utf8'));
  const packages = Object.keys(lock.packages).length - 1;
  report({ name: 'Packages installed, against the aim', ours: packages, baseline: 5, aim: '≤ 1' });
}

/** A program of the folder, which prints its own milliseconds of processor time. */
const printed = (program) => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(programs, program)], { encoding: 'utf8' });
  if (!/^[\d.]+\s*$/.test(stdout)) throw new Error(`${program} failed:\n${stdout}${stderr}`);
  return Number(stdout);
};

function firstSignup() {
  const { ours, msw } = inTurns({
    ours: () => printed('first-signup.mjs'),
    msw: () => printed('first-signup-msw.mjs'),
  });
  report({ name: 'First signup of a process, against MSW by hand', ours, baseline: msw, unit: 'ms' });
  report({ name: 'The same, against the aim', ours, baseline: 90, unit: 'ms', aim: '≤ 1' });
}

function hundredTests() {
  const file = (name) => () =>
    cost(place, process.execPath, vitest, 'run', '--root', programs, '--maxWorkers', '1', `${name}.test.mjs`);
  const { ours, msw, empty } = inTurns({ ours: file('sandbox'), msw: file('msw'), empty: file('empty') });
  report({ name: '100 tests, against MSW by hand', ours, baseline: msw, unit: 'ms', aim: '≤ 1' });
  report({ name: '100 tests, against 100 empty ones', ours, baseline: empty, unit: 'ms' });
}

function year() {
  const times = join(place, 'year.json');
  const env = { ...process.env, BENCH_TIMES: times, BENCH_ROUNDS: String(ROUNDS) };
  spawnSync(process.execPath, [vitest, 'run', '--root', programs, 'year.test.mjs'], { env, stdio: 'ignore' });
  const { kit, bare } = JSON.parse(readFileSync(times, 'utf8'));
  report({
    name: 'A year of 100 contracts in a test with the kit, against without',
    ours: median(kit),
    baseline: median(bare),
    unit: 'ms',
    aim: '≤ 1.05',
  });
}

try {
  year();
  firstSignup();
  hundredTests();
  installation();
} finally {
  rmSync(place, { recursive: true });
}
