import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';

/*
 * Programs of a user, compiled against the installed package by each TypeScript that we promise. A line of
 * invalid.ts that must not compile is followed by the message: `// error: …`.
 */
const compilers = {
  '5.0': '@typescript/v5.0/lib/tsc.js',
  '5.9': '@typescript/v5.9/lib/tsc.js',
  '6': '@typescript/old/lib/tsc.js',
  '7': 'typescript/bin/tsc',
};

const resolutions = {
  bundler: { module: 'ESNext', moduleResolution: 'bundler' },
  node16: { module: 'Node16', moduleResolution: 'node16' },
};

async function compile(version: keyof typeof compilers, program: string, options: object, as = program) {
  const folder = join(inject('consumer'), `types-${version}-${as}-${JSON.stringify(options).length}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, as), await readFile(join('test/package/programs', program)));
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
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [as] }));
  return new Promise<string>((done) => {
    execFile(
      process.execPath,
      [resolve('node_modules', compilers[version]), '-p', folder],
      { cwd: folder },
      (_, out) => done(out),
    );
  });
}

const versions = Object.keys(compilers) as (keyof typeof compilers)[];

describe.each(versions)('types of clientlib under TypeScript %s', (version) => {
  it.each(Object.entries(resolutions))(
    'are right for a valid program, resolved as %s',
    async (_, options) => {
      expect(await compile(version, 'valid.ts', options, 'valid.mts')).toBe('');
    },
  );

  it('are right for a CommonJS program', async () => {
    expect(await compile(version, 'valid.ts', resolutions.node16, 'valid.cts')).toBe('');
  });

  it('refuse what is wrong, with a message that tells why', async () => {
    const output = await compile(version, 'invalid.ts', resolutions.bundler);
    const source = (await readFile('test/package/programs/invalid.ts', 'utf8')).split('\n');
    const expected = source.flatMap((line, index) => {
      const message = /\/\/ error: (.*)$/.exec(line)?.[1];
      return message === undefined ? [] : [{ line: index + 1, message }];
    });
    expect(expected.length).toBeGreaterThan(0);
    const reported = [...output.matchAll(/invalid\.ts\((\d+),\d+\): error \w+: ((?:.*(?:\n(?!\S).*)*))/g)];
    for (const { line, message } of expected) {
      const at = reported.filter((match) => Number(match[1]) === line).map((match) => match[2]);
      expect(at.join('\n'), `line ${line}: ${source[line - 1]}`).toContain(message);
    }
    expect(reported.map((match) => Number(match[1]))).toEqual(expected.map(({ line }) => line));
  });
});
