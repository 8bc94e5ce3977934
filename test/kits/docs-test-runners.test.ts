import { configure, Payment, Signup } from 'clientlib';
import * as cypressKit from 'clientlib-sandbox/cypress';
import { transform } from 'esbuild';
import { afterEach, expect, it } from 'vitest';
import { beforeEach, hooks } from './jest-globals.ts';
import { filesOf } from './snippets.ts';

/*
 * The samples of docs/test-kits.md for Jest and Cypress. What the runners would call is called by the test, with the kits
 * that the snippets load. test/package/kits.test.ts runs the kits in projects of their own.
 */

const packages: { readonly [name: string]: object } = {
  clientlib: { configure, Payment, Signup },
  'clientlib-sandbox/cypress': cypressKit,
  cypress: { defineConfig: (config: object) => config },
};

afterEach(() => {
  hooks.before.length = 0;
  hooks.after.length = 0;
});

/** Loads a file, as ES module or CommonJS, and gives what it exports. */
// biome-ignore lint/suspicious/noExplicitAny: each file has its own.
async function load(code: string | undefined, globals: object = {}, more: object = {}): Promise<any> {
  const { code: program } = await transform(code ?? '', { format: 'cjs' });
  const module = { exports: {} };
  const known: { readonly [name: string]: unknown } = { ...packages, ...more };
  const given = { module, require: (name: string) => known[name], ...globals };
  new Function(...Object.keys(given), program)(...Object.values(given));
  return module.exports;
}

it('Jest', async () => {
  const files = filesOf('docs/test-kits.md');
  const kit = await import('clientlib-sandbox/jest');
  const tests: (() => Promise<void>)[] = [];
  await load(
    files['signup.test.js'],
    {
      beforeEach,
      test: (_name: string, work: () => Promise<void>) => tests.push(work),
      expect,
    },
    { 'clientlib-sandbox/jest': kit },
  );
  expect(tests).toHaveLength(1);
  for (const test of tests) {
    for (const work of hooks.before) await work();
    await test();
    for (const work of hooks.after) await work();
  }
});

it('Cypress', async () => {
  const files = filesOf('docs/test-kits.md');
  // biome-ignore lint/suspicious/noExplicitAny: what each task takes is its own.
  const tasks: { [name: string]: (argument: any) => Promise<any> } = {};
  const { default: project } = await load(files['cypress.config.mjs']);
  const config = await project.e2e.setupNodeEvents(
    (_event: 'task', more: typeof tasks) => Object.assign(tasks, more),
    { env: {} },
  );
  expect(files['cypress/support/e2e.js']?.trim()).toBe("import 'clientlib-sandbox/cypress/commands';");

  // Cypress keeps commands in a queue, and runs them when the test's function has returned.
  const queue: (() => unknown)[] = [];
  const tests: (() => void)[] = [];
  const answers: unknown[] = [];
  const cy = {
    sandbox(action: string, ...args: unknown[]) {
      let check = (_answer: unknown) => {};
      queue.push(async () => {
        const answer = await tasks['sandbox']?.({ action, args });
        answers.push(answer);
        check(answer);
      });
      return {
        should(work: typeof check) {
          check = work;
        },
      };
    },
    visit: (path: string) =>
      queue.push(() => signUp(new URL(path, 'http://shop').searchParams.get('service'))),
    contains: () => {},
  };
  const lengths: number[] = [];
  await load(files['cypress/e2e/signup.cy.js'], {
    beforeEach: (work: () => void) => tests.push(work),
    it: (_name: string, work: () => void) => tests.push(work),
    Cypress: { env: (name: string) => config.env[name] },
    cy,
    expect: (list: readonly unknown[]) => ({
      to: { have: { length: (length: number) => lengths.push(list.length, length) } },
    }),
  });
  for (const work of tests) work();
  for (const command of queue) await command();
  expect(lengths).toEqual([2, 2]);
  // Cypress refuses a task that gives nothing.
  expect(answers).toHaveLength(4);
  expect(answers).not.toContain(undefined);
});

/** The page that the snippet for Cypress visits. */
async function signUp(baseUrl: string | null): Promise<void> {
  configure({ baseUrl: baseUrl ?? '', fetch: globalThis.fetch });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  await new Signup().subscribe(payment, cart, { FirstName: 'Ada' }, { bearer: 'InvoicePayment' });
}
