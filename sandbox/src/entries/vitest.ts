import { test as base, expect, type TestAPI, type TestContext } from 'vitest';
import { waitTime } from '../clients/kit/inbox.ts';
import { type ContractMatchers, matchers } from '../clients/kit/matchers.ts';
import { type TestSandbox, testSandbox } from '../clients/kit/test-sandbox.ts';
import { createSandbox } from '../sandbox/checked-sandbox.ts';
import { getWorkspaces, type SandboxOptions } from '../sandbox/sandbox.ts';

export type * from '../clients/kit/types.ts';
export * from './explore.ts';

declare module 'vitest' {
  interface Matchers<T> extends ContractMatchers<T> {}
}

expect.extend(matchers);

/** The fixtures of a {@link test}. */
export interface SandboxFixtures {
  /** This test's own sandbox, in process. Pass its `fetch` to the code under test. */
  readonly sandbox: TestSandbox;
  /** Options of the sandbox; the seed defaults to `test`: `test.override({ sandboxOptions: { clock: '2026-01-01T00:00:00Z' } })`, or `test.extend`. */
  readonly sandboxOptions: SandboxOptions;
}

/**
 * Vitest's `test` with a sandbox of its own for each test.
 *
 * @example
 * import { test } from 'clientlib-sandbox/vitest';
 * test('a month later', async ({ sandbox }) => {
 *   configure({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
 *   await sandbox.clock.advance('P1M');
 *   const { ContractId } = await sandbox.webhooks.next('InvoiceCreated');
 *   expect(sandbox.contract(ContractId)).toOwe(11.78);
 * });
 */
export const test: TestAPI<SandboxFixtures> = base.extend<SandboxFixtures>({
  sandboxOptions: {},
  sandbox: async ({ sandboxOptions, task, onTestFailed }, use) => {
    const made = createSandbox({ seed: 'test', ...sandboxOptions });
    const [sandbox, close] = testSandbox(
      made,
      getWorkspaces(made).main,
      'http://sandbox',
      waitTime(task.timeout),
    );
    onTestFailed(() => explainFailure(task, sandbox.log()));
    await use(sandbox);
    close();
    made.close();
  },
});

/** Adds what happened to the message of a failed test, which every reporter prints. */
function explainFailure({ result }: TestContext['task'], log: string): void {
  const [error] = result?.errors ?? [];
  if (error !== undefined) error.message += `\n\nWhat happened in the sandbox:\n${log}`;
}
