import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';
import { follow } from '../../.ci/newcomer.mjs';

/* The section "In five minutes" of docs/anywhere.md as it stands there, in an empty folder, with the packed packages. */

it('a newcomer has a paid signup and a declined renewal under test with two commands and ten lines each', () => {
  const folder = join(inject('consumer'), 'newcomer');
  mkdirSync(folder);
  // The packages are installed beside the folder; the runner is that of the repository, as there is no network here.
  const linked = join(inject('consumer'), 'node_modules', 'vitest');
  if (!existsSync(linked)) symlinkSync(resolve('node_modules/vitest'), linked, 'dir');
  const { commands, files, output, seconds } = follow(folder, (command) =>
    command.replace(/^npm install .*/, 'npm --version').replace(/^npx vitest/, `node ${linked}/vitest.mjs`),
  );
  expect(output).toMatch(/Tests {2}2 passed/);
  expect(commands).toEqual(['npm install --save-dev clientlib clientlib-sandbox vitest', 'npx vitest run']);
  expect(files.map(({ name, lines }) => [name, lines <= 10])).toEqual([
    ['signup.test.mjs', true],
    ['renewal.test.mjs', true],
  ]);
  expect(seconds).toBeLessThan(300);
});
