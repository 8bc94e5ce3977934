import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { allOr } from '../properties.ts';
import { linkPackages } from './node.ts';

/*
 * Programs of a user, compiled against the installed package by each TypeScript that we promise. A line of
 * invalid.ts that must not compile is followed by the message: `// error: …`.
 */
const compilers = {
  '5.0': 'test/compat/node_modules/typescript-5.0/lib/tsc.js',
  '5.9': 'test/compat/node_modules/typescript/lib/tsc.js',
  '6': 'test/compat/node_modules/@typescript/old/lib/tsc.js',
  '7': 'node_modules/typescript/bin/tsc',
};

const programs = 'test/package/programs';

/** What a compiler says of the programs, each under the name that makes it ESM or CommonJS. */
async function compile(version: keyof typeof compilers, options: object, files: Record<string, string>) {
  const folder = await mkdtemp(join(inject('consumer'), 'types-'));
  for (const [name, program] of Object.entries(files)) {
    await copyFile(join(programs, program), join(folder, name));
  }
  const compilerOptions = {
    target: 'ES2020',
    lib: ['ES2020', 'DOM'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Our own declarations are checked too.
    skipLibCheck: false,
    ...options,
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(files) }),
  );
  return new Promise<string>((done) => {
    const args = [resolve(compilers[version]), '-p', folder];
    execFile(process.execPath, args, { cwd: folder }, (_, output) => done(output));
  });
}

const all = Object.keys(compilers) as (keyof typeof compilers)[];
/** The oldest and the newest at each change, all each night. */
const versions = allOr<keyof typeof compilers>(['5.0', '7'], all);

describe.each(versions)('types of clientlib under TypeScript %s', (version) => {
  it('compile for ESM and CommonJS programs, resolved as node16', async () => {
    const options = { module: 'Node16', moduleResolution: 'node16' };
    expect(await compile(version, options, { 'valid.mts': 'valid.ts', 'valid.cts': 'valid.ts' })).toBe('');
  });

  it('compile for the other entries, with React and Vue', async () => {
    const options = {
      module: 'ESNext',
      moduleResolution: 'bundler',
      // Their own types need newer libraries than ours, and are not ours to check.
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      skipLibCheck: true,
    };
    await linkPackages(['react', 'vue', '@vue', '@types', 'csstype']);
    expect(await compile(version, options, { 'entries.ts': 'entries.ts' })).toBe('');
    const node16 = { ...options, module: 'Node16', moduleResolution: 'node16' };
    expect(await compile(version, node16, { 'entries.cts': 'entries.ts', 'entries.mts': 'entries.ts' })).toBe(
      '',
    );
    // TypeScript 6 and 7 have no `node10` any more.
    if (!version.startsWith('5')) return;
    const node10 = { ...options, module: 'CommonJS', moduleResolution: 'node' };
    expect(await compile(version, node10, { 'entries.ts': 'entries.ts' })).toBe('');
  });

  it('compile for a bundler, and reject errors with a helpful message', async () => {
    const options = { module: 'ESNext', moduleResolution: 'bundler' };
    const output = await compile(version, options, { 'valid.ts': 'valid.ts', 'invalid.ts': 'invalid.ts' });
    const source = (await readFile(join(programs, 'invalid.ts'), 'utf8')).split('\n');
    const expected = source.flatMap((line, index) => {
      const message = /\/\/ error: (.*)$/.exec(line)?.[1];
      return message === undefined ? [] : [{ line: index + 1, message }];
    });
    const reports = output.split(/\n(?=\S)/).filter((text) => text !== '');
    const at = (line: number) => reports.filter((text) => text.startsWith(`invalid.ts(${line},`)).join('\n');

    expect(expected.length).toBeGreaterThan(0);
    for (const { line, message } of expected) {
      expect(at(line).toLowerCase(), source[line - 1]).toContain(message.toLowerCase());
    }
    // Nothing else is wrong, in neither program.
    expect(reports).toHaveLength(expected.length);
  });
});
