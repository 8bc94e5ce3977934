// Tools with a binary for each platform list them as optional dependencies. Where a registry does not offer all of them
// npm leaves some out of a lock file without a word, and `npm ci` then refuses the file everywhere. The check finds
// that, and every entry without an integrity: npm would install whatever it gets under that name, on any platform.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The lock files of the repository, and of folders that few commands need. */
export const lockFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*package-lock.json'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

/** Names of optional dependencies without an entry. */
export const missing = (packages) =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );

/** Paths of entries that npm would install without looking at what it got. What another package brings with it is in its integrity. */
export const unchecked = (packages) =>
  Object.entries(packages)
    .filter(
      ([path, { link, inBundle, integrity }]) =>
        path.includes('node_modules/') && !link && !inBundle && !integrity,
    )
    .map(([path]) => path);

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function problemsOf(file) {
  const packages = packagesOf(file);
  const names = missing(packages);
  const without = unchecked(packages);
  // An address may be that of a private mirror.
  const placed = Object.keys(packages).filter((path) => /^https?:/.test(packages[path].resolved ?? ''));
  const again =
    'run `npm install --package-lock-only` with a registry that offers them, and commit the change';
  return [
    ...(names.length > 0 ? [`has no entry for ${names.join(', ')}: ${again}`] : []),
    ...(without.length > 0
      ? [`has no integrity for ${without.join(', ')}: remove these entries, ${again}`]
      : []),
    ...(placed.length > 0
      ? [`names addresses: run \`npm install --omit-lockfile-registry-resolved\` and commit the change`]
      : []),
  ].map((problem) => `${file} ${problem}`);
}

export async function checkLockFiles() {
  const files = lockFiles();
  return { summary: `${files.length} files`, problems: files.flatMap(problemsOf) };
}
