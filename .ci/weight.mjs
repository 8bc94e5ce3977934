// Counts what `npm ci` installs for somebody who only wants to see the demo, against a budget.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Above these the check fails. What few commands need has a lock file of its own: docs/testing.md. */
export const budget = { packages: 320, megabytes: 480 };

/** Returns the installed packages, without our own, which are links. */
export function packagesIn(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => path.includes('node_modules/') && !packages[path].link)
    .length;
}

/** Counts like `du -m`: a file takes whole blocks of the disk. */
export const megabytesIn = (folder) => Math.ceil(bytesIn(folder) / 2 ** 20);

const bytesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + bytesIn(path);
    return sum + (entry.isFile() ? statSync(path).blocks * 512 : 0);
  }, 0);

export async function checkWeight() {
  const found = { packages: packagesIn('.'), megabytes: megabytesIn('node_modules') };
  const problems = Object.keys(budget)
    .filter((unit) => found[unit] > budget[unit])
    .map((unit) => `${found[unit]} ${unit}, the limit is ${budget[unit]}: \`npm ls\` shows what brings them`);
  const summary = Object.keys(budget)
    .map((unit) => `${found[unit]} of ${budget[unit]} ${unit}`)
    .join(', ');
  return { summary, problems };
}
