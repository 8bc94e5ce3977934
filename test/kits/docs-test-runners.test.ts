import { configure, Payment, Signup } from 'clientlib';
import * as sandboxModule from 'clientlib-sandbox';
import { transform } from 'esbuild';
import { afterEach, expect, it, vi } from 'vitest';
import { filesOf, snippets } from './snippets.ts';

/*
 * The snippets of docs/anywhere.md for Jest and Cypress. Neither runner is installed here: what they would call is called
 * by the test, with the sandbox that the snippets start.
 */

const started: sandboxModule.StartedSandbox[] = [];
const packages: { readonly [name: string]: object } = {
  clientlib: { configure, Payment, Signup },
  'clientlib-sandbox': {
    async startSandbox(options: sandboxModule.StartOptions) {
      const sandbox = await sandboxModule.startSandbox(options);
      started.push(sandbox);
      return sandbox;
    },
  },
  cypress: { defineConfig: (config: object) => config },
};

afterEach(async () => {
  for (const { close } of started.splice(0)) await close().catch(() => {});
  vi.unstubAllEnvs();
});

/** Loads a file, as ES module or CommonJS, and gives what it exports. */
// biome-ignore lint/suspicious/noExplicitAny: each file has its own.
async function load(code: string | undefined, globals: object = {}): Promise<any> {
  const { code: program } = await transform(code ?? '', { format: 'cjs' });
  const module = { exports: {} };
  const given = { module, require: (name: string) => packages[name], ...globals };
  new Function(...Object.keys(given), program)(...Object.values(given));
  return module.exports;
}

it('Jest', async () => {
  const files = filesOf((await snippets('Jest'))[0] ?? '');
  const file = (path: string) => files[path.replace('./', '')];
  const { default: config } = await load(file('jest.config.mjs'));
  vi.stubEnv('SANDBOX_URL', undefined);
  await (await load(file(config.globalSetup))).default();

  const before: (() => Promise<void>)[] = [];
  const tests: (() => Promise<void>)[] = [];
  await load(file('signup.test.js'), {
    beforeEach: (work: () => Promise<void>) => before.push(work),
    test: (_name: string, work: () => Promise<void>) => tests.push(work),
    expect,
  });
  expect(tests).toHaveLength(1);
  for (const test of tests) {
    for (const work of before) await work();
    await test();
  }

  await (await load(file(config.globalTeardown))).default();
  await expect(fetch(`${process.env['SANDBOX_URL']}/sandbox/health`)).rejects.toThrow('fetch failed');
});

it('Cypress', async () => {
  const files = filesOf((await snippets('Cypress'))[0] ?? '');
  const tasks: { [name: string]: (argument?: unknown) => unknown } = {};
  const { default: project } = await load(files['cypress.config.mjs']);
  const config = await project.e2e.setupNodeEvents(
    (_event: 'task', more: typeof tasks) => Object.assign(tasks, more),
    { env: {} },
  );

  // Cypress keeps commands in a queue, and runs them when the test's function has returned.
  const queue: (() => unknown)[] = [];
  const tests: (() => void)[] = [];
  const answers: unknown[] = [];
  const cy = {
    task: (name: string, argument?: unknown) =>
      queue.push(async () => answers.push(await tasks[name]?.(argument))),
    visit: (path: string) =>
      queue.push(() => signUp(new URL(path, 'http://shop').searchParams.get('service'))),
    contains: () => {},
    request: (url: string) => ({
      its: () => ({
        should: (check: (body: unknown) => void) =>
          queue.push(async () => check(await (await fetch(url)).json())),
      }),
    }),
  };
  await load(files['cypress/e2e/signup.cy.js'], {
    beforeEach: (work: () => void) => tests.push(work),
    it: (_name: string, work: () => void) => tests.push(work),
    Cypress: { env: (name: string) => config.env[name] },
    cy,
    expect,
  });
  for (const work of tests) work();
  for (const command of queue) await command();
  // Cypress refuses a task that gives nothing.
  expect(answers).toHaveLength(3);
  expect(answers).not.toContain(undefined);
});

/** The page that the snippet for Cypress visits. */
async function signUp(baseUrl: string | null): Promise<void> {
  configure({ baseUrl: baseUrl ?? '' });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  const cart = { PlanVariantId: 'b00000000000000000000001' };
  await new Signup().subscribe(payment, cart, { FirstName: 'Ada' }, { bearer: 'InvoicePayment' });
}
