import {
  test as base,
  expect as baseExpect,
  type Expect,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { waitTime } from '../clients/kit/inbox.ts';
import { type Matchers, matchers } from '../clients/kit/matchers.ts';
import { type TestSandbox, testSandbox } from '../clients/kit/test-sandbox.ts';
import { attachSession } from '../hosts/node/attach-session.ts';
import { type StartedSandbox, startSandbox } from '../hosts/node/node.ts';
import { getWorkspaces, type SandboxOptions } from '../sandbox/sandbox.ts';

export { fillPaymentForm } from '../clients/kit/fill-payment-form.ts';
export type { PaymentFormData } from '../clients/kit/payment-form-data.ts';
export type * from '../clients/kit/types.ts';
export { routeToSandbox } from '../hosts/node/route-to-sandbox.ts';
export * from './explore.ts';

/** Playwright's `expect` with the matchers for contracts: `expect(sandbox.contract(ContractId)).toBeActive()`. */
export const expect: Expect<Matchers> = baseExpect.extend(matchers);

/** The type of Playwright's `trace` option. */
type Trace = PlaywrightWorkerOptions['trace'];

const traceMode = (trace: Trace) => (typeof trace === 'string' ? trace : trace.mode);

/** The fixtures of a {@link test}. */
export interface SandboxFixtures {
  /** This test's own workspace, at `sandbox.baseUrl`. */
  readonly sandbox: TestSandbox;
}

/** Resources that the tests of one worker process share. */
export interface SandboxWorkerFixtures {
  /** Options of the sandbox: `test.use({ sandboxOptions: { clock: '2026-01-01T00:00:00Z' } })` at the top of a file. */
  readonly sandboxOptions: SandboxOptions;
  /** The server in whose workspaces the tests run. */
  readonly sandboxServer: StartedSandbox;
}

type Base = typeof base extends TestType<infer Args, infer WorkerArgs> ? [Args, WorkerArgs] : never;

/**
 * Playwright's `test` with a workspace of the sandbox for each test. With Playwright's `trace: 'retain-on-failure'`, a failed
 * test has its session attached, to be replayed.
 *
 * @example
 * import { expect, test } from 'clientlib-sandbox/playwright';
 * test('signs up', async ({ page, sandbox }) => {
 *   await page.goto(`/signup?service=${sandbox.baseUrl}`);
 *   await sandbox.webhooks.next('OrderSucceeded');
 * });
 */
export const test: TestType<Base[0] & SandboxFixtures, Base[1] & SandboxWorkerFixtures> = base.extend<
  SandboxFixtures,
  SandboxWorkerFixtures
>({
  sandboxOptions: [{}, { option: true, scope: 'worker' }],
  sandboxServer: [
    async ({ sandboxOptions, trace }, use) => {
      const record = traceMode(trace) !== 'off';
      const server = await startSandbox({ seed: 'test', record, ...sandboxOptions, port: 0 });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ sandboxServer, sandboxOptions, trace }, use, testInfo) => {
    // A retried test starts with a new workspace, not with that of its first attempt.
    const name = `${testInfo.testId}-${testInfo.repeatEachIndex}-${testInfo.retry}`;
    const [sandbox, close] = testSandbox(
      sandboxServer.sandbox.workspace(name),
      getWorkspaces(sandboxServer.sandbox).open(name),
      `${sandboxServer.url}/w/${name}`,
      waitTime(testInfo.timeout),
    );
    await use(sandbox);
    close();
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    if (hasFailed) await testInfo.attach('sandbox.log', { body: sandbox.log(), contentType: 'text/plain' });
    const mode = traceMode(trace);
    const isRecorded = sandboxOptions.record ?? mode !== 'off';
    if (isRecorded && (hasFailed || mode === 'on')) await attachSession(testInfo, sandbox);
    sandboxServer.sandbox.removeWorkspace(name);
  },
});
