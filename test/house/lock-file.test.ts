import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lockFiles, unchecked } from '../../.ci/lock-file.mjs';

it.each(lockFiles())('%s holds all that is installed to an integrity', (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  expect(unchecked(packages)).toEqual([]);
});

it('finds an entry without one, unless it is a binary for a platform or a workspace', () => {
  const integrity = 'sha512-AAAA';
  const binary = { optional: true, dev: true, os: ['linux'], cpu: ['x64'] };
  const entries = {
    '': {},
    sdk: {},
    'node_modules/clientlib': { link: true },
    'node_modules/kept': { integrity },
    'node_modules/bare': {},
    'node_modules/kept/node_modules/bare': { optional: true },
    'node_modules/binary-linux-x64': binary,
    'node_modules/binary-for-users': { ...binary, dev: false },
  };
  expect(unchecked(entries)).toEqual([
    'node_modules/bare',
    'node_modules/kept/node_modules/bare',
    'node_modules/binary-for-users',
  ]);
});
