import { test as base, type TestAPI } from 'vitest';
import { createSandbox, type SandboxOptions } from './sandbox.ts';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

export type { TestSandbox } from './test-sandbox.ts';
export type { WebhookInbox } from './webhook-inbox.ts';

/** What a test of {@link test} can ask for. */
export interface SandboxFixtures {
  /** A sandbox of this test's own, in process: give its `fetch` to what is tested. */
  readonly sandbox: TestSandbox;
  /** How it is made; the seed is `test` unless set: `test.override({ sandboxOptions: { clock: '2026-01-01T00:00:00Z' } })`, or `test.extend`. */
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
 *   await sandbox.webhooks.next('InvoiceCreated');
 * });
 */
export const test: TestAPI<SandboxFixtures> = base.extend<SandboxFixtures>({
  sandboxOptions: {},
  sandbox: async ({ sandboxOptions }, use) => {
    const made = createSandbox({ seed: 'test', ...sandboxOptions });
    const [sandbox, close] = testSandbox(made, 'http://sandbox');
    await use(sandbox);
    close();
    made.close();
  },
});
