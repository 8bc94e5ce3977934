import { execSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

/* docs/five-minutes.md as it is printed, in an empty folder, with the packed packages. */

/** The commands and files of the page. */
function stepsOfPage() {
  const page = readFileSync('docs/five-minutes.md', 'utf8');
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)];
  const files = [...page.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)];
  return {
    commands: commands.map(([, command = '']) => command.trim()),
    files: files.map(([, name = '', source = '']) => ({ name, source })),
  };
}

it('a newcomer tests a paid signup and a declined renewal with two commands and ten lines each', () => {
  const folder = join(inject('consumer'), 'newcomer');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}\n');
  const { commands, files } = stepsOfPage();
  expect(commands).toEqual(['npm install --save-dev clientlib clientlib-sandbox vitest', 'npx vitest run']);
  expect(files.map(({ name }) => name)).toEqual(['signup.test.mjs', 'renewal.test.mjs']);
  for (const { name, source } of files) {
    expect(source.trim().split('\n').length, name).toBeLessThanOrEqual(10);
    writeFileSync(join(folder, name), source);
  }
  // The packages as they would come from the registry.
  const tarballs = join(inject('consumer'), 'tarballs');
  const packed = (name: string) =>
    join(tarballs, readdirSync(tarballs).find((file) => new RegExp(`^${name}-\\d`).test(file)) ?? '');
  const adapted = commands.map((command) =>
    command.replace(/\bclientlib(-sandbox)?(?=\s)/g, packed).replace('install', 'install --prefer-offline'),
  );
  // A runner inside a runner must not take over what the outer one is told.
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  const options = { cwd: folder, encoding: 'utf8', env: { ...env, CI: 'true', NO_COLOR: '1' } } as const;
  const [, output] = adapted.map((command) => execSync(command, { ...options, stdio: 'pipe' }));
  expect(output).toMatch(/Tests {2}2 passed/);
}, 300_000);
