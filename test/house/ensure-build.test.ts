import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const module = resolve('.ci/ensure-build.mjs');
const results = ['sdk/dist/clientlib.js', 'sdk/dist/webhooks.js', 'sandbox/dist/index.js'];
const sources = ['sdk/src/index.ts', 'sandbox/src/index.ts', 'docs/site/page.css', 'docs/rest.md'];
const others = [
  '.ci/build.mjs',
  'rollup.config.mjs',
  'tsconfig.json',
  'sdk/package.json',
  'sandbox/package.json',
];

/** Whether the build of a folder with these files is current. `changed`: the second at which each was changed. */
function isCurrent(changed: Readonly<Record<string, number>>): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ensure-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, second] of Object.entries(changed)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, second, second);
  }
  const program = `console.log((await import(${JSON.stringify(module)})).buildIsCurrent('start'))`;
  const args = ['--input-type=module', '-e', program];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).trim() === 'true';
}

const at = (names: readonly string[], second: number) =>
  Object.fromEntries(names.map((name) => [name, second]));
const all = { ...at([...sources, ...others], 100), ...at(results, 200) };

it('a build is current while every file of it is newer than every source', () => {
  expect(isCurrent(all)).toBe(true);
  for (const name of [...sources, ...others])
    expect([name, isCurrent({ ...all, [name]: 300 })]).toEqual([name, false]);
  for (const name of results) expect([name, isCurrent({ ...all, [name]: 50 })]).toEqual([name, false]);
});

it('a build of which a file is missing is not current', () => {
  for (const name of results) {
    const { [name]: _, ...rest } = all;
    expect([name, isCurrent(rest)]).toEqual([name, false]);
  }
});
