// Builds when something of the build is missing, or older than a source. Prints nothing when there is nothing to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = [
  'sdk/src',
  'sandbox/src',
  'rollup.config.mjs',
  'tsconfig.json',
  'sdk/package.json',
  'sandbox/package.json',
];
const results = [
  'sdk/dist/index.js',
  'sdk/dist/index.d.cts',
  'sdk/dist/clientlib.js',
  'sandbox/dist/cli.js',
  'sandbox/dist/index.d.ts',
];

const files = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`)
    : [path];

const changedAt = (path) => statSync(path).mtimeMs;

export function buildIsCurrent() {
  if (!results.every((file) => existsSync(file))) return false;
  const built = Math.min(...results.map(changedAt));
  return sources.flatMap(files).every((file) => changedAt(file) <= built);
}

export function ensureBuild() {
  if (buildIsCurrent()) return;
  console.log('Building sdk/dist and sandbox/dist …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureBuild();
