import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lockFiles, missing, unchecked } from '../../.ci/lock-file.mjs';

it.each(lockFiles())('%s holds all that is installed to an integrity, on every platform', (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  expect(unchecked(packages)).toEqual([]);
  expect(missing(packages)).toEqual([]);
});

it('installs into the image what clientlib-sandbox depends on, and its database', () => {
  const manifestOf = (place: string) => JSON.parse(readFileSync(`${place}/package.json`, 'utf8'));
  const { dependencies, devDependencies } = manifestOf('sandbox');
  expect(manifestOf('tools/container').dependencies).toEqual({
    ...dependencies,
    level: devDependencies.level,
  });
});

it('finds an entry without one, unless it is a workspace or inside another package', () => {
  const integrity = 'sha512-AAAA';
  const binary = { optional: true, dev: true, os: ['linux'], cpu: ['x64'] };
  const entries = {
    '': {},
    sdk: {},
    'node_modules/clientlib': { link: true },
    'node_modules/kept': { integrity },
    'node_modules/kept/node_modules/brought': { inBundle: true },
    'node_modules/bare': {},
    'node_modules/kept/node_modules/bare': { optional: true },
    'node_modules/binary-linux-x64': binary,
  };
  expect(unchecked(entries)).toEqual([
    'node_modules/bare',
    'node_modules/kept/node_modules/bare',
    'node_modules/binary-linux-x64',
  ]);
});

it('finds an optional dependency without an entry', () => {
  const entries = {
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0', 'tool-darwin': '1.0.0' } },
    'node_modules/tool-linux': {},
  };
  expect(missing(entries)).toEqual(['tool-darwin']);
});
