// Some places have packages of their own, with a lock file of their own: what few commands need is not installed for all.
// The commands that need a place call this first; `node .ci/install.mjs <place> …` does the same by hand.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} place a folder of the repository that has a package-lock.json */
export function ensureInstalled(place) {
  const folder = `${root}${place}`;
  const wanted = readFileSync(`${folder}/package-lock.json`, 'utf8');
  const stamp = `${folder}/node_modules/.installed-lock.json`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error(`Installing the packages of ${place} …`);
  execFileSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    },
  );
  writeFileSync(stamp, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.argv.slice(2).forEach(ensureInstalled);
