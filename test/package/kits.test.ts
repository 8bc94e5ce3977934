import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, it } from 'vitest';
import { newerNode } from '../compat/newer-node.ts';
import { some } from '../properties.ts';
import { linkPackages } from './node.ts';

/*
 * The kits from the packed packages, in empty projects, run by the runners themselves; for Cypress, whose binary is not
 * here, its Node side. In each of the first three one test passes and one fails.
 */

const run = promisify(execFile);
const kits = 'test/package/kits';

/** What `require()` reaches of clientlib. */
const entries = ['', 'custom-element', 'drop-in', 'react', 'svelte', 'testing', 'vue', 'webhooks'].map(
  (name) => (name === '' ? 'clientlib' : `clientlib/${name}`),
);

/** The runners, as a project has them beside the packages. */
beforeAll(async () => {
  await linkPackages(['vitest', '@playwright/test', 'typescript']);
  await linkPackages(['@jest/globals', 'jest'], 'test/compat');
});

/** A project with these files, and the output of its runner, which fails where a test does. */
async function project(
  name: string,
  files: Record<string, string>,
  args: readonly string[],
  node: string = process.execPath,
) {
  const folder = join(inject('consumer'), name);
  await mkdir(folder, { recursive: true });
  await copyFile(`${kits}/sign-up.cjs`, join(folder, 'sign-up.cjs'));
  for (const [file, source] of Object.entries(files)) {
    if (source.includes('\n')) await writeFile(join(folder, file), source);
    else await copyFile(`${kits}/${source}`, join(folder, file));
  }
  const { NODE_OPTIONS: _, VITEST: __, FORCE_COLOR: ___, ...env } = process.env;
  const options = { cwd: folder, env: { ...env, CI: 'true', NO_COLOR: '1' }, maxBuffer: 2 ** 24 };
  return run(node, args, options).catch((error) => error as { stdout: string; stderr: string });
}

const vitests = [
  ['3.2', 'vitest-3', 'test/compat'],
  ['4', 'vitest', '.'],
  ['5', 'vitest-5', 'test/compat'],
] as const;

/** The oldest and the newest that the kit promises; each night the one of this repository between them too. */
it.each(some(vitests, 2))('Vitest %s', async (version, installed, place) => {
  // Vitest 5 needs a newer Node than the packages do.
  const node = version === '5' ? newerNode() : { path: process.execPath };
  if ('missing' in node) throw new Error(node.missing);
  const name = `vitest-${version}`;
  const own = join(inject('consumer'), name, 'node_modules');
  // Node resolves what a linked package imports beside its real place: these are copies.
  for (const one of ['clientlib', 'clientlib-sandbox'])
    await cp(join(inject('consumer'), 'node_modules', one), join(own, one), { recursive: true });
  await symlink(resolve(place, 'node_modules', installed), join(own, 'vitest'), 'junction');
  const reporter = `export default class {
    onTestCaseResult(test) {
      const { state, errors = [] } = test.result();
      console.log(JSON.stringify({ state, error: errors[0]?.message }));
    }
  }
`;
  const written = await readFile(`${kits}/vitest.test.ts.txt`, 'utf8');
  const extended = /^const at = test\.extend\((.*)\);$/m;
  // Fixtures of Vitest 3 keep the options that they were made with; there, `scoped` changes them.
  const kit = version === '3.2' ? written.replace(extended, 'const at = test;\ntest.scoped($1);') : written;
  const files = { 'kit.test.ts': kit, 'reporter.mjs': reporter, 'package.json': '{}\n' };
  const vitest = resolve(place, 'node_modules', installed, 'vitest.mjs');
  const args = [vitest, 'run', '--reporter', './reporter.mjs'];
  const { stdout, stderr } = await project(name, files, args, resolve(node.path));
  const [passed, failed] = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(passed, stdout + stderr).toEqual({ state: 'passed' });
  expect(failed.state).toBe('failed');
  expect(failed.error).toMatch(/^No webhook OrderSucceeded within \d+ ms\. There were: none\./);
  expect(failed.error).toMatch(/\n\nWhat happened in the sandbox:\n[\s\S]*GET \/api\/v1\/contracts → 200/);
});

it('Playwright', async () => {
  const cli = resolve('node_modules/@playwright/test/cli.js');
  const { stdout, stderr } = await project(
    'playwright',
    { 'kit.spec.ts': 'kit.spec.ts.txt', 'package.json': '{}\n' },
    [cli, 'test', '--reporter', 'json'],
  );
  const { suites } = JSON.parse(stdout || '{"suites": []}');
  const [passed, failed] = (suites[0]?.specs ?? []).map(
    (spec: { tests: { results: object[] }[] }) => spec.tests[0]?.results[0],
  );
  expect(passed, stdout + stderr).toMatchObject({ status: 'passed', attachments: [] });
  expect(failed.error.message).toMatch(/No webhook OrderSucceeded within 200 ms\. There were: none\./);
  const [log] = failed.attachments;
  expect(log).toMatchObject({ name: 'sandbox.log', contentType: 'text/plain' });
  expect(Buffer.from(log.body, 'base64').toString()).toMatch(/GET \/api\/v1\/contracts → 200/);
});

it.each([
  ['29', 'jest-29'],
  ['30', 'jest'],
])('Jest %s', async (version, installed) => {
  const jest = resolve('test/compat/node_modules', installed, 'bin/jest.js');
  const { stdout, stderr } = await project(
    `jest-${version}`,
    { 'kit.test.js': 'jest.test.ts.txt', 'package.json': '{}\n' },
    [jest, '--json'],
  );
  const report = JSON.parse(stdout || '{}');
  expect(report.numPassedTests, stdout + stderr).toBe(1);
  const [, failed] = report.testResults[0].assertionResults;
  expect(failed.failureMessages[0]).toMatch(/No webhook OrderSucceeded within \d+ ms\. There were: none\./);
  expect(failed.failureMessages[0]).toMatch(
    /\n\nThe sandbox's log:\n(?:.*\n)*.* GET \/api\/v1\/contracts → 200/,
  );
});

it.each(['node', 'jsdom'])(
  'Jest, every entry of clientlib by require(), in the environment %s',
  async (environment) => {
    await linkPackages(['react', 'vue']);
    const jest = resolve('test/compat/node_modules/jest/bin/jest.js');
    const env = environment === 'jsdom' ? resolve('test/compat/node_modules/jest-environment-jsdom') : 'node';
    const { stdout, stderr } = await project(
      `jest-entries-${environment}`,
      { 'entries.test.js': 'jest-entries.test.js.txt', 'package.json': '{}\n' },
      [jest, '--json', '--env', env],
    );
    const { testResults = [] } = JSON.parse(stdout || '{}');
    const outcomes = testResults[0]?.assertionResults.map(
      ({ title, failureMessages }: { title: string; failureMessages: string[] }) => [title, failureMessages],
    );
    expect(outcomes, stdout + stderr).toEqual([...entries, 'a signup'].map((title) => [title, []]));
  },
);

it('Cypress, its Node side and its command', async () => {
  const { stdout, stderr } = await project('cypress', { 'cypress.mjs': 'cypress.mjs' }, ['cypress.mjs']);
  expect(JSON.parse(stdout || JSON.stringify({ stderr }))).toEqual({
    kept: true,
    failed: 'PaymentFailed',
    Balance: 11.78,
    status: 200,
    invoiced: [11.78],
    left: [],
  });
});

it('all of them by types', async () => {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const files = {
    'tsconfig.json': `${JSON.stringify({ compilerOptions, files: ['kits.ts'] })}\n`,
    'kits.ts': '../programs/kits.ts',
    'package.json': '{}\n',
  };
  const { stdout } = await project('types', files, [resolve('node_modules/typescript/bin/tsc'), '-p', '.']);
  expect(stdout).toBe('');
});
