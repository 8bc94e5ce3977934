// The tests that guides show run as printed, in a sandbox as clientlib-sandbox/vitest makes it.
import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { type TestSandbox, testSandbox } from '../../sandbox/src/clients/kit/test-sandbox.ts';
import { createSandbox } from '../../sandbox/src/sandbox/checked-sandbox.ts';
import { getWorkspaces, type SandboxOptions } from '../../sandbox/src/sandbox/sandbox.ts';
import { filesOf } from './snippets.ts';

type Work = (fixtures: { sandbox: TestSandbox }) => Promise<void>;

/** The tests of a file, with the options of their sandbox. */
async function testsOf(code: string): Promise<{ work: Work; options: SandboxOptions }[]> {
  const found: { work: Work; options: SandboxOptions }[] = [];
  const testWith = (options: SandboxOptions) => (_title: string, work: Work) => found.push({ work, options });
  const extend = ({ sandboxOptions }: { sandboxOptions: SandboxOptions }) => testWith(sandboxOptions);
  const test = Object.assign(testWith({}), { extend });
  const { code: program } = await transform(code, { format: 'cjs' });
  const require = (name: string) => (name === 'vitest' ? { expect } : { test });
  new Function('require', 'module', program)(require, { exports: {} });
  return found;
}

it.each([
  ['payment-outcomes', 'renewal.test.mjs'],
  ['reconcile', 'reconcile.test.mjs'],
  ['move-customers', 'move-customers.test.mjs'],
  ['year-end', 'year-end.test.mjs'],
])('the test in docs/%s.md passes, and the guide says how to run it', async (page, file) => {
  const path = `docs/${page}.md`;
  expect(readFileSync(path, 'utf8')).toContain(`npx vitest run ${file}`);
  const [test, ...others] = await testsOf(filesOf(path)[file] ?? '');
  expect(others).toEqual([]);
  const made = createSandbox({ seed: 'test', ...test?.options });
  const [sandbox, close] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 5_000);
  await test?.work({ sandbox });
  close();
  made.close();
});
