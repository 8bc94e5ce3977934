import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const here = new URL('.', import.meta.url).pathname;
const root = join(here, '../../..');
const compiler = (path: string): string => join(root, 'node_modules', path);

const versions = {
  '5.0': compiler('typescript-5.0/bin/tsc'),
  '5.9': compiler('typescript-5.9/bin/tsc'),
  '6': compiler('@typescript/typescript6/bin/tsc6'),
  '7': compiler('typescript/bin/tsc'),
};

/** A compiler's output, whether or not it found errors. */
const compile = (tsc: string, ...args: string[]): Promise<string> =>
  run(process.execPath, [tsc, ...args], { cwd: root, maxBuffer: 1e8 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; message: string }) => error.stdout || Promise.reject(new Error(error.message)),
  );

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'node_modules/.types-'));
  const declarations = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal'];
  await compile(versions['7'], '-p', 'sdk', ...declarations, '--outDir', folder, '--rootDir', 'sdk/src');
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2020',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    types: [],
    paths: { clientlib: ['./index.d.ts'] },
  };
  const files = ['valid.ts', 'invalid.ts'].map((file) => join(here, file));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Mistake {
  readonly place: string;
  readonly message: string;
}

/** First lines of errors, by file and line. What is below a first line explains it. */
function mistakes(output: string): Mistake[] {
  const found: Mistake[] = [];
  for (const line of output.split('\n')) {
    const [, file, number, message] = /([\w.-]+)\((\d+),\d+\): error TS\d+: (.*)/.exec(line) ?? [];
    if (file) found.push({ place: `${file}:${number}`, message: message ?? '' });
    else if (found.length > 0 && /^\s/.test(line))
      (found.at(-1) as { message: string }).message += ` ${line.trim()}`;
  }
  return found;
}

describe.each(Object.entries(versions))('TypeScript %s', (_, tsc) => {
  test('accepts the valid program, and says of each invalid line what is wrong', {
    timeout: 120_000,
  }, async () => {
    const found = mistakes(await compile(tsc, '-p', folder, '--pretty', 'false'));
    const expected = (await readFile(join(here, 'invalid.ts'), 'utf8')).split('\n').flatMap((line, index) => {
      const message = /\/\/ error: (.*)$/.exec(line)?.[1];
      return message ? [{ place: `invalid.ts:${index + 1}`, message: expect.stringContaining(message) }] : [];
    });
    expect(expected.length).toBeGreaterThan(30);
    expect(found).toEqual(expected);
  });
});
