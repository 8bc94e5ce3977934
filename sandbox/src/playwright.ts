import { type BrowserContext, test as base, type Page, type TestType } from '@playwright/test';
import { type StartedSandbox, startSandbox } from './host/node.ts';
import { ConnectionDropped } from './http/faults.ts';
import type { SandboxOptions, Workspace } from './sandbox.ts';
import { type TestSandbox, testSandbox } from './test-sandbox.ts';

export { expect } from '@playwright/test';
export type { TestSandbox } from './test-sandbox.ts';
export type { WebhookInbox } from './webhook-inbox.ts';

/** What a test of {@link test} can ask for. */
export interface SandboxFixtures {
  /** A workspace of this test's own, at `sandbox.baseUrl`. */
  readonly sandbox: TestSandbox;
}

/** What the tests of one worker process share. */
export interface SandboxWorkerFixtures {
  /** How the sandbox is made: `test.use({ sandboxOptions: { clock: '2026-01-01T00:00:00Z' } })` at the top of a file. */
  readonly sandboxOptions: SandboxOptions;
  /** The server whose workspaces the tests use. */
  readonly sandboxServer: StartedSandbox;
}

type Base = typeof base extends TestType<infer Args, infer WorkerArgs> ? [Args, WorkerArgs] : never;

/**
 * Playwright's `test` with a workspace of the sandbox for each test.
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
    async ({ sandboxOptions }, use) => {
      const server = await startSandbox({ ...sandboxOptions, port: 0 });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ sandboxServer }, use, testInfo) => {
    // A test that is tried again begins anew, and not with what its first try has left.
    const name = `${testInfo.testId}-${testInfo.repeatEachIndex}-${testInfo.retry}`;
    const [sandbox, close] = testSandbox(
      sandboxServer.sandbox.workspace(name),
      `${sandboxServer.url}/w/${name}`,
    );
    await use(sandbox);
    close();
    sandboxServer.sandbox.removeWorkspace(name);
  },
});

/**
 * Answers what a page asks of an origin with a sandbox in this process: nothing goes over the network, and the page can
 * use the address of the real service.
 *
 * @param origin `https://billing.example`
 * @throws TypeError when that is no origin
 */
export async function routeToSandbox(
  page: Page | BrowserContext,
  sandbox: Workspace,
  origin: string,
): Promise<void> {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin.replace(/\/$/, '')) {
    throw new TypeError(
      `routeToSandbox: expected an origin such as "https://billing.example", got "${origin}".`,
    );
  }
  await page.route(`${new URL(origin).origin}/**`, async (route) => {
    const request = route.request();
    const body = request.postDataBuffer();
    try {
      const response = await sandbox.fetch(request.url(), {
        method: request.method(),
        headers: await request.allHeaders().then(withoutPseudoHeaders),
        redirect: 'manual',
        ...(body === null ? {} : { body: new Uint8Array(body) }),
      });
      // Playwright's type for a body is Node's, which is a Uint8Array.
      const content = new Uint8Array(await response.arrayBuffer()) as Parameters<
        typeof route.fulfill
      >[0] extends { body?: infer Body } | undefined
        ? Body & Uint8Array
        : never;
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: content,
      });
    } catch (error) {
      // A fault rule breaks the connection, before the answer or within it.
      if (!(error instanceof ConnectionDropped)) throw error;
      await route.abort('connectionreset');
    }
  });
}

/** HTTP/2 names the method and path as headers, which `Headers` refuses. */
function withoutPseudoHeaders(headers: { readonly [name: string]: string }): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
}
