// Tools with a binary for each platform list them as optional dependencies. Where a registry does not offer all of them
// npm leaves some out of a lock file without a word, and `npm ci` then refuses the file everywhere. The check finds
// that; `node .ci/lock-file.mjs` adds the entries, whose platform is in the package's name. What is installed is held to an
// integrity: only such a binary, which the registry did not show us, may be without.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** That of the repository, and those of the places that few commands need. */
export const lockFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*package-lock.json'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const missing = (packages) =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(([name, version]) => ({ name, version })),
  );

function entry({ name, version }) {
  const parts = name.split(/[/-]/);
  const os = parts.find((part) => systems.includes(part));
  const cpu = parts.find((part) => processors.includes(part));
  if (!os || !cpu || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version} is missing, and its name does not tell a platform.`);
  }
  const libc = parts.some((part) => part.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    version,
    cpu: [cpu],
    dev: true,
    ...(os === 'linux' && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

/** Paths of entries that npm would install without looking at what it got. */
export const unchecked = (packages) =>
  Object.entries(packages)
    .filter(([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity)
    .filter(([, { optional, dev, os, cpu }]) => !(optional && dev && os && cpu))
    .map(([path]) => path);

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

function problemsOf(file) {
  const packages = packagesOf(file);
  const names = missing(packages).map(({ name }) => name);
  const without = unchecked(packages);
  // An address may be that of a private mirror.
  const placed = Object.keys(packages).filter((path) => /^https?:/.test(packages[path].resolved ?? ''));
  return [
    ...(names.length > 0
      ? [`has no entry for ${names.join(', ')}: run \`node .ci/lock-file.mjs\` and commit the change`]
      : []),
    ...(without.length > 0
      ? [
          `has no integrity for ${without.join(', ')}: remove these entries, run \`npm install\` and commit the change`,
        ]
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of lockFiles()) {
    const lock = JSON.parse(readFileSync(file, 'utf8'));
    const added = missing(lock.packages);
    for (const dependency of added) lock.packages[`node_modules/${dependency.name}`] = entry(dependency);
    if (added.length === 0) continue;
    const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
    console.log(`Added ${added.length} entries to ${file}.`);
  }
}
