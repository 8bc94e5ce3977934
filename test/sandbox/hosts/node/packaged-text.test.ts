// The texts that the package has beside its code: compressed pages, and guides.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { packagedGuide, packagedText } from '../../../../sandbox/src/hosts/node/packaged-text.ts';

it('are found from a module in a folder beside theirs, letter by letter, and are empty elsewhere', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  for (const folder of ['documentation', 'docs', 'node']) await mkdir(join(dist, folder));
  await writeFile(join(dist, 'documentation', 'docs.js.br'), brotliCompressSync('Größe → ✓'));
  await writeFile(join(dist, 'docs', 'billing.md'), '# Größe → ✓\n');
  const base = pathToFileURL(join(dist, 'node', 'index.js')).href;
  expect([packagedText('docs.js', base), packagedGuide('billing', base)]).toEqual([
    'Größe → ✓',
    '# Größe → ✓\n',
  ]);
  for (const [name, from] of [
    ['none', base],
    ['billing', undefined],
    ['billing', 'https://cdn.test/node/index.js'],
    // A bundler has moved the code.
    ['billing', pathToFileURL(join(dist, 'bundle.js')).href],
  ] as const)
    expect([packagedText(name, from), packagedGuide(name, from)]).toEqual(['', '']);
});
