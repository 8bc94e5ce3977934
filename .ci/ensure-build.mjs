// Builds when something of the build is missing, or older than a source. Prints nothing when there is nothing to do. With
// `--start` what the examples serve is enough.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = [
  'sdk/src',
  'sandbox/src',
  // The sandbox serves the guides.
  'docs/site',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  '.ci/build.mjs',
  'rollup.config.mjs',
  'tsconfig.json',
  'sdk/package.json',
  'sandbox/package.json',
];
/** A few files of a build, by what it is for. The last one is written last. */
const results = {
  everything: [
    'sdk/dist/index.js',
    'sdk/dist/index.d.cts',
    'sdk/dist/clientlib.js',
    'sandbox/dist/cli.js',
    'sandbox/dist/cloudflare.js',
    'sandbox/dist/jest.d.cts',
    'sandbox/dist/browser/clientlib-sandbox-shell.js',
    'sandbox/configuration.schema.json',
  ],
  start: ['sdk/dist/clientlib.js', 'sdk/dist/webhooks.js', 'sandbox/dist/index.js'],
};

const files = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`)
    : [path];

const changedAt = (path) => statSync(path).mtimeMs;

export function buildIsCurrent(purpose = 'everything') {
  if (!results[purpose].every((file) => existsSync(file))) return false;
  const built = Math.min(...results[purpose].map(changedAt));
  return sources.flatMap(files).every((file) => changedAt(file) <= built);
}

/** Held while a build is made or packed, so that two terminals do not get into each other's files. */
const lock = '.cache/build.lock';
const MAX_BUILD_MS = 180_000;

const removeLock = () => rmSync(lock, { recursive: true, force: true });

function isTaken() {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    // A build that was killed leaves its lock behind.
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > MAX_BUILD_MS) removeLock();
    return false;
  }
}

/** Runs the work on a build that is current, and that no other test run replaces meanwhile. */
export function withBuild(work, purpose = 'everything') {
  mkdirSync('.cache', { recursive: true });
  while (!isTaken()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  process.once('exit', removeLock);
  try {
    if (!buildIsCurrent(purpose)) build(purpose);
    work();
  } finally {
    // At the end of this process the lock may be somebody else's.
    process.off('exit', removeLock);
    removeLock();
  }
}

/** @param {keyof typeof results} [purpose] `start`: what the examples serve is enough */
export function ensureBuild(purpose) {
  if (!buildIsCurrent(purpose)) withBuild(() => {}, purpose);
}

/** The build prints to standard error, because a command that builds first may have output of its own. */
function build(purpose) {
  const options = purpose === 'start' ? ['--start'] : [];
  const { status } = spawnSync(process.execPath, ['.ci/build.mjs', ...options], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (status !== 0) throw new Error('The build failed; its reason stands above.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    ensureBuild(process.argv.includes('--start') ? 'start' : undefined);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
