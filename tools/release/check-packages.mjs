// The packages as npm would publish them: packed, then checked by publint, are-the-types-wrong and the schema of CycloneDX.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { Validation } from '@cyclonedx/cyclonedx-library';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { billName } from '../../.ci/bill-of-materials.mjs';

/** The runtime dependencies that a package may install: those whose types are part of the API. */
const runtimeDependencies = { 'clientlib-sandbox': ['hono'] };

const run = promisify(execFile);
const folder = '.cache/packed';

/** Entries that are ESM only: from CommonJS they are imported with `import()` (or `require` from Node 20.19). */
const isEsmOnly = (name, entrypoint) => name === 'clientlib-sandbox' || entrypoint !== '.';

/** Problems that are accepted for such an entry. */
const acceptedOfEsm = ['CJSResolvesToESM', 'NoResolution:node10'];

async function pack() {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--workspaces', '--json', '--pack-destination', folder], {
    shell: process.platform === 'win32',
  });
  const packed = JSON.parse(stdout);
  return Array.isArray(packed) ? packed : Object.values(packed);
}

async function lint({ name, filename, files, unpackedSize }) {
  const manifest = JSON.parse(await readFile(`node_modules/${name}/package.json`, 'utf8'));
  const tarball = await readFile(`${folder}/${filename.replace('/', '-')}`);
  const problems = [];

  const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
  const { messages } = await publint({ pack: { tarball: bytes }, level: 'warning', strict: true });
  problems.push(...messages.map((message) => `publint: ${formatMessage(message, manifest)}`));

  const entrypoints = Object.keys(manifest.exports).filter((path) => !/\.(js|json)$/.test(path));
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), { entrypoints });
  if (result.types === false) problems.push('are-the-types-wrong: the package has no types');
  for (const { kind, entrypoint, resolutionKind, ...rest } of result.problems ?? []) {
    const isAccepted = [kind, `${kind}:${resolutionKind}`].some((found) => acceptedOfEsm.includes(found));
    if (!isAccepted || !isEsmOnly(name, entrypoint)) {
      const where = entrypoint ? `${entrypoint} (${resolutionKind})` : JSON.stringify(rest);
      problems.push(`are-the-types-wrong: ${kind} at ${where}`);
    }
  }

  const paths = files.map((file) => file.path);
  if (!paths.includes('LICENSE')) problems.push('LICENSE is not in the package');
  if (paths.includes(`dist/${billName}`)) {
    const bill = await readFile(`node_modules/${name}/dist/${billName}`, 'utf8');
    const mistakes = await new Validation.JsonStrictValidator('1.5').validate(bill);
    if (mistakes !== null) problems.push(`dist/${billName} is not valid: ${JSON.stringify(mistakes)}`);
  } else problems.push(`dist/${billName} is not in the package`);
  const strangers = paths.filter(
    (path) =>
      !/^(bin\/|dist\/|README\.md$|AGENTS\.md$|LICENSE$|package\.json$|configuration\.schema\.json$)/.test(
        path,
      ),
  );
  if (strangers.length > 0) problems.push(`not meant to be published: ${strangers.join(', ')}`);
  const unexpected = Object.keys(manifest.dependencies ?? {}).filter(
    (dependency) => !(runtimeDependencies[name] ?? []).includes(dependency),
  );
  if (unexpected.length > 0)
    problems.push(
      `unexpected runtime dependencies: ${unexpected.join(', ')}. Bundle them (devDependencies).`,
    );
  return {
    summary: `${name} ${Math.round(unpackedSize / 1000)} kB`,
    problems: problems.map((p) => `${name}: ${p}`),
  };
}

export async function checkPackages() {
  const results = await Promise.all((await pack()).map(lint));
  return {
    summary: results.map(({ summary }) => summary).join(', '),
    problems: results.flatMap(({ problems }) => problems),
  };
}
